"""The colours of pictures: ink, ivory, highlights, and the two themes around the board."""

from __future__ import annotations

import re
from dataclasses import dataclass

INK = "#1B1712"
IVORY = "#FBF7EC"
VELLUM = "#E6DAB9"  # what belongs to nobody
OFFERED = "#0F6E6E"
LAST = "#8A1F7A"
THREAT = "#A1180F"
BORDER = "#4A3A28"  # the frame of the map
GILT = "#D8B976"
NAMES = "#5C5346"


@dataclass(frozen=True)
class Theme:
    """The colours around a board, and how bright the board is among them."""

    background: str
    panel: str
    text: str
    muted: str
    accent: str
    line: str
    brightness: float = 1.0


THEMES = {
    "light": Theme("#F6F1E4", "#FFFDF6", "#1B1712", "#5C5346", "#7A3B10", "#8A7F6E"),
    "dark": Theme("#15130F", "#211D17", "#F3EBDA", "#B9AD98", "#F0B36B", "#7A7060", brightness=0.86),
}


def channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(colour: str, other: str, share: float) -> str:
    """A colour with a share of another in it."""
    mixed = (round(a + (b - a) * share) for a, b in zip(channels(colour), channels(other), strict=True))
    return "#" + "".join(f"{c:02X}" for c in mixed)


def dimmed(svg: str, brightness: float) -> str:
    """A picture with every colour darker by the same factor."""
    if brightness == 1:
        return svg
    return re.sub(r"#[0-9A-Fa-f]{6}(?=\")", lambda found: mix("#000000", found[0], brightness), svg)
