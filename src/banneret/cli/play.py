"""Plays a game in the terminal.

You sit at seat 0 unless --seats says otherwise, against squires, the gentlest of four levels. Type an action in
words (Tab completes them) or by its number; 'help' explains the rest.

examples:
  banneret play baron
  banneret play terra --players 4 --lang fr
  banneret play barony --seats me,knight           a stronger opponent; baron and duke are stronger still
  banneret play baron --seats me,me,random         two people, and one who plays at random
  banneret play baron --record evening.json        saved after every action, and resumed from there
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Callable
from pathlib import Path

from banneret.core.errors import BanneretError, UnreadableText
from banneret.core.game import Mode
from banneret.core.match import Match
from banneret.core.words import LANGUAGES, Words
from banneret.games import load
from banneret.players.hint import continuation
from banneret.players.spec import EXAMPLES, make_player, split_specs

from .bots import Bots
from .common import add_seed, add_table, new_match, replayed, table_options

NAME = "play"
HELP = "play in the terminal"
ME = "me"
FEW = 14

HELP_TEXT = """\
Type an action as it is listed, or its number. Tab completes words.
  list          every legal action with its number
  map           the table again
  log           what happened since the beginning
  hint          what a search thinks is best, and how it might go on
  undo          back to your last decision
  save FILE     write the game as a record; resume it with --record FILE
  quit          leave (with --record everything is saved already)"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="a game's key, see 'banneret games'")
    add_table(parser)
    add_seed(parser, "deals the same game every time")
    parser.add_argument(
        "--seats",
        metavar="LIST",
        help=f"who sits where, seat by seat: 'me' or a player such as {EXAMPLES} (default: me,squire,squire...)",
    )
    parser.add_argument(
        "--record", metavar="FILE", help="keep the game in this file; go on from it if it is there"
    )
    parser.add_argument(
        "--lang", choices=LANGUAGES, default=system_language(), help="language of the game's words"
    )


def system_language() -> str:
    """The language that the environment asks for, if we have it."""
    wished = (os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or "")[:2]
    return wished if wished in LANGUAGES else LANGUAGES[0]


def run(arguments: argparse.Namespace) -> None:
    match = opened(arguments)
    seats = seated(arguments.seats, match)
    Table(match, seats, arguments.lang, arguments.record, random.Random(arguments.seed)).play()


def opened(arguments: argparse.Namespace) -> Match:
    """A new match, or the one of the record."""
    if arguments.record and Path(arguments.record).exists():
        match = replayed(arguments.record, Mode.PURE)
        if arguments.game not in (None, match.game.info.key):
            raise UnreadableText(f"{arguments.record} is a game of {match.game.info.key}, not of {arguments.game}")
        if table_options(arguments):
            raise UnreadableText(f"{arguments.record} is there already, and its options cannot change any more")
        return match
    if arguments.game is None:
        raise UnreadableText("name a game, for example: banneret play baron")
    match = new_match(arguments, load(arguments.game, Mode.PURE))
    if arguments.record:
        match.record().save(arguments.record)
    return match


def seated(given: str | None, match: Match) -> list[str]:
    """Who sits where."""
    players = match.options["players"]
    seats = split_specs(given) if given else [ME] + ["squire"] * (players - 1)
    if len(seats) != players:
        raise UnreadableText(f"--seats names {len(seats)} seats, but {players} play")
    for seat in seats:
        if seat != ME:
            make_player(seat, match.game, players, random.Random(0))
    return seats


