"""Where batches are played: in this process, in several, or on a Dask cluster. All hand back harvests as they
come, and whatever dies on the way is played again."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol

from banneret.core.errors import BanneretError
from banneret.core.processes import end, workers

from .worker import Harvest, Order, play_batch

DEATHS = 5  # of workers on one batch, after which the batch is held to be what kills them
AHEAD = 2  # batches for each worker that are handed out, so that none waits for work
POLL_SECONDS = 0.2
CONNECT_SECONDS = 10


class WorkersDie(BanneretError):
    """Workers that die again and again."""


class Executor(Protocol):
    """Plays orders and yields what comes of them, in any order. It takes as many orders as it needs at a time, and
    gives up as soon as `stopped` says so."""

    def harvests(self, orders: Iterable[Order], stopped: Callable[[], bool]) -> Iterator[Harvest]: ...


class InProcess:
    """One batch after the other, here."""

    def harvests(self, orders: Iterable[Order], stopped: Callable[[], bool]) -> Iterator[Harvest]:
        for order in orders:
            if stopped():
                return
            yield play_batch(order)


class Processes:
    """Several processes on this machine. One that is killed is replaced, and its batch played again."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.pool = workers(jobs)

    def submit(self, order: Order) -> Future[Harvest]:
        return self.pool.submit(play_batch, order)

    def harvests(self, orders: Iterable[Order], stopped: Callable[[], bool]) -> Iterator[Harvest]:
        waiting = iter(orders)
        underway: dict[Future[Harvest], Order] = {}
        again: list[Order] = []
        deaths = 0
        try:
            while not stopped():
                try:
                    fill(underway, waiting, again, self.jobs * AHEAD, self.submit)
                    if not underway:
                        return
                    for future in wait(underway, POLL_SECONDS, FIRST_COMPLETED).done:
                        harvest = future.result()
                        del underway[future]
                        yield harvest
                except BrokenProcessPool:
                    deaths = survived(deaths)
                    again += underway.values()
                    underway.clear()
                    self.pool.shutdown(wait=False, cancel_futures=True)
                    self.pool = workers(self.jobs)
        finally:
            end(self.pool)


class Cluster:
    """Workers of a Dask cluster, which need this version of Banneret and nothing else: results come back to who
    runs the experiment. What a dead worker had in hand is played again by another."""

    def __init__(self, address: str) -> None:
        self.address = address

    def harvests(self, orders: Iterable[Order], stopped: Callable[[], bool]) -> Iterator[Harvest]:
        distributed = import_distributed()
        try:
            client = distributed.Client(self.address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            raise BanneretError(f"there is no Dask scheduler at {self.address}: {error}") from None
        waiting = iter(orders)
        underway: dict[Any, Order] = {}
        again: list[Order] = []
        deaths = 0
        with client, client.as_current():
            while not stopped():
                room = AHEAD * max(1, sum(client.nthreads().values()))
                fill(underway, waiting, again, room, lambda order: client.submit(play_batch, order, pure=False))
                if not underway:
                    return
                for future in finished(distributed, list(underway)):
                    order = underway.pop(future)
                    if future.status == "finished":
                        harvest: Harvest = future.result()
                        yield harvest
                    else:
                        deaths = survived(deaths)
                        refuse_failure(future, distributed.KilledWorker)
                        again.append(order)
            client.cancel(list(underway))


def import_distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise BanneretError("a cluster needs Dask: pip install 'banneret[cluster]'") from None
    return distributed


def refuse_failure(future: Any, death: type[Exception]) -> None:
    """Raise what a batch itself raised; a worker's death, and a batch that got lost with it, are borne."""
    if future.status == "error" and not isinstance(future.exception(), death):
        raise future.exception()


def finished(distributed: Any, futures: list[Any]) -> set[Any]:
    try:
        done: set[Any] = distributed.wait(futures, timeout=POLL_SECONDS, return_when="FIRST_COMPLETED").done
    except TimeoutError:
        return set()
    return done


def fill(
    underway: dict[Any, Order],
    waiting: Iterator[Order],
    again: list[Order],
    room: int,
    submit: Callable[[Order], Any],
) -> None:
    """Hand out orders until there is no room; those that were lost come first."""
    while len(underway) < room:
        if not again:
            again.extend(itertools.islice(waiting, 1))
        if not again:
            return
        underway[submit(again[-1])] = again[-1]
        again.pop()


def survived(deaths: int) -> int:
    if deaths + 1 > DEATHS:
        raise WorkersDie(f"workers died {deaths + 1} times; what was played until then is kept")
    return deaths + 1
