"""Players are as strong as they are said to be, as far as a short test can tell. No game is named here.

What longer runs found is in `docs/strength.md`.
"""

from __future__ import annotations

import pytest

import banneret
from banneret.core.kernel import can_compile
from banneret.players.arena import play_task, schedule
from tests.conftest import KEYS

pytestmark = pytest.mark.skipif(not can_compile(), reason="without numba these games take too long")


def wins(key: str, one: str, other: str, games: int) -> float:
    """The share of the first player in games with seats swapped."""
    outcomes = [
        play_task(task, banneret.load, False) for task in schedule(key, {"players": 2}, [one, other], games, 1)
    ]
    return sum(outcome.shares[outcome.seats.index(one)] for outcome in outcomes) / len(outcomes)


@pytest.mark.parametrize("key", KEYS)
def test_greedy_players_beat_random_ones(key: str) -> None:
    assert wins(key, "greedy", "random", 10) >= 0.8


@pytest.mark.parametrize("key", KEYS)
def test_a_short_search_beats_greedy_players(key: str) -> None:
    assert wins(key, "mcts:150", "greedy", 8) >= 0.6
