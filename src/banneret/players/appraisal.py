"""What a position is worth to each seat, and how good actions look one ahead. Compiled for each game."""

from __future__ import annotations

import math
from typing import NamedTuple

from banneret.core.hooks import apply, features, legal, player, ranks
from banneret.core.kernel import States
from banneret.core.seats import NOBODY
from banneret.core.state import Codes, Numbers, Weights

ROOM = 64  # features and seats at most

CERTAINTY = 0.95  # of a guess, so that who has all but won prefers to win at once

ROOT, LINE, TRIAL = 0, 1, 2  # the states that who thinks works on
SEARCHED = 3  # how many these are


class Scales(NamedTuple):
    """What positions and actions are weighed with."""

    states: States
    codes: Codes  # what is legal,
    weights: Weights  # how likely it is where chance acts,
    looks: Numbers  # and how good it looks
    numbers: Numbers  # a seat's features
    worths: Numbers  # what features are worth: as they are, then times the progress of the game
    shares: Numbers  # each seat's share of the win


def appraise(scales: Scales, at: int) -> None:
    """Each seat's expected share of the win: the result of a finished game, else a guess by features."""
    states, shares = scales.states, scales.shares
    seats = states[at].players
    if player(states[at]) == NOBODY:
        ranks(states[at], scales.weights)
        share_win(scales.weights, seats, shares)
        return
    best = -1e9
    wide = len(scales.numbers)
    for seat in range(seats):
        features(states[at], seat, scales.numbers)
        progress = scales.numbers[0]
        shares[seat] = 0.0
        for i in range(1, wide):
            shares[seat] += (scales.worths[i] + scales.worths[wide + i] * progress) * scales.numbers[i]
        best = max(best, shares[seat])
    total = 0.0
    for seat in range(seats):
        shares[seat] = math.exp(shares[seat] - best)
        total += shares[seat]
    for seat in range(seats):
        shares[seat] = CERTAINTY * shares[seat] / total + (1.0 - CERTAINTY) / seats


def share_win(places: Weights, seats: int, shares: Numbers) -> None:
    """The first place is worth 1, shared by all who have it."""
    winners = 0
    for seat in range(seats):
        if places[seat] == 1:
            winners += 1
    for seat in range(seats):
        shares[seat] = 1.0 / winners if places[seat] == 1 else 0.0


def prefer(scales: Scales) -> int:
    """For the greedy player: the share of the acting seat after each legal action; returns how many there are."""
    mover = player(scales.states[LINE])
    count = legal(scales.states[LINE], scales.codes)
    look_ahead(scales, mover, count)
    return count


def look_ahead(scales: Scales, mover: int, count: int) -> None:
    """How good each of so many actions looks to who acts: its share of the win right after it."""
    for i in range(count):
        scales.states[TRIAL] = scales.states[LINE]
        apply(scales.states[TRIAL], scales.codes[i])
        appraise(scales, TRIAL)
        scales.looks[i] = scales.shares[mover]
