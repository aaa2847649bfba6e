"""One thread that writes: what many ask for at the same time becomes one commit, and few statements."""

from __future__ import annotations

import queue
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from typing import Any, TypeAlias

from sqlalchemy import Connection, Engine
from sqlalchemy.sql.base import Executable

Rows: TypeAlias = Sequence[Mapping[str, Any]]
Change: TypeAlias = Sequence[tuple[Executable, Rows]]  # statements, each with rows to carry it out for
AT_ONCE = 200


class Writer:
    """Carries out changes. `do` returns when its change is committed as a whole, and raises what went wrong with
    it; a change that fails takes no other with it. Changes that wait together must not depend on each other.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._waiting: queue.SimpleQueue[tuple[Change, Future[None]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def do(self, change: Change) -> None:
        done: Future[None] = Future()
        self._waiting.put((change, done))
        done.result()

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

    def _commit(self, batch: list[tuple[Change, Future[None]]]) -> None:
        try:
            with self._engine.begin() as connection:
                carry_out(connection, merged([change for change, _ in batch]))
        except Exception:  # one of them is to blame: each by itself
            self._commit_singly(batch)
            return
        for _, done in batch:
            done.set_result(None)

    def _commit_singly(self, batch: list[tuple[Change, Future[None]]]) -> None:
        for change, done in batch:
            try:
                with self._engine.begin() as connection:
                    carry_out(connection, change)
            except Exception as error:  # told to whoever asked for this change
                done.set_exception(error)
            else:
                done.set_result(None)


def carry_out(connection: Connection, change: Change) -> None:
    for statement, rows in change:
        if rows:
            connection.execute(statement, rows)


def merged(changes: Sequence[Change]) -> Change:
    """The same statements of all changes put together, in the order in which changes have them."""
    found: dict[int, tuple[Executable, list[Mapping[str, Any]]]] = {}
    for change in changes:
        for statement, rows in change:
            found.setdefault(id(statement), (statement, []))[1].extend(rows)
    return list(found.values())
