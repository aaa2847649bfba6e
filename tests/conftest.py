"""What the tests share: every game at every number of players, and no game's name."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings

import banneret
from banneret.core.game import Game, Mode
from banneret.core.kernel import can_compile

settings.register_profile("banneret", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("banneret")

# Machine code made by tests is kept apart from the user's, but from one run to the next.
os.environ.setdefault("BANNERET_CACHE", str(Path(__file__).parent.parent / ".pytest_cache" / "kernels"))

Answer = TypeVar("Answer")

KEYS = [info.key for info in banneret.games()]
TABLES = [(info.key, players) for info in banneret.games() for players in info.players]
STYLED_TABLES = [
    (info.key, players, style) for info in banneret.games() for players in info.players for style in info.styles
]


def pytest_sessionstart(session: pytest.Session) -> None:
    """Before tests are shared out to several workers, compile once what all of them need."""
    is_worker = hasattr(session.config, "workerinput")
    if is_worker or not getattr(session.config.option, "numprocesses", None) or not can_compile():
        return
    for build in (["--mode", "compiled"], ["--mode", "checked", "--no-lab"]):  # each uses all cores
        subprocess.run([sys.executable, "-m", "banneret", "warm", *build], stdout=subprocess.DEVNULL, check=False)


def pure(key: str) -> Game:
    return banneret.load(key, Mode.PURE)


def run_apart(coroutine: Coroutine[Any, Any, Answer]) -> Answer:
    """Run a coroutine in a thread of its own: in this one a browser's loop may be running."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()
