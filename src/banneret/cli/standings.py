"""Says what the results of several arenas tell together: a row for each meeting, a column for each game.

Files are those that 'banneret arena' keeps with --results. Of each meeting the strongest player comes first; its
wins are told with a 95 % interval (Wilson), beside what would be fair if all were equal. The table is Markdown.

A search of so many seconds thinks more on a quicker machine: --thought says how many iterations a decision each
had, the median of the games that tell it.

examples:
  banneret standings evening.jsonl night.jsonl
  banneret standings --thought evening.jsonl
  banneret standings --seats 2 docs/strength/*.jsonl
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from banneret.core.errors import UnreadableText
from banneret.players.arena import read_ledger
from banneret.players.standings import Meeting, Tally, meetings

NAME = "standings"
HELP = "what the results of several arenas tell together"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("results", nargs="+", metavar="RESULTS", help="files of 'banneret arena --results'")
    parser.add_argument(
        "--seats", type=int, action="append", metavar="N", help="only tables of so many seats (may be repeated)"
    )
    parser.add_argument(
        "--thought", action="store_true", help="how many iterations a decision players with a budget of time had"
    )


def run(arguments: argparse.Namespace) -> None:
    found = meetings(outcome for path in arguments.results for outcome in read_ledger(Path(path)))
    told = [each for each in found if not arguments.seats or each.seats in arguments.seats]
    if not told:
        raise UnreadableText("no games between different players are kept there")
    print(thoughts(told) if arguments.thought else records(told))


def records(told: Sequence[Meeting]) -> str:
    """How much the strongest won, and how sure that is."""
    games = sorted({game for each in told for game in each.tallies})
    rows = [[f"{each.fair * 100:.0f} %", *(record(each.tallies.get(game)) for game in games)] for each in told]
    return table(["fair", *games], told, rows)


def thoughts(told: Sequence[Meeting]) -> str:
    """How many iterations a decision each player with a budget of time had, the median of its games."""
    told = [each for each in told if any(tally.tries for tally in each.tallies.values())]
    if not told:
        raise UnreadableText("no games are kept there that tell how much players with a budget of time thought")
    games = sorted({game for each in told for game in each.tallies})
    rows = [[thought(each.tallies.get(game)) for game in games] for each in told]
    return table(games, told, rows)


def table(headings: Sequence[str], told: Sequence[Meeting], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table with a row for each meeting."""
    lines = [["who met", *headings], ["---"] * (1 + len(headings))]
    lines += [[name(each), *row] for each, row in zip(told, rows, strict=True)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def name(each: Meeting) -> str:
    others = (f"{count} `{spec}`" if count > 1 else f"`{spec}`" for spec, count in each.others)
    return f"`{each.strongest}` : {', '.join(others)}"


def record(tally: Tally | None) -> str:
    from banneret.lab.statistics import wilson

    if tally is None:
        return "-"
    low, high = wilson(tally.share, tally.games)
    return f"{tally.won:.4g} of {tally.games} ({low * 100:.0f}-{high * 100:.0f} %)"


def thought(tally: Tally | None) -> str:
    if tally is None or not tally.tries:
        return "-"
    told = max(len(tries) for tries in tally.tries.values())
    means = ", ".join(f"`{spec}` {median(tries):,.0f}" for spec, tries in sorted(tally.tries.items()))
    return f"{means} ({told} game{'s' * (told > 1)})"
