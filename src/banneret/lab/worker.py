"""What a worker does, on this machine or another: play a batch of games, measure them, hand back tables."""

from __future__ import annotations

import functools
import io
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from banneret.core.game import Mode
from banneret.games import load

from .closer import fights, kingmaking
from .declared import declared
from .experiment import is_kernel_player
from .sheet import NO_SHARE, WIDEST
from .table import ENDLESS, FAILED, STUCK, Played, Table

THIRD_NAMES = ("early", "middle", "late")
LOOKED_AT = 12  # seeds of each arm whose games are looked at more closely
KINGS_LOOKED_FOR = 6
NUMBERS = (
    "finished",
    "plies",
    "actions",
    "decisions",
    "turns",
    "rounds",
    "lead_changes",
    "margin",
    "drama",
    "deficit",
    "dead_time",
    "comeback",
    "snowball",
)
BY_VERB = ("by_chance", "offered", "chosen", "chosen_by_winners")
ROWS = ("scores", "ranks", "shares", *BY_VERB)
EXTREMES = (("turns", 1), ("turns", -1), ("margin", 1), ("margin", -1), ("lead_changes", 1), ("deficit", 1))
TROUBLED_KEPT = 5  # of the games of a batch that went wrong or were cut off


@dataclass(frozen=True)
class Order:
    """A batch, told in full, so that any worker can play it."""

    game: str
    options: dict[str, Any]
    arm: int
    batch: int
    rotations: tuple[tuple[str, ...], ...]
    seeds: range
    first_seed: int
    repeats: int
    records: bool


@dataclass(frozen=True)
class Harvest:
    """What came of a batch: two tables as Parquet, and a summary for who waits."""

    arm: int
    batch: int
    games: bytes
    tallies: bytes
    played: int
    shares: list[float]  # the sum for each seat


@functools.lru_cache(maxsize=8)
def table_for(game: str, options: str) -> Table:
    return Table(load(game), json.loads(options))


def play_batch(order: Order) -> Harvest:
    """Play and measure all games of a batch. What goes wrong in one of them is kept with it."""
    table = table_for(order.game, json.dumps(order.options))
    for row in (table.widths, table.used, table.built):
        row[:] = [0] * len(row)
    batch = BatchOfGames(order, table)
    for seed in order.seeds:
        for repeat in range(order.repeats):
            for rotation in range(len(order.rotations)):
                batch.play(seed, repeat, rotation)
    return batch.harvest()


class BatchOfGames:
    """The games of a batch as they are played."""

    def __init__(self, order: Order, table: Table) -> None:
        self.order = order
        self.table = table
        self.count = len(order.seeds) * order.repeats * len(order.rotations)
        self.sheets = table.new_sheets(self.count)
        self.start = table.game.row("f8", table.players * len(table.game.info.features))
        self.keys: list[dict[str, Any]] = []
        self.played: list[Played] = []
        self.fought: Counter[str] = Counter()
        self.fights: list[int] = []
        self.moved: list[float] = []

    def play(self, seed: int, repeat: int, rotation: int) -> None:
        seats = self.order.rotations[rotation]
        at = len(self.keys)
        played = self.table.play(seats, seed, repeat)
        self.table.measured(played, self.sheets, at, self.start)
        self.played.append(played)
        a_seed = self.order.repeats * len(self.order.rotations)
        place = (seed - self.order.first_seed) * a_seed + repeat * len(self.order.rotations) + rotation
        self.keys.append(
            {
                "arm": self.order.arm,
                "game": place,
                "seed": seed,
                "repeat": repeat,
                "rotation": rotation,
                "reason": self.table.reason(played),
                "trouble": "; ".join(played.troubles),
                "start": [float(value) for value in self.start],
            }
        )
        if repeat == rotation == 0 and seed - self.order.first_seed < LOOKED_AT:
            self.look_closer(played, seats, seed - self.order.first_seed)

    def look_closer(self, played: Played, seats: Sequence[str], place: int) -> None:
        found = fights(self.table, played)
        self.fought.update(found)
        self.fights.append(found.total())
        if self.table.players > 2 and place < KINGS_LOOKED_FOR and all(map(is_kernel_player, seats)):
            self.moved += kingmaking(self.table, played, seats)

    # Tables

    def harvest(self) -> Harvest:
        import polars as pl

        records = self.kept_records()
        columns: dict[str, Any] = {name: [key[name] for key in self.keys] for name in self.keys[0]}
        columns |= {name: self.column(name) for name in (*NUMBERS, *ROWS)}
        columns["record"] = [records.get(at) for at in range(self.count)]
        games = pl.DataFrame(columns, schema_overrides={"record": pl.String, "start": pl.List(pl.Float32)})
        absent = [
            pl.when(pl.col(name) != NO_SHARE).then(pl.col(name)).alias(name) for name in ("comeback", "snowball")
        ]
        games = games.with_columns(*absent, pl.col("finished").cast(pl.Boolean))
        shares = [float(sum(row[seat] for row in columns["shares"])) for seat in range(self.table.players)]
        schema = {"arm": pl.Int64, "kind": pl.String, "key": pl.String, "value": pl.Float64, "n": pl.Int64}
        tallies = pl.DataFrame(self.tallies(), schema=schema, orient="row")
        return Harvest(
            self.order.arm,
            self.order.batch,
            parquet(games),
            parquet(tallies),
            int(games["finished"].sum()),
            shares,
        )

    def column(self, name: str) -> Any:
        """A field of all sheets; rows only as wide as they are filled."""
        import numpy as np

        if self.table.game.mode is Mode.PURE:
            values = np.array([getattr(sheet, name) for sheet in self.sheets])
        else:
            values = np.ascontiguousarray(self.sheets[name])
        if name in BY_VERB:
            return np.ascontiguousarray(values[:, : len(self.table.words.verbs)])
        return values

    def kept_records(self) -> dict[int, str]:
        """The records of games that may turn out to be remarkable, or of all."""
        if self.order.records:
            kept = set(range(self.count))
        else:
            kept = {self.extreme(name, sign) for name, sign in EXTREMES}
            odd_ends = {*declared(self.table.game).cap, FAILED, STUCK, ENDLESS}
            odd = [at for at, key in enumerate(self.keys) if key["trouble"] or key["reason"] in odd_ends]
            kept.update(odd[:TROUBLED_KEPT])
        return {at: json.dumps(self.table.record(self.played[at]).as_data()) for at in kept}

    def extreme(self, name: str, sign: int) -> int:
        values = self.column(name)
        return max(range(self.count), key=lambda at: sign * values[at])

    def tallies(self) -> list[tuple[int, str, str, float, int]]:
        """What was added up: how wide decisions are, and what happened where."""
        arm, table = self.order.arm, self.table
        found = [
            (arm, "width", f"{THIRD_NAMES[place // WIDEST]} {place % WIDEST}", float(count), 0)
            for place, count in enumerate(table.widths)
            if count
        ]
        for kind, row in (("used", table.used), ("built", table.built)):
            found += [(arm, kind, name, float(n), 0) for name, n in zip(table.words.cells, row, strict=False) if n]
        found += [(arm, "fought", cell, float(count), 0) for cell, count in self.fought.items()]
        found += [(arm, "fights", "", float(count), 1) for count in self.fights]
        found += [(arm, "moved", "", moved, 1) for moved in self.moved]
        return found


def parquet(frame: Any) -> bytes:
    written = io.BytesIO()
    frame.write_parquet(written, compression="zstd", statistics=False)
    return written.getvalue()
