"""Makes a new game: a record with a random setup and no actions yet.

examples:
  banneret new baron --players 3 --seed 7              prints the record
  banneret new baron --players 3 --output game.json    writes it to a file
  banneret new baron --players 3 --setup               prints the setup alone
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from banneret.core.game import Mode
from banneret.games import load

from .common import add_seed, add_table, new_match

NAME = "new"
HELP = "a random setup, or an empty record"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's key, see 'banneret games'")
    add_table(parser)
    add_seed(parser, "makes the same setup every time")
    parser.add_argument("--setup", action="store_true", help="only the setup, without a record around it")
    parser.add_argument("--output", metavar="FILE", help="write to a new file instead of printing")


def run(arguments: argparse.Namespace) -> None:
    match = new_match(arguments, load(arguments.game, Mode.PURE))
    text = json.dumps(match.setup) + "\n" if arguments.setup else match.record().dumps()
    if arguments.output is None:
        print(text, end="")
        return
    with Path(arguments.output).open("x", encoding="utf-8") as file:
        file.write(text)
