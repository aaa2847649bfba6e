"""Banneret: four baron games on hexes, with rules right to the letter and fast enough to study.

match = banneret.new("baron", players=3, seed=7)
match.play(match.legal()[0])
"""

from __future__ import annotations

import random
from typing import Any

from .core.errors import BadOption, BadRecord, BadSetup, BanneretError, IllegalAction, UnknownGame, UnreadableText
from .core.game import Game, Info, Mode, Result
from .core.match import Match
from .core.record import Record
from .games import editions, load

__version__ = "0.1.0"

__all__ = [
    "BadOption",
    "BadRecord",
    "BadSetup",
    "BanneretError",
    "Game",
    "IllegalAction",
    "Info",
    "Match",
    "Mode",
    "Record",
    "Result",
    "UnknownGame",
    "UnreadableText",
    "games",
    "load",
    "new",
    "replay",
]


def _picture(match: Match) -> str:
    """A match as notebooks show it; drawing is loaded when it is first asked for."""
    from .draw.match import still

    return still(match)


Match.drawer = _picture


def games() -> list[Info]:
    """What there is to play."""
    return [edition.info for edition in editions().values()]


def new(key: str, *, seed: int | None = None, mode: Mode | str | None = None, **options: Any) -> Match:
    """A match from a random initial position, the same for the same seed and options."""
    return Match.new(load(key, mode), options, random.Random(seed))


def replay(record: Record, *, mode: Mode | str | None = None) -> Match:
    """The match of a record, checked action by action."""
    return Match.replay(load(record.game, mode), record)
