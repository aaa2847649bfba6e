"""Where things are in a picture: hexes with a point on top and sides of 50 units, rows from left to right."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from banneret.core.scene import Hex

from .pen import number

SIDE = 50.0
HALF = SIDE * math.sqrt(3) / 2  # from the middle of a hex to a side
MARGIN = 9.0

Cell: TypeAlias = tuple[int, int]
CORNERS = ((0.0, -SIDE), (HALF, -SIDE / 2), (HALF, SIDE / 2), (0.0, SIDE), (-HALF, SIDE / 2), (-HALF, -SIDE / 2))
ACROSS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))  # the neighbour across the side after each corner


class Point(NamedTuple):
    x: float
    y: float


class Box(NamedTuple):
    """A rectangle, by its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    def __str__(self) -> str:
        return " ".join(map(number, self))


def centre(q: int, r: int) -> Point:
    return Point((2 * q + r) * HALF, 1.5 * SIDE * r)


def frame(hexes: Iterable[Hex]) -> Box:
    """The smallest box around all hexes, and a margin."""
    centres = [centre(h.q, h.r) for h in hexes] or [Point(0, 0)]
    left, right = min(c.x for c in centres) - HALF, max(c.x for c in centres) + HALF
    top, bottom = min(c.y for c in centres) - SIDE, max(c.y for c in centres) + SIDE
    return Box(left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN)


def hexagon(radius: float) -> str:
    """The path of a hex around 0,0."""
    scale = radius / SIDE
    return "M" + "L".join(f"{number(x * scale)} {number(y * scale)}" for x, y in CORNERS) + "Z"


@functools.lru_cache(maxsize=512)
def outline(cells: frozenset[Cell]) -> str:
    """The path around cells, with every island and every hole."""
    following: dict[tuple[int, int], tuple[int, int]] = {}
    for q, r in sorted(cells):
        for i, (dq, dr) in enumerate(ACROSS):
            if (q + dq, r + dr) not in cells:
                following[corner(q, r, i)] = corner(q, r, (i + 1) % 6)
    loops = ""
    while following:
        start, at = following.popitem()
        loop = [start]
        while at != start:
            loop.append(at)
            at = following.pop(at)
        loops += traced(loop)
    return loops


def traced(loop: list[tuple[int, int]]) -> str:
    """The path along corners, by short steps."""
    x, y = loop[0]
    steps = f"M{number(x * HALF)} {number(y * SIDE / 2)}"
    for (x, y), (nx, ny) in itertools.pairwise(loop):
        dy = number((ny - y) * SIDE / 2)
        steps += f"v{dy}" if nx == x else f"l{number((nx - x) * HALF)} {dy}"
    return steps + "Z"


def corner(q: int, r: int, i: int) -> tuple[int, int]:
    """A corner of a hex in whole steps, half a hex wide and a quarter of a hex high, so that it is exact."""
    dx, dy = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))[i]
    return 2 * q + r + dx, 3 * r + dy


def hatching(radius: float, step: float) -> str:
    """Diagonal lines that fill a hex."""
    lines = ""
    offset = -2 * radius + step / 2
    while offset < 2 * radius:
        inside = [t for t in (i / 4 for i in range(-400, 401)) if within(t, offset - t, radius)]
        if len(inside) > 1:
            a, b = inside[0], inside[-1]
            lines += f"M{number(a)} {number(offset - a)}L{number(b)} {number(offset - b)}"
        offset += step
    return lines


def within(x: float, y: float, radius: float) -> bool:
    half = radius * HALF / SIDE
    return abs(x) <= half and abs(x) * SIDE / (2 * HALF) + abs(y) <= radius


# Pieces on a hex: for each number of them the size of one, and where they stand

PLACES: tuple[tuple[float, tuple[Point, ...]], ...] = (
    (0.53, (Point(0, 3),)),
    (0.4, (Point(-20.5, 3), Point(20.5, 3))),
    (0.32, (Point(0, -11), Point(-18.5, 17), Point(18.5, 17))),
    (0.3, (Point(-16, -11), Point(16, -11), Point(-16, 18), Point(16, 18))),
    (0.26, (Point(-13, -12), Point(13, -12), Point(-25.5, 14), Point(0, 15), Point(25.5, 14))),
    (0.25, (Point(-25, -10), Point(0, -11), Point(25, -10), Point(-25, 15), Point(0, 16), Point(25, 15))),
)


def places(count: int) -> tuple[float, tuple[Point, ...]]:
    """The size of pieces, and where they stand, none above another."""
    if count <= len(PLACES):
        return PLACES[max(count, 1) - 1]
    columns = math.ceil(math.sqrt(count * 1.4))
    rows = math.ceil(count / columns)
    step = min(72 / columns, 54 / rows)
    return step * 0.0105, tuple(
        Point((i % columns - (columns - 1) / 2) * step, (i // columns - (rows - 1) / 2) * step)
        for i in range(count)
    )
