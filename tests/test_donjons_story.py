"""What Donjons et Barons and Terra Baronum show and say, in positions known by hand.

In positions the faces lie in order: tiles 1-9 have 1 point, 10-18 2, 19-27 3, 28-37 4. Tile 19 is the centre;
from it run 20-21-22 east, 13-8-4, 12-6-1, 18-17-16 west, 25-30-34, 26-32-37.
"""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.game import Game, Handle
from banneret.core.scene import Card, Said, Scene
from banneret.core.words import LANGUAGES
from tests.conftest import pure

BOTH = pytest.mark.parametrize("key", ["donjons", "terra"])


def put_up(
    key: str, players: int = 2, options: dict[str, Any] | None = None, **described: Any
) -> tuple[Game, Handle]:
    game = pure(key)
    chosen = game.options({"players": 2, **(options or {})})
    return game, game.position(chosen, {"die": 4, "barons": [19, 36], **described})


def acted(game: Game, state: Handle, action: str) -> tuple[list[str], tuple[Card, ...], Handle]:
    """What an action is told as (English, seats by number), its cards, and the state after it."""
    assert game.code(action) in game.legal(state)
    after = game.copy(state)
    game.apply(after, game.code(action))
    told = game.told(state, action, after, None)
    return [spoken(game, said) for said in told], game.cards(state, action, after, None), after


def spoken(game: Game, said: Said) -> str:
    return game.words("en").sentence(said, lambda seat: f"Seat{seat}")


def why(game: Game, scene: Scene, *path: str) -> str:
    return spoken(game, scene.blocked[path])


# Rays


def shown_rays(game: Game, state: Handle) -> dict[tuple[str, ...], tuple[str, str, bool]]:
    """The hexes of each ray without the command tile, why it ends, what stops it, and whether it leads inward."""
    rays = game.scene(state, None).rays
    assert len(rays) == 6
    assert {ray.hexes[0] for ray in rays} == {"19"}
    return {ray.hexes[1:]: (spoken(game, ray.end), ray.stopper, ray.inward) for ray in rays}


@BOTH
def test_troops_are_sent_as_far_as_six_rays_reach(key: str) -> None:
    game, state = put_up(
        key,
        phase="disperse",
        command=19,
        orders=1,
        mountains=[20, 37],
        troops={"19": [0, 5], "26": [0, 1], "17": [1, 2]},
        donjons={"8": 1},
        knights=[[], [12]],
    )
    assert shown_rays(game, state) == {
        (): ("Tile 20 is a mountain.", "20", False),
        ("26", "32"): ("Tile 37 is a mountain.", "37", False),
        ("18", "17"): ("Troops of Seat1 hold tile 17: it can be entered, but not passed.", "17", False),
        ("13", "8"): ("The donjon of Seat1 on tile 8 can be entered, but not passed.", "8", False),
        ("12",): ("An active knight of Seat1 holds tile 12.", "12", False),
        ("25", "30", "34"): ("The board ends here.", "", False),
    }


def test_a_ray_ends_before_a_knight_where_troops_may_not_enter() -> None:
    options = {"disperse_enters_knights": False}
    where = {"phase": "disperse", "command": 19, "orders": 1, "troops": {"19": [0, 5]}, "knights": [[], [12]]}
    game, state = put_up("donjons", options=options, **where)
    assert shown_rays(game, state)[()] == ("An active knight of Seat1 holds tile 12.", "12", False)
    assert why(game, game.scene(state, 0), "hex 12") == "An active knight of Seat1 holds tile 12."


@BOTH
def test_the_call_to_gather_passes_enemies_but_not_mountains_nor_knights(key: str) -> None:
    game, state = put_up(
        key,
        phase="gather",
        command=19,
        orders=1,
        mountains=[21],
        troops={"16": [0, 5], "17": [1, 2], "1": [0, 1]},
        donjons={"8": 1},
        knights=[[], [6]],
    )
    rays = shown_rays(game, state)
    assert rays[("20",)] == ("Tile 21 is a mountain.", "21", True)
    assert rays[("12",)] == ("An active knight of Seat1 holds tile 6.", "6", True)
    assert rays[("18", "17", "16")] == ("The board ends here.", "", True)
    assert rays[("13", "8", "4")] == ("The board ends here.", "", True)
    scene = game.scene(state, 0)
    assert why(game, scene, "hex 1") == "An active knight of Seat1 holds tile 6."


