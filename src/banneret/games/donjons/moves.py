"""What the officers do: the treasury, moves of barons and knights, and rides."""

from __future__ import annotations

from banneret.core.state import Codes

from .codes import BARON, KNIGHT, RIDE_BARON, RIDE_KNIGHT, TREASURY, list_ways, way
from .table import BIT, DIE, NEIGHBOURS, Card, State, beside, first_tile, taken

# Treasury


def list_treasury(s: State, out: Codes, count: int) -> int:
    """The personal card can set the die before the first action of a turn."""
    if taken(s) == 0 and s.fate[s.seat] == Card.HELD:
        for i in range(DIE):
            out[count + i] = TREASURY + i
        count += DIE
    return count


def use_treasury(s: State, shown: int) -> None:
    s.fate[s.seat] = Card.TREASURY
    s.die = shown


# Moves


def longest(s: State) -> int:
    """How many tiles a move may have, with the die's bonus if that is left."""
    return max(1, s.longest_move[s.die - 1]) if s.bonus else 1


def walks(s: State, start: int, steps: int) -> int:
    """The tiles that an officer can walk to around the mountains."""
    reached = BIT[start]
    for _ in range(steps):
        reached |= beside(reached) & s.open
    return reached & ~BIT[start]


def other_barons(s: State) -> int:
    tiles = 0
    for seat in range(s.players):
        if seat != s.seat:
            tiles |= BIT[s.baron[seat]]
    return tiles


def is_paused(s: State) -> bool:
    """Whether the acting baron stands on another's tile, which he must leave."""
    return other_barons(s) & BIT[s.baron[s.seat]] != 0


def list_baron_moves(s: State, out: Codes, count: int) -> int:
    start = s.baron[s.seat]
    others = other_barons(s)
    reached = walks(s, start, longest(s))
    pauses = reached & others
    ends = reached & ~others
    while pauses:
        tile = first_tile(pauses)
        if may_pause(s, start, tile):
            ends |= BIT[tile]
        pauses &= pauses - 1
    return list_ways(BARON, start, ends, out, count)


def may_pause(s: State, start: int, tile: int) -> bool:
    """A baron may stop on another's tile with his first action, if the second can take him off it."""
    if taken(s) > 0:
        return False
    steps = longest(s) if BIT[tile] & NEIGHBOURS[start] else 1
    return walks_off(s, tile, steps) != 0 or rides_off(s, tile)


def walks_off(s: State, tile: int, steps: int) -> int:
    """Where a baron can walk to who pauses on a tile."""
    return walks(s, tile, steps) & ~other_barons(s)


def rides_off(s: State, tile: int) -> bool:
    """Whether a baron who pauses on a tile can leave it by a ride, which must not end with a third baron."""
    return s.fate[s.seat] == Card.HELD and other_barons(s) & BIT[s.card[s.seat]] == 0 and s.card[s.seat] != tile


def list_knight_moves(s: State, out: Codes, count: int) -> int:
    steps = longest(s)
    tiles = s.knights[s.seat]
    while tiles:
        start = first_tile(tiles)
        count = list_ways(KNIGHT, start, walks(s, start, steps), out, count)
        tiles &= tiles - 1
    return count


def begin_move(s: State, start: int, to: int) -> None:
    """A move of more than one tile uses the bonus."""
    s.moves += 1
    if not BIT[to] & NEIGHBOURS[start]:
        s.bonus = 0


def move_baron(s: State, start: int, to: int) -> None:
    begin_move(s, start, to)
    s.baron[s.seat] = to


def move_knight(s: State, start: int, to: int) -> None:
    begin_move(s, start, to)
    put_knight(s, start, to)


def put_knight(s: State, start: int, to: int) -> None:
    if not s.pairs[s.seat] & BIT[start]:
        s.knights[s.seat] &= ~BIT[start]
    s.pairs[s.seat] = s.knights[s.seat] & BIT[to]
    s.knights[s.seat] |= BIT[to]


# Rides


def list_ride_off(s: State, out: Codes, count: int) -> int:
    """The ride of a baron who has paused."""
    start = s.baron[s.seat]
    if rides_off(s, start):
        out[count] = RIDE_BARON + way(start, s.card[s.seat])
        count += 1
    return count


def list_rides(s: State, out: Codes, count: int) -> int:
    """Any officer can ride to the tile of the personal card, unless he is there."""
    if s.fate[s.seat] != Card.HELD:
        return count
    to = s.card[s.seat]
    if s.baron[s.seat] != to:
        out[count] = RIDE_BARON + way(s.baron[s.seat], to)
        count += 1
    tiles = s.knights[s.seat] & ~BIT[to]
    while tiles:
        out[count] = RIDE_KNIGHT + way(first_tile(tiles), to)
        count += 1
        tiles &= tiles - 1
    return count


def begin_ride(s: State) -> None:
    s.moves += 1
    s.fate[s.seat] = Card.RIDE


def ride_baron(s: State, start: int, to: int) -> None:
    """A baron whose tile is ridden onto changes places with the rider."""
    begin_ride(s)
    for seat in range(s.players):
        if s.baron[seat] == to:
            s.baron[seat] = start
    s.baron[s.seat] = to


def ride_knight(s: State, start: int, to: int) -> None:
    begin_ride(s)
    put_knight(s, start, to)
