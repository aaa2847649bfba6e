"""Every engine against a second reading of its rules, action by action: player, legal actions, state, result."""

from __future__ import annotations

import random
from typing import Any

import pytest

from banneret.core.match import Match
from tests.conftest import KEYS, STYLED_TABLES, pure
from tests.oracles import ORACLES

SEEDS = 3
LONGEST_VARIANT = 40  # rounds
# An oracle may name, for each key, options other than the default ones that are to be compared, too.
VARIANTS = [
    pytest.param(key, number, variant, id=f"{key} {variant}")
    for key in KEYS
    for number, variant in enumerate(getattr(ORACLES[key], "VARIANTS", {}).get(key, []))
]


@pytest.mark.parametrize(("key", "players", "style"), STYLED_TABLES)
def test_the_engine_agrees_with_a_second_reading_of_the_rules(key: str, players: int, style: str) -> None:
    for seed in range(SEEDS):
        rng = random.Random(f"{key} {players} {style} {seed}")
        options = {"players": players}
        if seed > 0:
            options["max_rounds"] = rng.randrange(1, 40)
        setup = ORACLES[key].random_setup(key, options, rng)
        compare(Match(pure(key), options, setup), ORACLES[key].Oracle(key, options, setup), rng, style)


@pytest.mark.parametrize(("key", "number", "variant"), VARIANTS)
def test_the_engine_agrees_under_other_options(key: str, number: int, variant: dict[str, Any]) -> None:
    """Styles and numbers of players change from variant to variant; the engine draws the setups."""
    game = pure(key)
    rng = random.Random(f"{key} {number}")
    players = game.info.players[number % len(game.info.players)]
    options = {"players": players, "max_rounds": LONGEST_VARIANT, **variant}
    match = Match.new(game, options, rng)
    compare(match, ORACLES[key].Oracle(key, options, match.setup), rng, game.info.styles[1 + number % 2])


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
