"""What a game says to people, by key, in each language. Keys are the same in all of them.

A game's `words/en.toml` has the tables `about` (each edition's title and summary), `prompt` (what is expected
in each phase), `label` (names of lines in panels and trays), `thing` (terrains, pieces and whatever else lies
about), `reason` (why a game ended), `button`, `option` (the name and the help of each option), `overlay`, and
`say`: whole sentences. Things and sentences in which something is counted have the forms `one` and `other`.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from .errors import UnreadableText
from .scene import Said

LANGUAGES = ("en", "fr", "de")
Sentence: TypeAlias = str | dict[str, str]
SeatNames: TypeAlias = Callable[[int], str]


@dataclass(frozen=True)
class Words:
    """The words of a game in a language."""

    language: str
    prompt: dict[str, str]
    label: dict[str, str]
    thing: dict[str, Sentence]
    reason: dict[str, str]
    about: dict[str, dict[str, str]] = field(default_factory=dict)
    button: dict[str, str] = field(default_factory=dict)
    option: dict[str, dict[str, str]] = field(default_factory=dict)
    overlay: dict[str, str] = field(default_factory=dict)
    say: dict[str, Sentence] = field(default_factory=dict)

    def name(self, thing: str, n: int = 1) -> str:
        """The name of a thing, or of several; a number, or what is hidden, is its own name."""
        return chosen(self.thing.get(thing, thing), {"n": n}, self.language)

    def press(self, button: str) -> str:
        """What is written on a button."""
        return self.button.get(button) or self.name(button)

    def sentence(self, said: Said, seat_name: SeatNames = str) -> str:
        """What is said, in this language."""
        about = {
            name: seat_name(int(value)) if name.partition("_")[0] == "seat" else self._written(value)
            for name, value in said.about.items()
        }
        return chosen(self.say[said.key], said.about, self.language).format_map(about)

    def _written(self, value: int | str) -> str:
        return self.name(value) if isinstance(value, str) else str(value)


def chosen(sentence: Sentence, about: Mapping[str, Any], language: str) -> str:
    """The form of a sentence for the number `n` that it is about."""
    if isinstance(sentence, str):
        return sentence
    return sentence[plural(language, int(about["n"]))]


def plural(language: str, n: int) -> str:
    """Which form goes with a number: French counts nothing as one, the others do not."""
    single = n in (0, 1) if language == "fr" else n == 1
    return "one" if single else "other"


@functools.cache
def load_words(folder: Path, language: str) -> Words:
    """The words of the game in a folder."""
    return Words(language, **load_tables(folder, language))


@functools.cache
def load_tables(folder: Path, language: str) -> dict[str, Any]:
    """The tables of the words in a folder."""
    if language not in LANGUAGES:
        raise UnreadableText(f"there is no language {language!r}; there are: {', '.join(LANGUAGES)}")
    return tomllib.loads((folder / "words" / f"{language}.toml").read_text(encoding="utf-8"))
