"""Players that are programs of their own, and speak JSON lines: `cmd:./mybot`. See docs/bots.md.

We write a line, the program answers with a line. It is told no more than its seat may know.
"""

from __future__ import annotations

import contextlib
import json
import shlex
import subprocess
from typing import IO, Any

from banneret.core.errors import BanneretError, UnreadableText
from banneret.core.game import Game

from .player import Seen

PROTOCOL = 1
LONGEST_LINE = 10_000_000


class BadAnswer(BanneretError):
    """What a program said cannot be understood, or it said nothing."""


class OutsidePlayer:
    """Asks a program, which is started when it is first asked."""

    def __init__(self, spec: str, command: str, game: Game, players: int) -> None:
        self.program: subprocess.Popen[str] | None = None
        self.told = 0
        self.spec = spec
        self.game = game
        self.players = players
        try:
            self.command = shlex.split(command)
        except ValueError as error:
            raise UnreadableText(f"{spec!r}: {error}") from None
        if not self.command:
            raise UnreadableText(f"{spec!r}: cmd: is followed by a command, for example cmd:./mybot")

    def choose(self, seen: Seen) -> int:
        answer = self._ask(seen)
        action = answer.get("action")
        if not isinstance(action, str):
            raise BadAnswer(f'expected {{"action": "..."}}, got {json.dumps(answer)[:200]}')
        return self.game.code(action)

    def close(self) -> None:
        """End the program."""
        if self.program:
            self.program.kill()
            self.program.wait()
            for pipe in (self.program.stdin, self.program.stdout):
                with contextlib.suppress(OSError):  # what was said last may never have been read
                    if pipe:
                        pipe.close()
            self.program = None

    def __del__(self) -> None:
        self.close()

    def _ask(self, seen: Seen) -> dict[str, Any]:
        program = self.program or self._start(seen)
        if self.told > len(seen.history):  # something was taken back: the whole game is told again
            self.told = 0
        question = question_for(seen, self.told)
        self.told = len(seen.history)
        return exchange(program, question)

    def _start(self, seen: Seen) -> subprocess.Popen[str]:
        try:
            self.program = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except OSError as error:
            raise BadAnswer(f"{self.command[0]} cannot be started: {error.strerror}") from None
        hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            "game": self.game.info.key,
            "players": self.players,
            "options": self.game.changed_options(seen.options),
            "seat": seen.seat,
        }
        exchange(self.program, hello)
        return self.program


def question_for(seen: Seen, told: int) -> dict[str, Any]:
    """What a program is asked: what the seat sees, what is legal, and what happened since it was last asked."""
    return {
        "type": "act",
        "seat": seen.seat,
        "ply": len(seen.history),
        "view": seen.game.view(seen.state, seen.seat),
        "guess": seen.game.describe(seen.state),
        "legal": [seen.game.text(code) for code in seen.legal],
        "since": told,
        "actions": list(seen.history[told:]),
    }


def exchange(program: subprocess.Popen[str], question: dict[str, Any]) -> dict[str, Any]:
    """Say a line, and hear one."""
    assert program.stdin
    assert program.stdout
    try:
        print(json.dumps(question), file=program.stdin, flush=True)
    except OSError:
        raise BadAnswer("the program has ended") from None
    return read_line(program.stdout)


def read_line(source: IO[str]) -> dict[str, Any]:
    """A line of JSON that is an object; BadAnswer for anything else."""
    line = source.readline(LONGEST_LINE)
    if not line:
        raise BadAnswer("the program has ended")
    try:
        said = json.loads(line)
    except ValueError:
        raise BadAnswer(f"expected a line of JSON, got {line[:200]!r}") from None
    if not isinstance(said, dict):
        raise BadAnswer(f"expected an object, got {line[:200]!r}")
    return said
