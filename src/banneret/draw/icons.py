"""Small pictures that stand in a line of text: pieces, tiles, tokens, coats of arms. They have no ids."""

from __future__ import annotations

from banneret.core.scene import Scene

from . import glyphs
from .layout import hexagon
from .palette import BORDER, INK, VELLUM
from .pen import NAMESPACE, Stock, path, tag
from .shapes import coat_of_arms, letter, put
from .svg import FONT


def icon(scene: Scene, thing: str, seat: int | None = None) -> str:
    """A piece (of a seat), a tile of terrain, or else a token with the initial of the thing."""
    return small(picture_of(Stock(None), scene, thing, seat) or token(thing))


def picture_of(stock: Stock, scene: Scene, thing: str, seat: int | None = None) -> str:
    """A piece or a tile in a box of 112 units around 0,0; nothing for other things."""
    kinds = {piece.kind for h in scene.hexes for piece in h.pieces}
    if thing in scene.shapes or thing in kinds:
        return put(stock, scene.shapes, thing, seat, 0, 0, 0.92)
    if thing in scene.terrains and scene.terrains[thing].mark:
        return stock.use(f"i{thing}", lambda: tile(stock, scene, thing))
    return ""


def shield(seat: int) -> str:
    """A seat's coat of arms."""
    return small(coat_of_arms(Stock(None), seat))


def small(drawn: str) -> str:
    """A picture as high as a line of text."""
    return tag(
        "svg",
        drawn,
        xmlns=NAMESPACE,
        viewBox="-56 -56 112 112",
        width="1em",
        height="1em",
        class_="icon",
        aria_hidden="true",
        focusable="false",
        font_family=FONT,
        text_anchor="middle",
    )


def tile(stock: Stock, scene: Scene, name: str) -> str:
    """A tile of terrain."""
    terrain = scene.terrains[name]
    if terrain.glyph in glyphs.MOTIFS:
        drawn = glyphs.motif(stock, terrain.glyph, terrain.fill, 0)
    else:
        drawn = letter(terrain.mark, 0, 10, 30, glyphs.tones(terrain.fill).dark)
    return (
        path(hexagon(53), fill=terrain.fill)
        + drawn
        + path(hexagon(53), fill="none", stroke=BORDER, stroke_width=4, stroke_linejoin="round")
    )


def token(thing: str) -> str:
    """A round token with an initial."""
    return (
        tag("circle", r=48, fill=VELLUM, stroke=BORDER, stroke_width=5)
        + tag("circle", r=40, fill="none", stroke=BORDER, stroke_width=1.6, stroke_dasharray="4 4")
        + letter(thing[:1].upper(), 0, 20, 56, INK)
    )
