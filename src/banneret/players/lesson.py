"""Whole games between searches inside a kernel, from whose trees weights are learnt."""

from __future__ import annotations

from banneret.core.hooks import apply, chance, legal, player, sample
from banneret.core.kernel import States
from banneret.core.playout import draw_weighted
from banneret.core.rng import below
from banneret.core.seats import CHANCE, NOBODY
from banneret.core.state import Codes, Numbers, Random, Weights

from .appraisal import LINE, ROOT
from .duel import GAME, clear, most_tried
from .rehearsal import PER_MILLE, note
from .tree import Desk, Node, Twig, search


def lesson(
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
    rng: Random,
    iterations: int,
    whims: int,
    walks: int,
    least: int,
    notes: Numbers,
    findings: Numbers,
) -> int:
    """Play states[GAME] to its end, each decision by a search of so many iterations, some (per mille) by whim.

    After each search some positions of its tree are noted, with what was found out about them; returns how many.
    """
    noted = 0
    while player(states[GAME]) != NOBODY:
        mover = player(states[GAME])
        count = legal(states[GAME], codes)
        code = codes[0]
        if mover == CHANCE:
            code = codes[draw_weighted(weights, chance(states[GAME], weights), rng)]
        elif count > 1:
            states[ROOT] = states[GAME]
            clear(tree, marks, desk, mover)
            search(
                states, tree, twigs, marks, desk, codes, weights, looks, numbers, worths, shares, rng, iterations
            )
            for _ in range(walks):
                noted = glean(states, tree, twigs, desk, numbers, rng, least, notes, findings, noted)
            if below(rng, PER_MILLE) < whims:
                code = any_tried(tree, twigs, weights, rng)
            else:
                code = most_tried(tree, twigs)
        apply(states[GAME], code)
    return noted


def any_tried(tree: list[Node], twigs: list[Twig], weights: Weights, rng: Random) -> int:
    """An action at the root, each as often as it was tried."""
    first = tree[0].first
    total = 0
    for i in range(tree[0].count):
        child = twigs[first + i].node
        weights[i] = tree[child].visits if child > 0 else 0
        total += weights[i]
    return twigs[first + draw_weighted(weights, total, rng)].code


def glean(
    states: States,
    tree: list[Node],
    twigs: list[Twig],
    desk: Desk,
    numbers: Numbers,
    rng: Random,
    least: int,
    notes: Numbers,
    findings: Numbers,
    noted: int,
) -> int:
    """Walk down the tree as long as there are nodes with at least so many visits; any of them is as good as
    another, so that poor actions are learnt from too. All seats' features go to `notes`, and what the search has
    found out to `findings`; returns how many positions have been noted by then."""
    seats = states[ROOT].players
    states[LINE] = states[ROOT]
    if desk.hidden:
        sample(states[LINE], desk.seat, rng)
    twig = any_known(tree, twigs, 0, least, rng)
    while twig >= 0:
        apply(states[LINE], twigs[twig].code)
        node = twigs[twig].node
        if player(states[LINE]) == NOBODY or (noted + 1) * seats > len(findings):
            break
        note(states, numbers, notes, noted * seats * len(numbers))
        find_out(tree, node, seats, findings, noted * seats)
        noted += 1
        twig = any_known(tree, twigs, node, least, rng)
    return noted


def any_known(tree: list[Node], twigs: list[Twig], node: int, least: int, rng: Random) -> int:
    """One of the twigs of a node that were tried so often, or -1 if there is none."""
    first = tree[node].first
    if first == 0:
        return -1
    found = -1
    known = 0
    for twig in range(first, first + tree[node].count):
        child = twigs[twig].node
        if child > 0 and tree[child].visits >= least:
            known += 1
            if below(rng, known) == 0:
                found = twig
    return found


def find_out(tree: list[Node], node: int, seats: int, findings: Numbers, at: int) -> None:
    """What each seat gets from a position by what the search knows: half the average and half the outlook. The
    average is known of who came there, and what it differs by from the outlook is what the others get less."""
    for seat in range(seats):
        findings[at + seat] = tree[node].outlook[seat]
    mover = tree[node].mover
    if mover >= 0:
        more = 0.5 * (tree[node].value / tree[node].visits - tree[node].outlook[mover])
        for seat in range(seats):
            findings[at + seat] += more if seat == mover else -more / (seats - 1)
