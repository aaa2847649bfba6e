"""What a game says to people, by key, in each language. Keys are the same in all of them.

A game's `words/en.toml` has the tables `prompt` (what is expected in each phase), `label` (names of lines
in panels and trays) and `thing` (terrains, pieces and whatever else lies about).
"""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass
from pathlib import Path

from .errors import UnreadableText

LANGUAGES = ("en", "fr", "de")
TABLES = ("prompt", "label", "thing", "reason")


@dataclass(frozen=True)
class Words:
    """The words of a game in a language."""

    language: str
    prompt: dict[str, str]
    label: dict[str, str]
    thing: dict[str, str]
    reason: dict[str, str]

    def name(self, thing: str) -> str:
        """The name of a thing; a number, or what is hidden, is its own name."""
        return self.thing.get(thing, thing)


@functools.cache
def load_words(folder: Path, language: str) -> Words:
    """The words of the game in a folder."""
    if language not in LANGUAGES:
        raise UnreadableText(f"there is no language {language!r}; there are: {', '.join(LANGUAGES)}")
    told = tomllib.loads((folder / "words" / f"{language}.toml").read_text(encoding="utf-8"))
    return Words(language, **{table: told[table] for table in TABLES})
