"""The positions of a game as drawn fragments: each kept once, and for each ply what is new."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from html import escape
from typing import Any

from banneret.core.preview import changed_hexes
from banneret.core.scene import Entry, Hex, Scene
from banneret.core.words import SeatNames, Words

from ..icons import picture_of
from ..labels import counted
from ..layout import centre, places
from ..marks import Marks, trails
from ..motion import Motion, motions
from ..pen import Stock, tag
from ..shapes import coat_of_arms
from ..svg import Board


class Frames:
    """Positions as they are added. A fragment's key tells where it belongs: `g` ground, `p` a piece, `h` HTML."""

    def __init__(self, words: Words, seat_name: SeatNames, stock: Stock) -> None:
        self.words = words
        self.seat_name = seat_name
        self.stock = stock
        self.fragments: list[str] = []
        self.frames: list[dict[str, Any]] = []
        self._numbers: dict[str, int] = {}
        self._shown: dict[str, int] = {}
        self._hexes: dict[Hex, dict[str, str]] = {}
        self.places: dict[str, dict[str, None]] = defaultdict(dict)
        self._before: Scene | None = None
        self._motions: list[Motion] = []
        self._board: Board | None = None

    def add(self, scene: Scene, told: str, chance: bool) -> None:
        """The next position, and what led to it."""
        self._board = Board(scene, self.words, self.seat_name, self.stock)
        self._motions = motions(self._before, scene) if self._before is not None else []
        shown = {key: self._number(drawn) for key, drawn in self._drawn(scene).items()}
        frame: dict[str, Any] = {
            "set": {key: number for key, number in shown.items() if self._shown.get(key) != number},
            "gone": [key for key in self._shown if key not in shown],
            "told": told,
        }
        if chance:
            frame["chance"] = 1
        frame |= {
            "active": [panel.seat for panel in scene.panels if panel.active],
            "out": [panel.seat for panel in scene.panels if panel.out],
        }
        if self._before is not None:
            frame["last"] = changed_hexes(self._before.hexes, scene.hexes)
            frame["moved"] = moved(self._before, scene, self._motions)
        self.frames.append(frame)
        self._shown = shown
        self._before = scene

    def defs(self) -> str:
        return self._board.defs() if self._board else ""

    def _number(self, drawn: str) -> int:
        if drawn not in self._numbers:
            self._numbers[drawn] = len(self.fragments)
            self.fragments.append(drawn)
        return self._numbers[drawn]

    # What is drawn of a position, by key

    def _drawn(self, scene: Scene) -> dict[str, str]:
        assert self._board is not None
        drawn = {"coast": self._board.coast(), "borders": self._board.borders()}
        for h in scene.hexes:
            if h not in self._hexes:
                self._hexes[h] = self._hex(h)
            drawn |= self._hexes[h]
        drawn["trails"] = trails(scene, Marks(moved=tuple(self._motions)))
        drawn["h prompt"] = self._prompt(scene)
        for box, entries, seat in self._boxes(scene):
            for entry in entries:
                if entry.things:
                    place = f"{box}-{entry.label}"
                    self.places[box].setdefault(place)
                    drawn[f"h {place}"] = self._entry(scene, entry, seat)
        return {key: svg for key, svg in drawn.items() if svg}

    def _boxes(self, scene: Scene) -> Iterator[tuple[str, tuple[Entry, ...], int | None]]:
        """What stands beside the board, by where it stands."""
        yield "trays", scene.trays, None
        for panel in scene.panels:
            yield f"seat{panel.seat}", panel.entries, panel.seat

    def _hex(self, h: Hex) -> dict[str, str]:
        assert self._board is not None
        drawn = {f"g {h.name}": self._board.hex(h, labelled=False)}
        for piece, svg in self._board.pieces_on(h):
            drawn[piece_key(h.name, piece.kind, piece.seat)] = svg
        return drawn

    def _prompt(self, scene: Scene) -> str:
        shields = "".join(
            self._small(coat_of_arms(self.stock, panel.seat)) for panel in scene.panels if panel.active
        )
        return shields + escape(self.words.prompt[scene.prompt])

    def seats(self) -> str:
        """A panel for each seat, with room for every line that it ever has."""
        panels = self._before.panels if self._before else ()
        return "".join(
            f'<section class="seat" id="seat{panel.seat}"><h2>{self._small(coat_of_arms(self.stock, panel.seat))}'
            f"{escape(self.seat_name(panel.seat))}</h2><dl>{self.room(f'seat{panel.seat}')}</dl></section>"
            for panel in panels
        )

    def room(self, box: str) -> str:
        return "".join(f'<div id="{escape(place)}"></div>' for place in self.places[box])

    def _entry(self, scene: Scene, entry: Entry, seat: int | None) -> str:
        things = "".join(
            self._thing(scene, count, str(place) if entry.numbered else count, thing, seat)
            for place, (count, thing) in enumerate(counted(entry), start=1)
        )
        return f"<dt>{escape(self.words.label[entry.label])}</dt><dd>{things}</dd>"

    def _thing(self, scene: Scene, count: str, number: str, thing: str, seat: int | None) -> str:
        picture = picture_of(self.stock, scene, thing, seat)
        name = escape(self.words.name(thing, int(count or 1)))
        number = f"<b>{number}</b>" if number else ""
        if thing.lstrip("-").isdigit():
            return f"<b>{name}</b>"
        if not picture:
            return f"<span>{number}{name}</span>"
        shown = f'<i class="heard">{name}</i>' if seat is not None else name
        return f'<span title="{name}">{number}{self._small(picture)}{shown}</span>'

    def _small(self, drawn: str) -> str:
        return tag("svg", drawn, viewBox="-56 -56 112 112", class_="icon", aria_hidden="true")


def moved(before: Scene, after: Scene, motions: list[Motion]) -> list[list[Any]]:
    """For each piece that went from hex to hex: its key and place before, and its key and place after."""
    found = []
    for motion in motions:
        if motion.origin and motion.target and motion.origin != motion.target:
            old = piece_key(motion.origin, motion.kind, motion.seat)
            new = piece_key(motion.target, motion.became or motion.kind, motion.seat)
            old_spots, new_spots = standing_places(before, motion.origin), standing_places(after, motion.target)
            found.append([old, *old_spots[old], new, *new_spots[new]])
    return found


def piece_key(name: str, kind: str, seat: int | None) -> str:
    return f"p {name} {kind} {'' if seat is None else seat}"


def standing_places(scene: Scene, name: str) -> dict[str, tuple[float, float]]:
    """Where each piece of a hex stands, by its key."""
    h = next(h for h in scene.hexes if h.name == name)
    at = centre(h.q, h.r)
    return {
        piece_key(name, piece.kind, piece.seat): (round(at.x + spot.x, 1), round(at.y + spot.y, 1))
        for piece, spot in zip(h.pieces, places(len(h.pieces))[1], strict=True)
    }
