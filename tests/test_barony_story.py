"""What Barony and Sorcery tell of conflicts, payments and scores: in positions known by hand, in every position
of the cases, and in games of several styles."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from banneret.core import conformance
from banneret.core.game import Game, Handle
from banneret.core.match import Match
from banneret.core.scene import Card, Line, Path, Said
from banneret.core.words import LANGUAGES
from banneret.games import editions
from tests.barony import KEYS, played, put_up
from tests.conftest import pure

CASES = [
    pytest.param(key, case, id=f"{key}: {case['name']}")
    for key in KEYS
    for case in conformance.load_cases(editions()[key].folder / "cases.toml")
    if case.get("game", key) == key and "refused" not in case
]
BAR = ("recruit", "move", "build", "city", "expedition", "title")


def told(game: Game, state: Handle, action: str) -> list[Said]:
    return list(game.told(state, action, played(game, state, action), None))


def only_card(game: Game, state: Handle, action: str) -> Card:
    (card,) = game.cards(state, action, played(game, state, action), None)
    return card


# Sentences and cards


def test_the_second_knight_destroys_all_others_and_loots_for_villages() -> None:
    game, state = put_up(
        "barony",
        {
            "knights": {"0,0": {"2": 1, "1": 1}, "1,0": {"2": 1}},
            "villages": {"0,0": 0},
            "tokens": [[0, 0, 1, 1], [0] * 4, [0] * 4],
            "seat": 2,
        },
        players=3,
    )
    assert told(game, state, "move 1,0>0,0") == [
        Said("moved", {"seat": 2, "start": "1,0", "hex": "0,0", "terrain": "plain"}),
        Said("village_destroyed", {"seat": 2, "seat_enemy": 0, "hex": "0,0"}),
        Said("to_be_looted", {"seat": 2, "seat_enemy": 0, "n": 1}),
        Said("knight_destroyed", {"seat": 2, "seat_enemy": 1, "hex": "0,0"}),
    ]
    card = only_card(game, state, "move 1,0>0,0")
    assert card.at == "0,0"
    assert card.seats == (2, 0, 1)
    assert [values for _, values in card.rows] == [("2", "0", "1"), ("0", "1", "0"), ("2", "1", "1")]
    assert card.verdict == Said("verdict_destroys", {"seat": 2, "n": 2})
    looting = played(game, state, "move 1,0>0,0")
    assert told(game, looting, "loot field") == [Said("looted", {"seat": 2, "seat_enemy": 0, "thing": "field"})]
    (tray,) = (tray for tray in game.scene(looting, 2).trays if tray.label == "loot")
    assert tray.things == ("1", "plain", "1", "field")


def test_single_pieces_share_a_hex() -> None:
    game, state = put_up("barony", {"knights": {"0,0": {"1": 1}, "1,0": {"0": 1}}})
    assert told(game, state, "move 1,0>0,0")[1:] == [Said("shared", {"seat": 0, "seat_other": 1, "hex": "0,0"})]
    assert only_card(game, state, "move 1,0>0,0").verdict == Said("verdict_shares")
    assert game.cards(state, "move 1,0>2,0", played(game, state, "move 1,0>2,0"), 0) == ()


def test_a_tornado_destroys_on_both_hexes_and_an_empty_purse_pays_once() -> None:
    game, state = put_up(
        "sorcery",
        {
            "knights": {"0,0": {"0": 1}},
            "villages": {"0,0": 1, "1,0": 1},
            "tokens": [[0] * 4, [1, 0, 0, 0]],
            "cast": ["tornado"],
            "phase": "cast",
        },
    )
    assert told(game, state, "move 0,0>1,0")[1:] == [
        Said("village_destroyed", {"seat": 0, "seat_enemy": 1, "hex": "0,0"}),
        Said("village_destroyed", {"seat": 0, "seat_enemy": 1, "hex": "1,0"}),
        Said("to_be_looted", {"seat": 0, "seat_enemy": 1, "n": 1}),
        Said("nothing_to_loot", {"seat_enemy": 1}),
    ]
    cards = game.cards(state, "move 0,0>1,0", played(game, state, "move 0,0>1,0"), None)
    assert [(card.at, card.verdict.key) for card in cards] == [
        ("0,0", "verdict_tornado"),
        ("1,0", "verdict_tornado"),
    ]


def test_with_celerity_the_tornado_waits_for_the_last_step() -> None:
    game, state = put_up(
        "sorcery",
        {
            "knights": {"0,0": {"0": 1}, "1,0": {"1": 1}, "2,0": {"1": 1}},
            "cast": ["celerity", "tornado"],
            "phase": "cast",
        },
    )
    assert only_card(game, state, "move 0,0>1,0").verdict == Said("verdict_shares")
    after = played(game, state, "move 0,0>1,0")
    assert only_card(game, after, "move 1,0>2,0").verdict == Said("verdict_tornado")


def test_a_title_tells_what_is_paid_and_lost() -> None:
    game, state = put_up("barony", {"tokens": [[0, 0, 4, 0], [0] * 4], "rank": [2, 0]})
    assert told(game, state, "title 0 0 4 0") == [
        Said("titled", {"seat": 0, "title": "marquis", "n": 15}),
        Said("paid", {"n": 4, "thing": "plain"}),
        Said("wasted", {"n": 1}),
    ]
    card = only_card(game, state, "title 0 0 4 0")
    assert [values for _, values in card.rows] == [("16",), ("16",), ("15",), ("1",)]
    assert card.verdict == Said("verdict_title", {"seat": 0, "title": "marquis"})


def test_the_first_duke_announces_the_last_round_unless_it_is_over() -> None:
    tokens = [[0, 0, 0, 3], [0, 0, 0, 3]]
    game, state = put_up("barony", {"tokens": tokens, "rank": [3, 3]})
    assert told(game, state, "title 0 0 0 3")[-1] == Said("last_round")
    after = played(game, state, "title 0 0 0 3")
    assert game.scene(after, None).trays[0].label == "last_round"
    assert Said("last_round") not in told(game, after, "title 0 0 0 3")


def test_a_building_brings_a_token_as_long_as_the_bank_has_one() -> None:
    game, state = put_up("barony", {"knights": {"0,0": {"0": 1}}})
    built = Said("village_built", {"seat": 0, "hex": "0,0", "terrain": "plain"})
    assert told(game, state, "village 0,0") == [built, Said("token_taken", {"seat": 0, "thing": "plain"})]
    game, state = put_up("barony", {"knights": {"0,0": {"0": 1}}, "bank": [1, 1, 0, 1]})
    assert told(game, state, "village 0,0") == [built, Said("bank_empty", {"seat": 0, "thing": "plain"})]


def test_abundance_and_sanctuary_are_told_with_the_city() -> None:
    game, state = put_up(
        "sorcery", {"knights": {"0,0": {"0": 1}}, "cast": ["abundance", "sanctuary"], "phase": "cast"}
    )
    assert told(game, state, "city 0,0") == [
        Said("knight_to_city", {"seat": 0, "hex": "0,0", "terrain": "plain", "n": 10}),
        Said("token_taken", {"seat": 0, "thing": "plain"}),
    ]
    game, state = put_up("sorcery", {"villages": {"0,0": 0}})
    assert [said.key for said in told(game, state, "city 0,0")] == ["village_to_city"]


def test_portal_tells_who_comes_back() -> None:
    game, state = put_up(
        "sorcery",
        {
            "cities": {"0,0": 0},
            "reserve": [{"knight": 1}, {}],
            "gone": [2, 0],
            "cast": ["portal"],
            "phase": "cast",
        },
    )
    assert told(game, state, "recruit 0,0 2") == [
        Said("recruited_city", {"seat": 0, "n": 2, "hex": "0,0"}),
        Said("returned", {"n": 1}),
    ]


@pytest.mark.parametrize(
    ("footprints", "said"),
    [
        ({}, Said("explored", {"seat": 0, "n": 3})),
        ({"1,0": [1]}, Said("explored", {"seat": 0, "n": 2})),
        ({"1,0": [1, 0]}, Said("explored_before", {"seat": 0})),
        ({"1,0": [1, 2, 3]}, Said("explored_out", {"n": 3})),
        ({name: [0] for name in ("3,0", "-3,0", "0,-3", "0,3", "-1,-1")}, Said("footprints_gone", {"seat": 0})),
    ],
)
def test_a_mystery_place_gives_magic_or_a_reason(footprints: dict[str, list[int]], said: Said) -> None:
    places = dict.fromkeys([*footprints, "1,0"], "mystery")
    game, state = put_up(
        "sorcery", {"board": places, "knights": {"0,0": {"0": 1}}, "footprints": footprints}, players=4
    )
    assert told(game, state, "move 0,0>1,0")[1:] == [said]


def test_the_account_names_title_cities_tokens_and_footprints() -> None:
    game, state = put_up(
        "sorcery",
        {
            "board": {"1,0": "mystery"},
            "footprints": {"1,0": [0]},
            "rank": [2, 0],
            "built": [1, 0],
            "tokens": [[2, 1, 0, 3], [0] * 4],
        },
    )
    assert game.account(state)[0] == (
        Line(Said("account_title", {"title": "count"}), 30),
        Line(Said("account_cities", {"n": 1}), 10),
        Line(Said("account_tokens", {"n": 2, "thing": "mountain", "value": 0}), 0),
        Line(Said("account_tokens", {"n": 1, "thing": "forest", "value": 1}), 1),
        Line(Said("account_tokens", {"n": 3, "thing": "field", "value": 3}), 9),
        Line(Said("account_footprints", {"n": 1}), 3),
    )


# Promises, in the positions of all cases and in whole games


@pytest.mark.parametrize(("key", "case"), CASES)
def test_every_case_is_shown_and_told_as_it_is(key: str, case: dict[str, Any]) -> None:
    game = pure(key)
    options = game.options(case.get("options", {}))
    state = game.start(options, case["setup"]) if "setup" in case else game.position(options, case["position"])
    for action in case.get("play", []):
        check_position(game, state)
        after = played(game, state, action)
        check_action(game, state, action, after)
        state = after
    if game.player(state) >= 0:
        check_position(game, state)
        for code in game.legal(state)[:40]:
            check_action(game, state, game.text(code), played(game, state, game.text(code)))


@pytest.mark.parametrize(
    ("key", "players", "style"), [("barony", 3, "raider"), ("sorcery", 4, "raider"), ("sorcery", 2, "uniform")]
)
def test_whole_games_are_shown_and_told_as_they_are(key: str, players: int, style: str) -> None:
    rng = random.Random(f"{key} {style} story")
    match = Match.new(pure(key), {"players": players}, rng)
    while not match.over and match.ply < 400:
        before = match.game.copy(match.state)
        if match.ply % 3 == 0:
            check_position(match.game, before)
        match.play(match.choose(rng, style))
        check_action(match.game, before, match.actions[-1], match.state)


def check_position(game: Game, state: Handle) -> None:
    """Whatever a person would try is possible or explained, and explanations are true."""
    seat, scene = game.player(state), game.scene(state, game.player(state))
    seen = game.describe(state)
    begun = {path[:length] for path in scene.paths.values() for length in range(len(path) + 1)}
    for path in attempts(seen, seat):
        prefixes = [path[:length] for length in range(1, len(path) + 1)]
        assert path in begun or any(prefix in scene.blocked for prefix in prefixes), path
    for path, why in scene.blocked.items():
        assert path not in begun
        assert path[:-1] in begun
        check_truth(seen, path[-1].removeprefix("hex "), why)
        for language in LANGUAGES:
            assert "{" not in game.words(language).sentence(why)
    assert len(scene.blocked) < 300
    scores = game.scores(state)
    assert [sum(line.points for line in lines) for lines in game.account(state)] == scores


def attempts(seen: dict[str, Any], seat: int) -> Iterator[Path]:
    """What a person might click at the beginning of a turn, or while knights move or are replaced."""
    bar = {"act": True, "move": False, "build": False}.get(seen["phase"])
    if bar is None:
        return
    if bar:
        yield from ((f"button {button}",) for button in BAR)
        yield from (("button cast", f"tile {spell}") for spell in seen.get("spells", []))
        yield from (("button city", f"hex {name}") for name, owner in seen["villages"].items() if owner == seat)
    for name in (name for name, owners in seen["knights"].items() if str(seat) in owners):
        if seen["phase"] in ("act", "build"):
            lead = ("button build",) if bar else ()
            yield (*lead, f"hex {name}", "button village")
            yield (*lead, f"hex {name}", "button stronghold")
        if seen["phase"] in ("act", "move"):
            lead = ("button move",) if bar else ()
            yield from (
                (*lead, f"hex {name}", f"hex {beside}") for beside in around(name) if beside in seen["board"]
            )


def around(name: str) -> list[str]:
    q, r = map(int, name.split(","))
    return [f"{q + dq},{r + dr}" for dq, dr in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))]


def check_truth(seen: dict[str, Any], name: str, why: Said) -> None:
    """What an explanation says of a hex is so."""
    owner = why.about.get("seat_owner")
    pieces = seen["knights"].get(name, {}).get(str(owner), 0) + (seen["villages"].get(name) == owner)
    buildings = seen["villages"] | seen["strongholds"] | seen["cities"]
    truths = {
        "lake": lambda: seen["board"][name] == "lake",
        "forest_city": lambda: seen["board"][name] == "forest",
        "mystery_unbuilt": lambda: seen["board"][name] == "mystery",
        "beside_mystery": lambda: any(seen["board"].get(beside) == "mystery" for beside in around(name)),
        "city_holds": lambda: seen["cities"][name] == owner != seen["seat"],
        "stronghold_holds": lambda: seen["strongholds"][name] == owner != seen["seat"],
        "mountain_held": lambda: seen["board"][name] == "mountain" and pieces == why.about["n"] >= 1,
        "pieces_hold": lambda: pieces == why.about["n"] >= 2,
        "building_there": lambda: buildings[name] == owner,
        "beside_city": lambda: seen["cities"][why.about["hex"]] == owner and why.about["hex"] in around(name),
        "knight_disturbs": lambda: str(why.about["seat_enemy"]) in seen["knights"][name],
        "has_moved": lambda: seen["arrived"] == name,
    }
    assert truths.get(why.key, lambda: True)(), (name, why)


def check_action(game: Game, before: Handle, action: str, after: Handle) -> None:
    """What is told and what the cards say is what the rules have done."""
    was, now = game.describe(before), game.describe(after)
    seat = was["seat"]
    said = game.told(before, action, after, None)
    assert said
    assert game.told(before, action, after, seat) == said, "nothing is hidden"
    check_losses(was, now, seat, [each for each in said if each.key.endswith("_destroyed")])
    if "magic" in now and not action.startswith("cast"):
        found = sum(int(each.about["n"]) for each in said if each.key == "explored")
        assert now["magic"][seat] - was["magic"][seat] == found
    gained = sum(
        int(each.about["n"]) for each in said if each.key in ("titled", "village_to_city", "knight_to_city")
    )
    assert now["scores"][seat] - was["scores"][seat] == gained
    check_cards(was, now, seat, action, game.cards(before, action, after, None))


def check_losses(was: dict[str, Any], now: dict[str, Any], seat: int, said: list[Said]) -> None:
    for enemy in range(len(was["reserve"])):
        for piece in ("knight", "village"):
            returned = now["reserve"][enemy][piece] - was["reserve"][enemy][piece] if enemy != seat else 0
            assert returned == sum(
                each.key == f"{piece}_destroyed" and each.about["seat_enemy"] == enemy for each in said
            )


def others_on(seen: dict[str, Any], name: str, seat: int) -> set[int]:
    """The other seats with knights or a village on a hex."""
    owners = {
        *map(int, seen["knights"].get(name, {})),
        *({seen["villages"][name]} if name in seen["villages"] else ()),
    }
    return owners - {seat}


def check_cards(was: dict[str, Any], now: dict[str, Any], seat: int, action: str, cards: tuple[Card, ...]) -> None:
    """Every hex of a move where enemies were has a card, unless a step only leaves it; its verdict comes true."""
    if not action.startswith("move"):
        assert not any(card.at for card in cards)
        return
    start, end = action.removeprefix("move ").split(">")
    by_hex = {card.at: card for card in cards}
    for name in (start, end):
        present = others_on(was, name, seat)
        if name not in by_hex:
            assert others_on(now, name, seat) == present
            assert not present or name == start
            continue
        assert present == set(by_hex[name].seats) - {seat}
        left = others_on(now, name, seat)
        assert left == (present if by_hex[name].verdict.key == "verdict_shares" else set())
