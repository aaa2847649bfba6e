"""What a search thinks of a position: the best actions, what they are expected to bring, and what comes next."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from banneret.core.errors import UnreadableText
from banneret.core.match import Match
from banneret.core.seats import CHANCE

from .mcts import SearchPlayer
from .player import see
from .spec import make_player

ADVISER = "mcts:1s,survey=0.01"  # so that the second-best actions are known well too


@dataclass(frozen=True)
class Advice:
    """An action, the share of the win expected from it, how much it was looked at, and the line foreseen.

    `line` begins with the action; outcomes of chance in it are those that came oftenest. `movers` tells for each
    of its actions which seat acts, or "chance".
    """

    action: str
    share: float
    visits: int
    line: tuple[str, ...]
    movers: tuple[int | str, ...]

    def as_data(self) -> dict[str, Any]:
        return asdict(self)


def advise(match: Match, spec: str = ADVISER, seed: int = 1) -> list[Advice]:
    """The legal actions of the seat that acts, best first, without those that were never looked at, of which there
    is nothing to tell. Only what that seat may know is used."""
    rng = random.Random(seed)
    player = make_player(spec, match.game, match.options["players"], rng)
    if not isinstance(player, SearchPlayer):
        raise UnreadableText(f"{spec!r} does not search, so it has no advice; name a search such as {ADVISER}")
    first, *others = player.consider(see(match, rng))
    return [
        Advice(
            match.game.text(line.code),
            line.share,
            line.visits,
            tuple(match.game.text(code) for _, code in line.foreseen),
            tuple("chance" if mover == CHANCE else mover for mover, _ in line.foreseen),
        )
        for line in (first, *(line for line in others if line.visits))
    ]


def continuation(advice: Advice, most: int) -> str:
    """How it might go on after an action, in so many actions at the most; who acts is told when it changes."""
    told = ""
    mover = advice.movers[0]
    for acts, action in list(zip(advice.movers, advice.line, strict=True))[1 : most + 1]:
        if acts != mover:
            told += f"{'; ' if told else ''}{acts if acts == 'chance' else f'seat {acts}'}: {action}"
        else:
            told += f"{', ' if told else ''}{action}"
        mover = acts
    return told


def evaluate(match: Match, spec: str = "mcts:400", every: int = 1, seed: int = 1) -> Iterator[dict[str, Any]]:
    """The acting seat's expected share of the win at each of its decisions: the graph of a whole game."""
    replayed = match.at(0)
    for ply, action in enumerate(match.actions):
        if isinstance(replayed.player, int) and ply % every == 0 and len(replayed.legal()) > 1:
            best = advise(replayed, spec, seed)[0]
            yield {"ply": ply, "seat": replayed.player, "share": best.share, "best": best.action, "played": action}
        replayed.play(action)
