"""How rules are compiled and kept: never stale, never half written, never left behind."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated, Any

import pytest

import banneret
from banneret.core import kernel, playout
from banneret.core.game import Mode
from banneret.core.kernel import Linker, can_compile
from banneret.core.sharing import add_to, claim, fetch_add
from banneret.core.state import Codes, Row, Weights, from_record
from banneret.games import editions
from tests.conftest import KEYS

needs_numba = pytest.mark.skipif(not can_compile(), reason="numba is not installed here")

TOY = """
from typing import Annotated
from banneret.core.state import Row, Weights
{called}

class State:
    players: Annotated[int, "i1"]
    row: Annotated[Row, "i2", 4]

def part(states: list[State]) -> int:
    return states[0].row[2]

def answer(states: list[State]) -> int:
    return helper(states[0].row) + states[0].players + part(states) - states[0].row[2]
"""
CALLED = """
from banneret.core.state import Row

def helper(row: Row) -> int:
    return row[1] + {number}
"""
ASK = """
import sys
from pathlib import Path
import numpy
sys.path.insert(0, sys.argv[1])
import toy
from banneret.core.kernel import Mode, linker, new_states
folder = Path(sys.argv[1])
hooks = {"answer": toy.answer}
link = linker(hooks, toy.State, Mode(sys.argv[2]), "toy", [folder])
ask = link.entry(toy.answer)
states = new_states(toy.State, 1, Mode.COMPILED)
states[0]["row"] = [1, 20, 300, 4000]
print(ask(states))
"""


def write_toy(folder: Path, number: int) -> None:
    (folder / "toy.py").write_text(TOY.format(called="from called import helper"))
    (folder / "called.py").write_text(CALLED.format(number=number))


def ask(folder: Path, cache: Path, mode: str = "compiled", question: str = ASK) -> subprocess.Popen[str]:
    environment = {**os.environ, "BANNERET_CACHE": str(cache)}
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", question, str(folder), mode],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def answered(process: subprocess.Popen[str]) -> int:
    out, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    return int(out)


@needs_numba
def test_a_change_in_a_called_file_is_never_missed(tmp_path: Path) -> None:
    write_toy(tmp_path, 1)
    cache = tmp_path / "cache"
    assert answered(ask(tmp_path, cache)) == 21
    assert answered(ask(tmp_path, cache)) == 21
    assert len(list(cache.iterdir())) == 1
    write_toy(tmp_path, 5)
    assert answered(ask(tmp_path, cache)) == 25
    assert len(list(cache.iterdir())) == 2


@pytest.mark.parametrize("key", KEYS)
def test_machine_code_is_kept_by_the_files_that_rules_are_made_of(key: str) -> None:
    home = banneret.load(key).edition.rules.__name__.rpartition(".")[0]
    files = {path.name for path in kernel.sources_of(f"{home}.rules", f"{home}.styles", playout.__name__)}
    assert {"rules.py", "table.py", "knowledge.py", "styles.py", "playout.py", "hooks.py", "state.py"} <= files
    assert not files & {"picture.py", "notation.py", "setup.py", "match.py", "conformance.py"}


@needs_numba
def test_what_an_entry_point_calls_can_be_one_too(tmp_path: Path) -> None:
    write_toy(tmp_path, 1)
    both = ASK.replace("print(ask(states))", "print(ask(states) + link.entry(toy.part)(states))")
    assert "link.entry(toy.part)" in both
    assert answered(ask(tmp_path, tmp_path / "cache", question=both)) == 21 + 300


@needs_numba
def test_checked_and_unchecked_code_are_kept_apart(tmp_path: Path) -> None:
    write_toy(tmp_path, 1)
    cache = tmp_path / "cache"
    assert answered(ask(tmp_path, cache)) == answered(ask(tmp_path, cache, "checked")) == 21
    assert sorted(folder.name.rpartition("-")[0] for folder in cache.iterdir()) == ["toy", "toy-checked"]


@needs_numba
def test_processes_may_fill_a_folder_at_the_same_time(tmp_path: Path) -> None:
    write_toy(tmp_path, 1)
    cache = tmp_path / "cache"
    processes = [ask(tmp_path, cache) for _ in range(4)]
    assert [answered(process) for process in processes] == [21] * 4
    assert answered(ask(tmp_path, cache)) == 21


@needs_numba
def test_a_broken_or_missing_file_of_the_cache_is_made_again(tmp_path: Path) -> None:
    write_toy(tmp_path, 1)
    cache = tmp_path / "cache"
    answered(ask(tmp_path, cache))
    for kept in cache.rglob("*.nbc"):
        kept.unlink()
    assert answered(ask(tmp_path, cache)) == 21


@needs_numba
def test_folders_unused_for_long_are_removed_and_others_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BANNERET_CACHE", str(tmp_path))
    kernel._writable_root.cache_clear()
    try:
        for name, age in {"old": kernel.KEPT_SECONDS + 60, "recent": 60}.items():
            (tmp_path / name).mkdir()
            os.utime(tmp_path / name, (time.time() - age,) * 2)
        folder = kernel.cache_folder("toy", [], checked=False)
        assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["recent", folder.name])
    finally:
        kernel._writable_root.cache_clear()


@needs_numba
def test_a_cache_that_cannot_be_written_is_replaced_by_a_temporary_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("BANNERET_CACHE", str(tmp_path / "file" / "cache"))
    kernel._writable_root.cache_clear()
    try:
        assert kernel.cache_folder("toy", [], checked=False).is_dir()
    finally:
        kernel._writable_root.cache_clear()


@needs_numba
def test_a_read_outside_a_row_is_noticed_when_checked(tmp_path: Path) -> None:
    write_toy(tmp_path, 1)
    (tmp_path / "called.py").write_text(CALLED.format(number="row[row[3]]"))
    process = ask(tmp_path, tmp_path / "cache", "checked")
    _, errors = process.communicate(timeout=120)
    assert "IndexError" in errors


def recursive(row: Row) -> int:
    return recursive(row)


def test_rules_that_call_themselves_are_refused() -> None:
    with pytest.raises(TypeError, match="recursive"):
        Linker({}, compiled=False).twin(recursive)


def test_generic_functions_belong_to_no_game_until_bound() -> None:
    states: Any = [None]
    with pytest.raises(TypeError, match="belongs to no game"):
        playout.playout(states, 0, [], [], [], 1)


WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None
import banneret
from banneret.core.kernel import can_compile
assert not can_compile()
match = banneret.new(sys.argv[1], seed=1)
import random
rng = random.Random(1)
while not match.over:
    match.play(match.choose(rng))
assert match.game.mode == "pure"
print(match.result.as_data())
"""


