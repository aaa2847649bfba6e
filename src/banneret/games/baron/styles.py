"""Ways of playing Baron for crowds of simulated games.

Uniform players hardly ever complete a barony. Thrifty ones pay for nothing and build where much is laid;
eager ones crowd together, build at once and everywhere, and so fight all the time.
"""

from __future__ import annotations

from .rules import CLAIM, DISCARD, DONJON, PASS, PLACE, WAIVE
from .table import CELLS, OFFER, State, touching

STYLES = ("uniform", "thrifty", "eager")
THRIFTY = 1
EAGER = 2


def urge(s: State, code: int, style: int) -> int:
    """How much a style likes a legal action of a seat, as a weight."""
    if style == THRIFTY:
        return thrift(s, code)
    if style == EAGER:
        return zeal(s, code)
    return 1


def thrift(s: State, code: int) -> int:
    if code < OFFER:
        return 40 if code == 0 else 1
    if code <= DISCARD:
        return 1 + crowding(s, (code - PLACE) % CELLS)
    if code == PASS:
        return 60
    if DONJON <= code < PASS:
        return 1 + crowding(s, code - DONJON)
    return 1


def zeal(s: State, code: int) -> int:
    if code < OFFER:
        return 2 if code == 0 else 3
    if code <= DISCARD:
        return 1 + 10 * crowding(s, (code - PLACE) % CELLS)
    if DONJON <= code < PASS:
        return 1 + 10 * crowding(s, code - DONJON)
    if CLAIM <= code < WAIVE:
        return 9
    return 1


def crowding(s: State, cell: int) -> int:
    """Grows quickly with the number of tiles around a cell."""
    return touching(s, cell) ** 2 * touching(s, cell)
