"""Self-play inside a kernel, from which weights are learnt: what positions looked like, and who won."""

from __future__ import annotations

from banneret.core.hooks import apply, chance, features, legal, player, ranks, urge
from banneret.core.kernel import States
from banneret.core.playout import draw_weighted
from banneret.core.rng import below
from banneret.core.seats import CHANCE, NOBODY
from banneret.core.state import Codes, Numbers, Random, Weights

from .tree import ROOT, TRIAL, Desk, Node, appraise, search, share_win

PER_MILLE = 1000
GAME = 3  # the state of the game that is rehearsed, behind those that a search works on


def rehearse(
    states: States,
    tree: list[Node],
    desk: Desk,
    codes: Codes,
    weights: Weights,
    looks: Numbers,
    numbers: Numbers,
    worths: Numbers,
    shares: Numbers,
    rng: Random,
    style: int,
    whims: int,
    thought: int,
    every: int,
    notes: Numbers,
) -> int:
    """Play states[GAME] to its end by searches of so many iterations, or greedily if that is none, except for
    some whims (per mille) in a style.

    Every so many actions all seats' features are noted; returns how many positions. The shares of the win at
    the end are left in `shares`.
    """
    noted = 0
    row = states[GAME].players * len(numbers)
    plies = 0
    while player(states[GAME]) != NOBODY:
        mover = player(states[GAME])
        count = legal(states[GAME], codes)
        if plies % every == every - 1 and (noted + 1) * row <= len(notes):
            note(states, numbers, notes, noted * row)
            noted += 1
        if mover == CHANCE:
            code = codes[draw_weighted(weights, chance(states[GAME], weights), rng)]
        elif below(rng, PER_MILLE) < whims:
            code = codes[whim(states, codes, count, weights, rng, style)]
        elif thought == 0 or count == 1:
            code = codes[favourite(states, mover, codes, count, weights, looks, numbers, worths, shares, rng)]
        else:
            code = considered(
                states, tree, desk, mover, codes, weights, looks, numbers, worths, shares, rng, thought
            )
        apply(states[GAME], code)
        plies += 1
    ranks(states[GAME], weights)
    share_win(weights, states[GAME].players, shares)
    return noted


def note(states: States, numbers: Numbers, notes: Numbers, at: int) -> None:
    for seat in range(states[GAME].players):
        features(states[GAME], seat, numbers)
        for i in range(len(numbers)):
            notes[at + seat * len(numbers) + i] = numbers[i]


def whim(states: States, codes: Codes, count: int, weights: Weights, rng: Random, style: int) -> int:
    total = 0
    for i in range(count):
        weights[i] = urge(states[GAME], codes[i], style)
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
        states[TRIAL] = states[GAME]
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


def considered(
    states: States,
    tree: list[Node],
    desk: Desk,
    mover: int,
    codes: Codes,
    weights: Weights,
    looks: Numbers,
    numbers: Numbers,
    worths: Numbers,
    shares: Numbers,
    rng: Random,
    thought: int,
) -> int:
    """The action that a short search with a fresh tree tries most."""
    states[ROOT] = states[GAME]
    desk.seat = mover
    desk.root = 0
    desk.used = 1
    tree[0].first = 0
    tree[0].count = 0
    tree[0].visits = 0
    tree[0].value = 0.0
    search(states, tree, desk, codes, weights, looks, numbers, worths, shares, rng, thought)
    first = tree[0].first
    best = first
    for child in range(first, first + tree[0].count):
        if tree[child].visits > tree[best].visits:
            best = child
    return tree[best].code