def test_knights_do_not_stop_the_call_if_an_option_says_so() -> None:
    where = {"phase": "gather", "command": 19, "orders": 1, "troops": {"1": [0, 1]}, "knights": [[], [6]]}
    game, state = put_up("donjons", options={"gather_blocked_by_knights": False}, **where)
    assert shown_rays(game, state)[("12", "6", "1")] == ("The board ends here.", "", True)


def test_there_are_no_rays_while_no_order_is_open() -> None:
    game, state = put_up("donjons", troops={"19": [0, 5]})
    assert game.scene(state, 0).rays == ()


# Reasons


@BOTH
def test_an_active_knight_silences_the_baron(key: str) -> None:
    game, state = put_up(key, troops={"19": [0, 5]}, knights=[[], [19]])
    scene = game.scene(state, 0)
    for order in ("recruit", "build", "disperse", "gather"):
        assert why(game, scene, f"button {order}") == "An active knight of Seat1 holds tile 19."
    assert scene.overlays["active"] == {"19": (1,)}
    assert scene.overlays["command_baron"] == {"36": (1,)}


@BOTH
def test_a_donjon_commands_alone_until_a_knight_holds_it(key: str) -> None:
    game, state = put_up(key, donjons={"13": 0}, troops={"13": [0, 1], "19": [0, 1]})
    scene = game.scene(state, 0)
    assert scene.overlays["command_donjon"] == {"13": (0,)}
    assert why(game, scene, "button recruit", "hex 13").startswith("The donjon on tile 13 alone")
    game, state = put_up(key, donjons={"13": 0}, troops={"13": [0, 1]}, knights=[[], [13]])
    scene = game.scene(state, 0)
    assert why(game, scene, "hex 13") == "An active knight of Seat1 holds tile 13."
    assert scene.overlays["command_donjon"] == {}


def test_a_knight_in_a_melee_does_not_command_in_terra() -> None:
    game, state = put_up("terra", donjons={"13": 0}, knights=[[13], [13]])
    assert "held in a melee" in why(game, game.scene(state, 0), "button recruit", "hex 13")


def test_a_commanding_knight_is_not_counted_in_donjons() -> None:
    game, state = put_up("donjons", donjons={"13": 0}, knights=[[13], [13]])
    assert "he does not fight" in why(game, game.scene(state, 0), "button recruit", "hex 13")


@BOTH
def test_a_knight_commands_in_a_donjon(key: str) -> None:
    game, state = put_up(key, donjons={"13": 0}, knights=[[13], [1]])
    scene = game.scene(state, 0)
    assert scene.badges["button recruit"] == "+1"
    assert scene.badges["button recruit die"] == "+2/+3"
    assert scene.overlays["command_knight"] == {"13": (0,)}
    assert why(game, scene, "button build") == "A donjon of Seat0 stands beside tile 19; donjons must be apart."


@BOTH
def test_what_an_order_lacks(key: str) -> None:
    game, state = put_up(key, troops={"19": [0, 2]})
    scene = game.scene(state, 0)
    assert why(game, scene, "button build") == "Building takes 3 troops on tile 19; Seat0 has 2 there."
    assert why(game, scene, "button gather") == "Seat0 has no troops that could hear a call to a command tile."
    assert why(game, scene, "button raze") == "Seat0 has no donjon on the board."
    game, state = put_up(key, reserve=[0, 27], discard=[30, 3], donjons={"1": 1})
    scene = game.scene(state, 0)
    assert why(game, scene, "button recruit") == "Seat0 has no troops left in the reserve."
    assert why(game, scene, "button disperse") == "Seat0 has no troops on a command tile that could leave it."


