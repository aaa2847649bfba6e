"""Which clicks make which action: the page's own logic, run in the browser over made-up and real positions."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page

from banneret.core.match import Match
from tests.conftest import KEYS, pure

from .conftest import ServerProcess

POSITIONS = 60

# Clicks each action's way to it as a person may: only on what is offered, without buttons where that is possible.
REACHED = """async positions => {
    const { following, meant } = await import('/static/js/paths.js');
    const lost = [];
    for (const paths of positions) {
        for (const [action, path] of Object.entries(paths)) {
            for (const terse of [true, false]) {
                const clicks = [];
                const left = [...path];
                while (left.length && meant(paths, clicks) !== action) {
                    const offered = following(paths, clicks);
                    const firm = left.findIndex(thing => !thing.startsWith('button '));
                    const wish = terse && firm >= 0 && offered.includes(left[firm]) ? firm
                        : left.findIndex(thing => offered.includes(thing));
                    if (wish < 0) break;
                    clicks.push(...left.splice(wish, 1));
                }
                if (meant(paths, clicks) !== action) lost.push([action, path, clicks]);
            }
        }
    }
    return lost;
}"""


@pytest.fixture
def bench(page: Page, server: ServerProcess) -> Page:
    """A page in which our modules can be loaded."""
    page.goto("/")
    return page


def run(page: Page, call: str, *given: Any) -> Any:
    return page.evaluate(
        f"async given => {{ const paths = await import('/static/js/paths.js'); return {call}; }}", given
    )


@pytest.mark.parametrize("key", KEYS)
def test_every_action_can_be_reached_by_clicks(bench: Page, key: str) -> None:
    rng = random.Random(5)
    game = pure(key)
    positions = []
    match = Match.new(game, {"players": game.info.players[0]}, rng)
    while len(positions) < POSITIONS:
        if match.over:
            match = Match.new(game, {"players": game.info.players[0]}, rng)
        seat = match.player
        if isinstance(seat, int) and rng.random() < 0.3:
            positions.append(game.scene(match.state, seat).paths)
        match.play(match.choose(rng, rng.choice(game.info.styles)))
    assert bench.evaluate(REACHED, positions) == []


MOVES = {
    "move 1>2": ["button move", "hex 1", "hex 2"],
    "move 1>3": ["button move", "hex 1", "hex 3"],
    "jump 1>3": ["button jump", "hex 1", "hex 3"],
    "pass": ["button pass"],
}


def test_buttons_before_a_hex_can_be_left_out(bench: Page) -> None:
    assert run(bench, "paths.following(given[0], [])", MOVES) == [
        "button move",
        "hex 1",
        "button jump",
        "button pass",
    ]
    assert run(bench, "paths.meant(given[0], ['hex 1', 'hex 2'])", MOVES) == "move 1>2"


def test_buttons_are_asked_for_where_actions_differ_in_nothing_else(bench: Page) -> None:
    assert run(bench, "paths.meant(given[0], ['hex 1', 'hex 3'])", MOVES) is None
    assert run(bench, "paths.following(given[0], ['hex 1', 'hex 3'])", MOVES) == ["button move", "button jump"]
    assert run(bench, "paths.meant(given[0], ['hex 1', 'hex 3', 'button jump'])", MOVES) == "jump 1>3"


def test_nothing_happens_without_a_click(bench: Page) -> None:
    alone = {"pass": ["button pass"]}
    assert run(bench, "paths.meant(given[0], [])", alone) is None
    assert run(bench, "paths.implied(given[0], [])", alone) == []


def test_the_only_way_to_go_on_needs_no_click(bench: Page) -> None:
    tiles = {"place a 1": ["tile a", "hex 1"], "place a 2": ["tile a", "hex 2"]}
    assert run(bench, "paths.implied(given[0], [])", tiles) == ["tile a"]


def test_a_choice_can_be_changed_without_taking_it_back(bench: Page) -> None:
    tiles = {"place a 1": ["tile a", "hex 1"], "place b 2": ["tile b", "hex 2"], "place b 3": ["tile b", "hex 3"]}
    assert run(bench, "paths.clicked(given[0], ['tile a'], 'tile b')", tiles) == ["tile b"]
    assert run(bench, "paths.clicked(given[0], ['tile a'], 'hex 3')", tiles) is None


def test_counts_mean_nothing_before_it_is_clear_what_they_count(bench: Page) -> None:
    spend = {"treasury 1": ["button treasury", "number 1"], "treasury 2": ["button treasury", "number 2"], **MOVES}
    assert "number 1" not in run(bench, "paths.following(given[0], [])", spend)
    assert run(bench, "paths.following(given[0], ['button treasury'])", spend) == ["number 1", "number 2"]


def test_a_last_button_ends_a_choice_of_several_things(bench: Page) -> None:
    spells = {
        "cast a": ["button cast", "tile a", "button now"],
        "cast a+b": ["button cast", "tile a", "tile b", "button now"],
    }
    assert run(bench, "paths.following(given[0], ['tile a'])", spells) == ["button now", "tile b"]
    assert run(bench, "paths.meant(given[0], ['tile a', 'button now'])", spells) == "cast a"
    assert run(bench, "paths.meant(given[0], ['tile a', 'tile b'])", spells) == "cast a+b"


def test_barred_things_say_why_after_the_clicks_that_they_are_barred_after(bench: Page) -> None:
    barred = [[["button move", "hex 1", "hex 4"], "too far"], [["hex 9"], "a mountain"]]
    tell = "[...paths.barred(given[0], given[1], [], given[2])]"
    assert run(bench, tell, barred, [], False) == [["hex 9", "a mountain"]]
    assert run(bench, tell, barred, ["button move", "hex 1"], False) == [["hex 4", "too far"]]
    assert run(bench, tell, barred, ["hex 1"], True) == [["hex 4", "too far"]]
