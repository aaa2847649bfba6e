"""The command line. Each command is a module that adds its arguments and runs; this one finds and guards them."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from banneret.core.errors import BanneretError

from . import (
    arena,
    bench,
    bench_server,
    bot_protocol,
    draw,
    games,
    hint,
    lab,
    new,
    perft,
    play,
    school,
    serve,
    sharpen,
    standings,
    trace,
    tune,
    warm,
)

COMMANDS = (
    serve,
    play,
    games,
    new,
    trace,
    draw,
    perft,
    hint,
    arena,
    standings,
    tune,
    sharpen,
    school,
    lab,
    bot_protocol,
    bench,
    bench_server,
    warm,
)

DESCRIPTION = "Baron games on hexes: play them, record them, take them apart."
EXAMPLES = """\
first steps:
  banneret serve                             play in the browser
  banneret play baron                        play in the terminal
  banneret games                             what there is to play
  banneret games baron                       its players, options and styles of play

games as text:
  banneret new baron --players 3 --seed 7 > game.json
  banneret trace game.json                   every position and what was legal, as JSON lines
  banneret trace --random --game baron --players 3 --seed 7 --changes

pictures:
  banneret draw game.json --ply 40 -o board.png
  banneret draw game.json -o replay.html     the whole game, animated, in one file

players:
  banneret hint game.json --ply 40           the best actions there, and how it might go on
  banneret arena --game baron --players mcts:0.2s,greedy,random --games 20
  banneret standings evening.jsonl           what the results of several arenas tell together
  banneret tune baron --players 2            learn by self-play what positions are worth
  banneret sharpen baron --players 2         make that better by what wins games
  banneret school donjons --players 2        or by what long searches find out
  banneret bot-protocol mcts:0.2s            our players as a program that speaks JSON lines

designers:
  banneret lab ask seats --game terra        thousands of games, and a report that answers

engines:
  banneret perft baron --depth 4             count all sequences of actions
  banneret warm                              compile everything now rather than at first use
  banneret bench                             how fast it is
  banneret bench-server                      how many tables and listeners the server can take

Each command explains itself: banneret trace --help
"""


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="banneret",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    from banneret import __version__

    top.add_argument("--version", action="version", version=f"banneret {__version__}")
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        sub = commands.add_parser(
            command.NAME,
            help=command.HELP,
            description=command.__doc__,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.arguments(sub)
        sub.set_defaults(run=command.run)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; what is wrong with its input is said in a sentence, with exit code 2."""
    arguments = parser().parse_args(argv)
    try:
        arguments.run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (BanneretError, OSError) as error:
        print(f"banneret: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nbanneret: stopped", file=sys.stderr)
        return 130
    return 0