def test_enemy_troops_keep_recruits_away_in_terra_only() -> None:
    game, state = put_up("terra", troops={"19": [1, 2]})
    assert why(game, game.scene(state, 0), "button recruit") == "Troops of Seat1 stand on tile 19."
    game, state = put_up("donjons", troops={"19": [1, 2]})
    assert ("button recruit",) not in game.scene(state, 0).blocked


@BOTH
def test_the_die_does_not_pay_for_everything(key: str) -> None:
    game, state = put_up(key, die=3, orders=1)
    assert why(game, game.scene(state, 0), "button recruit") == "With a 3 on the die there is no second order."
    game, state = put_up(key, die=4, orders=1, bonus=False)
    assert why(game, game.scene(state, 0), "button recruit") == "The die's bonus has been spent in this turn."
    game, state = put_up(key, die=4, orders=1)
    assert "not for both" in why(game, game.scene(state, 0), "button recruit die")
    game, state = put_up(key, die=1)
    only_one = "With a 1 on the die only 1 troop would come to tile 19."
    assert why(game, game.scene(state, 0), "button recruit die") == only_one


@BOTH
def test_officers_are_told_why_they_cannot_go_there(key: str) -> None:
    game, state = put_up(key, barons=[19, 20], mountains=[13], moves=1)
    scene = game.scene(state, 0)
    assert why(game, scene, "button baron", "hex 19", "hex 13") == "Tile 13 is a mountain."
    assert why(game, scene, "button baron", "hex 19", "hex 20").startswith("The baron of Seat1 stands on tile 20")
    too_far = "Tile 22 is too far: with a 4 on the die an officer moves 2 tiles at most, around the mountains."
    assert why(game, scene, "button baron", "hex 19", "hex 22") == too_far
    game, state = put_up(key, bonus=False)
    one_step = "The bonus is spent: officers move one tile only."
    assert why(game, game.scene(state, 0), "button baron", "hex 19", "hex 21") == one_step


@BOTH
def test_a_baron_who_paused_can_do_nothing_but_leave(key: str) -> None:
    game, state = put_up(key, barons=[20, 20], moves=1, knights=[[1], []])
    scene = game.scene(state, 0)
    leave = "The baron of Seat0 must first leave tile 20, where another baron stands."
    assert scene.prompt == "leave"
    for button in ("pass", "knight", "recruit", "disperse"):
        assert why(game, scene, f"button {button}") == leave


def test_the_card_tells_its_holder_why_it_is_of_no_use() -> None:
    game, state = put_up("terra", cards=[19, 5], moves=1)
    scene = game.scene(state, 0)
    assert "before the first action" in why(game, scene, "button treasury")
    assert why(game, scene, "button ride baron") == "Nobody is left to ride: the card shows tile 19."
    game, state = put_up("terra", dealt=[19, 5], given_up=["ride", None])
    assert why(game, game.scene(state, 0), "button treasury") == "Seat0 has already given up the personal card."


@BOTH
def test_troops_cannot_be_sent_around_corners_or_past_enemies(key: str) -> None:
    where = {"phase": "disperse", "command": 19, "orders": 1}
    game, state = put_up(key, **where, troops={"19": [0, 5], "18": [1, 2]}, donjons={"18": 1})
    scene = game.scene(state, 0)
    assert scene.paths["send 19>18 2"] == ("hex 18", "number 2")
    assert scene.badges == {"hex 18": "-5"}
    assert why(game, scene, "hex 7") == "Tile 7 is not in a straight line with tile 19."
    assert why(game, scene, "hex 16").startswith("Troops of Seat1 hold tile 18")
    assert why(game, scene, "button done") == "Move at least one troop first."


