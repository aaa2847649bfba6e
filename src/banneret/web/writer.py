"""One thread that writes: what many ask for at the same time becomes one commit."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeAlias

from sqlalchemy import Connection, Engine

Write: TypeAlias = Callable[[Connection], None]
AT_ONCE = 200


class Writer:
    """Carries out writes in the order in which they come. `do` returns when its write is committed, and raises
    what went wrong with it; a write that fails takes no other with it."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._waiting: queue.SimpleQueue[tuple[Write, Future[None]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def do(self, write: Write) -> None:
        done: Future[None] = Future()
        self._waiting.put((write, done))
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

    def _commit(self, batch: list[tuple[Write, Future[None]]]) -> None:
        failed: dict[Future[None], Exception] = {}
        try:
            with self._engine.begin() as connection:
                for write, done in batch:
                    try:
                        with connection.begin_nested():
                            write(connection)
                    except Exception as error:  # told to whoever asked for this write
                        failed[done] = error
        except Exception as error:  # the commit itself: nobody's write is safe
            failed = {done: error for _, done in batch}
        for _, done in batch:
            if done in failed:
                done.set_exception(failed[done])
            else:
                done.set_result(None)
