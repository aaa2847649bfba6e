"""A server that is killed in the middle of everything: what was acknowledged is there, and nothing half done."""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import secrets
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

KILLS = int(os.environ.get("BANNERET_KILLS", "4"))
TABLES = 6


class Player(threading.Thread):
    """Plays both seats of a table by HTTP as fast as it can, and notes what the server acknowledged."""

    def __init__(self, port: int, seed: int) -> None:
        super().__init__(daemon=True)
        self.port = port
        self.rng = random.Random(seed)
        self.table = ""
        self.cookie = ""
        self.acknowledged: list[str] = []

    def ask(self, method: str, path: str, content: Any = None, kind: str = "application/json") -> Any:
        body = content if isinstance(content, str) else json.dumps(content)
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)) as connection:
            connection.request(method, path, body, {"Content-Type": kind, "Cookie": self.cookie})
            answer = connection.getresponse()
            given = answer.getheader("Set-Cookie")
            self.cookie = given.split(";")[0] if given else self.cookie
            return answer.getheader("Location") if answer.status == 303 else json.loads(answer.read())

    def sit_down(self) -> None:
        form = "game=barony&players=2&seat.0=me&seat.1=person"
        self.table = self.ask("POST", "/tables", form, "application/x-www-form-urlencoded")

    def run(self) -> None:
        try:
            told = self.ask("GET", f"{self.table}/seat?as=0")
            while told["acting"] is not None:
                if not told["legal"]:
                    told = self.ask("GET", f"{self.table}/seat?as={told['acting']}")
                action = self.rng.choice(told["legal"])
                asked = {
                    "seat": told["acting"],
                    "action": action,
                    "seq": told["seq"],
                    "key": secrets.token_urlsafe(9),
                }
                told = self.ask("POST", f"{self.table}/moves", asked)
                self.acknowledged.append(action)
        except (OSError, http.client.HTTPException, ValueError):
            return  # the server is gone


def started(folder: Path) -> tuple[subprocess.Popen[str], int]:
    command = [sys.executable, "-m", "banneret", "serve", "--no-open", "--pure", "--no-limits", "--port", "0"]
    server = subprocess.Popen([*command, "--folder", str(folder)], stdout=subprocess.PIPE, text=True)
    assert server.stdout
    with server.stdout as told:
        found = re.search(r":(\d+)", told.readline())
    assert found
    return server, int(found[1])


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    players: list[Player] = []
    for kill in range(KILLS):
        server, port = started(tmp_path)
        try:
            fresh = [Player(port, 100 * kill + number) for number in range(TABLES)]
            for player in fresh:
                player.sit_down()
            for player in fresh:
                player.start()
            wait_until_played(fresh)
        finally:
            server.kill()
            server.wait()
        for player in fresh:
            player.join()
        players += fresh
    server, port = started(tmp_path)
    try:
        for player in players:
            player.port = port
            kept = player.ask("GET", f"{player.table}/seat?as=0")["actions"]
            acknowledged = player.acknowledged
            assert kept[: len(acknowledged)] == acknowledged
            assert len(kept) <= len(acknowledged) + 1, "at most what was asked for and not yet acknowledged"
        assert sum(len(player.acknowledged) for player in players) > 100
    finally:
        server.kill()
        server.wait()


def wait_until_played(players: list[Player]) -> None:
    """Some moves at every table, so that the kill comes in the middle."""
    for _ in range(600):
        if all(len(player.acknowledged) > 8 for player in players):
            return
        time.sleep(0.05)
