"""What the pages themselves say, by key, in the reader's language."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from banneret.core.words import LANGUAGES, chosen, load_tables

FOLDER = Path(__file__).parent
NAMES = {"en": "English", "fr": "Français", "de": "Deutsch"}


@dataclass(frozen=True)
class Speech:
    """The pages' words in a language. A key that is missing is an error, never shown as it is."""

    language: str
    texts: dict[str, Any]

    def __call__(self, key: str, **about: Any) -> str:
        text: Any = self.texts
        for part in key.split("."):
            text = text[part]
        return chosen(text, about, self.language).format_map(about)

    def table(self, name: str) -> dict[str, Any]:
        """The texts of a table, for what the page says by itself."""
        found: dict[str, Any] = self.texts[name]
        return found


@functools.cache
def speech(language: str) -> Speech:
    return Speech(language, load_tables(FOLDER, language))


def wished(cookie: str | None, accepted: str | None) -> str:
    """The language that a reader chose, else the best that the browser asks for, else the first we have."""
    if cookie in LANGUAGES:
        return str(cookie)
    ranked = sorted(map(_ranked, (accepted or "").split(",")), reverse=True)
    return next((name for weight, name in ranked if weight > 0 and name in LANGUAGES), LANGUAGES[0])


def _ranked(part: str) -> tuple[float, str]:
    name, _, weight = part.strip().partition(";q=")
    try:
        return float(weight or 1), name.strip()[:2].lower()
    except ValueError:
        return 0.0, ""
