"""What the games of a run tell: the measures of each arm, with their uncertainty (defined in docs/lab)."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from banneret.games import load

from .declared import declared
from .experiment import Arm
from .run import Run
from .statistics import (
    chi_squared,
    chi_squared_tail,
    correlation,
    correlation_interval,
    design_effect,
    interval_of_mean,
    luck_of_spread,
    spread_between,
    unnoticed_spread,
    wilson,
)
from .worker import THIRD_NAMES

if TYPE_CHECKING:
    import polars as pl

LENGTHS = ("rounds", "turns", "actions", "decisions")
STARTS_READ = 20_000  # games whose starts are looked at; more would tell nothing new


@dataclass(frozen=True)
class Share:
    """A share of games with its 95 % interval; of games that are alike, `games` counts what they are worth."""

    value: float
    low: float
    high: float
    games: float

    @classmethod
    def of(cls, value: float, games: float) -> Share:
        return cls(value, *wilson(value, games), games)


@dataclass(frozen=True)
class Mean:
    """A mean with its 95 % interval."""

    value: float
    low: float
    high: float
    n: int


@dataclass(frozen=True)
class Usage:
    """How a verb is used, over all games of an arm."""

    verb: str
    offered: int  # decisions and other actions at which it was legal
    chosen: int
    by_winners: int
    games_offered: int
    games_chosen: int
    deviation: float  # of how often it was chosen in a game


@dataclass(frozen=True)
class Spread:
    """How far the first seat's chances differ from setup to setup: their standard deviation, and how likely it is
    that only luck makes them look different."""

    value: float
    luck: float
    unnoticed: float  # how much of it so few games would have missed


@dataclass
class Finding:
    """All that is known of an arm."""

    arm: Arm
    name: str  # of the run, where several are compared
    label: str  # what sets the arm apart from others with the same line-up
    games: int
    finished: int
    seats: list[Share]
    chi_squared: float
    luck: float  # how likely seats differ so much by luck alone
    reasons: dict[str, int]
    length: dict[str, tuple[float, float, float]]  # p10, median, p90
    rounds: dict[int, int]  # how many games had so many rounds
    widths: dict[str, tuple[int, int]]  # p50, p90 of legal actions by third of the game
    lead_changes: Mean
    lead_changes_a_turn: float
    drama: Mean
    dead_time: Mean
    margin: float
    comeback: Share | None
    snowball: Share | None
    usage: list[Usage]  # of the verbs that seats have, or that nobody ever used
    heat: dict[str, dict[str, float]]  # used, built, fought: times a game by cell
    fights: Mean | None
    kingmaking: Mean | None
    specs: dict[str, Share] = field(default_factory=dict)
    setups: Spread | None = None  # where each setup was played several times
    start: list[tuple[str, float, float, float]] = field(default_factory=list)  # feature, correlation, interval

    @property
    def fair(self) -> float:
        return 1 / self.arm.players

    @property
    def gap(self) -> float:
        """The largest gap between two seats' shares."""
        values = [seat.value for seat in self.seats]
        return max(values) - min(values)

    @property
    def balance(self) -> float:
        return 1 - self.gap

    def use_of(self, verb: str) -> float:
        """How often a verb is used in a game."""
        return sum(usage.chosen for usage in self.usage if usage.verb == verb) / max(1, self.games)


def findings(run: Run, name: str = "") -> list[Finding]:
    """What is known of each arm that has games, in order. Where runs are compared, each has a name."""
    import polars as pl

    games, tallies = run.store.games(), run.store.tallies().collect()
    found = []
    for arm in run.arms:
        of_arm = games.filter(pl.col("arm") == arm.number).drop("record")
        if of_arm.select(pl.len()).collect().item():
            found.append(finding(run, arm, of_arm, tallies.filter(pl.col("arm") == arm.number), name))
    return found


def label_of(arm: Arm, name: str) -> str:
    """What sets an arm apart, for programs."""
    parts = [f"{option} {written(value)}" for option, value in arm.variant.items()]
    return ", ".join([name, *parts] if name else parts)


