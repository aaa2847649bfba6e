"""Watches the clocks: for a person whose time is up, a bot decides once."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable

from .table import Table

EVERY = 0.5
STAND_IN = "squire"

log = logging.getLogger(__name__)


class Timekeeper:
    """Looks at the tables with clocks that are in memory; others have nobody who waits."""

    def __init__(self, tables: Callable[[], Iterable[Table]], decide: Callable[[Table, int, str], None]) -> None:
        self._tables = tables
        self._decide = decide
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="timekeeper", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopped.wait(EVERY):
            for table in self._tables():
                self._look(table)

    def _look(self, table: Table) -> None:
        try:
            with table.lock:
                seat = table.clock.flag_fell()
                waiting = seat is not None and table.match.player == seat and table.chairs[seat].kind == "person"
                begun = not table.open_seats()
            if seat is not None and waiting and begun:
                self._decide(table, seat, STAND_IN)
        except Exception:  # one table must not stop the clocks of the others
            log.exception("table %s: its clock could not be seen to", table.id)
