"""The options of both editions, and where their games begin."""

from __future__ import annotations

import random
from typing import Any

from banneret.core.errors import BadOption, BadSetup
from banneret.core.game import Data, Info
from banneret.core.options import Choice, Option, Options, Whole, Wholes, YesNo, YesNos, is_whole
from banneret.core.state import blank

from .table import (
    BIT,
    BOARD,
    DESTROYERS,
    MAX_KNIGHTS,
    MAX_TROOPS,
    TILES,
    Card,
    Phase,
    State,
    beside,
    recount,
)

TERRA = "terra"
PLAYERS = range(2, 5)
TARGETS = {2: 16, 3: 12, 4: 10}
AT_ONCE, TURN = "at once", "turn"
MOST_POINTS = 100
FARTHEST = TILES - 1

OPTIONS: tuple[Option, ...] = (
    Whole("players", 2, "how many play", low=PLAYERS[0], high=PLAYERS[-1]),
    Whole("target", None, "points that end the game; null: 16, 12, 10 for 2, 3, 4 players", low=1, high=1000),
    Whole("min_troops", 5, "who has no more troops than this ends the game", low=0, high=MAX_TROOPS - 1),
    Whole("troops", 30, "troops of each player", low=1, high=MAX_TROOPS),
    Whole("donjons", 10, "donjons of each player", low=1, high=TILES),
    Whole("knights", 2, "knights of each player", low=0, high=MAX_KNIGHTS),
    Whole("mountains", 4, "tiles that are mountains", low=0, high=TILES - PLAYERS[0]),
    YesNo("connected", False, "whether all other tiles are connected around the mountains"),
    Wholes("faces", [9, 9, 9, 10], "how many tiles have each of the four faces", low=0, high=TILES),
    Wholes("face_points", [1, 2, 3, 4], "what a tile of each face is worth", low=0, high=MOST_POINTS),
    Wholes("diversity", [0, 0, 2, 3, 4], "points for donjons on 0 to 4 different faces", low=0, high=MOST_POINTS),
    Wholes("recruit_plain", [1, 1, 2, 2, 3, 3], "troops that the die brings", low=0, high=MAX_TROOPS),
    Wholes("recruit_donjon", [2, 2, 2, 3, 3, 3], "troops that it brings to a donjon", low=0, high=MAX_TROOPS),
    Wholes("move", [3, 3, 2, 2, 1, 1], "how far the die lets an officer move", low=0, high=FARTHEST),
    YesNos("second_order", [False, False, False, True, True, True], "whether the die pays a second order"),
    Whole("recruit_one_point_bonus", 1, "more for the die on a tile of 1 point", low=0, high=MAX_TROOPS),
    Whole("build_troops", 3, "troops that build a donjon, and come back from it", low=1, high=MAX_TROOPS),
    Whole("capture_price", 12, "troops that a capture engages", low=DESTROYERS, high=MAX_TROOPS + DESTROYERS),
    YesNo("gather_blocked_by_knights", True, "whether hostile knights on the way stop the call to gather"),
    YesNo("disperse_enters_knights", True, "whether troops can be sent to where a hostile knight is active"),
    Choice("end", AT_ONCE, "when the end of the game is tested", choices=(AT_ONCE, TURN)),
    Whole("max_rounds", 200, "rounds after which the game is ranked as it stands", low=1, high=1000),
)


def check_options(info: Info, options: Options) -> None:
    """Refuse options under which there is no game, or none that could be played to a decision."""
    if sum(options["faces"]) != TILES:
        raise BadOption("faces", f"{options['faces']} are {sum(options['faces'])} tiles; the board has {TILES}")
    if len(set(options["face_points"])) < len(options["face_points"]):
        raise BadOption("face_points", f"{options['face_points']} has equal values; faces differ by their points")
    officers = options["players"] * (1 + options["knights"])
    if options["mountains"] + officers > TILES:
        raise BadOption(
            "mountains", f"{options['mountains']} leave no room for {officers} officers on the {TILES} tiles"
        )
    if options["min_troops"] >= options["troops"]:
        raise BadOption(
            "min_troops",
            f"with {options['troops']} troops and an end at {options['min_troops']} "
            "the game would be over at the start",
        )
    if options["diversity"][0] >= target(options):
        raise BadOption(
            "target",
            f"with {options['diversity'][0]} points for no donjon and an end at {target(options)} "
            "the game would be over at the start",
        )
    if options["build_troops"] > options["troops"]:
        raise BadOption(
            "build_troops", f"nobody can build with {options['build_troops']} troops and have {options['troops']}"
        )


def target(options: Options) -> int:
    """The points that end the game."""
    given: int | None = options["target"]
    return TARGETS[options["players"]] if given is None else given


# Random positions


def draw(info: Info, options: Options, rng: random.Random) -> Data:
    """Shuffle the faces, draw cards for mountains and officers; in Terra Baronum deal a card to each seat."""
    points = [
        value for value, count in zip(options["face_points"], options["faces"], strict=True) for _ in range(count)
    ]
    rng.shuffle(points)
    mountains = draw_mountains(options, rng)
    cards = [tile for tile in range(1, TILES + 1) if tile not in mountains]
    rng.shuffle(cards)
    drawn = iter(cards)
    seats = range(options["players"])
    setup = {
        "points": points,
        "mountains": mountains,
        "barons": [next(drawn) for _ in seats],
        "knights": [sorted(next(drawn) for _ in range(options["knights"])) for _ in seats],
    }
    if info.key == TERRA:
        setup["cards"] = rng.sample(sorted(cards), options["players"])
    return setup


