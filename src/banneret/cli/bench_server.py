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
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

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
            asyncio.run(measure(port, server.pid, arguments))
        finally:
            server.terminate()
            server.wait()


@dataclass
class Connection:
    """A connection that stays open: one request after the other."""

    port: int
    headers: dict[str, str] = field(default_factory=dict)
    streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: str = "", kind: str = "application/json") -> tuple[int, Any]:
        """The status and the content of an answer; a redirect's content is where it leads."""
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        content = body.encode()
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(content)}"]
        lines += [f"Content-Type: {kind}", *(f"{name}: {value}" for name, value in self.headers.items()), "", ""]
        writer.write("\r\n".join(lines).encode() + content)
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        status = int(head.split()[1])
        found = {name.lower(): value for name, _, value in (line.partition(": ") for line in head.split("\r\n"))}
        if "set-cookie" in found:
            self.headers["Cookie"] = found["set-cookie"].split(";")[0]
        answer = await reader.readexactly(int(found.get("content-length", "0")))
        return status, found["location"] if status == 303 else json.loads(answer) if answer else None


async def measure(port: int, server: int, arguments: argparse.Namespace) -> None:
    await warmed_up(port, arguments.game)
    latencies: list[float] = []
    until = time.perf_counter() + arguments.seconds
    began, busy = time.perf_counter(), cpu_seconds(server)
    await asyncio.gather(*(played(port, arguments.game, until, latencies) for _ in range(arguments.tables)))
    seconds, busy = time.perf_counter() - began, cpu_seconds(server) - busy
    latencies.sort()
    print(f"{arguments.tables} tables of {arguments.game}: {len(latencies) / seconds:,.0f} moves/s, ", end="")
    print(f"p50 {at(latencies, 0.5):.0f} ms, p99 {at(latencies, 0.99):.0f} ms; ", end="")
    print(f"the server was busy for {busy / len(latencies) * 1000:.2f} ms a move")
    waits = sorted(await heard(port, arguments.game, arguments.listeners))
    print(
        f"{len(waits)} listeners of one table: a move was heard after {at(waits, 0.5):.0f} ms (half of them), ",
        end="",
    )
    print(f"{waits[-1] * 1000:.0f} ms (the last)")


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


async def new_table(port: int, game: str) -> tuple[Connection, str]:
    connection = Connection(port)
    form = f"game={game}&players=2&seat.0=me&seat.1=person"
    _, table = await connection.ask("POST", "/tables", form, "application/x-www-form-urlencoded")
    return connection, str(table)


async def warmed_up(port: int, game: str) -> None:
    """Let the server play some moves before anything is measured."""
    for _ in range(5):
        await played(port, game, time.perf_counter() + 0.2, [])


async def played(port: int, game: str, until: float, latencies: list[float]) -> None:
    """Play a table by the first legal action until the time is over, and a new one when a game is over."""
    connection, table = await new_table(port, game)
    _, told = await connection.ask("GET", f"{table}/seat?as=0")
    while time.perf_counter() < until:
        seat = told["acting"]
        if seat is None:
            connection, table = await new_table(port, game)
            _, told = await connection.ask("GET", f"{table}/seat?as=0")
            continue
        if not told["legal"]:
            _, told = await connection.ask("GET", f"{table}/seat?as={seat}")
        body = {"seat": seat, "action": told["legal"][0], "seq": told["seq"], "key": secrets.token_urlsafe(9)}
        began = time.perf_counter()
        status, told = await connection.ask("POST", f"{table}/moves", json.dumps(body))
        latencies.append(time.perf_counter() - began)
        if status != 200:
            raise RuntimeError(f"{status}: {told}")


async def heard(port: int, game: str, count: int) -> list[float]:
    """How long after a move was asked for each listener hears of it."""
    connection, table = await new_table(port, game)
    _, told = await connection.ask("GET", f"{table}/seat?as=0")
    ready = [asyncio.get_running_loop().create_future() for _ in range(count)]
    ears = [asyncio.create_task(listen(port, table, connection.headers, told["seq"], future)) for future in ready]
    await asyncio.gather(*ready)
    if not told["legal"]:
        _, told = await connection.ask("GET", f"{table}/seat?as={told['acting']}")
    body = {
        "seat": told["acting"],
        "action": told["legal"][0],
        "seq": told["seq"],
        "key": secrets.token_urlsafe(9),
    }
    began = time.perf_counter()
    await connection.ask("POST", f"{table}/moves", json.dumps(body))
    return [moment - began for moment in await asyncio.gather(*ears)]


async def listen(port: int, table: str, headers: dict[str, str], seq: int, ready: asyncio.Future[None]) -> float:
    """The moment at which a listener hears of a later number."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    own = "\r\n".join(f"{name}: {value}" for name, value in headers.items())
    writer.write(f"GET {table}/events HTTP/1.1\r\nHost: localhost\r\n{own}\r\n\r\n".encode())
    while True:
        line = await reader.readline()
        if line.startswith(b"data: "):
            if not ready.done():
                ready.set_result(None)
            if json.loads(line[6:])["seq"] > seq:
                writer.close()
                return time.perf_counter()
