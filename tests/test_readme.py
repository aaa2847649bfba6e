"""What the README tells people to type works, word for word."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import banneret
from banneret.cli import parser

README = Path(__file__).parent.parent / "README.md"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


def test_the_python_of_the_readme_runs(tmp_path: Path) -> None:
    (program,) = blocks("python")
    assert len([line for line in program.splitlines() if line]) <= 11
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    scores, offer = done.stdout.splitlines()
    assert re.fullmatch(r"\(.*\) \(.*\)", scores)
    assert offer.startswith("[")
    assert banneret.replay(banneret.Record.load(tmp_path / "game.json"), mode="pure").over


def test_the_record_of_the_readme_replays() -> None:
    (record,) = blocks("json")
    match = banneret.replay(banneret.Record.from_data(json.loads(record)), mode="pure")
    assert match.ply == 4


def test_the_commands_of_the_readme_exist() -> None:
    commands = [
        line for block in blocks("") for line in block.splitlines() if line.startswith(".venv/bin/banneret")
    ]
    assert commands
    for command in commands:
        parser().parse_args(shlex.split(re.split(r" {3,}", command)[0])[1:])


def test_the_make_targets_of_the_readme_exist() -> None:
    makefile = (README.parent / "Makefile").read_text()
    for target in set(re.findall(r"`?make ([a-z]+)`?", README.read_text(encoding="utf-8"))):
        assert f"\n{target}:" in makefile, target
