"""Says what the results of several arenas tell together: a row for each meeting, a column for each game.

Files are those that 'banneret arena' keeps with --results. Of each meeting the strongest player comes first; its
wins are told with a 95 % interval (Wilson), beside what would be fair if all were equal. The table is Markdown.

examples:
  banneret standings evening.jsonl night.jsonl
  banneret standings --seats 2 docs/strength/*.jsonl
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

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


def run(arguments: argparse.Namespace) -> None:
    found = meetings(outcome for path in arguments.results for outcome in read_ledger(Path(path)))
    told = [each for each in found if not arguments.seats or each.seats in arguments.seats]
    if not told:
        raise UnreadableText("no games between different players are kept there")
    print(table(told))


def table(told: Sequence[Meeting]) -> str:
    """All meetings as a Markdown table."""
    games = sorted({game for each in told for game in each.tallies})
    rows = [["who met", "fair", *games], ["---"] * (2 + len(games))]
    for each in told:
        cells = [cell(each.tallies[game]) if game in each.tallies else "-" for game in games]
        rows.append([name(each), f"{each.fair * 100:.0f} %", *cells])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def name(each: Meeting) -> str:
    others = (f"{count} `{spec}`" if count > 1 else f"`{spec}`" for spec, count in each.others)
    return f"`{each.strongest}` : {', '.join(others)}"


def cell(tally: Tally) -> str:
    from banneret.lab.statistics import wilson

    low, high = wilson(tally.share, tally.games)
    return f"{tally.won:.4g} of {tally.games} ({low * 100:.0f}-{high * 100:.0f} %)"
