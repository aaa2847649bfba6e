"""Tree search for any game: 2 to 5 players, chance, hidden things, wide decisions. Compiled for each game.

One tree of actions, chance's outcomes included. An iteration replaces what the thinking seat cannot know by a
sample, follows the most promising actions (PUCT: how well they did, and how good they look) to one that is
new, appraises the position there, and tells every action on the way how its player fared.

How well an action did is a mean of two things: how its player fared on average, and what comes of it if from
then on everybody plays the best that is known so far. The average alone counts every reply that was merely
tried; the best play alone trusts each appraisal too much.

How good an action looks (its prior) comes from appraising the position after it, one action ahead. Of very
many actions only the best-looking are opened. A position is appraised by the game's features, after a few
actions of a playout if so wished; an end of the game counts as it is.

Several threads may search the same tree. An action counts as tried as soon as it is chosen, so that another thread
that comes by before it is known what comes of it rather chooses another.
"""

from __future__ import annotations

import math

from banneret.core.hooks import apply, chance, legal, player, sample, urge
from banneret.core.playout import UNIFORM, draw_weighted
from banneret.core.rng import below
from banneret.core.seats import CHANCE, NOBODY
from banneret.core.sharing import add_to, fetch_add
from banneret.core.state import Codes, Numbers, Weights

from .appraisal import LINE, ROOT, Scales, appraise, look_ahead
from .tree import DEEPEST, MARKED, Node, Study, Twig, grow, is_crowded, may_open, may_sprout, prune, sprout

CURIOSITY = 0.4  # how fast doubt about an action grows with the tries of its fellows; less than a square root,
# so that long searches go deeper rather than wider


def search(study: Study, iterations: int) -> None:
    """Do so many iterations; when the tree is full they open no more nodes. A tree that was kept from an earlier
    search is made ready first, by one thread before the others begin."""
    desk, states = study.desk, study.scales.states
    if desk.kept:
        if desk.root > 0 and is_crowded(study):
            prune(study)
        widen_root(study)
        desk.kept = 0
    for _ in range(iterations):
        states[LINE] = states[ROOT]
        if desk.hidden:
            sample(states[LINE], desk.seat, study.rng)
        depth = descend(study)
        settle(study)
        look_back(study, depth)


def widen_root(study: Study) -> None:
    """Give a root that was opened below another, with its best-looking actions alone, the others too."""
    tree, twigs, root, states = study.tree, study.twigs, study.desk.root, study.scales.states
    old = tree[root].first
    last = old + tree[root].count
    if old == 0 or legal(states[ROOT], study.scales.codes) == last - old or not may_open(study):
        return
    states[LINE] = states[ROOT]
    open_node(study, root, player(states[LINE]))
    first = tree[root].first
    for twig in range(first, first + tree[root].count):
        for known in range(old, last):
            if twigs[known].code == twigs[twig].code:
                twigs[twig].node = twigs[known].node


# The way to a new node


def descend(study: Study) -> int:
    """Follow the tree to a node below its root that is new; returns the depth reached. A node is opened when it is
    come to again and there is room: most never are, and to judge all that can be done there takes long."""
    tree, desk, line = study.tree, study.desk, study.scales.states[LINE]
    node = desk.root
    desk.path[0] = node
    add_to(tree[node], "visits", 1)
    depth = 0
    while depth + 1 < DEEPEST:
        mover = player(line)
        if mover == NOBODY:
            return depth
        if tree[node].first == 0:
            new = tree[node].visits == 1 and mover != CHANCE and node != desk.root
            if new or not may_open(study) or fetch_add(study.marks, MARKED + node, 1) > 0:
                return depth
            open_node(study, node, mover)
        twig = outcome(study, node) if mover == CHANCE else most_promising(study, node)
        if twig < 0:
            return depth
        node = study.twigs[twig].node
        if node == 0:
            if not may_sprout(study):
                return depth
            node = sprout(study, twig, mover)
        depth += 1
        desk.path[depth] = node
        add_to(tree[node], "visits", 1)
        apply(line, study.twigs[twig].code)
    return depth


