"""Who listens to a table, and how they hear that something happened. What they then may see, each asks for."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


class Hub:
    """Tells the listeners of a table that something changed. Threads may tell; listeners are coroutines of one
    event loop."""

    def __init__(self) -> None:
        self._circles: dict[str, Circle] = {}

    def tell(self, table_id: str) -> None:
        circle = self._circles.get(table_id)
        if circle:
            circle.ring_soon()

    @contextmanager
    def listening(self, table_id: str, seats: tuple[int, ...] = ()) -> Iterator[Circle]:
        """The circle of those who listen to a table, with one more among them, who plays these seats."""
        circle = self._circles.setdefault(table_id, Circle(asyncio.get_running_loop()))
        circle.enter(seats)
        try:
            yield circle
        finally:
            circle.leave(seats)
            if not circle.listeners:
                self._circles.pop(table_id, None)

    async def wait_until(self, table_id: str, so: Callable[[], bool], longest: float) -> None:
        """Wait for something that a change of a table brings about, or until the time is over."""
        with self.listening(table_id) as circle:
            try:
                async with asyncio.timeout(longest):
                    while not so():
                        await circle.rung()
            except TimeoutError:
                return


@dataclass
class Circle:
    """Those who listen to one table."""

    loop: asyncio.AbstractEventLoop
    listeners: int = 0
    rings: int = 0  # how often the bell has been rung
    _present: Counter[int] = field(default_factory=Counter)
    _bell: asyncio.Event = field(default_factory=asyncio.Event)
    _ringing: bool = False
    _news: tuple[int, bytes] = (-1, b"")

    def enter(self, seats: tuple[int, ...]) -> None:
        self.listeners += 1
        self._note_presence(seats, 1)

    def leave(self, seats: tuple[int, ...]) -> None:
        self.listeners -= 1
        self._note_presence(seats, -1)

    def _note_presence(self, seats: tuple[int, ...], more: int) -> None:
        """Who listens at a second screen, or with others at the same, is nothing new to anybody."""
        before = +self._present
        self._present.update(dict.fromkeys(seats, more))
        if before.keys() != (+self._present).keys():
            self._news = (-1, b"")
            self.ring()

    def ring_soon(self) -> None:
        """Ring, from whatever thread; several who ask for it before the loop comes to it make it ring once."""
        if not self._ringing and not self.loop.is_closed():
            self._ringing = True
            self.loop.call_soon_threadsafe(self.ring)

    def ring(self) -> None:
        self._ringing = False
        self.rings += 1
        bell, self._bell = self._bell, asyncio.Event()
        bell.set()

    async def rung(self) -> None:
        await self._bell.wait()

    async def rung_since(self, rings: int, longest: float) -> bool:
        """Whether the bell was rung since it had been rung so often; waits for it, but not for ever."""
        if self.rings == rings:
            try:
                async with asyncio.timeout(longest):
                    await self.rung()
            except TimeoutError:
                return False
        return True

    def news(self, seq: int) -> bytes:
        """The event that tells a table's number and the seats whose people listen; made once for all."""
        if self._news[0] != seq:
            told = json.dumps({"seq": seq, "present": sorted(+self._present)})
            self._news = seq, f"data: {told}\n\n".encode()
        return self._news[1]
