"""Measures the server: many tables at once, played by programs, with everything kept on disk; some tables played
as the page plays, which wants the whole picture after each move; and many who listen to one table.

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
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

NAME = "bench-server"
HELP = "measure the server with many tables and listeners"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", default="barony", help="which game (default: barony)")
    parser.add_argument("--tables", type=int, default=200, help="tables at once (default: 200)")
    parser.add_argument("--pages", type=int, default=20, help="tables played as the page plays (default: 20)")
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
    """A program that plays both seats of a table: its cookie, a line that stays open, what it was told last."""

    port: int
    game: str
    cookie: str = ""
    table: str = ""
    page: bool = False  # whether it asks for what the page asks for
    line: Line | None = None
    told: dict[str, Any] = field(default_factory=dict)

    async def ask(
        self, method: str, path: str, body: str = "", kind: str = "application/json"
    ) -> tuple[str, bytes]:
        """The head and the content of an answer."""
        if self.line is None or self.line.transport.is_closing():  # after some idle seconds the server hangs up
            loop = asyncio.get_running_loop()
            _, self.line = await loop.create_connection(Line, "127.0.0.1", self.port)
        content = body.encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n"
            f"Content-Length: {len(content)}\r\nCookie: {self.cookie}\r\n\r\n"
        )
        told, answer = await self.line.ask(head.encode() + content)
        if told[9:12] not in ("200", "303"):
            raise RuntimeError(f"{told.splitlines()[0]}: {answer.decode()}")
        return told, answer

    async def sit_down(self) -> None:
        """Make a table."""
        form = f"game={self.game}&players=2&seat.0=me&seat.1=person"
        told, _ = await self.ask("POST", "/tables", form, "application/x-www-form-urlencoded")
        self.cookie = header(told, "set-cookie").partition(";")[0]
        self.table = header(told, "location")
        _, answer = await self.ask("GET", f"{self.table}/seat?as=0")
        self.told = json.loads(answer)
        if not self.told["legal"]:
            _, answer = await self.ask("GET", f"{self.table}/seat?as={self.told['acting']}")
            self.told = json.loads(answer)

    async def move(self) -> None:
        """Play the first action that is legal."""
        body = {
            "seat": self.told["acting"],
            "action": self.told["legal"][0],
            "seq": self.told["seq"],
            "key": secrets.token_urlsafe(9),
        }
        _, answer = await self.ask("POST", f"{self.table}/{'actions' if self.page else 'moves'}", json.dumps(body))
        self.told = json.loads(answer)
        if self.page:
            await self.look()

    async def look(self) -> None:
        """Where the answer shows another seat than the one that acts, as at a screen that is handed over, ask."""
        if self.told["acting"] is not None and not self.told["paths"]:
            _, answer = await self.ask("GET", f"{self.table}/position?as={self.told['acting']}")
            self.told = json.loads(answer)
        self.told["legal"] = list(self.told["paths"])


async def measure(port: int, server: int, arguments: argparse.Namespace) -> None:
    for client in await seated(port, arguments.game, 5):
        await play(client, 0.2, [])  # until everything has been used once
    clients = await seated(port, arguments.game, arguments.tables)
    print(f"{len(clients)} tables of {arguments.game}:", await measured(clients, arguments.seconds, server))
    pages = await seated(port, arguments.game, arguments.pages)
    for client in pages:
        client.page = True
    print(f"{len(pages)} tables played as the page plays:", await measured(pages, arguments.seconds / 2, server))
    waits = sorted(await heard(port, arguments.game, arguments.listeners))
    print(f"{len(waits)} listeners of one table: a move was heard after ", end="")
    print(f"{at(waits, 0.5):.0f} ms (half of them), {waits[-1] * 1000:.0f} ms (the last)")


async def measured(clients: list[Client], seconds: float, server: int) -> str:
    """What came of it when all of them played at once."""
    latencies: list[float] = []
    began, busy, own = time.perf_counter(), cpu_seconds(server), time.process_time()
    await asyncio.gather(*(play(client, seconds, latencies) for client in clients))
    seconds, busy, own = time.perf_counter() - began, cpu_seconds(server) - busy, time.process_time() - own
    latencies.sort()
    each = 1000 / len(latencies)
    half, nearly_all = at(latencies, 0.5), at(latencies, 0.99)
    return (
        f"{len(latencies) / seconds:,.0f} moves/s, p50 {half:.0f} ms, p99 {nearly_all:.0f} ms; "
        f"a move cost the server {busy * each:.2f} ms of a processor, the client {own * each:.2f} ms"
    )


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


async def seated(port: int, game: str, count: int) -> list[Client]:
    """Clients that sit at new tables."""
    clients = [Client(port, game) for _ in range(count)]
    for client in clients:
        await client.sit_down()
    return clients


async def play(client: Client, seconds: float, latencies: list[float]) -> None:
    """Play at a client's table for some time, and at a new one when a game is over; notes how long each move took
    from being asked for to being acknowledged."""
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        if client.told["over"]:
            await client.sit_down()
            continue
        began = time.perf_counter()
        await client.move()
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
    (client,) = await seated(port, game, 1)
    loop, table, seq = asyncio.get_running_loop(), client.table, client.told["seq"]
    ears = []
    for _ in range(count):
        _, ear = await loop.create_connection(lambda: Ear(table, client.cookie, seq), "127.0.0.1", port)
        ears.append(ear)
    await asyncio.gather(*(ear.ready for ear in ears))
    began = time.perf_counter()
    await client.move()
    return [moment - began for moment in await asyncio.gather(*(ear.heard for ear in ears))]
