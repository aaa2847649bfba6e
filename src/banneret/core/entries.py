"""A game's rules as they are called from outside: over a row of states, of which they take the first.

A single record costs ten microseconds to hand over to machine code, a row of records less than one. Like all
functions that serve every game, these are made for each one; see `hooks`.
"""

from __future__ import annotations

from .hooks import apply, chance, features, legal, player, ranks, sample, scores, urge
from .kernel import States
from .state import Codes, Numbers, Random, Weights


def ask_player(states: States) -> int:
    return player(states[0])


def ask_legal(states: States, out: Codes) -> int:
    return legal(states[0], out)


def ask_chance(states: States, out: Weights) -> int:
    return chance(states[0], out)


def do_apply(states: States, code: int) -> None:
    apply(states[0], code)


def ask_scores(states: States, out: Weights) -> None:
    scores(states[0], out)


def ask_ranks(states: States, out: Weights) -> None:
    ranks(states[0], out)


def ask_features(states: States, seat: int, out: Numbers) -> None:
    features(states[0], seat, out)


def do_sample(states: States, seat: int, rng: Random) -> None:
    sample(states[0], seat, rng)


def ask_urge(states: States, code: int, style: int) -> int:
    return urge(states[0], code, style)


ENTRIES = {
    "player": ask_player,
    "legal": ask_legal,
    "chance": ask_chance,
    "apply": do_apply,
    "scores": ask_scores,
    "ranks": ask_ranks,
    "features": ask_features,
    "sample": do_sample,
    "urge": ask_urge,
}
