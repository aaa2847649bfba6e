"""What is measured of a game, by playing its actions again inside a kernel. `docs/lab/measures.md` defines it all.

A `Sheet` holds what belongs to one game. What is only wanted of many games together (how wide decisions are, and
where on the map things happen) is added up in rows.
"""

from __future__ import annotations

from typing import Annotated

from banneret.core.hooks import apply, features, legal, player, ranks, scores
from banneret.core.kernel import States
from banneret.core.seats import CHANCE, NOBODY
from banneret.core.state import Codes, Numbers, Row, Weights

SEATS = 8  # room for seats on a sheet
VERBS = 48  # room for verbs
WIDEST = 512  # decisions with more legal actions are counted as this wide
THIRDS = 3  # early, middle and late
NO_SHARE = -1.0  # where a game has no such seat


class Sheet:
    """The measures of one game."""

    finished: Annotated[int, "i1"]
    plies: Annotated[int, "i4"]
    actions: Annotated[int, "i4"]
    decisions: Annotated[int, "i4"]
    turns: Annotated[int, "i4"]
    rounds: Annotated[int, "i4"]
    lead_changes: Annotated[int, "i4"]
    margin: Annotated[int, "i4"]
    drama: Annotated[float, "f8"]
    deficit: Annotated[int, "i4"]
    dead_time: Annotated[float, "f8"]
    comeback: Annotated[float, "f8"]
    snowball: Annotated[float, "f8"]
    scores: Annotated[Row, "i4", SEATS]
    ranks: Annotated[Row, "i1", SEATS]
    shares: Annotated[list[float], "f8", SEATS]
    seat_turns: Annotated[Row, "i4", SEATS]
    by_chance: Annotated[Row, "i4", VERBS]
    offered: Annotated[Row, "i4", VERBS]
    chosen: Annotated[Row, "i4", VERBS]
    chosen_by_winners: Annotated[Row, "i4", VERBS]


