"""Actions as words, states as plain data, and what of them a seat may see."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Any

from banneret.core.errors import BadSetup, UnreadableText
from banneret.core.game import Data, Info
from banneret.core.options import Options, is_whole

from .setup import TERRA, empty, open_tiles
from .table import BIT, DIE, LINES, MAX_KNIGHTS, MAX_TROOPS, TILES, Card, Phase, Reason, State, owner, recount

HIDDEN = "?"
NAMES = [str(tile) for tile in range(1, TILES + 1)]


# Actions


def _texts() -> Iterator[str]:
    """The words of every code, in order."""
    ways = [f"{start}>{to}" for start in NAMES for to in NAMES if to != start]
    yield from (f"roll {shown}" for shown in range(1, DIE + 1))
    yield "pass"
    yield "done"
    yield from (f"baron {way}" for way in ways)
    yield from (f"knight {way}" for way in ways)
    yield from (f"recruit {tile}" for tile in NAMES)
    yield from (f"recruit {tile} die" for tile in NAMES)
    for order in ("build", "raze", "disperse", "gather", "capture"):
        yield from (f"{order} {tile}" for tile in NAMES)
    for command, to in LINES:
        yield from (f"send {NAMES[command]}>{NAMES[to]} {troops}" for troops in range(1, MAX_TROOPS + 1))
    for command, start in LINES:
        yield from (f"call {NAMES[start]}>{NAMES[command]} {troops}" for troops in range(1, MAX_TROOPS + 1))
    yield from (f"treasury {shown}" for shown in range(1, DIE + 1))
    yield from (f"ride baron {way}" for way in ways)
    yield from (f"ride knight {way}" for way in ways)


@functools.cache
def texts() -> list[str]:
    return list(_texts())


@functools.cache
def codes() -> dict[str, int]:
    return {words: number for number, words in enumerate(texts())}


EXAMPLES = (
    "roll 4, baron 5>6, knight 12>18, recruit 6 die, build 6, raze 6, disperse 6, send 6>8 2, gather 6, "
    "call 8>6 3, capture 8, treasury 5, ride knight 12>30, done, pass"
)


def text(code: int) -> str:
    return texts()[code]


def code(text: str) -> int:
    if text not in codes():
        raise UnreadableText(f"{text!r} is no action here; actions look like: {EXAMPLES}")
    return codes()[text]


# States as data


def describe(s: State) -> Data:
    """The full state. Beside the usual keys: whose turn it is, rounds completed, the orders and moves of the
    turn, the cards that were dealt and what has become of them, and how far an open order has come."""
    seats = range(s.players)
    return {
        "points": [s.face_points[face] for face in s.face],
        "mountains": [tile + 1 for tile in range(TILES) if not s.open & BIT[tile]],
        "troops": {
            NAMES[tile]: [owner(s, s.camps, tile), count] for tile, count in enumerate(s.troops) if count > 0
        },
        "donjons": {NAMES[tile]: seat for tile in range(TILES) if (seat := owner(s, s.donjons, tile)) >= 0},
        "barons": [s.baron[seat] + 1 for seat in seats],
        "knights": [_knights(s, seat) for seat in seats],
        "reserve": s.reserve[: s.players],
        "discard": s.discard[: s.players],
        "stock": s.stock[: s.players],
        "scores": s.score[: s.players],
        "cards": [s.card[seat] + 1 if s.fate[seat] == Card.HELD else None for seat in seats],
        "die": s.die or None,
        "bonus": bool(s.bonus),
        "phase": Phase(s.phase).name.lower(),
        "seat": s.seat,
        "round": s.round,
        "orders": s.orders,
        "moves": s.moves,
        "dealt": [s.card[seat] + 1 if s.fate[seat] != Card.NONE else None for seat in seats],
        "given_up": [_given_up(s.fate[seat]) for seat in seats],
        "command": s.command + 1 if s.phase in (Phase.DISPERSE, Phase.GATHER) else None,
        "marched": bool(s.marched),
        "halted": {NAMES[tile]: count for tile, count in enumerate(s.halted) if count > 0},
        "fallen": _tiles(s.fallen),
        "reason": reason(s),
    }


def _tiles(tiles: int) -> list[int]:
    return [tile + 1 for tile in range(TILES) if tiles & BIT[tile]]


def _knights(s: State, seat: int) -> list[int]:
    return sorted(_tiles(s.knights[seat]) + _tiles(s.pairs[seat]))


def _given_up(fate: int) -> str | None:
    return Card(fate).name.lower() if fate in (Card.TREASURY, Card.RIDE) else None


def reason(s: State) -> str:
    """Why the game ended: points (somebody has enough), troops (somebody has too few), rounds (the cap)."""
    return Reason(s.reason).name.lower().replace("_", " ")


def view(s: State, seat: int | None) -> Data:
    """The others' cards are hidden, those too that they gave up face down; not who still has one."""
    data = describe(s)
    for other in range(s.players):
        if other != seat and s.fate[other] in (Card.HELD, Card.TREASURY):
            data["dealt"][other] = HIDDEN
            if s.fate[other] == Card.HELD:
                data["cards"][other] = HIDDEN
    return data


