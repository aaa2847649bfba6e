"""Terrains as small engraved motifs on a hex of radius 50, as on an old map.

Each motif has a few variants, and each hex takes one of them by its name, mirrored or not, so that a map
does not look stamped and is yet the same whenever it is drawn.
"""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Callable
from typing import NamedTuple

from .palette import INK, IVORY, mix
from .pen import Stock, group, path, tag

VARIANTS = 3
ROOF = "#B5705A"
ROSE = "#C46A5F"
WATER = "#6FA6CF"


class Tones(NamedTuple):
    """The colours of what is drawn on a ground, made from the ground's."""

    dark: str
    mid: str
    light: str


def tones(fill: str) -> Tones:
    return Tones(mix(fill, INK, 0.52), mix(fill, INK, 0.16), mix(fill, IVORY, 0.55))


# What motifs are made of, each standing on 0,0


def tree(t: Tones) -> str:
    crown = "M-2 -3C-9 -2 -11 -9 -7 -12C-8 -18 -1 -21 2 -18C8 -20 12 -14 9 -10C12 -6 8 -2 2 -3Z"
    return (
        path("M0 1V-8", stroke=t.dark, stroke_width=1.8)
        + path(crown, fill=mix(t.mid, "#2E5A2A", 0.27), stroke=t.dark, stroke_width=1.1)
        + path("M-4 -13Q-2 -17 2 -16M-5 -8Q-3 -10 -1 -9", stroke=t.light, stroke_width=1.2, fill="none")
    )


def fir(t: Tones) -> str:
    return (
        path("M0 1V-5", stroke=t.dark, stroke_width=1.8)
        + path(
            "M0 -22L5.5 -13H3L7.5 -7H4.5L9 -2H-9L-4.5 -7H-7.5L-3 -13H-5.5Z",
            fill=mix(t.mid, "#234F34", 0.36),
            stroke=t.dark,
            stroke_width=1.1,
            stroke_linejoin="round",
        )
        + path("M-1 -17L-3.5 -13M-2 -11L-5 -7", stroke=t.light, stroke_width=1.1)
    )


def tuft(t: Tones) -> str:
    return path("M-4 0Q-4 -4 -7 -6M-1.5 0Q-1 -5 -2 -9M1.5 0Q2 -5 4 -8M4 0Q4 -3 8 -5", stroke=t.dark, fill="none")


def flowers(t: Tones) -> str:
    """Poppies and cornflowers."""
    stems = path("M-5 1Q-5 -3 -7 -6M0 0V-9M5 1Q5 -3 8 -5", stroke=t.dark, fill="none", stroke_width=0.9)
    heads = [(-7, -7, "#CF7F66"), (0, -10.5, "#8FA0C4"), (8, -6, "#CF7F66")]
    return stems + "".join(
        tag("circle", cx=x, cy=y, r=2.3, fill=colour, stroke=t.dark, stroke_width=0.7) for x, y, colour in heads
    )


def cottage(t: Tones) -> str:
    return (
        path("M-9 0V-8H9V0Z", fill=IVORY, stroke=t.dark)
        + path("M-11.5 -8L-6 -16H6L11.5 -8Z", fill=ROOF, stroke=t.dark, stroke_linejoin="round")
        + path("M4 -16V-19.5H7V-14.6M-2 0V-5H2V0", fill=mix(IVORY, INK, 0.5), stroke=t.dark, stroke_width=0.8)
        + path("M-6 -11H6", stroke=mix(ROOF, INK, 0.35), stroke_width=0.7)
    )


def church(t: Tones) -> str:
    return (
        path("M-4 0V-15H4V0Z", fill=IVORY, stroke=t.dark)
        + path("M-5.5 -15L0 -26L5.5 -15Z", fill=mix(ROOF, INK, 0.2), stroke=t.dark, stroke_linejoin="round")
        + path("M0 -26V-31M-2 -29H2", stroke=t.dark)
        + path("M-1.5 0V-4A1.5 1.5 0 0 1 1.5 -4V0ZM-1 -8V-11H1V-8Z", fill=t.dark)
    )


def ear(t: Tones) -> str:
    """An ear of wheat."""
    grains = "".join(
        tag("ellipse", cx=side * 2.6, cy=y, rx=1.6, ry=2.9, transform=f"rotate({side * 28} {side * 2.6:g} {y})")
        for y in (-11, -15, -19)
        for side in (-1, 1)
    )
    grain = mix("#D9A520", "#7A4E10", 0.12)
    return path("M0 2Q.6 -8 0 -21", stroke=t.dark, fill="none", stroke_width=1.1) + group(
        grains, tag("ellipse", cy=-22.5, rx=1.5, ry=3), fill=grain, stroke=t.dark, stroke_width=0.7
    )


