"""The material, the board and the state of Donjons et Barons and of Terra Baronum.

Tiles are numbered from 0 here and from 1 in text. A set of tiles is a word in which a tile has the bit
8 * (r + 3) + q + 3: rows of seven with a gap between them, so that a shift by 1, 7 or 8 moves all tiles of
a set one step in a direction, and what leaves the board falls into a gap. Higher tiles have higher bits.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from banneret.core.hexgrid import Cell, hexagon
from banneret.core.state import Codes, Row

RADIUS = 3
CELLS = sorted(hexagon(RADIUS).cells, key=lambda cell: (cell.r, cell.q))
TILES = len(CELLS)
MAX_SEATS = 4
MAX_KNIGHTS = 2
MAX_TROOPS = 60
FACES = 4
DIE = 6
DESTROYERS = 3  # troops that it takes to destroy a donjon, whatever the options say

ROW_BITS = 2 * RADIUS + 2
BIT = [1 << ROW_BITS * (cell.r + RADIUS) + cell.q + RADIUS for cell in CELLS]
BOARD = sum(BIT)
# 2 is a primitive root modulo 61: what a single bit leaves when divided by 61 tells which bit it is.
TILE_OF_BIT = [{bit % 61: tile for tile, bit in enumerate(BIT)}.get(rest, 0) for rest in range(61)]


def in_line(a: Cell, b: Cell) -> bool:
    dq, dr = b.q - a.q, b.r - a.r
    return a != b and (dq == 0 or dr == 0 or dq + dr == 0)


def next_in_line(a: Cell, b: Cell) -> Cell:
    """The neighbour of a that lies towards b, if they are in line; else a itself."""
    return min(a.neighbours(), key=b.distance) if in_line(a, b) else a


def between(a: int, b: int) -> list[int]:
    """The tiles that lie on the line between two tiles."""
    lies = [in_line(CELLS[a], cell) and CELLS[a].distance(cell) + cell.distance(CELLS[b]) for cell in CELLS]
    return [tile for tile in range(TILES) if tile != b and lies[tile] == CELLS[a].distance(CELLS[b])]


LINES = [(a, b) for a in range(TILES) for b in range(TILES) if in_line(CELLS[a], CELLS[b])]
LINE = [[LINES.index((a, b)) if (a, b) in LINES else -1 for b in range(TILES)] for a in range(TILES)]
LINE_TO = [b for _, b in LINES]
STRAIGHT = [sum(BIT[b] for b in range(TILES) if in_line(CELLS[a], CELLS[b])) for a in range(TILES)]
TOWARDS = [[CELLS.index(next_in_line(CELLS[a], CELLS[b])) for b in range(TILES)] for a in range(TILES)]
BETWEEN = [[sum(BIT[tile] for tile in between(a, b)) for b in range(TILES)] for a in range(TILES)]
NEIGHBOURS = [sum(BIT[b] for b in range(TILES) if CELLS[a].distance(CELLS[b]) == 1) for a in range(TILES)]
KINDS_SEEN = [seen.bit_count() for seen in range(1 << FACES)]


class Phase(IntEnum):
    ROLL = 0
    ACT = 1
    DISPERSE = 2
    GATHER = 3
    END = 4


class Card(IntEnum):
    """What has become of a personal card."""

    NONE = 0  # none was dealt
    HELD = 1
    TREASURY = 2  # given up face down
    RIDE = 3  # shown and given up


class Reason(IntEnum):
    """Why the game ended."""

    NOT_OVER = 0
    POINTS = 1
    TROOPS = 2
    ROUNDS = 3


class State:
    # The options
    players: Annotated[int, "i1"]
    terra: Annotated[int, "i1"]  # whether this is Terra Baronum
    target: Annotated[int, "i2"]
    min_troops: Annotated[int, "i1"]
    army: Annotated[int, "i1"]  # the troops that each player began with
    face_points: Annotated[Row, "i1", FACES]
    diversity: Annotated[Row, "i2", FACES + 1]
    recruit_plain: Annotated[Row, "i1", DIE]
    recruit_donjon: Annotated[Row, "i1", DIE]
    longest_move: Annotated[Row, "i1", DIE]
    second_order: Annotated[Row, "i1", DIE]
    one_point_bonus: Annotated[int, "i1"]
    build_troops: Annotated[int, "i1"]
    capture_troops: Annotated[int, "i1"]  # troops that must stand where a donjon fell
    gather_blocked: Annotated[int, "i1"]
    disperse_enters: Annotated[int, "i1"]
    end_of_turn: Annotated[int, "i1"]  # whether the end is tested only there
    max_rounds: Annotated[int, "i2"]

    # The board
    open: Annotated[int, "i8"]  # tiles that are no mountains
    face: Annotated[Row, "i1", TILES]
    troops: Annotated[Row, "i1", TILES]  # how many stand on each tile, of whichever colour
    camps: Annotated[Row, "i8", MAX_SEATS]  # tiles where troops of a seat stand
    donjons: Annotated[Row, "i8", MAX_SEATS]
    baron: Annotated[Row, "i1", MAX_SEATS]
    knights: Annotated[Row, "i8", MAX_SEATS]  # tiles where a seat has a knight
    pairs: Annotated[Row, "i8", MAX_SEATS]  # and those where it has two

    # Beside the board
    reserve: Annotated[Row, "i1", MAX_SEATS]
    discard: Annotated[Row, "i1", MAX_SEATS]
    stock: Annotated[Row, "i1", MAX_SEATS]  # donjons in reserve
    score: Annotated[Row, "i2", MAX_SEATS]
    card: Annotated[Row, "i1", MAX_SEATS]  # the tile of the personal card that was dealt
    fate: Annotated[Row, "i1", MAX_SEATS]  # what has become of it

    # The turn
    phase: Annotated[int, "i1"]
    reason: Annotated[int, "i1"]
    round: Annotated[int, "i2"]  # rounds completed
    seat: Annotated[int, "i1"]
    die: Annotated[int, "i1"]  # 0 before the roll
    bonus: Annotated[int, "i1"]  # whether the die's bonus is left
    orders: Annotated[int, "i1"]  # begun in this turn
    moves: Annotated[int, "i1"]

    # The open disperse or gather
    command: Annotated[int, "i1"]  # its command tile
    marched: Annotated[int, "i1"]  # whether a troop has been sent or called
    halted: Annotated[Row, "i1", TILES]  # troops that an enemy donjon stopped in this order
    fallen: Annotated[int, "i8"]  # tiles where an enemy donjon was destroyed in this order


# Sets of tiles


def first_tile(tiles: int) -> int:
    """The lowest tile of a set that is not empty."""
    return TILE_OF_BIT[(tiles & -tiles) % 61]


def how_many(tiles: int) -> int:
    count = 0
    while tiles:
        tiles &= tiles - 1
        count += 1
    return count


def list_tiles(tiles: int, base: int, out: Codes, count: int) -> int:
    """Write base + tile for each tile of a set, from place `count` on; returns the new count."""
    while tiles:
        bit = tiles & -tiles
        out[count] = base + TILE_OF_BIT[bit % 61]
        count += 1
        tiles ^= bit
    return count


def beside(tiles: int) -> int:
    """The tiles that touch a tile of the set."""
    rows = tiles << 1 | tiles >> 1 | tiles << ROW_BITS | tiles >> ROW_BITS
    return (rows | tiles << (ROW_BITS - 1) | tiles >> (ROW_BITS - 1)) & BOARD


# What the acting seat finds on the board


def owner(s: State, sets: Row, tile: int) -> int:
    """The seat that has the tile among its sets, or -1."""
    for seat in range(s.players):
        if sets[seat] & BIT[tile]:
            return seat
    return -1


def of_all(s: State, sets: Row) -> int:
    tiles = 0
    for seat in range(s.players):
        tiles |= sets[seat]
    return tiles


def of_others(s: State, sets: Row, seat: int) -> int:
    """What the opponents of a seat have."""
    tiles = 0
    for other in range(s.players):
        if other != seat:
            tiles |= sets[other]
    return tiles


def own_troops(s: State, tile: int) -> int:
    return s.troops[tile] if s.camps[s.seat] & BIT[tile] else 0


def taken(s: State) -> int:
    """How many actions of the turn have been taken, or begun."""
    return s.orders + s.moves


def recount(s: State, seat: int) -> None:
    """The points of a seat: the tiles of its donjons, and the diversity of their faces."""
    points = 0
    seen = 0
    tiles = s.donjons[seat]
    while tiles:
        face = s.face[first_tile(tiles)]
        points += s.face_points[face]
        seen |= 1 << face
        tiles &= tiles - 1
    s.score[seat] = points + s.diversity[KINDS_SEEN[seen]]


def raise_donjon(s: State, tile: int) -> None:
    """A donjon of the acting seat comes from the stock; its builders go to the discard."""
    s.stock[s.seat] -= 1
    s.donjons[s.seat] |= BIT[tile]
    s.discard[s.seat] += s.build_troops
    recount(s, s.seat)


def take_down(s: State, seat: int, tile: int) -> None:
    """A donjon goes back to its owner's stock."""
    s.stock[seat] += 1
    s.donjons[seat] &= ~BIT[tile]
    recount(s, seat)
