"""Pictures: whole, safe, the same every time, and never more than a seat may see."""

from __future__ import annotations

import dataclasses
import json
import random
import re
import struct
import xml.etree.ElementTree as ElementTree
import zlib
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

import banneret
from banneret.cli import main
from banneret.core.match import Match
from banneret.core.scene import Entry, Hex, Panel, Piece, Ray, Said, Scene, Terrain
from banneret.core.words import LANGUAGES, Words, load_tables
from banneret.draw import glyphs, labels, replay, shapes
from banneret.draw.icons import icon, shield
from banneret.draw.layout import HALF, SIDE, centre, outline, places
from banneret.draw.lettering import text_width, wrapped
from banneret.draw.marks import Marks, last_move, offers
from banneret.draw.match import still
from banneret.draw.motion import Motion, motions
from banneret.draw.palette import THEMES, dimmed
from banneret.draw.pen import number
from banneret.draw.picture import picture
from banneret.draw.png import png
from banneret.draw.seats import TINCTURES
from banneret.draw.svg import board
from tests.conftest import KEYS, TABLES, pure

SVG = "{http://www.w3.org/2000/svg}"


@cache
def finished(key: str, players: int) -> Match:
    """A whole game of some style."""
    rng = random.Random(f"{key} {players} drawn")
    match = Match.new(pure(key), {"players": players}, rng)
    style = match.game.info.styles[-1]
    while not match.over:
        match.play(match.choose(rng, style))
    return match


