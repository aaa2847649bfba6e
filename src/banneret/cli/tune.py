"""Learns by self-play what a game's features are worth, for the players that think.

Each round plays games between the weights so far and fits them anew. Stop at any time with Ctrl-C: with --keep
the same command goes on from the last full round. The same arguments give the same weights. 'banneret sharpen'
makes them better still, by what wins games between searches.

examples:
  banneret tune baron --players 2 --rounds 6 --games 1000
  banneret tune baron --players 4 --keep baron-4.json --ship     and put them into the game's folder
"""

from __future__ import annotations

import argparse
from pathlib import Path

from banneret.core.errors import UnreadableText
from banneret.games import load
from banneret.players.tune import Progress, load_progress, save_progress, tune
from banneret.players.weights import TUNED, ship

NAME = "tune"
HELP = "learn by self-play what positions are worth"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's key, see 'banneret games'")
    parser.add_argument("--players", type=int, default=2, metavar="N", help="how many play (default: 2)")
    parser.add_argument("--rounds", type=int, default=6, metavar="R", help="rounds of play and fit (default: 6)")
    parser.add_argument("--games", type=int, default=1000, metavar="G", help="games of each round (default: 1000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="for other games (default: 1)")
    parser.add_argument("--keep", metavar="FILE", help="keep the rounds in this file, and go on from it")
    parser.add_argument("--ship", action="store_true", help="put the weights into the game's folder")


def run(arguments: argparse.Namespace) -> None:
    if arguments.rounds < 1 or arguments.games < 1:
        raise UnreadableText("--rounds and --games take positive numbers")
    game = load(arguments.game)
    game.options({"players": arguments.players})
    progress = Progress(arguments.game, arguments.players, arguments.games, arguments.seed)
    keep = Path(arguments.keep) if arguments.keep else None
    if keep and keep.exists():
        progress = load_progress(keep, progress)
    for found in tune(game, progress, arguments.rounds):
        print(
            f"round {found['round']} of {arguments.rounds}: {found['positions']} positions, loss {found['loss']}",
            flush=True,
        )
        if keep:
            save_progress(keep, progress)
    show(progress.rounds[-1]["weights"])
    if arguments.ship:
        print(f"written to {ship(game, arguments.players, TUNED, progress.rounds[-1]['weights'])}")


def show(weights: dict[str, list[float]]) -> None:
    """What each feature is worth."""
    print(f"  {'feature':24} {'at the start':>12} {'at the end':>12}")
    for name, (early, added) in weights.items():
        print(f"  {name:24} {early:12.4f} {early + added:12.4f}")
