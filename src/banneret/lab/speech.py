"""What the lab says, in each language: sentences by key, and numbers as people there write them."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import Any

from banneret.core.errors import UnreadableText
from banneret.core.words import LANGUAGES

FOLDER = Path(__file__).parent / "words"
SPACE = "\N{NARROW NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"


class Speech:
    """The lab's words in one language."""

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise UnreadableText(f"there is no language {language!r}; there are: {', '.join(LANGUAGES)}")
        self.language = language
        self.words: dict[str, Any] = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))

    def __call__(self, key: str, **values: Any) -> str:
        """What a key `table.name` says. Sentences of a verdict begin with a capital letter, unless with a name."""
        told = self.phrase(key, **values)
        table, _, name = key.partition(".")
        begins_with_name = self.words[table][name].startswith("{") and values.get("label", "a name") != ""
        return capital(told) if table == "verdict" and not begins_with_name else told

    def phrase(self, key: str, **values: Any) -> str:
        """The same, to stand within a sentence."""
        table, _, name = key.partition(".")
        said: str = self.words[table][name]
        return said.format(**values)

    def has(self, key: str) -> bool:
        table, _, name = key.partition(".")
        return name in self.words.get(table, {})

    # Numbers

    def number(self, value: float, places: int = 0) -> str:
        whole = f"{abs(value):,.{places}f}".replace(",", "\0").replace(".", self.words["decimal"])
        sign = MINUS if value < 0 and float(f"{value:.{places}f}") else ""
        return sign + whole.replace("\0", self.words["thousands"])

    def brief(self, value: float) -> str:
        """A number with as many places as matter."""
        return self.number(value, 0 if abs(value) >= 100 or value == int(value) else 1 if abs(value) >= 10 else 2)

    def percent(self, share: float) -> str:
        return f"{self.number(100 * share, 1)}{SPACE}%"

    def points(self, gap: float) -> str:
        """A difference of shares."""
        return self("text.points", value=self.number(100 * gap, 1))

    def luck(self, p: float) -> str:
        """How likely something is by luck alone."""
        return self("text.p_small") if p < 0.001 else self.percent(p)

    def range(self, low: str, high: str) -> str:
        return self("text.range", low=low, high=high)

    def labelled(self, label: str) -> str:
        """A variant's label before a sentence about it; nothing where there is only one variant."""
        return self.phrase("verdict.label", label=label) if label else ""


def capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


@functools.cache
def speech(language: str) -> Speech:
    return Speech(language)
