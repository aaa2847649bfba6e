"""Replays a record and prints a JSON object for every position: player, legal actions, action, full state.

The last line of a finished game has "player": null and the result. A record with an illegal action is
refused, with the ply, the action and what would have been legal.

examples:
  banneret trace game.json
  banneret trace < game.json
  banneret trace game.json | jq -c '[.ply, .player, .action]'
  banneret trace --random --game baron --players 3 --seed 7
  banneret trace --random --game baron --style eager --record fight.json > fight.jsonl
  banneret trace game.json --changes          for people: what each action changed
"""

from __future__ import annotations

import argparse
import random
import sys

from banneret.core import playthrough
from banneret.core.errors import UnreadableText
from banneret.core.trace import dumps, trace, trace_random
from banneret.games import load

from .common import add_mode, add_seed, add_table, new_match, replayed

NAME = "trace"
HELP = "every position of a game, as JSON lines"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "source", nargs="?", metavar="RECORD", help="a record's file; '-' or nothing: standard input"
    )
    parser.add_argument("--random", action="store_true", help="play a game of random actions instead")
    parser.add_argument("--game", metavar="GAME", help="with --random: which game")
    parser.add_argument("--style", default="uniform", help="with --random: how the seats play (default: uniform)")
    parser.add_argument("--record", metavar="FILE", help="with --random: also write the game as a record")
    add_table(parser)
    add_seed(parser, "with --random: plays the same game every time")
    parser.add_argument("--changes", action="store_true", help="print what each action changed, for people")
    add_mode(parser, "pure")


def run(arguments: argparse.Namespace) -> None:
    if arguments.random:
        run_random(arguments)
        return
    if arguments.game or arguments.record:
        raise UnreadableText("--game and --record go with --random; a record tells its game itself")
    if arguments.source is None and sys.stdin.isatty():
        raise UnreadableText("name a record's file, give one on standard input, or use --random --game GAME")
    match = replayed(arguments.source or "-", arguments.mode)
    for line in playthrough.tell(match) if arguments.changes else map(dumps, trace(match)):
        print(line)


def run_random(arguments: argparse.Namespace) -> None:
    if arguments.source is not None:
        raise UnreadableText("a record and --random do not go together")
    if arguments.game is None:
        raise UnreadableText("--random needs --game GAME, see 'banneret games'")
    match = new_match(arguments, load(arguments.game, arguments.mode))
    rng = random.Random(None if arguments.seed is None else f"play {arguments.seed}")
    match.game.style(arguments.style)
    for line in trace_random(match, rng, arguments.style):
        if not arguments.changes:
            print(dumps(line))
    if arguments.changes:
        for told in playthrough.tell(match):
            print(told)
    if arguments.record:
        match.record().save(arguments.record)
