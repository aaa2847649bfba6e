"""Learns by self-play what a game's features are worth, for the players that think.

Each round plays games between the weights so far and fits them anew. Stop at any time with Ctrl-C: with --keep
the same command goes on from the last full round. The same arguments give the same weights. 'banneret sharpen'
makes them better still, by what wins games between searches, and 'banneret school' by what those find out.

examples:
  banneret tune baron --players 2 --rounds 6 --games 1000
  banneret tune baron --players 4 --keep baron-4.json --ship     and put them into the game's folder
"""

from __future__ import annotations

import argparse

from banneret.core.errors import UnreadableText
from banneret.players.tune import Progress, tune
from banneret.players.weights import TUNED

from .learning import add_learning, finish, follow, load_table, resumed, told_by_loss

NAME = "tune"
HELP = "learn by self-play what positions are worth"


def arguments(parser: argparse.ArgumentParser) -> None:
    add_learning(parser, rounds=6, games=1000)


def run(arguments: argparse.Namespace) -> None:
    if arguments.rounds < 1 or arguments.games < 1:
        raise UnreadableText("--rounds and --games take positive numbers")
    game = load_table(arguments)
    progress = resumed(arguments, Progress(arguments.game, arguments.players, arguments.games, arguments.seed))
    follow(arguments, progress, tune(game, progress, arguments.rounds), told_by_loss)
    finish(arguments, game, TUNED, progress.rounds[-1]["weights"])
