"""Makes a game's golden data: told games in `playthroughs/`, and counts of positions in `perft.toml`.

    python -m tests.golden KEY

Run it for a new game, or after a change of the rules that is meant; then read the difference before you keep
it. Counts are compared with the game's second reading in `tests/oracles` as they are made.
"""

from __future__ import annotations

import copy
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import banneret
from banneret.core import playthrough
from banneret.core.match import Match
from banneret.core.trace import perft
from banneret.games import edition
from tests.oracles import ORACLES

MOST_NODES = 6_000
DEEPEST = 4


def main(key: str) -> None:
    folder = edition(key).folder
    (folder / "playthroughs").mkdir(exist_ok=True)
    counts: list[str] = []
    for players, style in told_tables(key):
        match = played(key, players, style)
        name = f"{key}-{players}-{style}"
        (folder / "playthroughs" / f"{name}.txt").write_text("\n".join(playthrough.tell(match)) + "\n")
        counts += counted(match, name)
    write_counts(folder / "perft.toml", key, counts)


def told_tables(key: str) -> Iterator[tuple[int, str]]:
    """The smallest and the largest table with the keenest players, and one between with calmer ones."""
    info = edition(key).info
    yield info.players[0], info.styles[-1]
    yield info.players[len(info.players) // 2], info.styles[len(info.styles) // 2]
    yield info.players[-1], info.styles[-1]


def played(key: str, players: int, style: str) -> Match:
    rng = random.Random(f"{key} {players} {style}")
    match = Match.new(banneret.load(key, "pure"), {"players": players}, rng)
    while not match.over:
        match.play(match.choose(rng, style))
    return match


def counted(match: Match, name: str) -> Iterator[str]:
    """Counts from four positions of a match, each as deep as it stays quick."""
    for part in range(4):
        ply = match.ply * part // 4
        position = match.at(ply)
        counts = [perft(match.game, position.state, depth) for depth in range(1, DEEPEST + 1)]
        depth = max(depth for depth, count in enumerate(counts, start=1) if depth == 1 or count <= MOST_NODES)
        oracle = replayed(match, ply)
        if (second := oracle_perft(oracle, depth)) != counts[depth - 1]:
            raise SystemExit(
                f"{name} at ply {ply}, depth {depth}: {counts[depth - 1]}, but the oracle has {second}"
            )
        yield f'[[perft]]\nplaythrough = "{name}"\nply = {ply}\ndepth = {depth}\nnodes = {counts[depth - 1]}\n'


def replayed(match: Match, ply: int) -> Any:
    key = match.game.info.key
    oracle = ORACLES[key].Oracle(key, match.game.changed_options(match.options), match.setup)
    for action in match.actions[:ply]:
        oracle.apply(action)
    return oracle


def oracle_perft(oracle: Any, depth: int) -> int:
    legal = [] if oracle.player() is None else oracle.legal()
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        after = copy.deepcopy(oracle)
        after.apply(action)
        total += oracle_perft(after, depth - 1)
    return total


def write_counts(path: Path, key: str, counts: list[str]) -> None:
    """Replace the counts of this edition; those of others in the same folder stay."""
    kept = path.read_text().split("\n\n") if path.exists() else []
    others = [f"{block.strip()}\n" for block in kept if block.strip() and f'"{key}-' not in block]
    path.write_text("\n".join([*others, *counts]))


if __name__ == "__main__":
    for key in sys.argv[1:] or [info.key for info in banneret.games()]:
        main(key)
