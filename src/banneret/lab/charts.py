"""Pictures for the report as inline SVG. Their lengths are percentages, so that lines and letters keep their size
on any screen; their colours are classes of the page's style."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape

HEIGHT = 150
ABOVE = 20  # room for a number over the highest bar
TICKS = 5  # values under a histogram at most
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


def scale(marks: Sequence[tuple[float, str]]) -> str:
    """What stands below rows of intervals: words at parts of the width."""
    last = len(marks) - 1
    texts = "".join(
        f'<text class="tick" x="{100 * at:.2f}%" y="13" text-anchor="{anchor(i, last)}">{escape(said)}</text>'
        for i, (at, said) in enumerate(marks)
    )
    return f'<svg class="scale" aria-hidden="true" height="18">{texts}</svg>'


def anchor(i: int, last: int) -> str:
    return "start" if i == 0 else "end" if i == last else "middle"


def histogram(counts: dict[int, int], said: str, number: Callable[[float], str] = str) -> str:
    """How many games have each value, as bars over the values; over the highest bar stands how many it has."""
    if not counts:
        return ""
    first, last = min(counts), max(counts)
    width = max(1, math.ceil((last - first + 1) / BARS))
    heights = [0] * ((last - first) // width + 1)
    for value, count in counts.items():
        heights[(value - first) // width] += count
    a_bar, most, line = 100 / len(heights), max(heights), ABOVE + HEIGHT
    bars = "".join(
        f'<rect class="bar" x="{i * a_bar:.2f}%" width="{a_bar * 0.86:.2f}%" '
        f'y="{ABOVE + HEIGHT * (1 - count / most):.1f}" height="{HEIGHT * count / most:.1f}">'
        f"<title>{span(first + i * width, width)}: {number(count)}</title></rect>"
        for i, count in enumerate(heights)
        if count
    )
    peak = (heights.index(most) + 0.43) * a_bar
    side = "start" if peak < 5 else "end" if peak > 95 else "middle"
    top = f'<text class="tick" x="{peak:.1f}%" y="{ABOVE - 5}" text-anchor="{side}">{number(most)}</text>'
    labels = "".join(
        f'<text class="tick" x="{i * a_bar:.1f}%" y="{line + 18}">{span(first + i * width, width)}</text>'
        for i in range(0, len(heights), max(1, math.ceil(len(heights) / TICKS)))
    )
    return (
        f'<svg class="histogram" role="img" aria-label="{escape(said)}" height="{line + 24}">{bars}{top}'
        f'<line class="axis" x1="0" x2="100%" y1="{line}" y2="{line}"/>{labels}</svg>'
    )


def span(first: int, width: int) -> str:
    return str(first) if width == 1 else f"{first}\N{EN DASH}{first + width - 1}"


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
