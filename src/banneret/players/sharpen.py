"""Weights made better by playing: they are changed in the directions that win games between searches.

Weights that tell best who will win (`tune`) are not those to play by: what goes along with winning is not always
what brings it. So here they are judged by games alone. In each round many random changes of all weights at once
are tried; for each, players with the weights changed one way meet players with the same change the other way, in
two games with seats swapped. The weights then move along the mean of the changes, each as far as it won (evolution
strategies, with mirrored changes). What comes out is the mean of the weights over the second half of the rounds,
which evens out what chance did to single ones. The same game, settings and seed give the same weights.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any, ClassVar

from banneret.core.game import Game

from .duel import GAME, STATES, duel
from .mcts import Settings, Thought
from .simple import filled
from .tune import Progress, Refinement, by_progress, gather
from .weights import TUNED, Told, load_weights, no_weights, paired, unpaired

CHANGE = 0.05  # by how much a change alters what a seat is worth, in logits, for each weight (standard deviation)
MEASURED = 40  # games in which features are looked at for how much they vary


@dataclass
class Sharpening(Refinement):
    """How far weights have come by playing. `games` are those of a round."""

    SETTINGS: ClassVar[tuple[str, ...]] = (*Refinement.SETTINGS, "thought", "step")

    thought: int = 32  # iterations for a decision
    step: float = 0.1  # how far weights move along a change that won all its games, in logits
    spreads: list[float] = field(default_factory=list)


def sharpen(game: Game, progress: Sharpening, rounds: int, jobs: int) -> Iterator[dict[str, Any]]:
    """The rounds that are missing, one by one."""
    progress.begin(game)
    if not progress.spreads:
        progress.spreads = spreads(game, progress)
    ring = Ring(game, progress, jobs)
    for number in range(len(progress.rounds), rounds):
        rng = random.Random(f"{progress.seed} sharpen {number}")
        weights = list(progress.weights(game))
        changes = [[rng.choice((-1, 1)) for _ in weights] for _ in range(max(1, progress.games // 2))]
        margins = ring.margins(weights, changes, rng)
        for i, spread in enumerate(progress.spreads):
            if spread > 0:
                pull = sum(margin * change[i] for margin, change in zip(margins, changes, strict=True))
                weights[i] += progress.step * pull / len(changes) / spread
        found = {
            "round": number + 1,
            "margin": round(sum(map(abs, margins)) / len(margins), 4),
            "weights": paired(game, weights),
        }
        progress.rounds.append(found)
        yield found


def tempered(game: Game, players: int, weights: Told, share: float) -> Told:
    """Weights with a share of those that were only tuned, drawn to the same length. What wins games may be to
    wait for the other's mistake; who also sees what leads to an end does not wait for ever."""
    sharp, tuned = unpaired(weights), load_weights(game, players, (TUNED,)) or no_weights(game)
    stretch = math.hypot(*sharp) / (math.hypot(*tuned) or 1.0)
    return paired(
        game, [(1 - share) * one + share * stretch * other for one, other in zip(sharp, tuned, strict=True)]
    )


def spreads(game: Game, progress: Sharpening) -> list[float]:
    """How much each feature, early and late, differs between the seats of a game (standard deviation). One that is
    the same for all seats does not differ at all, whatever rounding makes of the mean of three."""
    noted, _ = gather(game, Progress(progress.game, progress.players, MEASURED, progress.seed), 1, progress.start)
    twice = by_progress(noted)
    differences = twice - twice.mean(axis=1, keepdims=True)
    return [round(float(spread), 9) for spread in differences.std(axis=(0, 1))]


class Ring:
    """Where weights meet: threads, each with room for a game and its search."""

    def __init__(self, game: Game, progress: Sharpening, jobs: int) -> None:
        self.game = game
        self.progress = progress
        self.pool = ThreadPoolExecutor(jobs)
        self.places: SimpleQueue[Thought] = SimpleQueue()
        settings = Settings(nodes=2 * game.info.codes + 50 * progress.thought)
        for _ in range(jobs):
            self.places.put(Thought(game, progress.players, settings, no_weights(game), random.Random(0), STATES))
        self.duel = game.kernels.bind(duel)

    def margins(self, weights: list[float], changes: list[list[int]], rng: random.Random) -> list[float]:
        """For each change by how much it won, from -1 to 1."""
        seeds = [rng.getrandbits(64) for _ in changes]
        return list(self.pool.map(lambda change, seed: self.margin(weights, change, seed), changes, seeds))

    def margin(self, weights: list[float], change: list[int], seed: int) -> float:
        """What a seat gets with weights changed one way among seats changed the other way, less the reverse."""
        steps = [
            CHANGE * sign / spread if spread > 0 else 0.0
            for sign, spread in zip(change, self.progress.spreads, strict=True)
        ]
        one = [weight + step for weight, step in zip(weights, steps, strict=True)]
        other = [weight - step for weight, step in zip(weights, steps, strict=True)]
        return self.share(one, other, seed) - self.share(other, one, seed)

    def share(self, champion: list[float], rivals: list[float], seed: int) -> float:
        """What the champion gets of the win in the game of a seed, at a seat that the seed gives it."""
        rng = random.Random(seed)
        options = self.game.options({"players": self.progress.players})
        thought = self.places.get()
        try:
            setup = self.game.setup(options, rng)
            seat = rng.randrange(self.progress.players)
            thought.weigh_by(champion)
            study = thought.study()._replace(rng=self.game.sown(rng.getrandbits(64)))
            study.scales.states[GAME] = self.game.start(options, setup)[0]
            theirs = study._replace(scales=study.scales._replace(worths=filled(self.game, rivals)))
            self.duel(study, theirs, seat, self.progress.thought)
            return float(study.scales.shares[seat])
        finally:
            self.places.put(thought)
