"""What was written to SQLite's log (WAL) is moved into the database file beside all else: nobody waits for it."""

from __future__ import annotations

import logging
import threading

from sqlalchemy import Engine

EVERY = 1.0
LONGEST_LOG = 16_384  # pages; only a log that has grown so long makes a commit wait until it is moved

log = logging.getLogger(__name__)


class Checkpoints:
    """A thread that moves what was committed, once a second at most and only if there is something to move."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._written = threading.Event()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="checkpoints", daemon=True)
        self._thread.start()

    def note(self) -> None:
        """Something has been committed."""
        self._written.set()

    def close(self) -> None:
        self._stopped.set()
        self._written.set()
        self._thread.join()

    def _run(self) -> None:
        while self._written.wait() and not self._stopped.wait(EVERY):
            self._written.clear()
            try:
                with self._engine.connect() as connection:
                    connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")
            except Exception:  # what was committed is safe where it is; the next time will do
                log.exception("a checkpoint failed")
