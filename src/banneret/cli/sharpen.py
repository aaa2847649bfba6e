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

from banneret.core.errors import UnreadableText
from banneret.players.sharpen import Sharpening, sharpen, tempered
from banneret.players.weights import SHARPENED

from .learning import add_learning, add_searching, finish, follow, load_table, resumed

NAME = "sharpen"
HELP = "make weights better by what wins games between searches"


def arguments(parser: argparse.ArgumentParser) -> None:
    add_learning(parser, rounds=40, games=128)
    add_searching(parser, thought=32)
    parser.add_argument(
        "--step", type=float, default=0.1, metavar="X", help="how far to move towards what won (default: 0.1)"
    )
    parser.add_argument(
        "--tuned",
        type=float,
        default=0.0,
        metavar="SHARE",
        help="mix this share of tuned weights back in (default: 0)",
    )


def run(arguments: argparse.Namespace) -> None:
    if min(arguments.games, arguments.thought, arguments.jobs) < 1:
        raise UnreadableText("--games, --thought and --jobs take positive numbers")
    if arguments.rounds < 0:
        raise UnreadableText("--rounds takes 0 or more")
    if not 0 <= arguments.tuned <= 1:
        raise UnreadableText("--tuned takes a share from 0 to 1")
    if not 0 < arguments.step <= 1:
        raise UnreadableText("--step takes a number above 0, up to 1")
    game = load_table(arguments)
    fresh = Sharpening(
        arguments.game,
        arguments.players,
        arguments.games,
        arguments.seed,
        thought=arguments.thought,
        step=arguments.step,
    )
    progress = resumed(arguments, fresh)
    rounds = sharpen(game, progress, arguments.rounds, arguments.jobs)
    follow(arguments, progress, rounds, lambda found: f"mean margin {found['margin']:.2f}")
    weights = tempered(game, arguments.players, progress.settled(game), arguments.tuned)
    finish(arguments, game, SHARPENED, weights)
