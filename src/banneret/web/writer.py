"""One thread that writes: what many ask for at the same time becomes one commit, and few statements."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, TypeAlias

from sqlalchemy import Engine
from sqlalchemy.sql.base import Executable

Rows: TypeAlias = Sequence[Mapping[str, Any]]
Change: TypeAlias = Sequence[tuple[Executable, Rows]]  # statements, each with rows to carry it out for
Outcome: TypeAlias = Exception | None  # what went wrong with a change, if anything
Order: TypeAlias = tuple[Sequence[Change], Future[list[Outcome]]]
AT_ONCE = 200


class Writer:
    """Carries out changes. `do` returns when its change is committed as a whole, and raises what went wrong with
    it; a change that fails takes no other with it. Changes that wait together must not depend on each other.
    `order` tells which statements come before which, where they do; `committed` hears of every commit.
    """

    def __init__(self, engine: Engine, order: Sequence[Executable], committed: Callable[[], None]) -> None:
        self._engine = engine
        self._committed = committed
        self._rank = {id(statement): rank for rank, statement in enumerate(order)}
        self._waiting: queue.SimpleQueue[Order | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def do(self, change: Change) -> None:
        (wrong,) = self.begin([change]).result()
        if wrong:
            raise wrong

    def begin(self, changes: Sequence[Change]) -> Future[list[Outcome]]:
        """Carry out changes of which each may fail by itself; what went wrong with each, when all are seen to."""
        done: Future[list[Outcome]] = Future()
        if changes:
            self._waiting.put((changes, done))
        else:
            done.set_result([])
        return done

    def close(self) -> None:
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._waiting.get()) is not None:
            batch = [first]
            closing = False
            while len(batch) < AT_ONCE and not self._waiting.empty():
                following = self._waiting.get()
                if following is None:
                    closing = True
                    break
                batch.append(following)
            self._commit(batch)
            if closing:
                return

    def _commit(self, batch: list[Order]) -> None:
        together = self._merged(change for changes, _ in batch for change in changes)
        if self._tried(together) is None:
            for changes, done in batch:
                done.set_result([None] * len(changes))
            return
        for changes, done in batch:  # one of them is to blame: each by itself
            done.set_result([self._tried(change) for change in changes])

    def _tried(self, change: Change) -> Outcome:
        try:
            with self._engine.begin() as connection:
                for statement, rows in change:
                    if rows:
                        connection.execute(statement, rows)
        except Exception as error:  # told to whoever asked for this change
            return error
        self._committed()
        return None

    def _merged(self, changes: Iterable[Change]) -> Change:
        """The same statements of all changes put together."""
        found: dict[int, tuple[Executable, list[Mapping[str, Any]]]] = {}
        for change in changes:
            for statement, rows in change:
                if rows:
                    found.setdefault(id(statement), (statement, []))[1].extend(rows)
        last = len(self._rank)
        return sorted(found.values(), key=lambda part: self._rank.get(id(part[0]), last))
