"""What people look for on the board: whose knights are active where, and who commands what from which tile."""

from __future__ import annotations

from typing import NamedTuple

from banneret.core.state import assign

from .orders import baron_command, blocked, knight_command, led
from .table import BIT, TILES, State

BARON, KNIGHT, DONJON = "baron", "knight", "donjon"


class Commands(NamedTuple):
    """The tiles that a seat commands from, by the best that each gives: the baron gives every order, a
    knight in a donjon fewer, a donjon alone moves troops only."""

    baron: int
    knight: int
    donjon: int

    def rank(self, tile: int) -> str:
        """Who commands there; nobody: an empty text."""
        for name, tiles in zip((BARON, KNIGHT, DONJON), self, strict=True):
            if tiles & BIT[tile]:
                return name
        return ""


def copied(s: State) -> State:
    """A state to try things on."""
    other = State()
    assign(other, s)
    return other


def commands(s: State, seat: int) -> Commands:
    """Where a seat commands, or would if it were its turn."""
    acting = copied(s)
    acting.seat = seat
    blocks = blocked(acting, seat)
    by_baron = baron_command(acting, blocks)
    by_knight = knight_command(acting) & ~by_baron
    return Commands(by_baron, by_knight, acting.donjons[seat] & ~blocks & ~by_baron & ~by_knight)


def active(s: State, tile: int) -> int:
    """The seat whose colour is active on a tile, or -1."""
    for seat in range(s.players):
        if led(s, seat) & BIT[tile]:
            return seat
    return -1


def tiles_of(tiles: int) -> list[int]:
    """The tiles of a set in ascending order."""
    return [tile for tile in range(TILES) if tiles & BIT[tile]]
