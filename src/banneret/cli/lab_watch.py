"""Looking at single games of the lab: `banneret lab watch`."""

from __future__ import annotations

import argparse
import re
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from banneret.core import playthrough
from banneret.core.errors import UnreadableText
from banneret.core.match import Match
from banneret.core.record import Record
from banneret.core.words import LANGUAGES
from banneret.games import load

from .play import system_language

if TYPE_CHECKING:
    from banneret.lab import Run


def add_language(parser: argparse.ArgumentParser) -> None:
    usual = system_language()
    parser.add_argument("--language", choices=LANGUAGES, default=usual, help=f"of what is told (default: {usual})")


def add_watch(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="RUN", help="the run's folder, or a record's file")
    parser.add_argument(
        "number", metavar="N", nargs="?", help="its number in the report, or ARM.GAME; nothing: list them"
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="where to: .html the replay (default: beside the games), .json the record",
    )
    parser.add_argument("--no-open", action="store_true", help="only write the replay")
    parser.add_argument("--tell", action="store_true", help="tell the game line by line instead")
    add_language(parser)
    parser.set_defaults(lab=run_watch)


def run_watch(arguments: argparse.Namespace) -> None:
    """Show a game in the browser, or write or tell it."""
    source, number = Path(arguments.source), arguments.number
    if source.is_file():
        record, usual = Record.load(source), source.with_suffix(".html")
    elif number is None:
        list_games(source)
        return
    else:
        from banneret.lab import Run

        record, usual = chosen_record(Run.open(source), number), source / "replays" / f"{number}.html"
    if arguments.tell:
        for line in playthrough.tell(Match.replay(load(record.game, "pure"), record)):
            print(line)
    else:
        write_game(record, Path(arguments.output or usual), arguments.language, not arguments.no_open)


def list_games(folder: Path) -> None:
    """The remarkable games of a run, a line for each."""
    from banneret.lab import Run, outliers

    for each in outliers(Run.open(folder)):
        value = "" if each.value is None else f" {each.value}"
        print(f"{each.number:3}  {each.kind}{value}: arm {each.arm}, game {each.game}, {each.reason}")
    print(f"\nto see one of them: banneret lab watch {folder} 1")


def write_game(record: Record, path: Path, language: str, shown: bool) -> None:
    """Write a game as its file's name tells; a replay is opened in the browser, if there is one."""
    from banneret.lab import write_replay

    if path.suffix not in (".html", ".json"):
        raise UnreadableText(f"{path}: a game is written as .html, a replay, or as .json, its record")
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".json":
        record.save(path)
        print(f"written: {path}; to see it: banneret lab watch {path}")
        return
    write_replay(record, path, language)
    if shown and webbrowser.open(path.resolve().as_uri()):
        print(f"opened: {path}")
    else:
        print(f"written: {path}; open it in a browser")


def chosen_record(begun: Run, number: str) -> Record:
    """The record of a remarkable game, or of any that was kept."""
    from banneret.lab import kept_record, outlier

    if found := re.fullmatch(r"([0-9]{1,4})\.([0-9]{1,9})", number):
        return kept_record(begun, int(found[1]), int(found[2]))
    if not re.fullmatch(r"[0-9]{1,4}", number):
        raise UnreadableText(f"{number!r} is no game: name a number of the report, or ARM.GAME, for example 0.17")
    return outlier(begun, int(number)).record
