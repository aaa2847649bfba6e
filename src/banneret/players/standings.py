"""What the outcomes of many arenas say together: who met whom, and how the stronger one fared in each game."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from .arena import Outcome, Task
from .spec import has_time


@dataclass
class Tally:
    """How much of how many games was won, and by how much thought."""

    won: float = 0.0
    games: int = 0
    tries: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    # iterations a decision, in each of the games that tell them, of players whose budget is one of time

    @property
    def share(self) -> float:
        return self.won / self.games


@dataclass(frozen=True)
class Meeting:
    """A choice of players for the seats of a table, and what came of it for the strongest of them, by game."""

    strongest: str
    others: tuple[tuple[str, int], ...]  # with the number of their seats
    seats: int
    tallies: dict[str, Tally]

    @property
    def fair(self) -> float:
        """What the strongest would win if all were equal."""
        return 1 - sum(count for _, count in self.others) / self.seats


def meetings(outcomes: Iterable[Outcome]) -> list[Meeting]:
    """All meetings, in the order in which they first came. A game that was played twice counts once."""
    tables: dict[tuple[str, ...], dict[str, Outcome]] = defaultdict(dict)
    for outcome in outcomes:
        if len(set(outcome.seats)) > 1:  # a player against itself tells nothing
            tables[tuple(sorted(outcome.seats))][outcome.task] = outcome
    return [meeting(seats, list(played.values())) for seats, played in tables.items()]


def meeting(seats: tuple[str, ...], outcomes: list[Outcome]) -> Meeting:
    """What came of all games between the same players."""
    won: dict[str, float] = defaultdict(float)
    for outcome in outcomes:
        for spec, share in zip(outcome.seats, outcome.shares, strict=True):
            won[spec] += share
    chairs = Counter(seats)
    strongest = max(chairs, key=lambda spec: won[spec] / chairs[spec])
    tallies: dict[str, Tally] = defaultdict(Tally)
    for outcome in outcomes:
        tally = tallies[game_of(outcome)]
        tally.games += 1
        tally.won += sum(
            share for spec, share in zip(outcome.seats, outcome.shares, strict=True) if spec == strongest
        )
        for spec, done in zip(outcome.seats, outcome.tries, strict=False):  # older outcomes do not tell
            if done is not None and has_time(spec):
                tally.tries[spec].append(done)
    others = tuple((spec, count) for spec, count in chairs.items() if spec != strongest)
    return Meeting(strongest, others, len(seats), dict(tallies))


def game_of(outcome: Outcome) -> str:
    """The key of the game, with the options that were changed, if any."""
    task = Task.named(outcome.task)
    changed = [f"{name}={value}" for name, value in task.options if name != "players"]
    return f"{task.game} ({', '.join(changed)})" if changed else task.game
