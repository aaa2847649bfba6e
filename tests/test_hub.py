"""Who listens to a table hears of it once, whoever tells; who comes and goes is told when it is news."""

from __future__ import annotations

import asyncio
import gc
import json
import threading
from typing import Any

import pytest

from banneret.web import sweeping
from banneret.web.live import Hub
from tests.conftest import run_apart


def told(news: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(news.removeprefix(b"data: "))
    return found


def test_many_tellings_before_the_loop_looks_ring_once_and_wake_everybody() -> None:
    async def listen() -> None:
        hub = Hub()
        with hub.listening("t") as circle, hub.listening("t"):
            ears = [asyncio.ensure_future(circle.rung_since(circle.rings, 10)) for _ in range(5)]
            await asyncio.sleep(0)
            before = circle.rings
            tellers = [threading.Thread(target=hub.tell, args=("t",)) for _ in range(8)]
            for teller in tellers:
                teller.start()
            for teller in tellers:
                teller.join()
            assert await asyncio.gather(*ears) == [True] * 5
            assert circle.rings == before + 1
            assert await circle.rung_since(before, 0.0), "who was busy when it rang hears it still"
            assert not await circle.rung_since(circle.rings, 0.01)
        hub.tell("t")  # nobody listens any more

    run_apart(listen())


def test_only_who_is_new_or_gone_is_news() -> None:
    async def listen() -> None:
        hub = Hub()
        with hub.listening("t", (0,)) as circle:
            first = circle.rings
            assert told(circle.news(3)) == {"seq": 3, "present": [0]}
            with hub.listening("t", (0,)), hub.listening("t"):
                assert circle.rings == first, "a second screen of the same person"
            assert circle.rings == first
            with hub.listening("t", (1,)):
                assert circle.rings == first + 1
                assert told(circle.news(3)) == {"seq": 3, "present": [0, 1]}
            assert circle.rings == first + 2
            assert told(circle.news(3)) == {"seq": 3, "present": [0]}
            assert told(circle.news(4)) == {"seq": 4, "present": [0]}
            assert circle.news(4) is circle.news(4), "made once for all"

    run_apart(listen())


def test_waiting_ends_when_it_is_so_and_not_before() -> None:
    async def wait() -> None:
        hub, numbers = Hub(), [0]
        waiting = asyncio.ensure_future(hub.wait_until("t", lambda: numbers[-1] > 1, 10))
        await asyncio.sleep(0.02)
        numbers.append(1)
        hub.tell("t")
        await asyncio.sleep(0.02)
        assert not waiting.done()
        numbers.append(2)
        hub.tell("t")
        await asyncio.wait_for(waiting, 5)
        await asyncio.wait_for(hub.wait_until("t", lambda: False, 0.01), 5)

    run_apart(wait())


def test_what_outlives_a_full_sweep_is_set_aside_for_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(gc, "freeze", lambda: done.append("freeze"))
    monkeypatch.setattr(gc, "unfreeze", lambda: done.append("unfreeze"))
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    sweeper = sweeping.Sweeper(now)

    def sweep(generation: int) -> list[str]:
        done.clear()
        for phase in ("start", "stop"):
            sweeper(phase, {"generation": generation})
        return done.copy()

    assert sweep(1) == []
    assert sweep(2) == ["freeze"]
    now += sweeping.THOROUGH
    assert sweep(2) == ["unfreeze", "freeze"]
    assert sweep(2) == ["freeze"]
