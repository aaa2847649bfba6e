"""A whole table as one still picture: what is expected, the board, the trays, and a panel for each seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from banneret.core.scene import Entry, Panel, Scene
from banneret.core.words import SeatNames, Words

from .figures import can_write, figures, width
from .icons import picture_of
from .labels import counted, describe, seat_names
from .layout import frame
from .lettering import text_width, wrapped, write
from .marks import Marks, offers
from .palette import THEMES, Theme, dimmed
from .pen import NAMESPACE, Stock, group, moved, quoted, tag
from .shapes import coat_of_arms
from .svg import FONT, Board

PADDING = 20.0
COLUMN = 330.0
BOARD = 850.0
TALLEST = 1000.0
PHONE = 390.0

Part: TypeAlias = tuple[float, str]  # how wide, and its drawing around the middle of a line


def picture(
    scene: Scene,
    words: Words,
    *,
    seat_name: SeatNames | None = None,
    marks: Marks | None = None,
    theme: str = "light",
    narrow: bool = False,
    prefix: str = "p",
) -> str:
    """Everything that a scene shows. A narrow picture has all things below each other, as on a phone."""
    named = seat_name or seat_names(words.language)
    sheet = Sheet(scene, words, named, THEMES[theme], Stock(f"{prefix}s"))
    drawing = Board(scene, words, named, Stock(prefix))
    layers = "".join(drawing.layers(offers(scene) if marks is None else marks))
    board = dimmed(drawing.defs() + group(layers, text_anchor="middle"), THEMES[theme].brightness)
    wide, high, parts = sheet.stacked(board) if narrow else sheet.side_by_side(board)
    return tag(
        "svg",
        tag("title", quoted(words.prompt[scene.prompt])),
        tag("desc", quoted(describe(scene, words, named))),
        dimmed(sheet.stock.defs(), THEMES[theme].brightness),
        tag("rect", width=wide, height=high, fill=THEMES[theme].background),
        parts,
        xmlns=NAMESPACE,
        viewBox=f"0 0 {wide:g} {high:g}",
        width=wide,
        height=high,
        role="img",
        font_family=FONT,
    )


@dataclass
class Sheet:
    """What stands around a board."""

    scene: Scene
    words: Words
    seat_name: SeatNames
    theme: Theme
    stock: Stock

    def side_by_side(self, board: str) -> tuple[float, float, str]:
        """The board with its trays on the left, a column of panels on the right."""
        prompt, top = self.prompt(PADDING, PADDING, BOARD)
        placed, bottom = self.placed(board, PADDING, top, BOARD)
        trays, bottom = self.trays(PADDING, bottom, BOARD)
        panels, side = self.panels(PADDING * 2 + BOARD, PADDING, COLUMN)
        return PADDING * 3 + BOARD + COLUMN, round(max(bottom, side) + PADDING), prompt + placed + trays + panels

    def stacked(self, board: str) -> tuple[float, float, str]:
        margin = 10.0
        inside = PHONE - 2 * margin
        prompt, top = self.prompt(margin, margin, inside)
        placed, bottom = self.placed(board, margin, top, inside)
        trays, bottom = self.trays(margin, bottom, inside)
        panels, bottom = self.panels(margin, bottom + 6, inside)
        return PHONE, round(bottom + margin), prompt + placed + trays + panels

    def placed(self, board: str, x: float, y: float, wide: float) -> tuple[str, float]:
        """The board as large as there is room for, in the middle."""
        box = frame(self.scene.hexes)
        scale = min(wide / box.width, TALLEST / box.height, 1.7)
        left = x + (wide - box.width * scale) / 2
        drawn = group(board, transform=moved(left - box.x * scale, y - box.y * scale, scale))
        return drawn, y + box.height * scale + 6

    def prompt(self, x: float, y: float, wide: float) -> tuple[str, float]:
        size = 19.0 if wide > PHONE else 15.0
        drawn = ""
        active = next((panel.seat for panel in self.scene.panels if panel.active), None)
        indent = 0.0
        if active is not None:
            drawn += coat_of_arms(self.stock, active, x + 13, y + 15, 0.27)
            indent = 34.0
        for line in wrapped(self.words.prompt[self.scene.prompt], size, wide - indent):
            y += size * 1.3
            drawn += write(line, x + indent, y - 3, size, self.theme.text)
        return drawn, y + 14

    def trays(self, x: float, y: float, wide: float) -> tuple[str, float]:
        """What lies beside the board."""
        return self.lines(self.scene.trays, None, x, y + 6, wide, 30 if wide > PHONE else 26)

    def panels(self, x: float, y: float, wide: float) -> tuple[str, float]:
        drawn = ""
        for panel in self.scene.panels:
            card, y = self.panel(panel, x, y, wide)
            drawn += card
            y += 12
        return drawn, y - 12

    def panel(self, panel: Panel, x: float, y: float, wide: float) -> tuple[str, float]:
        """A seat's card: shield, name and lines; who acts has a stronger frame."""
        drawn = coat_of_arms(self.stock, panel.seat, x + 24, y + 25, 0.33)
        drawn += write(self.seat_name(panel.seat), x + 50, y + 31, 18, self.theme.text, bold=True)
        lines, bottom = self.lines(panel.entries, panel.seat, x + 14, y + 50, wide - 26, 24)
        card = tag(
            "rect",
            x=x,
            y=y,
            width=wide,
            height=bottom + 4 - y,
            rx=9,
            fill=self.theme.panel,
            stroke=self.theme.accent if panel.active else self.theme.line,
            stroke_width=3 if panel.active else 1,
        )
        return card + (group(drawn + lines, opacity=0.45) if panel.out else drawn + lines), bottom + 4

    def lines(
        self, entries: Iterable[Entry], seat: int | None, x: float, y: float, wide: float, size: float
    ) -> tuple[str, float]:
        """Lines of a panel, or trays: those that are short share a line."""
        flow = Flow(x, y, wide, size)
        for entry in entries:
            chunks = [
                list(self.thing(entry, place, count, thing, seat, size))
                for place, (count, thing) in enumerate(counted(entry), start=1)
            ]
            if chunks:
                chunks[0].insert(0, self.label(entry.label))
                flow.add_line(chunks)
        flow.break_line()
        return flow.drawn, flow.y

    def label(self, label: str) -> Part:
        text = self.words.label[label]
        return text_width(text, 13) + 9, write(text, 0, 4.5, 13, self.theme.muted)

    def thing(
        self, entry: Entry, place: int, count: str, thing: str, seat: int | None, size: float
    ) -> Iterator[Part]:
        """How many or at which place, what it looks like, its name if no picture says it, and its badge."""
        number = str(place) if entry.numbered else count
        if number:
            yield width(number, size * 0.46) + 5, self.number(number, size * 0.46)
        drawn = picture_of(self.stock, self.scene, thing, seat)
        if can_write(thing):
            yield width(thing, size * 0.46) + 2, self.number(thing, size * 0.46)
        elif drawn:
            yield size, dimmed(group(drawn, transform=moved(size / 2, 0, size / 112)), self.theme.brightness)
        if not can_write(thing) and (not drawn or seat is None):
            name = self.words.name(thing, int(count or 1))
            yield text_width(name, 14) + 6, write(name, 4, 5, 14, self.theme.text)
        badge = self.scene.badges.get(f"offer {place}") if entry.numbered else None
        if badge:
            yield text_width(badge, 13, bold=True) + 4, write(badge, 2, 5, 13, self.theme.accent, bold=True)

    def number(self, text: str, height: float) -> str:
        return figures(self.stock, text, width(text, height) / 2, 0, height, self.theme.text)


class Flow:
    """Things one after the other, and on the next line where there is no room left."""

    GAP = 11.0

    def __init__(self, x: float, y: float, wide: float, size: float) -> None:
        self.left, self.right = x, x + wide
        self.x, self.y = x, y
        self.size = size
        self.drawn = ""

    def add_line(self, chunks: list[list[Part]]) -> None:
        """Chunks that belong together: all on this line if there is room, else from the next line on."""
        if self.x + sum(self.needed(parts) for parts in chunks) > self.right:
            self.break_line()
        for parts in chunks:
            if self.x + self.needed(parts) > self.right:
                self.break_line()
            for wide, drawn in parts:
                self.drawn += group(drawn, transform=moved(self.x, self.y + self.size / 2))
                self.x += wide
            self.x += self.GAP
        self.x += self.GAP

    def needed(self, parts: list[Part]) -> float:
        return sum(wide for wide, _ in parts) + self.GAP

    def break_line(self) -> None:
        if self.x > self.left:
            self.x = self.left
            self.y += self.size + 6
