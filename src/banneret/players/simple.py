"""Players that hardly think: at random, by a style of the game, and greedily."""

from __future__ import annotations

import random
from typing import Any

from banneret.core.game import Game
from banneret.core.state import Numbers

from .appraisal import LINE, ROOM, SEARCHED, Scales, prefer
from .player import Seen
from .weights import TUNED, load_weights, no_weights


class RandomPlayer:
    """Plays any legal action, or as a style of the game likes it."""

    def __init__(self, style: str, rng: random.Random) -> None:
        self.spec = "random" if style == "uniform" else f"random:{style}"
        self.style = style
        self.rng = rng

    def choose(self, seen: Seen) -> int:
        number = seen.game.style(self.style)
        if number == 0:
            return self.rng.choice(seen.legal)
        weights = [int(seen.game.kernels.urge(seen.state, code, number)) for code in seen.legal]
        return self.rng.choices(seen.legal, weights)[0]


class GreedyPlayer:
    """Plays the action after which the shipped evaluation gives it most; among equals, any."""

    spec = "greedy"

    def __init__(self, game: Game, players: int, rng: random.Random) -> None:
        self.rng = rng
        self.prefer = game.kernels.bind(prefer)
        self.scales = new_scales(game, greedy_worths(game, players))

    def choose(self, seen: Seen) -> int:
        codes, looks = self.scales.codes, self.scales.looks
        self.scales.states[LINE] = seen.state[0]
        count = self.prefer(self.scales)
        best = max(looks[:count])
        return int(self.rng.choice([codes[i] for i in range(count) if looks[i] == best]))


def greedy_worths(game: Game, players: int) -> Any:
    """What features are worth for who looks one action ahead: by weights that tell what comes of a position, not
    by those that help a search."""
    return filled(game, load_weights(game, players, (TUNED,)) or no_weights(game))


def filled(game: Game, values: list[float]) -> Any:
    """Numbers as kernels take them."""
    row = game.row("f8", len(values))
    for i, value in enumerate(values):
        row[i] = value
    return row


def new_scales(game: Game, worths: Numbers, states: int = SEARCHED) -> Scales:
    """Room to weigh what happens in a game, by what features are worth."""
    many, wide = game.info.codes, len(game.info.features)
    codes, weights, looks = game.row("i4", many), game.row("i8", many), game.row("f8", many)
    return Scales(game.states(states), codes, weights, looks, game.row("f8", wide), worths, game.row("f8", ROOM))