def written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def finding(run: Run, arm: Arm, games: pl.LazyFrame, tallies: pl.DataFrame, name: str) -> Finding:
    import polars as pl

    finished = games.filter(pl.col("finished"))
    numbers = summary(games, finished)
    seats = [numbers[f"share {seat}"] or 0.0 for seat in range(arm.players)]
    n = numbers["finished"]
    spread, alike = between_setups(finished, run.experiment.repeats)
    chi = chi_squared([share * n for share in seats], [n / arm.players] * arm.players)[0] / alike if n else 0.0
    return Finding(
        arm=arm,
        name=name,
        label=label_of(arm, name),
        games=numbers["games"],
        finished=n,
        seats=[Share.of(share, n / alike) for share in seats],
        chi_squared=chi,
        luck=chi_squared_tail(chi, arm.players - 1),
        reasons=counted(games, "reason"),
        length={what: tuple(numbers[f"{what} {q}"] or 0.0 for q in (10, 50, 90)) for what in LENGTHS},  # type: ignore[misc]  # three of them
        rounds=counted(finished, "rounds"),
        widths={third: widths(tallies, third) for third in THIRD_NAMES},
        lead_changes=mean_of(numbers, "lead_changes"),
        lead_changes_a_turn=numbers["lead_changes a turn"] if n else 0.0,
        drama=mean_of(numbers, "drama"),
        dead_time=mean_of(numbers, "dead_time"),
        margin=numbers["margin"] or 0.0,
        comeback=share_of(numbers, "comeback"),
        snowball=share_of(numbers, "snowball"),
        usage=usage(run, games),
        heat=heat(tallies, numbers["games"]),
        fights=mean_of_tallies(tallies, "fights"),
        kingmaking=mean_of_tallies(tallies, "moved"),
        specs=by_spec(arm, finished),
        setups=spread,
        start=start_tells(run, arm, finished, alike),
    )


def summary(games: pl.LazyFrame, finished: pl.LazyFrame) -> dict[str, Any]:
    """All plain numbers of an arm, in one pass over its games."""
    import polars as pl

    columns = [pl.len().alias("finished"), pl.col("margin").median()]
    columns += [pl.col("shares").arr.get(seat).mean().alias(f"share {seat}") for seat in range(8)]
    columns += [pl.col(what).quantile(q / 100).alias(f"{what} {q}") for what in LENGTHS for q in (10, 50, 90)]
    for what in ("lead_changes", "drama", "dead_time"):
        columns += [pl.col(what).mean().alias(what), pl.col(what).std().alias(f"{what} deviation")]
    for what in ("comeback", "snowball"):
        columns += [pl.col(what).mean().alias(what), pl.col(what).count().alias(f"{what} games")]
    columns.append((pl.col("lead_changes").sum() / pl.col("turns").sum()).alias("lead_changes a turn"))
    numbers: dict[str, Any] = finished.select(columns).collect().row(0, named=True)
    return numbers | {"games": games.select(pl.len()).collect().item()}


def mean_of(numbers: dict[str, Any], what: str) -> Mean:
    mean, deviation, n = numbers[what] or 0.0, numbers[f"{what} deviation"] or 0.0, numbers["finished"]
    return Mean(mean, *interval_of_mean(mean, deviation, n), n)


def share_of(numbers: dict[str, Any], what: str) -> Share | None:
    n = numbers[f"{what} games"]
    return Share.of(numbers[what], n) if n else None


def mean_of_tallies(tallies: pl.DataFrame, kind: str) -> Mean | None:
    import polars as pl

    values = tallies.filter(pl.col("kind") == kind)["value"].to_list()
    if not values:
        return None
    mean = sum(values) / len(values)
    deviation = (sum((v - mean) ** 2 for v in values) / max(1, len(values) - 1)) ** 0.5
    return Mean(mean, *interval_of_mean(mean, deviation, len(values)), len(values))


def counted(games: pl.LazyFrame, column: str) -> dict[Any, int]:
    """How many games have each value, in order of values."""
    import polars as pl

    rows = games.group_by(column).agg(pl.len()).sort(column).collect()
    return dict(rows.iter_rows())


def widths(tallies: pl.DataFrame, third: str) -> tuple[int, int]:
    """Median and 90th percentile of the number of legal actions at a decision."""
    import polars as pl

    counts: Counter[int] = Counter()
    of_third = tallies.filter((pl.col("kind") == "width") & pl.col("key").str.starts_with(third))
    for key, count in of_third.select("key", "value").iter_rows():
        counts[int(key.split(" ")[1])] += int(count)
    return quantile(counts, 0.5), quantile(counts, 0.9)


def quantile(counts: Counter[int], q: float) -> int:
    """The smallest value that at least a part q of all do not exceed."""
    rest = q * counts.total()
    for value in sorted(counts):
        rest -= counts[value]
        if rest <= 1e-9:
            return value
    return 0


