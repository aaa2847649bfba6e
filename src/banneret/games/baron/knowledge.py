"""What a seat of Baron knows and can weigh: samples of what is hidden, and features for players.

All that is hidden is which value-1 tile each of the others was dealt: whatever is taken from the offer is
seen by all, and so is whatever is laid. The deal is one of six orders of three kinds, which go round the
seats. How likely each is depends on how many tiles of its kinds are still unseen.
"""

from __future__ import annotations

from itertools import permutations

from banneret.core.rng import below
from banneret.core.state import Numbers, Random, Row

from .combat import holders, strongest_enemy
from .table import (
    BIT_NUMBER,
    DEALT,
    LAST_KIND,
    MEADOW,
    NEIGHBOURS,
    TOUCHING_HONOUR,
    VALUE,
    WORD_BITS,
    WORDS,
    Phase,
    Side,
    State,
    touching,
)

DEALS = [list(deal) for deal in permutations(DEALT)]

FEATURES = (
    "progress",
    "honour",
    "out",
    "in_danger",
    "stock",
    "knights",
    "barons",
    "established",
    "promised",
    "doomed",
    "spoils",
    "reserve_meadows",
    "reserve_value",
    "turn",
    "hollow",
    "laid",
    "prize",
    "curses",
    "storm",
)
(
    PROGRESS,
    HONOUR,
    OUT,
    IN_DANGER,
    STOCK,
    KNIGHTS,
    BARONS,
    ESTABLISHED,
    PROMISED,
    DOOMED,
    SPOILS,
    RESERVE_MEADOWS,
    RESERVE_VALUE,
    TURN,
    HOLLOW,
    LAID,
    PRIZE,
    CURSES,
    STORM,
) = range(len(FEATURES))
TILES_TO_COME = 68  # in the pile and the offer when a game of two begins


def sample(s: State, seat: int, rng: Random) -> None:
    """Deal the others' first tiles again, in one of the ways that the seat cannot rule out."""
    total = 0
    for deal in range(len(DEALS)):
        total += likelihood(s, seat, deal)
    rest = below(rng, total)
    for deal in range(len(DEALS)):
        weight = likelihood(s, seat, deal)
        if rest < weight:
            redeal(s, deal)
            return
        rest -= weight


def likelihood(s: State, seat: int, deal: int) -> int:
    """In how many ways the unseen tiles can make up a deal; 0 if the seat knows better."""
    ways = 1
    for other in range(s.players):
        kind = DEALS[deal][other % 3]
        if other == seat and kind != s.dealt[other]:
            return 0
        if not s.maybe[other] >> kind & 1:
            return 0
        unseen = s.pile[kind]
        for another in range(s.players):
            if s.dealt[another] == kind:
                unseen += 1
            if another < other and DEALS[deal][another % 3] == kind:
                unseen -= 1
        ways *= max(0, unseen)
    return ways


def redeal(s: State, deal: int) -> None:
    for seat in range(s.players):
        kind = DEALS[deal][seat % 3]
        if s.left[seat] == 0:
            swap(s.reserve[seat], s.pile, s.dealt[seat], kind)
        else:
            swap(s.lost, s.pile, s.dealt[seat], kind)
        s.dealt[seat] = kind


def swap(held: Row, pile: Row, out: int, into: int) -> None:
    """Two tiles change places between what somebody holds and the pile."""
    held[out] -= 1
    pile[out] += 1
    pile[into] -= 1
    held[into] += 1


def features(s: State, seat: int, out: Numbers) -> None:
    """Numbers that matter for a seat, in the order of FEATURES."""
    for i in range(len(out)):
        out[i] = 0.0
    out[PROGRESS] = max(0.0, 1.0 - (s.piled + s.offered) / TILES_TO_COME)
    out[HONOUR] = s.honour[seat]
    out[OUT] = 1.0 if s.left[seat] else 0.0
    out[IN_DANGER] = max(0, 2 - s.honour[seat])
    out[STOCK] = s.stock[seat]
    for t in range(s.towers):
        if s.owner[t] == seat:
            weigh_tower(s, t, out)
    out[RESERVE_MEADOWS] = s.reserve[seat][MEADOW]
    for kind in range(1, LAST_KIND + 1):
        out[RESERVE_VALUE] += s.reserve[seat][kind] * VALUE[kind]
        if VALUE[kind] < 0:
            out[CURSES] += s.reserve[seat][kind]
    if s.seat == seat and s.phase <= Phase.PLACE:
        out[TURN] = 1.0
        out[HOLLOW] = deepest_hollow(s, seat)


def weigh_tower(s: State, t: int, out: Numbers) -> None:
    """Add a donjon to the counts of its owner."""
    if s.side[t] == Side.BARON:
        out[BARONS] += 1
        out[ESTABLISHED] += value_around(s, t)
    else:
        weigh_knight(s, t, out)


def value_around(s: State, t: int) -> int:
    value = 0
    for i in range(6):
        value += VALUE[s.board[NEIGHBOURS[s.cell[t]][i]]]
    return value


def weigh_knight(s: State, t: int, out: Numbers) -> None:
    """A knight promises what it would score, as far as it is laid; the prize, how far that is, and whether barons
    must be beaten for it count by themselves too."""
    gain = 0
    spoils = 0
    alone = 0  # what no baron of others holds
    for i in range(6):
        tile = NEIGHBOURS[s.cell[t]][i]
        value = VALUE[s.board[tile]]
        if value != 0:
            held = holders(s, tile)
            if not held >> s.owner[t] & 1:
                gain += value
            if held & ~(1 << s.owner[t]):
                spoils += value
            else:
                alone += value
    out[KNIGHTS] += 1
    laid = touching(s, s.cell[t]) / 6
    if spoils != 0 and strongest_enemy(s, t) >= alone:
        out[DOOMED] += laid
    else:
        out[LAID] += laid
        out[PRIZE] += gain
        out[PROMISED] += gain * laid
        if spoils != 0:
            out[STORM] += laid * laid
        out[SPOILS] += spoils * laid


def deepest_hollow(s: State, seat: int) -> int:
    """The most honour that a tile of the seat's reserve can bring by what it touches."""
    best = 0
    for word in range(WORDS):
        cells = s.frontier[word]
        while cells:
            bit = cells & -cells
            cells ^= bit
            honour = TOUCHING_HONOUR[touching(s, word * WORD_BITS + BIT_NUMBER[bit % 61])]
            if honour > best and fits_any(s, seat, word, bit):
                best = honour
    return best


def fits_any(s: State, seat: int, word: int, bit: int) -> bool:
    """Whether some tile of the seat's reserve fits on a cell."""
    for kind in range(1, LAST_KIND + 1):
        if s.reserve[seat][kind] > 0 and (kind == MEADOW or not s.near[kind][word] & bit):
            return True
    return False
