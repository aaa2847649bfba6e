"""What is to be seen of a position, and what each thing offers. No drawing here, and no game.

A game describes itself as hexes with pieces on them, a panel for each seat and trays of things that lie
beside the board; `draw` makes a terminal map of it, and every picture to come.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Piece:
    """Something that stands on a hex: its kind, whose it is (None: nobody's), and how many."""

    kind: str
    seat: int | None = None
    count: int = 1


@dataclass(frozen=True)
class Terrain:
    """How a kind of ground looks: its colour, and a short mark for where colour is not enough."""

    fill: str
    mark: str


@dataclass(frozen=True)
class Hex:
    """A hex of the board: what the ground is, what is written on it, and what stands on it.

    Hexes of the same group lie on one tile; an empty group is a tile of its own.
    """

    q: int
    r: int
    name: str
    terrain: str
    value: str = ""
    pieces: tuple[Piece, ...] = ()
    offers: bool = False
    group: str = ""


@dataclass(frozen=True)
class Entry:
    """A line of a seat's panel, or a tray beside the board: what it is, and the things or numbers in it.
    Where the places of a tray matter they are numbered from 1."""

    label: str
    things: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True)
class Panel:
    """What a seat has besides its pieces on the board."""

    seat: int
    active: bool
    out: bool
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Scene:
    """Everything that a seat may see, ready to be drawn. Labels, things and the prompt are keys of the
    game's words; numbers stand for themselves.

    `paths` gives for each legal action the things to click, one after the other, that make it: `hex q,r`,
    `offer 2`, `tile forest`, `number 3`, `button pass`.
    """

    hexes: tuple[Hex, ...]
    panels: tuple[Panel, ...]
    trays: tuple[Entry, ...]
    prompt: str
    terrains: dict[str, Terrain]
    paths: dict[str, tuple[str, ...]] = field(default_factory=dict)
