"""What Baron's board shows, and why things cannot be clicked: first by hand, then by the rules."""

from __future__ import annotations

import random

import pytest

from banneret.core.game import Handle
from banneret.core.hexgrid import ORIGIN, parse_cell
from banneret.core.scene import Scene
from tests.test_baron_story import GAME, TABLES, done, example, in_english, positions, put


def blocked(state: Handle, *path: str) -> str:
    seat = GAME.player(state)
    return in_english(GAME.scene(state, seat).blocked[path])


def test_places_of_the_offer_carry_their_prices_and_what_is_left() -> None:
    state = put(board={"0,0": "meadow"}, offer=["pond", "marsh", "forest"], honour=[-3, 0], phase="take")
    scene = GAME.scene(state, 0)
    assert scene.badges == {"offer 1": "0", "offer 2": "-3 → -4"}
    assert scene.blocked.keys() == {("offer 3",)}
    assert blocked(state, "offer 3") == "It costs 3 honour and would leave -6; nobody may buy below -4."


def test_cells_beside_the_same_kind_say_so() -> None:
    state = put(board={"0,0": "forest", "1,0": "meadow"}, reserves=[["forest", "meadow"], ["meadow"]])
    scene = GAME.scene(state, 0)
    near = {"-1,0", "-1,1", "0,-1", "0,1", "1,-1"}
    assert scene.blocked.keys() == {("tile forest", f"hex {name}") for name in near}
    assert blocked(state, "tile forest", "hex 0,1") == "Tiles of one kind may not touch: forest on 0,0."
    assert near <= {h.name for h in scene.hexes}
    assert ("tile meadow", "hex 0,1") in scene.paths.values()


def test_a_tile_that_fits_nowhere_says_so_while_another_fits() -> None:
    state = put(board={"0,0": "forest"}, reserves=[["forest", "pond"], ["meadow"]])
    assert GAME.scene(state, 0).blocked.keys() == {("tile forest",)}
    assert blocked(state, "tile forest") == "This tile fits nowhere: every free cell touches one of its kind."


def test_where_nothing_fits_the_prompt_asks_for_a_discard() -> None:
    state, _ = example("a discarded tile leaves the game")
    scene = GAME.scene(state, 0)
    assert scene.prompt == "discard"
    assert scene.paths == {"discard quarry": ("button discard", "tile quarry")}
    assert not scene.blocked
    assert GAME.scene(state, 1).prompt == "place"


def test_tiles_that_take_no_donjon_say_why() -> None:
    state = put(
        board={"0,0": "meadow", "1,0": "meadow", "0,1": "meadow", "1,1": "pond"},
        donjons={"0,0": [1, "knight"], "1,0": [0, "baron"]},
        reserves=[["meadow"], ["meadow"]],
        phase="donjon",
    )
    assert GAME.scene(state, 0).blocked.keys() == {("hex 0,0",), ("hex 1,0",), ("hex 1,1",)}
    assert blocked(state, "hex 0,0") == "Red's knight stands here already."
    assert blocked(state, "hex 1,0") == "Blue's baron stands here already."
    assert blocked(state, "hex 1,1") == "Donjons stand on meadows only."


def test_claims_carry_what_they_bring_and_the_other_knights_wait() -> None:
    state = put(
        board={"0,0": "meadow", "1,0": "village", "3,0": "meadow", "5,0": "meadow"},
        donjons={"0,0": [0, "knight"], "3,0": [0, "knight"], "5,0": [0, "knight"]},
        phase="claim",
    )
    scene = GAME.scene(state, 0)
    assert scene.badges == {"button claim": "+2", "hex 0,0": "+2"}
    assert blocked(state, "hex 3,0") == "This knight is asked later."
    later = done(done(state, "claim 0,0"), "waive 3,0")
    assert blocked(later, "hex 0,0") == "This knight has been claimed already."
    assert blocked(later, "hex 3,0") == "This knight has been waived already."


def test_a_donjon_that_came_back_this_turn_waits() -> None:
    state, action = example("beside a donjon that came back another one can be placed")
    after = done(state, action)
    locked = GAME.describe(after)["locked"]
    stock = GAME.describe(after)["stock"][0]
    (donjons,) = (e for e in GAME.scene(after, 0).panels[0].entries if e.label == "donjons")
    assert locked == 1
    assert donjons.things == (str(stock - 1), "1", "waiting")