def vine(t: Tones) -> str:
    berries = "".join(
        tag("circle", cx=x, cy=y, r=2.7) for x, y in ((-5, -9), (0, -9), (5, -9), (-2.5, -5), (2.5, -5), (0, -1))
    )
    return (
        path("M1 -10Q0 -15 4 -17", stroke=t.dark, fill="none", stroke_width=1.3)
        + path(
            "M2 -13C6 -19 12 -17 13 -13C10 -12 8 -9 4 -10ZM0 -13C-4 -18 -9 -17 -11 -13C-8 -11 -5 -10 -1 -11Z",
            fill="#6E8F4E",
            stroke=t.dark,
            stroke_width=0.8,
        )
        + group(berries, fill="#85507F", stroke=mix(t.dark, "#3A1040", 0.5), stroke_width=0.8)
        + path("M-6 -10L-5.4 -10.6M-1 -10L-.4 -10.6M4 -10L4.6 -10.6", stroke=IVORY, stroke_linecap="round")
    )


def block(t: Tones) -> str:
    """A cut stone."""
    return (
        path("M-9 0V-8L-4 -12H10V-4L5 0Z", fill=mix(t.mid, INK, 0.12), stroke=t.dark, stroke_linejoin="round")
        + path("M-9 -8L-4 -12H10L5 -8Z", fill=t.light, stroke=t.dark, stroke_linejoin="round", stroke_width=0.8)
        + path("M-9 -8H5V0H-9Z", fill=mix(t.light, t.mid, 0.6), stroke=t.dark, stroke_width=0.8)
        + path("M-6 -2L-3 -5M0 -2L2 -4", stroke=t.dark, stroke_width=0.6)
    )


def wave(t: Tones) -> str:
    blue = mix(t.dark, WATER, 0.5)
    return path(
        "M-11 0Q-8 -5 -4.5 -1.5Q-1 -5 2.5 -1.5Q6 -5 10 0", stroke=blue, fill="none", stroke_width=1.4
    ) + path("M-7 3Q-4 .5 -1 3M2 3.4Q4 1.6 6 3.4", stroke=IVORY, fill="none", stroke_width=1.2)


def reeds(t: Tones) -> str:
    water = path("M-11 1H-3M0 2.5H10", stroke=IVORY, stroke_width=1.4)
    stems = path("M-4 0Q-4 -8 -6 -15M0 0V-19M4 0Q4 -7 7 -13", stroke=t.dark, fill="none", stroke_width=1.2)
    heads = path("M-6 -15L-5.2 -10.5M0 -20V-14.5M7 -13L5.7 -9", stroke="#6A4424", stroke_width=2.8)
    return water + stems + group(heads, stroke_linecap="round")


def bare_tree(t: Tones) -> str:
    return path(
        "M-3 3Q0 -2 -.6 -9Q-2 -14 -9 -16Q-4 -16 -1.4 -13Q-3 -20 -8 -26Q-2 -21 -.2 -15Q0 -22 -1 -30Q2 -22 1.4 -14"
        "Q5 -20 12 -23Q6 -18 3.4 -13Q8 -14 13 -12Q6 -12 2.4 -8Q2 -2 5 3Z",
        fill=mix(t.dark, INK, 0.55),
    )


def raven(t: Tones) -> str:
    return path(
        "M-9 0C-6 -1 -5 -5 0 -6C1 -9 5 -10 7 -7L11 -6L7 -5C7 -1 3 1 -1 1L-4 3L-3.5 .6Z", fill=mix(t.dark, INK, 0.8)
    )


def peak(t: Tones) -> str:
    """A mountain without a foot, so that those in front grow out of those behind."""
    return (
        path("M-18 1L-3 -24L2 -17L5 -20L18 1Q0 -5 -18 1Z", fill=mix(t.mid, IVORY, 0.3))
        + path("M-3 -24L2 -17L5 -20L18 1Q10 -3 2 -2L5 -7L-1 -11L1 -16Z", fill=mix(t.mid, INK, 0.3))
        + path("M-3 -24L-8 -15.6L-4.4 -17.4L-2.6 -13.6L.6 -18.6Z", fill=IVORY)
        + path(
            "M-18 1L-3 -24L2 -17L5 -20L18 1M-9 -4L-6 -9M-3 -4L-2 -8",
            stroke=t.dark,
            fill="none",
            stroke_width=1.2,
            stroke_linejoin="round",
        )
    )


