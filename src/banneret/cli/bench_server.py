"""Measures the server: many tables at once, played by programs, with everything kept on disk; and many who listen.

A server process of its own is started in an empty folder; the client is a plain HTTP client in this process, so
that both share the machine.

examples:
  banneret bench-server
  banneret bench-server --tables 50 --seconds 5 --listeners 200
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

NAME = "bench-server"
HELP = "measure the server with many tables and listeners"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", default="barony", help="which game (default: barony)")
    parser.add_argument("--tables", type=int, default=200, help="tables at once (default: 200)")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long to play (default: 10)")
    parser.add_argument("--listeners", type=int, default=1000, help="listeners of one table (default: 1000)")


def run(arguments: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "banneret", "serve", "--no-open", "--no-limits", "--port", "0"]
        server = subprocess.Popen([*command, "--folder", folder], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout
            port = int(server.stdout.readline().split("localhost:")[1].split()[0])
            with asyncio.Runner(loop_factory=quickest_loop()) as runner:
                runner.run(measure(port, server.pid, arguments))
        finally:
            server.terminate()
            server.wait()


def quickest_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The client shares the machine with the server, so it must be cheap."""
    try:
        import uvloop
    except ImportError:
        return None
    make: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return make


class Line(asyncio.Protocol):
    """A connection over which one request follows the other; every answer is read to its end."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport
        self._got = b""
        self._answer: asyncio.Future[tuple[str, bytes]]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._answer.done():
            self._answer.set_exception(exc or ConnectionResetError("the server hung up"))

    async def ask(self, request: bytes) -> tuple[str, bytes]:
        """The head and the content of the answer."""
        self._answer = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return await self._answer

    def data_received(self, data: bytes) -> None:
        self._got += data
        head, ended, content = self._got.partition(b"\r\n\r\n")
        told = head.decode("latin-1")
        if ended and len(content) >= int(header(told, "content-length") or 0):
            self._got = b""
            self._answer.set_result((told, content))


def header(head: str, name: str) -> str:
    """A header by its name, as our server writes it; nothing if it is not there."""
    return head.partition(f"\r\n{name}: ")[2].partition("\r\n")[0]


@dataclass
class Client:
    """A browser or a program: its cookie, and a line that stays open."""

    port: int
    cookie: str = ""
    line: Line | None = None

    async def ask(self, method: str, path: str, body: str = "", kind: str = "application/json") -> tuple[int, Any]:
        """The status and the content of an answer; a redirect's content is where it leads."""
        if self.line is None:
            loop = asyncio.get_running_loop()
            _, self.line = await loop.create_connection(Line, "127.0.0.1", self.port)
        content = body.encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n"
            f"Content-Length: {len(content)}\r\nCookie: {self.cookie}\r\n\r\n"
        )
        told, answer = await self.line.ask(head.encode() + content)
        status = int(told.split(" ", 2)[1])
        self.cookie = header(told, "set-cookie").partition(";")[0] or self.cookie
        return status, header(told, "location") if status == 303 else json.loads(answer)

    async def sit_down(self, game: str) -> tuple[str, Any]:
        """A new table at which this client plays both seats, and what the first of them sees."""
        form = f"game={game}&players=2&seat.0=me&seat.1=person"
        _, table = await self.ask("POST", "/tables", form, "application/x-www-form-urlencoded")
        return table, await self.look(table, 0)

    async def look(self, table: str, seat: int) -> Any:
        return (await self.ask("GET", f"{table}/seat?as={seat}"))[1]

    async def move(self, table: str, told: Any) -> Any:
        """Play the first action that is legal; what is told then."""
        body = {
            "seat": told["acting"],
            "action": told["legal"][0],
            "seq": told["seq"],
            "key": secrets.token_urlsafe(9),
        }
        status, told = await self.ask("POST", f"{table}/moves", json.dumps(body))
        if status != 200:
            raise RuntimeError(f"{status}: {told}")
        return told


async def measure(port: int, server: int, arguments: argparse.Namespace) -> None:
    await warmed_up(port, arguments.game)
    latencies: list[float] = []
    until = time.perf_counter() + arguments.seconds
    began, busy, own = time.perf_counter(), cpu_seconds(server), time.process_time()
    await asyncio.gather(*(play(port, arguments.game, until, latencies) for _ in range(arguments.tables)))
    seconds, busy, own = time.perf_counter() - began, cpu_seconds(server) - busy, time.process_time() - own
    latencies.sort()
    each = 1000 / len(latencies)
    print(f"{arguments.tables} tables of {arguments.game}: {len(latencies) / seconds:,.0f} moves/s, ", end="")
    print(f"p50 {at(latencies, 0.5):.0f} ms, p99 {at(latencies, 0.99):.0f} ms; ", end="")
    print(f"a move cost the server {busy * each:.2f} ms of a processor, the client {own * each:.2f} ms")
    waits = sorted(await heard(port, arguments.game, arguments.listeners))
    print(f"{len(waits)} listeners of one table: a move was heard after ", end="")
    print(f"{at(waits, 0.5):.0f} ms (half of them), {waits[-1] * 1000:.0f} ms (the last)")


def cpu_seconds(process: int) -> float:
    """The processor time that a process has used, which other programs on the machine do not change; 0 where the
    system does not tell."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def at(values: list[float], share: float) -> float:
    return values[min(len(values) - 1, int(share * len(values)))] * 1000


async def warmed_up(port: int, game: str) -> None:
    """Let the server play some moves before anything is measured."""
    for _ in range(5):
        await play(port, game, time.perf_counter() + 0.2, [])


async def play(port: int, game: str, until: float, latencies: list[float]) -> None:
    """Play a table until the time is over, and a new one when a game is over."""
    client = Client(port)
    table, told = await client.sit_down(game)
    while time.perf_counter() < until:
        if told["acting"] is None:
            table, told = await client.sit_down(game)
            continue
        if not told["legal"]:
            told = await client.look(table, told["acting"])
        began = time.perf_counter()
        told = await client.move(table, told)
        latencies.append(time.perf_counter() - began)


class Ear(asyncio.Protocol):
    """Listens to a table: ready when it has heard the first number, and done when it hears a later one."""

    def __init__(self, table: str, cookie: str, seq: int) -> None:
        loop = asyncio.get_running_loop()
        self.ready: asyncio.Future[None] = loop.create_future()
        self.heard: asyncio.Future[float] = loop.create_future()
        self._request = f"GET {table}/events HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n".encode()
        self._seq = seq

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        cast(asyncio.Transport, transport).write(self._request)

    def data_received(self, data: bytes) -> None:
        for line in data.splitlines():
            if line.startswith(b"data: "):
                seq = json.loads(line[6:])["seq"]
                if not self.ready.done():
                    self.ready.set_result(None)
                if seq > self._seq and not self.heard.done():
                    self.heard.set_result(time.perf_counter())


async def heard(port: int, game: str, count: int) -> list[float]:
    """How long after a move was asked for each listener hears of it."""
    client = Client(port)
    table, told = await client.sit_down(game)
    ears = []
    loop = asyncio.get_running_loop()
    for _ in range(count):
        _, ear = await loop.create_connection(lambda: Ear(table, client.cookie, told["seq"]), "127.0.0.1", port)
        ears.append(ear)
    await asyncio.gather(*(ear.ready for ear in ears))
    mover = Client(port, client.cookie)  # the first line may have been closed meanwhile
    told = await mover.look(table, told["acting"])
    began = time.perf_counter()
    await mover.move(table, told)
    return [moment - began for moment in await asyncio.gather(*(ear.heard for ear in ears))]
