"""How a game is learnt: its rules in our own words with pictures, and a first guided game.

A game's folder may have a folder `guide`: `en.toml`, `fr.toml` and `de.toml` with the same sections in the same
order, `figures.toml` with the positions that sections show, and for an edition `KEY.json` (the record of the
guided game) with `KEY.toml` (what is said before each of the learner's actions).
"""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .record import Record

MOST_STEPS = 12


@dataclass(frozen=True)
class Section:
    """A part of the rules. `key` is the same in all languages, and names it in links; `only` are the editions
    that it is about (none: all). Paragraphs are parted by empty lines; `*word*` is stressed, lines with `- ` are
    a list."""

    key: str
    title: str
    text: str
    figure: str = ""
    caption: str = ""
    only: tuple[str, ...] = ()


@dataclass(frozen=True)
class Figure:
    """A position to be drawn: as it is described, or reached by actions from a seed; through a seat's eyes."""

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    position: dict[str, Any] | None = None
    seed: int = 1
    actions: tuple[str, ...] = ()
    seat: int | None = None
    chosen: tuple[str, ...] = ()  # names of hexes that are pointed out
    threat: tuple[str, ...] = ()
    around: tuple[str, ...] = ()  # show only these hexes and their neighbours


@dataclass(frozen=True)
class Guide:
    """The rules of an edition in a language; `prompts` names the section that explains each phase's prompt."""

    sections: tuple[Section, ...]
    prompts: dict[str, str]
    figures: dict[str, Figure]


@dataclass(frozen=True)
class Lesson:
    """A guided game: the learner makes the actions of his seat as they are in the record, everything else
    happens by itself. Before an action something is said, by language; `closing` is said at the end."""

    record: Record
    seat: int
    says: dict[int, dict[str, str]]  # by ply
    closing: dict[str, str]


@functools.cache
def load_guide(folder: Path, key: str, language: str) -> Guide | None:
    """The guide to an edition, if its folder has one."""
    home = folder / "guide"
    if not (home / f"{language}.toml").exists():
        return None
    told = tomllib.loads((home / f"{language}.toml").read_text(encoding="utf-8"))
    drawn = tomllib.loads((home / "figures.toml").read_text(encoding="utf-8"))
    sections = (Section(**{**section, "only": tuple(section.get("only", ()))}) for section in told["section"])
    return Guide(
        sections=tuple(section for section in sections if not section.only or key in section.only),
        prompts=drawn.pop("prompts"),
        figures={name: Figure(**{k: _frozen(v) for k, v in figure.items()}) for name, figure in drawn.items()},
    )


@functools.cache
def load_lesson(folder: Path, key: str) -> Lesson | None:
    """The guided game of an edition, if there is one."""
    home = folder / "guide"
    if not (home / f"{key}.json").exists():
        return None
    told = tomllib.loads((home / f"{key}.toml").read_text(encoding="utf-8"))
    return Lesson(
        record=Record.load(home / f"{key}.json"),
        seat=told["seat"],
        says={step["ply"]: {k: v for k, v in step.items() if k != "ply"} for step in told["step"]},
        closing=told["closing"],
    )


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
