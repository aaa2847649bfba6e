"""Weights that searches go to school by: what a search finds out about a position is what appraising it should
have said at once.

Round by round, searches with the weights so far play games, and of each of their trees some positions are noted
that were looked into for long, good ones and bad ones, with what was found out about them. The weights then go
half the way to those that tell it best. So they learn from what follows by force, not from who happened to win;
and they learn of positions that nobody plays, which searches must appraise all the same. Ends of games that
searches see are what all of it hangs on. What comes out is the mean of the weights over the second half of the
rounds. The same game, settings, seed and shipped weights give the same weights.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, ClassVar

from banneret.core.errors import UnreadableText
from banneret.core.game import Game

from .appraisal import CERTAINTY
from .duel import GAME, STATES
from .lesson import lesson
from .mcts import Settings, Thought
from .tune import Refinement, by_progress, fit
from .weights import no_weights, paired

WHIMS = 50  # per mille of actions that are any of those tried, as often as they were
WALKS = 8  # down each tree
KNOWN = 60  # a position is known that was looked into as often as this part of a search, ...
LEAST = 12  # and at least so often
MOST_NOTES = 20_000  # of a game
RIDGE = 2e-4
STEPS = 12
PACE = 0.5  # how far weights go in a round to those that tell best what its searches found out


@dataclass
class Schooling(Refinement):
    """How far weights have come at school. `games` are those of a round."""

    SETTINGS: ClassVar[tuple[str, ...]] = (*Refinement.SETTINGS, "thought")

    thought: int = 800  # iterations for a decision


def school(game: Game, progress: Schooling, rounds: int, jobs: int) -> Iterator[dict[str, Any]]:
    """The rounds that are missing, one by one."""
    progress.begin(game)
    room = Classroom(game, progress, jobs)
    for number in range(len(progress.rounds), rounds):
        weights = progress.weights(game)
        noted, shares = room.learn(weights, number)
        if len(noted) == 0:
            raise UnreadableText(f"searches of {progress.thought} iterations know no position well: it takes more")
        fitted, loss = fit(by_progress(noted), shares, RIDGE, STEPS)
        found = {
            "round": number + 1,
            "positions": len(noted),
            "loss": round(loss, 4),
            "weights": paired(game, [old + PACE * (new - old) for old, new in zip(weights, fitted, strict=True)]),
        }
        progress.rounds.append(found)
        yield found


class Classroom:
    """Where lessons are taken: threads, each with room for a game and its search."""

    def __init__(self, game: Game, progress: Schooling, jobs: int) -> None:
        self.game = game
        self.progress = progress
        self.pool = ThreadPoolExecutor(jobs)
        self.desks: SimpleQueue[tuple[Thought, Any, Any]] = SimpleQueue()
        # What is found out needs averages and outlooks, of positions as they are.
        settings = Settings(nodes=2 * game.info.codes + 50 * progress.thought, foresight=0.5, horizon=0)
        wide, players = len(game.info.features), progress.players
        for _ in range(jobs):
            thought = Thought(game, players, settings, no_weights(game), random.Random(0), STATES)
            notes, findings = game.row("f8", MOST_NOTES * players * wide), game.row("f8", MOST_NOTES * players)
            self.desks.put((thought, notes, findings))
        self.lesson = game.kernels.bind(lesson)

    def learn(self, weights: list[float], number: int) -> tuple[Any, Any]:
        """Play the games of a round; returns all seats' features in the positions noted, and their shares of the
        win as they were found out."""
        import numpy as np

        games = range(self.progress.games)
        taken = list(self.pool.map(lambda each: self.take(weights, f"{number} {each}"), games))
        return np.concatenate([noted for noted, _ in taken]), np.concatenate([shares for _, shares in taken])

    def take(self, weights: list[float], name: str) -> tuple[Any, Any]:
        """The game of a name, and what was learnt by it."""
        import numpy as np

        thought, notes, findings = self.desks.get()
        try:
            rng = random.Random(f"{self.progress.seed} school {name}")
            players, thinks = self.progress.players, self.progress.thought
            options = self.game.options({"players": players})
            setup = self.game.setup(options, rng)
            thought.weigh_by(weights)
            study = thought.study()._replace(rng=self.game.sown(rng.getrandbits(64)))
            study.scales.states[GAME] = self.game.start(options, setup)[0]
            least = max(LEAST, thinks // KNOWN)
            noted = self.lesson(study, thinks, WHIMS, WALKS, least, notes, findings)
            wide = len(self.game.info.features)
            rows = np.array(notes[: noted * players * wide], dtype=float).reshape(noted, players, wide)
            return rows, believed(np.array(findings[: noted * players], dtype=float).reshape(noted, players))
        finally:
            self.desks.put((thought, notes, findings))


def believed(found: Any) -> Any:
    """Shares of the win as appraisals have to tell them, of which only a part is believed."""
    import numpy as np

    even = 1.0 / found.shape[1]
    shares = np.clip((found - even) / CERTAINTY + even, 0.0, 1.0)
    return shares / shares.sum(axis=1, keepdims=True)
