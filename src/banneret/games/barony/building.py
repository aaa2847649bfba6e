"""Buildings: first cities, villages and strongholds in place of knights, and cities in place of villages."""

from __future__ import annotations

from banneret.core.state import Codes

from .codes import CITY, STRONGHOLD, VILLAGE
from .moves import list_moves_from
from .table import (
    ABUNDANCE,
    BIT_OF,
    FOREST,
    LAKE,
    MYSTERY,
    NEIGHBOURS,
    PETRIFICATION,
    SANCTUARY,
    WORD_BITS,
    WORD_OF,
    Phase,
    Piece,
    State,
    bit_number,
    enemy_knights,
    list_bits,
    put_building,
    put_knights,
    take_knights,
    take_token,
    take_village,
)
from .turns import end_turn, next_placing

# First cities


def list_first_cities(s: State, out: Codes, count: int) -> int:
    for cell in range(s.cells):
        if may_settle(s, cell):
            out[count] = CITY + cell
            count += 1
    return count


def may_settle(s: State, cell: int) -> bool:
    """A first city needs dry, open land away from every other city and every mystery place."""
    terrain = s.terrain[cell]
    if terrain in (LAKE, FOREST, MYSTERY):
        return False
    if (s.built[WORD_OF[cell]] | all_outskirts(s, WORD_OF[cell])) & BIT_OF[cell]:
        return False
    return not s.sorcery or not beside_mystery(s, cell)


def beside_mystery(s: State, cell: int) -> bool:
    for i in range(6):
        if s.terrain[NEIGHBOURS[cell][i]] == MYSTERY:
            return True
    return False


def all_outskirts(s: State, word: int) -> int:
    """The hexes of a word of the board that touch anybody's city."""
    cells = 0
    for seat in range(s.players):
        cells |= s.outskirts[seat][word]
    return cells


def settle(s: State, cell: int) -> None:
    """A first city, with a knight."""
    s.reserve[s.seat][Piece.CITY] -= 1
    s.reserve[s.seat][Piece.KNIGHT] -= 1
    put_building(s, Piece.CITY, s.seat, cell)
    put_knights(s, s.seat, cell, 1)
    next_placing(s)


# Build


def free_knights(s: State, seat: int, word: int) -> int:
    """The hexes of a word of the board where a knight of the seat has neither enemies nor buildings by it."""
    return s.knights_at[seat][word] & ~s.built[word] & ~s.mysteries[word] & ~enemy_knights(s, seat, word)


def list_deeds(s: State, out: Codes, count: int) -> int:
    """Write all that the seat's knights can do at the beginning of an action: move, or be built upon."""
    seat = s.seat
    village = 1 if s.reserve[seat][Piece.VILLAGE] > 0 else 0
    stronghold = 1 if s.reserve[seat][Piece.STRONGHOLD] > 0 else 0
    for word in range(s.words):
        knights = s.knights_at[seat][word]
        free = free_knights(s, seat, word)
        while knights:
            bit = knights & -knights
            knights ^= bit
            cell = word * WORD_BITS + bit_number(bit)
            count = list_moves_from(s, seat, cell, out, count)
            site = 1 if free & bit else 0
            out[count] = VILLAGE[cell]
            count += site & village
            out[count] = STRONGHOLD[cell]
            count += site & stronghold
    return count


def list_builds(s: State, out: Codes, count: int) -> int:
    for word in range(s.words):
        sites = free_knights(s, s.seat, word)
        while sites:
            bit = sites & -sites
            sites ^= bit
            cell = word * WORD_BITS + bit_number(bit)
            if s.reserve[s.seat][Piece.VILLAGE] > 0:
                out[count] = VILLAGE[cell]
                count += 1
            if s.reserve[s.seat][Piece.STRONGHOLD] > 0:
                out[count] = STRONGHOLD[cell]
                count += 1
    return count


def build(s: State, kind: int, cell: int) -> None:
    """A building takes a knight's place, and brings a token of the land."""
    s.reserve[s.seat][kind] -= 1
    put_building(s, kind, s.seat, cell)
    dismiss_knight(s, cell)
    take_token(s, cell)
    if any_build(s):
        s.phase = Phase.BUILD
    else:
        end_turn(s)


def dismiss_knight(s: State, cell: int) -> None:
    """A knight goes back to the reserve."""
    take_knights(s, s.seat, cell, 1)
    s.reserve[s.seat][Piece.KNIGHT] += 1


def any_build(s: State) -> bool:
    if s.reserve[s.seat][Piece.VILLAGE] == 0 and s.reserve[s.seat][Piece.STRONGHOLD] == 0:
        return False
    for word in range(s.words):
        if free_knights(s, s.seat, word):
            return True
    return False


# New city


def city_sites(s: State, seat: int, spells: int, word: int) -> int:
    """The hexes of a word of the board where the seat may build a city, with construction spells or none.

    It replaces a village, or by sanctuary a knight. Petrification allows forests and the seat's own
    outskirts; abundance does not matter here.
    """
    if spells & SANCTUARY:
        sites = free_knights(s, seat, word)
    else:
        sites = s.villages_at[seat][word] & ~enemy_knights(s, seat, word)
    if sites == 0:
        return 0
    if spells & PETRIFICATION:
        return sites & ~enemy_outskirts(s, seat, word)
    return sites & ~s.forests[word] & ~all_outskirts(s, word)


def enemy_outskirts(s: State, seat: int, word: int) -> int:
    cells = 0
    for enemy in range(s.players):
        if enemy != seat:
            cells |= s.outskirts[enemy][word]
    return cells


def list_cities(s: State, spells: int, out: Codes, count: int) -> int:
    for word in range(s.words):
        count = list_bits(city_sites(s, s.seat, spells, word), CITY + word * WORD_BITS, out, count)
    return count


def any_city(s: State, spells: int) -> bool:
    if s.reserve[s.seat][Piece.CITY] > 0:
        for word in range(s.words):
            if city_sites(s, s.seat, spells, word):
                return True
    return False


def found_city(s: State, cell: int) -> None:
    """A city from the reserve; what it replaces goes back there."""
    if s.cast & SANCTUARY:
        dismiss_knight(s, cell)
    else:
        take_village(s, s.seat, cell)
        s.reserve[s.seat][Piece.VILLAGE] += 1
    s.reserve[s.seat][Piece.CITY] -= 1
    s.cities_built[s.seat] += 1
    put_building(s, Piece.CITY, s.seat, cell)
    if s.cast & ABUNDANCE:
        take_token(s, cell)
    end_turn(s)
