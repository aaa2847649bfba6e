"""What a game's features are worth, found by self-play and shipped in the game's folder as `weights.json`.

The worth of a seat is the sum of its features, each times its weight; the seats' shares of the win are the
softmax of their worths. A weight has two parts: what a feature is worth at the start, and what is added to that
by the end, as the game's first feature, its progress, goes from 0 to 1. A game without the file is appraised as
even, and searched by playouts to the end.

There are weights that were tuned, to tell what comes of a position, and some that were then made better for
searches: to what wins games between them (`sharpen`), or to what they find out (`school`). Searches take the
latter where there are some. Who looks one action ahead takes the former: what wins with a reply in view need not
lead anywhere without one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from banneret.core.game import Game

FILE = "weights.json"

TUNED, SHARPENED = "tuned", "sharpened"

Told: TypeAlias = dict[str, list[float]]


def load_weights(game: Game, players: int, kinds: Sequence[str] = (SHARPENED, TUNED)) -> list[float] | None:
    """The weights for a number of players, or for the nearest number that has some, of the first kind that there
    is: for all features at the start, then what is added by the end. None if there are none."""
    shipped = _shipped(game).get(game.info.key, {})
    tables = [
        (abs(int(table) - players), place, table)
        for place, kind in enumerate(kinds)
        for table in shipped.get(kind, {})
    ]
    if not tables:
        return None
    _, place, table = min(tables)
    told = shipped[kinds[place]][table]
    return unpaired({name: told.get(name, [0.0, 0.0]) for name in game.info.features})


def digest(game: Game, players: int) -> str:
    """A short word that is another one when players at a table of so many go by other weights."""
    used = [load_weights(game, players, kinds) for kinds in ((SHARPENED, TUNED), (TUNED,))]
    return hashlib.sha256(json.dumps(used).encode()).hexdigest()[:12]


def ship(game: Game, players: int, kind: str, weights: Told) -> Path:
    """Put weights into the game's folder, beside those of other editions and numbers of players. What was
    sharpened of weights that were tuned before is gone with them."""
    told = _shipped(game)
    mine = told.setdefault(game.info.key, {})
    mine.setdefault(kind, {})[str(players)] = weights
    if kind == TUNED:
        mine.get(SHARPENED, {}).pop(str(players), None)
    path: Path = game.edition.folder / FILE
    path.write_text(json.dumps(told, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return path


def _shipped(game: Game) -> dict[str, dict[str, dict[str, Told]]]:
    """All weights in the game's folder, by edition, kind and number of players."""
    path: Path = game.edition.folder / FILE
    told: dict[str, dict[str, dict[str, Told]]] = {}
    if path.exists():
        told = json.loads(path.read_text(encoding="utf-8"))
    return told


def paired(game: Game, weights: list[float], digits: int = 6) -> Told:
    """Weights by the names of their features, as they are shipped."""
    rounded = [round(weight, digits) for weight in weights]
    wide = len(game.info.features)
    return {name: [rounded[i], rounded[wide + i]] for i, name in enumerate(game.info.features)}


def unpaired(told: Told) -> list[float]:
    """Weights as kernels take them: all at the start, then what is added to each by the end."""
    return [float(early) for early, _ in told.values()] + [float(added) for _, added in told.values()]


def no_weights(game: Game) -> list[float]:
    """Weights by which all positions are even."""
    return [0.0] * (2 * len(game.info.features))
