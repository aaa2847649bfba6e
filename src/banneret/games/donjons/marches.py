"""Orders that move troops: disperse, gather, and the capture of a donjon on the way."""

from __future__ import annotations

from banneret.core.state import Codes

from .arrivals import arrive, meet, remove, station
from .codes import CALL, CAPTURE, DISPERSE, DONE, GATHER, SEND, list_marches
from .orders import begin_order, blocked
from .table import (
    BETWEEN,
    BIT,
    BOARD,
    LINE,
    STRAIGHT,
    TILES,
    TOWARDS,
    Phase,
    State,
    beside,
    first_tile,
    list_tiles,
    of_others,
    own_troops,
    raise_donjon,
)

# Opening an order


def list_openings(s: State, commands: int, knights: int, out: Codes, count: int) -> int:
    """Disperse and gather, from the command tiles where at least one troop can follow the order."""
    count = list_tiles(dispersing(s, commands, knights), DISPERSE, out, count)
    return list_tiles(gathering(s, commands, knights), GATHER, out, count)


def dispersing(s: State, commands: int, knights: int) -> int:
    """The command tiles with troops that can leave: the nearest tiles can be entered, or nothing can."""
    return commands & s.camps[s.seat] & beside(enterable(s, knights))


def gathering(s: State, commands: int, knights: int) -> int:
    found = 0
    while commands:
        tile = first_tile(commands)
        if callable_to(s, tile, knights):
            found |= BIT[tile]
        commands &= commands - 1
    return found


def open_order(s: State, phase: int, tile: int) -> None:
    begin_order(s)
    s.phase = phase
    s.command = tile


def list_marching(s: State, out: Codes) -> int:
    """What can be done in an open order."""
    count = 0
    if s.marched:
        out[0] = DONE
        count = list_tiles(capturable(s), CAPTURE, out, 1)
    if s.phase == Phase.DISPERSE:
        return list_sends(s, out, count)
    return list_calls(s, out, count)


# Disperse


def enterable(s: State, knights: int) -> int:
    """The tiles that troops can be sent to at all, given where hostile knights are active."""
    return s.open if s.disperse_enters else s.open & ~knights


def targets(s: State, tile: int, knights: int) -> int:
    """The tiles that a troop can be sent to: it passes what is empty or own, and enters what is not."""
    barred = BOARD & ~s.open | knights | of_others(s, s.camps, s.seat) | of_others(s, s.donjons, s.seat)
    tiles = STRAIGHT[tile] & enterable(s, knights)
    found = 0
    while tiles:
        to = first_tile(tiles)
        if not BETWEEN[tile][to] & barred:
            found |= BIT[to]
        tiles &= tiles - 1
    return found


def list_sends(s: State, out: Codes, count: int) -> int:
    ready = own_troops(s, s.command)
    if ready == 0:
        return count
    tiles = targets(s, s.command, blocked(s, s.seat))
    while tiles:
        count = list_marches(SEND, LINE[s.command][first_tile(tiles)], ready, out, count)
        tiles &= tiles - 1
    return count


def send(s: State, to: int, troops: int) -> None:
    s.marched = 1
    remove(s, s.seat, s.command, troops)
    arrive(s, to, troops)


# Gather


def callable_to(s: State, tile: int, knights: int) -> int:
    """The tiles with troops that hear the call: no mountain and no hostile knight stands on the line."""
    deaf = BOARD & ~s.open | knights if s.gather_blocked else BOARD & ~s.open
    tiles = STRAIGHT[tile] & s.camps[s.seat] & ~deaf
    found = 0
    while tiles:
        start = first_tile(tiles)
        if not BETWEEN[tile][start] & deaf and ready_on(s, start) > 0:
            found |= BIT[start]
        tiles &= tiles - 1
    return found


def ready_on(s: State, tile: int) -> int:
    """The own troops on a tile that have not been called in this order."""
    return s.troops[tile] - s.halted[tile]


def list_calls(s: State, out: Codes, count: int) -> int:
    tiles = callable_to(s, s.command, blocked(s, s.seat))
    while tiles:
        start = first_tile(tiles)
        count = list_marches(CALL, LINE[s.command][start], ready_on(s, start), out, count)
        tiles &= tiles - 1
    return count


def call(s: State, start: int, troops: int) -> None:
    """Each troop goes as near to the command tile as it can, and may pass where earlier ones cleared the way."""
    s.marched = 1
    remove(s, s.seat, start, troops)
    tile = start
    while tile != s.command:
        tile = TOWARDS[tile][s.command]
        troops = meet(s, tile, troops)
    station(s, tile, troops)


# Capture


def capturable(s: State) -> int:
    """The tiles where a donjon fell in this order, and troops enough stand to replace it."""
    if s.stock[s.seat] == 0:
        return 0
    found = 0
    tiles = s.fallen
    while tiles:
        tile = first_tile(tiles)
        if own_troops(s, tile) >= s.capture_troops:
            found |= BIT[tile]
        tiles &= tiles - 1
    return found


def capture(s: State, tile: int) -> None:
    """Builders go to the discard, the others that it takes to the reserve."""
    remove(s, s.seat, tile, s.capture_troops)
    s.reserve[s.seat] += s.capture_troops - s.build_troops
    s.fallen &= ~BIT[tile]
    raise_donjon(s, tile)


# Closing an order


def is_exhausted(s: State) -> bool:
    """Whether nothing more can be sent, called or captured."""
    if capturable(s):
        return False
    if s.phase == Phase.DISPERSE:
        return own_troops(s, s.command) == 0
    return callable_to(s, s.command, blocked(s, s.seat)) == 0


def close_order(s: State) -> None:
    s.phase = Phase.ACT
    s.command = 0
    s.marched = 0
    s.fallen = 0
    for tile in range(TILES):
        s.halted[tile] = 0
