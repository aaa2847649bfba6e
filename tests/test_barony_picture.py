"""What Barony and Sorcery offer to click, and why they refuse the rest, in positions known by hand."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from banneret.core.scene import Said
from banneret.core.words import LANGUAGES
from tests.barony import KEYS, played, put_up, shown
from tests.conftest import pure

REASONS = [
    pytest.param(key, reason, id=f"{key}: {reason['name']}")
    for reason in tomllib.loads(Path(__file__).with_name("barony_reasons.toml").read_text(encoding="utf-8"))[
        "reason"
    ]
    for key in KEYS
    if reason.get("game", key) == key
]


@pytest.mark.parametrize(("key", "reason"), REASONS)
def test_what_is_refused_says_why(key: str, reason: dict[str, Any]) -> None:
    why = shown(key, reason["position"]).blocked[tuple(reason["clicks"])]
    assert why == Said(reason["says"], reason.get("about", {}))


@pytest.mark.parametrize("key", KEYS)
def test_every_option_has_a_name_and_a_help_in_every_language(key: str) -> None:
    for language in LANGUAGES:
        words = pure(key).words(language)
        assert all(words.option[option.name].keys() == {"label", "help"} for option in pure(key).info.options)
        assert words.about[key].keys() == {"title", "summary"}


def test_the_bar_has_every_action_open_or_with_a_reason() -> None:
    scene = shown(
        "barony", {"knights": {"0,0": {"0": 1}}, "cities": {"2,1": 0}, "tokens": [[0, 0, 0, 3], [0] * 4]}
    )
    assert {path[0] for path in scene.paths.values()} == {
        f"button {button}" for button in ("recruit", "move", "build", "expedition", "title")
    }
    assert scene.blocked["button city",] == Said("no_village_on_board")
    assert "button cast" not in {path[0] for path in scene.blocked}


def test_actions_are_clicked_piece_first_once_the_button_is_left_out() -> None:
    scene = shown("barony", {"knights": {"0,0": {"0": 1}}, "cities": {"2,1": 0}, "villages": {"-2,0": 0}})
    assert scene.paths["recruit 2,1 2"] == ("button recruit", "hex 2,1", "number 2")
    assert scene.paths["move 0,0>1,0"] == ("button move", "hex 0,0", "hex 1,0")
    assert scene.paths["village 0,0"] == ("button build", "hex 0,0", "button village")
    assert scene.paths["city -2,0"] == ("button city", "hex -2,0")
    assert scene.paths["expedition 3,-3"] == ("button expedition", "hex 3,-3")


def test_a_title_is_paid_by_one_click_and_least_waste_comes_first() -> None:
    scene = shown("barony", {"tokens": [[0, 0, 3, 3], [0] * 4], "knights": {"0,0": {"0": 1}}})
    titles = [path for action, path in scene.paths.items() if action.startswith("title")]
    assert titles == [
        ("button title", "tile 3 field"),
        ("button title", "tile 3 plain 1 field"),
        ("button title", "tile 2 plain 2 field"),
    ]
    assert [scene.badges.get(path[1]) for path in titles] == [None, "-2", "-3"]
    assert scene.badges["button title"] == "+15"


def test_of_payments_that_waste_the_same_the_one_worth_fewest_points_unused_comes_first() -> None:
    scene = shown("barony", {"tokens": [[0, 5, 0, 3], [0] * 4]})
    titles = [action for action in scene.paths if action.startswith("title")]
    assert titles[:2] == ["title 0 5 0 0", "title 0 0 0 3"]


def test_spells_lie_on_a_shelf_family_by_family_with_their_cost() -> None:
    spells = ["tornado", "portal", "sanctuary", "celerity", "charm"]
    scene = shown("sorcery", {"spells": spells, "magic": [3, 0], "knights": {"0,0": {"0": 1}}})
    (shelf,) = (tray for tray in scene.trays if tray.label == "spells")
    assert shelf.things == ("celerity", "tornado", "charm", "portal", "sanctuary")
    assert [scene.badges[f"tile {spell}"] for spell in shelf.things] == ["1", "2", "1", "2", "2"]
    both = ("button cast", "tile celerity", "tile tornado", "button cast now")
    assert scene.paths["cast celerity+tornado"] == both


def test_what_is_clear_is_not_asked() -> None:
    position = {"knights": {"0,0": {"0": 1}}, "cities": {"2,1": 0, "-2,0": 0}, "magic": [1, 0]}
    game, state = put_up("sorcery", position, spells=["celerity", "charm", "tornado", "portal", "illusion"])
    charmed = game.scene(played(game, state, "cast charm"), 0)
    assert charmed.paths["recruit 2,1 1"] == ("hex 2,1",)
    assert charmed.prompt == "cast_charm"
    hurried = played(game, played(game, state, "cast celerity"), "move 0,0>1,0")
    assert game.scene(hurried, 0).paths["move 1,0>2,0"] == ("hex 2,0",)
    assert game.scene(hurried, 0).prompt == "cast_step"


def test_a_mystery_place_tells_its_magic_and_offers_it_to_who_was_not_there() -> None:
    position = {
        "board": {"1,0": "mystery", "-1,0": "mystery"},
        "knights": {"0,0": {"0": 1}},
        "footprints": {"1,0": [1], "-1,0": [0]},
    }
    scene = shown("sorcery", position)
    assert {h.name: h.value for h in scene.hexes if h.terrain == "mystery"} == {"1,0": "2", "-1,0": "2"}
    assert scene.badges["hex 1,0"] == "+2"
    assert "hex -1,0" not in scene.badges


def test_who_looks_on_has_nothing_to_click_and_needs_no_reasons() -> None:
    game, state = put_up("sorcery", {"knights": {"0,0": {"0": 1}}, "magic": [5, 5]})
    for seat in (1, None):
        scene = game.scene(state, seat)
        assert not scene.paths
        assert not scene.blocked
        assert all(tile.startswith("tile ") for tile in scene.badges)


def test_overlays_show_what_is_guarded_and_what_lies_beside_cities() -> None:
    scene = shown(
        "barony",
        {
            "board": {"2,0": "mountain"},
            "knights": {"0,0": {"0": 2}, "1,0": {"1": 1}, "2,0": {"1": 1}},
            "cities": {"-3,0": 1},
        },
    )
    assert scene.overlays["guarded"] == {"0,0": (0,), "2,0": (1,), "-3,0": (1,)}
    assert scene.overlays["near_city"] == {"-2,0": (1,), "-3,1": (1,), "-2,-1": (1,)}
