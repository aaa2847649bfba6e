"""Many moves at once: kept together, each by itself, seen when they are kept, and answered to who asked."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from banneret.core.match import Match
from banneret.web.croupier import Croupier
from banneret.web.errors import NotYourTurn, Stale
from banneret.web.store import Chair, Right, Store
from banneret.web.table import Table
from banneret.web.writer import Change, Outcome
from tests.conftest import KEYS, pure, run_apart

ANNA = "a" * 64


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.at(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def changed() -> list[str]:
    """The tables at which something happened."""
    return []


@pytest.fixture
def croupier(store: Store, changed: list[str]) -> Iterator[Croupier]:
    working = Croupier(store.writer, lambda table: changed.append(table.id))
    yield working
    working.close()


def tables(store: Store, count: int, key: str = KEYS[0]) -> list[Table]:
    chairs = [Chair(seat, "person") for seat in (0, 1)]
    rights = [Right(ANNA, seat) for seat in (0, 1)]
    matches = [Match.new(pure(key), {"players": 2}, random.Random(number)) for number in range(count)]
    return [Table.create(store, match, chairs, ANNA, rights) for match in matches]


def first_action(croupier: Croupier, table: Table, key: str, action: str = "") -> Awaitable[Any]:
    seat = table.match.player
    assert isinstance(seat, int)
    return croupier.play(table, seat, action or table.match.legal()[0], table.seq, key, lambda told: told.seq)


async def all_of(asked: list[Awaitable[Any]]) -> list[Any]:
    return await asyncio.gather(*asked, return_exceptions=True)


def kept_actions(store: Store, table: Table) -> list[str]:
    kept = store.table(table.id)
    assert kept is not None
    return [entry.content["action"] for entry in kept.log if entry.kind == "action"]


class Disk:
    """A writer's disk that waits until it is let go, and counts the transactions."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.going = threading.Event()
        self.reached = threading.Event()
        self.transactions = 0
        self._tried: Callable[[Change], Outcome] = store.writer._tried
        monkeypatch.setattr(store.writer, "_tried", self.tried)

    def tried(self, change: Change) -> Outcome:
        self.transactions += 1
        self.reached.set()
        assert self.going.wait(10)
        return self._tried(change)


def test_moves_at_many_tables_are_kept_and_answered(store: Store, croupier: Croupier, changed: list[str]) -> None:
    seated = tables(store, 30)

    async def play_some() -> None:
        for number in range(5):
            answers = await all_of([first_action(croupier, table, f"key-{number:05}") for table in seated])
            assert answers == [table.seq for table in seated]

    run_apart(play_some())
    for table in seated:
        assert kept_actions(store, table) == table.match.actions
        assert len(table.match.actions) >= 5
    assert sorted(changed) == sorted([table.id for table in seated] * 5)


