"""Whole games inside a kernel, each seat by its own kind of player. They see no more than their seat may know.

Seats whose player thinks outside are left to the caller; see `table`.
"""

from __future__ import annotations

from banneret.core.hooks import apply, chance, legal, player, sample, urge
from banneret.core.playout import UNIFORM, draw_weighted
from banneret.core.rng import below
from banneret.core.seats import CHANCE, NOBODY
from banneret.core.state import Codes, Random, Weights
from banneret.players.appraisal import LINE, Scales
from banneret.players.rehearsal import favourite

TRUTH = 3  # the state that is played on; the others are for players to work on
STATES = 4
OUTSIDE, GREEDY = -2, -1  # kinds of players; from 0 upwards they are styles of the game


def perform(
    scales: Scales,
    hidden: int,
    kinds: Codes,
    barred: Weights,
    verbs: Codes,
    luck: Random,
    minds: Random,
    trail: Codes,
    plies: int,
) -> int:
    """Play states[TRUTH] on from a ply and write down the actions; returns the ply that was reached.

    It stops at the end, when the trail is full, when nothing is legal, and when a seat must act whose player
    thinks outside. `barred` holds for each seat the verbs that it may not use, as bits.
    """
    states, codes, weights = scales.states, scales.codes, scales.weights
    while plies < len(trail):
        mover = player(states[TRUTH])
        if mover == NOBODY or (mover != CHANCE and kinds[mover] == OUTSIDE):
            return plies
        count = legal(states[TRUTH], codes)
        if count == 0:
            return plies
        if mover == CHANCE:
            place = draw_weighted(weights, chance(states[TRUTH], weights), luck)
        else:
            count = permitted(codes, count, verbs, barred[mover])
            if kinds[mover] == GREEDY:
                states[LINE] = states[TRUTH]
                if hidden:
                    sample(states[LINE], mover, minds)
                place = favourite(scales, mover, count, minds)
            else:
                place = fancy(scales, count, kinds[mover], minds)
        trail[plies] = codes[place]
        apply(states[TRUTH], codes[place])
        plies += 1
    return plies


def permitted(codes: Codes, count: int, verbs: Codes, barred: int) -> int:
    """Leave out what a seat may not use, unless nothing else is legal; returns how many are left."""
    if barred == 0:
        return count
    left = 0
    for i in range(count):
        if not barred >> verbs[codes[i]] & 1:
            left += 1
    if left == 0:
        return count
    kept = 0
    for i in range(count):
        if not barred >> verbs[codes[i]] & 1:
            codes[kept] = codes[i]
            kept += 1
    return kept


def fancy(scales: Scales, count: int, style: int, minds: Random) -> int:
    """The place of an action, as a style likes it."""
    if style == UNIFORM:
        return below(minds, count)
    total = 0
    for i in range(count):
        scales.weights[i] = urge(scales.states[TRUTH], scales.codes[i], style)
        total += scales.weights[i]
    return draw_weighted(scales.weights, total, minds)
