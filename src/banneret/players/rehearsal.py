"""Self-play inside a kernel, from which weights are learnt: what positions looked like, and who won."""

from __future__ import annotations

from banneret.core.hooks import apply, chance, features, legal, player, ranks, urge
from banneret.core.kernel import States
from banneret.core.playout import draw_weighted
from banneret.core.rng import below
from banneret.core.seats import CHANCE, NOBODY
from banneret.core.state import Codes, Numbers, Random, Weights

from .appraisal import LINE, TRIAL, appraise, share_win

PER_MILLE = 1000


def rehearse(
    states: States,
    codes: Codes,
    weights: Weights,
    looks: Numbers,
    numbers: Numbers,
    worths: Numbers,
    shares: Numbers,
    rng: Random,
    style: int,
    whims: int,
    every: int,
    notes: Numbers,
) -> int:
    """Play states[LINE] to its end, greedily except for some whims (per mille) in a style.

    Every so many actions all seats' features are noted; returns how many positions. The shares of the win at
    the end are left in `shares`.
    """
    noted = 0
    row = states[LINE].players * len(numbers)
    plies = 0
    while player(states[LINE]) != NOBODY:
        mover = player(states[LINE])
        count = legal(states[LINE], codes)
        if plies % every == every - 1 and (noted + 1) * row <= len(notes):
            note(states, numbers, notes, noted * row)
            noted += 1
        if mover == CHANCE:
            place = draw_weighted(weights, chance(states[LINE], weights), rng)
        elif below(rng, PER_MILLE) < whims:
            place = whim(states, codes, count, weights, rng, style)
        else:
            place = favourite(states, mover, codes, count, weights, looks, numbers, worths, shares, rng)
        apply(states[LINE], codes[place])
        plies += 1
    ranks(states[LINE], weights)
    share_win(weights, states[LINE].players, shares)
    return noted


def note(states: States, numbers: Numbers, notes: Numbers, at: int) -> None:
    for seat in range(states[LINE].players):
        features(states[LINE], seat, numbers)
        for i in range(len(numbers)):
            notes[at + seat * len(numbers) + i] = numbers[i]


def whim(states: States, codes: Codes, count: int, weights: Weights, rng: Random, style: int) -> int:
    total = 0
    for i in range(count):
        weights[i] = urge(states[LINE], codes[i], style)
        total += weights[i]
    return draw_weighted(weights, total, rng)


def favourite(
    states: States,
    mover: int,
    codes: Codes,
    count: int,
    weights: Weights,
    looks: Numbers,
    numbers: Numbers,
    worths: Numbers,
    shares: Numbers,
    rng: Random,
) -> int:
    """The place of the action after which the mover's share looks best; among equals, any."""
    best = 0
    equals = 0
    for i in range(count):
        states[TRIAL] = states[LINE]
        apply(states[TRIAL], codes[i])
        appraise(states, TRIAL, weights, numbers, worths, shares)
        looks[i] = shares[mover]
        if i == 0 or looks[i] > looks[best]:
            best = i
            equals = 1
        elif looks[i] == looks[best]:
            equals += 1
            if below(rng, equals) == 0:
                best = i
    return best
