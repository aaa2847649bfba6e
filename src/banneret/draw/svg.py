"""A board as SVG: ground, borders, marks, pieces and badges, in layers from back to front.

Every hex is a group of class `hex` with its thing (`data-thing`) and its description; every piece a group of
class `piece` that tells its kind, seat and hex, so that a page can light, click and move them.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterator

from banneret.core.scene import Hex, Piece, Scene, Terrain
from banneret.core.words import SeatNames, Words

from . import glyphs
from .figures import can_write, figures, width
from .labels import hex_label, say, seat_names
from .layout import Point, centre, frame, hatching, hexagon, outline, places
from .marks import RING, Marks, ghosts, layer, overlays, rays, ring, trails
from .palette import BORDER, GILT, INK, IVORY, NAMES, OFFERED, THEMES, THREAT, dimmed
from .pen import NAMESPACE, Stock, group, moved, number, path, tag, text
from .shapes import letter, put

FONT = "'Banneret Serif',Georgia,'Times New Roman',serif"
MOST_PIPS = 5
EMPTY = 41.0  # the radius of cells without ground, which leave room for the frame around the ground


def board(
    scene: Scene,
    words: Words,
    *,
    seat_name: SeatNames | None = None,
    marks: Marks | None = None,
    prefix: str = "b",
    theme: str = "light",
) -> str:
    """The board alone. Pictures that stand in one page need prefixes of their own."""
    drawing = Board(scene, words, seat_name or seat_names(words.language), Stock(prefix))
    marks = marks or Marks()
    layers = drawing.layers(marks)
    label = say(words.language, "scene", "board", n=len(scene.hexes))
    box = frame(scene.hexes)
    svg = tag(
        "svg",
        drawing.defs(),
        *layers,
        xmlns=NAMESPACE,
        viewBox=str(box),
        class_="board",
        role="grid",
        aria_label=label,
        font_family=FONT,
        text_anchor="middle",
    )
    return dimmed(svg, THEMES[theme].brightness)


class Board:
    """A scene's board, layer by layer."""

    def __init__(self, scene: Scene, words: Words, seat_name: SeatNames, stock: Stock) -> None:
        self.scene = scene
        self.words = words
        self.seat_name = seat_name
        self.stock = stock

    def layers(self, marks: Marks) -> list[str]:
        return [
            self.coast(),
            self.ground(marks),
            self.borders(),
            overlays(self.scene, self.stock),
            ghosts(self.scene, self.stock, marks),
            rays(self.scene, self.words, self.seat_name),
            self.pieces(),
            trails(self.scene, marks),
            self.badges(),
        ]

    def defs(self) -> str:
        """Asked for after the layers, for they tell what is used."""
        light = "".join(
            tag("stop", offset=offset, stop_color=colour, stop_opacity=opacity)
            for offset, colour, opacity in ((0, IVORY, 0.42), (0.62, IVORY, 0.08), (1, BORDER, 0.2))
        )
        vellum = tag("radialGradient", light, id=f"{self.stock.prefix}-vellum")
        return tag("defs", vellum) + self.stock.defs()

    # Ground

    def coast(self) -> str:
        """The frame around everything that has been laid."""
        around = outline(frozenset((h.q, h.r) for h in self.scene.hexes if self.scene.terrains[h.terrain].mark))
        if not around:
            return ""
        lines = [
            self.stock.use(
                f"coast{zlib.crc32(around.encode()):x}",
                lambda: path(around),
                y=y,
                look={"stroke": colour, "stroke_width": wide, "opacity": opacity},
            )
            for y, colour, wide, opacity in ((3, BORDER, 11, 0.25), (0, BORDER, 8, None), (0, GILT, 4.4, None))
        ]
        return layer("".join(lines), "coast", fill="none", stroke_linejoin="round")

    def ground(self, marks: Marks) -> str:
        rows: dict[int, list[Hex]] = defaultdict(list)
        for h in sorted(self.scene.hexes, key=lambda h: (h.r, h.q)):
            rows[h.r].append(h)
        return group(
            *(group(*(self.hex(h, marks.kind(h.name)) for h in row), role="row") for row in rows.values()),
            class_="ground",
            role="presentation",
            font_size=8,
            fill=NAMES,
        )

    def hex(self, h: Hex, mark: str | None = None, labelled: bool = True) -> str:
        """A hex: its ground, value and name, its ring, and what it is in words."""
        at = centre(h.q, h.r)
        terrain = self.scene.terrains[h.terrain]
        return group(
            self.tile(h, terrain),
            self.value(h.value),
            text(h.name, y=39.5 if terrain.mark else 31),
            ring(self.stock, mark, 1 if terrain.mark else EMPTY / RING),
            class_=f"hex {mark}" if mark else "hex",
            data_thing=f"hex {h.name}",
            role="gridcell" if labelled else None,
            aria_label=hex_label(self.scene, h, self.words, self.seat_name) if labelled else None,
            transform=moved(at.x, at.y),
        )

    def tile(self, h: Hex, terrain: Terrain) -> str:
        """The ground of a hex; where there is none yet, a dashed cell."""
        if not terrain.mark:
            return self.stock.use("cell", lambda: empty_cell(terrain.fill))
        variant, mirrored = glyphs.look_of(h.name)
        if terrain.glyph not in glyphs.MOTIFS:
            unknown = group(letter(terrain.mark, 0, 8, 24, INK), opacity=0.4)
            return self.stock.use(f"t{h.terrain}", lambda: self.land(h.terrain, unknown))
        return self.stock.use(
            f"t{h.terrain}{variant}",
            lambda: self.land(h.terrain, glyphs.motif(self.stock, terrain.glyph, terrain.fill, variant)),
            mirrored=mirrored,
        )

    def land(self, terrain: str, motif: str) -> str:
        """A motif on its ground, lighter in the middle as old vellum is."""
        fill = self.scene.terrains[terrain].fill
        layers = (
            {"fill": fill},
            {"fill": f"url(#{self.stock.prefix}-vellum)"},
            {"fill": "none", "stroke": BORDER, "stroke_opacity": ".55"},
        )
        bottom, light, rim = (self.stock.use("hex", lambda: path(hexagon(50)), look=look) for look in layers)
        return bottom + light + motif + rim

    def value(self, value: str) -> str:
        """What a hex is worth: pips for a small number, else a number; hatched below nothing."""
        if not value:
            return ""
        if value.isdigit() and int(value) <= MOST_PIPS:
            return self.stock.use(f"pips{value}", lambda: pips(int(value)))
        if value.startswith("-"):
            hatch = self.stock.use("hatch", lambda: path(hatching(48, 9), stroke=THREAT, stroke_opacity=0.3))
            return hatch + self.sign(value, 0, -29, 13, THREAT)
        return self.sign(value, 0, -29, 13, INK)

    def sign(self, written: str, x: float, y: float, height: float, fill: str) -> str:
        """A short text around a point: figures where we have them."""
        if can_write(written):
            return figures(self.stock, written, x, y, height, fill)
        return letter(written, x, y + height * 0.5, height * 1.4, fill)

    def borders(self) -> str:
        """Around each tile of several hexes."""
        tiles: dict[str, set[tuple[int, int]]] = defaultdict(set)
        for h in self.scene.hexes:
            if h.group:
                tiles[h.group].add((h.q, h.r))
        around = "".join(outline(frozenset(cells)) for cells in tiles.values() if len(cells) > 1)
        if not around:
            return ""
        return path(
            around,
            fill="none",
            stroke=BORDER,
            stroke_width=2.6,
            stroke_linejoin="round",
            pointer_events="none",
            class_="borders",
        )

    # Pieces and badges

    def pieces(self) -> str:
        return group(
            *(drawn for h in self.scene.hexes for _, drawn in self.pieces_on(h)),
            class_="pieces",
            pointer_events="none",
            aria_hidden="true",
        )

    def pieces_on(self, h: Hex) -> Iterator[tuple[Piece, str]]:
        """The pieces of a hex, each with its drawing."""
        at = centre(h.q, h.r)
        scale, spots = places(len(h.pieces))
        for piece, spot in zip(h.pieces, spots[: len(h.pieces)], strict=True):
            x, y = at.x + spot.x, at.y + spot.y
            drawn = put(self.stock, self.scene.shapes, piece.kind, piece.seat, 0, 0, scale)
            if piece.count > 1:
                drawn += self.count(piece.count, spot, scale)
            yield (
                piece,
                group(
                    drawn,
                    class_="piece",
                    data_piece=piece.kind,
                    data_seat=None if piece.seat is None else str(piece.seat),
                    data_hex=h.name,
                    transform=moved(x, y),
                ),
            )

    def count(self, count: int, spot: Point, scale: float) -> str:
        """How many, on a small disc on that side of a piece where no other piece stands."""
        written = str(count)
        radius = 4.2 + 10 * scale
        at = Point(-38 * scale if spot.x < 0 else 38 * scale, -30 * scale if spot.y < 0 else 34 * scale)
        height = radius * (1.15 if len(written) == 1 else 0.9)
        return tag("circle", cx=at.x, cy=at.y, r=radius, fill=IVORY, stroke=INK, stroke_width=1.4) + figures(
            self.stock, written, at.x, at.y, height, INK
        )

    def badges(self) -> str:
        """What is written on hexes that can be chosen."""
        cells = {f"hex {h.name}": centre(h.q, h.r) for h in self.scene.hexes}
        drawn = "".join(
            group(self.badge(written), class_="badge", data_on=thing, transform=moved(*cells[thing]))
            for thing, written in self.scene.badges.items()
            if thing in cells
        )
        return group(drawn, class_="badges", pointer_events="none", aria_hidden="true") if drawn else ""

    def badge(self, written: str) -> str:
        wide = max(20.0, (width(written, 10) if can_write(written) else len(written) * 8) + 10)
        return tag(
            "rect", x=-wide / 2, y=18, width=wide, height=17, rx=8.5, fill=IVORY, stroke=OFFERED, stroke_width=1.6
        ) + self.sign(written, 0, 26.5, 10, OFFERED)


def empty_cell(fill: str) -> str:
    return path(
        hexagon(EMPTY), fill=fill, fill_opacity=0.35, stroke=NAMES, stroke_width=1.3, stroke_dasharray="5 5"
    )


def pips(count: int) -> str:
    """A row of small lozenges."""
    drawn = ""
    for i in range(count):
        x = (i - (count - 1) / 2) * 8.8
        drawn += f"M{number(x)} -35L{number(x + 3)} -31L{number(x)} -27L{number(x - 3)} -31Z"
    return path(drawn, fill=INK, stroke=IVORY, stroke_width=2.4, paint_order="stroke") if drawn else ""
