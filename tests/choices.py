"""Notes what players choose: `choices.toml`, by which it is noticed when they choose otherwise.

    python -m tests.choices

Run it after a change of players, features or weights that is meant. Raise VERSION in `banneret.players.spec` then
(unless only weights changed, which kept games tell by a digest), and play the games anew that `docs/strength.md`
tells of and the change concerns.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import banneret
from banneret.core.match import Match
from banneret.players.player import see
from banneret.players.spec import VERSION, make_player

FILE = Path(__file__).parent / "choices.toml"
SPECS = ("greedy", "mcts:60", "squire", "mcts:40,horizon=5,foresight=0")
PLIES = (8, 25, 50)


def choices(key: str, players: int) -> Iterator[str]:
    """What each player does in some positions of a game, in the pure mode that every machine has."""
    game = banneret.load(key, "pure")
    rng = random.Random(f"{key} {players}")
    match = Match.new(game, {"players": players}, rng)
    for ply in PLIES:
        while not match.over and (match.ply < ply or match.player == "chance" or len(match.legal()) < 2):
            match.play(match.choose(rng, game.info.styles[-1]))
        if match.over:
            return
        for spec in SPECS:
            seen = see(match, random.Random(1))
            yield game.text(make_player(spec, game, players, random.Random(2)).choose(seen))


def main() -> None:
    lines = ["# Made by 'python -m tests.choices'.", f"version = {VERSION}", ""]
    for info in banneret.games():
        for players in (info.players[0], info.players[-1]):
            told = "".join(f'    "{choice}",\n' for choice in choices(info.key, players))
            lines.append(f"{info.key}-{players} = [\n{told}]")
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
