"""Silhouettes of pieces and the charges of the seats, each in a box of 100 units around its middle.

A piece is its outline in the owner's tincture, shaded on the right, with a few lines of ink, the owner's charge,
and around it ink and then ivory, so that it stands out on every ground.
"""

from __future__ import annotations

from dataclasses import dataclass

from .palette import GILT, INK, IVORY, VELLUM
from .pen import Stock, group, moved, path, text
from .seats import TINCTURES

INK_WIDTH = 4.4  # two pixels where a piece alone on a hex is drawn 45 pixels high
IVORY_WIDTH = 17.0  # three pixels more on either side


@dataclass(frozen=True)
class Shape:
    """A silhouette: its outline, where it is in shadow, its lines, its dark openings, and the charge's place."""

    outline: str
    shade: str
    charge: tuple[float, float, float]  # x, y and size
    lines: str = ""
    openings: str = ""
    metal: str = ""  # what is not of the owner's colour: poles, jewels


SHAPES = {
    "dome": Shape(
        outline="M-36 36V4C-36 -24 -20 -40 0 -40S36 -24 36 4V36Q0 48 -36 36Z",
        shade="M14 -37C28 -31 36 -16 36 4V36Q26 40 14 41Q26 8 14 -37Z",
        charge=(0, -3, 34),
        lines="M-36 22Q0 34 36 22",
    ),
    "shield": Shape(
        outline="M-36 -38Q-18 -33 0 -40Q18 -33 36 -38V-6C36 20 20 38 0 46C-20 38 -36 20 -36 -6Z",
        shade="M0 -40Q18 -33 36 -38V-6C36 20 20 38 0 46Z",
        charge=(0, -2, 42),
    ),
    "banner": Shape(
        outline=(
            "M-44 46V-48H-37V-47L44 -45L28 -33L44 -20L-37 -18V46Z"
            "M-24 -8Q-9 -4 6 -9Q21 -4 36 -8V14C36 32 22 42 6 48C-10 42 -24 32 -24 14Z"
        ),
        shade="M44 -45L28 -33L44 -20L20 -19.4V-45.6ZM6 -9Q21 -4 36 -8V14C36 32 22 42 6 48Z",
        charge=(6, 17, 34),
        lines="M-37 -18V-47",
        metal="M-44 46V-48H-37V46Z",
    ),
    "crown": Shape(
        outline=(
            "M-36 36L-42 -14L-20 4L0 -30L20 4L42 -14L36 36Q0 44 -36 36Z"
            "M-35 -20A7 7 0 1 1 -49 -20A7 7 0 1 1 -35 -20ZM7 -38A7 7 0 1 1 -7 -38A7 7 0 1 1 7 -38Z"
            "M49 -20A7 7 0 1 1 35 -20A7 7 0 1 1 49 -20Z"
        ),
        shade="M12 40Q20 14 12 -10L20 4L42 -14L36 36Q24 39.6 12 40Z",
        charge=(0, 12, 29),
        lines="M-37 29Q0 37 37 29",
        metal=(
            "M-35 -20A7 7 0 1 1 -49 -20A7 7 0 1 1 -35 -20ZM7 -38A7 7 0 1 1 -7 -38A7 7 0 1 1 7 -38Z"
            "M49 -20A7 7 0 1 1 35 -20A7 7 0 1 1 49 -20Z"
        ),
    ),
    "tower": Shape(
        outline=("M-33 46L-27 -14L-36 -22V-46H-22V-36H-8V-46H8V-36H22V-46H36V-22L27 -14L33 46Z"),
        shade="M12 -36H22V-46H36V-22L27 -14L33 46H10Q17 4 12 -36Z",
        charge=(0, 5, 29),
        lines="M-28 -13H28",
        openings="M-8 46V38A8 8 0 0 1 8 38V46Z",
    ),
    "house": Shape(
        outline="M-34 44V2L-46 2L-26 -18V-38H-14V-29L0 -42L46 2H34V44Z",
        shade="M12 -30L46 2H34V44H14Q20 6 12 -30Z",
        charge=(0, 6, 29),
        lines="M-46 2H-24M24 2H46",
        openings="M-8 44V37A8 7 0 0 1 8 37V44Z",
    ),
    "town": Shape(
        outline=("M-48 44V-8L-35 -28L-22 -8V2H-15V-24L0 -48L15 -24V2H22V-8L35 -28L48 -8V44Z"),
        shade="M4 -42L15 -24V2H22V-8L35 -28L48 -8V44H28Q30 20 15 2H8V-24Z",
        charge=(0, 17, 31),
        lines="M-48 -8H-22M-15 -24H15M22 -8H48M-22 2V8M22 2V8",
        openings="M-38 12V5A3 3 0 0 1 -32 5V12ZM32 12V5A3 3 0 0 1 38 5V12ZM-3 -10V-16A3 3 0 0 1 3 -16V-10Z",
    ),
    "keep": Shape(
        outline=("M-40 44L-38 -8L-46 -14V-40H-30V-30H-13V-40H13V-30H30V-40H46V-14L38 -8L40 44Z"),
        shade="M18 -30H30V-40H46V-14L38 -8L40 44H16Q24 6 18 -30Z",
        charge=(0, 12, 36),
        lines="M-38 -8H38",
        openings="M-30 26V16A3 3 0 0 1 -24 16V26ZM24 26V16A3 3 0 0 1 30 16V26Z",
    ),
    "footprint": Shape(
        outline=(
            "M-4 46C-18 46 -20 32 -16 20C-13 10 -22 2 -21 -8C-20 -20 -8 -24 4 -22C18 -20 24 -8 21 4"
            "C18 16 12 20 11 30C10 40 6 46 -4 46ZM-16 -30A8 9 0 1 1 -16 -30.1ZM0 -37A6 7 0 1 1 0 -37.1Z"
            "M13 -35A5 6 0 1 1 13 -35.1ZM24 -28A5 5.5 0 1 1 24 -28.1ZM31 -18A4 5 0 1 1 31 -18.1Z"
        ),
        shade="M10 -21C20 -18 24 -8 21 4C18 16 12 20 11 30C10 38 7 44 1 45.5C8 20 16 4 10 -21Z",
        charge=(0, -3, 22),
    ),
    "pawn": Shape(
        outline=("M-34 44C-34 30 -16 22 -12 -2H-18V-9H-11A20 20 0 1 1 11 -9H18V-2H12C16 22 34 30 34 44Z"),
        shade="M8 -43A20 20 0 0 1 11 -9H18V-2H12C16 22 34 30 34 44H14C18 10 0 -4 8 -43Z",
        charge=(0, -25, 22),
        lines="M-12 -2H12",
    ),
}

