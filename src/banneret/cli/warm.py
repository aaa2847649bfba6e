"""Compiles everything now, so that nobody waits at first use. What is compiled already is only loaded.

Games that share their rules are compiled together, and different ones at the same time. Machine code is kept in
the user's cache folder, or where BANNERET_CACHE says; code of older versions that nothing uses is removed.

examples:
  banneret warm
  banneret warm baron
  banneret warm --jobs 1         one after the other, to leave room for others
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import connection
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from banneret.core.errors import BanneretError
from banneret.core.game import Mode
from banneret.core.kernel import Function, can_compile
from banneret.games import edition, editions, load
from banneret.players import KERNELS

NAME = "warm"
HELP = "compile everything now"


@dataclass(frozen=True)
class Share:
    """What one process compiles: the editions of a folder, which have their rules in common."""

    keys: tuple[str, ...]
    mode: Mode
    lab: bool

    def steps(self) -> Iterator[tuple[str, bool]]:
        """Compile it, telling the name of every kernel before the work on it (False) and after (True)."""
        for key in self.keys:
            game = load(key, self.mode)
            for name in game.kernels.names:
                yield f"{key} {name}", False
                getattr(game.kernels, name)
                yield f"{key} {name}", True
            for kernel in kernels(self.lab):
                yield f"{key} {kernel.__name__}", False
                game.kernels.bind(kernel)
                yield f"{key} {kernel.__name__}", True

    @property
    def size(self) -> int:
        return sum(len(load(key, self.mode).kernels.names) + len(kernels(self.lab)) for key in self.keys)


def arguments(parser: argparse.ArgumentParser) -> None:
    cores = os.cpu_count() or 1
    parser.add_argument("games", nargs="*", metavar="GAME", help="keys of games (default: all)")
    parser.add_argument("--mode", choices=["compiled", "checked"], default="compiled", help="which build")
    parser.add_argument("--no-lab", action="store_true", help="leave out what only the lab needs")
    parser.add_argument(
        "--jobs", type=int, default=cores, metavar="J", help=f"1: use one core only (default: {cores})"
    )


def run(arguments: argparse.Namespace) -> None:
    keys = [edition(key).info.key for key in arguments.games] or list(editions())
    if not can_compile():
        print("There is nothing to compile with: numba is missing or switched off, so rules run as pure Python.")
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    work = shared_out(keys, Mode(arguments.mode), not arguments.no_lab)
    columns = (TextColumn("{task.description:24}"), BarColumn(), TextColumn("{task.completed}/{task.total}"))
    with Progress(*columns, TimeElapsedColumn()) as progress:
        bar = progress.add_task("", total=sum(share.size for share in work))
        underway: list[str] = []
        for kernel, done in steps(work, arguments.jobs):
            if done:
                underway.remove(kernel)
                progress.advance(bar)
            else:
                underway.append(kernel)
            progress.update(bar, description=", ".join(underway))
        progress.update(bar, description="ready")


def shared_out(keys: Sequence[str], mode: Mode, lab: bool) -> list[Share]:
    """Games by their folders."""
    folders: dict[object, list[str]] = {}
    for key in dict.fromkeys(keys):
        folders.setdefault(edition(key).folder, []).append(key)
    return [Share(tuple(together), mode, lab) for together in folders.values()]


def steps(work: Sequence[Share], jobs: int) -> Iterator[tuple[str, bool]]:
    """All steps as they happen. Shares are few and unequal, so all begin at once and the system shares the cores
    out among them: that ends earlier than giving each core one after the other."""
    if jobs < 2 or len(work) < 2:
        for share in work:
            yield from share.steps()
        return
    context = multiprocessing.get_context("spawn")
    processes = {}
    for share in work:
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=tell_steps, args=(share, theirs), daemon=True)
        process.start()
        theirs.close()
        processes[ours] = process
    while processes:
        for pipe in connection.wait(list(processes)):
            step = heard(pipe)  # type: ignore[arg-type]  # only pipes are waited for
            if step:
                yield step
            else:
                end(processes.pop(pipe))  # type: ignore[call-overload]  # as above


def heard(pipe: Connection) -> tuple[str, bool] | None:
    """What a process tells; None when it has ended."""
    try:
        step: tuple[str, bool] = pipe.recv()
    except EOFError:
        return None
    return step


def end(process: BaseProcess) -> None:
    process.join()
    if process.exitcode:
        raise BanneretError("a process that compiled came to grief; what it had finished is kept")


def tell_steps(share: Share, pipe: Connection) -> None:
    """In a process: compile a share. Ctrl-C is left to who waits for it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for step in share.steps():
        pipe.send(step)


def kernels(lab: bool) -> tuple[Function, ...]:
    """What players need compiled, and perhaps the lab, which brings libraries that nothing else here wants."""
    if not lab:
        return KERNELS
    from banneret.lab import KERNELS as LAB

    return (*KERNELS, *LAB)
