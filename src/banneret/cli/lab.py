"""Plays experiments by the thousand and answers a designer's questions, with how sure the answers are.

A run lives in a folder. Stop it at any time with Ctrl-C: 'resume' goes on, and 'report' works at any moment.
Runs are kept in the folder 'runs' unless --folder says otherwise.

examples:
  banneret lab ask seats --game terra            a ready question, played and reported
  banneret lab ask capture-price --game donjons --players 3
  banneret lab run --game barony --lineup greedy --games 10000
  banneret lab run --game terra --vary 'target=[12,16,20]' --lineup greedy --lineup mcts:100@200 --precision 2
  banneret lab run experiment.toml --folder runs/mine
  banneret lab resume runs/mine
  banneret lab report runs/mine --language fr
  banneret lab compare runs/mine runs/other -o both.html
  banneret lab watch runs/mine 3                 a remarkable game of the report, replayed in the browser
  banneret lab bench --game barony
"""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from banneret.core.errors import BadOption, BanneretError, UnreadableText
from banneret.players.spec import split_specs

from .common import option_values, parsed
from .lab_watch import add_language, add_watch

if TYPE_CHECKING:
    from banneret.lab import Experiment, LineUp, Run
    from banneret.lab import Progress as HowFar

NAME = "lab"
HELP = "playtest rules by thousands of games, and report"
GAMES = 1000
NOT_WITH_A_FILE: dict[str, object] = {
    "game": None,
    "players": None,
    "option": [],
    "vary": [],
    "lineup": [],
    "games": None,
    "precision": None,
    "seed": 1,
    "repeats": 1,
    "records": False,
    "question": "",
}
A_QUESTION = "seats, length, comeback, skill ...; a wrong one lists them all"


def arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(metavar="WHAT", required=True)
    add_run(commands.add_parser("run", help="do an experiment"))
    add_ask(commands.add_parser("ask", help="answer a ready question"))
    resume = commands.add_parser("resume", help="go on with a run")
    resume.add_argument("folder", metavar="RUN", help="the run's folder")
    add_means(resume)
    add_language(resume)
    resume.set_defaults(lab=run_resume)
    add_report(commands.add_parser("report", help="write the report of a run"))
    add_compare(commands.add_parser("compare", help="write one report of several runs"))
    add_watch(commands.add_parser("watch", help="see a remarkable game of a run in the browser"))
    bench = commands.add_parser("bench", help="how fast the lab is")
    bench.add_argument("--game", required=True, metavar="GAME", help="a game's key")
    bench.add_argument("--players", type=int, default=2, metavar="N")
    bench.add_argument("--games", type=int, default=10_000, metavar="N", help="of a run (default: 10000)")
    bench.add_argument("--memory", type=int, nargs="*", default=[], metavar="N", help="memory of runs of N games")
    bench.set_defaults(lab=run_bench)


