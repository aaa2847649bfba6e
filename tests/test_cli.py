"""The command line as people and scripts use it: what it says, and how it refuses."""

from __future__ import annotations

import fcntl
import io
import json
import os
import pty
import random
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Any

import pytest

import banneret
from banneret.cli import COMMANDS, bench, main
from banneret.cli.complete import next_words
from banneret.core.kernel import can_compile
from banneret.core.playthrough import read
from tests.conftest import KEYS


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command prints, which must succeed and complain of nothing."""
    assert main(words) == 0
    out, errors = capsys.readouterr()
    assert "banneret:" not in errors
    return out


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command says when it refuses: one sentence, nothing on standard output."""
    assert main(words) == 2
    out, errors = capsys.readouterr()
    assert out == ""
    assert errors.startswith("banneret: ")
    assert "Traceback" not in errors
    return errors


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished game of the first title."""
    match, rng = banneret.new(KEYS[0], players=3, seed=5, mode="pure"), random.Random(5)
    while not match.over:
        match.play(match.choose(rng))
    match.record().save(tmp_path / "game.json")
    return tmp_path / "game.json"


def test_help_teaches_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    text = capsys.readouterr().out
    for command in COMMANDS:
        assert f"banneret {command.NAME}" in text
        with pytest.raises(SystemExit):
            main([command.NAME, "--help"])
        assert "examples:" in capsys.readouterr().out


def test_starting_needs_neither_numba_nor_numpy() -> None:
    program = (
        "import sys; from banneret.cli import main; main(['games']); main(['new', sys.argv[1]]); "
        "main(['trace', '--random', '--game', sys.argv[1]]); "
        "sys.exit(str([m for m in ('numba', 'numpy') if m in sys.modules]) if 'numpy' in sys.modules else 0)"
    )
    for key in KEYS:
        subprocess.run([sys.executable, "-c", program, key], check=True, stdout=subprocess.DEVNULL)


def test_games_lists_and_explains(capsys: pytest.CaptureFixture[str]) -> None:
    listed = run(capsys, "games")
    data = json.loads(run(capsys, "games", "--json"))
    assert [game["key"] for game in data] == KEYS
    for info in banneret.games():
        assert info.title in listed
        told = run(capsys, "games", info.key)
        only_options = run(capsys, "games", info.key, "--options")
        assert only_options in told
        for option in info.options:
            assert f"  {option.name} (default {json.dumps(option.default)}): {option.help}" in only_options
            assert option.bounds in only_options
    assert "there is no game 'go'" in refused(capsys, "games", "go")


@pytest.mark.parametrize("key", KEYS)
def test_new_makes_a_record_or_a_setup(key: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = banneret.Record.loads(run(capsys, "new", key, "--players", "3", "--seed", "7"))
    assert record == banneret.new(key, players=3, seed=7, mode="pure").record()
    setup = run(capsys, "new", key, "--players", "3", "--seed", "7", "--setup")
    assert json.loads(setup) == record.setup
    path = str(tmp_path / "game.json")
    run(capsys, "new", key, "-o", "max_rounds=9", "--output", path)
    assert banneret.Record.load(path).options["max_rounds"] == 9
    assert "File exists" in refused(capsys, "new", key, "--output", path)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--players", "77"], "it takes a whole number from"),
        (["-o", "max_rounds"], "expected NAME=VALUE"),
        (["-o", "max_rounds=soon"], "'soon' is not possible; it takes"),
        (["-o", "max_rounds=1.5"], "1.5 is not possible"),
        (["-o", "weather=fine"], "there is no such option"),
    ],
)
@pytest.mark.parametrize("key", KEYS)
def test_bad_options_are_refused(
    key: str, words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert reason in refused(capsys, "new", key, *words)


def traced(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_trace_tells_every_position(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = traced(run(capsys, "trace", str(record)))
    kept = banneret.Record.load(record)
    assert [line.get("action") for line in lines[:-1]] == kept.actions
    assert [line["ply"] for line in lines] == list(range(len(kept.actions) + 1))
    for line in lines[:-1]:
        assert list(line) == ["ply", "player", "legal", "action", "state"]
        assert line["action"] in line["legal"] == sorted(line["legal"])
    assert lines[-1]["player"] is None
    assert lines[-1]["result"] == kept.result
    if can_compile():
        assert traced(run(capsys, "trace", str(record), "--mode", "compiled")) == lines


def test_trace_reads_standard_input(
    record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from_file = run(capsys, "trace", str(record))
    for words in (["trace"], ["trace", "-"]):
        monkeypatch.setattr(sys, "stdin", io.StringIO(record.read_text()))
        assert run(capsys, *words) == from_file


def test_trace_of_an_unfinished_game_ends_with_what_is_legal(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = banneret.Record.load(record)
    kept.actions, kept.result = kept.actions[:10], None
    kept.save(record)
    last = traced(run(capsys, "trace", str(record)))[-1]
    assert last["ply"] == 10
    assert last["action"] is None
    assert last["legal"]


@pytest.mark.parametrize("key", KEYS)
def test_trace_plays_at_random(key: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["trace", "--random", "--game", key, "--players", "3", "--seed", "7", "-o", "max_rounds=5"]
    out = run(capsys, *words)
    assert out == run(capsys, *words)
    assert out != run(capsys, *words, "--style", banneret.load(key).info.styles[-1])
    run(capsys, *words, "--record", str(tmp_path / "game.json"))
    assert run(capsys, "trace", str(tmp_path / "game.json")) == out
    told = run(capsys, *words, "--changes")
    assert told == run(capsys, "trace", str(tmp_path / "game.json"), "--changes")
    assert read(told).actions == banneret.Record.load(tmp_path / "game.json").actions


def test_trace_refuses_with_reasons(record: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    kept = banneret.Record.load(record)
    kept.actions[4] = kept.actions[0] if kept.actions[0] != kept.actions[4] else kept.actions[1]
    kept.save(tmp_path / "bad.json")
    assert "(ply 4)" in refused(capsys, "trace", str(tmp_path / "bad.json"))
    assert "No such file" in refused(capsys, "trace", str(tmp_path / "missing.json"))
    assert "needs --game" in refused(capsys, "trace", "--random")
    assert "do not go together" in refused(capsys, "trace", str(record), "--random", "--game", KEYS[0])
    assert "go with --random" in refused(capsys, "trace", str(record), "--game", KEYS[0])
    assert "has no style" in refused(capsys, "trace", "--random", "--game", KEYS[0], "--style", "furious")
    assert "Is a directory" in refused(capsys, "trace", str(tmp_path))


@pytest.mark.parametrize("key", KEYS)
def test_perft_counts_and_divides(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["perft", key, "--seed", "1", "--depth", "2", "--mode", "pure"]
    counts = [int(line.split()[-1]) for line in run(capsys, *words).splitlines()]
    divided = run(capsys, *words, "--divide").splitlines()
    assert len(divided) == counts[0] + 1
    assert divided[-1] == f"total: {counts[1]}"
    assert sum(int(line.rpartition(" ")[2]) for line in divided[:-1]) == counts[1]


def test_perft_counts_from_a_record(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "perft", "--record", str(record), "--depth", "1", "--mode", "pure") == "depth 1: 0\n"
    kept = banneret.Record.load(record)
    legal = banneret.replay(kept, mode="pure").at(6).legal()
    out = run(capsys, "perft", "--record", str(record), "--ply", "6", "--depth", "1", "--mode", "pure")
    assert out == f"depth 1: {len(legal)}\n"
    assert "--ply takes 0 to" in refused(capsys, "perft", "--record", str(record), "--ply", "9999")
    assert "--depth takes" in refused(capsys, "perft", KEYS[0], "--depth", "0")
    assert "name either" in refused(capsys, "perft")


def test_bench_prints_figures(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "bench", KEYS[0], "--seconds", "0.01", "--repeats", "1", "--no-compile", "--json")
    data = json.loads(out)
    assert any(figure["what"].endswith("pure Python") and figure["value"] > 0 for figure in data["figures"])
    assert KEYS[0] in run(capsys, "bench", KEYS[0], "--seconds", "0.01", "--repeats", "1", "--no-compile")


def test_bench_fits_eighty_columns(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    longest = max(KEYS, key=len)
    bench.show(
        [
            bench.Figure(f"{longest}, 4 players, {bench.IN_C}", 12_345_678, bench.SPEED, 1234.5, 1234.5, 98.7),
            bench.Figure(bench.OPEN_SPIEL, 123_456, bench.SPEED, 1.0, 1.0),
            bench.Figure(f"{longest}: search, whole playouts, two threads by one", 1.92, "times"),
            bench.Figure(f"{longest}: search, whole playouts, two threads", 117_163, "iterations/s"),
        ]
    )
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80
    assert "…" not in out
    for whole in ("12,345,678", "1,234.50", "98.70", "117,163   iterations/s", bench.IN_C):
        assert whole in out


def test_warm_compiles_everything(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert "ready" in run(capsys, "warm", KEYS[0]) if can_compile() else True
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert "nothing to compile with" in run(capsys, "warm")
    assert "there is no game" in refused(capsys, "warm", "chess")


# Playing


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


@pytest.mark.parametrize("key", KEYS)
def test_a_whole_game_can_be_played_by_numbers(
    key: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, "1\n" * 5000)
    out = run(capsys, "play", key, "--seed", "1", "-o", "max_rounds=2", "--seats", "me,random")
    assert "1. seat" in out


def test_a_squire_plays_at_once_and_advice_is_given(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, "hint\n" + "1\n" * 8 + "quit\n")
    out = run(capsys, "play", KEYS[0], "--seed", "1")
    assert "%  " in out
    assert "  seat 1: " in out


def test_a_game_is_saved_and_resumed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "evening.json"
    words = [
        "play",
        KEYS[0],
        "--players",
        "3",
        "--seats",
        "me,random,random",
        "--seed",
        "1",
        "--record",
        str(path),
    ]
    typed(monkeypatch, "1\n1\n")
    assert f"Go on with: banneret play --record {path}" in run(capsys, *words)
    kept = banneret.Record.load(path)
    assert kept.actions
    typed(monkeypatch, "1\nundo\nsave " + str(tmp_path / "copy.json") + "\nlog\nlist\nmap\nhelp\nquit\n")
    out = run(capsys, "play", "--seats", "me,random,random", "--record", str(path))
    assert "every legal action with its number" in out
    assert banneret.Record.load(path).actions[: len(kept.actions)] == kept.actions
    assert banneret.Record.load(tmp_path / "copy.json") == banneret.Record.load(path)
    assert "cannot change any more" in refused(capsys, *words)


def test_play_explains_what_is_wrong_and_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    typed(monkeypatch, "undo\n999\ndance\nsave\nsave /no/such/folder/x.json\n\n1\nquit\n")
    out = run(capsys, "play", KEYS[0], "--seed", "1")
    for words in ("no earlier decision", "there are actions 1 to", "is no action", "say where", "No such file"):
        assert words in out
    assert "name a game" in refused(capsys, "play")
    assert "--seats names 1 seats" in refused(capsys, "play", KEYS[0], "--seats", "me")
    assert "names no player" in refused(capsys, "play", KEYS[0], "--seats", "me,nobody")


def test_people_at_one_screen_do_not_see_each_others_secrets(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for key in KEYS:
        typed(monkeypatch, "1\n" * 12)
        out = run(capsys, "play", key, "--seed", "1", "--seats", "me,me")
        assert ("when nobody else is looking" in out) == banneret.load(key).info.hidden


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_play_speaks_three_languages(
    language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for key in KEYS:
        typed(monkeypatch, "quit\n")
        out = run(capsys, "play", key, "--seed", "1", "--lang", language)
        prompt = banneret.new(key, seed=1, mode="pure")
        words = banneret.load(key).words(language).prompt
        assert any(" ".join(out.split()).count(" ".join(text.split())) for text in words.values()), prompt


def test_completion_offers_the_next_word() -> None:
    actions = ["place forest 1,0", "place forest 2,0", "place pond 1,0", "pass"]
    assert list(next_words("", actions)) == ["place", "pass"]
    assert list(next_words("pl", actions)) == ["place"]
    assert list(next_words("place ", actions)) == ["forest", "pond"]
    assert list(next_words("place f", actions)) == ["forest"]
    assert list(next_words("place forest ", actions)) == ["1,0", "2,0"]
    assert list(next_words("place forest 1,0 ", actions)) == []


def test_play_at_a_real_terminal_completes_words() -> None:
    """Tab completes what was begun; Enter plays it."""
    match = banneret.new(KEYS[0], seed=1, mode="pure")
    while match.player == "chance":
        match.play(match.legal()[0])
    word, _, rest = match.legal()[0].partition(" ")
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm"
        os.execv(sys.executable, [sys.executable, "-m", "banneret", "play", KEYS[0], "--seed", "1"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 120, 0, 0))
    try:
        wait_for(terminal, b"seat 0>")
        for keys in (word[:-1], "\t", f" {rest}", "\r"):
            wait_for(terminal, b"(nothing)", seconds=0.5)
            os.write(terminal, keys.encode())
        told = f"seat 0: {word} {rest}".encode()
        assert told in wait_for(terminal, told)
        os.write(terminal, b"quit\r")
    finally:
        os.close(terminal)
        os.waitpid(pid, 0)


def wait_for(terminal: int, wanted: bytes, seconds: float = 30) -> bytes:
    """Read from a terminal until something appears, answering its question where the cursor is."""
    seen = b""
    until = time.monotonic() + seconds
    while wanted not in seen and time.monotonic() < until:
        if select.select([terminal], [], [], 0.2)[0]:
            read_now = os.read(terminal, 4096)
            if b"\x1b[6n" in read_now:
                os.write(terminal, b"\x1b[1;1R")
            seen += read_now
    return seen


def test_a_closed_pipe_is_no_error() -> None:
    program = f"{sys.executable} -m banneret trace --random --game {KEYS[0]} --seed 1 | head -1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", program], capture_output=True, text=True)
    assert done.stderr == ""
