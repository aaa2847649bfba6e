"""Lets players meet in many games and rates them.

Every seed is played in all seatings, so nobody owes anything to a seat or a setup. A share of 50 % at two seats
is even; the interval is a 95 % one. Stop at any time with Ctrl-C: with --results the same command goes on.

examples:
  banneret arena --game baron --players mcts:0.2s,greedy,random --games 100
  banneret arena --game baron --seats 4 --players knight,greedy --games 48 --results knights.jsonl
  banneret arena --game baron --players mcts:500,greedy --games 20 --records games/
"""

from __future__ import annotations

import argparse
import os
from collections import defaultdict
from itertools import groupby
from pathlib import Path
from statistics import fmean, median
from typing import Any

from banneret.core.errors import UnreadableText
from banneret.core.record import Record
from banneret.games import load
from banneret.players.arena import Ledger, Outcome, kept, play_all, schedule
from banneret.players.guard import PATIENCE
from banneret.players.spec import EXAMPLES, make_player, split_specs

from .common import option_values

NAME = "arena"
HELP = "let players meet, and rate them"
MOST_TROUBLES = 3  # told of a player in a game


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", required=True, metavar="GAME", help="a game's key, see 'banneret games'")
    parser.add_argument("--players", required=True, metavar="LIST", help=f"players, with commas: {EXAMPLES}")
    parser.add_argument("--seats", type=int, default=2, metavar="N", help="seats at each table (default: 2)")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="games of each pairing (default: 100)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the first seed (default: 1)")
    parser.add_argument(
        "-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, metavar="J", help="processes (default: all cores)"
    )
    parser.add_argument("--results", metavar="FILE", help="keep results in this file, and go on from it")
    parser.add_argument("--records", metavar="FOLDER", help="keep every game as a record")
    parser.add_argument(
        "--patience", type=float, default=PATIENCE, help=f"seconds for an answer (default: {PATIENCE:g})"
    )


def run(arguments: argparse.Namespace) -> None:
    specs = split_specs(arguments.players)
    game = load(arguments.game)
    options = game.options({**option_values(arguments.option), "players": arguments.seats})
    check(arguments, specs)
    tasks = list(schedule(arguments.game, game.changed_options(options), specs, arguments.games, arguments.seed))
    wanted = {task.name for task in tasks}
    with kept(Path(arguments.results) if arguments.results else None, load) as ledger:
        done = ledger.done
        rest = [task for task in tasks if task.name not in done]
        try:
            play(rest, ledger, arguments, len(tasks))
        finally:
            show([outcome for outcome in ledger.outcomes if outcome.task in wanted], specs, len(tasks))


def check(arguments: argparse.Namespace, specs: list[str]) -> None:
    """Refuse what cannot be played before anything is."""
    import random

    if len(set(specs)) != len(specs):
        raise UnreadableText("--players names somebody twice")
    if arguments.games < 1 or arguments.jobs < 1 or arguments.patience <= 0:
        raise UnreadableText("--games, --jobs and --patience take positive numbers")
    for spec in specs:
        make_player(spec, load(arguments.game, "pure"), arguments.seats, random.Random(0))


def play(rest: list[Any], ledger: Ledger, arguments: argparse.Namespace, total: int) -> None:
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    folder = Path(arguments.records) if arguments.records else None
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns) as progress:
        bar = progress.add_task("", total=total, completed=total - len(rest))
        for outcome in play_all(rest, load, arguments.jobs, folder is not None, arguments.patience):
            if folder and outcome.record:
                Record.from_data(outcome.record).save(folder / f"{len(ledger.outcomes) + 1:05}.json")
            ledger.add(outcome)
            for trouble in told_troubles(outcome):
                progress.console.print(trouble, style="red", markup=False)
            progress.advance(bar)


def told_troubles(outcome: Outcome) -> list[str]:
    """The first troubles of each player; a program that has ended fails at every one of its turns."""
    told = []
    for _, troubles in groupby(outcome.troubles, key=lambda trouble: trouble.partition(", ply ")[0]):
        theirs = list(troubles)
        told += theirs[:MOST_TROUBLES]
        if more := len(theirs[MOST_TROUBLES:]):
            told.append(f"... and {more} more of this player in this game; --results keeps them all")
    return told


def show(outcomes: list[Outcome], specs: list[str], total: int) -> None:
    """A line for each player: games, how many it won, its share with its interval, rating, and mean score."""
    from rich.console import Console
    from rich.table import Table

    from banneret.lab.statistics import wilson

    if not outcomes:
        return
    shares, scores, tries = defaultdict(list), defaultdict(list), defaultdict(list)
    for outcome in outcomes:
        for spec, share, score in zip(outcome.seats, outcome.shares, outcome.scores, strict=True):
            shares[spec].append(share)
            scores[spec].append(score)
        for spec, done in zip(outcome.seats, outcome.tries, strict=False):  # older outcomes do not tell
            if done is not None:
                tries[spec].append(done)
    ratings = rate(outcomes, specs)
    table = Table(title=f"{len(outcomes)} of {total} games", title_style="dim")
    for heading in ("player", "games", "won", "share", "95 % interval", "rating", "mean score"):
        table.add_column(heading, justify="left" if heading == "player" else "right", overflow="fold")
    for spec in sorted(shares, key=lambda spec: -ratings[spec][0]):
        mean = sum(shares[spec]) / len(shares[spec])
        low, high = wilson(mean, len(shares[spec]))
        rating, spread = ratings[spec]
        table.add_row(
            spec,
            str(len(shares[spec])),
            f"{sum(shares[spec]):.4g}",
            f"{mean:.1%}",
            f"{low:.0%} - {high:.0%}",
            f"{rating:.1f} ± {spread:.1f}",
            f"{sum(scores[spec]) / len(scores[spec]):.1f}",
        )
    Console().print(table)
    if tries:
        told = (f"{spec} {median(tries[spec]):,.0f}" for spec in shares if spec in tries)
        Console().print(f"iterations a decision, median of games: {'; '.join(told)}", style="dim", markup=False)


def rate(outcomes: list[Outcome], specs: list[str]) -> dict[str, tuple[float, float]]:
    """Rating and uncertainty of each player, game by game (Plackett-Luce, for any number of seats). Who has
    several seats learns from each of them, and takes the mean."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {spec: model.rating(name=spec) for spec in specs}
    for outcome in sorted(outcomes, key=lambda outcome: outcome.task):
        if len(set(outcome.seats)) == 1:
            continue  # a player against itself tells nothing
        rated = model.rate(
            [[ratings[spec]] for spec in outcome.seats], ranks=[float(rank) for rank in outcome.ranks]
        )
        for spec in set(outcome.seats):
            seats = [team[0] for seat, team in zip(outcome.seats, rated, strict=True) if seat == spec]
            ratings[spec].mu = fmean(seat.mu for seat in seats)
            ratings[spec].sigma = fmean(seat.sigma for seat in seats)
    return {spec: (rating.mu, rating.sigma) for spec, rating in ratings.items()}