@BOTH
def test_a_capture_says_how_many_it_takes(key: str) -> None:
    where = {"phase": "disperse", "command": 19, "orders": 1, "marched": True, "fallen": [20]}
    game, state = put_up(key, **where, troops={"19": [0, 3], "20": [0, 8]})
    need = "A capture takes 9 troops on tile 20 after the donjon has fallen; Seat0 has 8 there."
    assert why(game, game.scene(state, 0), "button capture") == need
    told, _, after = acted(game, state, "send 19>20 1")
    assert told[-1] == "With 9 troops on tile 20, Seat0 can now capture it."
    assert game.scene(after, 0).badges["button capture"] == "+3"


@BOTH
def test_badges_count_those_who_wait_on_a_donjon(key: str) -> None:
    where = {"command": 19, "orders": 1, "donjons": {"20": 1}}
    game, state = put_up(key, **where, phase="disperse", troops={"19": [0, 5], "20": [0, 2]})
    assert game.scene(state, 0).badges == {"hex 20": "-1"}
    called = {"marched": True, "halted": {"20": 1}}
    game, state = put_up(key, **where, **called, phase="gather", troops={"16": [0, 5], "20": [0, 2]})
    assert game.scene(state, 0).badges == {"hex 20": "1/2"}


@BOTH
def test_every_option_has_a_name_and_help_in_every_language(key: str) -> None:
    game = pure(key)
    for language in LANGUAGES:
        words = game.words(language)
        assert words.option.keys() == {option.name for option in game.info.options}
        assert all(texts["label"] and texts["help"].endswith(".") for texts in words.option.values())
        assert words.about[key]["title"] == game.info.title
        assert words.about[key]["summary"].endswith(".")


# What is told


def test_three_called_troops_clear_a_way_of_two() -> None:
    game, state = put_up(
        "donjons", barons=[5, 37], phase="gather", command=5, orders=1, troops={"7": [0, 3], "6": [1, 2]}
    )
    told, cards, _ = acted(game, state, "call 7>5 3")
    assert told == [
        "Seat0 calls 3 troops from tile 7 to tile 5.",
        "On tile 6, 2 troops of Seat1 fall to the discard, and 2 of Seat0 go back to the reserve.",
        "1 troop of Seat0 reaches tile 5 and stays.",
    ]
    (card,) = cards
    assert card.seats == (0, 1)
    assert card.at == "6"
    assert [values for _, values in card.rows] == [("3", "2"), ("2", "-"), ("-", "2"), ("1", "0")]
    assert spoken(game, card.verdict) == "1 troop of Seat0 comes through."


def test_defenders_fall_before_the_donjon_is_besieged() -> None:
    where = {"phase": "disperse", "command": 19, "orders": 1, "donjons": {"21": 1}}
    game, state = put_up("terra", **where, troops={"19": [0, 6], "21": [1, 1]})
    told, cards, _ = acted(game, state, "send 19>21 3")
    assert told == [
        "Seat0 sends 3 troops from tile 19 to tile 21.",
        "On tile 21, 1 troop of Seat1 falls to the discard, and 1 of Seat0 goes back to the reserve.",
        "2 troops of Seat0 wait at the donjon of Seat1 on tile 21.",
    ]
    assert [spoken(game, card.verdict) for card in cards] == [
        "2 troops of Seat0 come through.",
        "The donjon of Seat1 stands; 1 more troop would destroy it.",
    ]


def test_the_third_troop_destroys_a_donjon_and_its_points() -> None:
    where = {"phase": "disperse", "command": 19, "orders": 1, "donjons": {"21": 1}}
    game, state = put_up("donjons", **where, troops={"19": [0, 6], "21": [0, 2]})
    told, cards, _ = acted(game, state, "send 19>21 1")
    assert told == [
        "Seat0 sends 1 troop from tile 19 to tile 21.",
        "The donjon of Seat1 on tile 21 is destroyed; 3 troops of Seat0 go back to the reserve.",
        "Seat1 loses 3 points and has 0.",
    ]
    siege, points = cards
    assert [values for _, values in siege.rows] == [("2",), ("1",), ("3",)]
    assert [values for _, values in points.rows] == [("0", "3"), ("0", "0"), ("0", "0"), ("0", "0"), ("0", "0")]