def outcome(study: Study, node: int) -> int:
    """Let chance act; returns the twig, or -1 for an outcome that was impossible when the node was opened. When
    as many outcomes are known as the visits are worth, one of those comes again."""
    tree, twigs, line = study.tree, study.twigs, study.scales.states[LINE]
    codes, weights = study.scales.codes, study.scales.weights
    first = tree[node].first
    last = first + tree[node].count
    visits = 0
    known = 0
    for twig in range(first, last):
        if twigs[twig].node > 0:
            visits += tree[twigs[twig].node].visits
            known += 1
    count = legal(line, codes)
    total = chance(line, weights)
    if known >= 1.0 + visits**study.desk.luck:
        total = rule_out_new(twigs, first, last, codes, count, weights)
        if total == 0:
            total = chance(line, weights)
    code = codes[draw_weighted(weights, total, study.rng)]
    for twig in range(first, last):
        if twigs[twig].code == code:
            return twig
    return -1


def rule_out_new(twigs: list[Twig], first: int, last: int, codes: Codes, count: int, weights: Weights) -> int:
    """Leave weight only to outcomes that came before, and return the sum; both lists ascend."""
    total = 0
    twig = first
    for i in range(count):
        while twig < last and twigs[twig].code < codes[i]:
            twig += 1
        if twig < last and twigs[twig].code == codes[i] and twigs[twig].node > 0:
            total += weights[i]
        else:
            weights[i] = 0
    return total


def most_promising(study: Study, node: int) -> int:
    """The twig with the best sum of success and promise among what is legal; -1 if none is. Of those that were not
    tried, none is more promising than the one that looks best, which is the first."""
    tree, twigs, desk, codes = study.tree, study.twigs, study.desk, study.scales.codes
    first = tree[node].first
    last = first + tree[node].count
    mover = tree[node].turn
    # What the thinking seat may do follows from what it knows, so it is the same in every sample.
    doubtful = desk.hidden and mover != desk.seat
    count = legal(study.scales.states[LINE], codes) if doubtful else 0
    visits = 0
    value = 0.0
    for twig in range(first, last):
        child = twigs[twig].node
        if child > 0:
            visits += tree[child].visits
            value += tree[child].value
    unknown = value / visits - 0.1 if visits > 0 else 0.5
    urgency = desk.exploration * (visits + 1.0) ** CURIOSITY
    if node == desk.root:
        urgency += desk.survey * visits
    fresh = may_sprout(study)
    best = -1
    best_promise = -1e9
    for twig in range(first, last):
        child = twigs[twig].node
        if child == 0 and not fresh:
            continue
        if doubtful and not is_among(twigs[twig].code, codes, count):
            continue
        success = unknown
        tried = 0
        if child == 0:
            fresh = False
        else:
            tried = tree[child].visits
        if tried > 0:
            success = tree[child].value / tried
            success += desk.foresight * (tree[child].outlook[mover] - success)
        promise = success + urgency * twigs[twig].prior / (1.0 + tried)
        if promise > best_promise:
            best_promise = promise
            best = twig
    return best


def is_among(code: int, codes: Codes, count: int) -> bool:
    """Whether a code is among the first so many of a list that ascends."""
    low = 0
    high = count
    while low < high:
        middle = (low + high) // 2
        if codes[middle] < code:
            low = middle + 1
        else:
            high = middle
    return low < count and codes[low] == code


def open_node(study: Study, node: int, mover: int) -> None:
    """Give a node its twigs: all outcomes of chance, or the best-looking actions."""
    scales, desk = study.scales, study.desk
    count = legal(scales.states[LINE], scales.codes)
    if mover == CHANCE:
        total = chance(scales.states[LINE], scales.weights)
        for i in range(count):
            scales.looks[i] = scales.weights[i] / total
    else:
        judge(scales, desk.sharpness, mover, count)
        if node != desk.root:
            count = keep_best(scales.codes, scales.looks, count, desk.width)
        put_in_order(scales.codes, scales.looks, count)
    grow(study, node, mover, count)


