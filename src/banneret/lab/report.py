"""Reports of runs: a page in the reader's language; with files, also tables as CSV and the remarkable games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from banneret.core.match import Match
from banneret.core.record import Record
from banneret.games import load

from .page import Report
from .remarkable import file_name
from .run import Run


def report_html(
    run: Run | Sequence[Run], language: str = "en", question: str | None = None, replays: str = ""
) -> str:
    """The report as one self-contained page, without links to files. Another question than the experiment's own
    may be named, as far as its games can answer it; and an address of replays, with {number} to fill in."""
    runs = [run] if isinstance(run, Run) else run
    return Report(runs, language, question=question, replays=replays).html()


def verdict(run: Run | Sequence[Run], language: str = "en", question: str | None = None) -> list[str]:
    """The answer in words, and how sure it is."""
    runs = [run] if isinstance(run, Run) else run
    return Report(runs, language, question=question).sentences()


def write_report(
    runs: Sequence[Run],
    path: Path,
    language: str = "en",
    question: str | None = None,
    on_replay: Callable[[int, int], None] | None = None,
) -> Path:
    """Write the page, and beside it a folder with the tables and records that it links to; returns the folder.

    With `on_replay` the remarkable games are written as animated pages too, which takes seconds for each: it is
    told how many are done, of how many. Games of an earlier report in the same folder are removed.
    """
    folder = path.with_name(f"{path.stem}-files")
    replays = f"{folder.name}/{{name}}.html" if on_replay else ""
    report = Report(runs, language, folder.name, question, replays)
    folder.mkdir(parents=True, exist_ok=True)
    for table in report.tables.values():
        (folder / f"{table.name}.csv").write_text(table.as_csv(), encoding="utf-8")
    games = report.remarkable.games
    written = set()
    for number, (each, _) in games.items():
        name = file_name(number, each)
        each.record.save(folder / f"{name}.json")
        written.add(f"{name}.json")
        if on_replay:
            on_replay(number - 1, len(games))
            write_replay(each.record, folder / f"{name}.html", language)
            written.add(f"{name}.html")
    draft = path.with_name(f".{path.name}.new")
    draft.write_text(report.html(), encoding="utf-8")
    draft.replace(path)
    remove_other_games(folder, written)
    return folder


def remove_other_games(folder: Path, written: set[str]) -> None:
    """Remove the games that an earlier report left, now that its page is no more, and nothing else."""
    for path in folder.glob("[0-9][0-9]-*"):
        if path.suffix in (".json", ".html") and path.name not in written:
            path.unlink()


def write_replay(record: Record, path: Path, language: str) -> None:
    """A game as an animated page in one file."""
    from banneret.draw import replay

    match = Match.replay(load(record.game, "pure"), record)
    path.write_text(replay.html(match, language), encoding="utf-8")
