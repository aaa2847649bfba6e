"""Which clicks make which action.

At the beginning of a turn the first click is a button of the action bar, which can be left out: a knight, a
city or a village that is clicked tells by itself what can be done with it. Once an action is underway, only
what is left to choose is clicked.
"""

from __future__ import annotations

from banneret.core.scene import Path

from .payments import payment_of, payment_thing, points_given_up, waste
from .table import CHARM, Family, Phase, State

BAR = ("recruit", "move", "build", "city", "expedition", "title", "cast")
BUTTON = {verb: verb for verb in BAR} | {"village": "build", "stronghold": "build"}
CAST_NOW = "button cast now"


def paths_of(s: State, legal: list[str]) -> dict[str, Path]:
    """The clicks of each legal action, in the order of the bar; payments that waste least come first."""
    return {action: path(s, action) for action in sorted(legal, key=lambda action: preference(s, action))}


def preference(s: State, action: str) -> tuple[int, int, int]:
    verb = action.split(" ")[0]
    if verb not in BUTTON:
        return (len(BAR), 0, 0)
    place = BAR.index(BUTTON[verb])
    if verb != "title":
        return (place, 0, 0)
    payment = payment_of(action)
    return (place, waste(s, payment), points_given_up(s, payment))


def path(s: State, action: str) -> Path:
    """The things to click that make an action; none is the beginning of another."""
    verb, *rest = action.split(" ")
    if verb == "loot":
        return (f"tile {rest[0]}",)
    if verb not in BUTTON:
        return (f"button {verb}",)
    if s.phase == Phase.ACT:
        return (f"button {BUTTON[verb]}", *choices(s, verb, rest))
    return choices(s, verb, rest)


def choices(s: State, verb: str, rest: list[str]) -> Path:
    """What is left to choose once the kind of action is clear."""
    if verb == "move":
        start, end = rest[0].split(">")
        return (f"hex {end}",) if is_second_step(s) else (f"hex {start}", f"hex {end}")
    if verb == "recruit":
        return (f"hex {rest[0]}",) if charms(s) else (f"hex {rest[0]}", f"number {rest[1]}")
    if verb in ("village", "stronghold"):
        return (f"hex {rest[0]}", f"button {verb}")
    if verb == "title":
        return (f"tile {payment_thing(tuple(map(int, rest)))}",)
    if verb == "cast":
        return (*(f"tile {spell}" for spell in rest[0].split("+")), CAST_NOW)
    return (f"hex {rest[0]}",)


def is_second_step(s: State) -> bool:
    """Whether the knight of a celerity is on its way, so that nobody has to be asked which one goes."""
    return s.phase == Phase.CAST and s.moved > 0


def charms(s: State) -> bool:
    """Whether one knight a place is recruited, so that nobody has to be asked how many."""
    return s.phase == Phase.CAST and s.family == Family.RECRUITMENT and s.cast & CHARM != 0


def shelf(s: State) -> list[int]:
    """The spells on the table in the order in which they are chosen, family by family."""
    return sorted(s.spells) if s.sorcery else []