CHARGES = {
    "roundel": "M-.5 0A.5 .5 0 1 1 .5 0A.5 .5 0 1 1 -.5 0Z",
    "cross": "M-.18 -.54H.18V-.18H.54V.18H.18V.54H-.18V.18H-.54V-.18H-.18Z",
    "chevron": "M0 -.5L.58 .12V.54L0 -.06L-.58 .54V.12Z",
    "lozenge": "M0 -.64L.46 0L0 .64L-.46 0Z",
    "square": "M-.44 -.44H.44V.44H-.44Z",
}


def charge(seat: int, x: float, y: float, size: float) -> str:
    """A seat's charge around a point."""
    tincture = TINCTURES[seat]
    return path(CHARGES[tincture.charge], fill=tincture.ink, transform=moved(x, y, size))


def silhouette(shape: Shape) -> str:
    """A piece in its box, in the colour of whoever uses it."""
    return group(
        path(shape.outline, stroke=IVORY, stroke_width=IVORY_WIDTH),
        path(shape.outline),
        path(shape.shade, fill=INK, fill_opacity=0.18),
        path(shape.metal, fill=GILT) if shape.metal else "",
        path(shape.openings, fill=INK) if shape.openings else "",
        path(shape.lines, fill="none", stroke=INK, stroke_width=INK_WIDTH * 0.7) if shape.lines else "",
        path(shape.outline, fill="none", stroke=INK, stroke_width=INK_WIDTH),
        stroke_linejoin="round",
    )


def piece(stock: Stock, name: str, seat: int | None, initial: str = "") -> str:
    """A seat's piece; one that has no shape of its own bears an initial."""
    shape = SHAPES[name]
    fill = VELLUM if seat is None else TINCTURES[seat].fill
    drawn = stock.use(name, lambda: silhouette(shape), look={"fill": fill})
    if seat is not None:
        drawn += charge(seat, *shape.charge)
    if initial:
        drawn += letter(initial, 0, 34, 40, INK if seat is None else TINCTURES[seat].ink)
    return drawn


def letter(written: str, x: float, baseline: float, size: float, fill: str) -> str:
    return text(written, x=x, y=baseline, fill=fill, font_size=size, font_weight="bold", text_anchor="middle")


def put(
    stock: Stock, shapes: dict[str, str], kind: str, seat: int | None, x: float, y: float, scale: float
) -> str:
    """A piece of a kind at a place, in the shape that the scene gives it."""
    known = shapes.get(kind) in SHAPES
    shape = shapes[kind] if known else "pawn"
    initial = "" if known else kind[:1].upper()
    owner = "n" if seat is None else str(seat)
    return stock.use(f"{shape}{initial}{owner}", lambda: piece(stock, shape, seat, initial), x, y, scale)


def coat_of_arms(stock: Stock, seat: int, x: float = 0, y: float = 0, scale: float = 1) -> str:
    """A seat's shield at a place."""
    return stock.use(f"shield{seat}", lambda: piece(stock, "shield", seat), x, y, scale)
