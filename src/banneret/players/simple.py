"""Players that hardly think: at random, by a style of the game, and greedily."""

from __future__ import annotations

import random
from typing import Any

from banneret.core.game import Game

from .appraisal import LINE, ROOM, prefer
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
        self.worths = greedy_worths(game, players)
        self.states = game.states(3)
        self.codes, self.weights = game.row("i4", game.info.codes), game.row("i8", game.info.codes)
        self.looks = game.row("f8", game.info.codes)
        self.numbers, self.shares = game.row("f8", len(game.info.features)), game.row("f8", ROOM)

    def choose(self, seen: Seen) -> int:
        self.states[LINE] = seen.state[0]
        count = self.prefer(
            self.states, self.codes, self.weights, self.looks, self.numbers, self.worths, self.shares
        )
        looks = [float(look) for look in self.looks[:count]]
        best = max(looks)
        return int(
            self.rng.choice([code for code, look in zip(self.codes[:count], looks, strict=True) if look == best])
        )


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
