"""An experiment: whose rules, which options are varied, who plays, how many games, by which seeds.

An arm is one choice of the varied options with one line-up. All arms are played with the same seeds, and each seed
in all rotations of the line-up, so that neither luck nor seat favours anybody.
"""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from banneret.core.errors import BanneretError, UnreadableText
from banneret.games import load
from banneret.players.spec import LEVELS, make_player

LARGEST = 1_000_000  # games of an arm at most, whatever precision is wished
BAR = "!"  # greedy!build: a greedy player that may not build
READY = (
    "seats",
    "length",
    "comeback",
    "target",
    "capture-price",
    "maps",
    "start-fairness",
    "dead-actions",
    "skill",
)
KERNEL_PLAYERS = ("random", "greedy")
SEEDS_AT_ONCE = 200  # in a batch of fast games


class BadExperiment(BanneretError):
    """An experiment that cannot be done, or that is not told in full."""


@dataclass(frozen=True)
class LineUp:
    """Who sits at the table; the last of them fills what seats are left. `games` may replace the experiment's."""

    seats: tuple[str, ...]
    games: int | None = None

    @property
    def name(self) -> str:
        return ", ".join(self.seats)

    def filled(self, players: int) -> tuple[str, ...]:
        return (*self.seats, *[self.seats[-1]] * (players - len(self.seats)))


@dataclass(frozen=True)
class Arm:
    """What is compared with other arms: one choice of the varied options, one line-up."""

    number: int
    variant: dict[str, Any]
    options: dict[str, Any]
    lineup: LineUp
    games: int

    @property
    def players(self) -> int:
        return int(self.options["players"])

    @property
    def seats(self) -> tuple[str, ...]:
        return self.lineup.filled(self.players)

    @property
    def rotations(self) -> list[tuple[str, ...]]:
        """Every different seating that comes of going round the table."""
        turned = [self.seats[i:] + self.seats[:i] for i in range(self.players)]
        return list(dict.fromkeys(turned))

    @property
    def fast(self) -> bool:
        """Whether all seats are played inside a kernel."""
        return all(is_kernel_player(spec) for spec in self.seats)


@dataclass(frozen=True)
class Batch:
    """Games that are played and kept together: some seeds of an arm, in all repeats and rotations."""

    arm: int
    number: int
    seeds: range
    games: int


