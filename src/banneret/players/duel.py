"""Whole games between searches inside a kernel, by which weights are compared: much quicker than an arena."""

from __future__ import annotations

from banneret.core.hooks import apply, chance, legal, player, ranks
from banneret.core.playout import draw_weighted
from banneret.core.seats import CHANCE, NOBODY

from .appraisal import ROOT, share_win
from .search import search
from .tree import Study, clear, most_tried

GAME = 3  # the state in which the game goes on, beside those that a search works on
STATES = 4


def duel(champion: Study, rivals: Study, seat: int, iterations: int) -> None:
    """Play states[GAME] to its end, each decision by a search of so many iterations.

    One seat thinks as the champion, all others as rivals; they share all but what features are worth to them. The
    shares of the win are left in `shares`.
    """
    states, codes, weights = champion.scales.states, champion.scales.codes, champion.scales.weights
    while player(states[GAME]) != NOBODY:
        mover = player(states[GAME])
        count = legal(states[GAME], codes)
        code = codes[0]
        if mover == CHANCE:
            code = codes[draw_weighted(weights, chance(states[GAME], weights), champion.rng)]
        elif count > 1:
            states[ROOT] = states[GAME]
            clear(champion, mover)
            if mover == seat:
                search(champion, iterations)
            else:
                search(rivals, iterations)
            code = most_tried(champion)
        apply(states[GAME], code)
    ranks(states[GAME], weights)
    share_win(weights, states[GAME].players, champion.scales.shares)