def add_run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="an experiment in TOML; see docs/lab/experiments.md"
    )
    parser.add_argument("--game", metavar="GAME", help="a game's key, see 'banneret games'")
    parser.add_argument("--players", type=int, metavar="N", help="how many play (default: the fewest)")
    add_option(parser)
    parser.add_argument(
        "--vary",
        action="append",
        default=[],
        metavar="NAME=[..]",
        help="an option's values to compare; repeatable",
    )
    parser.add_argument(
        "--lineup",
        action="append",
        default=[],
        metavar="LIST[@GAMES]",
        help="players with commas, the last fills the table (default: greedy); repeatable; greedy!V may not use V",
    )
    parser.add_argument("--games", type=int, metavar="N", help=f"games of each arm (default: {GAMES})")
    parser.add_argument(
        "--precision", type=float, metavar="P", help="play until seats are known to P points instead"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the first seed (default: 1)")
    parser.add_argument("--repeats", type=int, default=1, metavar="R", help="games of each setup (default: 1)")
    parser.add_argument("--records", action="store_true", help="keep every game, not only the remarkable ones")
    parser.add_argument("--question", default="", metavar="Q", help="the ready question that the report answers")
    add_folder(parser)
    add_means(parser)
    add_language(parser)
    parser.set_defaults(lab=run_run)


def add_ask(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question", metavar="QUESTION", help=A_QUESTION)
    parser.add_argument("--game", required=True, metavar="GAME", help="a game's key, see 'banneret games'")
    parser.add_argument("--players", type=int, metavar="N", help="one table only")
    add_option(parser)
    parser.add_argument("--games", type=int, default=2000, metavar="N", help="of quick players (default: 2000)")
    parser.add_argument("--search", default="mcts:100", metavar="SPEC", help="a stronger player, or 'none'")
    parser.add_argument(
        "--search-games", type=int, default=100, metavar="N", help="of the stronger (default: 100)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the first seed (default: 1)")
    add_folder(parser)
    add_means(parser)
    add_language(parser)
    parser.set_defaults(lab=run_ask)


def add_report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="RUN", help="the run's folder")
    parser.add_argument("-o", "--output", metavar="FILE", help="default: report.html in the run's folder")
    parser.add_argument("--question", metavar="Q", help="answer another question from the same games")
    parser.add_argument("--replays", action="store_true", help="also write the remarkable games as animated pages")
    add_language(parser)
    parser.set_defaults(lab=run_report)


def add_compare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folders", nargs="+", metavar="RUN", help="runs of one game")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the report")
    add_language(parser)
    parser.set_defaults(lab=run_compare)


def add_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )


def add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--folder", metavar="RUN", help="where the run is kept (default: a new one in runs/)")


def add_means(parser: argparse.ArgumentParser) -> None:
    cores = os.cpu_count() or 1
    parser.add_argument("--jobs", type=jobs, default=cores, metavar="J", help=f"processes (default: {cores})")
    parser.add_argument("--cluster", metavar="ADDRESS", help="play on a Dask cluster: its scheduler's address")


def jobs(text: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,2}", text):
        raise argparse.ArgumentTypeError(f"a run needs from 1 to 999 processes, not {text}")
    return int(text)


def run(arguments: argparse.Namespace) -> None:
    arguments.lab(arguments)


# Running


def run_run(arguments: argparse.Namespace) -> None:
    from banneret.lab import Run

    experiment = told_experiment(arguments)
    begun = Run.create(experiment, arguments.folder or new_folder(experiment.game))
    play(begun, arguments)
    report(begun, arguments.language)


def run_ask(arguments: argparse.Namespace) -> None:
    from banneret.lab import Run, ask

    experiment = ask(
        arguments.question,
        arguments.game,
        players=arguments.players,
        games=arguments.games,
        search=None if arguments.search == "none" else arguments.search,
        search_games=arguments.search_games,
        options=option_values(arguments.option),
        seed=arguments.seed,
    )
    begun = Run.create(experiment, arguments.folder or new_folder(f"{experiment.game}-{arguments.question}"))
    play(begun, arguments)
    report(begun, arguments.language)


def run_resume(arguments: argparse.Namespace) -> None:
    from banneret.lab import Run

    begun = Run.open(arguments.folder)
    play(begun, arguments)
    report(begun, arguments.language)


def told_experiment(arguments: argparse.Namespace) -> Experiment:
    """The experiment of a file, or of the command line."""
    from banneret.lab import Experiment, LineUp

    if arguments.file:
        told = [name for name, usual in NOT_WITH_A_FILE.items() if getattr(arguments, name) != usual]
        if told:
            raise UnreadableText(f"an experiment's file tells everything itself, so leave out --{told[0]}")
        return Experiment.load(arguments.file)
    if not arguments.game:
        raise UnreadableText("name an experiment's file, or a game with --game")
    if arguments.games and arguments.precision:
        raise UnreadableText("--games and --precision do not go together")
    options = option_values(arguments.option)
    if arguments.players is not None:
        options["players"] = arguments.players
    return Experiment(
        game=arguments.game,
        options=options,
        grid=dict(map(varied, arguments.vary)),
        lineups=tuple(map(told_lineup, arguments.lineup)) or (LineUp(("greedy",)),),
        games=arguments.games or GAMES,
        precision=arguments.precision,
        seed=arguments.seed,
        repeats=arguments.repeats,
        records=arguments.records,
        question=arguments.question,
    )


