"""Makes the shipped weights of a game's features better by what searches find out about positions.

Each round plays games between searches with the weights so far, and moves the weights towards what would have
told at once what the searches found out. What comes out is the mean over the second half of the rounds. Stop at
any time with Ctrl-C: with --keep the same command goes on from the last full round. The same arguments and shipped
weights give the same weights.

examples:
  banneret school donjons --rounds 12 --games 80
  banneret school donjons --thought 3000 --keep donjons.json --ship     and put them into the game's folder
"""

from __future__ import annotations

import argparse

from banneret.core.errors import UnreadableText
from banneret.players.school import Schooling, school
from banneret.players.weights import SHARPENED

from .learning import add_learning, add_searching, finish, follow, load_table, resumed, told_by_loss

NAME = "school"
HELP = "make weights better by what searches find out"


def arguments(parser: argparse.ArgumentParser) -> None:
    add_learning(parser, rounds=12, games=80)
    add_searching(parser, thought=800)


def run(arguments: argparse.Namespace) -> None:
    if min(arguments.rounds, arguments.games, arguments.thought, arguments.jobs) < 1:
        raise UnreadableText("--rounds, --games, --thought and --jobs take positive numbers")
    game = load_table(arguments)
    fresh = Schooling(
        arguments.game, arguments.players, arguments.games, arguments.seed, thought=arguments.thought
    )
    progress = resumed(arguments, fresh)
    follow(arguments, progress, school(game, progress, arguments.rounds, arguments.jobs), told_by_loss)
    finish(arguments, game, SHARPENED, progress.settled(game))