def test_what_waits_together_is_one_transaction(
    store: Store, croupier: Croupier, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated = tables(store, 20)
    disk = Disk(store, monkeypatch)

    async def play() -> list[Any]:
        first = asyncio.ensure_future(first_action(croupier, seated[0], "key-first"))
        assert await asyncio.to_thread(disk.reached.wait, 10)
        rest = [asyncio.ensure_future(first_action(croupier, table, "key-rest1")) for table in seated[1:]]
        await asyncio.sleep(0.2)
        assert not first.done(), "nothing is acknowledged before it is kept"
        disk.going.set()
        return await all_of([first, *rest])

    answers = run_apart(play())
    assert answers == [table.seq for table in seated]
    assert disk.transactions == 2


def test_a_table_that_is_made_among_moves_is_kept_with_them(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    blocking, moving = tables(store, 2)
    disk = Disk(store, monkeypatch)
    made = [table.make(table.match.player, table.match.legal()[0], 0, "key-00001") for table in (blocking, moving)]
    kept = [store.writer.begin([made[0].change])]
    assert disk.reached.wait(10)
    kept.append(store.writer.begin([made[1].change]))  # goes before the table that is made, but not in the order
    maker = threading.Thread(target=tables, args=(store, 1))
    maker.start()
    wait_until(lambda: store.writer._waiting.qsize() == 2)
    disk.going.set()
    maker.join()
    assert [each.result() for each in kept] == [[None], [None]]
    assert disk.transactions == 2


def wait_until(so: Callable[[], bool]) -> None:
    for _ in range(1000):
        if so():
            return
        time.sleep(0.01)
    raise AssertionError("this never came to be")


def test_a_move_is_not_seen_before_it_is_kept(
    store: Store, croupier: Croupier, monkeypatch: pytest.MonkeyPatch
) -> None:
    (table,) = tables(store, 1)
    disk = Disk(store, monkeypatch)
    looked: list[int] = []

    def look() -> None:
        with table.lock:
            looked.append(table.match.ply)

    async def play() -> None:
        asked = asyncio.ensure_future(first_action(croupier, table, "key-first"))
        assert await asyncio.to_thread(disk.reached.wait, 10)
        looker = threading.Thread(target=look)
        looker.start()
        time.sleep(0.1)
        assert not looked, "who looks waits"
        assert table.seq == 0
        disk.going.set()
        await asked
        await asyncio.to_thread(looker.join)

    run_apart(play())
    assert looked == [table.match.ply]
    assert table.match.ply > 0


def test_a_table_that_is_in_use_keeps_nobody_else_waiting(store: Store, croupier: Croupier) -> None:
    slow, *others = tables(store, 5)

    async def play() -> None:
        with slow.lock:
            waiting = asyncio.ensure_future(first_action(croupier, slow, "key-slow1"))
            answers = await asyncio.wait_for(
                all_of([first_action(croupier, other, "key-quick") for other in others]), 10
            )
            assert answers == [other.seq for other in others]
            assert not waiting.done()
        assert await asyncio.wait_for(waiting, 10) == slow.seq

    run_apart(play())
    assert slow.match.ply > 0


def test_what_is_asked_for_twice_at_once_happens_once(store: Store, croupier: Croupier) -> None:
    (table,) = tables(store, 1)

    async def play() -> list[Any]:
        return await all_of([first_action(croupier, table, "key-twice") for _ in range(10)])

    answers = run_apart(play())
    assert answers == [table.seq] * 10
    assert len([entry for entry in table.log if entry.key]) == 1


def test_of_moves_for_one_position_one_is_played(store: Store, croupier: Croupier) -> None:
    (table,) = tables(store, 1)

    async def play() -> list[Any]:
        return await all_of([first_action(croupier, table, f"key-{number:05}") for number in range(6)])

    answers = run_apart(play())
    assert sum(isinstance(answer, Stale | NotYourTurn) for answer in answers) == 5
    assert len([entry for entry in table.log if entry.key]) == 1
    assert kept_actions(store, table) == table.match.actions


def test_a_refused_or_failed_move_takes_no_other_with_it(store: Store, croupier: Croupier) -> None:
    refused, failing, *others = tables(store, 6)
    before = failing.match.describe()
    store.append(failing.id, [failing._act(failing.match.legal()[0], "key-other")], failing.standing())
    failing.match.go_to(0)  # somebody else has written number 1 of this table: ours cannot be kept

    async def play() -> list[Any]:
        asked = [first_action(croupier, refused, "key-00001", "nonsense")]
        asked += [first_action(croupier, table, "key-00001") for table in (failing, *others)]
        return await all_of(asked)

    answers = run_apart(play())
    assert [isinstance(answer, Exception) for answer in answers] == [True, True, False, False, False, False]
    assert (failing.match.describe(), failing.seq, failing.match.actions) == (before, 0, [])
    assert refused.seq == 0
    for other in others:
        assert kept_actions(store, other) == other.match.actions != []
    assert all(table.lock.acquire(blocking=False) for table in (refused, failing, *others)), "all are free again"


def test_moves_that_are_under_way_are_finished_before_it_closes(
    store: Store, changed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    croupier = Croupier(store.writer, lambda table: changed.append(table.id))
    seated = tables(store, 3)
    disk = Disk(store, monkeypatch)

    async def play() -> list[Any]:
        asked = [asyncio.ensure_future(first_action(croupier, seated[0], "key-00001"))]
        assert await asyncio.to_thread(disk.reached.wait, 10)
        asked += [asyncio.ensure_future(first_action(croupier, table, "key-00001")) for table in seated[1:]]
        closing = asyncio.ensure_future(asyncio.to_thread(croupier.close))
        await asyncio.sleep(0.1)
        disk.going.set()
        await closing
        return await asyncio.wait_for(all_of([*asked]), 10)

    assert run_apart(play()) == [table.seq for table in seated]
