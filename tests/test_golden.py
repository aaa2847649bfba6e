"""Golden games and counts: order of play, ends and move generation stay what they were when they were read."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import banneret
from banneret.core import playthrough
from banneret.core.errors import BadRecord
from banneret.core.game import Mode
from banneret.core.kernel import can_compile
from banneret.core.match import Match
from banneret.core.trace import divide, perft
from banneret.games import editions

FOLDERS = sorted({edition.folder for edition in editions().values()})
PLAYTHROUGHS = sorted(path for folder in FOLDERS for path in (folder / "playthroughs").glob("*.txt"))
PERFTS = [
    pytest.param(folder, count, id=f"{count['playthrough']} ply {count['ply']} depth {count['depth']}")
    for folder in FOLDERS
    for count in tomllib.loads((folder / "perft.toml").read_text())["perft"]
]


def test_every_edition_has_golden_games_and_counts() -> None:
    told = {path.stem.partition("-")[0] for path in PLAYTHROUGHS}
    assert told == set(editions())


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_a_golden_game_is_told_as_it_was(path: Path) -> None:
    text = path.read_text()
    record = playthrough.read(text)
    match = Match.replay(banneret.load(record.game, Mode.PURE), record)
    assert match.over
    assert "\n".join(playthrough.tell(match)) + "\n" == text


@pytest.mark.parametrize("mode", [Mode.PURE, Mode.COMPILED])
@pytest.mark.parametrize(("folder", "count"), PERFTS)
def test_perft_counts_stand(folder: Path, count: dict[str, Any], mode: Mode) -> None:
    if mode is Mode.COMPILED and not can_compile():
        pytest.skip("numba is not installed here, so there is only pure mode")
    record = playthrough.read((folder / "playthroughs" / f"{count['playthrough']}.txt").read_text())
    record.actions = record.actions[: count["ply"]]
    match = Match.replay(banneret.load(record.game, mode), record)
    assert perft(match.game, match.state, count["depth"]) == count["nodes"]
    divided = divide(match.game, match.state, count["depth"])
    assert sum(nodes for _, nodes in divided) == count["nodes"]


def test_a_text_that_tells_no_game_is_refused() -> None:
    with pytest.raises(BadRecord, match="begins with its game"):
        playthrough.read("once upon a time")