def moments(key: str, players: int) -> list[Match]:
    """Some positions from the beginning to the end."""
    match = finished(key, players)
    return [match.at(match.ply * part // 3) for part in range(4)]


def parsed(svg: str) -> ElementTree.Element:
    """A picture that is whole, has no styles, no scripts, no doubtful ids, and points to nothing outside."""
    root = ElementTree.fromstring(svg)
    ids = [each.get("id") for each in root.iter() if each.get("id")]
    assert len(ids) == len(set(ids))
    for each in root.iter():
        assert each.tag.removeprefix(SVG) not in ("style", "script", "image", "foreignObject")
        assert "style" not in each.attrib
        assert not any(name.startswith("on") for name in each.attrib)
        if reference := each.get("href"):
            assert reference.removeprefix("#") in ids
        for value in each.attrib.values():
            if painted := re.fullmatch(r"url\(#(.*)\)", value):
                assert painted[1] in ids
    return root


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [each for each in root.iter() if name in (each.get("class") or "").split()]


# A small scene that no game knows

TOY_WORDS = Words(
    "en",
    prompt={"go": "Go & <see>."},
    label={"points": "points", "hand": "hand", "offer": "offer"},
    thing={"wood": "wood", "guard": {"one": "guard", "other": "guards"}, "gem": "gem"},
    reason={},
    say={"edge": "The edge of the world."},
)
TOY = Scene(
    hexes=(
        Hex(0, 0, "a", "wood", "2", (Piece("guard", 0, 3), Piece("cart"))),
        Hex(1, 0, "b", "bog", "-2", (), True),
        Hex(0, 1, "c", "wood", "17", (Piece("guard", 1),), group="t"),
        Hex(1, 1, "d", "wood", "", (), group="t"),
        Hex(2, 0, "<&>", "none", "", (), True),
    ),
    panels=(
        Panel(0, True, False, (Entry("points", ("4",)), Entry("hand", ("2", "wood", "gem")))),
        Panel(1, False, True, (Entry("points", ("-3",)),)),
    ),
    trays=(Entry("offer", ("wood", "gem"), numbered=True),),
    prompt="go",
    terrains={
        "wood": Terrain("#7FA36B", "wo", "trees"),
        "bog": Terrain("#8FA89A", "bo"),
        "none": Terrain("#FFFDF6", ""),
    },
    shapes={"guard": "shield"},
    badges={"hex b": "+1", "offer 2": "-1"},
    rays=(Ray(("a", "b"), Said("edge"), stopper="<&>"), Ray(("c", "d"), Said("edge"), inward=True, stopper="d")),
    overlays={"held": {"a": (0,), "c": (0, 1)}},
)


def toy(**changes: object) -> Scene:
    return dataclasses.replace(TOY, **changes)  # type: ignore[arg-type]  # fields by name


def moved_to(scene: Scene, pieces: dict[str, tuple[Piece, ...]]) -> Scene:
    """The scene with other pieces on some hexes."""
    return dataclasses.replace(
        scene, hexes=tuple(dataclasses.replace(h, pieces=pieces.get(h.name, h.pieces)) for h in scene.hexes)
    )


# Every game


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_every_picture_is_whole_for_every_seat_and_language(key: str, players: int) -> None:
    for i, match in enumerate(moments(key, players)):
        for seat in (None, *range(players)):
            language = LANGUAGES[(i + (seat or 0)) % 3]
            words = match.game.words(language)
            scene = match.game.scene(match.state, seat)
            root = parsed(board(scene, words))
            check_hexes(scene, root)
            check_pieces(scene, root)
        parsed(picture(scene, words, theme="dark", narrow=True))


def check_hexes(scene: Scene, root: ElementTree.Element) -> None:
    drawn = {each.get("data-thing"): each for each in of_class(root, "hex")}
    assert drawn.keys() == {f"hex {h.name}" for h in scene.hexes}
    assert len(of_class(root, "hex")) == len(scene.hexes)
    for h in scene.hexes:
        cell = drawn[f"hex {h.name}"]
        assert cell.get("role") == "gridcell"
        assert (cell.get("aria-label") or "").startswith(f"{h.name}, ")
        assert len(of_class(cell, "ring")) == 1
    rows = [each for each in root.iter() if each.get("role") == "row"]
    assert len(rows) == len({h.r for h in scene.hexes})


def check_pieces(scene: Scene, root: ElementTree.Element) -> None:
    drawn = Counter((p.get("data-hex"), p.get("data-piece"), p.get("data-seat")) for p in of_class(root, "piece"))
    there = Counter(
        (h.name, piece.kind, None if piece.seat is None else str(piece.seat))
        for h in scene.hexes
        for piece in h.pieces
    )
    assert drawn == there


@pytest.mark.parametrize("key", KEYS)
def test_the_same_position_is_drawn_the_same(key: str) -> None:
    match = moments(key, 2)[1]
    assert still(match) == still(match.at(match.ply))
    assert still(match, part="board", theme="dark") == still(match, part="board", theme="dark")


@pytest.mark.parametrize("key", KEYS)
def test_a_picture_tells_nothing_that_its_seat_may_not_know(key: str) -> None:
    rng = random.Random(f"{key} leak")
    for match in moments(key, 3):
        game, words = match.game, match.game.words("en")
        for seat in range(3):
            true = picture(game.scene(match.state, seat), words)
            guess = game.sample(match.state, seat, rng)
            assert picture(game.scene(guess, seat), words) == true


@pytest.mark.parametrize("key", KEYS)
def test_a_board_stays_small(key: str) -> None:
    match = finished(key, max(pure(key).info.players))
    scene = match.game.scene(match.state, None)
    assert len(board(scene, match.game.words("fr")).encode()) < 30_000 + 460 * len(scene.hexes)


def test_a_match_is_a_picture_in_a_notebook() -> None:
    match = moments(KEYS[0], 2)[2]
    root = parsed(match._repr_svg_() or "")
    assert of_class(root, "hex")
    assert match._repr_svg_() == still(match)


# What a board shows


def test_two_pictures_in_a_page_share_no_id() -> None:
    one, other = (parsed(board(TOY, TOY_WORDS, prefix=prefix)) for prefix in ("x", "y"))
    ids = [{each.get("id") for each in root.iter() if each.get("id")} for root in (one, other)]
    assert not ids[0] & ids[1]


def test_what_no_shape_or_glyph_is_known_for_bears_its_initial_or_mark() -> None:
    texts = ["".join(each.itertext()) for each in parsed(board(TOY, TOY_WORDS)).iter(f"{SVG}text")]
    assert "C" in texts
    assert "bo" in texts
    assert "wo" not in texts


def test_names_are_written_so_that_nothing_can_be_smuggled_in() -> None:
    root = parsed(picture(TOY, TOY_WORDS))
    assert "Go & <see>." in [each.text for each in root.iter(f"{SVG}title")]
    assert "hex <&>" in [each.get("data-thing") for each in root.iter()]
    assert "<&>" in ["".join(each.itertext()) for each in root.iter(f"{SVG}text")]


def test_marks_are_rings_and_the_most_pressing_wins() -> None:
    marks = Marks(offered=frozenset("ab"), chosen=frozenset("a"), threat=frozenset("c"), last=frozenset("bd"))
    root = parsed(board(TOY, TOY_WORDS, marks=marks))
    seen = {
        each.get("data-thing"): (each.get("class"), of_class(each, "ring")[0]) for each in of_class(root, "hex")
    }
    assert seen["hex a"][0] == "hex chosen"
    assert seen["hex b"][1].get("stroke") == "#0F6E6E"
    assert seen["hex c"][1].get("stroke") == "#A1180F"
    assert seen["hex c"][1].get("stroke-dasharray")
    assert seen["hex d"][1].get("stroke") == "#8A1F7A"
    assert seen["hex <&>"][1].get("display") == "none"
    assert offers(TOY).offered == {"b", "<&>"}


def test_the_last_move_has_an_arrow_and_a_ghost() -> None:
    after = moved_to(TOY, {"c": (), "d": (Piece("guard", 1),)})
    marks = last_move(TOY, after)
    assert marks.last == {"c", "d"}
    root = parsed(board(after, TOY_WORDS, marks=marks))
    assert len(of_class(root, "ghosts")) == 1
    assert any(
        each.get("stroke-dasharray") and each.get("stroke") == "#8A1F7A" for each in of_class(root, "trails")[0]
    )
    assert not of_class(parsed(board(after, TOY_WORDS)), "trails")


def test_overlays_wait_to_be_switched_on_and_rays_say_why_they_end() -> None:
    root = parsed(board(TOY, TOY_WORDS))
    (overlay,) = of_class(root, "overlay")
    assert overlay.get("data-overlay") == "held"
    assert overlay.get("display") == "none"
    assert len(overlay) == 2
    rays = of_class(root, "ray")
    assert [ray.get("data-to") for ray in rays] == ["b", "d"]
    assert {ray.get("aria-label") for ray in rays} == {"The edge of the world."}


def test_values_are_pips_numbers_or_hatched() -> None:
    svg = board(TOY, TOY_WORDS, prefix="v")
    root = parsed(svg)
    ground = {each.get("data-thing"): ElementTree.tostring(each, "unicode") for each in of_class(root, "hex")}
    assert "#v-pips2" in ground["hex a"]
    assert "#v-hatch" in ground["hex b"]
    assert "#A1180F" in ground["hex b"]
    assert f"#v-f{ord('7')}" in ground["hex c"]


def test_a_tile_of_several_hexes_has_one_outline() -> None:
    around = outline(frozenset({(0, 0), (1, 0), (0, 1)}))
    assert around.count("M") == 1
    assert len(re.findall("[lv]", around)) == 11  # twelve corners; the path closes itself
    assert outline(frozenset({(0, 0), (5, 5)})).count("M") == 2
    ring = frozenset({(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)})
    assert outline(ring).count("M") == 2, "an island and its hole"


def test_an_empty_table_is_drawn_too() -> None:
    parsed(board(toy(hexes=(), rays=(), badges={}, overlays={}), TOY_WORDS))


@pytest.mark.parametrize("count", range(1, 13))
def test_pieces_on_a_hex_stand_apart_and_inside(count: int) -> None:
    scale, spots = places(count)
    assert len(spots) == count
    for i, a in enumerate(spots):
        assert abs(a.x) + 40 * scale <= HALF + 1
        assert abs(a.y) + 46 * scale <= SIDE
        for b in spots[:i]:
            assert max(abs(a.x - b.x) / 80, abs(a.y - b.y) / 88) >= scale * 0.98


def test_hexes_stand_on_their_points_in_rows() -> None:
    assert centre(0, 0) == (0, 0)
    assert centre(1, 0).y == 0
    assert centre(0, 1).x == pytest.approx(HALF)
    assert centre(0, 1).y == 75


def test_numbers_are_short() -> None:
    assert [number(x) for x in (0.5, -0.5, 0, -0.001, 12.3456, 3.14159, 40.0)] == [
        ".5", "-.5", "0", "0", "12.3", "3.14", "40",
    ]  # fmt: skip


def test_a_dark_board_keeps_its_palette_a_little_darker() -> None:
    assert THEMES["dark"].brightness == 0.86
    assert dimmed('fill="#FFFFFF"', 0.86) == 'fill="#DBDBDB"'
    assert "#FBF7EC" not in board(TOY, TOY_WORDS, theme="dark")


# The collection


def test_every_seat_can_be_told_without_colour() -> None:
    assert {tincture.charge for tincture in TINCTURES} == shapes.CHARGES.keys()
    assert len({shield(seat) for seat in range(5)}) == 5


@pytest.mark.parametrize("shape", shapes.SHAPES)
def test_every_shape_has_its_double_outline(shape: str) -> None:
    scene = toy(shapes={"thing": shape})
    root = parsed(icon(scene, "thing", 2))
    strokes = {each.get("stroke") for each in root.iter() if each.get("stroke")}
    assert {"#FBF7EC", "#1B1712"} <= strokes
    assert "#E9B000" in {each.get("fill") for each in root.iter()}


@pytest.mark.parametrize("glyph", glyphs.MOTIFS)
def test_every_glyph_has_variants_and_stays_on_its_hex(glyph: str) -> None:
    scene = toy(terrains={**TOY.terrains, "ground": Terrain("#F1E9C9", "gr", glyph)})
    parsed(icon(scene, "ground"))
    for x, y in glyphs.MOTIFS[glyph].places:
        assert abs(x) <= 31
        assert abs(y) <= 31


def test_a_map_does_not_look_stamped() -> None:
    looks = Counter(glyphs.look_of(f"{q},{r}") for q in range(10) for r in range(10))
    assert len(looks) == 2 * glyphs.VARIANTS
    assert max(looks.values()) < 35


def test_icons_have_no_ids_and_anything_has_one() -> None:
    for drawn in (icon(TOY, "guard", 1), icon(TOY, "wood"), icon(TOY, "cart"), icon(TOY, "gem"), shield(3)):
        assert not any(each.get("id") for each in parsed(drawn).iter())
    assert "G" in ["".join(each.itertext()) for each in parsed(icon(TOY, "gem")).iter(f"{SVG}text")]


# Words


def test_all_languages_of_pictures_say_the_same_things() -> None:
    tables = {language: load_tables(labels.HERE, language) for language in LANGUAGES}
    for language in LANGUAGES:
        for table, texts in tables["en"].items():
            assert tables[language][table].keys() == texts.keys()
            for key, text in texts.items():
                for form in text if isinstance(text, dict) else [None]:
                    one, other = (
                        tables[each][table][key][form] if form else tables[each][table][key]
                        for each in ("en", language)
                    )
                    assert sorted(re.findall(r"\{\w+\}", one)) == sorted(re.findall(r"\{\w+\}", other))


def test_a_hex_is_told_in_the_readers_language() -> None:
    a, b, _, _, e = TOY.hexes
    english = labels.seat_names("en")
    assert labels.hex_label(TOY, a, TOY_WORDS, english) == "a, wood, 2 points, 3 guards of Blue, cart"
    assert labels.hex_label(TOY, b, TOY_WORDS, english) == "b, bog, -2 points, marked +1; can be chosen"
    assert labels.hex_label(TOY, e, TOY_WORDS, english) == "<&>, empty; can be chosen"
    french = dataclasses.replace(TOY_WORDS, language="fr", thing={"wood": "bois", "guard": "garde"})
    c = TOY.hexes[2]
    assert labels.hex_label(TOY, c, french, labels.seat_names("fr")) == "c, bois, 17 points, garde de Rouge"
    assert [labels.seat_names("de")(seat) for seat in range(5)] == ["Blau", "Rot", "Gelb", "Weiß", "Schwarz"]


def test_a_scene_is_told_as_a_whole() -> None:
    told = labels.describe(TOY, TOY_WORDS, labels.seat_names("en"))
    assert told == (
        "Board of 5 hexes. Blue: 3 guards, points 4, hand 2 wood, gem. Red: 1 guard, points -3. "
        "Blue is to act. Go & <see>."
    )


def test_long_texts_are_broken_where_there_is_room() -> None:
    text = "Place a tile of your reserve beside the others, never beside its own kind."
    lines = list(wrapped(text, 15, 200))
    assert " ".join(lines) == text
    assert len(lines) > 2
    assert all(text_width(line, 15) <= 200 for line in lines)


# What moved


def test_a_piece_goes_to_where_one_more_stands_now() -> None:
    after = moved_to(TOY, {"c": (), "d": (Piece("guard", 1),)})
    assert motions(TOY, after) == [Motion("guard", 1, 1, "c", "d")]
    assert motions(after, TOY) == [Motion("guard", 1, 1, "d", "c")]
    assert motions(TOY, TOY) == []


def test_some_of_a_stack_go_and_the_nearest_fill_the_nearest() -> None:
    after = moved_to(TOY, {"a": (Piece("guard", 0),), "b": (Piece("guard", 0),), "d": (Piece("guard", 0),)})
    assert Motion("guard", 0, 1, "a", "b") in motions(TOY, after)
    assert Motion("guard", 0, 1, "a", "d") in motions(TOY, after)
    assert Motion("cart", None, 1, "a", None) in motions(TOY, after)
    before = moved_to(TOY, {"a": (Piece("x", 0),), "d": (Piece("x", 0),)})
    after = moved_to(TOY, {"a": (), "b": (Piece("x", 0),), "c": (Piece("x", 0),)})
    assert {(m.origin, m.target) for m in motions(before, after) if m.kind == "x"} == {("a", "b"), ("d", "c")}


def test_pieces_appear_vanish_turn_and_are_replaced() -> None:
    def at(**pieces: tuple[Piece, ...]) -> Scene:
        return moved_to(TOY, {"a": (), "c": (), **pieces})

    knight, active, house = Piece("knight", 1), Piece("active_knight", 1), Piece("house", 1)
    assert motions(at(), at(b=(knight,))) == [Motion("knight", 1, 1, None, "b")]
    assert motions(at(b=(knight,)), at()) == [Motion("knight", 1, 1, "b", None)]
    assert motions(at(b=(knight,)), at(b=(house,))) == [Motion("knight", 1, 1, "b", "b", "house")]
    assert motions(at(b=(knight,)), at(d=(active,))) == [Motion("knight", 1, 1, "b", "d", "active_knight")]
    turned = motions(at(a=(knight,), d=(active,)), at(a=(active,), d=(knight,)))
    assert {(m.origin, m.target, m.became) for m in turned} == {("a", "a", "active_knight"), ("d", "d", "knight")}


@pytest.mark.parametrize("key", KEYS)
def test_motions_lead_from_each_position_to_the_next(key: str) -> None:
    match = finished(key, 3)
    scenes = [match.game.scene(match.at(ply).state, None) for ply in range(min(match.ply, 60))]
    for before, after in pairwise(scenes):
        counts = stacks(before)
        for motion in motions(before, after):
            counts[motion.kind, motion.seat, motion.origin] -= motion.count
            counts[motion.became or motion.kind, motion.seat, motion.target] += motion.count
        assert {each: n for each, n in counts.items() if n and each[2]} == stacks(after)


def stacks(scene: Scene) -> Counter[tuple[str, int | None, str | None]]:
    found: Counter[tuple[str, int | None, str | None]] = Counter()
    for h in scene.hexes:
        for piece in h.pieces:
            found[piece.kind, piece.seat, h.name] += piece.count
    return found


# PNG


def pixels(drawn: bytes) -> tuple[int, int, bytes]:
    """Width, height and the raw lines of a PNG."""
    assert drawn.startswith(b"\x89PNG")
    wide, high = struct.unpack(">II", drawn[16:24])
    packed, at = b"", 8
    while at < len(drawn):
        (length,) = struct.unpack(">I", drawn[at : at + 4])
        if drawn[at + 4 : at + 8] == b"IDAT":
            packed += drawn[at + 8 : at + 8 + length]
        at += length + 12
    return wide, high, zlib.decompress(packed)


def test_a_png_is_as_wide_as_wished_and_not_blank() -> None:
    svg = still(moments(KEYS[0], 2)[2])
    wide, high, lines = pixels(png(svg, 620))
    ratio = re.search(r'viewBox="0 0 (\d+) (\d+)"', svg)
    assert ratio
    assert wide == 620
    assert high == pytest.approx(620 * int(ratio[2]) / int(ratio[1]), abs=1)
    assert len(set(lines)) > 100
    assert pixels(png(svg))[0] == int(ratio[1])


def test_text_is_drawn_without_any_font_installed() -> None:
    def written(words: str) -> bytes:
        drawn = f'<text x="5" y="30" font-size="24" font-family="serif">{words}</text>'
        return pixels(png(f'<svg xmlns="{SVG[1:-1]}" width="120" height="40">{drawn}</svg>'))[2]

    missing = written("\u4e00")
    seen = [
        written(words) for words in ("", "Pr\u00e9f\u00e8re", "Gr\u00f6\u00dfe", "14", "a\u202f: b", "\u2192", "?")
    ]
    assert len(set(seen)) == len(seen)
    assert missing not in seen[1:]


# Replays


def story_of(page: str) -> dict[str, list[dict[str, object]]]:
    found = re.search(r'<script type="application/json" id="story">(.*?)</script>', page, re.DOTALL)
    assert found
    told: dict[str, list[dict[str, object]]] = json.loads(found[1])
    return told


@pytest.mark.parametrize("key", KEYS)
def test_a_replay_holds_every_ply_and_asks_for_nothing(key: str) -> None:
    match = finished(key, max(pure(key).info.players))
    page = replay.html(match, "de")
    assert len(story_of(page)["frames"]) == match.ply + 1
    assert not re.search(r"https?:(?!//www\.w3\.org/2000/svg)", page)
    assert not re.search(r"(src|href)=[\"'](?!#)", page)
    assert "{{" not in page
    assert len(page.encode()) < 1_500_000


@pytest.mark.parametrize("key", KEYS)
def test_the_fragments_of_a_replay_make_every_position(key: str) -> None:
    match = finished(key, 2).at(min(80, finished(key, 2).ply))
    story = story_of(replay.html(match, "en", 1))
    shown: dict[str, int] = {}
    for ply, frame in enumerate(story["frames"]):
        for gone in frame["gone"]:  # type: ignore[attr-defined]  # a list
            del shown[gone]
        shown |= frame["set"]  # type: ignore[operator]  # a dict
        scene = match.game.scene(match.at(ply).state, 1)
        assert {key for key in shown if key.startswith("g ")} == {f"g {h.name}" for h in scene.hexes}
        pieces = {f"p {h.name} {p.kind} {'' if p.seat is None else p.seat}" for h in scene.hexes for p in h.pieces}
        assert {key for key in shown if key.startswith("p ")} == pieces


@pytest.mark.parametrize("key", KEYS)
def test_a_public_replay_asks_for_public_knowledge_alone(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = finished(key, 3).at(min(40, finished(key, 3).ply))
    asked: set[int | None] = set()
    scene, told = match.game.scene, match.game.told
    monkeypatch.setattr(match.game, "scene", lambda state, seat: (asked.add(seat), scene(state, seat))[1])
    monkeypatch.setattr(match.game, "told", lambda *given: (asked.add(given[-1]), told(*given))[1])
    page = replay.html(match, "en")
    assert asked == {None}
    if match.game.info.hidden and match.game.edition.story is None:
        assert not any(action in page for action in match.actions if " " in action)


# The command


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = moments(KEYS[0], 3)[2]
    match.record().save(tmp_path / "game.json")
    return tmp_path / "game.json"


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 2
    out, errors = capsys.readouterr()
    assert out == ""
    return errors


def test_draw_writes_what_the_name_of_the_file_tells(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, start in (("b.svg", b"<svg"), ("b.png", b"\x89PNG"), ("b.html", b"<!doctype html>")):
        assert (
            main(["draw", str(record), "--lang", "fr", "--theme", "dark", "-o", str(record.with_name(name))]) == 0
        )
        assert record.with_name(name).read_bytes().startswith(start)
    assert main(["draw", str(record), "--ply", "3", "--seat", "1", "--part", "board", "--lang", "en"]) == 0
    match = banneret.replay(banneret.Record.load(record), mode="pure").at(3)
    assert capsys.readouterr().out == still(match, "en", seat=1, part="board") + "\n"


def test_draw_says_what_is_wrong(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = str(record)
    assert "there is no ply 9999: the record ends at ply" in refused(capsys, "draw", game, "--ply", "9999")
    assert "there is no ply -1" in refused(capsys, "draw", game, "--ply", "-1")
    assert "there is no seat 3: 3 play" in refused(capsys, "draw", game, "--seat", "3")
    assert "pictures are written as .svg, .png, .html" in refused(capsys, "draw", game, "-o", "board.gif")
    assert "a replay holds every ply" in refused(capsys, "draw", game, "--ply", "2", "-o", "x.html")
    assert "--width is for PNG" in refused(capsys, "draw", game, "--width", "300")
    assert "--width is for PNG" in refused(capsys, "draw", game, "--width", "99999", "-o", "x.png")
    assert "No such file" in refused(capsys, "draw", str(record.with_name("none.json")))
    assert "No such file" in refused(capsys, "draw", game, "-o", str(record.with_name("none") / "x.svg"))
