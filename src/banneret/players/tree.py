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

What can be done at a node is a row of twigs, the best-looking first; a twig becomes a node when it is tried, which
most never are. So a tree has room for long thought, and who looks for the most promising action needs to look at
those that were tried and at the first that was not.

Several threads may search the same tree. An action counts as tried as soon as it is chosen, so that another thread
that comes by before it is known what comes of it rather chooses another. A node is opened by the one thread that
marks it first. Tries and values are added up without waiting for each other: now and then one is lost, which is
cheaper than to wait.
"""

from __future__ import annotations

import math
from typing import Annotated

from banneret.core.hooks import apply, chance, legal, player, sample, urge
from banneret.core.kernel import States
from banneret.core.playout import draw_weighted
from banneret.core.rng import below
from banneret.core.seats import CHANCE, NOBODY
from banneret.core.sharing import fetch_add
from banneret.core.state import Codes, Numbers, Random, Row, Weights

from .appraisal import LINE, ROOT, TRIAL, appraise

DEEPEST = 400
SEATS = 5

CURIOSITY = 0.4  # how fast doubt about an action grows with the tries of its fellows; less than a square root,
# so that long searches go deeper rather than wider

CROWDED = 0.5  # how full a tree may be before it is pruned

USED = 0  # of a tree's marks: how many nodes there are
GROWN = 1  # and how many twigs; the first is never used
MARKED = 2  # from there on, for each node: whether a thread has opened it, or is about to


class Node:
    """What is known of an action that was tried. (As it is, it fills a cache line.)"""

    mover: Annotated[int, "i1"]  # who chose the action: a seat, or CHANCE; NOBODY at the first root
    turn: Annotated[int, "i1"]  # who acts next, once it is opened
    first: Annotated[int, "i4"]  # the first of the twigs, 0 while not opened
    count: Annotated[int, "i4"]
    visits: Annotated[int, "i4"]
    value: Annotated[float, "f8"]  # sum of the mover's shares of the win
    outlook: Annotated[
        list[float], "f8", SEATS
    ]  # each seat's share if from here on all play the best that is known


class Twig:
    """What can be done at a node that was opened. Those of a node lie side by side: actions by their looks,
    outcomes of chance by their codes."""

    code: Annotated[int, "i4"]
    node: Annotated[int, "i4"]  # 0 while it was not tried
    prior: Annotated[float, "f8"]


class Desk:
    """What a thread that searches needs besides the tree."""

    seat: Annotated[int, "i1"]  # who thinks
    hidden: Annotated[int, "i1"]
    root: Annotated[int, "i4"]
    kept: Annotated[int, "i1"]  # whether the tree has to be made ready first
    threads: Annotated[int, "i4"]  # that search the same tree
    width: Annotated[int, "i4"]
    horizon: Annotated[int, "i4"]  # actions of a playout before the position is appraised
    style: Annotated[int, "i4"]
    exploration: Annotated[float, "f8"]
    survey: Annotated[float, "f8"]  # doubt about actions at the root that grows with all tries, for advice
    sharpness: Annotated[float, "f8"]
    foresight: Annotated[float, "f8"]  # how much the outlook counts beside the average
    luck: Annotated[float, "f8"]  # how many outcomes of chance are told apart: this power of the visits
    path: Annotated[Row, "i4", DEEPEST]


def search(
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
) -> None:
    """Do so many iterations; when the tree is full they open no more nodes. A tree that was kept from an earlier
    search is made ready first, by one thread before the others begin."""
    if desk.kept:
        if desk.root > 0 and is_crowded(tree, twigs, marks, codes):
            prune(tree, twigs, marks, desk)
        widen_root(states, tree, twigs, marks, desk, codes, weights, looks, numbers, worths, shares)
        desk.kept = 0
    for _ in range(iterations):
        states[LINE] = states[ROOT]
        if desk.hidden:
            sample(states[LINE], desk.seat, rng)
        depth = descend(states, tree, twigs, marks, desk, codes, weights, looks, numbers, worths, shares, rng)
        settle(states, desk, codes, weights, numbers, worths, shares, rng)
        for i in range(depth + 1):
            node = desk.path[i]
            if tree[node].mover >= 0:
                tree[node].value += shares[tree[node].mover]
        if desk.foresight > 0.0:
            look_back(tree, twigs, desk, shares, states[LINE].players, depth)


# Room


def is_crowded(tree: list[Node], twigs: list[Twig], marks: Codes, codes: Codes) -> bool:
    """Whether a tree should be pruned before a search begins."""
    return marks[USED] > CROWDED * len(tree) or marks[GROWN] > CROWDED * (len(twigs) - len(codes))


def may_open(twigs: list[Twig], marks: Codes, desk: Desk, codes: Codes) -> bool:
    """Whether there is room for the twigs of the next nodes that are opened, one by each thread."""
    return marks[GROWN] + desk.threads * len(codes) < len(twigs)


def may_sprout(tree: list[Node], marks: Codes, desk: Desk) -> bool:
    """Whether there is room for the next nodes, one of each thread."""
    return marks[USED] + desk.threads < len(tree)


def prune(tree: list[Node], twigs: list[Twig], marks: Codes, desk: Desk) -> None:
    """Make room: the root and what is below it move to the front, and what can come no more is gone. They are
    copied behind the others first; where there is no room for all of them the tree begins anew, because a node
    that has lost its children is trusted for what it cannot show any more."""
    start = marks[USED]
    tips = marks[GROWN]
    tree[start] = tree[desk.root]
    end = start + 1
    tip = tips
    node = start
    while node < end:
        first = tree[node].first
        count = tree[node].count if first > 0 else 0
        if end + count > len(tree) or tip + count > len(twigs):
            tree[start].visits = 0
            tree[start].first = 0
            end = start + 1
            tip = tips
        elif first > 0:
            for i in range(count):
                twigs[tip + i] = twigs[first + i]
                if twigs[first + i].node > 0:
                    tree[end] = tree[twigs[first + i].node]
                    twigs[tip + i].node = end - start
                    end += 1
            tree[node].first = tip - tips + 1
            tip += count
        node += 1
    marks[USED] = end - start
    marks[GROWN] = tip - tips + 1
    for i in range(end - start):
        tree[i] = tree[start + i]
        marks[MARKED + i] = 1 if tree[i].first > 0 else 0
    for i in range(tip - tips):
        twigs[1 + i] = twigs[tips + i]
    desk.root = 0


def widen_root(
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
) -> None:
    """Give a root that was opened below another, with its best-looking actions alone, the others too."""
    old = tree[desk.root].first
    last = old + tree[desk.root].count
    if old == 0 or legal(states[ROOT], codes) == last - old or not may_open(twigs, marks, desk, codes):
        return
    states[LINE] = states[ROOT]
    mover = player(states[LINE])
    open_node(states, tree, twigs, marks, desk, desk.root, mover, codes, weights, looks, numbers, worths, shares)
    first = tree[desk.root].first
    for twig in range(first, first + tree[desk.root].count):
        for known in range(old, last):
            if twigs[known].code == twigs[twig].code:
                twigs[twig].node = twigs[known].node


# What is known


def look_back(tree: list[Node], twigs: list[Twig], desk: Desk, shares: Numbers, seats: int, depth: int) -> None:
    """Give the node at the end of the way its outlook, and all nodes before it what follows from that."""
    node = desk.path[depth]
    if tree[node].first == 0 or tree[node].visits == 1:
        for seat in range(seats):
            tree[node].outlook[seat] += (shares[seat] - tree[node].outlook[seat]) / tree[node].visits
    for i in range(depth - 1, -1, -1):
        node = desk.path[i]
        if tree[node].turn == CHANCE:
            expect(tree, twigs, node, seats)
        else:
            foresee(tree, twigs, node, seats)


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


# The way to a new node


def descend(
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
) -> int:
    """Follow the tree to a node below its root that is new; returns the depth reached. A node is opened when it is
    come to again and there is room: most never are, and to judge all that can be done there takes long."""
    node = desk.root
    desk.path[0] = node
    tree[node].visits += 1
    depth = 0
    while depth + 1 < DEEPEST:
        mover = player(states[LINE])
        if mover == NOBODY:
            return depth
        if tree[node].first == 0:
            new = tree[node].visits == 1 and mover != CHANCE and node != desk.root
            if new or not may_open(twigs, marks, desk, codes) or fetch_add(marks, MARKED + node, 1) > 0:
                return depth
            open_node(
                states, tree, twigs, marks, desk, node, mover, codes, weights, looks, numbers, worths, shares
            )
        if mover == CHANCE:
            twig = outcome(states, tree, twigs, desk, node, codes, weights, rng)
        else:
            twig = most_promising(states, tree, twigs, marks, desk, node, codes)
        if twig < 0:
            return depth
        node = twigs[twig].node
        if node == 0:
            if not may_sprout(tree, marks, desk):
                return depth
            node = sprout(tree, twigs, marks, twig, mover)
        depth += 1
        desk.path[depth] = node
        tree[node].visits += 1
        apply(states[LINE], twigs[twig].code)
    return depth


def sprout(tree: list[Node], twigs: list[Twig], marks: Codes, twig: int, mover: int) -> int:
    """Give a twig that is tried for the first time its node. Should two threads do so at once, the later node
    stays, and what the other thread finds is lost."""
    node = fetch_add(marks, USED, 1)
    tree[node].mover = mover
    tree[node].turn = NOBODY
    tree[node].first = 0
    tree[node].count = 0
    tree[node].visits = 0
    tree[node].value = 0.0
    for seat in range(SEATS):
        tree[node].outlook[seat] = 0.0
    marks[MARKED + node] = 0
    fetch_add(marks, MARKED + node, 0)  # nothing that is written before it can be seen later than what comes after
    twigs[twig].node = node
    return node


def outcome(
    states: States,
    tree: list[Node],
    twigs: list[Twig],
    desk: Desk,
    node: int,
    codes: Codes,
    weights: Weights,
    rng: Random,
) -> int:
    """Let chance act; returns the twig, or -1 for an outcome that was impossible when the node was opened. When
    as many outcomes are known as the visits are worth, one of those comes again."""
    first = tree[node].first
    last = first + tree[node].count
    visits = 0
    known = 0
    for twig in range(first, last):
        if twigs[twig].node > 0:
            visits += tree[twigs[twig].node].visits
            known += 1
    count = legal(states[LINE], codes)
    total = chance(states[LINE], weights)
    if known >= 1.0 + visits**desk.luck:
        total = rule_out_new(twigs, first, last, codes, count, weights)
        if total == 0:
            total = chance(states[LINE], weights)
    code = codes[draw_weighted(weights, total, rng)]
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


def most_promising(
    states: States, tree: list[Node], twigs: list[Twig], marks: Codes, desk: Desk, node: int, codes: Codes
) -> int:
    """The twig with the best sum of success and promise among what is legal; -1 if none is. Of those that were not
    tried, none is more promising than the one that looks best, which is the first."""
    first = tree[node].first
    last = first + tree[node].count
    mover = tree[node].turn
    # What the thinking seat may do follows from what it knows, so it is the same in every sample.
    doubtful = desk.hidden and mover != desk.seat
    count = legal(states[LINE], codes) if doubtful else 0
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
    fresh = may_sprout(tree, marks, desk)
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


def open_node(
    states: States,
    tree: list[Node],
    twigs: list[Twig],
    marks: Codes,
    desk: Desk,
    node: int,
    mover: int,
    codes: Codes,
    weights: Weights,
    looks: Numbers,
    numbers: Numbers,
    worths: Numbers,
    shares: Numbers,
) -> None:
    """Give a node its twigs: all outcomes of chance, or the best-looking actions. Other threads see them only
    when all of it is written."""
    count = legal(states[LINE], codes)
    if mover == CHANCE:
        total = chance(states[LINE], weights)
        for i in range(count):
            looks[i] = weights[i] / total
    else:
        judge(states, desk, mover, codes, count, weights, looks, numbers, worths, shares)
        if node != desk.root:
            count = keep_best(codes, looks, count, desk.width)
        put_in_order(codes, looks, count)
    first = fetch_add(marks, GROWN, count)
    for i in range(count):
        twigs[first + i].code = codes[i]
        twigs[first + i].node = 0
        twigs[first + i].prior = looks[i]
    tree[node].turn = mover
    tree[node].count = count
    fetch_add(marks, MARKED + node, 1)  # nothing that is written before it can be seen later than what comes after
    tree[node].first = first


def judge(
    states: States,
    desk: Desk,
    mover: int,
    codes: Codes,
    count: int,
    weights: Weights,
    looks: Numbers,
    numbers: Numbers,
    worths: Numbers,
    shares: Numbers,
) -> None:
    """The prior of each action: how good its mover's share looks right after it, made to sum to 1."""
    if desk.sharpness == 0.0:
        for i in range(count):
            looks[i] = 1.0 / count
        return
    best = 0.0
    for i in range(count):
        states[TRIAL] = states[LINE]
        apply(states[TRIAL], codes[i])
        appraise(states, TRIAL, weights, numbers, worths, shares)
        looks[i] = shares[mover]
        best = max(best, looks[i])
    total = 0.0
    for i in range(count):
        looks[i] = math.exp(desk.sharpness * (looks[i] - best))
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


def settle(
    states: States,
    desk: Desk,
    codes: Codes,
    weights: Weights,
    numbers: Numbers,
    worths: Numbers,
    shares: Numbers,
    rng: Random,
) -> None:
    """Play on for a while, then write each seat's share of the win."""
    for _ in range(desk.horizon):
        mover = player(states[LINE])
        if mover == NOBODY:
            break
        count = legal(states[LINE], codes)
        if mover == CHANCE:
            place = draw_weighted(weights, chance(states[LINE], weights), rng)
        elif desk.style == 0:
            place = below(rng, count)
        else:
            total = 0
            for i in range(count):
                weights[i] = urge(states[LINE], codes[i], desk.style)
                total += weights[i]
            place = draw_weighted(weights, total, rng)
        apply(states[LINE], codes[place])
    appraise(states, LINE, weights, numbers, worths, shares)
