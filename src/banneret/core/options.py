"""The options of a game: typed, bounded, explained, and told in a record when they differ from the default.

A game can add kinds of its own: a subclass says in words what it takes, and whether it takes a value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from .errors import BadOption, shortened

Options: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Option:
    """A named choice that a game leaves to its players or its designer."""

    name: str
    default: Any
    help: str

    @property
    def bounds(self) -> str:
        """What values the option takes, in words."""
        raise NotImplementedError

    def accepts(self, value: Any) -> bool:
        raise NotImplementedError

    def check(self, value: Any) -> None:
        if not self.accepts(value):
            raise BadOption(self.name, f"{value!r} is not possible", self.bounds)


@dataclass(frozen=True)
class Whole(Option):
    """A whole number within bounds. Where the default is None, None lets the game choose."""

    low: int = 0
    high: int = 1000

    @property
    def bounds(self) -> str:
        nothing = "null, or " if self.default is None else ""
        return f"{nothing}a whole number from {self.low} to {self.high}"

    def accepts(self, value: Any) -> bool:
        if value is None:
            return self.default is None
        return is_whole(value) and self.low <= value <= self.high


@dataclass(frozen=True)
class YesNo(Option):
    """Something that is so or not."""

    @property
    def bounds(self) -> str:
        return "true or false"

    def accepts(self, value: Any) -> bool:
        return isinstance(value, bool)


@dataclass(frozen=True)
class Choice(Option):
    """One of several words."""

    choices: tuple[str, ...] = ()

    @property
    def bounds(self) -> str:
        return " or ".join(f'"{choice}"' for choice in self.choices)

    def accepts(self, value: Any) -> bool:
        return isinstance(value, str) and value in self.choices


@dataclass(frozen=True)
class Wholes(Option):
    """A list of as many whole numbers as the default has, each within bounds."""

    low: int = 0
    high: int = 1000

    @property
    def bounds(self) -> str:
        return f"a list of {len(self.default)} whole numbers from {self.low} to {self.high}"

    def accepts(self, value: Any) -> bool:
        return (
            isinstance(value, list)
            and len(value) == len(self.default)
            and all(is_whole(number) and self.low <= number <= self.high for number in value)
        )


@dataclass(frozen=True)
class YesNos(Option):
    """A list of as many answers as the default has."""

    @property
    def bounds(self) -> str:
        return f"a list of {len(self.default)} times true or false"

    def accepts(self, value: Any) -> bool:
        return (
            isinstance(value, list)
            and len(value) == len(self.default)
            and all(isinstance(answer, bool) for answer in value)
        )


def is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def complete(options: Sequence[Option], given: Mapping[str, Any]) -> Options:
    """Every option with its given or default value; BadOption if one is unknown or out of bounds."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise BadOption(str(name), f"there is no such option; there are: {shortened(list(known), 40)}")
    values = {name: given.get(name, option.default) for name, option in known.items()}
    for name, option in known.items():
        option.check(values[name])
    return values


def changed(options: Sequence[Option], values: Mapping[str, Any]) -> Options:
    """The number of players, and every option that differs from its default."""
    return {
        option.name: values[option.name]
        for option in options
        if option.name == "players" or values[option.name] != option.default
    }
