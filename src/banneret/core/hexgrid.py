"""Axial hex geometry: cells `q,r`, their six neighbours, distances and numbered regions.

A region numbers its cells in order of q, then r. A neighbour that lies outside has the number
`outside`, one past the last, so that rules can keep an empty cell there and need not ask where the
region ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from .errors import UnreadableText
from .state import Grid

DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))

_NUMBER = r"0|-?[1-9][0-9]{0,3}"
_CELL = re.compile(f"({_NUMBER}),({_NUMBER})")


class Cell(NamedTuple):
    """A hex in axial coordinates."""

    q: int
    r: int

    def __str__(self) -> str:
        return f"{self.q},{self.r}"

    def neighbours(self) -> list[Cell]:
        return [Cell(self.q + dq, self.r + dr) for dq, dr in DIRECTIONS]

    def distance(self, other: Cell) -> int:
        """Steps from here to the other cell."""
        dq, dr = self.q - other.q, self.r - other.r
        return max(abs(dq), abs(dr), abs(dq + dr))


ORIGIN = Cell(0, 0)


def parse_cell(text: str) -> Cell:
    """The cell of a text `q,r`; there is one way to write each."""
    found = _CELL.fullmatch(text)
    if not found:
        raise UnreadableText(f"{text!r} is not a cell; cells are written q,r, for example 2,-1")
    return Cell(int(found[1]), int(found[2]))


class Region:
    """Cells numbered from 0 in order of q, then r."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        self.cells = sorted(set(cells))
        self.numbers = {cell: number for number, cell in enumerate(self.cells)}
        self.outside = len(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    def number(self, text: str) -> int:
        """The number of the cell written as `q,r`."""
        cell = parse_cell(text)
        if cell not in self.numbers:
            raise UnreadableText(f"{text} lies outside the table")
        return self.numbers[cell]

    def neighbours(self) -> Grid:
        """For each cell, and for the outside, the numbers of its six neighbours in the usual order."""
        table = [[self.numbers.get(n, self.outside) for n in cell.neighbours()] for cell in self.cells]
        return [*table, [self.outside] * 6]


def hexagon(radius: int) -> Region:
    """All cells at most `radius` steps from 0,0."""
    span = range(-radius, radius + 1)
    return Region(Cell(q, r) for q in span for r in span if abs(q + r) <= radius)