def measure(
    states: States,
    trail: Codes,
    plies: int,
    codes: Codes,
    weights: Weights,
    numbers: Numbers,
    verbs: Codes,
    cells: Codes,
    builds: int,
    movers: Codes,
    course: Weights,
    widths: Weights,
    used: Weights,
    built: Weights,
    start: Numbers,
    sheets: list[Sheet],
    at: int,
) -> None:
    """Play the first `plies` of a trail from states[0], and fill in sheets[at].

    `verbs` and `cells` tell of each code its verb, and its place on the map or -1; `builds` has the bits of the
    verbs that build. Work space: `movers` for each ply, and `course` for the scores of all seats after each. Added
    up are `widths` (by third of the game, then by number of legal actions) and what is `used` and `built`; `start`
    gets the features of every seat before the first action.
    """
    wipe(sheets, at)
    seats = states[0].players
    note_start(states, seats, numbers, start)
    for ply in range(plies):
        mover = player(states[0])
        movers[ply] = mover
        if mover != CHANCE:
            count = legal(states[0], codes)
            note_choice(codes, count, trail[ply], verbs, sheets, at)
            note_place(trail[ply], verbs, cells, builds, used, built)
            if count > 1:
                widths[ply * THIRDS // plies * WIDEST + min(count, WIDEST - 1)] += 1
        else:
            sheets[at].by_chance[verbs[trail[ply]]] += 1
        apply(states[0], trail[ply])
        scores(states[0], weights)
        for seat in range(seats):
            course[ply * seats + seat] = weights[seat]
    sheets[at].plies = plies
    count_turns(movers, plies, seats, sheets, at)
    finish(states, weights, seats, sheets, at)
    note_winners(trail, movers, plies, verbs, sheets, at)
    if plies:
        follow_lead(course, plies, seats, sheets, at)


def wipe(sheets: list[Sheet], at: int) -> None:
    sheets[at].finished = 0
    sheets[at].actions = 0
    sheets[at].decisions = 0
    sheets[at].lead_changes = 0
    sheets[at].margin = 0
    sheets[at].drama = 0.0
    sheets[at].deficit = 0
    sheets[at].dead_time = 0.0
    sheets[at].comeback = NO_SHARE
    sheets[at].snowball = NO_SHARE
    for seat in range(SEATS):
        sheets[at].scores[seat] = 0
        sheets[at].ranks[seat] = 0
        sheets[at].shares[seat] = 0.0
        sheets[at].seat_turns[seat] = 0
    for verb in range(VERBS):
        sheets[at].by_chance[verb] = 0
        sheets[at].offered[verb] = 0
        sheets[at].chosen[verb] = 0
        sheets[at].chosen_by_winners[verb] = 0


def note_start(states: States, seats: int, numbers: Numbers, start: Numbers) -> None:
    for seat in range(seats):
        features(states[0], seat, numbers)
        for i in range(len(numbers)):
            start[seat * len(numbers) + i] = numbers[i]


def note_choice(codes: Codes, count: int, code: int, verbs: Codes, sheets: list[Sheet], at: int) -> None:
    """Count an action, and every verb that it could have been."""
    sheets[at].actions += 1
    if count > 1:
        sheets[at].decisions += 1
    offered = 0
    for i in range(count):
        offered |= 1 << verbs[codes[i]]
    verb = 0
    while offered:
        if offered & 1:
            sheets[at].offered[verb] += 1
        offered >>= 1
        verb += 1
    sheets[at].chosen[verbs[code]] += 1


def note_place(code: int, verbs: Codes, cells: Codes, builds: int, used: Weights, built: Weights) -> None:
    cell = cells[code]
    if cell >= 0:
        used[cell] += 1
        if builds >> verbs[code] & 1:
            built[cell] += 1


def count_turns(movers: Codes, plies: int, seats: int, sheets: list[Sheet], at: int) -> None:
    """A turn is a run of actions of one seat, with chance in between or not; there are as many rounds as the
    busiest seat had turns."""
    last = NOBODY
    for ply in range(plies):
        if movers[ply] != CHANCE and movers[ply] != last:
            last = movers[ply]
            sheets[at].seat_turns[last] += 1
    turns = 0
    rounds = 0
    for seat in range(seats):
        turns += sheets[at].seat_turns[seat]
        rounds = max(rounds, sheets[at].seat_turns[seat])
    sheets[at].turns = turns
    sheets[at].rounds = rounds


def finish(states: States, weights: Weights, seats: int, sheets: list[Sheet], at: int) -> None:
    """The result; a game that was not played to its end has scores and no winner."""
    scores(states[0], weights)
    best = weights[0]
    second = -1_000_000_000
    for seat in range(seats):
        sheets[at].scores[seat] = weights[seat]
        if seat > 0:
            second = max(second, min(best, weights[seat]))
            best = max(best, weights[seat])
    if player(states[0]) != NOBODY:
        return
    sheets[at].finished = 1
    sheets[at].margin = best - second
    ranks(states[0], weights)
    winners = 0
    for seat in range(seats):
        sheets[at].ranks[seat] = weights[seat]
        if weights[seat] == 1:
            winners += 1
    for seat in range(seats):
        sheets[at].shares[seat] = 1.0 / winners if weights[seat] == 1 else 0.0


def note_winners(trail: Codes, movers: Codes, plies: int, verbs: Codes, sheets: list[Sheet], at: int) -> None:
    for ply in range(plies):
        if movers[ply] >= 0 and sheets[at].ranks[movers[ply]] == 1:
            sheets[at].chosen_by_winners[verbs[trail[ply]]] += 1


def follow_lead(course: Weights, plies: int, seats: int, sheets: list[Sheet], at: int) -> None:
    """Lead changes, drama, dead time, and who was where at half-time, from the scores after each ply."""
    leader = NOBODY
    widest = 0
    behind = 0
    undecided = 0
    for ply in range(plies):
        best = highest(course, ply, seats)
        ahead = lone_leader(course, ply, seats, best)
        if ahead >= 0:
            if leader >= 0 and ahead != leader:
                sheets[at].lead_changes += 1
            leader = ahead
        widest = max(widest, best - lowest(course, ply, seats))
        gap = best - winners_score(course, ply, seats, sheets, at)
        behind += gap
        sheets[at].deficit = max(sheets[at].deficit, gap)
        if ahead < 0 or sheets[at].ranks[ahead] != 1:
            undecided = ply + 1
    if not sheets[at].finished:
        sheets[at].deficit = 0
        return
    sheets[at].drama = behind / (plies * widest) if widest else 0.0
    sheets[at].dead_time = (plies - undecided) / plies
    at_half_time(course, (plies - 1) // 2, seats, sheets, at)


def at_half_time(course: Weights, ply: int, seats: int, sheets: list[Sheet], at: int) -> None:
    """What share of the win came to who was last, and to who led alone; ties for the last place are averaged."""
    best = highest(course, ply, seats)
    worst = lowest(course, ply, seats)
    if best == worst:
        return
    ahead = lone_leader(course, ply, seats, best)
    if ahead >= 0:
        sheets[at].snowball = sheets[at].shares[ahead]
    last = 0
    share = 0.0
    for seat in range(seats):
        if course[ply * seats + seat] == worst:
            last += 1
            share += sheets[at].shares[seat]
    sheets[at].comeback = share / last


def highest(course: Weights, ply: int, seats: int) -> int:
    best = course[ply * seats]
    for seat in range(1, seats):
        best = max(best, course[ply * seats + seat])
    return best


def lowest(course: Weights, ply: int, seats: int) -> int:
    worst = course[ply * seats]
    for seat in range(1, seats):
        worst = min(worst, course[ply * seats + seat])
    return worst


def lone_leader(course: Weights, ply: int, seats: int, best: int) -> int:
    """The only seat with the highest score, or NOBODY."""
    found = NOBODY
    for seat in range(seats):
        if course[ply * seats + seat] == best:
            if found != NOBODY:
                return NOBODY
            found = seat
    return found


def winners_score(course: Weights, ply: int, seats: int, sheets: list[Sheet], at: int) -> int:
    """The score that the later winner had; of several, who then had most."""
    score = lowest(course, ply, seats)
    for seat in range(seats):
        if sheets[at].ranks[seat] == 1:
            score = max(score, course[ply * seats + seat])
    return score
