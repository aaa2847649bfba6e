"""Banneret's games in OpenSpiel: the same games, and its search can play them."""

from __future__ import annotations

import random

import pytest

import banneret
from banneret.core.match import Match
from banneret.players.player import see
from tests.conftest import KEYS

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel comes with the extra 'bench'")

from banneret.adapters.openspiel import SpielPlayer, register  # noqa: E402  # it needs pyspiel


@pytest.mark.parametrize("key", KEYS)
def test_a_game_in_openspiel_is_the_same_game(key: str) -> None:
    """A clone goes its own way; whatever is played there, our own match can play, with the same legal actions."""
    state = pyspiel.load_game(register(key), {"seed": 5}).new_initial_state()
    game = banneret.load(key)
    match = Match.new(game, {"players": game.info.players[0]}, random.Random(5))
    rng = random.Random(1)
    for _ in range(60):
        assert [state.action_to_string(code) for code in state.legal_actions()] == [
            game.text(code) for code in game.legal(match.state)
        ]
        code = rng.choice(state.legal_actions())
        child = state.child(code)
        assert str(state) == str(match.describe())
        if state.is_chance_node():
            assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
        match.play(game.text(code))
        state = child
    assert state.returns() == [0.0] * match.options["players"]


def test_openspiels_search_plays_at_our_table() -> None:
    game = banneret.load(KEYS[0])
    match = Match.new(game, {"players": 2}, random.Random(1))
    while match.player == "chance" or len(match.legal()) < 2:
        match.play(match.choose(random.Random(1)))
    seen = see(match, random.Random(1))
    assert SpielPlayer(KEYS[0], 2, 0.05, 1).choose(seen) in seen.legal
