"""Baron's material, table and state: what the rules are about.

Tiles are numbered by kind from 1; 0 is no tile. Cells are numbered from 0 in order of q, then r, over the
hexagon of radius 16 around the start tile; the last number, CELLS, is off the table and always empty. A
set of cells is a row of words of 60 bits, which fit into signed 64-bit numbers.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from banneret.core.hexgrid import hexagon
from banneret.core.state import Codes, Grid, Row

KINDS = ("meadow", "village", "field", "forest", "vineyard", "quarry", "pond", "marsh", "cursed")
NO_TILE = 0
MEADOW = 1
DEALT = (5, 6, 7)  # vineyard, quarry, pond: each player begins with one of these
LAST_KIND = len(KINDS)
VALUE = [0, 0, 3, 2, 2, 1, 1, 1, -1, -2]
COUNT = [0, 28, 6, 6, 6, 6, 6, 6, 6, 3]
DONJONS = [0, 0, 5, 4, 3, 2]
MAX_SEATS = 5
MAX_TOWERS = 12
OFFER = 3
TOUCHING_HONOUR = [0, 0, 0, 0, 1, 3, 9]  # by how many tiles a new one touches

TABLE = hexagon(16)
CELLS = len(TABLE)
NEIGHBOURS = TABLE.neighbours()

WORD_BITS = 60
WORDS = -(-CELLS // WORD_BITS)
WORD_OF = [cell // WORD_BITS for cell in range(CELLS)]
BIT_OF = [1 << cell % WORD_BITS for cell in range(CELLS)]
# 2 is a primitive root modulo 61: what a single bit leaves when divided by 61 tells which bit it is.
BIT_NUMBER = [{pow(2, bit, 61): bit for bit in range(WORD_BITS)}.get(rest, 0) for rest in range(61)]


class Phase(IntEnum):
    TAKE = 0
    DRAW = 1
    PLACE = 2
    DONJON = 3
    CLAIM = 4
    END = 5


class Side(IntEnum):
    """What a donjon is. The last two only while fights are resolved."""

    KNIGHT = 0
    BARON = 1
    CHALLENGER = 2  # a knight that tries to establish its barony
    FALLEN = 3  # a challenger beaten by another


class Reason(IntEnum):
    """Why the game ended."""

    NOT_OVER = 0
    TILES = 1
    OUBLIETTES = 2
    ROUNDS = 3


class State:
    players: Annotated[int, "i1"]
    max_rounds: Annotated[int, "i2"]
    phase: Annotated[int, "i1"]
    seat: Annotated[int, "i1"]  # whose turn it is, or whose knight is asked
    round: Annotated[int, "i2"]  # rounds completed
    reason: Annotated[int, "i1"]

    board: Annotated[Row, "i1", CELLS + 1]  # the kind of tile on each cell
    frontier: Annotated[Row, "i8", WORDS]  # empty cells that touch a tile
    near: Annotated[Grid, "i8", LAST_KIND + 1, WORDS]  # cells that touch a tile of the kind
    free: Annotated[Row, "i8", WORDS]  # meadows without a donjon

    towers: Annotated[int, "i1"]  # donjons on the board; the rows below describe the first so many
    tower_on: Annotated[Row, "i1", CELLS + 1]  # 1 + the tower on each cell, or 0
    cell: Annotated[Row, "i2", MAX_TOWERS]
    owner: Annotated[Row, "i1", MAX_TOWERS]
    side: Annotated[Row, "i1", MAX_TOWERS]
    strength: Annotated[Row, "i2", MAX_TOWERS]  # of a challenger, while fights are resolved
    routed: Annotated[Row, "i1", MAX_TOWERS]  # by a baron: set of seats that lost to it just now

    honour: Annotated[Row, "i2", MAX_SEATS]
    reserve: Annotated[Grid, "i1", MAX_SEATS, LAST_KIND + 1]
    tiles: Annotated[Row, "i1", MAX_SEATS]  # how many tiles each reserve holds
    stock: Annotated[Row, "i1", MAX_SEATS]
    locked: Annotated[int, "i1"]
    left: Annotated[Row, "i1", MAX_SEATS]  # the count of eliminations when a seat left, 0 while it plays

    offer: Annotated[Row, "i1", OFFER]
    offered: Annotated[int, "i1"]
    pile: Annotated[Row, "i1", LAST_KIND + 1]
    piled: Annotated[int, "i1"]
    lost: Annotated[Row, "i1", LAST_KIND + 1]  # tiles that left the game face down with their owner

    dealt: Annotated[Row, "i1", MAX_SEATS]  # the value-1 tile that a seat began with
    maybe: Annotated[Row, "i2", MAX_SEATS]  # set of the kinds that it may be, for all that the others saw

    questions: Annotated[int, "i1"]  # knights that may be claimed at the end, in the order of asking
    asked: Annotated[int, "i1"]
    question: Annotated[Row, "i2", MAX_TOWERS]
    claimed: Annotated[Row, "i1", MAX_TOWERS]


def add(cells: Row, cell: int) -> None:
    cells[WORD_OF[cell]] |= BIT_OF[cell]


def remove(cells: Row, cell: int) -> None:
    cells[WORD_OF[cell]] &= ~BIT_OF[cell]


def list_bits(word: int, base: int, out: Codes, count: int) -> int:
    """Write base + bit for each bit of the word, from place `count` on; returns the new count."""
    while word:
        bit = word & -word
        out[count] = base + BIT_NUMBER[bit % 61]
        count += 1
        word ^= bit
    return count


def lay(s: State, cell: int, kind: int) -> None:
    """Put a tile on the table."""
    s.board[cell] = kind
    remove(s.frontier, cell)
    if kind == MEADOW:
        add(s.free, cell)
    for i in range(6):
        beside = NEIGHBOURS[cell][i]
        if beside != CELLS:
            add(s.near[kind], beside)
            if s.board[beside] == NO_TILE:
                add(s.frontier, beside)


def touching(s: State, cell: int) -> int:
    """How many tiles the cell touches."""
    count = 0
    for i in range(6):
        if s.board[NEIGHBOURS[cell][i]] != NO_TILE:
            count += 1
    return count


def raise_tower(s: State, cell: int, owner: int, side: int) -> None:
    """Put a donjon on a meadow."""
    t = s.towers
    s.cell[t] = cell
    s.owner[t] = owner
    s.side[t] = side
    s.towers = t + 1
    s.tower_on[cell] = t + 1
    remove(s.free, cell)


def take_down(s: State, t: int) -> None:
    """Take a donjon off the board; the last tower gets its number."""
    last = s.towers - 1
    s.tower_on[s.cell[t]] = 0
    add(s.free, s.cell[t])
    if t != last:
        s.cell[t] = s.cell[last]
        s.owner[t] = s.owner[last]
        s.side[t] = s.side[last]
        s.strength[t] = s.strength[last]
        s.routed[t] = s.routed[last]
        s.tower_on[s.cell[t]] = t + 1
    s.cell[last] = 0
    s.owner[last] = 0
    s.side[last] = 0
    s.strength[last] = 0
    s.routed[last] = 0
    s.towers = last
