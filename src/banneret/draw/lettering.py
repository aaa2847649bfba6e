"""How wide text is, nearly: enough to break lines and to put things beside each other."""

from __future__ import annotations

from collections.abc import Iterator

from .pen import text

NARROW = set("iljtfrI.,:;'!|()[] \u2019\u202f\u00a0-")
WIDE = set("mwMW@%\u0153\u2026\u2014")


def advance(character: str) -> float:
    """The width of a character of size 1."""
    if character in NARROW:
        return 0.31
    if character in WIDE:
        return 0.86
    return 0.66 if character.isupper() else 0.525


def text_width(words: str, size: float, bold: bool = False) -> float:
    return sum(map(advance, words)) * size * (1.06 if bold else 1)


def wrapped(words: str, size: float, width: float) -> Iterator[str]:
    """A text in lines of a width."""
    line = ""
    for word in words.split(" "):
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, size) > width:
            yield line
            longer = word
        line = longer
    yield line


def write(words: str, x: float, y: float, size: float, fill: str, bold: bool = False) -> str:
    """A line of text from a point on."""
    return text(words, x=x, y=y, font_size=size, fill=fill, font_weight="bold" if bold else None)
