"""What is particular to Baron and no case can tell: what a seat may guess, see and weigh."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from math import gcd, perm
from typing import Any

from banneret.core.conformance import load_cases
from banneret.core.game import Handle
from banneret.core.match import Match
from banneret.core.rng import MASK
from banneret.games.baron.knowledge import TILES_TO_COME
from banneret.games.baron.table import TABLE, Side, State
from tests.conftest import pure

GAME = pure("baron")
FINELY = 24
ONES = ("vineyard", "quarry", "pond")
KINDS = ("meadow", "village", "field", "forest", *ONES, "marsh", "cursed")


def begin(dealt: list[str], offer: list[str], start: str = "meadow") -> Match:
    """A match in which the seats were dealt these tiles."""
    removed = ["meadow", "pond"] if len(dealt) == 5 else []
    setup = {"reserves": [["meadow", kind] for kind in dealt], "removed": removed, "offer": offer, "start": start}
    return Match(GAME, {"players": len(dealt)}, setup)


def put(players: int = 2, **described: Any) -> Handle:
    return GAME.position(GAME.options({"players": players}), described)


def do(state: Handle, action: str) -> None:
    code = GAME.code(action)
    assert code in GAME.legal(state)
    GAME.apply(state, code)


def guesses(state: Handle, seat: int, draws: int) -> Counter[tuple[str, ...]]:
    """How often each deal is guessed, when the random numbers are spread evenly over all that there are."""
    found: Counter[tuple[str, ...]] = Counter()
    for i in range(draws):
        guess = GAME.copy(state)
        word = ((2 * i + 1) << 32) // (2 * draws)
        GAME.kernels.sample(guess, seat, [word & MASK, 0, 0, 0])
        assert GAME.view(guess, seat) == GAME.view(state, seat)
        assert_a_full_set(GAME.read(guess), GAME.read(state))
        found[tuple(GAME.describe(guess)["dealt"])] += 1
    return found


def assert_a_full_set(guess: State, state: State) -> None:
    """A guess only exchanges hidden tiles: there are as many of each kind as before, none fewer than none."""
    for row in (guess.pile, guess.lost, *guess.reserve):
        assert min(row) >= 0
    for kind in range(len(guess.pile)):
        hidden = [s.pile[kind] + s.lost[kind] + sum(row[kind] for row in s.reserve) for s in (guess, state)]
        assert hidden[0] == hidden[1]
    assert sum(guess.pile) == guess.piled == state.piled
    assert [sum(row) for row in guess.reserve] == [sum(row) for row in state.reserve]


def assert_guessed(state: Handle, seat: int, expected: Counter[tuple[str, ...]]) -> None:
    """Each deal is guessed exactly as often as it is likely."""
    assert guesses(state, seat, FINELY * expected.total()) == {deal: FINELY * n for deal, n in expected.items()}


def weighed(unseen: dict[str, int], players: int, **known: str) -> Counter[tuple[str, ...]]:
    """Bayes' rule by hand: a deal is as likely as there are ways to pick its tiles from the unseen ones."""
    weights: Counter[tuple[str, ...]] = Counter()
    for order in permutations(ONES):
        deal = tuple(order[seat % 3] for seat in range(players))
        if all(deal[int(seat[1:])] == kind for seat, kind in known.items()):
            weight = 1
            for kind in ONES:
                weight *= perm(unseen[kind], deal.count(kind))
            weights[deal] += weight
    scale = gcd(*weights.values())
    return Counter({deal: weight // scale for deal, weight in weights.items() if weight})


# What a seat may guess


def test_of_two_players_the_other_holds_a_kind_as_likely_as_its_tiles_are_unseen() -> None:
    match = begin(["pond", "quarry"], ["quarry", "quarry", "vineyard"], start="quarry")
    expected = weighed({"pond": 6, "quarry": 3, "vineyard": 5}, 2, s0="pond")
    assert expected == {("pond", "quarry"): 3, ("pond", "vineyard"): 5}
    assert_guessed(match.state, 0, expected)
    other = weighed({"pond": 6, "quarry": 3, "vineyard": 5}, 2, s1="quarry")
    assert_guessed(match.state, 1, other)


def test_a_kind_of_which_all_tiles_were_seen_is_not_guessed() -> None:
    match = begin(["pond", "quarry"], ["vineyard", "vineyard", "vineyard"], start="vineyard")
    for action in ("take 1", "draw vineyard", "place meadow 1,0", "pass", "take 1", "draw vineyard"):
        match.play(action)
    assert guesses(match.state, 0, 12) == {("pond", "quarry"): 12}


def test_of_three_players_the_two_others_hold_the_other_two_kinds_either_way() -> None:
    match = begin(["quarry", "pond", "vineyard"], ["pond", "pond", "vineyard"], start="pond")
    expected = weighed({"pond": 3, "quarry": 6, "vineyard": 5}, 3, s1="pond")
    assert len(expected) == 2
    assert len(set(expected.values())) == 1
    assert_guessed(match.state, 1, expected)


def test_of_four_players_the_first_and_the_last_hold_the_same_kind() -> None:
    match = begin(["quarry", "pond", "vineyard", "quarry"], ["pond", "pond", "vineyard"], start="pond")
    for seat, kind in enumerate(["quarry", "pond", "vineyard", "quarry"]):
        expected = weighed({"pond": 3, "quarry": 6, "vineyard": 5}, 4, **{f"s{seat}": kind})
        assert_guessed(match.state, seat, expected)


def test_of_five_players_two_pairs_hold_the_same_kinds_and_the_removed_tile_is_seen() -> None:
    dealt = ["quarry", "vineyard", "pond", "quarry", "vineyard"]
    match = begin(dealt, ["vineyard", "vineyard", "village"], start="pond")
    for seat in (0, 2, 4):
        expected = weighed({"pond": 4, "quarry": 6, "vineyard": 4}, 5, **{f"s{seat}": dealt[seat]})
        assert_guessed(match.state, seat, expected)


def test_who_plays_a_kind_that_he_was_not_seen_to_take_was_dealt_it() -> None:
    match = begin(["pond", "quarry", "vineyard"], ["quarry", "forest", "village"])
    for action in ("take 2", "draw field", "place meadow 1,0", "pass", "take 1", "draw marsh"):
        match.play(action)
    assert match.describe()["maybe"] == [[*ONES]] * 3
    match.play("place quarry 0,1")  # he was seen to take this one
    assert match.describe()["maybe"] == [[*ONES]] * 3
    assert len(guesses(match.state, 0, 12)) == 2
    for action in ("pass", "take 1", "draw cursed", "place meadow 1,-1", "pass"):
        match.play(action)
    for action in ("take 1", "draw marsh", "place field 2,0", "pass"):
        match.play(action)
    for action in ("take 1", "draw marsh", "place quarry 2,-1"):  # and not this one
        match.play(action)
    assert match.describe()["maybe"] == [[*ONES], ["quarry"], [*ONES]]
    assert guesses(match.state, 0, 12) == {("pond", "quarry", "vineyard"): 12}
    assert len(guesses(match.state, 1, 12)) == 2


def test_a_discard_rules_out_the_kinds_that_would_have_fitted() -> None:
    board = {"0,0": "quarry", "1,0": "meadow", "2,0": "quarry"}
    state = put(
        board=board,
        reserves=[["quarry", "quarry"], ["meadow", "pond"]],
        dealt=["quarry", "pond"],
        maybe=[[*ONES], [*ONES]],
        pile={"vineyard": 3, "pond": 2},
    )
    assert GAME.describe(state)["maybe"][0] == [*ONES]
    assert len(guesses(state, 1, 12)) == 2
    do(state, "discard quarry")
    assert GAME.describe(state)["maybe"] == [["quarry"], [*ONES]]
    assert guesses(state, 1, 12) == {("quarry", "pond"): 12}
    assert len(guesses(state, 0, 12)) == 2


def test_the_last_of_a_kind_that_is_discarded_was_dealt() -> None:
    board = {"0,0": "quarry", "1,0": "meadow", "2,0": "quarry"}
    state = put(
        board=board, reserves=[["quarry"], ["meadow"]], dealt=["quarry", "pond"], maybe=[[*ONES], ["pond"]]
    )
    do(state, "discard quarry")
    assert GAME.describe(state)["maybe"] == [["quarry"], ["pond"]]


def test_a_discard_does_not_unlearn_what_a_seat_was_dealt() -> None:
    """Its pond was played and is known; that a pond would fit says nothing about the quarry that it discards."""
    state = put(
        3,
        board={"0,0": "quarry", "1,0": "meadow", "2,0": "quarry"},
        reserves=[["quarry"], ["meadow", "quarry"], ["meadow", "vineyard"]],
        dealt=["pond", "quarry", "vineyard"],
        maybe=[["pond"], [*ONES], [*ONES]],
        pile={"quarry": 2, "pond": 2, "vineyard": 2},
    )
    before = guesses(state, 0, 200)
    do(state, "discard quarry")
    assert GAME.describe(state)["maybe"][0] == ["pond"]
    assert guesses(state, 0, 200).keys() == before.keys()
    assert len(before) == 2


def test_where_several_kinds_fit_nowhere_any_of_them_is_discarded() -> None:
    """Only at the edge of the table can this happen, so the whole table is filled but for one cell."""
    board = {str(cell): "meadow" for cell in TABLE.cells if str(cell) != "0,0"}
    board |= {"1,0": "quarry", "-1,0": "pond", "0,1": "cursed"}
    state = put(
        board=board,
        reserves=[["cursed", "pond", "quarry", "quarry"], ["meadow"]],
        dealt=["pond", "vineyard"],
        maybe=[[*ONES], [*ONES]],
    )
    legal = [GAME.text(code) for code in GAME.legal(state)]
    assert legal == ["discard quarry", "discard pond", "discard cursed"]
    do(state, "discard cursed")
    assert GAME.describe(state)["maybe"] == [["quarry", "pond"], [*ONES]]
    assert GAME.describe(state)["reserves"] == [["pond", "quarry", "quarry"], ["meadow"]]


def test_what_an_eliminated_seat_was_dealt_is_guessed_among_the_lost_tiles() -> None:
    state = put(
        3,
        board={"0,0": "meadow"},
        reserves=[["pond"], [], ["vineyard"]],
        dealt=["pond", "quarry", "vineyard"],
        maybe=[[*ONES]] * 3,
        out=[1],
        stock=[4, 0, 4],
        lost={"quarry": 1, "marsh": 1},
        pile={"quarry": 1, "vineyard": 2, "meadow": 3},
    )
    expected = weighed({"pond": 1, "quarry": 2, "vineyard": 3}, 3, s0="pond")
    assert len(expected) == 2
    assert_guessed(state, 0, expected)
    seen = set()
    for seed in range(20):
        guess = GAME.describe(GAME.sample(state, 0, random.Random(seed)))
        lost = {kind: count for kind, count in guess["lost"].items() if count}
        assert lost == {guess["dealt"][1]: 1, "marsh": 1}
        assert guess["reserves"] == [["pond"], [], [guess["dealt"][2]]]
        seen.add(guess["dealt"][1])
    assert seen == {"quarry", "vineyard"}


def test_a_seat_whose_dealt_tile_lies_on_the_table_is_guessed_right_and_keeps_its_reserve() -> None:
    state = put(
        board={"0,0": "quarry"},
        reserves=[["pond"], ["forest", "meadow"]],
        dealt=["pond", "quarry"],
        maybe=[[*ONES], ["quarry"]],
        pile={"quarry": 1, "vineyard": 2},
    )
    guess = GAME.sample(state, 0, random.Random(1))
    assert GAME.describe(guess) == GAME.describe(state)
    assert guesses(state, 1, 30) == {("pond", "quarry"): 10, ("vineyard", "quarry"): 20}


def test_what_is_ruled_out_takes_no_share_of_the_rest() -> None:
    state = put(
        board={"0,0": "meadow"},
        reserves=[["pond"], ["quarry"]],
        dealt=["pond", "quarry"],
        maybe=[["vineyard", "pond"], [*ONES]],
        pile={"quarry": 1, "vineyard": 2},
    )
    assert_guessed(state, 1, Counter({("pond", "quarry"): 1, ("vineyard", "quarry"): 2}))


# States


def test_states_are_tidy_after_every_action() -> None:
    """Nothing of a fight is left, and numbers kept for speed say what they count."""
    for case in load_cases(GAME.edition.folder / "cases.toml"):
        if "position" in case and "refused" not in case:
            handle = GAME.position(GAME.options(case["options"]), case["position"])
            for action in case.get("play", []):
                do(handle, action)
                state = GAME.read(handle)
                assert not any(state.strength + state.routed), case["name"]
                assert set(state.side) <= {Side.KNIGHT, Side.BARON}, case["name"]
                for row in (state.cell, state.owner, state.side):
                    assert not any(row[state.towers :]), case["name"]
                towers = {cell: number - 1 for cell, number in enumerate(state.tower_on) if number}
                assert towers == {state.cell[t]: t for t in range(state.towers)}, case["name"]
                assert not any(state.offer[state.offered :]), case["name"]
                assert state.tiles == [sum(row) for row in state.reserve], case["name"]
                assert min(state.tiles) >= 0, case["name"]
                assert state.piled == sum(state.pile), case["name"]
                assert set(state.claimed) <= {0, 1}, case["name"]


def test_kernels_find_nothing_to_do_in_a_game_that_is_over() -> None:
    state = put(board={"0,0": "meadow"}, phase="end")
    assert GAME.kernels.legal(state, [0]) == 0
    before = GAME.describe(state)
    GAME.kernels.apply(state, GAME.code("pass"))
    assert GAME.describe(state) == before


# What a seat may see


def test_a_view_counts_what_is_unseen_and_hides_the_others_reserves() -> None:
    state = put(
        3,
        board={"0,0": "meadow"},
        reserves=[["pond", "village"], ["quarry", "meadow", "meadow"], []],
        dealt=["pond", "quarry", "vineyard"],
        maybe=[[*ONES]] * 3,
        out=[2],
        lost={"vineyard": 1},
        pile={"marsh": 2, "meadow": 4},
        offer=["cursed"],
    )
    nothing = dict.fromkeys(KINDS, 0)
    mine = GAME.view(state, 0)
    assert mine["reserves"] == [["pond", "village"], ["?", "?", "?"], []]
    assert mine["pile"] == {"?": 6}
    assert mine["unseen"] == nothing | {"marsh": 2, "meadow": 6, "quarry": 1, "vineyard": 1}
    everybodys = GAME.view(state, None)
    assert everybodys["reserves"] == [["?", "?"], ["?", "?", "?"], []]
    assert everybodys["unseen"] == mine["unseen"] | {"pond": 1, "village": 1}
    assert everybodys["offer"] == ["cursed"]
    assert not {"dealt", "maybe", "lost"} & set(mine)


def test_a_kind_is_drawn_as_likely_as_its_tiles_are_left() -> None:
    state = put(board={"0,0": "meadow"}, offer=["pond"], pile={"meadow": 5, "marsh": 1, "cursed": 2}, phase="draw")
    assert [GAME.text(code) for code in GAME.legal(state)] == ["draw meadow", "draw marsh", "draw cursed"]
    assert GAME.chance(state) == [5, 1, 2]
    assert GAME.kernels.chance(state, [0] * 9) == 8


# What a seat may weigh


def test_features_count_what_a_seat_has_and_what_its_knights_promise() -> None:
    barony = {
        "1,0": "village",
        "1,-1": "pond",
        "0,-1": "field",
        "-1,0": "quarry",
        "-1,1": "marsh",
        "0,1": "forest",
    }
    state = put(
        3,
        board={"0,0": "meadow", **barony, "2,0": "meadow", "3,0": "field", "2,1": "vineyard", "-2,0": "meadow"},
        donjons={"0,0": [0, "baron"], "2,0": [0, "knight"], "-2,0": [1, "knight"]},
        honour=[4, -1, 7],
        out=[2],
        stock=[2, 3, 0],
        reserves=[["meadow", "meadow", "village", "cursed"], ["pond"], []],
        offer=["pond", "pond"],
        pile={"meadow": 4, "marsh": 1},
    )
    # The knight touches three tiles: a field and a vineyard, and a village that the barony counted.
    assert GAME.features(state, 0) == {
        "progress": 1 - 7 / TILES_TO_COME,
        "honour": 4,
        "out": 0,
        "in_danger": 0,
        "stock": 2,
        "knights": 1,
        "barons": 1,
        "established": 8,
        "promised": 3 * 3 / 6,
        "reserve_meadows": 2,
        "reserve_value": 1,
        "doomed": 0,
        "hollow": 1,
        "spoils": 0,
        "turn": 1,
        "laid": 3 / 6,
        "prize": 3,
        "curses": 1,
        "storm": 0,
    }
    assert GAME.features(state, 1) == {
        "progress": 1 - 7 / TILES_TO_COME,
        "honour": -1,
        "out": 0,
        "in_danger": 3,
        "stock": 3,
        "knights": 1,
        "barons": 0,
        "established": 0,
        "promised": 0,
        "reserve_meadows": 0,
        "reserve_value": 1,
        "doomed": 1 / 6,
        "hollow": 0,
        "spoils": 0,
        "turn": 0,
        "laid": 0,
        "prize": 0,
        "curses": 0,
        "storm": 0,
    }
    assert GAME.features(state, 2)["out"] == 1


def test_features_of_a_knight_that_would_beat_a_baron() -> None:
    barony = {
        "1,0": "pond",
        "1,-1": "meadow",
        "0,-1": "meadow",
        "-1,0": "quarry",
        "-1,1": "marsh",
        "0,1": "meadow",
    }
    state = put(
        2,
        board={"0,0": "meadow", **barony, "-2,0": "meadow", "-3,0": "village", "-2,-1": "forest"},
        donjons={"0,0": [0, "baron"], "-2,0": [1, "knight"]},
        honour=[1, 0],
        stock=[4, 4],
        reserves=[["meadow"], ["marsh", "cursed", "pond"]],
    )
    # Without the quarry that they share, the knight is worth five and the baron nothing.
    told = GAME.features(state, 1)
    assert {name: told[name] for name in ("laid", "prize", "promised", "spoils", "storm", "doomed", "curses")} == {
        "laid": 3 / 6,
        "prize": 6,
        "promised": 6 * 3 / 6,
        "spoils": 1 * 3 / 6,
        "storm": (3 / 6) ** 2,
        "doomed": 0,
        "curses": 2,
    }


def test_features_replace_whatever_their_row_held() -> None:
    state = put(board={"0,0": "meadow"}, honour=[1, 0], stock=[5, 5])
    row = [9.0] * len(GAME.info.features)
    GAME.kernels.features(state, 0, row)
    assert dict(zip(GAME.info.features, row, strict=True)) == GAME.features(state, 0)
    assert GAME.features(state, 0)["progress"] == 1
    assert GAME.features(state, 0)["in_danger"] == 1


def urges(state: Handle, style: str) -> dict[str, int]:
    number = GAME.style(style)
    return {GAME.text(code): GAME.kernels.urge(state, code, number) for code in GAME.legal(state)}


def test_each_style_likes_what_it_is_named_for() -> None:
    shop = put(board={"0,0": "meadow"}, offer=["pond", "pond", "pond"], phase="take")
    assert urges(shop, "uniform") == {"take 1": 1, "take 2": 1, "take 3": 1}
    assert urges(shop, "thrifty") == {"take 1": 40, "take 2": 1, "take 3": 1}
    assert urges(shop, "eager") == {"take 1": 2, "take 2": 3, "take 3": 3}

    board = {"0,0": "meadow", "1,0": "meadow", "0,1": "pond"}
    hand = put(board=board, reserves=[["quarry"], ["quarry"]])
    assert set(urges(hand, "uniform").values()) == {1}
    assert urges(hand, "thrifty")["place quarry 1,1"] == 1 + 2**3
    assert urges(hand, "thrifty")["place quarry 2,0"] == 1 + 1
    assert urges(hand, "eager")["place quarry 1,1"] == 1 + 10 * 2**3
    assert urges(hand, "eager")["place quarry 2,0"] == 1 + 10

    build = put(board=board, reserves=[["quarry"], ["quarry"]], phase="donjon")
    assert urges(build, "thrifty") == {"donjon 0,0": 9, "donjon 1,0": 9, "pass": 60}
    assert urges(build, "eager") == {"donjon 0,0": 81, "donjon 1,0": 81, "pass": 1}

    claim = put(board=board, donjons={"0,0": [0, "knight"]}, phase="claim")
    assert urges(claim, "thrifty") == {"claim 0,0": 1, "waive 0,0": 1}
    assert urges(claim, "eager") == {"claim 0,0": 9, "waive 0,0": 1}
