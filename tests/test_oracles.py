"""Every engine against a second reading of its rules, action by action: player, legal actions, state, result."""

from __future__ import annotations

import importlib
import pkgutil
import random
from typing import Any

import pytest

from banneret.core.match import Match
from tests import oracles
from tests.conftest import KEYS, STYLED_TABLES, pure

ORACLES: dict[str, Any] = {
    key: module
    for found in pkgutil.iter_modules(oracles.__path__)
    for module in [importlib.import_module(f"{oracles.__name__}.{found.name}")]
    for key in module.KEYS
}
SEEDS = 6
VARIANTS = [
    pytest.param(key, options, id=f"{key} {options}")
    for key in KEYS
    for options in getattr(ORACLES[key], "VARIANTS", {}).get(key, [])
]


@pytest.mark.parametrize(("key", "players", "style"), STYLED_TABLES)
def test_the_engine_agrees_with_a_second_reading_of_the_rules(key: str, players: int, style: str) -> None:
    for seed in range(SEEDS):
        rng = random.Random(f"{key} {players} {style} {seed}")
        options = {"players": players}
        if seed == SEEDS - 1:
            options["max_rounds"] = rng.randrange(1, 20)
        setup = ORACLES[key].random_setup(key, options, rng)
        compare(Match(pure(key), options, setup), ORACLES[key].Oracle(key, options, setup), rng, style)


@pytest.mark.parametrize(("key", "variant"), VARIANTS)
def test_the_engine_agrees_under_other_options(key: str, variant: dict[str, Any]) -> None:
    """Each variant is played in every style, at numbers of players that differ from one to the next, and from
    positions that the engine drew and the oracle must accept."""
    info = pure(key).info
    for number, style in enumerate(info.styles):
        rng = random.Random(f"{key} {variant} {style}")
        first = rng.randrange(len(info.players))
        options = {"players": info.players[(first + number) % len(info.players)], **variant}
        match = Match.new(pure(key), options, rng)
        compare(match, ORACLES[key].Oracle(key, options, match.setup), rng, style)


def compare(match: Match, oracle: Any, rng: random.Random, style: str) -> None:
    """Play a game on both sides."""
    while True:
        expected = oracle.state()
        described = match.describe()
        assert {name: described[name] for name in expected} == expected
        assert match.player == oracle.player()
        if match.over:
            break
        assert match.legal() == oracle.legal()
        if match.player == "chance":
            weights = oracle.weights()
            total = sum(weights.values())
            assert match.chances() == {action: weight / total for action, weight in weights.items()}
        action = match.choose(rng, style)
        match.play(action)
        oracle.apply(action)
    assert match.result is not None
    assert match.result.as_data() == oracle.result()
