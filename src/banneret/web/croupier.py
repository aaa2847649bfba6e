"""Moves at many tables at once: made one after the other in one thread, and kept with one commit.

Who asks for a move is a coroutine, and waits without a thread of its own. Whatever waits when the croupier looks
is played together; when all of it is kept, all who asked are answered with one call into their loop.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeAlias

from .table import Made, Table
from .writer import Outcome, Writer

AT_ONCE = 100
HELPERS = 8
Told: TypeAlias = Any  # what the asker wants to know afterwards
Telling: TypeAlias = Callable[[Table], Told]

log = logging.getLogger(__name__)


@dataclass(eq=False)
class Wish:
    """A move that somebody asks for, what he wants to be told when it is kept, and what became of it."""

    table: Table
    seat: int
    action: str
    seq: int
    key: str
    tell: Telling
    future: asyncio.Future[Told]
    made: Made | None = None
    told: Told = None
    wrong: Exception | None = None

    def make(self) -> None:
        """Make the move, unless it was made when it was asked for before."""
        try:
            if self.key not in self.table.done:
                self.made = self.table.make(self.seat, self.action, self.seq, self.key)
        except Exception as error:  # told to who asked, and to nobody else
            self.wrong = error

    def settle(self, wrong: Outcome) -> None:
        """The move that was made is kept, or could not be."""
        assert self.made
        if wrong is None:
            self.table.settle(self.made)
        else:
            self.table.unmake(self.made)
            self.wrong = wrong

    def be_told(self) -> None:
        if self.wrong is None:
            try:
                self.told = self.tell(self.table)
            except Exception as error:
                self.wrong = error

    def answer(self) -> None:
        """In the loop of who asked: answer him, unless he is gone."""
        if self.future.done():
            return
        if self.wrong:
            self.future.set_exception(self.wrong)
        else:
            self.future.set_result(self.told)


class Croupier:
    """Plays what is asked for. `changed` hears of every table at which something happened."""

    def __init__(self, writer: Writer, changed: Callable[[Table], None]) -> None:
        self._writer = writer
        self._changed = changed
        self._waiting: queue.SimpleQueue[Wish | None] = queue.SimpleQueue()
        self._helpers = ThreadPoolExecutor(HELPERS, thread_name_prefix="croupier")
        self._thread = threading.Thread(target=self._run, name="croupier", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._waiting.put(None)
        self._thread.join()
        self._helpers.shutdown(wait=True)

    async def play(
        self,
        table: Table,
        seat: int,
        action: str,
        seq: int,
        key: str,
        tell: Telling,
    ) -> Told:
        """Carry out a seat's action as `Table.play` does. What `tell` makes of the table then, while nobody else
        can change it, is the answer."""
        future: asyncio.Future[Told] = asyncio.get_running_loop().create_future()
        self._waiting.put(Wish(table, seat, action, seq, key, tell, future))
        return await future

    def _run(self) -> None:
        going = True
        while going:
            batch = [self._waiting.get()]
            while len(batch) < AT_ONCE and not self._waiting.empty():
                batch.append(self._waiting.get())
            going = None not in batch
            wishes = [wish for wish in batch if wish is not None]
            try:
                self._play(wishes)
            except Exception as error:  # ours, and not of one move: the next ones must not wait for ever
                log.exception("moves could not be played")
                for wish in wishes:
                    wish.wrong = error
                self._answer(wishes)

    def _play(self, wishes: list[Wish]) -> None:
        """Play at every table that is free; where somebody else is at it, a helper waits for it."""
        held: dict[str, Wish] = {}
        try:
            for wish in wishes:
                if wish.table.id not in held and wish.table.lock.acquire(blocking=False):
                    held[wish.table.id] = wish
                else:
                    self._helpers.submit(self._play_alone, wish)
            self._play_held([*held.values()])
        finally:
            for wish in held.values():
                wish.table.lock.release()
        self._answer([*held.values()])

    def _play_alone(self, wish: Wish) -> None:
        with wish.table.lock:
            self._play_held([wish])
        self._answer([wish])

    def _play_held(self, wishes: list[Wish]) -> None:
        for wish in wishes:
            wish.make()
        made = [wish for wish in wishes if wish.made]
        for wish, wrong in zip(made, self._kept(made), strict=True):
            wish.settle(wrong)
        for wish in wishes:
            wish.be_told()

    def _kept(self, made: list[Wish]) -> list[Outcome]:
        return self._writer.do_each([wish.made.change for wish in made if wish.made]) if made else []

    def _answer(self, wishes: list[Wish]) -> None:
        for wish in wishes:
            if wish.made and not wish.wrong:
                self._changed(wish.table)
        loops: dict[asyncio.AbstractEventLoop, list[Wish]] = {}
        for wish in wishes:
            loops.setdefault(wish.future.get_loop(), []).append(wish)
        for loop, answered in loops.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(answer_all, answered)


def answer_all(wishes: list[Wish]) -> None:
    for wish in wishes:
        wish.answer()
