"""Makes the shipped weights of a game's features better by what wins games between searches.

Each round tries random changes of all weights against the opposite changes and moves the weights towards what
won. What comes out is the mean over the second half of the rounds, with --tuned 0.5 half of it the weights of
'banneret tune': where players wait for each other for ever by sharpened weights, that brings games to an end. Stop
at any time with Ctrl-C: with --keep the same command goes on from the last full round. The same arguments and
shipped weights give the same weights.

examples:
  banneret sharpen baron --rounds 40 --games 128
  banneret sharpen baron --rounds 0 --tuned 0.5                      mix tuned weights in, play no rounds
  banneret sharpen baron --players 4 --keep baron-4.json --ship     and put them into the game's folder
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from banneret.core.errors import UnreadableText
from banneret.games import load
from banneret.players.sharpen import Sharpening, settled, sharpen, tempered
from banneret.players.tune import load_progress, save_progress
from banneret.players.weights import SHARPENED, ship

from .tune import show

NAME = "sharpen"
HELP = "make weights better by what wins games between searches"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's key, see 'banneret games'")
    parser.add_argument("--players", type=int, default=2, metavar="N", help="how many play (default: 2)")
    parser.add_argument("--rounds", type=int, default=40, metavar="R", help="rounds of changes (default: 40)")
    parser.add_argument("--games", type=int, default=128, metavar="G", help="games of each round (default: 128)")
    parser.add_argument(
        "--thought", type=int, default=32, metavar="I", help="iterations for each decision (default: 32)"
    )
    parser.add_argument(
        "--step", type=float, default=0.1, metavar="X", help="how far to move towards what won (default: 0.1)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="for other games (default: 1)")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, metavar="J", help="threads (default: all cores)"
    )
    parser.add_argument("--keep", metavar="FILE", help="keep the rounds in this file, and go on from it")
    parser.add_argument(
        "--tuned",
        type=float,
        default=0.0,
        metavar="SHARE",
        help="mix this share of tuned weights back in (default: 0)",
    )
    parser.add_argument("--ship", action="store_true", help="put the weights into the game's folder")


def run(arguments: argparse.Namespace) -> None:
    if min(arguments.games, arguments.thought, arguments.jobs) < 1:
        raise UnreadableText("--games, --thought and --jobs take positive numbers")
    if arguments.rounds < 0:
        raise UnreadableText("--rounds takes 0 or more")
    if not 0 <= arguments.tuned <= 1:
        raise UnreadableText("--tuned takes a share from 0 to 1")
    if not 0 < arguments.step <= 1:
        raise UnreadableText("--step takes a number above 0, up to 1")
    game = load(arguments.game)
    game.options({"players": arguments.players})
    progress = Sharpening(
        arguments.game,
        arguments.players,
        arguments.games,
        arguments.seed,
        thought=arguments.thought,
        step=arguments.step,
    )
    keep = Path(arguments.keep) if arguments.keep else None
    if keep and keep.exists():
        progress = load_progress(keep, progress)
    for found in sharpen(game, progress, arguments.rounds, arguments.jobs):
        print(f"round {found['round']} of {arguments.rounds}: mean margin {found['margin']:.2f}", flush=True)
        if keep:
            save_progress(keep, progress)
    weights = tempered(game, arguments.players, settled(game, progress), arguments.tuned)
    show(weights)
    if arguments.ship:
        print(f"written to {ship(game, arguments.players, SHARPENED, weights)}")
