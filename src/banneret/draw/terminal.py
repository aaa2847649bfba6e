"""A scene in a terminal: a map of bricks that stand for hexes, panels and trays.

Each brick has the terrain's colour, its mark and value, the pieces (a letter and the owner's seat, in the
owner's colour), and at the bottom its name, bright where something can be done. It reads without colours.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from banneret.core.scene import Hex, Panel, Piece, Scene
from banneret.core.words import Words

from .labels import named
from .seats import TINCTURES

WIDTH = 8  # characters inside a brick
STEP = WIDTH + 2
INK = "#1B1712"
OFFERED = Style(color="#0F6E6E", bold=True, reverse=True)


def picture(scene: Scene, words: Words) -> RenderableType:
    """Map, key, trays and panels, from top to bottom."""
    return Group(draw_map(scene), draw_key(scene, words), *draw_trays(scene, words), draw_panels(scene, words))


# The map


def draw_map(scene: Scene) -> Text:
    """Rows of bricks, each row half a brick further right than the one above."""
    if not scene.hexes:
        return Text("(nothing on the table yet)")
    bricks = {(h.q, h.r): brick(h, scene) for h in scene.hexes}
    groups = {(h.q, h.r): h.group or h.name for h in scene.hexes}
    height = max(len(lines) for lines in bricks.values())
    left = min(2 * q + r for q, r in bricks)
    drawn = Text()
    for r in range(min(r for _, r in bricks), max(r for _, r in bricks) + 1):
        row = sorted(q for q, at in bricks if at == r)
        drawn.append_text(draw_line([(2 * q + r - left, link(groups, q, r)) for q in row])).append("\n")
        for line in range(height):
            parts = [(2 * q + r - left, walled(groups, q, r, pad(bricks[q, r], height)[line])) for q in row]
            drawn.append_text(draw_line(parts)).append("\n")
    return drawn


def link(groups: dict[tuple[int, int], str], q: int, r: int) -> Text:
    """What stands above a brick: a joint, if a hex above it lies on the same tile."""
    above = (groups.get((q, r - 1)), groups.get((q + 1, r - 1)))
    return Text(("||" if groups[q, r] in above else "").center(STEP), style="dim")


def walled(groups: dict[tuple[int, int], str], q: int, r: int, line: Text) -> Text:
    """A line of a brick between its walls; there is none between hexes of one tile."""
    west = " " if groups.get((q - 1, r)) == groups[q, r] else "["
    east = " " if groups.get((q + 1, r)) == groups[q, r] else "]"
    return Text.assemble((west, "dim"), line, (east, "dim"))


def pad(lines: list[Text], height: int) -> list[Text]:
    """The name stays at the bottom of a brick; empty lines go above it."""
    filler = Text(" " * WIDTH, style=lines[-1].style)
    return [*lines[:-1], *[filler] * (height - len(lines)), lines[-1]]


def draw_line(parts: list[tuple[int, Text]]) -> Text:
    """One line of a row of bricks at their half steps."""
    drawn = Text()
    for place, part in parts:
        drawn.append(" " * (place * STEP // 2 - drawn.cell_len))
        drawn.append_text(part)
    drawn.rstrip()
    return drawn


def brick(h: Hex, scene: Scene) -> list[Text]:
    """The lines of a brick: mark and value, pieces, and the name last."""
    terrain = scene.terrains[h.terrain]
    ground = Style(color=INK, bgcolor=terrain.fill) if terrain.mark else Style(dim=True)
    tokens = [Text(f"{terrain.mark} {h.value}".rstrip(), style=ground), *(token(piece) for piece in h.pieces)]
    lines = [Text(style=ground)]
    for each in tokens:
        if lines[-1].cell_len and lines[-1].cell_len + 1 + each.cell_len > WIDTH:
            lines.append(Text(style=ground))
        if lines[-1].cell_len:
            lines[-1].append(" ")
        lines[-1].append_text(each)
    lines.append(Text(f"{h.name}*" if h.offers and terrain.mark else h.name, style=ground))
    if h.offers:
        lines[-1].stylize(OFFERED)
    for line in lines:
        line.pad_right(max(0, WIDTH - line.cell_len))
    return lines


def letter(kind: str) -> str:
    return kind[0].upper()


def token(piece: Piece) -> Text:
    """A piece: its letter, its owner's seat, and how many."""
    seat = "" if piece.seat is None else str(piece.seat)
    count = f"x{piece.count}" if piece.count > 1 else ""
    style = Style()
    if piece.seat is not None:
        style = Style(color=TINCTURES[piece.seat].ink, bgcolor=TINCTURES[piece.seat].fill, bold=True)
    return Text(f"{letter(piece.kind)}{seat}{count}", style=style)


# Beside the map


def draw_key(scene: Scene, words: Words) -> Text:
    """What the marks and letters on the map mean."""
    seen = {h.terrain for h in scene.hexes}
    marks = [
        Text(f" {terrain.mark} ", style=Style(color=INK, bgcolor=terrain.fill)).append(
            f" {words.name(name)}", "none"
        )
        for name, terrain in scene.terrains.items()
        if name in seen and terrain.mark
    ]
    kinds = dict.fromkeys(piece.kind for h in scene.hexes for piece in h.pieces)
    pieces = [Text(f"{letter(kind)} {words.name(kind)}") for kind in kinds]
    return Text("   ").join([*marks, *pieces])


def draw_trays(scene: Scene, words: Words) -> Iterator[Text]:
    for tray in scene.trays:
        names = named(tray, words)
        if tray.numbered:
            names = [f"{place} {name}" for place, name in enumerate(names, start=1)]
        yield Text.assemble((f"{words.label[tray.label]}: ", "bold"), "   ".join(names))


def draw_panels(scene: Scene, words: Words) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("")
    labels = [entry.label for entry in scene.panels[0].entries]
    for label in labels:
        table.add_column(words.label[label])
    for panel in scene.panels:
        table.add_row(seat_name(panel), *(", ".join(named(entry, words)) for entry in panel.entries))
    return table


def seat_name(panel: Panel) -> Text:
    tincture = TINCTURES[panel.seat]
    badge = Text(f" {panel.seat} ", style=Style(color=tincture.ink, bgcolor=tincture.fill, bold=True))
    return Text.assemble(badge, " *" if panel.active else "  ", style="strike" if panel.out else "")