def judge(scales: Scales, sharpness: float, mover: int, count: int) -> None:
    """The prior of each action: how good its mover's share looks right after it, made to sum to 1."""
    looks = scales.looks
    if sharpness == 0.0:
        for i in range(count):
            looks[i] = 1.0 / count
        return
    look_ahead(scales, mover, count)
    best = 0.0
    for i in range(count):
        best = max(best, looks[i])
    total = 0.0
    for i in range(count):
        looks[i] = math.exp(sharpness * (looks[i] - best))
        total += looks[i]
    for i in range(count):
        looks[i] /= total


def keep_best(codes: Codes, looks: Numbers, count: int, width: int) -> int:
    """Keep the best-looking so many, in their order; returns how many are left."""
    while count > width:
        mean = 0.0
        for i in range(count):
            mean += looks[i]
        mean /= count
        kept = 0
        for i in range(count):
            if looks[i] >= mean or kept + count - i <= width:
                codes[kept] = codes[i]
                looks[kept] = looks[i]
                kept += 1
        if kept == count:
            return width
        count = kept
    return count


def put_in_order(codes: Codes, looks: Numbers, count: int) -> None:
    """The best-looking first; what looks alike stays in its order."""
    for i in range(1, count):
        code = codes[i]
        look = looks[i]
        place = i
        while place > 0 and looks[place - 1] < look:
            codes[place] = codes[place - 1]
            looks[place] = looks[place - 1]
            place -= 1
        codes[place] = code
        looks[place] = look


def settle(study: Study) -> None:
    """Play on for a while, then write each seat's share of the win."""
    line, style = study.scales.states[LINE], study.desk.style
    codes, weights = study.scales.codes, study.scales.weights
    for _ in range(study.desk.horizon):
        mover = player(line)
        if mover == NOBODY:
            break
        count = legal(line, codes)
        if mover == CHANCE:
            place = draw_weighted(weights, chance(line, weights), study.rng)
        elif style == UNIFORM:
            place = below(study.rng, count)
        else:
            total = 0
            for i in range(count):
                weights[i] = urge(line, codes[i], style)
                total += weights[i]
            place = draw_weighted(weights, total, study.rng)
        apply(line, codes[place])
    appraise(study.scales, LINE)


# What is known


def look_back(study: Study, depth: int) -> None:
    """Tell every action on the way how its player fared. Then give the node at its end its outlook, and all nodes
    before it what follows from that."""
    tree, desk, shares = study.tree, study.desk, study.scales.shares
    for i in range(depth + 1):
        node = desk.path[i]
        if tree[node].mover >= 0:
            add_to(tree[node], "value", shares[tree[node].mover])
    if desk.foresight == 0.0:
        return
    seats = study.scales.states[LINE].players
    node = desk.path[depth]
    if tree[node].first == 0 or tree[node].visits == 1:
        for seat in range(seats):
            tree[node].outlook[seat] += (shares[seat] - tree[node].outlook[seat]) / tree[node].visits
    for i in range(depth - 1, -1, -1):
        node = desk.path[i]
        if tree[node].turn == CHANCE:
            expect(tree, study.twigs, node, seats)
        else:
            foresee(tree, study.twigs, node, seats)


def expect(tree: list[Node], twigs: list[Twig], node: int, seats: int) -> None:
    """The outlook where chance acts: the mean of its outcomes, as often as they came."""
    first = tree[node].first
    last = first + tree[node].count
    visits = 0
    for twig in range(first, last):
        if twigs[twig].node > 0:
            visits += tree[twigs[twig].node].visits
    if visits == 0:
        return  # another thread is about to try the first
    for seat in range(seats):
        total = 0.0
        for twig in range(first, last):
            child = twigs[twig].node
            if child > 0:
                total += tree[child].outlook[seat] * tree[child].visits
        tree[node].outlook[seat] = total / visits


def foresee(tree: list[Node], twigs: list[Twig], node: int, seats: int) -> None:
    """The outlook where a seat acts: that of the action which is best for it."""
    first = tree[node].first
    mover = tree[node].turn
    best = -1
    best_share = -1.0
    for twig in range(first, first + tree[node].count):
        child = twigs[twig].node
        if child > 0 and tree[child].visits > 0 and tree[child].outlook[mover] > best_share:
            best = child
            best_share = tree[child].outlook[mover]
    if best < 0:
        return  # another thread is about to try the first
    for seat in range(seats):
        tree[node].outlook[seat] = tree[best].outlook[seat]
