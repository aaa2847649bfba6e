"""Experiments: what may be asked, and that nothing is lost whatever happens while they run."""

from __future__ import annotations

import importlib
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from banneret.core.errors import BadOption, BanneretError, UnknownGame, UnreadableText
from banneret.lab import BadExperiment, Experiment, LineUp, NoSuchQuestion, Progress, Run, ask, executors
from banneret.lab.executors import DEATHS, Processes, WorkersDie, survived
from banneret.lab.experiment import Arm
from banneret.lab.worker import table_for
from tests.toy import TOY

GAMES = importlib.import_module("banneret.games")  # the package gives its name to a function
# Games of baron that are over at once, in many batches.
SHORT = Experiment("baron", {"players": 2}, {"max_rounds": [1, 2] * 8}, (LineUp(("random",)),), games=20)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy among the games, everything in pure Python."""
    known = {**GAMES.editions(), "toy": TOY}
    monkeypatch.setattr(GAMES, "editions", lambda: known)
    yield from without_compiler(monkeypatch)


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield from without_compiler(monkeypatch)


def without_compiler(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    GAMES._load.cache_clear()
    table_for.cache_clear()
    yield
    GAMES._load.cache_clear()
    table_for.cache_clear()


def games_of(run: Run) -> pl.DataFrame:
    return run.store.games().sort("arm", "game").collect()


# What is an experiment


def test_an_experiment_of_a_file(tmp_path: Path, toy: None) -> None:
    path = tmp_path / "experiment.toml"
    path.write_text(
        """
        game = "toy"
        players = 3
        games = 12
        seed = 5
        [options]
        rounds = 2
        [grid]
        favour = [0, 3]
        [[lineups]]
        seats = ["greedy", "random"]
        [[lineups]]
        seats = ["random:eager"]
        games = 4
        """
    )
    experiment = Experiment.load(path)
    assert experiment.options == {"rounds": 2, "players": 3}
    arms = experiment.arms
    assert [(arm.variant, arm.lineup.name, arm.games) for arm in arms] == [
        ({"favour": 0}, "greedy, random", 12),
        ({"favour": 0}, "random:eager", 4),
        ({"favour": 3}, "greedy, random", 12),
        ({"favour": 3}, "random:eager", 4),
    ]
    assert arms[2].options == {"players": 3, "rounds": 2, "favour": 3}
    assert Experiment.from_data(experiment.as_data()) == experiment


def test_a_seed_is_played_in_every_different_rotation() -> None:
    arm = Arm(0, {}, {"players": 3}, LineUp(("a", "b")), 10)
    assert arm.rotations == [("a", "b", "b"), ("b", "b", "a"), ("b", "a", "b")]
    assert Arm(0, {}, {"players": 3}, LineUp(("a",)), 10).rotations == [("a", "a", "a")]


def test_whole_rounds_of_seatings_are_played(toy: None, tmp_path: Path) -> None:
    lineups = (LineUp(("greedy", "random")), LineUp(("random",)))
    experiment = Experiment("toy", {"players": 3}, {"favour": [0, 1]}, lineups, games=10)
    run = Run.create(experiment, tmp_path / "run")
    run.play(jobs=1)
    games = games_of(run)
    for arm, count in ((0, 12), (1, 10), (2, 12), (3, 10)):
        of_arm = games.filter(pl.col("arm") == arm)
        assert of_arm.height == count == experiment.games_of(run.arms[arm])
        assert of_arm["game"].to_list() == list(range(count))
    mixed = games.filter(pl.col("arm") == 0)
    assert mixed.group_by("seed").agg(pl.col("rotation").sort())["rotation"].to_list() == [[0, 1, 2]] * 4
    seeds = [set(games.filter(pl.col("arm") == arm)["seed"]) for arm in (0, 2)]
    assert seeds[0] == seeds[1] == {1, 2, 3, 4}


@pytest.mark.parametrize(
    ("told", "error", "words"),
    [
        ({}, BadExperiment, "names its game"),
        ({"game": "nothing"}, UnknownGame, "there is no game 'nothing'"),
        ({"game": "toy", "gmaes": 3}, BadExperiment, "no 'gmaes'"),
        ({"game": "toy", "games": 0}, BadExperiment, "games of an experiment is a whole number from 1"),
        ({"game": "toy", "games": "many"}, BadExperiment, "whole number"),
        ({"game": "toy", "seed": -1}, BadExperiment, "seed"),
        ({"game": "toy", "precision": 0}, BadExperiment, "precision is a number of points"),
        ({"game": "toy", "precision": "good"}, BadExperiment, "precision is a number of points"),
        ({"game": "toy", "records": "yes"}, BadExperiment, "records of an experiment is true or false"),
        ({"game": ["toy"]}, BadExperiment, "is a game's key"),
        ({"game": "toy", "options": {"round": 1}}, BadOption, "no such option"),
        ({"game": "toy", "grid": {"favour": [0, -1]}}, BadOption, "favour"),
        ({"game": "toy", "grid": {"favour": []}}, BadExperiment, "no value"),
        ({"game": "toy", "grid": {"favour": 3}}, BadExperiment, "is a list"),
        ({"game": "toy", "options": {"favour": 1}, "grid": {"favour": [3]}}, BadExperiment, "both set and varied"),
        ({"game": "toy", "options": 3}, BadExperiment, "is a table"),
        ({"game": "toy", "lineups": []}, BadExperiment, "at least one line-up"),
        ({"game": "toy", "lineups": [[]]}, BadExperiment, "a list of players"),
        ({"game": "toy", "lineups": [{"seats": ["greedy"], "game": 3}]}, BadExperiment, "a list of players"),
        ({"game": "toy", "lineups": [["greedy", "greedy", "greedy"]]}, BadExperiment, "only 2 seats"),
        ({"game": "toy", "lineups": [["genius"]]}, UnreadableText, "names no player"),
        ({"game": "toy", "lineups": [["random:bold"]]}, UnreadableText, "no style"),
        ({"game": "toy", "lineups": [["greedy!sing"]]}, BadExperiment, "no action 'sing'"),
    ],
)
def test_what_cannot_be_done_is_refused_before_anything_is_played(
    toy: None, told: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        Experiment.from_data(told)


def test_a_file_that_is_no_toml_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("game = ")
    with pytest.raises(BadExperiment, match="not TOML"):
        Experiment.load(tmp_path / "bad.toml")


def test_the_command_of_an_experiment_is_that_experiment(toy: None) -> None:
    from banneret.cli import parser
    from banneret.cli.lab import told_experiment

    experiments = [
        Experiment("toy", {"players": 3, "toss": True}, {"favour": [0, 2]}, seed=9, repeats=2, records=True),
        Experiment(
            "toy", lineups=(LineUp(("mcts:3,width=2", "greedy!dig"), 40),), precision=2.5, question="seats"
        ),
    ]
    for experiment in experiments:
        words = shlex.split(experiment.command)[1:]
        assert told_experiment(parser().parse_args(words)) == experiment


# Running


def test_a_run_is_the_same_whoever_plays_it(uncompiled: None, tmp_path: Path) -> None:
    alone, together = Run.create(SHORT, tmp_path / "alone"), Run.create(SHORT, tmp_path / "together")
    alone.play(jobs=1)
    together.play(jobs=2)
    assert alone.finished
    assert together.finished
    assert games_of(alone).height == 16 * 20
    assert_frame_equal(games_of(alone), games_of(together))


def test_a_run_that_was_killed_goes_on_and_ends_as_if_nothing_had_been(tmp_path: Path, uncompiled: None) -> None:
    whole = Run.create(SHORT, tmp_path / "whole")
    whole.play(jobs=1)
    folder = tmp_path / "killed"
    words = [*shlex.split(SHORT.command)[1:], "--jobs", "2", "--folder", str(folder)]
    process = subprocess.Popen(
        [sys.executable, "-m", "banneret", *words], stdout=subprocess.DEVNULL, start_new_session=True
    )
    wait_for(lambda: len(list(folder.glob("batches/[0-9]*"))) >= 1)
    process.kill()
    process.wait()
    wait_for(lambda: not is_alive(process.pid))
    (folder / "batches" / ".000-000004.123").mkdir()  # as a writer leaves it that dies in the middle
    run = Run.open(folder)
    assert 0 < run.done < 16 * 20
    kept = {path.name: path.stat().st_mtime_ns for path in folder.glob("batches/[0-9]*")}
    run.play(jobs=1)
    assert run.finished
    assert_frame_equal(games_of(run), games_of(whole))
    assert all((folder / "batches" / name).stat().st_mtime_ns == at for name, at in kept.items())
    assert not list(folder.glob("batches/.*"))


def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(tmp_path: Path, uncompiled: None) -> None:
    folder = tmp_path / "run"
    command = f"lab run --game baron -o max_rounds=1 --lineup random --games 100000 --jobs 2 --folder {folder}"
    process = subprocess.Popen(
        [sys.executable, "-m", "banneret", *command.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        wait_for(lambda: len(list(folder.glob("batches/[0-9]*"))) >= 1)
        process.send_signal(signal.SIGINT)
        said, trouble = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 130
    assert f"to go on: banneret lab resume {folder}" in said.replace("\n", "")
    assert "Traceback" not in trouble
    assert games_of(Run.open(folder)).height == Run.open(folder).done > 0


def is_alive(group: int) -> bool:
    """Whether any process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def wait_for(condition: Any, seconds: float = 180.0) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it never came to that"
        time.sleep(0.02)


