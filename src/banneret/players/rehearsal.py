"""Self-play inside a kernel, from which weights are learnt: what positions looked like, and who won."""

from __future__ import annotations

from banneret.core.hooks import apply, chance, features, legal, player, ranks, urge
from banneret.core.playout import draw_weighted
from banneret.core.rng import below
from banneret.core.seats import CHANCE, NOBODY
from banneret.core.state import Numbers, Random

from .appraisal import LINE, Scales, look_ahead, share_win

PER_MILLE = 1000


def rehearse(scales: Scales, rng: Random, style: int, whims: int, every: int, notes: Numbers) -> int:
    """Play states[LINE] to its end, greedily except for some whims (per mille) in a style.

    Every so many actions all seats' features are noted; returns how many positions. The shares of the win at
    the end are left in `shares`.
    """
    states, codes, weights = scales.states, scales.codes, scales.weights
    noted = 0
    row = states[LINE].players * len(scales.numbers)
    plies = 0
    while player(states[LINE]) != NOBODY:
        mover = player(states[LINE])
        count = legal(states[LINE], codes)
        if plies % every == every - 1 and (noted + 1) * row <= len(notes):
            note(scales, notes, noted * row)
            noted += 1
        if mover == CHANCE:
            place = draw_weighted(weights, chance(states[LINE], weights), rng)
        elif below(rng, PER_MILLE) < whims:
            place = whim(scales, count, style, rng)
        else:
            place = favourite(scales, mover, count, rng)
        apply(states[LINE], codes[place])
        plies += 1
    ranks(states[LINE], weights)
    share_win(weights, states[LINE].players, scales.shares)
    return noted


def note(scales: Scales, notes: Numbers, at: int) -> None:
    """Write down all seats' features, from a place on."""
    wide = len(scales.numbers)
    for seat in range(scales.states[LINE].players):
        features(scales.states[LINE], seat, scales.numbers)
        for i in range(wide):
            notes[at + seat * wide + i] = scales.numbers[i]


def whim(scales: Scales, count: int, style: int, rng: Random) -> int:
    """The place of an action, as a style likes it."""
    total = 0
    for i in range(count):
        scales.weights[i] = urge(scales.states[LINE], scales.codes[i], style)
        total += scales.weights[i]
    return draw_weighted(scales.weights, total, rng)


def favourite(scales: Scales, mover: int, count: int, rng: Random) -> int:
    """The place of the action after which the mover's share looks best; among equals, any."""
    look_ahead(scales, mover, count)
    looks = scales.looks
    best = 0
    equals = 1
    for i in range(1, count):
        if looks[i] > looks[best]:
            best = i
            equals = 1
        elif looks[i] == looks[best]:
            equals += 1
            if below(rng, equals) == 0:
                best = i
    return best
