"""Take one to three pebbles in turn."""

from __future__ import annotations

from typing import Annotated

from banneret.core.seats import NOBODY
from banneret.core.state import Codes, Numbers, Random, Weights

MOST = 3


class State:
    players: Annotated[int, "i1"]
    seat: Annotated[int, "i1"]
    left: Annotated[int, "i2"]
    start: Annotated[int, "i2"]


def player(s: State) -> int:
    return s.seat if s.left else NOBODY


def legal(s: State, out: Codes) -> int:
    count = min(MOST, s.left)
    for code in range(count):
        out[code] = code
    return count


def chance(s: State, out: Weights) -> int:
    return 0


def apply(s: State, code: int) -> None:
    s.left -= code + 1
    if s.left:
        s.seat = (s.seat + 1) % s.players


def scores(s: State, out: Weights) -> None:
    for seat in range(s.players):
        out[seat] = 1 if s.left == 0 and seat == s.seat else 0


def ranks(s: State, out: Weights) -> None:
    for seat in range(s.players):
        out[seat] = 1 if seat == s.seat else 2


def features(s: State, seat: int, out: Numbers) -> None:
    out[0] = 1.0 - s.left / s.start
    out[1] = 1.0 if seat == s.seat else 0.0


def sample(s: State, seat: int, rng: Random) -> None:
    return
