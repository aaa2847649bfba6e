"""The options of a game: typed, bounded, explained, and told in a record when they differ from the default."""

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

    def parse(self, text: str) -> Any:
        """The value that a person wrote on a command line; checked later, with the others."""
        return text

    def check(self, value: Any) -> None:
        if not self.accepts(value):
            raise BadOption(self.name, f"{value!r} is not possible", self.bounds)


@dataclass(frozen=True)
class Whole(Option):
    """A whole number within bounds."""

    low: int = 0
    high: int = 1_000_000

    @property
    def bounds(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def accepts(self, value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high

    def parse(self, text: str) -> Any:
        try:
            return int(text)
        except ValueError:
            return text


def complete(options: Sequence[Option], given: Mapping[str, Any]) -> Options:
    """Every option with its given or default value; BadOption if one is unknown or out of bounds."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise BadOption(str(name), f"there is no such option; there are: {shortened(list(known))}")
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
