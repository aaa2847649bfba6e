"""Measures how fast the engines are, beside OpenSpiel's hex 11x11 and python-chess, all in one run on one core.

Machines differ and are noisy, so what counts are the ratios within a run: every subject is measured in
turn, several times over, and the median is told. A game whose folder has a yardstick is measured beside the
same playouts written in C. OpenSpiel and python-chess are installed by 'make bench' (or pip install
'banneret[bench]'); what is missing, a C compiler too, is left out.

examples:
  banneret bench
  banneret bench baron --seconds 2
  banneret bench --json > bench.json
"""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from banneret.core.game import Game, Handle, Mode
from banneret.core.kernel import can_compile
from banneret.core.match import Match
from banneret.core.playout import UNIFORM
from banneret.core.yardstick import CPlayout
from banneret.games import edition, editions, load, yardstick
from banneret.players.mcts import SearchPlayer
from banneret.players.player import see
from banneret.players.spec import LEVELS, make_player, read_settings

if TYPE_CHECKING:
    from rich.table import Table

NAME = "bench"
HELP = "how fast it is, beside others"
LIMIT = 100_000
COPIES = 200_000
OPEN_SPIEL = "OpenSpiel hex 11x11, driven from Python"
CHESS = "python-chess"
SPEED = "actions/s"
COMPILED, IN_C = "compiled", "the same in C"

Subject = Callable[[], int]  # works for a while, and returns how many actions it did


@dataclass(frozen=True)
class Figure:
    """A measured number, and how it compares with the others' actions per second."""

    what: str
    value: float
    unit: str
    times_open_spiel: float | None = None
    times_chess: float | None = None
    of_c: float | None = None  # per cent of the speed of the same playouts in C


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help="keys of games (default: all)")
    parser.add_argument("--seconds", type=float, default=0.5, help="for each measurement (default: 0.5)")
    parser.add_argument("--repeats", type=int, default=5, help="measurements of each subject (default: 5)")
    parser.add_argument("--no-compile", action="store_true", help="leave out the times of cold and warm starts")
    parser.add_argument("--json", action="store_true", help="as JSON, for programs")


def run(arguments: argparse.Namespace) -> None:
    keys = [edition(key).info.key for key in arguments.games] or list(editions())
    figures = list(measured(keys, arguments))
    if arguments.json:
        print(json.dumps({"machine": machine(), "figures": [asdict(figure) for figure in figures]}, indent=2))
    else:
        show(figures)


def measured(keys: list[str], arguments: argparse.Namespace) -> Iterator[Figure]:
    """All figures: speeds first, then searches, then states, then starts."""
    speeds = rates(subjects(keys), max(0.01, arguments.seconds), max(1, arguments.repeats))
    spiel, chess = speeds.get(OPEN_SPIEL), speeds.get(CHESS)
    for what, speed in speeds.items():
        in_c = speeds.get(f"{what.removesuffix(COMPILED)}{IN_C}") if what.endswith(COMPILED) else None
        yield Figure(
            what, speed, SPEED, spiel and speed / spiel, chess and speed / chess, in_c and 100 * speed / in_c
        )
    if not can_compile():
        return
    for key in keys:
        yield from searched(load(key, Mode.COMPILED), arguments)
    for key in keys:
        game = load(key, Mode.COMPILED)
        yield Figure(f"{key}: size of a state", game.state_bytes, "bytes")
        yield Figure(f"{key}: copying a state in a kernel", copy_nanoseconds(game, arguments.repeats), "ns")
    if not arguments.no_compile:
        for key in keys:
            with tempfile.TemporaryDirectory() as empty:
                yield Figure(f"{key}: cold compile of everything", start_seconds(WARM_UP, key, empty), "s")
                yield Figure(f"{key}: warm start to first action", start_seconds(FIRST_ACTION, key, empty), "s")


# Actions per second


