"""What the commands that learn weights share: tune, sharpen and school."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from banneret.core.game import Game
from banneret.games import load
from banneret.players.tune import Progress, SomeProgress, load_progress, save_progress
from banneret.players.weights import Told, ship


def add_learning(parser: argparse.ArgumentParser, rounds: int, games: int) -> None:
    """The arguments of a command that learns weights."""
    parser.add_argument("game", metavar="GAME", help="a game's key, see 'banneret games'")
    parser.add_argument("--players", type=int, default=2, metavar="N", help="how many play (default: 2)")
    parser.add_argument(
        "--rounds", type=int, default=rounds, metavar="R", help=f"rounds of play (default: {rounds})"
    )
    parser.add_argument(
        "--games", type=int, default=games, metavar="G", help=f"games of each round (default: {games})"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="for other games (default: 1)")
    parser.add_argument("--keep", metavar="FILE", help="keep the rounds in this file, and go on from it")
    parser.add_argument("--ship", action="store_true", help="put the weights into the game's folder")


def add_searching(parser: argparse.ArgumentParser, thought: int) -> None:
    """And of one whose players search."""
    parser.add_argument(
        "--thought",
        type=int,
        default=thought,
        metavar="I",
        help=f"iterations for each decision (default: {thought})",
    )
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, metavar="J", help="threads (default: all cores)"
    )


def load_table(arguments: argparse.Namespace) -> Game:
    """The game, which so many can play."""
    game = load(arguments.game)
    game.options({"players": arguments.players})
    return game


def resumed(arguments: argparse.Namespace, fresh: SomeProgress) -> SomeProgress:
    """What was kept of the same learning, if anything was."""
    keep = Path(arguments.keep) if arguments.keep else None
    return load_progress(keep, fresh) if keep and keep.exists() else fresh


def follow(
    arguments: argparse.Namespace,
    progress: Progress,
    rounds: Iterable[dict[str, Any]],
    tell: Callable[[dict[str, Any]], str],
) -> None:
    """Tell of each round when it is over, and keep it."""
    for found in rounds:
        print(f"round {found['round']} of {arguments.rounds}: {tell(found)}", flush=True)
        if arguments.keep:
            save_progress(Path(arguments.keep), progress)


def told_by_loss(found: dict[str, Any]) -> str:
    return f"{found['positions']} positions, loss {found['loss']}"


def finish(arguments: argparse.Namespace, game: Game, kind: str, weights: Told) -> None:
    """Show what was learnt, and ship it if that is wished."""
    print(f"  {'feature':24} {'at the start':>12} {'at the end':>12}")
    for name, (early, added) in weights.items():
        print(f"  {name:24} {early:12.4f} {early + added:12.4f}")
    if arguments.ship:
        print(f"written to {ship(game, arguments.players, kind, weights)}")
