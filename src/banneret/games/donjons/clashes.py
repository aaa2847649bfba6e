"""What troops meet on their way, tile by tile: told by the rules themselves, on a copy of the state."""

from __future__ import annotations

from dataclasses import dataclass

from .arrivals import besiege, fight, remove
from .orders import die_recruits
from .sight import copied
from .table import BIT, TOWARDS, State, owner, take_down


@dataclass(frozen=True)
class Clash:
    """Troops of the acting seat come to a tile with enemy troops or an enemy donjon."""

    tile: int
    arriving: int
    enemy: int  # whose troops stand there, or -1
    standing: int  # how many of them
    fell: int  # as many of each side
    defender: int  # whose donjon stands there, or -1
    waiting: int  # own troops that waited on the donjon before
    stopped: int  # by the donjon
    destroyed: bool

    @property
    def left(self) -> int:
        """How many find the tile clear."""
        return self.arriving - self.fell - self.stopped


@dataclass(frozen=True)
class March:
    """How many troops come, along which tiles, what they meet, and how many come to the last of them."""

    troops: int
    tiles: tuple[int, ...]
    clashes: tuple[Clash, ...] = ()
    arrived: int = 0


def two_tiles(way: str) -> tuple[int, int]:
    start, to = way.split(">")
    return int(start) - 1, int(to) - 1


def march(before: State, action: str) -> March | None:
    """The march that an action makes, if it brings troops to a tile."""
    verb, *rest = action.split()
    s = copied(before)
    if verb == "recruit":
        tile = int(rest[0]) - 1
        return _met(s, March(die_recruits(s, tile) if rest[1:] else 1, (tile,)))
    if verb == "raze":
        tile = int(rest[0]) - 1
        take_down(s, s.seat, tile)
        return _met(s, March(s.build_troops, (tile,)))
    if verb in ("send", "call"):
        start, to = two_tiles(rest[0])
        troops = int(rest[1])
        remove(s, s.seat, start, troops)
        return _met(s, March(troops, (to,) if verb == "send" else tuple(_way(start, to))))
    return None


def _way(start: int, to: int) -> list[int]:
    """The tiles after the first on a straight way."""
    way = [start]
    while way[-1] != to:
        way.append(TOWARDS[way[-1]][to])
    return way[1:]


def _met(s: State, planned: March) -> March:
    """The march with what the rules make of it."""
    found = []
    troops = planned.troops
    for tile in planned.tiles:
        clash = _clash(s, tile, troops)
        troops = clash.left
        if clash.fell or clash.stopped:
            found.append(clash)
    return March(planned.troops, planned.tiles, tuple(found), troops)


def _clash(s: State, tile: int, troops: int) -> Clash:
    enemy, defender, standing = owner(s, s.camps, tile), owner(s, s.donjons, tile), s.troops[tile]
    waiting = standing if enemy == s.seat else 0
    fell = fight(s, tile, troops)
    stopped = besiege(s, tile, troops - fell)
    return Clash(
        tile=tile,
        arriving=troops,
        enemy=-1 if enemy == s.seat else enemy,
        standing=standing - waiting,
        fell=fell,
        defender=-1 if defender == s.seat else defender,
        waiting=waiting,
        stopped=stopped,
        destroyed=defender >= 0 and defender != s.seat and not s.donjons[defender] & BIT[tile],
    )