def draw_mountains(options: Options, rng: random.Random) -> list[int]:
    while True:
        mountains = sorted(rng.sample(range(1, TILES + 1), options["mountains"]))
        if not options["connected"] or is_connected(open_tiles(mountains)):
            return mountains


def open_tiles(mountains: list[int]) -> int:
    return BOARD & ~sum(BIT[tile - 1] for tile in mountains)


def is_connected(tiles: int) -> bool:
    """Whether one can walk between any two tiles of a set without leaving it."""
    reached = tiles & -tiles
    while beside(reached) & tiles & ~reached:
        reached |= beside(reached) & tiles
    return reached == tiles


# From a setup to a state


def start(info: Info, options: Options, setup: Any) -> State:
    """The state before the first roll."""
    check(info, options, setup)
    s = empty(info, options)
    s.open = open_tiles(setup["mountains"])
    s.face = [options["face_points"].index(points) for points in setup["points"]]
    for seat in range(s.players):
        s.baron[seat] = setup["barons"][seat] - 1
        s.knights[seat] = sum(BIT[tile - 1] for tile in setup["knights"][seat])
        s.reserve[seat] = options["troops"]
        s.stock[seat] = options["donjons"]
        if info.key == TERRA:
            s.card[seat] = setup["cards"][seat] - 1
            s.fate[seat] = Card.HELD
        recount(s, seat)
    return s


def empty(info: Info, options: Options) -> State:
    """A state with the options and nothing on the board."""
    s: State = blank(State)
    s.players = options["players"]
    s.terra = int(info.key == TERRA)
    s.target = target(options)
    s.min_troops = options["min_troops"]
    s.army = options["troops"]
    s.face_points = list(options["face_points"])
    s.diversity = list(options["diversity"])
    s.recruit_plain = list(options["recruit_plain"])
    s.recruit_donjon = list(options["recruit_donjon"])
    s.longest_move = list(options["move"])
    s.second_order = [int(allowed) for allowed in options["second_order"]]
    s.one_point_bonus = options["recruit_one_point_bonus"]
    s.build_troops = options["build_troops"]
    s.capture_troops = max(options["capture_price"] - DESTROYERS, options["build_troops"])
    s.gather_blocked = int(options["gather_blocked_by_knights"])
    s.disperse_enters = int(options["disperse_enters_knights"])
    s.end_of_turn = int(options["end"] == TURN)
    s.max_rounds = options["max_rounds"]
    s.open = BOARD
    s.phase = Phase.ROLL
    s.bonus = 1
    return s


# What a setup must be


def check(info: Info, options: Options, setup: Any) -> None:
    """Refuse what shuffling and drawing cannot lead to, and say why."""
    keys = ["points", "mountains", "barons", "knights", *(["cards"] if info.key == TERRA else [])]
    if not isinstance(setup, dict) or set(setup) != set(keys):
        raise BadSetup(f"a setup of {info.key} has exactly the keys {', '.join(keys)}")
    check_points(options, setup["points"])
    mountains = check_tiles("mountains", setup["mountains"], options["mountains"])
    check_sorted("mountains", mountains)
    if options["connected"] and not is_connected(open_tiles(mountains)):
        raise BadSetup("mountains: they cut the board in parts, which the option connected forbids")
    check_officers(options, setup, mountains)
    if info.key == TERRA:
        cards = check_tiles("cards", setup["cards"], options["players"])
        if set(cards) & set(mountains):
            raise BadSetup("cards: those of the mountains are set aside, so nobody can hold one")


def check_points(options: Options, points: Any) -> None:
    if not isinstance(points, list) or len(points) != TILES or not all(map(is_whole, points)):
        raise BadSetup(f"points: expected {TILES} whole numbers, for the tiles 1 to {TILES}")
    for value, count in zip(options["face_points"], options["faces"], strict=True):
        if points.count(value) != count:
            raise BadSetup(f"points: {count} tiles have {value} points, not {points.count(value)}")


def check_tiles(where: str, tiles: Any, count: int) -> list[int]:
    possible = isinstance(tiles, list) and all(is_whole(tile) and 1 <= tile <= TILES for tile in tiles)
    if not possible or len(tiles) != count or len(set(tiles)) != count:
        raise BadSetup(f"{where}: expected {count} different tiles from 1 to {TILES}, not {tiles!r}")
    return list(tiles)


def check_sorted(where: str, tiles: list[int]) -> None:
    if tiles != sorted(tiles):
        raise BadSetup(f"{where}: tiles are told in ascending order, not as {tiles}")


def check_officers(options: Options, setup: Data, mountains: list[int]) -> None:
    officers = check_tiles("barons", setup["barons"], options["players"])
    knights = setup["knights"]
    if not isinstance(knights, list) or len(knights) != options["players"]:
        raise BadSetup(f"knights: expected a list of tiles for each of the {options['players']} players")
    for seat, tiles in enumerate(knights):
        officers += check_tiles(f"knights of seat {seat}", tiles, options["knights"])
        check_sorted(f"knights of seat {seat}", tiles)
    if len(set(officers)) < len(officers):
        raise BadSetup("barons and knights: two officers start on the same tile")
    if set(officers) & set(mountains):
        raise BadSetup("barons and knights: an officer starts on a mountain")
