"""Who listens to a table, and how they hear that something happened. What they then may see, each asks for."""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict
from collections.abc import AsyncGenerator


class Hub:
    """Tells listeners of a table its newest sequence number. Threads may tell; listeners are coroutines."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._lock = threading.Lock()

    def tell(self, table_id: str, seq: int | None) -> None:
        """Tell a table's newest number; None where only who is there has changed."""
        with self._lock:
            listeners = list(self._listeners.get(table_id, ()))
        for listener in listeners:
            listener.hear(seq)

    def count(self, table_id: str) -> int:
        with self._lock:
            return len(self._listeners.get(table_id, ()))

    def present(self, table_id: str) -> list[int]:
        """The seats whose people are listening."""
        with self._lock:
            return sorted({seat for listener in self._listeners.get(table_id, ()) for seat in listener.seats})

    async def listen(
        self, table_id: str, quiet: float, seats: tuple[int, ...] = ()
    ) -> AsyncGenerator[int | None, None]:
        """Sequence numbers as they come, the newest where several came; None after so many quiet seconds."""
        listener = Listener(asyncio.get_running_loop(), seats)
        with self._lock:
            self._listeners[table_id].add(listener)
        if seats:
            self.tell(table_id, None)
        try:
            while True:
                yield await listener.wait(quiet)
        finally:
            with self._lock:
                self._listeners[table_id].discard(listener)
                if not self._listeners[table_id]:
                    del self._listeners[table_id]
            if seats:
                self.tell(table_id, None)


class Listener:
    """One connection's ear."""

    def __init__(self, loop: asyncio.AbstractEventLoop, seats: tuple[int, ...]) -> None:
        self.seats = seats
        self._loop = loop
        self._newest: int | None = None
        self._rung = asyncio.Event()

    def hear(self, seq: int | None) -> None:
        self._newest = self._newest if seq is None else seq
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._rung.set)

    async def wait(self, quiet: float) -> int | None:
        try:
            await asyncio.wait_for(self._rung.wait(), quiet)
        except TimeoutError:
            return None
        self._rung.clear()
        return -1 if self._newest is None else self._newest
