"""Whole games between searches inside a kernel, from whose trees weights are learnt."""

from __future__ import annotations

from banneret.core.hooks import apply, chance, legal, player, sample
from banneret.core.playout import draw_weighted
from banneret.core.rng import below
from banneret.core.seats import CHANCE, NOBODY
from banneret.core.state import Numbers

from .appraisal import LINE, ROOT
from .duel import GAME
from .rehearsal import PER_MILLE, note
from .search import search
from .tree import Node, Study, clear, most_tried


def lesson(
    study: Study, iterations: int, whims: int, walks: int, least: int, notes: Numbers, findings: Numbers
) -> int:
    """Play states[GAME] to its end, each decision by a search of so many iterations, some (per mille) by whim.

    After each search some positions of its tree are noted, with what was found out about them; returns how many.
    """
    states, codes, weights = study.scales.states, study.scales.codes, study.scales.weights
    noted = 0
    while player(states[GAME]) != NOBODY:
        mover = player(states[GAME])
        count = legal(states[GAME], codes)
        code = codes[0]
        if mover == CHANCE:
            code = codes[draw_weighted(weights, chance(states[GAME], weights), study.rng)]
        elif count > 1:
            states[ROOT] = states[GAME]
            clear(study, mover)
            search(study, iterations)
            for _ in range(walks):
                noted = glean(study, least, notes, findings, noted)
            code = any_tried(study) if below(study.rng, PER_MILLE) < whims else most_tried(study)
        apply(states[GAME], code)
    return noted


def any_tried(study: Study) -> int:
    """An action at the root, each as often as it was tried."""
    tree, twigs, weights = study.tree, study.twigs, study.scales.weights
    first = tree[0].first
    total = 0
    for i in range(tree[0].count):
        child = twigs[first + i].node
        weights[i] = tree[child].visits if child > 0 else 0
        total += weights[i]
    return twigs[first + draw_weighted(weights, total, study.rng)].code


def glean(study: Study, least: int, notes: Numbers, findings: Numbers, noted: int) -> int:
    """Walk down the tree as long as there are nodes with at least so many visits; any of them is as good as
    another, so that poor actions are learnt from too. All seats' features go to `notes`, and what the search has
    found out to `findings`; returns how many positions have been noted by then."""
    states, twigs = study.scales.states, study.twigs
    seats, wide = states[ROOT].players, len(study.scales.numbers)
    states[LINE] = states[ROOT]
    if study.desk.hidden:
        sample(states[LINE], study.desk.seat, study.rng)
    twig = any_known(study, 0, least)
    while twig >= 0:
        apply(states[LINE], twigs[twig].code)
        node = twigs[twig].node
        if player(states[LINE]) == NOBODY or (noted + 1) * seats > len(findings):
            break
        note(study.scales, notes, noted * seats * wide)
        find_out(study.tree, node, seats, findings, noted * seats)
        noted += 1
        twig = any_known(study, node, least)
    return noted


def any_known(study: Study, node: int, least: int) -> int:
    """One of the twigs of a node that were tried so often, or -1 if there is none."""
    tree, twigs = study.tree, study.twigs
    first = tree[node].first
    if first == 0:
        return -1
    found = -1
    known = 0
    for twig in range(first, first + tree[node].count):
        child = twigs[twig].node
        if child > 0 and tree[child].visits >= least:
            known += 1
            if below(study.rng, known) == 0:
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
