"""What a game shows and says: clicks that make every action, sentences in every language, exact previews."""

from __future__ import annotations

import random

import pytest

from banneret.core.match import Match
from banneret.core.preview import preview
from banneret.core.scene import Said, Scene
from banneret.core.words import LANGUAGES
from tests.conftest import STYLED_TABLES, pure


def positions(key: str, players: int, style: str, every: int) -> list[Match]:
    """Some positions of a game in which a seat acts, and the last one."""
    rng = random.Random(f"{key} {players} {style} pictures")
    match = Match.new(pure(key), {"players": players}, rng)
    found = []
    while not match.over:
        if isinstance(match.player, int) and match.ply % every == 0:
            found.append(match.at(match.ply))
        match.play(match.choose(rng, style))
    return [*found[:: max(1, len(found) // 14)], match]


def check_said(match: Match, said: Said) -> None:
    for language in LANGUAGES:
        sentence = match.game.words(language).sentence(said, lambda seat: f"<{seat}>")
        assert sentence.strip()
        assert "{" not in sentence


@pytest.mark.parametrize(("key", "players", "style"), STYLED_TABLES)
def test_clicks_tell_every_action_apart(key: str, players: int, style: str) -> None:
    for match in positions(key, players, style, every=11):
        seat = match.player if isinstance(match.player, int) else 0
        scene = match.game.scene(match.state, seat)
        check_paths(match, scene)
        check_things(match, scene)


def check_paths(match: Match, scene: Scene) -> None:
    assert sorted(scene.paths) == (match.legal() if isinstance(match.player, int) else [])
    paths = set(scene.paths.values())
    assert len(paths) == len(scene.paths), "two actions by the same clicks"
    begun = {path[:length] for path in paths for length in range(1, len(path))}
    assert not begun & paths, "an action is the beginning of another"
    assert not (begun | paths) & scene.blocked.keys(), "blocked, but it can be clicked"
    for path in scene.blocked:
        assert len(path) == 1 or path[:-1] in begun, "blocked after clicks that nobody can make"


def check_things(match: Match, scene: Scene) -> None:
    names = {h.name for h in scene.hexes}
    things = {step for path in [*scene.paths.values(), *scene.blocked] for step in path}
    for thing in things:
        kind, _, rest = thing.partition(" ")
        assert kind in ("hex", "offer", "tile", "number", "button"), thing
        if kind == "hex":
            assert rest in names, thing
        for language in LANGUAGES:
            if kind == "button":
                assert match.game.words(language).press(rest) != rest or rest in match.game.words("en").thing, (
                    thing
                )
            if kind == "tile":
                named = match.game.words(language).thing
                assert rest in named or all(word.isdigit() or word in named for word in rest.split(" ")), thing
    for said in scene.blocked.values():
        check_said(match, said)
    for ray in scene.rays:
        assert set(ray.hexes) <= names
        check_said(match, ray.end)
    for name, marked in scene.overlays.items():
        assert marked.keys() <= names
        assert all(match.game.words(language).overlay[name] for language in LANGUAGES)
    assert {piece.kind for h in scene.hexes for piece in h.pieces} <= scene.shapes.keys()
    for terrain in {h.terrain for h in scene.hexes}:
        assert scene.terrains[terrain].glyph or not scene.terrains[terrain].mark


@pytest.mark.parametrize(("key", "players", "style"), STYLED_TABLES)
def test_every_action_is_told_in_every_language(key: str, players: int, style: str) -> None:
    rng = random.Random(f"{key} {players} {style} told")
    match = Match.new(pure(key), {"players": players}, rng)
    while not match.over:
        before = match.game.copy(match.state)
        match.play(match.choose(rng, style))
        if match.ply % 5 == 0 or match.over:
            for seat in (None, 0):
                told = match.game.told(before, match.actions[-1], match.state, seat)
                assert told
                for said in told:
                    check_said(match, said)


@pytest.mark.parametrize(("key", "players", "style"), STYLED_TABLES)
def test_a_preview_is_what_then_happens(key: str, players: int, style: str) -> None:
    rng = random.Random(f"{key} {players} {style} preview")
    for match in positions(key, players, style, every=17)[:-1]:
        seat = match.player
        assert isinstance(seat, int)
        for action in rng.sample(match.legal(), min(4, len(match.legal()))):
            foreseen = preview(match.game, match.state, seat, action, rng)
            before = match.game.copy(match.state)
            after = match.at(match.ply)
            after.play(action)
            told = match.game.told(before, action, after.state, seat)
            cards = match.game.cards(before, action, after.state, seat)
            assert set(map(repr, foreseen.told)) <= set(map(repr, told))
            for card in foreseen.cards:
                assert card in cards
                for said in (card.heading, card.verdict, *(row[0] for row in card.rows)):
                    check_said(match, said)
            if foreseen.certain:
                assert foreseen.told == told
                assert foreseen.cards == cards
                assert foreseen.scene == after.game.scene(after.state, seat)


@pytest.mark.parametrize(("key", "players", "style"), STYLED_TABLES)
def test_the_account_adds_up_to_the_score(key: str, players: int, style: str) -> None:
    for match in positions(key, players, style, every=29)[-3:]:
        account = match.game.account(match.state)
        assert [sum(line.points for line in lines) for lines in account] == match.game.scores(match.state)
        for lines in account:
            for line in lines:
                check_said(match, line.what)
