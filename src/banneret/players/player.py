"""What a player is: it is shown what its seat may know, and answers with an action."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Protocol

from banneret.core.game import Game, Handle
from banneret.core.match import Match
from banneret.core.options import Options


@dataclass(frozen=True)
class Seen:
    """What a seat is shown when it must act.

    `state` is a state that may be the true one, for all that the seat knows: what is hidden from it was dealt
    anew, so that nothing in it, and nothing made from it, can depend on what is hidden. `history` holds the
    actions so far, which all seats saw; `options` are those of the game.
    """

    game: Game
    seat: int
    state: Handle
    legal: list[int]
    history: tuple[str, ...]
    options: Options


def see(match: Match, rng: random.Random) -> Seen:
    """What the acting seat of a match is shown."""
    seat = match.player
    if not isinstance(seat, int):
        raise ValueError("no seat acts now")
    state = match.game.sample(match.state, seat, rng)
    return Seen(match.game, seat, state, match.game.legal(state), tuple(match.actions), match.options)


class Player(Protocol):
    """Something that plays a seat."""

    @property
    def spec(self) -> str: ...

    def choose(self, seen: Seen) -> int:
        """The code of a legal action."""
