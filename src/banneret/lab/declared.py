"""What a game tells the lab about itself, in a file `lab.toml` of its folder. A game without one is measured as
well; only what its verbs mean, and which option a ready question turns, is then unknown.

    [end]
    cap = ["rounds"]               reasons for an end that is only a cap
    [verbs]
    build = ["village", "city"]    verbs that build something on a cell
    no_cell = ["roll"]             verbs whose numbers are no cells
    [absent]
    barony = ["cast"]              verbs of the folder that an edition does not have
    [ask.target]
    option = "target"              what the question turns
    values = [12, 14, 16]          and to what; or by number of players: values.2 = [12, 14, 16]
    verb = "capture"               the action that it is about, if it is about one
    [names.fr.verb]
    loot = "Pillage"               what people call it; also names.fr.style and names.fr.feature
"""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from banneret.core.errors import BanneretError
from banneret.core.game import Game, Handle

FILE = "lab.toml"


class NoSuchQuestion(BanneretError):
    """A question that cannot be asked of a game."""


@dataclass(frozen=True)
class Turned:
    """An option that a ready question turns."""

    option: str
    values: Any
    verb: str | None = None

    def for_players(self, players: int) -> list[Any]:
        """The values to try at a table of so many; one list may serve all tables."""
        found = self.values.get(str(players), []) if isinstance(self.values, dict) else self.values
        return list(found)


@dataclass(frozen=True)
class Declared:
    """A game's `lab.toml`."""

    cap: tuple[str, ...] = ()
    build: tuple[str, ...] = ()
    no_cell: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    ask: dict[str, Turned] = field(default_factory=dict)
    names: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)  # by language and kind

    def name(self, language: str, kind: str, name: str) -> str | None:
        """What a verb, a style or a feature of the start is called, if it is told."""
        return self.names.get(language, {}).get(kind, {}).get(name)

    def turned(self, question: str, game: Game) -> Turned:
        """The option that a question turns; NoSuchQuestion if the game has none."""
        if question not in self.ask:
            others = ", ".join(sorted(self.ask)) or "none"
            raise NoSuchQuestion(
                f"{game.info.key} has no option for the question {question!r}; "
                f"questions that turn an option of this game: {others}"
            )
        return self.ask[question]


def declared(game: Game) -> Declared:
    """What the game's folder tells."""
    return read_declared(game.edition.folder / FILE, game.info.key)


@functools.cache
def read_declared(path: Path, key: str) -> Declared:
    if not path.exists():
        return Declared()
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    verbs = told.get("verbs", {})
    return Declared(
        cap=tuple(told.get("end", {}).get("cap", ())),
        build=tuple(verbs.get("build", ())),
        no_cell=tuple(verbs.get("no_cell", ())),
        absent=tuple(told.get("absent", {}).get(key, ())),
        ask={question: Turned(**turned) for question, turned in told.get("ask", {}).items()},
        names=told.get("names", {}),
    )


@dataclass(frozen=True)
class Vocabulary:
    """The verbs of a game's actions, and the cells that they name."""

    verbs: tuple[str, ...]
    of_code: list[int]  # of each code, its verb
    cells: tuple[str, ...]
    cell_of_code: list[int]  # of each code, the cell that it is about, or -1
    builds: int  # the verbs that build, as bits

    def bits(self, verbs: tuple[str, ...]) -> int:
        """Verbs as bits; NoSuchQuestion if one is unknown."""
        for verb in verbs:
            if verb not in self.verbs:
                raise NoSuchQuestion(f"there is no action {verb!r}; there are: {', '.join(self.verbs)}")
        return sum(1 << self.verbs.index(verb) for verb in set(verbs))


def vocabulary(game: Game, start: Handle) -> Vocabulary:
    """Verbs and cells of every code. A cell is a word that names a hex of the board (of `A>B`: B); boards may
    grow, so whatever looks like one, in coordinates q,r, is one too."""
    told = declared(game)
    names = {h.name for h in game.scene(start, None).hexes}
    growing = all("," in name for name in names)
    verbs: dict[str, int] = {}
    cells: dict[str, int] = {}
    of_code, cell_of_code = [], []
    for code in range(game.info.codes):
        verb, *words = game.text(code).split(" ")
        of_code.append(verbs.setdefault(verb, len(verbs)))
        targets = [] if verb in told.no_cell else [word.rpartition(">")[2] for word in words]
        cell = next((name for name in targets if name in names or (growing and "," in name)), None)
        cell_of_code.append(-1 if cell is None else cells.setdefault(cell, len(cells)))
    builds = sum(1 << verbs[verb] for verb in told.build if verb in verbs)
    return Vocabulary(tuple(verbs), of_code, tuple(cells), cell_of_code, builds)
