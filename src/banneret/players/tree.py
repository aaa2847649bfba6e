"""The tree of a search: what is known of the actions that were tried, what else could be done, and room for more.

What can be done at a node is a row of twigs, the best-looking first; a twig becomes a node when it is tried, which
most never are. So a tree has room for long thought, and who looks for the most promising action needs to look at
those that were tried and at the first that was not.

Several threads may grow the same tree. A node is opened by the one thread that marks it first, and the others do
not wait for it. Tries and values are added up by instructions of the machine that lose none.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from banneret.core.seats import NOBODY
from banneret.core.sharing import claim, fetch_add
from banneret.core.state import Codes, Random, Row

from .appraisal import Scales

DEEPEST = 400
SEATS = 5

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


class Study(NamedTuple):
    """All that a thread works with. The tree is shared by all threads that search it, the rest is its own."""

    tree: list[Node]
    twigs: list[Twig]
    marks: Codes
    desk: Desk
    scales: Scales
    rng: Random


def clear(study: Study, seat: int) -> None:
    """An empty tree for a seat to think in."""
    study.desk.seat = seat
    study.desk.root = 0
    study.marks[USED] = 0
    study.marks[GROWN] = 1
    new_node(study, NOBODY)


def new_node(study: Study, mover: int) -> int:
    """A node of which nothing is known yet but who chose the action that leads to it."""
    tree, marks = study.tree, study.marks
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
    return node


def sprout(study: Study, twig: int, mover: int) -> int:
    """Give a twig that is tried for the first time its node. Should two threads do so at once, both go on with
    the one that was there first, and the other is left over."""
    return claim(study.twigs[twig], "node", new_node(study, mover))


def grow(study: Study, node: int, mover: int, count: int) -> None:
    """Give a node its twigs: the first so many codes, by their looks. Other threads see them only when all of it
    is written."""
    tree, twigs, marks = study.tree, study.twigs, study.marks
    first = fetch_add(marks, GROWN, count)
    for i in range(count):
        twigs[first + i].code = study.scales.codes[i]
        twigs[first + i].node = 0
        twigs[first + i].prior = study.scales.looks[i]
    tree[node].turn = mover
    tree[node].count = count
    fetch_add(marks, MARKED + node, 1)  # nothing that is written before it can be seen later than what comes after
    tree[node].first = first


def most_tried(study: Study) -> int:
    """The action at the front of the tree that was tried most; among equals, the one that did best."""
    tree, twigs = study.tree, study.twigs
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


# Room


def is_crowded(study: Study) -> bool:
    """Whether a tree should be pruned before a search begins."""
    marks, spare = study.marks, len(study.scales.codes)
    return marks[USED] > CROWDED * len(study.tree) or marks[GROWN] > CROWDED * (len(study.twigs) - spare)


def may_open(study: Study) -> bool:
    """Whether there is room for the twigs of the next nodes that are opened, one by each thread."""
    return study.marks[GROWN] + study.desk.threads * len(study.scales.codes) < len(study.twigs)


def may_sprout(study: Study) -> bool:
    """Whether there is room for the next nodes, one of each thread."""
    return study.marks[USED] + study.desk.threads < len(study.tree)


def prune(study: Study) -> None:
    """Make room: the root and what is below it move to the front, and what can come no more is gone. They are
    copied behind the others first; where there is no room for all of them the tree begins anew, because a node
    that has lost its children is trusted for what it cannot show any more."""
    tree, twigs, marks, desk = study.tree, study.twigs, study.marks, study.desk
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
