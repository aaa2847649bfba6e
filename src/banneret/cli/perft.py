"""Counts all sequences of actions up to a depth, outcomes of chance included.

Engines that agree on these numbers agree on what is legal; where they do not, --divide shows where to look.

examples:
  banneret perft baron --depth 4 --seed 1
  banneret perft baron --players 4 --depth 3 --divide
  banneret perft --record game.json --ply 40 --depth 3
"""

from __future__ import annotations

import argparse
import sys
import time

from banneret.core.errors import UnreadableText
from banneret.core.match import Match
from banneret.core.trace import divide, perft
from banneret.games import load

from .common import add_mode, add_seed, add_table, new_match, replayed

NAME = "perft"
HELP = "count all sequences of actions up to a depth"
DEEPEST = 12


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="a game's key; the count begins at a random setup")
    parser.add_argument("--record", metavar="FILE", help="count from a position of this record instead")
    parser.add_argument("--ply", type=int, metavar="P", help="with --record: from which ply (default: its end)")
    parser.add_argument("--depth", type=int, default=3, metavar="D", help="how many actions (default: 3)")
    parser.add_argument("--divide", action="store_true", help="a count for each first action")
    add_table(parser)
    add_seed(parser, "begins at the same setup every time")
    add_mode(parser, "compiled")


def run(arguments: argparse.Namespace) -> None:
    if not 1 <= arguments.depth <= DEEPEST:
        raise UnreadableText(f"--depth takes 1 to {DEEPEST}")
    match = start(arguments)
    began = time.perf_counter()
    if arguments.divide:
        total = 0
        for action, count in divide(match.game, match.state, arguments.depth):
            print(f"{action}: {count}")
            total += count
        print(f"total: {total}")
    else:
        for depth in range(1, arguments.depth + 1):
            print(f"depth {depth}: {perft(match.game, match.state, depth)}", flush=True)
    print(f"{time.perf_counter() - began:.2f} s", file=sys.stderr)


def start(arguments: argparse.Namespace) -> Match:
    if (arguments.game is None) == (arguments.record is None):
        raise UnreadableText("name either a game or, with --record, a record")
    if arguments.record is None:
        return new_match(arguments, load(arguments.game, arguments.mode))
    match = replayed(arguments.record, arguments.mode)
    ply = match.ply if arguments.ply is None else arguments.ply
    if not 0 <= ply <= match.ply:
        raise UnreadableText(f"--ply takes 0 to {match.ply} for this record")
    return match.at(ply)
