"""Many games between players: all seatings, the same seeds for each, results kept as they come.

A pairing is a choice of players for the seats of a table. Each seed gives a setup and the luck of a game; it is
played once in every seating of the pairing, so that neither the seat nor the setup favours anybody.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

from banneret.core.errors import BadRecord
from banneret.core.match import Match
from banneret.core.processes import alone, end, workers

from .guard import PATIENCE, Guard
from .player import see
from .spec import VERSION, make_player
from .weights import digest


@dataclass(frozen=True)
class Task:
    """A game to be played: who sits where, and by which luck."""

    game: str
    options: tuple[tuple[str, Any], ...]
    seats: tuple[str, ...]
    seed: int

    @property
    def name(self) -> str:
        return json.dumps([self.game, self.options, self.seats, self.seed])

    @classmethod
    def named(cls, name: str) -> Task:
        """The task of a name; ValueError if it is none."""
        game, options, seats, seed = json.loads(name)
        return cls(game, tuple((option, value) for option, value in options), tuple(seats), seed)


@dataclass(frozen=True)
class Outcome:
    """What came of a task."""

    task: str
    seats: tuple[str, ...]
    shares: tuple[float, ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    plies: int
    reason: str
    troubles: tuple[str, ...]
    record: dict[str, Any] | None = None
    version: int = 1  # of the players; what was kept before it was told is of the first
    weights: str | None = None  # a digest of those that players go by; None if that was not told yet
    tries: tuple[int | None, ...] = ()  # of each seat that searches, for a decision on average; () if not told yet


def schedule(game: str, options: dict[str, Any], specs: Sequence[str], games: int, seed: int) -> Iterator[Task]:
    """The tasks of an arena: for each pairing at least so many games, whole rounds of seatings."""
    chosen = tuple(sorted(options.items()))
    for pairing in pairings(specs, options["players"]):
        seatings = sorted(set(permutations(pairing)))
        for number in range(-(-games // len(seatings))):
            for seats in seatings:
                yield Task(game, chosen, seats, seed + number)


def pairings(specs: Sequence[str], seats: int) -> Iterator[tuple[str, ...]]:
    """Which players meet: every choice of so many; with fewer players than seats, the last one fills up."""
    if len(specs) >= seats:
        yield from combinations(specs, seats)
    else:
        yield (*specs, *[specs[-1]] * (seats - len(specs)))


def play_task(task: Task, load: Any, keep_record: bool, patience: float = PATIENCE) -> Outcome:
    """Play one game to its end. `load` finds the game of a key, so that players know no game."""
    game = load(task.game)
    options = dict(task.options)
    luck = random.Random(f"luck {task.seed}")
    match = Match.new(game, options, luck)
    guards = []
    for seat, spec in enumerate(task.seats):
        mind = random.Random(f"{task.seed} {seat} {spec}")
        guards.append(Guard(make_player(spec, game, options["players"], mind), mind, patience))
    while not match.over:
        acting = match.player
        if isinstance(acting, int):
            seen = see(match, guards[acting].rng)
            match.play(game.text(guards[acting].choose(seen)))
        else:
            match.play(match.choose(luck))
    result = match.result
    assert result is not None
    return Outcome(
        task=task.name,
        seats=task.seats,
        shares=tuple(game.returns(match.state)),
        ranks=result.ranks,
        scores=result.scores,
        plies=match.ply,
        reason=result.reason,
        troubles=tuple(trouble for guard in guards for trouble in guard.troubles),
        record=match.record().as_data() if keep_record else None,
        version=VERSION,
        weights=digest(game, options["players"]),
        tries=tuple(guard.tries for guard in guards),
    )


def play_all(
    tasks: Iterable[Task], load: Any, jobs: int, keep_record: bool = False, patience: float = PATIENCE
) -> Iterator[Outcome]:
    """The outcomes of all tasks, as they are ready; on several processes if so wished."""
    if jobs <= 1:
        for task in tasks:
            yield play_task(task, load, keep_record, patience)
        return
    pool = workers(jobs)
    try:
        waiting = [pool.submit(play_task, task, load, keep_record, patience) for task in tasks]
        for future in as_completed(waiting):
            yield future.result()
    finally:
        end(pool)


class Ledger:
    """Outcomes in a file, a JSON line each; an arena that was stopped goes on from it, unless players or their
    weights have changed since: BadRecord. `load` finds the game of a key."""

    def __init__(self, path: Path | None, load: Any) -> None:
        self.path = path
        self.outcomes: list[Outcome] = []
        if path and path.exists():
            mend(path)
            self.outcomes = list(read_ledger(path))
        for version in {outcome.version for outcome in self.outcomes} - {VERSION}:
            raise BadRecord(
                f"{path} has games by players of version {version}, and they are of version {VERSION} now; "
                "use another file, or remove those games"
            )
        for key, players in sorted(others(self.outcomes, load)):
            raise BadRecord(
                f"{path} has games of {key} with {players} seats by players that went by other weights than now; "
                "use another file, or remove those games"
            )

    @property
    def done(self) -> set[str]:
        return {outcome.task for outcome in self.outcomes}

    def add(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)
        if self.path:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(vars(outcome)) + "\n")


@contextmanager
def kept(path: Path | None, load: Any) -> Iterator[Ledger]:
    """The ledger of a file, into which nobody else writes meanwhile: BadRecord if another arena does."""
    if path is None:
        yield Ledger(None, load)
        return
    with alone(path) as mine:
        if not mine:
            raise BadRecord(f"another arena is writing to {path}; wait for its end, or use another file")
        yield Ledger(path, load)


def others(outcomes: Iterable[Outcome], load: Any) -> set[tuple[str, int]]:
    """The tables (a game, and how many seats) at which outcomes tell of other weights than those of now."""
    told = {(Task.named(outcome.task).game, len(outcome.seats), outcome.weights) for outcome in outcomes}
    return {
        (key, players)
        for key, players, weights in told
        if weights is not None and weights != digest(load(key, "pure"), players)
    }


def mend(path: Path) -> None:
    """Remove a last line that was cut off by a stop."""
    written = path.read_bytes()
    whole = written.rfind(b"\n") + 1
    if whole < len(written):
        with path.open("r+b") as file:
            file.truncate(whole)


def read_ledger(path: Path) -> Iterator[Outcome]:
    """The outcomes of a file, but for a last line that was cut off by a stop."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    for number, line in enumerate((line for line in lines if line.endswith("\n")), start=1):
        try:
            yield read_outcome(line)
        except (ValueError, TypeError):
            raise BadRecord(f"{path}, line {number}: this is no outcome of an arena") from None


def read_outcome(line: str) -> Outcome:
    """The outcome of a line; ValueError or TypeError if it is none."""
    told = dict(json.loads(line))
    outcome = Outcome(**told | {name: tuple(value) for name, value in told.items() if isinstance(value, list)})
    seats = Task.named(outcome.task).seats
    told_of = {len(outcome.shares), len(outcome.ranks), len(outcome.scores), len(outcome.tries or seats)}
    if outcome.seats != seats or told_of != {len(seats)}:
        raise ValueError("the outcome of another task")
    return outcome
