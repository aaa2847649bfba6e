"""Compiles everything now, so that nobody waits at first use. What is compiled already is only loaded.

Machine code is kept in the user's cache folder, or where BANNERET_CACHE says; code of older versions that
nothing uses any more is removed.

examples:
  banneret warm
  banneret warm baron
"""

from __future__ import annotations

import argparse

from banneret.core.game import Mode
from banneret.core.kernel import Function, can_compile
from banneret.games import edition, editions, load
from banneret.players import KERNELS

NAME = "warm"
HELP = "compile everything now"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help="keys of games (default: all)")
    parser.add_argument("--mode", choices=["compiled", "checked"], default="compiled", help="which build")
    parser.add_argument("--no-lab", action="store_true", help="leave out what only the lab needs")


def run(arguments: argparse.Namespace) -> None:
    keys = [edition(key).info.key for key in arguments.games] or list(editions())
    if not can_compile():
        print("There is nothing to compile with: numba is missing or switched off, so rules run as pure Python.")
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    kernels: list[Function] = [*KERNELS, *(() if arguments.no_lab else lab_kernels())]
    games = [load(key, Mode(arguments.mode)) for key in keys]
    columns = (TextColumn("{task.description:24}"), BarColumn(), TextColumn("{task.completed}/{task.total}"))
    with Progress(*columns, TimeElapsedColumn()) as progress:
        bar = progress.add_task("", total=sum(len(game.kernels.names) + len(kernels) for game in games))
        for game in games:
            for name in game.kernels.warm():
                progress.update(bar, description=f"{game.info.key} {name}")
                progress.advance(bar)
            for kernel in kernels:
                progress.update(bar, description=f"{game.info.key} {kernel.__name__}")
                game.kernels.bind(kernel)
                progress.advance(bar)
        progress.update(bar, description="ready")


def lab_kernels() -> tuple[Function, ...]:
    """What the lab needs compiled; it brings libraries that nothing else here wants."""
    from banneret.lab import KERNELS as LAB

    return LAB
