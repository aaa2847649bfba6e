"""How SVG is written: elements, numbers as short as they can be, and things that are drawn once and used again.

Only presentation attributes, so that a page that forbids inline styles shows every picture.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import TypeAlias
from xml.sax.saxutils import escape

Attribute: TypeAlias = str | float | None
Look: TypeAlias = Mapping[str, Attribute]
NAMESPACE = "http://www.w3.org/2000/svg"


@functools.lru_cache(4096)
def number(value: float) -> str:
    """A number with three digits that say something, more or less: enough for the eye."""
    text = (f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}").rstrip("0").rstrip(".")
    if text.startswith("0."):
        return text[1:]
    if text.startswith("-0"):
        return f"-{text[2:]}" if len(text) > 2 else "0"
    return text


def tag(element: str, *inside: str, **attributes: Attribute) -> str:
    """An element. Attributes have `_` for `-`, `class_` is `class`, and what is None is left out."""
    written = "".join(
        f' {written_name(name)}="{quoted(value) if isinstance(value, str) else number(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    content = "".join(inside)
    return f"<{element}{written}>{content}</{element}>" if content else f"<{element}{written}/>"


@functools.cache
def written_name(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


@functools.lru_cache(4096)
def quoted(text: str) -> str:
    """A text inside an attribute."""
    return escape(text, {'"': "&quot;"})


def text(words: str, **attributes: Attribute) -> str:
    """Words, whatever they are."""
    return tag("text", quoted(words), **attributes)


def path(d: str, **attributes: Attribute) -> str:
    return tag("path", d=d, **attributes)


def group(*inside: str, **attributes: Attribute) -> str:
    return tag("g", *inside, **attributes)


def moved(x: float, y: float, scale: float = 1, mirrored: bool = False) -> str | None:
    """The transformation that puts something at a place."""
    parts = [f"translate({number(x)} {number(y)})"] if x or y else []
    if mirrored:
        parts.append(f"scale({number(-scale)} {number(scale)})")
    elif scale != 1:
        parts.append(f"scale({number(scale)})")
    return "".join(parts) or None


class Stock:
    """What a picture uses again: each thing is drawn once, under an id that begins with the prefix.

    Without a prefix nothing gets an id and everything is drawn where it is used, which suits small pictures
    that stand many times in one page.
    """

    def __init__(self, prefix: str | None) -> None:
        self.prefix = prefix
        self._drawn: dict[str, str] = {}

    def use(
        self,
        name: str,
        draw: Callable[[], str],
        x: float = 0,
        y: float = 0,
        scale: float = 1,
        *,
        mirrored: bool = False,
        look: Look | None = None,
    ) -> str:
        """A thing at a place; `draw` is asked for it the first time. `look` has further attributes."""
        attributes = look or {}
        transform = moved(x, y, scale, mirrored)
        if self.prefix is None:
            return group(draw(), transform=transform, **attributes)
        reference = self.reference(name, draw)
        if scale == 1 and not mirrored:
            return tag("use", href=reference, x=x or None, y=y or None, **attributes)
        return tag("use", href=reference, transform=transform, **attributes)

    def reference(self, name: str, draw: Callable[[], str]) -> str:
        """The address of a thing within the picture."""
        if name not in self._drawn:
            self._drawn[name] = draw()
        return f"#{self.address(name)}"

    def address(self, name: str) -> str:
        """The id of a thing, in letters and figures whatever it is called."""
        plain = name if name.isalnum() else "".join(c if c.isalnum() else f"_{ord(c):x}" for c in name)
        return f"{self.prefix}-{plain}"

    def defs(self) -> str:
        """Everything that was used."""
        things = "".join(tag("g", drawn, id=self.address(name)) for name, drawn in self._drawn.items())
        return tag("defs", things) if things else ""