def subjects(keys: list[str]) -> dict[str, Subject]:
    """What is measured: each game compiled with the fewest and with four players, and pure; and the others."""
    found: dict[str, Subject] = {}
    for key in keys:
        for players in sorted({edition(key).info.players[0], 4}):
            if can_compile():
                game = load(key, Mode.COMPILED)
                found[f"{key}, {players} players, {COMPILED}"] = playouts(game, players)
                if (in_c := yardstick(game)) is not None:
                    found[f"{key}, {players} players, {IN_C}"] = playouts_in_c(game, players, in_c)
        players = edition(key).info.players[0]
        found[f"{key}, {players} players, pure Python"] = playouts(load(key, Mode.PURE), players)
    if importlib.util.find_spec("pyspiel"):
        found[OPEN_SPIEL] = open_spiel()
    if importlib.util.find_spec("chess"):
        found[CHESS] = python_chess()
    return found


def rates(subjects: dict[str, Subject], seconds: float, repeats: int) -> dict[str, float]:
    """The median speed of each subject, measured in turn so that all meet the same weather."""
    for subject in subjects.values():
        subject()
    speeds: dict[str, list[float]] = {what: [] for what in subjects}
    for _ in range(repeats):
        for what, subject in subjects.items():
            done = 0
            began = time.perf_counter()
            while (passed := time.perf_counter() - began) < seconds:
                done += subject()
            speeds[what].append(done / passed)
    return {what: statistics.median(found) for what, found in speeds.items()}


def playouts(game: Game, players: int) -> Subject:
    """One game of uniform players after the other, each from another setup."""
    starts, states, rng = beginnings(game, players), game.states(1), game.sown(1)
    codes, weights = game.row("i4", game.info.codes), game.row("i8", game.info.codes)

    def play() -> int:
        states[0] = starts[int(rng[0]) % len(starts)][0]
        return int(game.kernels.playout(states, UNIFORM, codes, weights, rng, LIMIT))

    return play


def playouts_in_c(game: Game, players: int, in_c: CPlayout) -> Subject:
    """The very same games, played by the game's yardstick."""
    starts, states, rng = beginnings(game, players), game.states(1), game.sown(1)

    def play() -> int:
        states[0] = starts[int(rng[0]) % len(starts)][0]
        return in_c(states, rng, LIMIT)

    return play


def beginnings(game: Game, players: int) -> list[Handle]:
    options = game.options({"players": players})
    return [game.start(options, game.setup(options, random.Random(seed))) for seed in range(20)]


def open_spiel() -> Subject:
    import pyspiel

    hex_game = pyspiel.load_game("hex(board_size=11)")

    def play() -> int:
        state = hex_game.new_initial_state()
        actions = 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            actions += 1
        return actions

    return play


def python_chess() -> Subject:
    import chess

    def play() -> int:
        board = chess.Board()
        while len(board.move_stack) < 200 and (moves := list(board.legal_moves)):
            board.push(random.choice(moves))
        return len(board.move_stack)

    return play


# Searches


def searched(game: Game, arguments: argparse.Namespace) -> Iterator[Figure]:
    """Iterations a second from the opening with whole playouts and with the default, one thread and two, and how
    well budgets are kept."""
    key = game.info.key
    whole = "sharpness=0,horizon=1000000"
    seconds = max(0.01, arguments.seconds)
    for what, settings in (("whole playouts", whole), ("default", "")):
        speeds = rates(
            {f"{n}": iterations(game, seconds, f"threads={n}" + f",{settings}" * bool(settings)) for n in (1, 2)},
            seconds,
            max(1, arguments.repeats),
        )
        yield Figure(f"{key}: search, {what}, one thread", speeds["1"], "iterations/s")
        yield Figure(f"{key}: search, {what}, two threads", speeds["2"], "iterations/s")
        yield Figure(f"{key}: search, {what}, two threads by one", speeds["2"] / speeds["1"], "times")
    for spec in ("mcts:0.2s", next(iter(LEVELS))):
        taken = [answer_milliseconds(game, spec, seed) for seed in range(max(5, arguments.repeats))]
        yield Figure(f"{key}: {spec} answers, median", statistics.median(taken), "ms")
        yield Figure(f"{key}: {spec} answers, slowest", max(taken), "ms")


def iterations(game: Game, seconds: float, settings: str) -> Subject:
    """Searches of two players' openings, each with a fresh tree; counts iterations."""
    rng = random.Random(1)
    player = SearchPlayer("bench", game, 2, read_settings(f"{seconds:.6f}s,{settings}", "bench"), rng)
    matches = [opened(game, seed) for seed in range(20)]

    def think() -> int:
        player.forget()
        return sum(line.visits for line in player.consider(see(rng.choice(matches), rng)))

    return think


