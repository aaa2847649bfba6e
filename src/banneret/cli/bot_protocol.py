"""Plays as a program that speaks JSON lines, so that other software can use our players, and as an example for
programs of your own. docs/bots.md describes what is said.

examples:
  banneret bot-protocol mcts:0.2s
  banneret arena --game baron --players "cmd:banneret bot-protocol greedy,random" --games 10
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from typing import Any

from banneret.core.errors import BanneretError, UnreadableText
from banneret.core.game import Game
from banneret.core.options import Options
from banneret.games import load
from banneret.players.player import Player, Seen
from banneret.players.spec import make_player

NAME = "bot-protocol"
HELP = "play as a program that speaks JSON lines"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("player", nargs="?", default="greedy", metavar="PLAYER", help="who (default: greedy)")
    parser.add_argument("--seed", type=int, metavar="S", help="for the same choices every time")


def run(arguments: argparse.Namespace) -> None:
    table = Partner(arguments.player, random.Random(arguments.seed))
    for line in sys.stdin:
        try:
            answer = table.answer(read(line))
        except BanneretError as error:
            answer = {"error": str(error)}
        print(json.dumps(answer), flush=True)


def read(line: str) -> dict[str, Any]:
    try:
        said = json.loads(line)
    except ValueError:
        raise UnreadableText("a line is a JSON object") from None
    if not isinstance(said, dict) or said.get("type") not in ("hello", "act"):
        raise UnreadableText("a line has the type 'hello' or 'act'")
    return said


class Partner:
    """Answers what is asked of a player."""

    def __init__(self, spec: str, rng: random.Random) -> None:
        self.spec = spec
        self.rng = rng
        self.player: Player | None = None
        self.game: Game | None = None
        self.options: Options = {}
        self.history: list[str] = []

    def answer(self, said: dict[str, Any]) -> dict[str, Any]:
        try:
            return self._hello(said) if said["type"] == "hello" else self._act(said)
        except (KeyError, TypeError) as error:
            raise UnreadableText(f"something is missing or wrong in {said['type']!r}: {error}") from None

    def _hello(self, said: dict[str, Any]) -> dict[str, Any]:
        self.game = load(str(said["game"]))
        self.options = self.game.options({**said.get("options", {}), "players": int(said["players"])})
        self.player = make_player(self.spec, self.game, self.options["players"], self.rng)
        self.history = []
        return {"name": f"banneret {self.spec}"}

    def _act(self, said: dict[str, Any]) -> dict[str, Any]:
        if self.game is None or self.player is None:
            raise UnreadableText("'hello' comes first")
        game = self.game
        self.history = [*self.history[: said["since"]], *said["actions"]]
        state = game.position(self.options, said["guess"])
        legal = [game.code(action) for action in said["legal"]]
        seen = Seen(game, int(said["seat"]), state, legal, tuple(self.history), self.options)
        return {"action": game.text(self.player.choose(seen))}
