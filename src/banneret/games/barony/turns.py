"""Whose turn it is: the odd order of the first cities, turns and rounds, and the end with its scores."""

from __future__ import annotations

from banneret.core.state import Weights

from .table import DUKE, FIRST_CITIES, FOOTPRINT_POINTS, KINDS, MAX_SEATS, Phase, Reason, State


def _placing_order(players: int) -> list[int]:
    """Once each in the order of seats, the last seat all of its cities, then back with the others' rest."""
    last = players - 1
    there = list(range(last))
    back = [seat for seat in reversed(there) for _ in range(FIRST_CITIES - 1)]
    order = [*there, *[last] * FIRST_CITIES, *back]
    return order + [0] * (MAX_SEATS * FIRST_CITIES - len(order))


PLACING_ORDER = [_placing_order(players) for players in range(MAX_SEATS + 1)]


def next_placing(s: State) -> None:
    """The next first city, or the first turn."""
    s.placed += 1
    if s.placed < s.players * FIRST_CITIES:
        s.seat = PLACING_ORDER[s.players][s.placed]
    else:
        s.seat = 0
        s.phase = Phase.ACT


def end_turn(s: State) -> None:
    """The turn passes on; at the end of a round in which somebody became duke the game is over."""
    s.moved = 0
    s.arrived = 0
    if s.cast != 0:
        forget_spells(s)
    s.phase = Phase.ACT
    s.seat += 1
    if s.seat == s.players:
        s.seat = 0
        s.round += 1
        end_round(s)


def forget_spells(s: State) -> None:
    s.family = 0
    s.cast = 0
    s.teleported = 0
    for word in range(s.words):
        s.charmed[word] = 0


def end_round(s: State) -> None:
    for seat in range(s.players):
        if s.rank[seat] == DUKE:
            finish(s, Reason.DUKE)
            return
    if s.round >= s.max_rounds:
        finish(s, Reason.ROUNDS)


def finish(s: State, reason: int) -> None:
    s.phase = Phase.END
    s.reason = reason


def points(s: State, seat: int) -> int:
    """What the score board shows: titles and cities built."""
    return s.rank[seat] * s.title_points + s.cities_built[seat] * s.city_points


def final_score(s: State, seat: int) -> int:
    """The score board, unused tokens and footprints."""
    score = points(s, seat) + s.footprints[seat] * FOOTPRINT_POINTS
    for kind in range(KINDS):
        score += s.tokens[seat][kind] * s.token_vp[kind]
    return score


def scores(s: State, out: Weights) -> None:
    for seat in range(s.players):
        out[seat] = final_score(s, seat)


def ranks(s: State, out: Weights) -> None:
    """Most points win, and of equal ones who sits later."""
    for seat in range(s.players):
        out[seat] = 1
        for other in range(s.players):
            lead = final_score(s, other) - final_score(s, seat)
            if lead > 0 or (lead == 0 and other > seat):
                out[seat] += 1
