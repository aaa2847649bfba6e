"""What a game's features are worth, found by self-play and shipped in the game's folder as `weights.json`.

The worth of a seat is the sum of its features, each times its weight; the seats' shares of the win are the
softmax of their worths. A weight has two parts: what a feature is worth at the start, and what is added to that
by the end, as the game's first feature, its progress, goes from 0 to 1. A game without the file is appraised as
even, and searched by playouts to the end.
"""

from __future__ import annotations

import json
from pathlib import Path

from banneret.core.game import Game

FILE = "weights.json"


def load_weights(game: Game, players: int) -> list[float] | None:
    """The weights for a number of players, or for the nearest number that has some: for all features at the start,
    then what is added by the end. None if there are none."""
    path: Path = game.edition.folder / FILE
    if not path.exists():
        return None
    tables = json.loads(path.read_text(encoding="utf-8")).get(game.info.key, {})
    if not tables:
        return None
    told = tables[min(tables, key=lambda table: (abs(int(table) - players), table))]
    return unpaired({name: told.get(name, (0.0, 0.0)) for name in game.info.features})


def paired(game: Game, weights: list[float], digits: int = 6) -> dict[str, list[float]]:
    """Weights by the names of their features, as they are shipped."""
    rounded = [round(weight, digits) for weight in weights]
    wide = len(game.info.features)
    return {name: [rounded[i], rounded[wide + i]] for i, name in enumerate(game.info.features)}


def unpaired(told: dict[str, list[float]]) -> list[float]:
    """Weights as kernels take them: all at the start, then what is added to each by the end."""
    return [float(early) for early, _ in told.values()] + [float(added) for _, added in told.values()]


def no_weights(game: Game) -> list[float]:
    """Weights by which all positions are even."""
    return [0.0] * (2 * len(game.info.features))