@dataclass(frozen=True)
class Experiment:
    """What is to be found out, and how. Checked when it is made: an error says what is wrong with it."""

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    grid: dict[str, list[Any]] = field(default_factory=dict)
    lineups: tuple[LineUp, ...] = (LineUp(("greedy",)),)
    games: int = 1000
    precision: float | None = None  # half-width of the seats' intervals, in points, at which an arm may stop
    seed: int = 1
    repeats: int = 1  # games of each seed and seating, with the same setup and other luck
    records: bool = False  # keep every game, not only the remarkable ones
    question: str = ""  # the ready question that it answers

    def __post_init__(self) -> None:
        check(self)

    @property
    def arms(self) -> list[Arm]:
        """Every choice of the varied options with every line-up."""
        game = load(self.game, "pure")
        found: list[Arm] = []
        for values in product(*self.grid.values()):
            variant = dict(zip(self.grid, values, strict=True))
            options = game.changed_options(game.options({**self.options, **variant}))
            for lineup in self.lineups:
                games = LARGEST if self.precision else lineup.games or self.games
                found.append(Arm(len(found), variant, options, lineup, games))
        return found

    def batch(self, arm: Arm, number: int) -> Batch | None:
        """Some games of an arm, numbered in order; None when there are no more. All arms have the same seeds."""
        a_seed = len(arm.rotations) * self.repeats
        seeds = -(-arm.games // a_seed)
        size = max(1, SEEDS_AT_ONCE // a_seed) if arm.fast else 1
        first = number * size
        if first >= seeds:
            return None
        span = range(self.seed + first, self.seed + min(first + size, seeds))
        return Batch(arm.number, number, span, len(span) * a_seed)

    def games_of(self, arm: Arm) -> int:
        """How many games an arm has when all are played: whole rounds of seatings."""
        a_seed = len(arm.rotations) * self.repeats
        return -(-arm.games // a_seed) * a_seed

    # As files

    def as_data(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_data(cls, told: Mapping[str, Any]) -> Experiment:
        """The experiment of plain data, as TOML or JSON tell it."""
        known = set(cls.__dataclass_fields__)
        unknown = sorted(told.keys() - known - {"players"})
        if unknown:
            raise BadExperiment(
                f"an experiment has no {unknown[0]!r}; it may have: players, {', '.join(sorted(known))}"
            )
        if "game" not in told:
            raise BadExperiment("an experiment names its game")
        parts = dict(told)
        if "players" in parts:
            parts["options"] = {**parts.get("options", {}), "players": parts.pop("players")}
        if "lineups" in parts:
            parts["lineups"] = tuple(read_lineup(each) for each in as_list(parts["lineups"], "lineups"))
        return cls(**parts)

    @classmethod
    def load(cls, path: str | Path) -> Experiment:
        """The experiment of a TOML file."""
        try:
            return cls.from_data(tomllib.loads(Path(path).read_text(encoding="utf-8")))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise BadExperiment(f"{path} is no experiment, for it is not TOML: {error}") from None

    @property
    def command(self) -> str:
        """What to type to do this again."""
        import shlex

        words = ["banneret", "lab", "run", "--game", self.game]
        for name, value in self.options.items():
            words += ["--players", str(value)] if name == "players" else ["-o", f"{name}={json.dumps(value)}"]
        for name, values in self.grid.items():
            words += ["--vary", f"{name}={json.dumps(values)}"]
        for lineup in self.lineups:
            words += ["--lineup", ",".join(lineup.seats) + (f"@{lineup.games}" if lineup.games else "")]
        words += ["--precision", f"{self.precision:g}"] if self.precision else ["--games", str(self.games)]
        words += ["--seed", str(self.seed)] if self.seed != 1 else []
        words += ["--repeats", str(self.repeats)] if self.repeats > 1 else []
        words += ["--question", self.question] if self.question else []
        words += ["--records"] if self.records else []
        return shlex.join(words)


def is_kernel_player(spec: str) -> bool:
    return unbarred(spec)[0].partition(":")[0] in KERNEL_PLAYERS


def unbarred(spec: str) -> tuple[str, tuple[str, ...]]:
    """A player's own spec, and the verbs that it may not use."""
    base, _, verbs = spec.partition(BAR)
    return base, tuple(verbs.split("+")) if verbs else ()


def read_lineup(told: Any) -> LineUp:
    """A line-up as it is told: a list of specs, or a table with `seats` and perhaps `games`."""
    if isinstance(told, Mapping) and told.keys() <= {"seats", "games"} and "seats" in told:
        seats, games = told["seats"], told.get("games")
    else:
        seats, games = told, None
    seats = [seats] if isinstance(seats, str) else seats
    if not isinstance(seats, list | tuple) or not seats or not all(isinstance(spec, str) for spec in seats):
        raise BadExperiment(f"a line-up is a list of players, or has `seats` and perhaps `games`; not {told!r}")
    return LineUp(tuple(seats), games)


def as_list(value: Any, name: str) -> Sequence[Any]:
    if not isinstance(value, list | tuple):
        raise BadExperiment(f"{name} of an experiment is a list, not {value!r}")
    return value


def check(experiment: Experiment) -> None:
    """Refuse what cannot be played before anything is."""
    if not isinstance(experiment.game, str):
        raise BadExperiment(f"game of an experiment is a game's key, not {experiment.game!r}")
    for name in ("options", "grid"):
        if not isinstance(getattr(experiment, name), dict):
            raise BadExperiment(f"{name} of an experiment is a table, not {getattr(experiment, name)!r}")
    for name, values in experiment.grid.items():
        if not as_list(values, f"grid.{name}"):
            raise BadExperiment(f"grid.{name} names no value to try")
        if name in experiment.options:
            raise BadExperiment(f"{name} is both set and varied")
    check_whole(experiment.games, "games", 1, LARGEST)
    check_whole(experiment.repeats, "repeats", 1, 10_000)
    check_whole(experiment.seed, "seed", 0, 2**53)
    precision = experiment.precision
    if precision is not None and not (isinstance(precision, int | float) and 0.1 <= precision <= 50):
        raise BadExperiment(f"precision is a number of points from 0.1 to 50, not {precision!r}")
    if not isinstance(experiment.records, bool):
        raise BadExperiment(f"records of an experiment is true or false, not {experiment.records!r}")
    if not experiment.lineups:
        raise BadExperiment("an experiment needs at least one line-up of players")
    if experiment.question:
        check_question(experiment.question)
    for arm in experiment.arms:
        if arm.lineup.games is not None:
            check_whole(arm.lineup.games, "games of a line-up", 1, LARGEST)
        if len(arm.lineup.seats) > arm.players:
            raise BadExperiment(f"{arm.lineup.name}: there are only {arm.players} seats")
    for spec in {spec for lineup in experiment.lineups for spec in lineup.seats}:
        check_spec(spec, experiment)


def check_question(question: str) -> None:
    if question not in READY:
        raise BadExperiment(f"there is no question {question!r}; there are: {', '.join(READY)}")


def check_whole(value: Any, name: str, low: int, high: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadExperiment(f"{name} of an experiment is a whole number from {low} to {high}, not {value!r}")


def check_spec(spec: str, experiment: Experiment) -> None:
    """Whether the spec names a player, and the verbs that it may not use are verbs of the game."""
    game = load(experiment.game, "pure")
    base, verbs = unbarred(spec)
    cheap = LEVELS.get(base, base)
    if cheap.startswith("mcts:"):
        cheap += "" if "nodes=" in cheap else ",nodes=1000"  # only looked at, so it needs no room to think
    try:
        make_player(cheap, game, experiment.arms[0].players, random.Random(0))
    except UnreadableText as error:
        raise UnreadableText(str(error).replace(cheap, base)) from None
    known = {game.text(code).partition(" ")[0] for code in range(game.info.codes)}
    for verb in verbs:
        if verb not in known:
            raise BadExperiment(f"{spec}: there is no action {verb!r}; there are: {', '.join(sorted(known))}")
