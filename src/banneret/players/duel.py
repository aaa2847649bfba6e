"""Whole games between searches inside a kernel, by which weights are compared: much quicker than an arena."""

from __future__ import annotations

from banneret.core.hooks import apply, chance, legal, player, ranks
from banneret.core.kernel import States
from banneret.core.playout import draw_weighted
from banneret.core.seats import CHANCE, NOBODY
from banneret.core.state import Codes, Numbers, Random, Weights

from .appraisal import ROOT, share_win
from .tree import GROWN, MARKED, USED, Desk, Node, Twig, search

GAME = 3  # the state in which the game goes on, beside those that a search works on


def duel(
    states: States,
    tree: list[Node],
    twigs: list[Twig],
    marks: Codes,
    desk: Desk,
    codes: Codes,
    weights: Weights,
    looks: Numbers,
    numbers: Numbers,
    worths: Numbers,
    shares: Numbers,
    rivals: Numbers,
    rng: Random,
    champion: int,
    iterations: int,
) -> None:
    """Play states[GAME] to its end, each decision by a search of so many iterations.

    One seat, the champion, weighs positions by `worths`, all others by `rivals`. The shares of the win are left
    in `shares`.
    """
    while player(states[GAME]) != NOBODY:
        mover = player(states[GAME])
        count = legal(states[GAME], codes)
        code = codes[0]
        if mover == CHANCE:
            code = codes[draw_weighted(weights, chance(states[GAME], weights), rng)]
        elif count > 1:
            states[ROOT] = states[GAME]
            clear(tree, marks, desk, mover)
            mine = worths if mover == champion else rivals
            search(states, tree, twigs, marks, desk, codes, weights, looks, numbers, mine, shares, rng, iterations)
            code = most_tried(tree, twigs)
        apply(states[GAME], code)
    ranks(states[GAME], weights)
    share_win(weights, states[GAME].players, shares)


def clear(tree: list[Node], marks: Codes, desk: Desk, seat: int) -> None:
    """An empty tree for a seat to think in."""
    desk.seat = seat
    desk.root = 0
    marks[USED] = 1
    marks[GROWN] = 1
    marks[MARKED] = 0
    tree[0].first = 0
    tree[0].count = 0
    tree[0].visits = 0
    tree[0].value = 0.0
    tree[0].mover = NOBODY


def most_tried(tree: list[Node], twigs: list[Twig]) -> int:
    """The action at the root that was tried most; among equals, the one that did best."""
    first = tree[0].first
    code = twigs[first].code
    visits = 0
    value = 0.0
    for twig in range(first, first + tree[0].count):
        child = twigs[twig].node
        if child > 0 and (tree[child].visits, tree[child].value) > (visits, value):
            code = twigs[twig].code
            visits = tree[child].visits
            value = tree[child].value
    return code
