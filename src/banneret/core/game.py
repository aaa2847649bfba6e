"""The contract that every game fulfils, and the one class through which all else uses a game.

A game's folder gives modules that fulfil `Rules`, `Setup`, `Notation`, `Picture` and `Styles`, and an
`Info` for each edition. `Game` puts them together in one mode: compiled, pure or checked. Nothing outside
a game's folder knows the game; nothing inside it knows how its rules are run.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from . import playout
from .entries import ENTRIES
from .errors import UnreadableText
from .kernel import Function, Linker, Mode, default_mode, linker, new_row, new_states
from .options import Option, Options, changed, complete
from .rng import STATE_WORDS, sow
from .scene import Card, Line, Said, Scene
from .seats import CHANCE, NOBODY
from .state import Codes, Numbers, PlainStates, Random, Weights, assign, from_record, layout, to_record
from .words import Words, load_words

__all__ = ["CHANCE", "NOBODY", "Data", "Edition", "Game", "Handle", "Info", "Mode", "Result", "Thinking"]

Data: TypeAlias = dict[str, Any]
Handle: TypeAlias = Any  # a state as kernels take it: a row of one record, or of one plain state


@dataclass(frozen=True)
class Thinking:
    """How a search goes about a game, as far as that depends on the game; what does best is found by playing."""

    exploration: float = 1.2  # how much is tried that does not look best
    foresight: float = 0.5  # how much the best play that is known counts beside the average
    luck: float = 1.0  # how many outcomes of chance are told apart: this power of the times it came by; all of
    # them at 1, few where they hardly matter for the next actions
    horizon: int = 0  # how many actions are played before a position is appraised
    style: str = "uniform"  # and in which style


@dataclass(frozen=True)
class Info:
    """What is known of an edition before anything is played."""

    key: str
    title: str
    author: str
    published: str
    summary: str
    players: range
    options: tuple[Option, ...]
    codes: int
    rules_version: int
    features: tuple[str, ...]
    styles: tuple[str, ...]
    hidden: bool  # whether a seat may know less than there is to know
    thinking: tuple[Thinking, ...] = (Thinking(exploration=0.6), Thinking())  # how a search goes about the game
    # with two seats, three and so on; the last also stands for all more

    def thinking_with(self, seats: int) -> Thinking:
        """How a search goes about the game at a table of so many seats."""
        return self.thinking[min(seats - 2, len(self.thinking) - 1)]


@dataclass(frozen=True)
class Result:
    """The end of a game. Equal ranks share a place, and the next place counts them all."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str

    def as_data(self) -> Data:
        """As it stands in a record."""
        return {"scores": list(self.scores), "ranks": list(self.ranks)}


class Rules(Protocol):
    """The compiled part: functions over a state, free of randomness, text and exceptions.

    `legal` writes the legal codes in ascending order and returns how many; `chance` writes the weight of
    each of them when chance acts, and returns the sum; `apply` changes the state in place.
    """

    @property
    def State(self) -> type: ...

    def player(self, s: Any) -> int: ...
    def legal(self, s: Any, out: Codes) -> int: ...
    def chance(self, s: Any, out: Weights) -> int: ...
    def apply(self, s: Any, code: int) -> None: ...
    def scores(self, s: Any, out: Weights) -> None: ...
    def ranks(self, s: Any, out: Weights) -> None: ...
    def features(self, s: Any, seat: int, out: Numbers) -> None: ...
    def sample(self, s: Any, seat: int, rng: Random) -> None:
        """Replace what the seat cannot know by what it might be, each case as likely as it is."""


class Setup(Protocol):
    """Where games begin."""

    def check_options(self, info: Info, options: Options) -> None:
        """BadOption if options, each possible by itself, make no sense together."""

    def draw(self, info: Info, options: Options, rng: random.Random) -> Data:
        """A random initial position as plain data; all randomness of the start."""

    def start(self, info: Info, options: Options, setup: Any) -> Any:
        """The plain state of an initial position; BadSetup if the rules cannot produce it."""


class Notation(Protocol):
    """Actions and states as text and plain data."""

    def text(self, code: int) -> str: ...
    def code(self, text: str) -> int:
        """The inverse of `text`; UnreadableText for anything that `text` never says."""

    def describe(self, s: Any) -> Data:
        """The full state, nothing hidden."""

    def position(self, info: Info, options: Options, described: Mapping[str, Any]) -> Any:
        """The plain state of a description, the inverse of `describe`; what is left out is as at a start."""

    def view(self, s: Any, seat: int | None) -> Data:
        """What a seat may know, or (None) what everybody may know; `?` stands for what is hidden."""

    def reason(self, s: Any) -> str:
        """Why the game ended."""


