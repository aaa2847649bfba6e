"""Whole games inside a kernel: for benchmarks, for comparing modes, for counting positions.

These functions serve every game; see `hooks`.
"""

from __future__ import annotations

from .hooks import apply, chance, legal, player, urge
from .kernel import States
from .rng import below
from .seats import CHANCE, NOBODY
from .state import Codes, Random, Weights

UNIFORM = 0
FINGERPRINT_PRIME = 1_000_003
FINGERPRINT_MASK = 0xFFFFFFFFFF


def draw_weighted(weights: Weights, total: int, rng: Random) -> int:
    """The place of a weight, each as likely as it is heavy."""
    rest = below(rng, total)
    place = 0
    while rest >= weights[place]:
        rest -= weights[place]
        place += 1
    return place


def urges(states: States, style: int, codes: Codes, count: int, weights: Weights) -> int:
    """How much a style wants each of the legal actions; returns the sum."""
    total = 0
    for i in range(count):
        weights[i] = urge(states[0], codes[i], style)
        total += weights[i]
    return total


def pick(states: States, style: int, codes: Codes, count: int, weights: Weights, rng: Random) -> int:
    """The place of an action among the legal ones: by chance's weights, or as the style likes it."""
    if player(states[0]) == CHANCE:
        return draw_weighted(weights, chance(states[0], weights), rng)
    if style == UNIFORM:
        return below(rng, count)
    return draw_weighted(weights, urges(states, style, codes, count, weights), rng)


def playout(states: States, style: int, codes: Codes, weights: Weights, rng: Random, limit: int) -> int:
    """Play on from states[0] to the end, or for `limit` actions; returns the number of actions."""
    plies = 0
    while plies < limit and player(states[0]) != NOBODY:
        count = legal(states[0], codes)
        apply(states[0], codes[pick(states, style, codes, count, weights, rng)])
        plies += 1
    return plies


def story(
    states: States, style: int, codes: Codes, weights: Weights, rng: Random, trail: Codes, fingerprint: Weights
) -> int:
    """A playout that writes down the actions, and a number that depends on all that was legal on the way."""
    plies = 0
    mark = 0
    while plies < len(trail) and player(states[0]) != NOBODY:
        count = legal(states[0], codes)
        for i in range(count):
            mark = (mark * FINGERPRINT_PRIME + codes[i] + 1) & FINGERPRINT_MASK
        trail[plies] = codes[pick(states, style, codes, count, weights, rng)]
        apply(states[0], trail[plies])
        plies += 1
    fingerprint[0] = mark
    return plies


def perft(states: States, depth: int, codes: Codes, stack: Codes, places: Weights) -> int:
    """How many sequences of `depth` actions, chance included, lead on from states[0].

    Work space: depth + 1 states, a row of codes, depth such rows in `stack`, 2 * depth `places`.
    """
    if depth == 0:
        return 1
    total = 0
    level = 0
    places[0] = 0
    places[depth] = enter(states, 0, codes, stack)
    while level >= 0:
        if level == depth - 1:
            total += places[depth + level]
            level -= 1
        elif places[level] == places[depth + level]:
            level -= 1
        else:
            states[level + 1] = states[level]
            apply(states[level + 1], stack[level * len(codes) + places[level]])
            places[level] += 1
            level += 1
            places[level] = 0
            places[depth + level] = enter(states, level, codes, stack)
    return total


def enter(states: States, level: int, codes: Codes, stack: Codes) -> int:
    """Put the legal actions of a level of `perft` into its row of the stack; returns how many."""
    if player(states[level]) == NOBODY:
        return 0
    count = legal(states[level], codes)
    for i in range(count):
        stack[level * len(codes) + i] = codes[i]
    return count


def copy_many(states: States, times: int) -> int:
    """Copy states to and fro, for measuring what a copy costs."""
    for i in range(times):
        states[(i + 1) % len(states)] = states[i % len(states)]
    return times


HOT = (pick,)  # see `kernel.linker`
