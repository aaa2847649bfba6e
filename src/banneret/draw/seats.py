"""The seats' tinctures, the same wherever a seat is drawn."""

from __future__ import annotations

from typing import NamedTuple


class Tincture(NamedTuple):
    """A seat's colour, the colour of what is drawn or written on it, and its charge, which tells it without
    colour."""

    name: str
    fill: str
    ink: str
    charge: str


TINCTURES = (
    Tincture("azur", "#2F80C8", "#FFFFFF", "roundel"),
    Tincture("gueules", "#B3261E", "#FFFFFF", "cross"),
    Tincture("or", "#E9B000", "#1B1712", "chevron"),
    Tincture("argent", "#FFFFFF", "#1B1712", "lozenge"),
    Tincture("sable", "#1E2A38", "#FFFFFF", "square"),
)
