"""How fast the lab is: games a second, what measuring adds to playing, what a second process gains, and memory."""

from __future__ import annotations

import multiprocessing
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from banneret.games import load

from .executors import Processes
from .experiment import Experiment, LineUp
from .run import Run
from .table import Table
from .worker import Order, play_batch

PLAYED = 1000
BATCH = 200
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
    """What measuring, tables and the records of remarkable games add to playing, in processor time over the same
    games; games that are looked at more closely, some of each arm, are left out."""
    table = Table(load(key), {"players": players})
    seats = (spec,) * players
    order = Order(key, {"players": players}, 0, 0, (seats,), range(PLAYED, PLAYED + BATCH), 0, 1, False)
    play_batch(order)
    playing = whole = 0.0
    for first in range(PLAYED, 2 * PLAYED, BATCH):
        seeds = range(first, first + BATCH)
        began = time.process_time()
        for seed in seeds:
            table.play(seats, seed)
        between = time.process_time()
        play_batch(replace(order, seeds=seeds))
        playing += between - began
        whole += time.process_time() - between
    yield Figure("playing a game", 1000 * playing / PLAYED, "ms")
    yield Figure("playing and measuring it", 1000 * whole / PLAYED, "ms")
    yield Figure("measuring over playing", 100 * (whole - playing) / playing, "%")


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
