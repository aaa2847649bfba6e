"""What is to be seen of a position, and what each thing offers. No drawing here, and no game.

A game describes itself as hexes with pieces on them, a panel for each seat and trays of things that lie
beside the board; `draw` makes a terminal map and every picture of it. What is said about it is said by key
(`Said`), so that each reader gets it in his own language.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

Path: TypeAlias = tuple[str, ...]  # things to click, one after the other


@dataclass(frozen=True)
class Said:
    """A sentence by its key among the game's words (table `say`), and what it is about.

    In the sentence `{name}` stands for an argument. A whole number is written as it is, and one called `n`
    chooses between singular and plural; arguments called `seat` or `seat_...` are seats, and get the
    seat's name; other texts are things of the game, or names of hexes.
    """

    key: str
    about: dict[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True)
class Card:
    """A small table that explains something exactly, such as a fight: a column for each seat that takes part."""

    heading: Said
    seats: tuple[int, ...]
    rows: tuple[tuple[Said, tuple[str, ...]], ...]  # what a line is about, and the value for each seat
    verdict: Said
    at: str = ""  # the name of the hex that it is about


@dataclass(frozen=True)
class Ray:
    """A straight way over the board, as far as it goes, and why it ends there."""

    hexes: tuple[str, ...]  # names, from where it begins to where it stops
    end: Said
    inward: bool = False  # whether things come along it instead of going
    stopper: str = ""  # the hex that stops it, if it is on the board


@dataclass(frozen=True)
class Line:
    """A line of a seat's account at the end: what it is for, and the points that it gives."""

    what: Said
    points: int


@dataclass(frozen=True)
class Piece:
    """Something that stands on a hex: its kind, whose it is (None: nobody's), and how many."""

    kind: str
    seat: int | None = None
    count: int = 1


@dataclass(frozen=True)
class Terrain:
    """How a kind of ground looks: its colour, a short mark for where colour is not enough, and a glyph of
    `draw`'s collection."""

    fill: str
    mark: str
    glyph: str = ""


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
    `offer 2`, `tile forest`, `number 3`, `button pass`. Who clicks may leave out buttons that nothing but
    one action needs. `blocked` says why a thing cannot be clicked after others, by the whole path; `badges`
    is what is written on a thing that can be clicked, such as a price.
    """

    hexes: tuple[Hex, ...]
    panels: tuple[Panel, ...]
    trays: tuple[Entry, ...]
    prompt: str
    terrains: dict[str, Terrain]
    paths: dict[str, Path] = field(default_factory=dict)
    shapes: dict[str, str] = field(default_factory=dict)  # a piece's kind -> its shape in draw's collection
    blocked: dict[Path, Said] = field(default_factory=dict)
    badges: dict[str, str] = field(default_factory=dict)
    rays: tuple[Ray, ...] = ()
    overlays: dict[str, dict[str, tuple[int, ...]]] = field(default_factory=dict)  # key -> hex -> seats
