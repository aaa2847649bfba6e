"""Sorcery: which spells can be cast, and how those of movement are carried out.

Recruitment and construction spells change the actions of `levies` and `building`, which ask for them.
"""

from __future__ import annotations

from banneret.core.state import Codes

from .building import any_city, list_cities
from .codes import CAST, DONE, FIRST_MOVE
from .levies import any_recruit, list_recruits
from .moves import after_move, any_move, destroy_enemies, go, may_enter
from .table import (
    CELERITY,
    CHARM,
    COMBINATIONS,
    FAMILIES,
    MOUNTAIN,
    NEIGHBOURS,
    SPELLS_A_FAMILY,
    TELEPORTATION,
    TORNADO,
    WORD_BITS,
    Family,
    Phase,
    Piece,
    State,
    bit_number,
    fighters,
    kind_on,
    owner_on,
)

FAMILY_COUNT = len(FAMILIES)


def list_casts(s: State, out: Codes, count: int) -> int:
    """Spells of one family on the table that can be paid and carried out."""
    for family in range(FAMILY_COUNT):
        for spells in range(1, COMBINATIONS + 1):
            if spells & ~s.on_table[family] == 0 and cost(s, family, spells) <= s.magic[s.seat]:
                if can_be_carried_out(s, family, spells):
                    out[count] = CAST + family * COMBINATIONS + spells - 1
                    count += 1
    return count


def cost(s: State, family: int, spells: int) -> int:
    total = 0
    for i in range(SPELLS_A_FAMILY):
        if spells >> i & 1:
            total += s.spell_cost[family * SPELLS_A_FAMILY + i]
    return total


def can_be_carried_out(s: State, family: int, spells: int) -> bool:
    if family == Family.MOVEMENT:
        return any_spelled_move(s, spells)
    if family == Family.RECRUITMENT:
        return any_recruit(s, spells)
    return any_city(s, spells)


def cast_spells(s: State, family: int, spells: int) -> None:
    """The magic is paid at once; what it makes follows."""
    price = cost(s, family, spells)
    s.magic[s.seat] -= price
    s.magic_bank += price
    s.family = family
    s.cast = spells
    s.phase = Phase.CAST


def list_spelled(s: State, out: Codes) -> int:
    """What carries out the spells that were cast; charm may stop after its first recruit."""
    if s.family == Family.CONSTRUCTION:
        return list_cities(s, s.cast, out, 0)
    if s.family == Family.RECRUITMENT:
        count = list_recruits(s, s.cast, out, 0)
        if s.cast & CHARM and any_charmed(s):
            out[count] = DONE
            count += 1
        return count
    if s.moved == 0:
        return list_first_steps(s, out)
    return list_last_steps(s, out)


def any_charmed(s: State) -> bool:
    for word in range(s.words):
        if s.charmed[word]:
            return True
    return False


# Movement


def list_first_steps(s: State, out: Codes) -> int:
    count = 0
    for word in range(s.words):
        starts = s.knights_at[s.seat][word]
        while starts:
            bit = starts & -starts
            starts ^= bit
            start = word * WORD_BITS + bit_number(bit)
            for i in range(6):
                if may_step_first(s, s.cast, start, NEIGHBOURS[start][i]):
                    out[count] = FIRST_MOVE[start] + i
                    count += 1
    return count


def list_last_steps(s: State, out: Codes) -> int:
    """The second step of celerity, from where the first one ended."""
    count = 0
    for i in range(6):
        if may_step_last(s, s.cast, s.teleported != 0, NEIGHBOURS[s.arrived][i]):
            out[count] = FIRST_MOVE[s.arrived] + i
            count += 1
    return count


def any_spelled_move(s: State, spells: int) -> bool:
    """Whether some knight can be moved as the spells say."""
    if spells == TORNADO:
        return any_move(s)
    if spells & TELEPORTATION and not any_lone_village(s):
        return False
    for word in range(s.words):
        starts = s.knights_at[s.seat][word]
        while starts:
            bit = starts & -starts
            starts ^= bit
            start = word * WORD_BITS + bit_number(bit)
            for i in range(6):
                if may_step_first(s, spells, start, NEIGHBOURS[start][i]):
                    return True
    return False


def any_lone_village(s: State) -> bool:
    """Whether an enemy has a village on a mountain at all, which is quicker to see than who could reach it."""
    for enemy in range(s.players):
        if enemy != s.seat:
            for word in range(s.words):
                if s.villages_at[enemy][word] & s.mountains[word]:
                    return True
    return False


def may_teleport(s: State, cell: int) -> bool:
    """Onto a mountain where an enemy village is the only piece of its colour."""
    if s.terrain[cell] != MOUNTAIN or kind_on(s, cell) != Piece.VILLAGE:
        return False
    if owner_on(s, cell) == s.seat:
        return False
    for enemy in range(s.players):
        if enemy != s.seat and fighters(s, enemy, cell) >= 2:
            return False
    return True


def may_step_first(s: State, spells: int, start: int, end: int) -> bool:
    """A step that the spells allow and, with celerity, that a second one can follow."""
    teleports = spells & TELEPORTATION != 0 and may_teleport(s, end)
    if not teleports and not may_enter(s, end):
        return False
    if spells & CELERITY == 0:
        return teleports or spells & TELEPORTATION == 0
    for i in range(6):
        beyond = NEIGHBOURS[end][i]
        if beyond == start and spells & TORNADO:
            # The tornado has left no enemy there: the knight can return, which is no teleportation.
            if teleports or spells & TELEPORTATION == 0:
                return True
        elif may_step_last(s, spells, teleports, beyond):
            return True
    return False


def may_step_last(s: State, spells: int, teleported: bool, end: int) -> bool:
    """Teleportation must have happened by the last step."""
    if spells & TELEPORTATION:
        return may_teleport(s, end) or (teleported and may_enter(s, end))
    return may_enter(s, end)


def spelled_move(s: State, start: int, end: int) -> None:
    """A step of the knight, with the tornado where it comes from first and where it arrives last."""
    if may_teleport(s, end):
        s.teleported = 1
    if s.cast & TORNADO and s.moved == 0:
        destroy_enemies(s, start)
    go(s, start, end)
    last = s.moved == 2 or s.cast & CELERITY == 0
    if fighters(s, s.seat, end) >= 2 or (last and s.cast & TORNADO):
        destroy_enemies(s, end)
    after_move(s)