def opened(game: Game, seed: int) -> Match:
    """A game of two at its first choice of a seat."""
    rng = random.Random(seed)
    match = Match.new(game, {"players": 2}, rng)
    while match.player == "chance" or len(match.legal()) < 2:
        match.play(match.choose(rng))
    return match


def answer_milliseconds(game: Game, spec: str, seed: int) -> float:
    """How long a player takes for a decision some way into a game, its first one left out."""
    match = opened(game, seed)
    rng = random.Random(seed)
    player = make_player(spec, game, 2, rng)
    player.choose(see(match, rng))
    while match.ply < 30 + seed or match.player == "chance" or len(match.legal()) < 2:
        match.play(match.choose(rng))
    seen = see(match, rng)
    began = time.perf_counter()
    player.choose(seen)
    return 1000 * (time.perf_counter() - began)


# States and starts


def copy_nanoseconds(game: Game, repeats: int) -> float:
    states = game.states(3)
    game.kernels.copy_many(states, 1)
    times = []
    for _ in range(max(1, repeats)):
        began = time.perf_counter_ns()
        game.kernels.copy_many(states, COPIES)
        times.append((time.perf_counter_ns() - began) / COPIES)
    return statistics.median(times)


WARM_UP = "import sys, banneret; list(banneret.load(sys.argv[1], 'compiled').kernels.warm())"
FIRST_ACTION = "import sys, banneret; m = banneret.new(sys.argv[1], seed=1, mode='compiled'); m.play(m.legal()[0])"


def start_seconds(program: str, key: str, cache: str) -> float:
    """How long a fresh process takes for a small program, from start to exit."""
    began = time.perf_counter()
    environment = {**os.environ, "BANNERET_CACHE": cache}
    subprocess.run([sys.executable, "-c", program, key], env=environment, check=True)
    return time.perf_counter() - began


# Telling


def machine() -> dict[str, Any]:
    versions = {"python": platform.python_version()}
    for package in ("numba", "numpy", "open_spiel", "chess"):
        if importlib.util.find_spec({"open_spiel": "pyspiel"}.get(package, package)):
            versions[package] = importlib.metadata.version(package)
    return {"system": platform.system(), "processor": platform.machine(), "cores": os.cpu_count(), **versions}


RATIOS = {
    "times\nOpenSpiel": "times_open_spiel",
    "times\nchess": "times_chess",
    "% of\nC": "of_c",
}


def show(figures: list[Figure]) -> None:
    """Speeds beside the others' speeds first, then what can be compared with nothing; both fit 80 columns."""
    from rich.console import Console

    console = Console(highlight=False)
    console.print(", ".join(f"{name} {value}" for name, value in machine().items()), style="dim")
    compared = [figure for figure in figures if figure.unit == SPEED]
    alone = [figure for figure in figures if figure.unit != SPEED]
    ratios = {heading: name for heading, name in RATIOS.items() if any(getattr(each, name) for each in compared)}
    for table in (speeds_table(compared, ratios), others_table(alone)):
        if table.row_count:
            console.print()
            console.print(table)


def speeds_table(figures: list[Figure], ratios: dict[str, str]) -> Table:
    table = new_table(f"\n{SPEED}", *ratios)
    for figure in figures:
        known = [getattr(figure, name) for name in ratios.values()]
        table.add_row(figure.what, f"{figure.value:,.0f}", *(f"{ratio:,.2f}" if ratio else "" for ratio in known))
    return table


def others_table(figures: list[Figure]) -> Table:
    table = new_table("", "")
    table.show_header = False
    table.columns[-1].justify = "left"
    for figure in figures:
        digits = 0 if figure.value >= 100 else 2
        table.add_row(figure.what, f"{figure.value:,.{digits}f}", figure.unit)
    return table


def new_table(*numbers: str) -> Table:
    """A table whose first column says what, and whose others are numbers that are never cut."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("")
    for heading in numbers:
        table.add_column(heading, justify="right", no_wrap=True)
    return table