def usage(run: Run, games: pl.LazyFrame) -> list[Usage]:
    """Of every verb but chance's: how often it was legal and used, by winners, and in how many games."""
    import polars as pl

    game = load(run.experiment.game, "pure")
    verbs, absent = run.store.manifest["columns"]["verbs"], declared(game).absent
    columns = []
    for i in range(len(verbs)):
        columns += [
            pl.col("offered").arr.get(i).sum().alias(f"offered {i}"),
            pl.col("chosen").arr.get(i).sum().alias(f"chosen {i}"),
            pl.col("chosen_by_winners").arr.get(i).sum().alias(f"by_winners {i}"),
            (pl.col("offered").arr.get(i) > 0).sum().alias(f"games_offered {i}"),
            (pl.col("chosen").arr.get(i) > 0).sum().alias(f"games_chosen {i}"),
            pl.col("chosen").arr.get(i).std().fill_null(0.0).alias(f"deviation {i}"),
            pl.col("by_chance").arr.get(i).sum().alias(f"by_chance {i}"),
        ]
    row = games.select(columns).collect().row(0)
    each = [(verb, row[7 * i : 7 * i + 7]) for i, verb in enumerate(verbs)]
    return [Usage(verb, *counts[:6]) for verb, counts in each if not counts[6] and verb not in absent]


def heat(tallies: pl.DataFrame, games: int) -> dict[str, dict[str, float]]:
    """How often a game uses, builds on and fights over each cell; fights are those of the games looked at."""
    import polars as pl

    looked_at = tallies.filter(pl.col("kind") == "fights").height
    found = {}
    for kind, over in (("used", games), ("built", games), ("fought", looked_at)):
        sums = tallies.filter(pl.col("kind") == kind).group_by("key").agg(pl.col("value").sum()).sort("key")
        found[kind] = {cell: count / over for cell, count in sums.iter_rows()} if over else {}
    return found


def by_spec(arm: Arm, finished: pl.LazyFrame) -> dict[str, Share]:
    """Each player's share of the wins, wherever it sat; where all are alike there is nothing to tell."""
    import polars as pl

    if len(set(arm.seats)) == 1:
        return {}
    sums: Counter[str] = Counter()
    seated: Counter[str] = Counter()
    columns = [pl.col("shares").arr.get(seat).sum().alias(f"s{seat}") for seat in range(arm.players)]
    for rotation, n, *shares in finished.group_by("rotation").agg(pl.len(), *columns).collect().iter_rows():
        for spec, share in zip(arm.rotations[rotation], shares, strict=True):
            sums[spec] += share
            seated[spec] += n
    return {spec: Share.of(sums[spec] / seated[spec], seated[spec]) for spec in dict.fromkeys(arm.seats)}


def between_setups(finished: pl.LazyFrame, repeats: int) -> tuple[Spread | None, float]:
    """How far the first seat's chances differ from setup to setup; and by how much games of one setup tell less
    than others, for being alike."""
    import polars as pl

    if repeats < 2:
        return None, 1.0
    by_seed = finished.group_by("seed").agg(pl.len(), pl.col("shares").arr.get(0).mean().alias("share")).collect()
    whole = by_seed.filter(pl.col("len") >= repeats).sort("seed")
    shares, games = whole["share"].to_list(), int(whole["len"].min() or 0)  # type: ignore[arg-type]  # a count
    if not shares:
        return None, 1.0
    missed = unnoticed_spread(len(shares), games)
    spread = Spread(spread_between(shares, games), luck_of_spread(shares, games), missed)
    return spread, design_effect(spread.value, sum(shares) / len(shares), games)


def start_tells(run: Run, arm: Arm, finished: pl.LazyFrame, alike: float) -> list[tuple[str, float, float, float]]:
    """How much a better start, feature by feature, goes with winning; features that never differ are left out."""
    import numpy as np
    import polars as pl

    names = run.store.manifest["columns"]["features"]
    read = finished.select("start", "shares").head(STARTS_READ).collect()
    if not read.height:
        return []
    start = read["start"].explode().to_numpy().reshape(read.height, arm.players, len(names))
    shares = (
        read["shares"].cast(pl.List(pl.Float64)).explode().to_numpy().reshape(read.height, -1)[:, : arm.players]
    )
    found = []
    for i, name in enumerate(names):
        mine = start[:, :, i]
        ahead = mine - (mine.sum(axis=1, keepdims=True) - mine) / (arm.players - 1)
        if np.ptp(ahead[:, 0]) > 0:
            r = correlation(ahead[:, 0].tolist(), shares[:, 0].tolist())
            found.append((name, r, *correlation_interval(r, read.height / alike)))
    return sorted(found, key=lambda each: -abs(each[1]))