def star(t: Tones) -> str:
    """A star of runes."""
    points = " ".join(
        f"{radius * math.sin(turn):.1f},{-radius * math.cos(turn):.1f}"
        for i in range(16)
        for radius, turn in [((19, 7, 13, 7)[i % 4], i * math.pi / 8)]
    )
    return (
        tag("circle", r=22, fill="none", stroke=t.dark, stroke_dasharray="2 3.2", stroke_width=1.6)
        + tag("polygon", points=points, fill=mix(t.light, "#FFFFFF", 0.3), stroke=t.dark, stroke_linejoin="round")
        + tag("circle", r=3, fill=t.dark)
    )


def rock(t: Tones) -> str:
    return path("M-7 0L-5 -5L0 -7L6 -4L8 0Z", fill=t.mid, stroke=t.dark, stroke_linejoin="round") + path(
        "M0 -7L1 -3L4 0", stroke=t.dark, fill="none", stroke_width=0.7
    )


def heather(t: Tones) -> str:
    bloom = "".join(tag("circle", cx=x, cy=y, r=1.3) for x, y in ((-5, -7), (-1, -10), (2, -6), (5, -8), (-3, -4)))
    return path(
        "M-1 0Q-3 -4 -5 -7M0 0Q0 -6 -1 -10M1 0Q3 -5 5 -8", stroke=t.dark, fill="none", stroke_width=0.9
    ) + group(bloom, fill="#A67A98")


def rose(t: Tones) -> str:
    return (
        path(
            "M0 2Q-1 -4 0 -9M0 -3Q-5 -3 -6 -7Q-1 -7 0 -3Q4 -2 6 -5Q2 -7 0 -3",
            stroke="#4F6B3A",
            fill="#7C9A5C",
            stroke_width=1,
        )
        + tag("circle", cy=-13, r=5.4, fill=ROSE, stroke=mix(ROSE, INK, 0.45))
        + path("M-3 -13Q-2 -17 2 -15Q4 -12 1 -11Q-1 -11 -1 -13Q0 -14 1 -13", stroke="#F6D5C8", fill="none")
    )


# Motifs: what stands where on a hex

Draw = Callable[[Tones], str]
Place = tuple[float, float]
FIVE: tuple[Place, ...] = ((-20, -6), (17, -8), (-29, 14), (0, 4), (27, 13), (-11, 26), (13, 28))
FEW: tuple[Place, ...] = ((-20, -10), (20, -13), (-2, 4), (-24, 19), (22, 18), (0, 29))
ROWS: tuple[Place, ...] = ((-25, -4), (-9, -6), (9, -5), (25, -4), (-20, 21), (-3, 23), (14, 22), (28, 19))


class Motif(NamedTuple):
    """Things in turn on places, each shifted a little by chance; and what lies beneath them."""

    things: tuple[Draw, ...]
    places: tuple[Place, ...]
    scale: float = 1.0
    beneath: Callable[[Tones, int], str] | None = None
    wander: float = 3.0


def furrows(t: Tones, _: int) -> str:
    return path(
        "M-38 -12Q0 -22 38 -12M-40 1Q0 -9 40 1M-40 14Q0 4 40 14M-37 26Q0 17 37 26",
        stroke=mix(t.mid, "#9A7016", 0.4),
        fill="none",
        stroke_width=1.1,
        stroke_dasharray="7 3",
    )


def water(t: Tones, _: int) -> str:
    return path(
        "M-31 2C-32 -15 -10 -21 6 -19C26 -17 35 -6 31 8C27 23 4 25 -10 22C-24 19 -30 14 -31 2Z",
        fill=mix(t.mid, WATER, 0.42),
        stroke=t.dark,
        stroke_width=1.2,
    ) + path(
        "M-26 2C-26 -11 -8 -16 6 -14.6C22 -13 30 -4 26.6 7",
        stroke=IVORY,
        fill="none",
        stroke_width=1.2,
        stroke_dasharray="9 4",
    )


def stream(t: Tones, variant: int) -> str:
    """A river from one side of the hex to another."""
    course = (
        "M-43.3 0C-30 0 -22 -14 -8 -11S10 11 24 7S36 0 43.3 0",
        "M-21.6 -37.5C-10 -17.4 -24 -2 -8 6S24 0 43.3 0",
        "M-43.3 0C-26 0 -24 12 -10 8S4 7 10 17.4L21.6 37.5",
    )[variant]
    return group(
        path(course, stroke=t.dark, stroke_width=14)
        + path(course, stroke=mix(WATER, t.light, 0.2), stroke_width=11.6)
        + path(course, stroke=mix(WATER, IVORY, 0.5), stroke_width=4.6)
        + path(course, stroke=mix(WATER, IVORY, 0.8), stroke_width=1.2),
        fill="none",
        stroke_linecap="butt",
    )