class Picture(Protocol):
    """What is to be seen."""

    def scene(self, s: Any, seat: int | None, legal: list[str]) -> Scene: ...


class Story(Protocol):
    """What is said about play. `before` and `after` are plain states that differ by an action."""

    def told(self, before: Any, action: str, after: Any, seat: int | None) -> tuple[Said, ...]:
        """An action and all that it brought about, as a seat may know it (None: as everybody may)."""

    def cards(self, before: Any, action: str, after: Any, seat: int | None) -> tuple[Card, ...]:
        """What explains exactly how the action decided something, such as a fight."""

    def account(self, s: Any) -> tuple[tuple[Line, ...], ...]:
        """Each seat's score line by line, as if the game ended now."""


class Styles(Protocol):
    """Ways of playing for crowds of simulated games: which actions a style likes, and how much."""

    def urge(self, s: Any, code: int, style: int) -> int: ...


@dataclass(frozen=True)
class Edition:
    """An edition of a game: what its folder declares."""

    info: Info
    rules: Rules
    setup: Setup
    notation: Notation
    picture: Picture
    styles: Styles
    folder: Path
    story: Story | None = None  # without one, actions are told as they are written


class Kernels:
    """The entry points of a game in one mode, each made when it is first used."""

    GENERIC = ("playout", "story", "perft", "copy_many")

    def __init__(self, edition: Edition, mode: Mode) -> None:
        self._edition = edition
        self._mode = mode
        self._functions = {**ENTRIES, **{name: getattr(playout, name) for name in self.GENERIC}}

    @property
    def _hooks(self) -> dict[str, Function]:
        """The game's own functions, by the names that generic ones call them."""
        sources = {"urge": self._edition.styles}
        return {name: getattr(sources.get(name, self._edition.rules), name) for name in ENTRIES}

    @functools.cached_property
    def _linker(self) -> Linker:
        return linker(
            hooks=self._hooks,
            state_class=self._edition.rules.State,
            mode=self._mode,
            name=self._edition.folder.name,
            hot=[*playout.HOT, *getattr(self._edition.rules, "HOT", ())],
        )

    def __getattr__(self, name: str) -> Function:
        if name.startswith("_") or name not in self._functions:
            raise AttributeError(name)
        function = self._linker.entry(self._functions[name])
        setattr(self, name, function)
        return function

    def bind(self, f: Function) -> Function:
        """A function that serves every game (see `hooks`), made for this game in this mode."""
        return self._linker.entry(f)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._functions)

    def warm(self) -> Iterator[str]:
        """Make every entry point, naming each before the work on it begins."""
        for name in self.names:
            yield name
            getattr(self, name)


