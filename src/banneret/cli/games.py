"""Lists the games; with a game's key, everything that can be chosen about it.

examples:
  banneret games
  banneret games baron
  banneret games --json
"""

from __future__ import annotations

import argparse
import json
from typing import Any

from banneret.core.game import Info
from banneret.games import edition, editions

NAME = "games"
HELP = "what there is to play, and its options"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="a game's key")
    parser.add_argument("--options", action="store_true", help="only the options of the game")
    parser.add_argument("--json", action="store_true", help="as JSON, for programs")


def run(arguments: argparse.Namespace) -> None:
    infos = [edition(arguments.game).info] if arguments.game else [each.info for each in editions().values()]
    if arguments.json:
        print(json.dumps([as_data(info) for info in infos], indent=2))
    elif arguments.game:
        tell(infos[0], only_options=arguments.options)
    else:
        for info in infos:
            print(f"{info.key:10} {players(info):12} {info.title}, {info.author} ({info.published})")
            print(f"{'':10} {info.summary}")


def players(info: Info) -> str:
    return f"{info.players[0]}-{info.players[-1]} players"


def tell(info: Info, only_options: bool) -> None:
    if not only_options:
        print(f"{info.title} by {info.author} ({info.published}), {players(info)}")
        print(info.summary)
        print(f"\nstyles of simulated players: {', '.join(info.styles)}")
        print("\noptions (-o NAME=VALUE):")
    for option in info.options:
        print(f"  {option.name} (default {json.dumps(option.default)}): {option.help}")
        print(f"      takes {option.bounds}")


def as_data(info: Info) -> dict[str, Any]:
    return {
        "key": info.key,
        "title": info.title,
        "author": info.author,
        "published": info.published,
        "summary": info.summary,
        "players": [info.players[0], info.players[-1]],
        "rules_version": info.rules_version,
        "codes": info.codes,
        "hidden": info.hidden,
        "styles": list(info.styles),
        "options": [
            {"name": o.name, "default": o.default, "help": o.help, "takes": o.bounds} for o in info.options
        ],
    }
