"""Reports of runs: a page in the reader's language; with files, also tables as CSV and the remarkable games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .page import Report, record_name
from .run import Run


def report_html(run: Run | Sequence[Run], language: str = "en", question: str | None = None) -> str:
    """The report as one self-contained page, without links to files. Another question than the experiment's own
    may be named, as far as its games can answer it."""
    return Report([run] if isinstance(run, Run) else run, language, question=question).html()


def verdict(run: Run, language: str = "en", question: str | None = None) -> list[str]:
    """The answer in words, and how sure it is."""
    return Report([run], language, question=question).sentences()


def write_report(runs: Sequence[Run], path: Path, language: str = "en", question: str | None = None) -> Path:
    """Write the page, and beside it a folder with tables and records that it links to; returns the folder."""
    folder = path.with_name(f"{path.stem}-files")
    report = Report(runs, language, folder.name, question)
    folder.mkdir(parents=True, exist_ok=True)
    for table in report.tables.values():
        (folder / f"{table.name}.csv").write_text(table.as_csv(), encoding="utf-8")
    for each in report.outliers:
        each.record.save(folder / record_name(each))
    draft = path.with_name(f".{path.name}.new")
    draft.write_text(report.html(), encoding="utf-8")
    draft.replace(path)
    return folder
