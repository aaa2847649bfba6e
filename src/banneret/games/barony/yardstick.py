"""Barony's base game in C, for benchmarks: builds `yardstick.c` with a header made from the rules' tables."""

from __future__ import annotations

import functools
from pathlib import Path

from banneret.core.game import Game
from banneret.core.yardstick import CPlayout, build, header

from . import codes, levies, table, titles, turns

KEY = "barony"
SOURCE = Path(__file__).with_name("yardstick.c")
MODULES = (table, codes, turns, levies, titles)


def yardstick(game: Game) -> CPlayout | None:
    """The base game's playout in C; None for the expansion, and without a compiler."""
    return _built() if game.info.key == KEY else None


@functools.cache
def _built() -> CPlayout | None:
    return build(SOURCE, header(table.State, MODULES))
