"""Weights of a game's features, learnt by self-play.

Round by round, players with the weights so far play against each other, with some whims so that they see much.
The positions that they meet are noted for all seats, and the weights are fitted anew, so that the softmax of the
seats' worths tells best what comes of them (a conditional logit, by Newton's method). What comes of a position is
what the weights so far say of the next ones noted, and in the end who won: the end alone says little about what
happened long before it. The first round, a short one, plays by whims alone and knows only who won; the others play
greedily. The same game, settings and seed give the same weights.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from banneret.core.errors import BadRecord
from banneret.core.game import Game

from .appraisal import LINE
from .rehearsal import rehearse
from .simple import filled, new_scales
from .weights import Told, load_weights, no_weights, paired, unpaired

WHIMS = (20, 50, 100, 300)  # per mille of actions played by whim; one of these for each game
FORESIGHT = 0.8  # how much of what comes of a position is told by what comes of the next one noted
EVERY = 5
FIRST_ROUND = 4  # the first round has a quarter of the games: they are long, and tell little
MOST_NOTES = 600
RIDGE = 2e-3


@dataclass
class Progress:
    """How far a tuning has come; kept in a file, from which it goes on."""

    SETTINGS: ClassVar[tuple[str, ...]] = ("game", "players", "games", "seed")

    game: str
    players: int
    games: int
    seed: int
    rounds: list[dict[str, Any]] = field(default_factory=list)

    def weights(self, game: Game) -> list[float]:
        """The weights of the last round, as kernels take them."""
        if not self.rounds:
            return no_weights(game)
        return unpaired(self.rounds[-1]["weights"])


@dataclass
class Refinement(Progress):
    """How far weights have come that began with those shipped; `rounds` hold them as they were after each."""

    start: list[float] = field(default_factory=list)

    def begin(self, game: Game) -> None:
        """Take what is shipped, unless that was done before."""
        if not self.start:
            self.start = load_weights(game, self.players) or no_weights(game)

    def weights(self, game: Game) -> list[float]:
        return unpaired(self.rounds[-1]["weights"]) if self.rounds else self.start

    def settled(self, game: Game) -> Told:
        """The mean of the weights over the second half of the rounds; without rounds, what there was before."""
        half = [unpaired(each["weights"]) for each in self.rounds[len(self.rounds) // 2 :]] or [self.start]
        return paired(game, [sum(column) / len(half) for column in zip(*half, strict=True)])


SomeProgress = TypeVar("SomeProgress", bound=Progress)


def tune(game: Game, progress: Progress, rounds: int) -> Iterator[dict[str, Any]]:
    """The rounds that are missing, one by one."""
    for number in range(len(progress.rounds), rounds):
        noted, shares = gather(game, progress, number, progress.weights(game))
        fitted, loss = fit(by_progress(noted), shares)
        found = {
            "round": number + 1,
            "positions": len(noted),
            "loss": round(loss, 4),
            "weights": paired(game, fitted, 4),
        }
        progress.rounds.append(found)
        yield found


def gather(game: Game, progress: Progress, number: int, weights: list[float]) -> tuple[Any, Any]:
    """Play the games of a round; returns all seats' features in the positions noted, and what came of them."""
    import numpy as np

    wide, players = len(game.info.features), progress.players
    play = game.kernels.bind(rehearse)
    options = game.options({"players": players})
    scales = new_scales(game, filled(game, weights))
    notes = game.row("f8", MOST_NOTES * players * wide)
    positions, wins = [], []
    for each in range(progress.games if number else -(-progress.games // FIRST_ROUND)):
        rng = random.Random(f"{progress.seed} {number} {each}")
        scales.states[LINE] = game.start(options, game.setup(options, rng))[0]
        whims = 1000 if number == 0 else rng.choice(WHIMS)
        style = rng.randrange(len(game.info.styles))
        sown = game.sown(rng.getrandbits(64))
        noted = play(scales, sown, style, whims, EVERY, notes)
        found = np.array(notes[: noted * players * wide], dtype=float).reshape(noted, players, wide)
        positions.append(found)
        shares = np.array(scales.shares[:players], dtype=float)
        wins.append(prospects(found, weights, shares, number > 0))
    return np.concatenate(positions), np.concatenate(wins)


def prospects(noted: Any, weights: list[float], shares: Any, foresee: bool) -> Any:
    """What comes of each position of a game: from the last to the first, a mean of what the weights say of the
    next position and of what comes of that."""
    import numpy as np

    worths = softmax(by_progress(noted) @ np.array(weights))
    found = np.empty((len(noted), len(shares)))
    for i in reversed(range(len(noted))):
        found[i] = shares
        if foresee:
            shares = FORESIGHT * shares + (1 - FORESIGHT) * worths[i]
    return found


def by_progress(noted: Any) -> Any:
    """Each feature twice: as it is, and times the progress of the game, which is the first of them."""
    import numpy as np

    return np.concatenate([noted, noted * noted[:, :, :1]], axis=2)


def fit(noted: Any, shares: Any, ridge: float = RIDGE, steps: int = 25) -> tuple[list[float], float]:
    """The weights that make the winners likeliest, and the mean loss (in nats) that is left."""
    import numpy as np

    scale = noted.std(axis=(0, 1))
    scale[scale == 0] = 1.0
    scaled = noted / scale
    weights = np.zeros(noted.shape[2])
    for _ in range(steps):
        chances = softmax(scaled @ weights)
        pull = ((shares - chances)[:, :, None] * scaled).sum(axis=(0, 1)) / len(scaled) - ridge * weights
        centred = scaled - (chances[:, :, None] * scaled).sum(axis=1, keepdims=True)
        spread = (np.sqrt(chances)[:, :, None] * centred).reshape(-1, len(weights))
        bend = spread.T @ spread / len(scaled)
        weights = weights + np.linalg.solve(bend + ridge * np.eye(len(weights)), pull)
    loss = -(shares * np.log(softmax(scaled @ weights) + 1e-12)).sum(axis=1).mean()
    return [float(w) for w in weights / scale], float(loss)


def softmax(worths: Any) -> Any:
    import numpy as np

    raised = np.exp(worths - worths.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


# Files


def load_progress(path: Path, wanted: SomeProgress) -> SomeProgress:
    """The progress in a file, if it is of the same tuning; else BadRecord."""
    try:
        kept = type(wanted)(**json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, TypeError) as error:
        raise BadRecord(f"{path} holds no tuning: {error}") from None
    for name in wanted.SETTINGS:
        if getattr(kept, name) != getattr(wanted, name):
            raise BadRecord(
                f"{path} is of a tuning with {name} {getattr(kept, name)}, not {getattr(wanted, name)}"
            )
    return kept


def save_progress(path: Path, progress: Progress) -> None:
    draft = path.with_name(f".{path.name}.new")
    draft.write_text(json.dumps(asdict(progress), indent=1) + "\n", encoding="utf-8")
    draft.replace(path)
