"""How fast the lab is: games a second, what measuring adds to playing, what a second process gains, and memory."""

from __future__ import annotations

import multiprocessing
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from banneret.games import load

from .executors import Processes
from .experiment import Experiment, LineUp
from .run import Run
from .table import Table

PLAYED = 1000
KIBIBYTE = 1024


@dataclass(frozen=True)
class Figure:
    what: str
    value: float
    unit: str


def figures(key: str, players: int, spec: str, games: int) -> Iterator[Figure]:
    """One after the other, so that each has the machine for itself."""
    yield from overhead(key, players, spec)
    experiment = Experiment(key, {"players": players}, lineups=(LineUp((spec,)),), games=games)
    seconds = {jobs: seconds_of(experiment, jobs) for jobs in (1, 2)}
    for jobs, (whole, steady) in seconds.items():
        yield Figure(f"{games} games with {jobs} process{'es' if jobs > 1 else ''}, from start to end", whole, "s")
        yield Figure(f"games a second with {jobs}, once started", steady, "1/s")
    yield Figure("two processes against one, once started", seconds[2][1] / seconds[1][1], "times")


def overhead(key: str, players: int, spec: str) -> Iterator[Figure]:
    """What measuring adds to playing, over the same games in turn."""
    game = load(key)
    table = Table(game, {"players": players})
    seats = [spec] * players
    sheets, start = table.new_sheets(1), game.row("f8", players * len(game.info.features))
    table.measured(table.play(seats, 0), sheets, 0, start)
    playing = measuring = 0.0
    for seed in range(PLAYED):
        began = time.perf_counter()
        played = table.play(seats, seed)
        between = time.perf_counter()
        table.measured(played, sheets, 0, start)
        table.reason(played)
        playing += between - began
        measuring += time.perf_counter() - between
    yield Figure("playing a game", 1000 * playing / PLAYED, "ms")
    yield Figure("measuring it", 1000 * measuring / PLAYED, "ms")
    yield Figure("measuring over playing", 100 * measuring / playing, "%")


def seconds_of(experiment: Experiment, jobs: int) -> tuple[float, float]:
    """How long a run takes in all; and games a second from the first batch that every worker has done."""
    marks: list[tuple[float, int]] = []
    with tempfile.TemporaryDirectory() as folder:
        run = Run.create(experiment, Path(folder) / "run")
        began = time.perf_counter()
        executor = Processes(jobs)
        for harvest in executor.harvests(run._orders(), lambda: False):
            run._keep(harvest)
            marks.append((time.perf_counter(), run.done))
        whole = time.perf_counter() - began
    first, last = marks[min(len(marks) - 1, 2 * jobs)], marks[-1]
    steady = (last[1] - first[1]) / (last[0] - first[0]) if last[0] > first[0] else 0.0
    return whole, steady


def memory(key: str, players: int, spec: str, games: int) -> Figure:
    """The most memory that the process of a run, playing itself, takes for so many games."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool:
        mebibytes = pool.apply(peak_of, (key, players, spec, games))
    return Figure(f"memory of a run of {games} games", mebibytes, "MiB")


def peak_of(key: str, players: int, spec: str, games: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        run = Run.create(
            Experiment(key, {"players": players}, lineups=(LineUp((spec,)),), games=games), Path(folder) / "run"
        )
        run.play(jobs=1)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / KIBIBYTE if sys.platform != "darwin" else peak / KIBIBYTE**2
