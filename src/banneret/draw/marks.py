"""What is pointed out on a board: hexes to choose, the chosen ones, threats, the last move; rays and overlays."""

from __future__ import annotations

import math
from dataclasses import dataclass

from banneret.core.preview import changed_hexes
from banneret.core.scene import Hex, Ray, Scene
from banneret.core.words import SeatNames, Words

from .layout import HALF, Point, centre, hexagon, places
from .motion import Motion, motions
from .palette import INK, IVORY, LAST, OFFERED, THREAT
from .pen import Attribute, Look, Stock, group, number, path
from .seats import TINCTURES
from .shapes import coat_of_arms, put

RING = 45.5  # the radius of rings, inside a hex's border
UNDERLAY = 6

RINGS: dict[str, Look] = {
    "offered": {"stroke": OFFERED, "stroke_width": 3},
    "chosen": {"stroke": INK, "stroke_width": 4},
    "last": {"stroke": LAST, "stroke_width": 3, "stroke_dasharray": ".1 5.6", "stroke_linecap": "round"},
    "threat": {"stroke": THREAT, "stroke_width": 3, "stroke_dasharray": "8 5"},
}


@dataclass(frozen=True)
class Marks:
    """Names of hexes to point out, and what moved last."""

    offered: frozenset[str] = frozenset()
    chosen: frozenset[str] = frozenset()
    threat: frozenset[str] = frozenset()
    last: frozenset[str] = frozenset()
    moved: tuple[Motion, ...] = ()

    def kind(self, name: str) -> str | None:
        """What a hex is marked as; the most pressing mark wins."""
        return next(
            (kind for kind in ("chosen", "threat", "offered", "last") if name in getattr(self, kind)), None
        )


def offers(scene: Scene) -> Marks:
    """Every hex that can be chosen now."""
    return Marks(offered=frozenset(h.name for h in scene.hexes if h.offers))


def last_move(before: Scene, after: Scene) -> Marks:
    """Everything that is different since."""
    offered = offers(after).offered
    return Marks(
        offered=offered,
        last=frozenset(changed_hexes(before.hexes, after.hexes)) - hidden_cells(after),
        moved=tuple(motions(before, after)),
    )


def hidden_cells(scene: Scene) -> frozenset[str]:
    """Cells without ground, which come and go with what can be chosen."""
    return frozenset(h.name for h in scene.hexes if not scene.terrains[h.terrain].mark)


# Rings, which a page switches on by the class of their hex


def ring(stock: Stock, kind: str | None, scale: float = 1) -> str:
    """A hex's ring: drawn if the hex is marked, else there to be switched on."""
    look = RINGS[kind] if kind else {"display": "none"}
    return stock.use("ring", ring_path, scale=scale, look={"class_": "ring", **look})


def ring_path() -> str:
    """The ivory underlay has a stroke of its own, the ring takes that of whoever uses it."""
    around = hexagon(RING)
    return group(
        path(around, stroke=IVORY, stroke_width=UNDERLAY, stroke_dasharray="none") + path(around),
        fill="none",
        stroke_linejoin="round",
    )


# The last move: a ghost where it began, and an arrow


def ghosts(scene: Scene, stock: Stock, marks: Marks) -> str:
    """What left a hex that is empty now."""
    empty = {h.name: centre(h.q, h.r) for h in scene.hexes if not h.pieces}
    scale, ((_, drop),) = places(1)
    drawn = "".join(
        put(stock, scene.shapes, motion.kind, motion.seat, at.x, at.y + drop, scale)
        for motion in marks.moved
        if motion.origin is not None and (at := empty.get(motion.origin))
    )
    return layer(drawn, "ghosts", opacity=0.36)


def trails(scene: Scene, marks: Marks) -> str:
    """The way of what moved."""
    cells = {h.name: centre(h.q, h.r) for h in scene.hexes}
    ways = {
        (motion.origin, motion.target)
        for motion in marks.moved
        if motion.origin in cells and motion.target in cells and motion.origin != motion.target
    }
    drawn = "".join(arrow(cells[a], cells[b], LAST, "7 4", 25, 29) for a, b in sorted(ways) if a and b)
    return layer(drawn, "trails")


def layer(drawn: str, name: str, **attributes: Attribute) -> str:
    """Drawings that only the eye is concerned with; none if there is nothing in it."""
    if not drawn:
        return ""
    return group(drawn, class_=name, pointer_events="none", aria_hidden="true", **attributes)


