"""Arguments that several commands take, and what they mean."""

from __future__ import annotations

import argparse
import json
import random
import sys
from typing import Any

from banneret.core.errors import BadOption, BadRecord
from banneret.core.game import Game, Mode
from banneret.core.match import Match
from banneret.core.record import Record
from banneret.games import load

MODES = [mode.value for mode in Mode]


def add_table(parser: argparse.ArgumentParser) -> None:
    """Who plays and by which options."""
    parser.add_argument("--players", type=int, metavar="N", help="how many play (default: the fewest)")
    parser.add_argument(
        "-o",
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, as often as needed; 'banneret games GAME' lists them",
    )


def add_seed(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument("--seed", type=int, metavar="S", help=f"{what} (default: another every time)")


def add_mode(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument(
        "--mode",
        choices=MODES,
        default=default,
        help=f"how the rules run: pure Python, compiled, or compiled with bounds checked (default: {default})",
    )


def table_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """The options that were given on the command line."""
    given = option_values(arguments.option)
    if arguments.players is not None:
        given["players"] = arguments.players
    return given


def option_values(texts: list[str]) -> dict[str, Any]:
    """The options written as NAME=VALUE."""
    given: dict[str, Any] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign:
            raise BadOption(text, "expected NAME=VALUE, for example max_rounds=20")
        given[name] = parsed(value)
    return given


def parsed(value: str) -> Any:
    """A value as JSON where it is JSON, else the text itself."""
    try:
        return json.loads(value)
    except ValueError:
        return value


def new_match(arguments: argparse.Namespace, game: Game) -> Match:
    """A match from a random setup, by the table's options and the seed."""
    return Match.new(game, table_options(arguments), random.Random(arguments.seed))


def read_record(source: str) -> Record:
    """The record in a file, or on standard input for `-`."""
    if source != "-":
        return Record.load(source)
    try:
        return Record.loads(sys.stdin.read())
    except UnicodeDecodeError:
        raise BadRecord("standard input is no record, for it is not UTF-8 text") from None


def replayed(source: str, mode: str | None) -> Match:
    """The match of a record, replayed and checked."""
    record = read_record(source)
    return Match.replay(load(record.game, mode), record)
