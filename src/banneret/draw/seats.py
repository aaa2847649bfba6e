"""The seats' tinctures, the same wherever a seat is drawn."""

from __future__ import annotations

from typing import NamedTuple


class Tincture(NamedTuple):
    """A seat's colour, and the colour of what is written on it."""

    name: str
    fill: str
    ink: str


TINCTURES = (
    Tincture("azur", "#2F80C8", "#FFFFFF"),
    Tincture("gueules", "#B3261E", "#FFFFFF"),
    Tincture("or", "#E9B000", "#1B1712"),
    Tincture("argent", "#FFFFFF", "#1B1712"),
    Tincture("sable", "#1E2A38", "#FFFFFF"),
)