def test_a_worker_that_dies_loses_nothing(
    uncompiled: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Run.create(SHORT, tmp_path / "run")
    executor = Processes(2)
    monkeypatch.setattr(run, "_executor", lambda jobs, cluster: executor)
    killed: list[int] = []

    def kill_one(progress: Progress) -> None:
        if not killed:
            killed.append(next(iter(executor.pool._processes)))
            os.kill(killed[0], signal.SIGKILL)

    run.play(on_progress=kill_one)
    assert killed
    assert run.finished
    assert games_of(run)["game"].to_list() == [*range(20)] * 16


def test_workers_that_die_again_and_again_end_the_run() -> None:
    with pytest.raises(WorkersDie, match="is kept"):
        survived(DEATHS)


def test_a_run_in_the_background_tells_how_far_it_is_and_stops(toy: None, tmp_path: Path) -> None:
    run = Run.create(Experiment("toy", games=100_000, lineups=(LineUp(("random",)),)), tmp_path / "run")
    assert run.progress.state == "waiting"
    seen: list[Progress] = []
    run.start(jobs=1, on_progress=seen.append)
    wait_for(lambda: len(seen) >= 2)
    run.stop()
    run.wait(120)
    assert run.progress.state == "stopped"
    assert run.error is None
    assert seen[0].total == 100_000
    assert 0 < seen[0].done < seen[1].done < 100_000
    assert seen[1].rate > 0
    assert seen[1].seconds_left
    assert games_of(run).height == run.done
    assert not run.finished


def test_what_goes_wrong_in_the_background_is_told(toy: None, tmp_path: Path) -> None:
    run = Run.create(Experiment("toy", games=10), tmp_path / "run")
    run.start(jobs=0)
    run.wait(120)
    assert isinstance(run.error, BanneretError)


def test_precision_ends_a_run_as_soon_as_the_seats_are_known(toy: None, tmp_path: Path) -> None:
    run = Run.create(Experiment("toy", precision=3.0, lineups=(LineUp(("random",)),)), tmp_path / "run")
    assert run.total == pytest.approx(1067, abs=1)  # for an even share: 1.96 ** 2 / 4 / 0.03 ** 2
    run.play(jobs=1)
    games = games_of(run).height
    assert run._counts[0].half_width(2) <= 0.03
    assert games % 200 == 0
    assert 400 <= games <= 1200
    assert Run.open(tmp_path / "run").finished


# More machines


@pytest.mark.filterwarnings("ignore")  # what Dask warns of is Dask's
def test_a_cluster_gives_the_same_games_even_if_a_worker_dies(
    uncompiled: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")
    alone = Run.create(SHORT, tmp_path / "alone")
    alone.play(jobs=1)
    run = Run.create(SHORT, tmp_path / "run")
    killed: list[int] = []
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:

        def kill_one(progress: Progress) -> None:
            if not killed:
                killed.append(cluster.workers[0].pid)
                os.kill(killed[0], signal.SIGKILL)

        run.play(cluster=cluster.scheduler_address, on_progress=kill_one)
    assert killed
    assert run.finished
    assert_frame_equal(games_of(run), games_of(alone))


@pytest.mark.filterwarnings("ignore")  # what Dask warns of is Dask's
def test_a_cluster_that_is_not_there_is_told_plainly(
    toy: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(executors, "CONNECT_SECONDS", 1)
    run = Run.create(Experiment("toy", games=10), tmp_path / "run")
    with pytest.raises(BanneretError, match="no Dask scheduler"):
        run.play(cluster="tcp://127.0.0.1:9")


# Ready questions


@pytest.mark.parametrize("key", [*GAMES.editions()])
@pytest.mark.parametrize("question", ["seats", "length", "comeback", "start-fairness", "skill"])
def test_every_game_can_be_asked(key: str, question: str, uncompiled: None) -> None:
    experiment = ask(question, key)
    assert experiment.question == question
    if question in ("seats", "length", "comeback"):
        assert experiment.grid["players"] == list(GAMES.load(key).info.players)


def test_a_question_turns_the_option_that_the_game_declares(uncompiled: None) -> None:
    assert ask("capture-price", "donjons").grid == {"capture_price": [6, 9, 12]}
    assert ask("target", "terra", players=4).grid == {"target": [6, 8, 10, 12, 14]}
    assert ask("maps", "terra").grid == {"connected": [False, True]}
    with pytest.raises(NoSuchQuestion, match="baron has no option for the question 'target'"):
        ask("target", "baron")
    with pytest.raises(BadExperiment, match="there is no question 'meaning'; there are: seats"):
        ask("meaning", "baron")


def test_what_a_game_declares_are_its_own_options_and_verbs() -> None:
    from banneret.lab.declared import declared

    for key, edition in GAMES.editions().items():
        game = GAMES.load(key, "pure")
        verbs = {game.text(code).split(" ")[0] for code in range(game.info.codes)}
        told = declared(game)
        assert {*told.build, *told.no_cell, *told.absent} <= verbs | {"treasury"}
        assert set(told.cap) <= game.words("en").reason.keys()
        for turned in told.ask.values():
            assert turned.option in {option.name for option in edition.info.options}
            assert turned.verb is None or turned.verb in verbs
            for players in edition.info.players:
                for value in turned.for_players(players):
                    game.options({"players": players, turned.option: value})


def test_dead_actions_asks_what_each_action_is_worth(toy: None) -> None:
    experiment = ask("dead-actions", "toy", search=None)
    assert [lineup.name for lineup in experiment.lineups[2:]] == ["greedy!gain, greedy", "greedy!dig, greedy"]
    weary = ask("dead-actions", "toy", search=None, options={"weary": True})
    assert not any("rest" in lineup.name for lineup in weary.lineups)  # it is legal, and nothing else is then


def test_skill_doubles_the_budget_of_a_search(toy: None) -> None:
    assert ask("skill", "toy", search="mcts:50").lineups[0].seats == ("mcts:100", "mcts:50")
    assert ask("skill", "toy", search="mcts:0.2s,width=9").lineups[0].seats[0] == "mcts:0.4s,width=9"
    with pytest.raises(UnreadableText, match="measured with a search"):
        ask("skill", "toy", search=None)