def trellis(t: Tones, _: int) -> str:
    return path("M-36 -14H36M-40 12H40", stroke=t.dark, stroke_width=1, stroke_dasharray="1 0") + path(
        "M-30 -19V-6M-2 -19V-6M30 -19V-6M-32 6V20M0 6V20M32 6V20",
        stroke=mix(t.dark, "#5A3A1E", 0.5),
        stroke_width=1.8,
    )


MOTIFS = {
    "meadow": Motif((tuft, flowers, tuft, flowers, tuft, tuft), FEW, 0.95, wander=6),
    "plain": Motif((tuft,), ((-18, -6), (17, -9), (-4, 14), (23, 17), (-23, 22)), 0.9, wander=7),
    "houses": Motif(
        (cottage, church, cottage, cottage, cottage), ((-20, -5), (3, 0), (23, 6), (-16, 20), (9, 27)), 1.05
    ),
    "wheat": Motif((ear,), ROWS, 0.86, furrows),
    "trees": Motif((tree, fir, tree, tree, fir), FIVE),
    "grapes": Motif((vine,), ((-20, 2), (5, 0), (27, 2), (-27, 27), (-3, 29), (20, 28)), 0.9, trellis, 1.5),
    "quarry": Motif(
        (block,), ((-8, -6), (10, -6), (-19, 8), (1, 8), (21, 8), (-10, 23), (12, 23)), 1.05, None, 1.2
    ),
    "pond": Motif((wave, wave, reeds, reeds), ((-6, -3), (10, 10), (-29, 14), (30, 22)), 0.9, water, 2),
    "lake": Motif(
        (wave,), ((-18, -16), (13, -19), (-4, -2), (27, 1), (-27, 9), (8, 16), (-9, 29), (22, 27)), 0.95
    ),
    "marsh": Motif(
        (reeds, tuft, reeds), ((-18, -4), (14, -14), (18, 8), (-4, 18), (-26, 24), (24, 27)), 0.95, wander=2
    ),
    "cursed": Motif((bare_tree, raven, tuft), ((-11, 14), (20, -4), (20, 24), (-28, 24)), 1.15, None, 2),
    "mountains": Motif((peak,), ((-12, -1), (13, 1), (-23, 15), (23, 16), (0, 22)), 1.02, None, 1.5),
    "mystery": Motif((star,), ((0, 0),), 1.15, None, 0),
    "heath": Motif((heather, rock, heather, tuft), ((-20, -8), (18, -14), (2, 4), (-25, 17), (24, 16), (-1, 27))),
    "grove": Motif((tree, tuft, tree), ((-18, -3), (16, -7), (22, 11), (-3, 18), (-27, 22), (13, 29))),
    "river": Motif((tuft, tuft, rock, tuft), ((20, -16), (-22, 22), (22, 24), (0, 30)), 0.9, stream),
    "roses": Motif((rose,), ((-21, 0), (2, -3), (24, 1), (-11, 20), (13, 21), (-29, 23), (30, 23)), 0.95),
}


def motif(stock: Stock, glyph: str, fill: str, variant: int) -> str:
    """A motif in one of its variants, from back to front."""
    chosen = MOTIFS[glyph]
    rng = random.Random(f"{glyph} {variant}")
    colours = tones(fill)
    spread = chosen.wander
    first = variant if spread >= 3 else 0  # what hardly wanders has its place
    placed = [
        (
            y + rng.uniform(-spread, spread),
            x + rng.uniform(-spread, spread),
            chosen.things[(i + first) % len(chosen.things)],
        )
        for i, (x, y) in enumerate(chosen.places)
    ]
    drawn = chosen.beneath(colours, variant) if chosen.beneath else ""
    for y, x, thing in sorted(placed, key=lambda each: each[0]):
        size = chosen.scale * rng.uniform(0.9, 1.1)
        drawn += stock.use(
            f"{thing.__name__}{fill[1:]}",
            lambda thing=thing: thing(colours),  # type: ignore[misc]  # mypy does not infer defaults of lambdas
            x,
            y,
            size,
        )
    return group(drawn, stroke_linecap="round")


@functools.lru_cache(1024)
def look_of(name: str) -> tuple[int, bool]:
    """Which variant a hex takes, and whether mirrored: always the same for a name."""
    rng = random.Random(f"look {name}")
    return rng.randrange(VARIANTS), rng.random() < 0.5