class Table:
    """A match at one screen: people type, the others play by themselves."""

    def __init__(
        self, match: Match, seats: list[str], language: str, record: str | None, rng: random.Random
    ) -> None:
        from rich.console import Console

        self.match = match
        self.seats = seats
        self.words: Words = match.game.words(language)
        self.record = record
        self.rng = rng
        self.console = Console(highlight=False)
        self.read_line = line_reader(lambda: self.match.legal())
        self.bots = Bots(match, seats, rng)
        self.shown_to: int | None = None  # who has seen the table as it is now
        self.last_viewer: int | None = None
        self.stopped = False

    def play(self) -> None:
        self.console.print(f"[bold]{self.match.game.info.title}[/bold]   (type 'help' when in doubt)")
        while not self.match.over and not self.stopped:
            seat = self.match.player
            if not isinstance(seat, int):
                self.act(self.match.choose(self.rng))
            elif self.seats[seat] == ME:
                self.ask(seat)
            else:
                self.act(self.bots.choose(seat))
        if self.match.over:
            self.show_end()
        elif self.record:
            self.console.print(f"Saved. Go on with: banneret play --record {self.record}", soft_wrap=True)

    # A person's turn

    def ask(self, seat: int) -> None:
        """Show the table, and do what the person at the seat says."""
        self.curtain(seat)
        self.show(seat)
        answer = self.read_line(f"seat {seat}> ")
        if answer is None:
            self.stopped = True
            return
        try:
            self.obey(answer.strip(), seat)
        except (BanneretError, OSError) as error:
            self.console.print(str(error), style="red", markup=False)

    def obey(self, answer: str, seat: int) -> None:
        command, _, rest = answer.partition(" ")
        legal = self.listed_actions()
        if not answer:
            return
        if answer.isdigit():
            if not 1 <= int(answer) <= len(legal):
                raise UnreadableText(f"there are actions 1 to {len(legal)}")
            self.act(legal[int(answer) - 1])
        elif command == "quit":
            self.stopped = True
        elif command == "help":
            self.console.print(HELP_TEXT)
        elif command == "list":
            self.list_actions(legal)
        elif command == "map":
            self.shown_to = None
        elif command == "log":
            self.show_log()
        elif command == "undo":
            self.undo(seat)
        elif command == "hint":
            self.show_advice()
        elif command == "save":
            self.save(rest)
        else:
            self.act(answer)

    def act(self, action: str) -> None:
        """Carry out an action, tell it and save it."""
        player = self.match.player
        self.match.play(action)
        self.shown_to = None
        who = "chance" if player == "chance" else f"seat {player}"
        self.console.print(f"  {who}: {action}", style="dim")
        if self.record:
            self.match.record().save(self.record)

    def undo(self, seat: int) -> None:
        """Return to the seat's last decision before this one."""
        for ply in range(self.match.ply - 1, -1, -1):
            if self.match.at(ply).player == seat:
                self.match.go_to(ply)
                self.shown_to = None
                if self.record:
                    self.match.record().save(self.record)
                return
        raise UnreadableText("there is no earlier decision of yours")

    def save(self, name: str) -> None:
        if not name:
            raise UnreadableText("say where: save FILE")
        self.match.record().save(name)
        self.console.print(f"Saved. Go on any time with: banneret play --record {name}", soft_wrap=True)

    # What is shown

    def curtain(self, seat: int) -> None:
        """Where something is hidden and several people share the screen, nobody sees another's turn."""
        if self.match.game.info.hidden and self.last_viewer not in (None, seat):
            self.console.clear()
            self.read_line(f"Seat {seat}, it is your turn. Press Enter when nobody else is looking. ")

    def show(self, seat: int) -> None:
        """The table, unless it was shown since the last action; then what is expected and what is legal."""
        from banneret.draw.terminal import picture

        if self.shown_to != seat:
            scene = self.match.game.scene(self.match.state, seat)
            self.console.print()
            self.console.print(picture(scene, self.words))
            self.console.print()
            self.console.print(self.words.prompt[scene.prompt], style="bold", markup=False)
            self.summarise(self.listed_actions())
            self.shown_to = self.last_viewer = seat

    def listed_actions(self) -> list[str]:
        """The legal actions in the order of their codes, which keeps like with like."""
        return [self.match.game.text(code) for code in self.match.game.legal(self.match.state)]

    def summarise(self, legal: list[str]) -> None:
        if len(legal) <= FEW:
            self.list_actions(legal)
            return
        groups: dict[str, list[str]] = {}
        for action in legal:
            groups.setdefault(action.rpartition(" ")[0] or action, []).append(action)
        parts = [f"{begun} ... ({len(group)})" if len(group) > 1 else group[0] for begun, group in groups.items()]
        self.console.print(f"{len(legal)} actions: {', '.join(parts)}; 'list' shows them all", markup=False)

    def list_actions(self, legal: list[str]) -> None:
        from rich.columns import Columns

        numbered = [f"{number:>3} {action}" for number, action in enumerate(legal, start=1)]
        self.console.print(Columns(numbered, padding=(0, 3), column_first=True))

    def show_advice(self) -> None:
        for advice in self.bots.advise()[:3]:
            self.console.print(f"  {advice.share:4.0%}  {advice.action}", style="bold", markup=False)
            if len(advice.line) > 1:
                self.console.print(f"        then {continuation(advice, 5)}", style="dim", markup=False)

    def show_log(self) -> None:
        """Every action so far; all of them were made in the open."""
        replayed = self.match.at(0)
        for action in self.match.actions:
            who = "chance" if replayed.player == "chance" else f"seat {replayed.player}"
            self.console.print(f"{replayed.ply:>4}  {who}: {action}", markup=False)
            replayed.play(action)

    def show_end(self) -> None:
        from banneret.draw.terminal import picture

        result = self.match.result
        assert result is not None
        self.console.print(picture(self.match.game.scene(self.match.state, None), self.words))
        self.console.print(f"\n{self.words.reason[result.reason]}", style="bold", markup=False)
        for seat in sorted(range(len(result.ranks)), key=lambda seat: result.ranks[seat]):
            name = "you" if self.seats[seat] == ME and self.seats.count(ME) == 1 else self.seats[seat]
            self.console.print(f"  {result.ranks[seat]}. seat {seat} ({name}): {result.scores[seat]}")


def line_reader(legal: Callable[[], list[str]]) -> Callable[[str], str | None]:
    """Reads a line with completion at a terminal, plainly elsewhere; None at the end of input."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return plain_line
    from .complete import completing_line

    return completing_line(legal)


def plain_line(prompt: str) -> str | None:
    try:
        return input(prompt)
    except EOFError:
        print()
        return None
