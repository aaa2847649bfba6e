"""What the tests share: every game at every number of players, and no game's name."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

import banneret
from banneret.core.game import Game, Mode

settings.register_profile("banneret", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("banneret")

KEYS = [info.key for info in banneret.games()]
TABLES = [(info.key, players) for info in banneret.games() for players in info.players]
STYLED_TABLES = [
    (info.key, players, style) for info in banneret.games() for players in info.players for style in info.styles
]


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Machine code made by tests is kept apart from the user's, but from one run to the next."""
    os.environ.setdefault("BANNERET_CACHE", os.path.join(os.getcwd(), ".pytest_cache", "kernels"))


def pure(key: str) -> Game:
    return banneret.load(key, Mode.PURE)
