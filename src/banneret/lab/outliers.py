"""The remarkable games of a run, each with its record."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from banneret.core.errors import BanneretError
from banneret.core.record import Record
from banneret.games import load

from .declared import declared
from .run import Run
from .table import ENDLESS, FAILED, STUCK

if TYPE_CHECKING:
    import polars as pl

# What makes a game remarkable: its kind, the measure, the largest or the smallest, and how its value is said.
KINDS = (
    ("longest", "turns", True, "turns"),
    ("shortest", "turns", False, "turns"),
    ("widest", "margin", True, "points"),
    ("closest", "margin", False, "points"),
    ("changes", "lead_changes", True, "times"),
    ("comeback", "deficit", True, "points"),
)
ODD_SHOWN = 6
HOLES = (FAILED, STUCK, ENDLESS)
COLUMNS = ("arm", "game", "seed", "repeat", "rotation", "turns", "margin", "lead_changes", "deficit")


class NoSuchGame(BanneretError):
    """A remarkable game that is not there."""


@dataclass(frozen=True)
class Outlier:
    """A game worth looking at."""

    number: int
    kind: str
    value: int | None
    unit: str
    arm: int
    game: int
    seed: int
    reason: str
    trouble: str
    record: Record


def outliers(run: Run) -> list[Outlier]:
    """The remarkable games, numbered from 1 in the order of the report: the same as long as the run is."""
    import polars as pl

    kept = run.store.games().filter(pl.col("record").is_not_null())
    rows: list[tuple[str, str | None, str, dict[str, Any]]] = [
        (kind, measure, unit, row)
        for kind, measure, largest, unit in KINDS
        for row in first_rows(
            kept.filter(pl.col("finished")).sort(measure, "arm", "game", descending=[largest, False, False]), 1
        )
    ]
    odd = kept.filter(is_odd(run)).sort("finished", "arm", "game")
    odd = odd.unique(["arm", "reason", "trouble"], keep="first", maintain_order=True)  # one of each kind
    rows += [("odd", None, "", row) for row in first_rows(odd, ODD_SHOWN)]
    return [told(number, *each) for number, each in enumerate(rows, start=1)]


def is_odd(run: Run) -> pl.Expr:
    """Whether a game was cut off by a cap, found no end, or had trouble."""
    import polars as pl

    cap = declared(load(run.experiment.game, "pure")).cap
    return pl.col("reason").is_in([*cap, *HOLES]) | (pl.col("trouble") != "")


def first_rows(games: pl.LazyFrame, count: int) -> list[dict[str, Any]]:
    return games.select(*COLUMNS, "reason", "trouble", "record").head(count).collect().to_dicts()


def told(number: int, kind: str, measure: str | None, unit: str, row: dict[str, Any]) -> Outlier:
    record = Record.from_data(json.loads(row["record"]))
    record.notes["lab"] = {name: row[name] for name in ("arm", "game", "seed", "repeat", "rotation")}
    return Outlier(
        number=number,
        kind=kind,
        value=row[measure] if measure else None,
        unit=unit,
        arm=row["arm"],
        game=row["game"],
        seed=row["seed"],
        reason=row["reason"],
        trouble=row["trouble"],
        record=record,
    )


def outlier(run: Run, number: int) -> Outlier:
    """The remarkable game of a number; NoSuchGame says which there are."""
    found = outliers(run)
    if not 1 <= number <= len(found):
        raise NoSuchGame(f"there is no remarkable game {number}; they are numbered from 1 to {len(found)}")
    return found[number - 1]


def kept_record(run: Run, arm: int, game: int) -> Record:
    """The record of a game of an arm; NoSuchGame if it was not kept."""
    import polars as pl

    kept = run.store.games().filter((pl.col("arm") == arm) & (pl.col("game") == game)).select("record").collect()
    if not kept.height or kept.item() is None:
        raise NoSuchGame(
            f"game {game} of arm {arm} was not kept; --records keeps all, else only remarkable ones are"
        )
    return Record.from_data(json.loads(kept.item()))


def holes(run: Run) -> int:
    """How many games went wrong or found no end."""
    import polars as pl

    bad = run.store.games().filter(pl.col("reason").is_in(HOLES) | (pl.col("trouble") != ""))
    return int(bad.select(pl.len()).collect().item())
