"""What a position is worth to each seat, and how good actions look one ahead. Compiled for each game."""

from __future__ import annotations

import math

from banneret.core.hooks import apply, features, legal, player, ranks
from banneret.core.kernel import States
from banneret.core.seats import NOBODY
from banneret.core.state import Codes, Numbers, Weights

ROOM = 64  # features and seats at most

CERTAINTY = 0.95  # of a guess, so that who has all but won prefers to win at once

ROOT, LINE, TRIAL = 0, 1, 2  # the states that who thinks works on


def appraise(
    states: States, at: int, weights: Weights, numbers: Numbers, worths: Numbers, shares: Numbers
) -> None:
    """Each seat's expected share of the win: the result of a finished game, else a guess by features."""
    seats = states[at].players
    if player(states[at]) == NOBODY:
        ranks(states[at], weights)
        share_win(weights, seats, shares)
        return
    best = -1e9
    wide = len(numbers)
    for seat in range(seats):
        features(states[at], seat, numbers)
        progress = numbers[0]
        shares[seat] = 0.0
        for i in range(1, wide):
            shares[seat] += (worths[i] + worths[wide + i] * progress) * numbers[i]
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


def prefer(
    states: States,
    codes: Codes,
    weights: Weights,
    looks: Numbers,
    numbers: Numbers,
    worths: Numbers,
    shares: Numbers,
) -> int:
    """For the greedy player: the share of the acting seat after each legal action; returns how many there are."""
    mover = player(states[LINE])
    count = legal(states[LINE], codes)
    for i in range(count):
        states[TRIAL] = states[LINE]
        apply(states[TRIAL], codes[i])
        appraise(states, TRIAL, weights, numbers, worths, shares)
        looks[i] = shares[mover]
    return count
