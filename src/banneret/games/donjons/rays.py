"""The six straight ways from the command tile of an open order, and why each ends where it does."""

from __future__ import annotations

from banneret.core.hexgrid import DIRECTIONS, Cell
from banneret.core.scene import Ray, Said

from .marches import callable_to, targets
from .notation import NAMES
from .orders import blocked
from .sight import active, copied
from .table import BIT, BOARD, CELLS, TILES, Phase, State, of_others, owner


def _run(cell: Cell, dq: int, dr: int) -> list[int]:
    """The tiles on the way from a cell to the edge of the board."""
    numbers = {other: tile for tile, other in enumerate(CELLS)}
    steps = (Cell(cell.q + k * dq, cell.r + k * dr) for k in range(1, TILES))
    return [numbers[step] for step in steps if step in numbers]


RUNS = [[_run(cell, dq, dr) for dq, dr in DIRECTIONS] for cell in CELLS]


def rays(s: State) -> tuple[Ray, ...]:
    """The ways of the open order; none if no order is open."""
    if s.phase == Phase.DISPERSE:
        open_tiles = targets(s, s.command, blocked(s, s.seat))
    elif s.phase == Phase.GATHER:
        open_tiles = hearing(s)
    else:
        return ()
    return tuple(_ray(s, run, open_tiles) for run in RUNS[s.command])


def hearing(s: State) -> int:
    """The tiles on which troops of the acting seat would hear the call to gather."""
    crowded = copied(s)
    crowded.camps[s.seat] = BOARD
    crowded.troops = [1] * TILES
    crowded.halted = [0] * TILES
    return callable_to(crowded, s.command, blocked(s, s.seat))


def _ray(s: State, run: list[int], open_tiles: int) -> Ray:
    """A way as far as it is open; it is stopped on its last tile, or before the next."""
    reached = [tile for tile in run if open_tiles & BIT[tile]]
    gathers = s.phase == Phase.GATHER
    hexes = tuple(NAMES[tile] for tile in (s.command, *reached))
    if reached and not gathers and (end := stop(s, reached[-1])):
        return Ray(hexes, end, stopper=NAMES[reached[-1]])
    if len(reached) < len(run):
        stopper = run[len(reached)]
        return Ray(hexes, wall(s, stopper), inward=gathers, stopper=NAMES[stopper])
    return Ray(hexes, Said("edge"), inward=gathers)


def wall(s: State, tile: int) -> Said:
    """Why neither troops nor calls come to a tile: a mountain, or a hostile knight."""
    if not s.open & BIT[tile]:
        return Said("mountain", {"hex": NAMES[tile]})
    return Said("knight_holds", {"seat": active(s, tile), "hex": NAMES[tile]})


def stop(s: State, tile: int) -> Said | None:
    """Why troops that are sent can enter a tile but not pass it; None if they can pass."""
    if blocked(s, s.seat) & BIT[tile]:
        return wall(s, tile)
    if of_others(s, s.camps, s.seat) & BIT[tile]:
        return Said("troops_hold", {"seat": owner(s, s.camps, tile), "hex": NAMES[tile]})
    if of_others(s, s.donjons, s.seat) & BIT[tile]:
        return Said("donjon_holds", {"seat": owner(s, s.donjons, tile), "hex": NAMES[tile]})
    return None