def test_panels_tell_what_baronies_are_worth() -> None:
    state, action = example("example 5")
    (values,) = (e for e in GAME.scene(done(state, action), 0).panels[0].entries if e.label == "baronies")
    assert values.things[-1] == "9"


def test_overlays_tell_whose_land_is_whose() -> None:
    state, _ = example("example 3")
    overlays = GAME.scene(state, None).overlays
    assert overlays["baronies"]["1,0"] == overlays["baronies"]["0,0"] == (1,)
    assert overlays["knights"]["1,0"] == (0,)
    assert "2,1" not in overlays["knights"]


@pytest.mark.parametrize("phase", ["take", "place", "donjon"])
def test_who_does_not_act_has_nothing_to_click(phase: str) -> None:
    state = put(
        board={"0,0": "forest", "1,0": "meadow"},
        offer=["pond", "pond", "pond"],
        reserves=[["forest"], ["meadow"]],
        phase=phase,
    )
    for seat in (1, None):
        scene = GAME.scene(state, seat)
        assert not scene.paths
        assert not scene.blocked
        assert not scene.badges
        assert not any(h.offers for h in scene.hexes)


# Against the rules


@pytest.mark.parametrize(("players", "style"), TABLES)
def test_what_is_blocked_and_what_is_legal_make_up_all_that_one_may_try(players: int, style: str) -> None:
    for match in positions(players, style, every=4):
        seat = match.player
        assert isinstance(seat, int)
        scene, state = GAME.scene(match.state, seat), match.describe()
        tried = sorted([*scene.paths.values(), *scene.blocked])
        if state["phase"] == "take":
            assert tried == [(f"offer {place + 1}",) for place in range(len(state["offer"]))]
        elif state["phase"] == "donjon":
            assert tried == sorted([("button pass",), *((f"hex {name}",) for name in state["board"])])
        elif scene.prompt == "place":
            expected = {
                (f"tile {kind}", cell) for kind in state["reserves"][seat] for cell in beside(state["board"])
            }
            nowhere = {path[0] for path in scene.blocked if len(path) == 1}
            assert {path for path in tried if len(path) == 2} == {p for p in expected if p[0] not in nowhere}
            check_twins(scene, state["board"])
        check_badges(match.state, scene)


def beside(board: dict[str, str]) -> set[str]:
    """Empty cells of the table that touch a tile."""
    cells = {cell for name in board for cell in parse_cell(name).neighbours()}
    return {f"hex {cell}" for cell in cells if str(cell) not in board and cell.distance(ORIGIN) <= 16}


def check_twins(scene: Scene, board: dict[str, str]) -> None:
    """A barred cell names a tile of the same kind that it touches."""
    for path, said in scene.blocked.items():
        if said.key == "same_kind":
            kind, cell = (step.partition(" ")[2] for step in path)
            assert said.about["kind"] == kind == board[str(said.about["hex"])]
            assert parse_cell(cell).distance(parse_cell(str(said.about["hex"]))) == 1


def check_badges(before: Handle, scene: Scene) -> None:
    """For a donjon, and where a tile starts no fight, the badge is the change of honour."""
    seat = GAME.player(before)
    for action, path in [*scene.paths.items()][::7]:
        badge = scene.badges.get(path[-1], "+0")
        after = done(before, action)
        gained = GAME.scores(after)[seat] - GAME.scores(before)[seat]
        if badge == "✗":
            assert path[-1].removeprefix("hex ") not in GAME.describe(after)["donjons"]
        elif action.startswith("donjon") or (
            action.startswith("place") and not GAME.cards(before, action, after, None)
        ):
            assert int(badge) == gained


# Secrets


@pytest.mark.parametrize("players", [2, 3, 5])
def test_nothing_hidden_shows(players: int) -> None:
    rng = random.Random(f"{players} secrets")
    unlike = 0
    for match in positions(players, "eager", every=9):
        for seat in range(players):
            states = [match.state, *(GAME.sample(match.state, seat, rng) for _ in range(2))]
            unlike += GAME.describe(states[1]) != GAME.describe(states[2])
            scenes = [GAME.scene(state, seat) for state in states]
            assert scenes[0] == scenes[1] == scenes[2]
            possible = set.intersection(*(set(GAME.legal(state)) for state in states))
            for action in map(GAME.text, sorted(possible)[::9]):
                assert len({everything_said(state, action, seat) for state in states}) == 1
    assert unlike


def everything_said(state: Handle, action: str, seat: int) -> str:
    after = done(state, action)
    return repr((GAME.told(state, action, after, seat), GAME.cards(state, action, after, seat)))
