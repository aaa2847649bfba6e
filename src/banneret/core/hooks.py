"""Stand-ins for a game's rules in functions that serve every game.

A function such as `playout` calls `legal` and `apply` from here; the kernel makes a copy of it for each
game in which these names are that game's own functions. Called as they stand, they refuse.
"""

from __future__ import annotations

from typing import Any, NoReturn

from .state import Codes, Numbers, Random, Weights


def _unbound(name: str) -> NoReturn:
    raise TypeError(f"{name} belongs to no game yet: use it through Game.kernels")


def player(s: Any) -> int:
    _unbound("player")


def legal(s: Any, out: Codes) -> int:
    _unbound("legal")


def chance(s: Any, out: Weights) -> int:
    _unbound("chance")


def apply(s: Any, code: int) -> None:
    _unbound("apply")


def scores(s: Any, out: Weights) -> None:
    _unbound("scores")


def ranks(s: Any, out: Weights) -> None:
    _unbound("ranks")


def features(s: Any, seat: int, out: Numbers) -> None:
    _unbound("features")


def sample(s: Any, seat: int, rng: Random) -> None:
    _unbound("sample")


def urge(s: Any, code: int, style: int) -> int:
    _unbound("urge")
