"""Says what a search thinks of a position: the best actions, what they promise, and how it might go on.

The share is the expected share of the win of the seat that acts. Only what that seat may know is used.

examples:
  banneret hint game.json                      the position at the end of the record
  banneret hint game.json --ply 40 --player mcts:5s,threads=2
  banneret hint game.json --graph --player knight     every decision of the game, a line each
  banneret hint game.json --graph --json              the same for programs
"""

from __future__ import annotations

import argparse
import json
from typing import Any

from banneret.core.errors import UnreadableText
from banneret.players.hint import ADVISER, advise, continuation, evaluate

from .common import replayed

NAME = "hint"
HELP = "the best actions of a position, and why"
FORESEEN = 6  # actions of a line that are told
WIDE = 20  # of a bar of the graph, in letters


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="RECORD", help="a record's file, '-' for standard input")
    parser.add_argument("--ply", type=int, metavar="P", help="from which ply (default: the record's end)")
    parser.add_argument("--player", default=ADVISER, metavar="SPEC", help=f"who thinks (default: {ADVISER})")
    parser.add_argument("--most", type=int, default=5, metavar="N", help="how many actions (default: 5)")
    parser.add_argument(
        "--graph", action="store_true", help="instead, the expected share at every decision so far"
    )
    parser.add_argument("--json", action="store_true", help="as JSON, for programs")


def run(arguments: argparse.Namespace) -> None:
    match = replayed(arguments.source, None)
    ply = match.ply if arguments.ply is None else arguments.ply
    if not 0 <= ply <= match.ply:
        raise UnreadableText(f"--ply takes 0 to {match.ply} for this record")
    match.go_to(ply)
    if arguments.graph:
        for point in evaluate(match, arguments.player):
            print(json.dumps(point) if arguments.json else bar(point), flush=True)
        return
    if not isinstance(match.player, int):
        raise UnreadableText(
            f"at ply {ply} " + ("the game is over" if match.over else "chance acts") + ", not a seat"
        )
    advice = advise(match, arguments.player)[: max(1, arguments.most)]
    if arguments.json:
        print(json.dumps([each.as_data() for each in advice], indent=2))
        return
    print(f"seat {match.player} at ply {ply}, {arguments.player}:")
    for each in advice:
        print(f"  {each.share:6.1%}  {each.action}   ({each.visits} looks)")
        if len(each.line) > 1:
            print(f"          then {continuation(each, FORESEEN)}")


def bar(point: dict[str, Any]) -> str:
    """A line of the graph: what the seat may expect, what it played, and what the search would have."""
    share, played, best = point["share"], point["played"], point["best"]
    told = played if played == best else f"{played}   (rather {best})"
    return f"{point['ply']:5}  seat {point['seat']}  {share:6.1%}  {'#' * round(share * WIDE):{WIDE}}  {told}"
