"""All tables: made, found again, and kept going by their bots."""

from __future__ import annotations

import threading
import weakref
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

from banneret.core.guide import Lesson
from banneret.core.match import Match

from .bots import Bots
from .croupier import Croupier
from .engines import Engines
from .errors import NoSuchTable
from .limits import Limits
from .live import Hub
from .store import Chair, Right, Store
from .table import Table
from .timekeeper import Timekeeper

IN_MEMORY = 500


class Tables:
    """Tables by their ids. Those used last are in memory; the others come back from the store. Of a table that
    somebody still has in hand there is never a second one."""

    def __init__(self, store: Store, engines: Engines, hub: Hub, bots: int = 2, limits: bool = True) -> None:
        self.store = store
        self.engines = engines
        self.hub = hub
        self.bots = Bots(engines, self.changed, bots)
        self.croupier = Croupier(store.writer, self.changed)
        self.limits = Limits(limits)
        self.timekeeper = Timekeeper(self.timed, self.bots.decide)
        self._open: OrderedDict[str, Table] = OrderedDict()
        self._in_hand: weakref.WeakValueDictionary[str, Table] = weakref.WeakValueDictionary()
        self._lock = threading.Lock()

    def close(self) -> None:
        self.timekeeper.close()
        self.engines.close()
        self.bots.close()
        self.croupier.close()
        self.store.close()

    def create(
        self,
        match: Match,
        chairs: Sequence[Chair],
        owner: str | None,
        rights: Sequence[Right] = (),
        past: Sequence[str] = (),
        clock: Mapping[str, Any] | None = None,
        lesson: Lesson | None = None,
    ) -> Table:
        table = Table.create(self.store, match, chairs, owner, rights, past, clock, lesson)
        with self._lock:
            self._hold(table)
        self.changed(table)
        return table

    def at_hand(self, table_id: str) -> Table | None:
        """The table of an id if it is in memory; never waits, so that an event loop may ask."""
        table = self._open.get(table_id)
        if table and self._lock.acquire(blocking=False):
            if table_id in self._open:
                self._open.move_to_end(table_id)
            self._lock.release()
        return table

    def find(self, table_id: str) -> Table:
        """The table of an id, and its bots set to work if it is their turn."""
        with self._lock:
            table = self._in_hand.get(table_id)
            if table is None:
                kept = self.store.table(table_id)
                if kept is None:
                    raise NoSuchTable("there is no such table")
                table = Table.resume(self.store, kept, self.engines.pure(kept.game))
            self._hold(table)
        self.engines.prepare(table.kept.game)
        self.bots.stir(table)
        return table

    def timed(self) -> list[Table]:
        """The tables in memory whose clock ticks."""
        with self._lock:
            return [table for table in self._open.values() if table.clock.kind and not table.match.over]

    def changed(self, table: Table) -> None:
        """Tell everybody who listens, and let the next bot think."""
        self.hub.tell(table.id)
        self.bots.stir(table)

    def _hold(self, table: Table) -> None:
        """Keep a table in memory, and let go of those that nobody used for long."""
        self._open[table.id] = self._in_hand[table.id] = table
        self._open.move_to_end(table.id)
        while len(self._open) > IN_MEMORY:
            self._open.popitem(last=False)
