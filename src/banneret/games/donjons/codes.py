"""The numbers of the actions.

A way of an officer has a number for its two tiles; a way of troops, which is straight, one for its line
and how many go. What only Terra Baronum has comes last, so that the other edition has fewer codes.
"""

from __future__ import annotations

from banneret.core.state import Codes

from .table import BIT, DIE, LINES, MAX_TROOPS, TILE_OF_BIT, TILES

WAYS = TILES * (TILES - 1)
MARCHES = len(LINES) * MAX_TROOPS

ROLL = 0
PASS = ROLL + DIE
DONE = PASS + 1
BARON = DONE + 1
KNIGHT = BARON + WAYS
RECRUIT = KNIGHT + WAYS
RECRUIT_DIE = RECRUIT + TILES
BUILD = RECRUIT_DIE + TILES
RAZE = BUILD + TILES
DISPERSE = RAZE + TILES
GATHER = DISPERSE + TILES
CAPTURE = GATHER + TILES
SEND = CAPTURE + TILES
CALL = SEND + MARCHES  # by the line from the command tile to where the troops are
TREASURY = CALL + MARCHES
RIDE_BARON = TREASURY + DIE
RIDE_KNIGHT = RIDE_BARON + WAYS
CODES = RIDE_KNIGHT + WAYS


def way(start: int, to: int) -> int:
    """The number of a way from one tile to another."""
    return start * (TILES - 1) + (to if to < start else to - 1)


def way_start(number: int) -> int:
    return number // (TILES - 1)


def way_end(number: int) -> int:
    to = number % (TILES - 1)
    return to if to < way_start(number) else to + 1


def list_ways(base: int, start: int, ends: int, out: Codes, count: int) -> int:
    """Write the codes of all ways from a tile to the tiles of a set, which lacks the tile itself."""
    first = base + start * (TILES - 1)
    while ends:
        bit = ends & -ends
        out[count] = first + TILE_OF_BIT[bit % 61] - (bit > BIT[start])
        count += 1
        ends ^= bit
    return count


def list_marches(base: int, line: int, troops: int, out: Codes, count: int) -> int:
    """Write the codes of 1, 2, 3 ... troops that go along a line."""
    first = base + line * MAX_TROOPS
    for i in range(troops):
        out[count + i] = first + i
    return count + troops