# Positions


def position(info: Info, options: Options, described: Mapping[str, Any]) -> State:
    """The state of a description. What it leaves out: faces lie in order, nothing stands on the board but
    barons on its last tiles, the discard has the builders of the donjons, the reserve has the rest, and
    somebody is to act if the die shows a number."""
    given = dict(described)
    s = empty(info, options)
    in_order = [face for face, count in enumerate(options["faces"]) for _ in range(count)]
    if "points" in given:
        in_order = [options["face_points"].index(points) for points in given.pop("points")]
    s.face = in_order
    s.open = open_tiles([_tile(tile) + 1 for tile in given.pop("mountains", [])])
    _fill_board(s, given)
    _fill_seats(s, options, given)
    _fill_cards(s, info, given)
    _fill_turn(s, given)
    given.pop("scores", None)
    if given:
        raise BadSetup(f"a position of {info.key} has no {', '.join(given)}")
    return s


def _tile(tile: Any) -> int:
    if not is_whole(tile) or not 1 <= tile <= TILES:
        raise BadSetup(f"{tile!r} is no tile; the tiles are 1 to {TILES}")
    return int(tile) - 1


def _place(s: State, name: str) -> int:
    """A tile on which something stands."""
    if name not in NAMES:
        raise BadSetup(f"{name!r} is no tile; the tiles are 1 to {TILES}")
    return _ground(s, int(name))


def _ground(s: State, tile: Any) -> int:
    if not s.open & BIT[_tile(tile)]:
        raise BadSetup(f"tile {tile} is a mountain, where nothing can stand")
    return _tile(tile)


def _fill_board(s: State, given: dict[str, Any]) -> None:
    for name, (seat, count) in given.pop("troops", {}).items():
        s.troops[_place(s, name)] = count
        s.camps[seat] |= BIT[_place(s, name)]
    for name, seat in given.pop("donjons", {}).items():
        s.donjons[seat] |= BIT[_place(s, name)]
    barons = given.pop("barons", [TILES - s.players + 1 + seat for seat in range(s.players)])
    knights = given.pop("knights", [[]] * s.players)
    for seat in range(s.players):
        s.baron[seat] = _ground(s, barons[seat])
        if len(knights[seat]) > MAX_KNIGHTS:
            raise BadSetup(f"seat {seat} has at most {MAX_KNIGHTS} knights")
        for tile in knights[seat]:
            s.pairs[seat] |= s.knights[seat] & BIT[_ground(s, tile)]
            s.knights[seat] |= BIT[_ground(s, tile)]
        recount(s, seat)


def _fill_seats(s: State, options: Options, given: dict[str, Any]) -> None:
    """What each seat has beside the board; troops and donjons are as many as at the start."""
    seats = range(s.players)
    built = [len(_tiles(s.donjons[seat])) for seat in seats]
    on_board = [sum(s.troops[tile - 1] for tile in _tiles(s.camps[seat])) for seat in seats]
    s.discard[: s.players] = given.pop("discard", [options["build_troops"] * built[seat] for seat in seats])
    s.reserve[: s.players] = given.pop(
        "reserve", [options["troops"] - on_board[seat] - s.discard[seat] for seat in seats]
    )
    s.stock[: s.players] = given.pop("stock", [options["donjons"] - built[seat] for seat in seats])
    for seat in seats:
        if on_board[seat] + s.reserve[seat] + s.discard[seat] != options["troops"] or s.reserve[seat] < 0:
            raise BadSetup(
                f"seat {seat} has not {options['troops']} troops on board, in reserve and in the discard"
            )
        if built[seat] + s.stock[seat] != options["donjons"] or s.stock[seat] < 0:
            raise BadSetup(f"seat {seat} has not {options['donjons']} donjons on board and in stock")


def _fill_cards(s: State, info: Info, given: dict[str, Any]) -> None:
    """A card of which only a tile is told is still held."""
    cards = given.pop("cards", [None] * s.players)
    dealt = given.pop("dealt", cards)
    given_up = given.pop("given_up", [None] * s.players)
    for seat in range(s.players):
        if dealt[seat] is not None:
            if info.key != TERRA:
                raise BadSetup(f"{info.key} has no personal cards")
            s.card[seat] = _ground(s, dealt[seat])
            s.fate[seat] = Card[given_up[seat].upper()] if given_up[seat] else Card.HELD


def _fill_turn(s: State, given: dict[str, Any]) -> None:
    s.die = given.pop("die", None) or 0
    s.bonus = int(given.pop("bonus", True))
    s.phase = Phase[given.pop("phase", "act" if s.die else "roll").upper()]
    s.seat = given.pop("seat", 0)
    s.round = given.pop("round", 0)
    s.orders = given.pop("orders", 0)
    s.moves = given.pop("moves", 0)
    s.command = _tile(given.pop("command", None) or 1)
    s.marched = int(given.pop("marched", False))
    for name, count in given.pop("halted", {}).items():
        s.halted[_place(s, name)] = count
    s.fallen = sum(BIT[_tile(tile)] for tile in given.pop("fallen", []))
    s.reason = Reason[given.pop("reason", "not over").upper().replace(" ", "_")]
