"""Draws a position of a record as SVG or PNG, or the whole game as an animated replay in one HTML file.

Without --seat the picture shows what everybody may see, nothing hidden. The name of the file tells the format.

examples:
  banneret draw game.json -o board.svg             the last position
  banneret draw game.json --ply 40 --seat 1 -o board.png
  banneret draw game.json --lang fr --theme dark --width 1600 -o plateau.png
  banneret draw game.json --part board > board.svg the board alone
  banneret draw game.json -o replay.html           open it in a browser, or send it to somebody
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from banneret.core.errors import UnreadableText
from banneret.core.match import Match
from banneret.core.words import LANGUAGES

from .common import replayed
from .play import system_language

NAME = "draw"
HELP = "a position as SVG or PNG, a game as an animated page"
FORMATS = (".svg", ".png", ".html")
PARTS = ("table", "board", "phone")
THEMES = ("light", "dark")
WIDEST = 8000


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="RECORD", help="a record's file; '-': standard input")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="where to; .svg, .png or .html (default: SVG to standard output)"
    )
    parser.add_argument(
        "--ply", type=int, metavar="N", help="the position after so many actions (default: the last)"
    )
    parser.add_argument("--seat", type=int, metavar="S", help="as this seat sees it (default: as everybody may)")
    parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="language of the words")
    parser.add_argument("--theme", choices=THEMES, default="light", help="bright or dark (default: light)")
    parser.add_argument(
        "--part", choices=PARTS, default="table", help="the whole table, the board alone, or all below each other"
    )
    parser.add_argument("--width", type=int, metavar="PIXELS", help="of a PNG (default: as large as it is drawn)")


def run(arguments: argparse.Namespace) -> None:
    kind = format_of(arguments.output)
    if arguments.width is not None and not (kind == ".png" and 1 <= arguments.width <= WIDEST):
        raise UnreadableText(f"--width is for PNG, from 1 to {WIDEST} pixels")
    if kind == ".html" and arguments.ply is not None:
        raise UnreadableText("a replay holds every ply; open it with #ply=N in its address")
    match = replayed(arguments.source, "pure")
    check_seat(match, arguments.seat)
    if kind == ".html":
        from banneret.draw import replay

        Path(arguments.output).write_text(replay.html(match, arguments.lang, arguments.seat), encoding="utf-8")
        return
    svg = drawn(match, arguments)
    if arguments.output is None:
        sys.stdout.write(svg + "\n")
    elif kind == ".png":
        from banneret.draw.png import png

        Path(arguments.output).write_bytes(png(svg, arguments.width))
    else:
        Path(arguments.output).write_text(svg + "\n", encoding="utf-8")


def format_of(output: str | None) -> str:
    """The format that the name of a file tells."""
    if output is None:
        return ".svg"
    ending = Path(output).suffix.lower()
    if ending not in FORMATS:
        raise UnreadableText(f"{output}: pictures are written as {', '.join(FORMATS)}, as the file's name tells")
    return ending


def check_seat(match: Match, seat: int | None) -> None:
    players = match.options["players"]
    if seat is not None and not 0 <= seat < players:
        raise UnreadableText(f"there is no seat {seat}: {players} play, at seats 0 to {players - 1}")


def drawn(match: Match, arguments: argparse.Namespace) -> str:
    """The position that was asked for, with what the last action changed."""
    from banneret.draw.match import still

    ply = match.ply if arguments.ply is None else arguments.ply
    if not 0 <= ply <= match.ply:
        raise UnreadableText(f"there is no ply {ply}: the record ends at ply {match.ply}")
    return still(match.at(ply), arguments.lang, seat=arguments.seat, theme=arguments.theme, part=arguments.part)
