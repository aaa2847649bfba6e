"""Moves at many tables at once: made one after the other in one thread, and kept with one commit.

Who asks for a move is a coroutine, and waits without a thread of its own. Whatever waits when the croupier looks
is played together; when all of it is kept, all who asked are answered with one call into their loop.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
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
        self.wrong = wrong
        try:
            if wrong is None:
                self.table.settle(self.made)
            else:
                self.table.unmake(self.made)
        except Exception as error:  # ours; the tables of others must not suffer
            log.exception("table %s: a move could not be settled", self.table.id)
            self.wrong = error

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


@dataclass(frozen=True)
class Round:
    """Moves that are kept together: at which tables, which of them were made, and what becomes of those."""

    held: list[Wish]
    made: list[Wish]
    kept: Future[list[Outcome]]


class Croupier:
    """Plays what is asked for. `changed` hears of every table at which something happened.

    While one round is being written to the disk, the next one is made; a table takes part in one of them at most.
    """

    def __init__(self, writer: Writer, changed: Callable[[Table], None]) -> None:
        self._writer = writer
        self._changed = changed
        self._waiting: queue.SimpleQueue[Wish | None] = queue.SimpleQueue()
        self._held: set[str] = set()
        self._helpers = ThreadPoolExecutor(HELPERS, thread_name_prefix="croupier")
        self._thread = threading.Thread(target=self._run, name="croupier", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._waiting.put(None)
        self._thread.join()
        self._helpers.shutdown(wait=True)

    async def play(self, table: Table, seat: int, action: str, seq: int, key: str, tell: Telling) -> Told:
        """Carry out a seat's action as `Table.play` does. What `tell` makes of the table then, while nobody else
        can change it, is the answer."""
        future: asyncio.Future[Told] = asyncio.get_running_loop().create_future()
        self._waiting.put(Wish(table, seat, action, seq, key, tell, future))
        return await future

    def _run(self) -> None:
        underway: deque[Round] = deque()
        closing = False
        while underway or not closing:
            wishes = self._wishes(wait=not underway)
            closing = closing or None in wishes
            if wishes:
                underway.append(self._begin([wish for wish in wishes if wish is not None]))
            if len(underway) > 1 or not wishes:
                self._finish(underway.popleft())

    def _wishes(self, wait: bool) -> list[Wish | None]:
        """What waits now, and None where the croupier is to stop; without anything under way, it is waited for."""
        wishes = [self._waiting.get()] if wait else []
        while len(wishes) < AT_ONCE and not self._waiting.empty():
            wishes.append(self._waiting.get())
        return wishes

    def _begin(self, wishes: list[Wish]) -> Round:
        """Make moves at every table that is free; where somebody else is at it, a helper waits for it."""
        held = [wish for wish in wishes if self._seized(wish)]
        for wish in held:
            wish.make()
        made = [wish for wish in held if wish.made]
        return Round(held, made, self._writer.begin([wish.made.change for wish in made if wish.made]))

    def _seized(self, wish: Wish) -> bool:
        table = wish.table
        if table.id not in self._held and table.lock.acquire(blocking=False):
            self._held.add(table.id)
            return True
        self._helpers.submit(self._play_alone, wish)
        return False

    def _finish(self, round: Round) -> None:
        """When all is kept, it is so; then everybody else may have the tables again."""
        outcomes = round.kept.result()
        for wish, wrong in zip(round.made, outcomes, strict=True):
            wish.settle(wrong)
        for wish in round.held:
            wish.be_told()
            self._held.discard(wish.table.id)
            wish.table.lock.release()
        self._answer(round.held)

    def _play_alone(self, wish: Wish) -> None:
        with wish.table.lock:
            wish.make()
            if wish.made:
                (wrong,) = self._writer.begin([wish.made.change]).result()
                wish.settle(wrong)
            wish.be_told()
        self._answer([wish])

    def _answer(self, wishes: list[Wish]) -> None:
        loops: dict[asyncio.AbstractEventLoop, list[Wish]] = {}
        for wish in wishes:
            if wish.made and not wish.wrong:
                self._changed(wish.table)
            loops.setdefault(wish.future.get_loop(), []).append(wish)
        for loop, answered in loops.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(answer_all, answered)


def answer_all(wishes: list[Wish]) -> None:
    for wish in wishes:
        wish.answer()
