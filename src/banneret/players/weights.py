"""What a game's features are worth, found by self-play and shipped in the game's folder as `weights.json`.

The worth of a seat is the sum of its features, each times its weight; the seats' shares of the win are the
softmax of their worths. A game without the file is appraised as even, and searched by playouts to the end.
"""

from __future__ import annotations

import json
from pathlib import Path

from banneret.core.game import Game

FILE = "weights.json"


def load_weights(game: Game, players: int) -> list[float] | None:
    """The weights for a number of players, in the order of the game's features; None if there are none."""
    path: Path = game.edition.folder / FILE
    if not path.exists():
        return None
    told = json.loads(path.read_text(encoding="utf-8")).get(game.info.key, {}).get(str(players))
    return None if told is None else [float(told.get(name, 0.0)) for name in game.info.features]
