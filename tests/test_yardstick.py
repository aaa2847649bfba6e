"""A yardstick measures something only if it plays the same games as what it is compared with."""

from __future__ import annotations

import random

import pytest

import banneret
from banneret.core.game import Game, Mode
from banneret.core.kernel import can_compile
from banneret.core.playout import UNIFORM
from banneret.core.yardstick import compiler
from banneret.games import yardstick
from tests.conftest import TABLES

GAMES = 40
LONGEST = 20_000


def told(game: Game, players: int, seed: int, in_c: bool) -> tuple[list[int], list[int], bytes]:
    """A whole game's actions, and then the generator and the state."""
    options = game.options({"players": players})
    states = game.start(options, game.setup(options, random.Random(seed)))
    rng, trail = game.sown(seed), game.row("i4", LONGEST)
    if in_c:
        play = yardstick(game)
        assert play is not None
        plies = play(states, rng, LONGEST, trail)
    else:
        codes, weights, mark = game.row("i4", game.info.codes), game.row("i8", game.info.codes), game.row("i8", 1)
        plies = int(game.kernels.story(states, UNIFORM, codes, weights, rng, trail, mark))
    assert 0 < plies < LONGEST
    return trail[:plies].tolist(), rng.tolist(), states.tobytes()


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_yardsticks_play_the_same_games(key: str, players: int) -> None:
    if compiler() is None:
        pytest.skip("there is no C compiler here to build a yardstick with")
    if not can_compile():
        pytest.skip("numba is not installed here, and a yardstick works on compiled states")
    game = banneret.load(key, Mode.COMPILED)
    if yardstick(game) is None:
        pytest.skip("this game has no yardstick")
    for seed in range(GAMES):
        assert told(game, players, seed, in_c=True) == told(game, players, seed, in_c=False)


@pytest.mark.parametrize("key", sorted({key for key, _ in TABLES}))
def test_a_yardstick_stops_where_it_is_told_to(key: str) -> None:
    if compiler() is None or not can_compile() or (play := yardstick(banneret.load(key, Mode.COMPILED))) is None:
        pytest.skip("there is no yardstick here")
    game = banneret.load(key, Mode.COMPILED)
    options = game.options({})
    states = game.start(options, game.setup(options, random.Random(1)))
    assert play(states, game.sown(1), 7) == 7