def arrow(start: Point, end: Point, colour: str, dashes: str | None, after: float, before: float) -> str:
    """An arrow that leaves some room at both ends, over an ivory underlay."""
    length = math.dist(start, end)
    ux, uy = (end.x - start.x) / length, (end.y - start.y) / length
    a = Point(start.x + ux * after, start.y + uy * after)
    b = Point(end.x - ux * before, end.y - uy * before)
    neck = Point(b.x - ux * 8, b.y - uy * 8)
    line = f"M{number(a.x)} {number(a.y)}L{number(neck.x)} {number(neck.y)}"
    head = (
        f"M{number(b.x)} {number(b.y)}"
        f"L{number(b.x - ux * 12 - uy * 6.5)} {number(b.y - uy * 12 + ux * 6.5)}"
        f"L{number(b.x - ux * 12 + uy * 6.5)} {number(b.y - uy * 12 - ux * 6.5)}Z"
    )
    return (
        path(line, stroke=IVORY, stroke_width=7.5, stroke_linecap="round")
        + path(head, fill=IVORY, stroke=IVORY, stroke_width=5, stroke_linejoin="round")
        + path(line, stroke=colour, stroke_width=3, stroke_dasharray=dashes)
        + path(head, fill=colour)
    )


# Rays


def rays(scene: Scene, words: Words, seat_name: SeatNames) -> str:
    cells = {h.name: centre(h.q, h.r) for h in scene.hexes}
    taken = {h.name for h in scene.hexes if h.pieces}
    drawn = "".join(
        group(
            ray_path(ray, cells, taken),
            class_="ray",
            data_from=ray.hexes[0],
            data_to=ray.hexes[-1],
            aria_label=words.sentence(ray.end, seat_name),
        )
        for ray in scene.rays
    )
    return group(drawn, class_="rays", pointer_events="none", fill="none") if drawn else ""


def ray_path(ray: Ray, cells: dict[str, Point], taken: set[str]) -> str:
    """Solid as far as it goes, with a bar before what stops it, or behind the hex where it has to stop."""
    start, end = cells[ray.hexes[0]], cells[ray.hexes[-1]]
    room = 32 if ray.hexes[-1] in taken else 12
    drawn = ""
    if start != end and ray.inward:
        drawn = arrow(end, start, OFFERED, None, room, 30)
    elif start != end:
        drawn = arrow(start, end, OFFERED, None, 30, room)
    if ray.stopper in cells and ray.stopper != ray.hexes[-1]:
        drawn += bar(end, cells[ray.stopper])
    elif ray.stopper and start != end:
        before = cells[ray.hexes[-2]]
        drawn += bar(end, Point(2 * end.x - before.x, 2 * end.y - before.y))
    return drawn


def bar(end: Point, beyond: Point) -> str:
    """A bar on the border that a ray does not cross."""
    x, y = (end.x + beyond.x) / 2, (end.y + beyond.y) / 2
    ux, uy = (beyond.x - end.x) / (2 * HALF), (beyond.y - end.y) / (2 * HALF)
    line = f"M{number(x - uy * 15)} {number(y + ux * 15)}L{number(x + uy * 15)} {number(y - ux * 15)}"
    return path(line, stroke=IVORY, stroke_width=9, stroke_linecap="round") + path(
        line, stroke=THREAT, stroke_width=4, stroke_linecap="round"
    )


# Overlays


def overlays(scene: Scene, stock: Stock) -> str:
    """For each overlay a layer that a page switches on: the seats that a hex is theirs."""
    return "".join(
        group(
            *(overlay_hex(stock, h, marked[h.name]) for h in scene.hexes if marked.get(h.name)),
            class_="overlay",
            data_overlay=key,
            display="none",
            pointer_events="none",
            aria_hidden="true",
        )
        for key, marked in scene.overlays.items()
    )


def overlay_hex(stock: Stock, h: Hex, seats: tuple[int, ...]) -> str:
    """What the same seats look like on any hex, at this one."""
    return stock.use(f"o{'-'.join(map(str, seats))}", lambda: claims(stock, seats), *centre(h.q, h.r))


def claims(stock: Stock, seats: tuple[int, ...]) -> str:
    """A wash of the only seat's colour, and the shields of all."""
    wash = TINCTURES[seats[0]].fill if len(seats) == 1 else IVORY
    step = min(19.0, 60 / len(seats))
    shields = "".join(
        coat_of_arms(stock, seat, (i - (len(seats) - 1) / 2) * step, -33, 0.18) for i, seat in enumerate(seats)
    )
    return path(hexagon(44), fill=wash, fill_opacity=0.42) + shields
