"""The fights that an action of Baron brings about, step by step, with what each contender counted.

Every step is one of `combat`, carried out on a copy: here nothing is decided, only written down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from banneret.core.state import assign

from . import combat
from .notation import NAMES, NUMBER
from .rules import challenge
from .setup import KIND
from .table import NEIGHBOURS, VALUE, Phase, Side, State, lay, raise_tower


class Rival(NamedTuple):
    """Who has to be beaten."""

    strength: int
    seat: int
    hex: str


@dataclass(frozen=True)
class Contender:
    """A donjon in a fight: the values of the tiles that count for it and of those that do not, its strength,
    its strongest opponent (None if nobody is in its way), and whether it goes back to its owner."""

    seat: int
    hex: str
    side: str
    own: tuple[int, ...]
    battlefield: tuple[int, ...]
    strength: int
    rival: Rival | None
    goes_back: bool

    @property
    def is_equalled(self) -> bool:
        return self.rival is not None and self.strength == self.rival.strength


@dataclass(frozen=True)
class Duel:
    """Knights that would be established at once, linked by conflicts; the strongest comes first."""

    knights: tuple[Contender, ...]
    claims: bool


@dataclass(frozen=True)
class Storm:
    """A knight about to be established, and the barons that it conflicts with; the strongest comes first.

    `counted` are the values that another barony of its owner counted before; `victor` is a baron that beat
    another knight of the owner just now, so that this one may not fight; `honour` is what each seat gains.
    """

    knight: Contender
    barons: tuple[Contender, ...]
    counted: tuple[int, ...]
    victor: Contender | None
    honour: dict[int, int]
    claims: bool


Fight: TypeAlias = Duel | Storm
Counts: TypeAlias = Callable[[int], bool]  # whether a tile counts in a fight


def fights(before: State, action: str) -> list[Fight]:
    """All that the knights which an action completes, or the last of the claims, have to go through."""
    claims = before.phase == Phase.CLAIM
    s = challenged(before, action)
    if Side.CHALLENGER not in s.side[: s.towers]:
        return []
    return [*duels(s, claims), *storms(s, 0 if claims else before.seat, claims)]


def challenged(before: State, action: str) -> State:
    """The board after an action, where the knights that it calls to establish themselves are challengers."""
    s = copied(before)
    verb, *rest = action.split()
    if verb == "place":
        kind, cell = KIND[rest[0]], NUMBER[rest[1]]
        lay(s, cell, kind)
        for beside in NEIGHBOURS[cell]:
            challenge(s, beside)
    elif verb == "donjon":
        raise_tower(s, NUMBER[rest[0]], s.seat, Side.KNIGHT)
        challenge(s, NUMBER[rest[0]])
    elif before.phase == Phase.CLAIM and before.asked + 1 == before.questions:
        s.claimed[s.asked] = int(verb == "claim")
        for i in range(s.questions):
            if s.claimed[i]:
                s.side[s.tower_on[s.question[i]] - 1] = Side.CHALLENGER
    return s


def copied(s: State) -> State:
    copy = State()
    assign(copy, s)
    return copy


# Knights among themselves


def duels(s: State, claims: bool) -> list[Duel]:
    """Carry out the fights between challengers."""
    was = copied(s)
    combat.duel(s, claims)
    groups = linked(was, [t for t in range(was.towers) if was.side[t] == Side.CHALLENGER])
    return [
        Duel(tuple(sorted((duellist(was, t, s, claims) for t in group), key=by_strength)), claims)
        for group in groups
        if len(group) > 1
    ]


def linked(s: State, challengers: list[int]) -> list[list[int]]:
    """Challengers put together with all that they conflict with, directly or through others."""
    groups: list[list[int]] = []
    for t in challengers:
        touched = [group for group in groups if any(combat.conflict(s, t, other) for other in group)]
        groups = [group for group in groups if group not in touched]
        groups.append([t, *(other for group in touched for other in group)])
    return groups


def duellist(was: State, t: int, now: State, claims: bool) -> Contender:
    rivals = [
        Rival(strength_in_duel(was, other, claims), was.owner[other], NAMES[was.cell[other]])
        for other in range(was.towers)
        if was.side[other] == Side.CHALLENGER and combat.conflict(was, t, other)
    ]
    return contender(
        was,
        t,
        counts=lambda tile: not combat.contested_in_duel(was, tile, was.owner[t]),
        strength=strength_in_duel(was, t, claims),
        rival=max(rivals),
        now=now,
    )


def strength_in_duel(s: State, t: int, claims: bool) -> int:
    return combat.halved(combat.value_in_duel(s, t), claims)


# Survivors against barons


def storms(s: State, active: int, claims: bool) -> Iterator[Storm]:
    """Carry out the fights of the survivors in their order."""
    t = combat.next_challenger(s, active)
    while t >= 0:
        was = copied(s)
        combat.storm(s, t, claims)
        yield stormed(was, t, s, claims)
        t = combat.next_challenger(s, active)


def stormed(was: State, t: int, now: State, claims: bool) -> Storm:
    """What happened between two states to a survivor whose turn it was."""
    owner = was.owner[t]
    enemies = [baron for baron in range(was.towers) if combat.is_enemy(was, t, baron)]
    strength = combat.halved(combat.value_in_storm(was, t), claims)
    attacker = Rival(strength, owner, NAMES[was.cell[t]])
    barons = {baron: defender(was, baron, t, attacker, now) for baron in enemies}
    knight = contender(
        was,
        t,
        counts=lambda tile: combat.holders(was, tile) & ~(1 << owner) == 0,
        strength=strength,
        rival=max((Rival(b.strength, b.seat, b.hex) for b in barons.values()), default=None),
        now=now,
    )
    return Storm(
        knight=knight,
        barons=tuple(sorted(barons.values(), key=by_strength)),
        counted=values(was, t, lambda tile: combat.holders(was, tile) >> owner & 1 == 1),
        victor=next((barons[b] for b in enemies if was.routed[b] >> owner & 1), None),
        honour={
            seat: now.honour[seat] - was.honour[seat]
            for seat in range(was.players)
            if now.honour[seat] != was.honour[seat]
        },
        claims=claims,
    )


def defender(was: State, baron: int, t: int, rival: Rival, now: State) -> Contender:
    return contender(
        was,
        baron,
        counts=lambda tile: not combat.adjacent(tile, was.cell[t]),
        strength=combat.value_against(was, baron, t),
        rival=rival,
        now=now,
    )


# Contenders


def contender(s: State, t: int, counts: Counts, strength: int, rival: Rival | None, now: State) -> Contender:
    return Contender(
        seat=s.owner[t],
        hex=NAMES[s.cell[t]],
        side="baron" if s.side[t] == Side.BARON else "knight",
        own=values(s, t, counts),
        battlefield=values(s, t, lambda tile: not counts(tile)),
        strength=strength,
        rival=rival,
        goes_back=now.tower_on[s.cell[t]] == 0,
    )


def values(s: State, t: int, counts: Counts) -> tuple[int, ...]:
    """What those tiles of a barony are worth that count, the best first; meadows are worth nothing."""
    worth = [VALUE[s.board[tile]] for tile in NEIGHBOURS[s.cell[t]] if counts(tile)]
    return tuple(sorted(filter(None, worth), reverse=True))


def by_strength(contender: Contender) -> tuple[int, int, int]:
    return (-contender.strength, contender.seat, NUMBER[contender.hex])
