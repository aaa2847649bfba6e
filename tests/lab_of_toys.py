"""Runs of a toy game for the tests of the lab."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from banneret.lab import Experiment, LineUp, Run
from banneret.lab.worker import table_for
from tests.toy import TOY

GAMES = importlib.import_module("banneret.games")  # the package gives its name to a function
UNIFORM = (LineUp(("random",)),)


def toy_among_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy among the games, everything in pure Python."""
    known = {**GAMES.editions(), "toy": TOY}
    monkeypatch.setattr(GAMES, "editions", lambda: known)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    for cache in (GAMES._load, table_for):
        cache.cache_clear()
    yield
    for cache in (GAMES._load, table_for):
        cache.cache_clear()


def played(folder: Path, **parts: Any) -> Run:
    run = Run.create(Experiment("toy", **{"games": 400, "lineups": UNIFORM, **parts}), folder)
    run.play(jobs=1)
    return run
