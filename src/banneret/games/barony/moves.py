"""Knights on the move: where they may go, conflicts, loot, and footprints on mystery places.

Wherever a seat has two pieces, a city or a stronghold, nobody else has a piece: such hexes cannot be
entered, and whoever gets a second piece onto a hex destroys all others there. So an enemy who shares a hex
has a single piece on it.
"""

from __future__ import annotations

from banneret.core.state import Codes

from .codes import FIRST_MOVE
from .table import (
    CELERITY,
    FOOTPRINT_MAGIC,
    FOOTPRINTS_A_PLACE,
    KINDS,
    MAX_FOOTPRINTS,
    MYSTERY,
    NEIGHBOURS,
    WORD_BITS,
    Phase,
    Piece,
    State,
    bit_number,
    fighters,
    has_village,
    put_knights,
    take_knights,
    take_village,
)
from .turns import end_turn


def may_enter(s: State, cell: int) -> bool:
    """A knight may go where no enemy, nor a lake, keeps it out."""
    return s.guard[cell] & ~(1 << s.seat) == 0


def may_leave(s: State, cell: int) -> bool:
    """Of the knights on a hex, one that has moved stays."""
    return s.moved == 0 or cell != s.arrived or s.knights[cell][s.seat] > 1


def list_moves(s: State, out: Codes, count: int) -> int:
    """Write every move of a knight that has not moved yet; returns the new count."""
    seat = s.seat
    for word in range(s.words):
        starts = s.knights_at[seat][word]
        while starts:
            bit = starts & -starts
            starts ^= bit
            start = word * WORD_BITS + bit_number(bit)
            if may_leave(s, start):
                count = list_moves_from(s, seat, start, out, count)
    return count


def list_moves_from(s: State, seat: int, start: int, out: Codes, count: int) -> int:
    """Each is written first and kept only if it is open: faster than a branch that nobody can foresee."""
    others = ~(1 << seat)
    for i in range(6):
        out[count] = FIRST_MOVE[start] + i
        count += 1 if s.guard[NEIGHBOURS[start][i]] & others == 0 else 0
    return count


def any_move(s: State) -> bool:
    for word in range(s.words):
        starts = s.knights_at[s.seat][word]
        while starts:
            bit = starts & -starts
            starts ^= bit
            start = word * WORD_BITS + bit_number(bit)
            if may_leave(s, start):
                for i in range(6):
                    if may_enter(s, NEIGHBOURS[start][i]):
                        return True
    return False


def move(s: State, start: int, end: int) -> None:
    """One knight goes to a neighbouring hex and fights there if it is not alone."""
    go(s, start, end)
    if fighters(s, s.seat, end) >= 2:
        destroy_enemies(s, end)
    after_move(s)


def go(s: State, start: int, end: int) -> None:
    s.moved += 1
    s.arrived = end
    take_knights(s, s.seat, start, 1)
    put_knights(s, s.seat, end, 1)
    if s.terrain[end] == MYSTERY:
        explore(s, end)


def destroy_enemies(s: State, cell: int) -> None:
    """All enemy pieces on a hex go back to their owners' reserves; each village is a loot, as far as tokens go."""
    for enemy in range(s.players):
        if enemy != s.seat:
            knights = s.knights[cell][enemy]
            if knights > 0:
                take_knights(s, enemy, cell, knights)
                s.reserve[enemy][Piece.KNIGHT] += knights
            if has_village(s, enemy, cell):
                take_village(s, enemy, cell)
                s.reserve[enemy][Piece.VILLAGE] += 1
                if s.loots[enemy] < token_count(s, enemy):
                    s.loots[enemy] += 1


def after_move(s: State) -> None:
    """First the loots; then the step or the knight that may follow."""
    if victim(s) != s.seat:
        s.phase = Phase.LOOT
    elif s.moved == 1 and s.cast & CELERITY:
        s.phase = Phase.CAST
    elif s.moved == 1 and s.cast == 0 and any_move(s):
        s.phase = Phase.MOVE
    else:
        end_turn(s)


# Loot


def victim(s: State) -> int:
    """Who is looted next, in the order of seats from the attacker; the attacker when nobody is left."""
    for seat in range(s.seat + 1, s.players):
        if s.loots[seat] > 0:
            return seat
    for seat in range(s.seat):
        if s.loots[seat] > 0:
            return seat
    return s.seat


def token_count(s: State, seat: int) -> int:
    count = 0
    for kind in range(KINDS):
        count += s.tokens[seat][kind]
    return count


def loot(s: State, kind: int) -> None:
    """The attacker takes a token of his choice."""
    owner = victim(s)
    s.loots[owner] -= 1
    s.tokens[owner][kind] -= 1
    s.tokens[s.seat][kind] += 1
    after_move(s)


# Mystery places


def explore(s: State, cell: int) -> None:
    """A knight that arrives on a mystery place leaves its owner's footprint and finds magic."""
    here = footprints_on(s, cell)
    number = s.footprints[s.seat]
    if here < FOOTPRINTS_A_PLACE and number < MAX_FOOTPRINTS and not has_footprint(s, s.seat, cell):
        s.footprint_on[s.seat][number] = cell
        s.footprint_place[s.seat][number] = here
        s.footprints[s.seat] = number + 1
        found = min(FOOTPRINT_MAGIC[here], s.magic_bank)
        s.magic[s.seat] += found
        s.magic_bank -= found


def has_footprint(s: State, seat: int, cell: int) -> bool:
    for i in range(s.footprints[seat]):
        if s.footprint_on[seat][i] == cell:
            return True
    return False


def footprints_on(s: State, cell: int) -> int:
    count = 0
    for seat in range(s.players):
        if has_footprint(s, seat, cell):
            count += 1
    return count
