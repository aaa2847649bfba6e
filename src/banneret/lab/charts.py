"""Pictures for the report as inline SVG. Their lengths are percentages, so that lines and letters keep their size
on any screen; their colours are classes of the page's style."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

HEIGHT = 150
ROW = 26
BARS = 40  # of a histogram at most
HEX = 10.0


def interval(value: float, low: float, high: float, fair: float | None, top: float, colour: str, said: str) -> str:
    """A dot with its interval on a scale from 0 to `top`, and a dotted line at what would be fair."""

    def at(share: float) -> str:
        return f"{100 * min(1.0, max(0.0, share / top)):.2f}%"

    middle = ROW / 2
    line = f'<line class="fair" x1="{at(fair)}" x2="{at(fair)}" y1="0" y2="{ROW}"/>' if fair is not None else ""
    return (
        f'<svg class="interval" role="img" aria-label="{escape(said)}" height="{ROW}">'
        f'<line class="axis" x1="0" x2="100%" y1="{middle}" y2="{middle}"/>{line}'
        f'<line class="whisker {colour}" x1="{at(low)}" x2="{at(high)}" y1="{middle}" y2="{middle}"/>'
        f'<circle class="dot {colour}" cx="{at(value)}" cy="{middle}" r="6"/></svg>'
    )


def histogram(counts: dict[int, int], said: str) -> str:
    """How many games have each value, as bars over the values."""
    if not counts:
        return ""
    first, last = min(counts), max(counts)
    width = max(1, math.ceil((last - first + 1) / BARS))
    heights = [0] * ((last - first) // width + 1)
    for value, count in counts.items():
        heights[(value - first) // width] += count
    a_bar = 100 / len(heights)
    bars = "".join(
        f'<rect class="bar" x="{i * a_bar:.2f}%" width="{a_bar * 0.86:.2f}%" '
        f'y="{HEIGHT - HEIGHT * count / max(heights):.1f}" height="{HEIGHT * count / max(heights):.1f}">'
        f"<title>{span(first + i * width, width)}: {count}</title></rect>"
        for i, count in enumerate(heights)
        if count
    )
    labels = "".join(
        f'<text class="tick" x="{place:.1f}%" y="{HEIGHT + 18}" text-anchor="{anchor}">{value}</text>'
        for place, value, anchor in ticks(first, last)
    )
    return (
        f'<svg class="histogram" role="img" aria-label="{escape(said)}" height="{HEIGHT + 24}">{bars}'
        f'<line class="axis" x1="0" x2="100%" y1="{HEIGHT}" y2="{HEIGHT}"/>{labels}</svg>'
    )


def span(first: int, width: int) -> str:
    return str(first) if width == 1 else f"{first}\N{EN DASH}{first + width - 1}"


def ticks(first: int, last: int) -> list[tuple[float, int, str]]:
    """Where values are written under a histogram: both ends and the middle."""
    middle = (first + last) // 2
    return (
        [(0.0, first, "start"), (50.0, middle, "middle"), (100.0, last, "end")]
        if last > first
        else [(0, first, "start")]
    )


def hex_map(cells: Sequence[tuple[float, float, str, float]], said: str) -> str:
    """Cells (q, r, name, amount) as hexes, the darker the more."""
    if not cells:
        return ""
    most = max(amount for *_, amount in cells) or 1.0
    places = [(HEX * math.sqrt(3) * (q + r / 2), HEX * 1.5 * r, name, amount) for q, r, name, amount in cells]
    left, top = min(x for x, *_ in places) - HEX, min(y for _, y, *_ in places) - HEX
    width, height = max(x for x, *_ in places) + HEX - left, max(y for _, y, *_ in places) + HEX - top
    hexes = "".join(
        f'<polygon points="{corners(x - left, y - top)}" style="--heat:{amount / most:.2f}">'
        f"<title>{escape(name)}: {amount:.2f}</title></polygon>"
        for x, y, name, amount in places
    )
    box = f"0 0 {width:.0f} {height:.0f}"
    return f'<svg class="map" role="img" aria-label="{escape(said)}" viewBox="{box}">{hexes}</svg>'


def corners(x: float, y: float) -> str:
    points = (
        (x + HEX * math.sin(math.radians(60 * i)), y + HEX * math.cos(math.radians(60 * i))) for i in range(6)
    )
    return " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