@BOTH
def test_building_on_a_second_colour_brings_diversity(key: str) -> None:
    game, state = put_up(key, donjons={"1": 0}, troops={"19": [0, 4]})
    assert game.scene(state, 0).badges["button build"] == "+5"
    told, cards, after = acted(game, state, "build 19")
    assert told == [
        "Seat0 builds a donjon on tile 19; 3 troops go to the discard.",
        "Seat0 gains 5 points and has 6.",
    ]
    (card,) = cards
    assert [values[0] for _, values in card.rows] == ["1", "4", "2", "2", "6"]
    assert spoken(game, card.verdict) == "Seat0 is 10 points short of the 16 that end the game."
    lines = [(spoken(game, line.what), line.points) for line in game.account(after)[0]]
    assert lines == [("Donjon on tile 1", 1), ("Donjon on tile 19", 3), ("Diversity: 2 colours of tiles", 2)]


@BOTH
def test_a_capture_is_told_with_its_price(key: str) -> None:
    where = {"phase": "disperse", "command": 19, "orders": 1, "marched": True, "fallen": [20]}
    game, state = put_up(key, **where, troops={"19": [0, 3], "20": [0, 10]})
    told, cards, _ = acted(game, state, "capture 20")
    assert told[0] == (
        "Seat0 captures tile 20: its own donjon replaces the destroyed one; "
        "3 troops go to the discard, 6 to the reserve."
    )
    assert [values for _, values in cards[0].rows] == [("10",), ("9",), ("3",), ("6",), ("1",)]


@BOTH
def test_a_knight_who_comes_to_help_frees_the_baron(key: str) -> None:
    game, state = put_up(key, knights=[[20], [19]])
    told, cards, _ = acted(game, state, "knight 20>19")
    assert told == [
        "Seat0 moves a knight from tile 20 to tile 19.",
        "The knights on tile 19 hold each other in a melee: nobody is active there.",
        "Seat0 can give orders from tile 19 again.",
    ]
    (card,) = cards
    assert card.seats == (0, 1)
    assert card.rows[0][1] == ("1", "1")
    assert card.verdict == Said("verdict_melee")


@BOTH
def test_a_second_knight_takes_the_tile(key: str) -> None:
    game, state = put_up(key, seat=1, knights=[[19], [19, 20]])
    told, cards, _ = acted(game, state, "knight 20>19")
    assert told[1:] == ["Seat1 is now active on tile 19.", "Seat0 can no longer give orders from tile 19."]
    assert cards[0].verdict == Said("verdict_active", {"seat": 1})


@BOTH
def test_the_bonus_is_told_where_it_is_used(key: str) -> None:
    game, state = put_up(key)
    assert acted(game, state, "baron 19>21")[0][1] == "This takes the die's bonus."
    assert len(acted(game, state, "baron 19>20")[0]) == 1
    assert acted(game, state, "recruit 19 die")[0] == [
        "Seat0 recruits 2 troops on tile 19.",
        "This takes the die's bonus.",
    ]
    game, state = put_up(key, orders=1)
    assert acted(game, state, "recruit 19")[0][1] == "The die's bonus pays for this second order."


def test_barons_change_places_by_a_ride() -> None:
    game, state = put_up("terra", cards=[36, 5], knights=[[19], []])
    assert acted(game, state, "ride baron 19>36")[0] == [
        "Seat0 shows card 36: the baron rides from tile 19 to tile 36.",
        "The baron of Seat1 changes places and now stands on tile 19.",
        "An active knight of Seat0 on tile 19 keeps the baron of Seat1 from giving orders.",
    ]


def test_the_treasury_does_not_tell_the_card() -> None:
    game, state = put_up("terra", cards=[13, 5])
    told = "Seat0 gives up the personal card, face down, for the treasury: the die now shows 6."
    assert acted(game, state, "treasury 6")[0] == [told]
