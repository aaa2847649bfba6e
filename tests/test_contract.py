"""The promises that every game makes. No game is named here; a new one is tested as soon as it is there."""

from __future__ import annotations

import random

import pytest

import banneret
from banneret.core import conformance
from banneret.core.game import Mode
from banneret.core.kernel import can_compile
from tests.conftest import KEYS, STYLED_TABLES, pure

LONGEST = 100_000
GAMES_A_TABLE = {Mode.COMPILED: 3, Mode.CHECKED: 1}


@pytest.mark.parametrize("key", KEYS)
def test_text_and_code_are_inverses(key: str) -> None:
    conformance.check_notation(pure(key))


@pytest.mark.parametrize(("key", "players", "style"), STYLED_TABLES)
def test_every_promise_holds_through_whole_games(key: str, players: int, style: str) -> None:
    game = pure(key)
    options = {"players": players, "max_rounds": 40}
    _, guessed = conformance.check_game(game, options, seed=players, style=style)
    assert guessed == game.info.hidden


@pytest.mark.parametrize("mode", [Mode.COMPILED, Mode.CHECKED])
@pytest.mark.parametrize(("key", "players", "style"), STYLED_TABLES)
def test_all_modes_play_the_same_games(key: str, players: int, style: str, mode: Mode) -> None:
    if not can_compile():
        pytest.skip("numba is not installed here, so there is only pure mode")
    game = banneret.load(key, mode)
    for seed in range(GAMES_A_TABLE[mode]):
        expected = conformance.play_story(pure(key), {"players": players}, seed, style, LONGEST)
        assert len(expected[0]) < LONGEST, "the game does not end"
        assert conformance.play_story(game, {"players": players}, seed, style, LONGEST) == expected


@pytest.mark.parametrize("key", KEYS)
def test_promises_hold_when_compiled_too(key: str) -> None:
    if not can_compile():
        pytest.skip("numba is not installed here, so there is only pure mode")
    game = banneret.load(key, Mode.COMPILED)
    players = game.info.players[-1]
    compiled, _ = conformance.check_game(game, {"players": players}, 1, game.info.styles[-1])
    plain, _ = conformance.check_game(pure(key), {"players": players}, 1, game.info.styles[-1])
    assert compiled.record() == plain.record()


@pytest.mark.parametrize("key", KEYS)
def test_the_same_seed_gives_the_same_setup(key: str) -> None:
    game = pure(key)
    for players in game.info.players:
        options = game.options({"players": players})
        assert game.setup(options, random.Random(5)) == game.setup(options, random.Random(5))
        setups = [str(game.setup(options, random.Random(seed))) for seed in range(5)]
        assert len(set(setups)) > 1