def varied(text: str) -> tuple[str, list[Any]]:
    """An option and its values, written NAME=[VALUE, VALUE]."""
    name, _, told = text.partition("=")
    values = parsed(told)
    if not isinstance(values, list):
        raise BadOption(name, f"expected a list of values to compare, for example {name}=[1,2,3]")
    return name, values


def told_lineup(text: str) -> LineUp:
    """Players with commas, and after @ how many games, if not as many as usual."""
    from banneret.lab import LineUp

    found = re.fullmatch(r"(.+?)(?:@([0-9]+))?", text)
    assert found
    return LineUp(tuple(split_specs(found[1])), int(found[2]) if found[2] else None)


def new_folder(name: str) -> Path:
    """A folder in runs/ that is not there yet."""
    numbers = range(1, 1_000_000)
    return next(path for i in numbers if not (path := Path("runs") / f"{name}-{i}").exists())


def play(begun: Run, arguments: argparse.Namespace) -> None:
    """Play to the end with a progress bar; after Ctrl-C say how to go on."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("games"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns) as shown:
        bar = shown.add_task("", total=begun.total, completed=begun.done, rate="starting, compiling if need be")

        def show(progress: HowFar) -> None:
            shown.update(bar, completed=progress.done, total=progress.total, rate=f"{progress.rate:.1f}/s")

        try:
            begun.play(arguments.jobs, arguments.cluster, show)
        except (KeyboardInterrupt, BanneretError, OSError):
            shown.stop()
            print(f"{begun.done} games are kept; to go on: banneret lab resume {begun.store.folder}")
            raise


# Reading


def report(
    begun: Run, language: str, output: str | None = None, question: str | None = None, replays: bool = False
) -> None:
    """Write the report, and tell its verdict."""
    from banneret.lab import write_report

    def count(done: int, of: int) -> None:
        print(f"replay {done + 1} of {of}", flush=True)

    path = Path(output) if output else begun.store.folder / "report.html"
    write_report([begun], path, language, question, count if replays else None)
    tell([begun], language, question)
    print(f"\nreport: {path}")


def tell(runs: list[Run], language: str, question: str | None) -> None:
    """The verdict, in the terminal."""
    from rich.console import Console

    from banneret.lab import verdict

    console = Console()
    first, *others = verdict(runs, language, question)
    console.print(f"\n{first}", style="bold", markup=False, highlight=False)
    for sentence in others:
        console.print(f"- {sentence}", markup=False, highlight=False)


def run_report(arguments: argparse.Namespace) -> None:
    from banneret.lab import Run

    begun = Run.open(arguments.folder)
    report(begun, arguments.language, arguments.output, arguments.question, arguments.replays)


def run_compare(arguments: argparse.Namespace) -> None:
    from banneret.lab import Run, write_report

    if len({Path(folder).resolve() for folder in arguments.folders}) < len(arguments.folders):
        raise UnreadableText("name each run once")
    runs = [Run.open(folder) for folder in arguments.folders]
    if len({begun.experiment.game for begun in runs}) > 1:
        raise UnreadableText("only runs of one game can be compared")
    write_report(runs, Path(arguments.output), arguments.language)
    tell(runs, arguments.language, None)
    print(f"\nreport: {arguments.output}")


def run_bench(arguments: argparse.Namespace) -> None:
    from banneret.lab.bench import figures, memory

    for figure in figures(arguments.game, arguments.players, "greedy", arguments.games):
        print(f"{figure.what:60} {figure.value:10.2f} {figure.unit}", flush=True)
    for games in arguments.memory:
        figure = memory(arguments.game, arguments.players, "greedy", games)
        print(f"{figure.what:60} {figure.value:10.2f} {figure.unit}", flush=True)