class Game:
    """One edition of a game in one mode. States are handles; see `read` and `write` for plain ones."""

    def __init__(self, edition: Edition, mode: Mode | None = None) -> None:
        self.edition = edition
        self.info = edition.info
        self.mode = default_mode() if mode is None else Mode(mode)
        self.kernels = Kernels(edition, self.mode)

    def __repr__(self) -> str:
        return f"<Game {self.info.key} ({self.mode})>"

    # Where games begin

    def options(self, given: Mapping[str, Any]) -> Options:
        """Every option with its value; BadOption if one is unknown, out of bounds, or contradicts another."""
        options = complete(self.info.options, given)
        self.edition.setup.check_options(self.info, options)
        return options

    def changed_options(self, options: Options) -> Options:
        return changed(self.info.options, options)

    def setup(self, options: Options, rng: random.Random) -> Data:
        return self.edition.setup.draw(self.info, options, rng)

    def start(self, options: Options, setup: Any) -> Handle:
        return self.write(self.edition.setup.start(self.info, options, setup))

    # Play

    def player(self, state: Handle) -> int:
        return int(self.kernels.player(state))

    def legal(self, state: Handle) -> list[int]:
        """The legal codes in ascending order; none when the game is over."""
        if self.player(state) == NOBODY:
            return []
        out = self.row("i4", self.info.codes)
        return self._listed(out, self.kernels.legal(state, out))

    def chance(self, state: Handle) -> list[int]:
        """When chance acts: the weight of each legal code."""
        if self.player(state) != CHANCE:
            raise ValueError("chance does not act now")
        out = self.row("i8", self.info.codes)
        self.kernels.chance(state, out)
        return self._listed(out, len(self.legal(state)))

    def apply(self, state: Handle, code: int) -> None:
        """Change the state by a legal action; one that is not legal is not noticed here (see Match)."""
        self.kernels.apply(state, code)

    # The end

    def scores(self, state: Handle) -> list[int]:
        return self._per_seat(state, "i8", self.kernels.scores)

    def ranks(self, state: Handle) -> list[int]:
        return self._per_seat(state, "i8", self.kernels.ranks)

    def returns(self, state: Handle) -> list[float]:
        """Each seat's share of the win: 1 for a sole winner, parts of it for a shared first place."""
        ranks = self.ranks(state)
        return [1 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks]

    def result(self, state: Handle) -> Result | None:
        """The result once the game is over."""
        if self.player(state) != NOBODY:
            return None
        reason = self.edition.notation.reason(self.read(state))
        return Result(tuple(self.scores(state)), tuple(self.ranks(state)), reason)

    # Text and pictures

    def text(self, code: int) -> str:
        return self.edition.notation.text(code)

    def code(self, text: str) -> int:
        return self.edition.notation.code(text)

    def describe(self, state: Handle) -> Data:
        return self.edition.notation.describe(self.read(state))

    def position(self, options: Options, described: Mapping[str, Any]) -> Handle:
        return self.write(self.edition.notation.position(self.info, options, described))

    def view(self, state: Handle, seat: int | None) -> Data:
        return self.edition.notation.view(self.read(state), seat)

    def scene(self, state: Handle, seat: int | None) -> Scene:
        acting = seat is not None and self.player(state) == seat
        legal = [self.text(code) for code in self.legal(state)] if acting else []
        return self.edition.picture.scene(self.read(state), seat, legal)

    def told(self, before: Handle, action: str, after: Handle, seat: int | None) -> tuple[Said, ...]:
        """What is said of an action, as a seat may know it; nothing if the game has no story to tell."""
        story = self.edition.story
        return story.told(self.read(before), action, self.read(after), seat) if story else ()

    def cards(self, before: Handle, action: str, after: Handle, seat: int | None) -> tuple[Card, ...]:
        """What explains exactly how an action decided something."""
        story = self.edition.story
        return story.cards(self.read(before), action, self.read(after), seat) if story else ()

    def account(self, state: Handle) -> tuple[tuple[Line, ...], ...]:
        """Each seat's score, line by line."""
        return self.edition.story.account(self.read(state)) if self.edition.story else ()

    def words(self, language: str) -> Words:
        """Everything that the game says, in a language."""
        return load_words(self.edition.folder, language)

    # For players that think

    def sample(self, state: Handle, seat: int, rng: random.Random) -> Handle:
        """A state that may be the true one, for all that the seat knows."""
        guess = self.copy(state)
        self.kernels.sample(guess, seat, self.sown(rng.getrandbits(64)))
        return guess

    def features(self, state: Handle, seat: int) -> dict[str, float]:
        out = self.row("f8", len(self.info.features))
        self.kernels.features(state, seat, out)
        return dict(zip(self.info.features, self._listed(out, len(out)), strict=True))

    def style(self, name: str) -> int:
        """The number of a way of playing, as kernels take it."""
        if name not in self.info.styles:
            styles = ", ".join(self.info.styles)
            raise UnreadableText(f"{self.info.key} has no style {name!r}; it has {styles}")
        return self.info.styles.index(name)

    # States, and room for kernels to work in

    def read(self, state: Handle) -> Any:
        """The plain state of a handle; to be read, not changed."""
        return state[0] if self.mode is Mode.PURE else from_record(self.edition.rules.State, state[0])

    def write(self, plain: Any) -> Handle:
        """A handle with a plain state's values."""
        return self.copy([plain]) if self.mode is Mode.PURE else to_record(self.edition.rules.State, plain)

    def copy(self, state: Handle) -> Handle:
        if self.mode is Mode.PURE:
            plain: Any = object.__new__(self.edition.rules.State)
            assign(plain, state[0])
            return PlainStates([plain])
        states = self.states(1)
        states[0] = state[0]
        return states

    def states(self, count: int) -> Any:
        return new_states(self.edition.rules.State, count, self.mode)

    def row(self, code: str, length: int) -> Any:
        return new_row(code, length, self.mode)

    def sown(self, seed: int) -> Any:
        """A random generator for kernels, started from a seed."""
        words = [0] * STATE_WORDS
        sow(words, seed & 0xFFFFFFFFFFFFFFFF)
        rng = self.row("i8", STATE_WORDS)
        for i, word in enumerate(words):
            rng[i] = word
        return rng

    @property
    def state_bytes(self) -> int:
        """What a state takes in a kernel."""
        return int(layout(self.edition.rules.State).itemsize)

    def _per_seat(self, state: Handle, code: str, kernel: Function) -> list[int]:
        out = self.row(code, self.info.players[-1])
        kernel(state, out)
        return self._listed(out, int(state[0].players if self.mode is Mode.PURE else state[0]["players"]))

    def _listed(self, out: Any, count: int) -> list[Any]:
        return list(out[:count] if self.mode is Mode.PURE else out[:count].tolist())