@pytest.mark.parametrize("key", KEYS)
def test_without_numba_everything_runs_as_pure_python(key: str) -> None:
    out = subprocess.run(
        [sys.executable, "-W", "error", "-c", WITHOUT_NUMBA, key], capture_output=True, text=True, check=True
    )
    assert "scores" in out.stdout


def test_switching_the_compiler_off_gives_pure_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert not can_compile()
    assert kernel.default_mode() is Mode.PURE
    with pytest.raises(RuntimeError, match="needs numba"):
        kernel.linker({}, object, Mode.COMPILED, "toy", [])
    assert all(banneret.Game(edition).mode is Mode.PURE for edition in editions().values())


def count_up(row: Codes, seen: Weights, times: int) -> None:
    """Add 3 so often to a number that others may add to; sums up what it was each time."""
    for _ in range(times):
        seen[0] += fetch_add(row, 1, 3)


@pytest.mark.parametrize(
    ("mode", "times"), [(Mode.PURE, 500), pytest.param(Mode.COMPILED, 1_000_000, marks=needs_numba)]
)
def test_what_threads_add_to_the_same_number_is_not_lost(mode: Mode, times: int) -> None:
    game = banneret.load(KEYS[0], mode)
    row, seen = game.row("i4", 3), [game.row("i8", 1) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(game.kernels.bind(count_up), [row] * 4, seen, [times] * 4))
    assert list(row) == [0, 3 * 4 * times, 0]
    assert sum(each[0] for each in seen) == 3 * sum(range(4 * times))


class Tally:
    """What several threads add to."""

    count: Annotated[int, "i4"]
    owner: Annotated[int, "i4"]
    total: Annotated[float, "f8"]


def claim_all(tallies: list[Tally], owned: Codes, thread: int) -> None:
    """Own each tally of which nobody else is the owner."""
    for i in range(len(tallies)):
        owned[0] += claim(tallies[i], "owner", thread) == thread


def add_up(tallies: list[Tally], times: int) -> None:
    """Add to each tally so often."""
    for _ in range(times):
        for i in range(len(tallies)):
            add_to(tallies[i], "count", 3)
            add_to(tallies[i], "total", 0.25)


MODES = [Mode.PURE, pytest.param(Mode.COMPILED, marks=needs_numba)]


@pytest.mark.parametrize("mode", MODES)
def test_of_what_threads_add_to_the_same_records_nothing_is_lost(mode: Mode) -> None:
    times = 100 if mode is Mode.PURE else 200_000
    game = banneret.load(KEYS[0], mode)
    tallies = kernel.new_states(Tally, 3, mode)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(game.kernels.bind(add_up), [tallies] * 4, [times] * 4))
    for tally in tallies if mode is Mode.PURE else [from_record(Tally, each) for each in tallies]:
        assert (tally.count, tally.total, tally.owner) == (3 * 4 * times, 0.25 * 4 * times, 0)


@pytest.mark.parametrize("mode", MODES)
def test_what_several_threads_claim_is_given_once(mode: Mode) -> None:
    count = 500 if mode is Mode.PURE else 1_000_000
    game = banneret.load(KEYS[0], mode)
    tallies = kernel.new_states(Tally, count, mode)
    owned = [game.row("i4", 1) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(game.kernels.bind(claim_all), [tallies] * 4, owned, range(1, 5)))
    owners = [each.owner for each in tallies] if mode is Mode.PURE else tallies["owner"].tolist()
    assert [each[0] for each in owned] == [owners.count(thread) for thread in range(1, 5)]
    assert sum(each[0] for each in owned) == count
