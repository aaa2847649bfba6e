"""A run of an experiment: started, watched, stopped at any moment, gone on with.

run = Run.create(Experiment("baron"), "runs/baron")
run.start(on_progress=print)       in the background; run.play() does the same and waits
run.stop()
"""

from __future__ import annotations

import itertools
import os
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from banneret.core.errors import BanneretError

from .executors import Cluster, Executor, InProcess, Processes
from .experiment import Arm, Batch, Experiment
from .statistics import wilson
from .store import BadRun, Store
from .worker import Harvest, Order

FEWEST = 200  # games of an arm, before its precision is believed


@dataclass(frozen=True)
class Progress:
    """How far a run is. Of a run to a precision the total is what it will take, as far as can be told now."""

    done: int
    total: int
    rate: float  # games a second, since the run was started or resumed
    seconds_left: float | None
    state: str  # waiting, running, stopped, failed, finished


@dataclass
class Count:
    """The games of an arm so far."""

    games: int = 0
    shares: list[float] = field(default_factory=lambda: [0.0] * 8)

    def add(self, games: int, shares: list[float]) -> None:
        self.games += games
        for seat, share in enumerate(shares):
            self.shares[seat] += share

    def half_width(self, players: int) -> float:
        """The widest of the seats' intervals, halved."""
        intervals = [wilson(share / max(1, self.games), self.games) for share in self.shares[:players]]
        return max((high - low) / 2 for low, high in intervals)


class Run:
    """An experiment with its results so far, in a folder."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.experiment: Experiment = store.experiment
        self.arms: list[Arm] = self.experiment.arms
        self.error: BaseException | None = None
        self._counts = [Count() for _ in self.arms]
        self._done: set[tuple[int, int]] = set()
        self.done = 0  # games
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._state = "waiting"
        self._began = time.monotonic()
        self._done_before = 0
        self._recount()

    @classmethod
    def create(cls, experiment: Experiment, folder: str | Path) -> Run:
        """A new run; the folder must be empty or not exist."""
        return cls(Store.create(Path(folder), experiment))

    @classmethod
    def open(cls, folder: str | Path) -> Run:
        """The run in a folder, to look at or to go on with."""
        return cls(Store.open(Path(folder)))

    def _recount(self) -> None:
        self._done = set()
        self.done = 0
        for arm, number in self.store.done():
            self._mark(arm, number)
        self._counts = [Count() for _ in self.arms]
        for arm, games, shares in self.store.played():
            self._counts[arm].add(games, shares)
        self._done_before = self.done

    def _mark(self, arm: int, number: int) -> None:
        batch = self.experiment.batch(self.arms[arm], number) if arm < len(self.arms) else None
        if batch is None:
            raise BadRun(f"{self.store.place(arm, number)} is no batch of the experiment in {self.store.folder}")
        self._done.add((arm, number))
        self.done += batch.games

    # Playing

    def play(
        self,
        jobs: int | None = None,
        cluster: str | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> None:
        """Play until everything is done or `stop` is called. Batches that are there are not played again."""
        with self.store.alone():
            self._play(jobs, cluster, on_progress)

    def _play(self, jobs: int | None, cluster: str | None, on_progress: Callable[[Progress], None] | None) -> None:
        self.store.check_unchanged()
        self.store.clean()
        self._recount()
        self._began = time.monotonic()
        self._state = "running"
        try:
            for harvest in self._executor(jobs, cluster).harvests(self._orders(), self._stop.is_set):
                self._keep(harvest)
                if on_progress:
                    on_progress(self.progress)
            self._state = "stopped" if self._stop.is_set() else "finished"
        except BaseException:
            self._state = "failed"
            raise
        finally:
            self.store.add_seconds(time.monotonic() - self._began)
            if on_progress:
                on_progress(self.progress)

    def start(
        self,
        jobs: int | None = None,
        cluster: str | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> None:
        """Play in the background; what goes wrong is in `error`."""

        def work() -> None:
            try:
                self.play(jobs, cluster, on_progress)
            except Exception as error:
                self.error = error

        self._stop.clear()
        self._state = "running"
        self._thread = threading.Thread(target=work, name="lab", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop soon; what is finished until then is kept."""
        self._stop.set()

    def wait(self, seconds: float | None = None) -> None:
        if self._thread:
            self._thread.join(seconds)

    def _executor(self, jobs: int | None, cluster: str | None) -> Executor:
        if cluster:
            return Cluster(cluster)
        jobs = (os.cpu_count() or 1) if jobs is None else jobs
        if jobs < 1:
            raise BanneretError("a run needs at least one process")
        return InProcess() if jobs == 1 else Processes(jobs)

    def _orders(self) -> Iterator[Order]:
        """What is still to play: the arms in turn, so that a run that is stopped has some of each."""
        for number in itertools.count():
            batches = [(arm, self.experiment.batch(arm, number)) for arm in self.arms]
            if not any(batch for _, batch in batches) or all(map(self._is_precise, self.arms)):
                return
            for arm, batch in batches:
                if batch and (arm.number, number) not in self._done and not self._is_precise(arm):
                    yield self._order(arm, batch)

    def _order(self, arm: Arm, batch: Batch) -> Order:
        return Order(
            game=self.experiment.game,
            options=arm.options,
            arm=arm.number,
            batch=batch.number,
            rotations=tuple(arm.rotations),
            seeds=batch.seeds,
            first_seed=self.experiment.seed,
            repeats=self.experiment.repeats,
            records=self.experiment.records,
        )

    def _keep(self, harvest: Harvest) -> None:
        self.store.keep(harvest)
        self._mark(harvest.arm, harvest.batch)
        self._counts[harvest.arm].add(harvest.played, harvest.shares)

    def _is_precise(self, arm: Arm) -> bool:
        """Whether the seats' shares are known as well as was asked for."""
        wished = self.experiment.precision
        count = self._counts[arm.number]
        return wished is not None and count.games >= FEWEST and count.half_width(arm.players) <= wished / 100

    # How far it is

    @property
    def total(self) -> int:
        """How many games there will be."""
        wished = self.experiment.precision
        if wished is None:
            return sum(self.experiment.games_of(arm) for arm in self.arms)
        return sum(self._wanted(arm, wished / 100) for arm in self.arms)

    def _wanted(self, arm: Arm, half: float) -> int:
        """The games that a precision takes, if the shares stay as they are."""
        count = self._counts[arm.number]
        if self._is_precise(arm):
            return count.games
        shares = [share / count.games for share in count.shares[: arm.players]] if count.games else [0.5]
        share = min(shares, key=lambda share: abs(share - 0.5))
        wanted = 1.96 * 1.96 * share * (1 - share) / (half * half)
        return max(FEWEST, count.games + 1, min(arm.games, round(wanted)))

    @property
    def progress(self) -> Progress:
        done, total = self.done, self.total
        passed = time.monotonic() - self._began
        rate = (done - self._done_before) / passed if passed > 0 else 0.0
        left = (total - done) / rate if rate > 0 and self._state == "running" else None
        return Progress(done, total, rate, left, self._state)

    @property
    def finished(self) -> bool:
        """Whether nothing is left to play."""
        return next(self._orders(), None) is None
