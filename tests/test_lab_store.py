"""The folder of a run: what is in it, and what happens when something is wrong with it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from banneret.cli import main
from banneret.core.errors import BanneretError
from banneret.lab import BadRun, Experiment, LineUp, Run, report_html
from tests.lab_of_toys import played, toy_among_games


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield from toy_among_games(monkeypatch)


def games_of(run: Run) -> pl.DataFrame:
    return run.store.games().sort("arm", "game").collect()


@pytest.mark.parametrize("what", ["rules_version", "players_version"])
def test_rules_and_players_that_changed_are_not_mixed_into_a_run(tmp_path: Path, what: str) -> None:
    run = Run.create(Experiment("toy", games=10), tmp_path / "run")
    run.play(jobs=1)
    manifest = run.store.manifest
    run.store.write_manifest({**manifest, "made_of": {**manifest["made_of"], what: 0}})
    with pytest.raises(BadRun, match=f"{what.replace('_', ' ')} changed"):
        Run.open(tmp_path / "run").play(jobs=1)
    assert games_of(run).height == 10


def test_a_folder_that_holds_something_is_not_overwritten(tmp_path: Path) -> None:
    Run.create(Experiment("toy", games=10), tmp_path / "run")
    with pytest.raises(BadRun, match="is not empty"):
        Run.create(Experiment("toy", games=10), tmp_path / "run")
    with pytest.raises(BadRun, match="there is no run"):
        Run.open(tmp_path / "nothing")
    (tmp_path / "run" / "run.json").write_text("{")
    with pytest.raises(BadRun, match="damaged"):
        Run.open(tmp_path / "run")


def test_records_are_kept_of_remarkable_games_and_of_all_on_request(tmp_path: Path) -> None:
    for records, kept in ((False, range(1, 7)), (True, range(50, 51))):
        experiment = Experiment("toy", games=50, records=records, lineups=(LineUp(("random",)),))
        run = Run.create(experiment, tmp_path / str(records))
        run.play(jobs=1)
        assert games_of(run)["record"].is_not_null().sum() in kept


# What is damaged


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:100])


def empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("name", ["games.parquet", "tallies.parquet"])
@pytest.mark.parametrize("damage", [cut, empty, Path.unlink])
def test_a_damaged_batch_counts_as_not_played(tmp_path: Path, damage: Callable[[Path], None], name: str) -> None:
    whole = games_of(played(tmp_path / "run"))
    damage(tmp_path / "run" / "batches" / "000-000001" / name)
    run = Run.open(tmp_path / "run")
    assert run.done == 200
    assert "The run is not finished: 200 of 400 games." in report_html(run)
    run.play(jobs=1)
    assert run.done == 400
    assert games_of(run).equals(whole)


def test_a_batch_that_is_damaged_inside_is_named(tmp_path: Path) -> None:
    played(tmp_path / "run")
    path = tmp_path / "run" / "batches" / "000-000001" / "games.parquet"
    told = bytearray(path.read_bytes())
    told[-300:-50] = bytes(250)
    path.write_bytes(told)
    with pytest.raises(BadRun, match=r"remove .*000-000001, and its games will be played again"):
        Run.open(tmp_path / "run")


def test_strange_files_among_the_batches_are_let_be(tmp_path: Path) -> None:
    run = played(tmp_path / "run", games=20)
    (tmp_path / "run" / "batches" / "notes").mkdir()
    (tmp_path / "run" / "batches" / "list.txt").touch()
    Run.open(tmp_path / "run").play(jobs=1)
    assert Run.open(tmp_path / "run").done == run.done == 20
    assert (tmp_path / "run" / "batches" / "notes").exists()


def test_a_run_whose_batches_are_gone_is_played_anew(tmp_path: Path) -> None:
    played(tmp_path / "run", games=20)
    shutil.rmtree(tmp_path / "run" / "batches")
    run = Run.open(tmp_path / "run")
    with pytest.raises(BadRun, match="no batch of games is finished yet"):
        report_html(run)
    run.play(jobs=1)
    assert run.done == 20


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda told: told.pop("columns"), "in a form that this program does not read"),
        (lambda told: told.update(format="banneret-lab/0"), "in a form that this program does not read"),
        (lambda told: told["experiment"]["options"].update(gone=1), "none of this version: option gone"),
        (lambda told: told["experiment"].update(game="lost"), "none of this version: there is no game 'lost'"),
        (lambda told: told["experiment"].update(games=100), "is no batch of the experiment"),
    ],
)
def test_a_run_of_another_version_is_refused_in_a_sentence(
    tmp_path: Path, change: Callable[[Any], Any], words: str
) -> None:
    played(tmp_path / "run")
    path = tmp_path / "run" / "run.json"
    told = json.loads(path.read_text())
    change(told)
    path.write_text(json.dumps(told))
    with pytest.raises(BadRun, match=words):
        Run.open(tmp_path / "run")


def test_a_full_disk_keeps_what_is_whole_and_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write = Path.write_bytes

    def full(path: Path, told: bytes) -> int:
        if "000-000002" in str(path):
            write(path, told[:50])
            raise OSError(28, "No space left on device")
        return write(path, told)

    monkeypatch.setattr(Path, "write_bytes", full)
    folder = tmp_path / "run"
    assert main(f"lab run --game toy --lineup random --games 1000 --jobs 1 --folder {folder}".split()) == 2
    told = capsys.readouterr()
    assert "No space left on device" in told.err
    assert f"400 games are kept; to go on: banneret lab resume {folder}" in told.out.replace("\n", "")
    assert {path.name for path in (folder / "batches").iterdir()} == {"000-000000", "000-000001"}
    monkeypatch.undo()
    with pytest.MonkeyPatch.context() as patch:
        for _ in toy_among_games(patch):
            Run.open(folder).play(jobs=1)
            assert Run.open(folder).done == 1000


def test_two_processes_do_not_play_one_run_at_once(tmp_path: Path) -> None:
    run = Run.create(Experiment("toy", games=20, lineups=(LineUp(("random",)),)), tmp_path / "run")
    with run.store.alone(), pytest.raises(BanneretError, match="is being played by another process"):
        Run.open(tmp_path / "run").play(jobs=1)
    run.play(jobs=1)
    assert run.done == 20
