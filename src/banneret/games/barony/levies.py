"""Knights from the reserve: recruits in a city, and expeditions to the edge of the board."""

from __future__ import annotations

from banneret.core.state import Codes

from .codes import EXPEDITION, MAX_RECRUITS, RECRUIT
from .moves import explore
from .table import (
    CHARM,
    ILLUSION,
    MYSTERY,
    PORTAL,
    WORD_BITS,
    Piece,
    State,
    add,
    bit_number,
    building_of,
    enemy_knights,
    list_bits,
    put_knights,
)
from .turns import end_turn

EXPEDITION_KNIGHTS = 2  # one of them leaves the game

# Recruit


def available(s: State, spells: int) -> int:
    """The knights that can be recruited: the reserve's, and by portal those that left the game."""
    knights = s.reserve[s.seat][Piece.KNIGHT]
    return knights + s.gone[s.seat] if spells & PORTAL else knights


def recruiting_places(s: State, spells: int, word: int) -> int:
    """The hexes of a word of the board where the seat may recruit, with recruitment spells or none.

    Illusion makes it strongholds; with charm it is cities and strongholds, each of them once.
    """
    if spells & ILLUSION == 0:
        places = s.cities_at[s.seat][word]
    elif spells & CHARM:
        places = s.cities_at[s.seat][word] | own_strongholds(s, s.seat, word)
    else:
        places = own_strongholds(s, s.seat, word)
    return places & ~s.charmed[word]


def own_strongholds(s: State, seat: int, word: int) -> int:
    """A seat has few strongholds, so they are found among all of them."""
    own = 0
    strongholds = s.strongholds_at[word]
    while strongholds:
        bit = strongholds & -strongholds
        strongholds ^= bit
        if s.building[word * WORD_BITS + bit_number(bit)] == building_of(Piece.STRONGHOLD, seat):
            own |= bit
    return own


def list_recruits(s: State, spells: int, out: Codes, count: int) -> int:
    """Up to as many as there are, and as the place recruits at once."""
    knights = available(s, spells)
    if spells & CHARM:
        knights = min(1, knights)
    away = min(s.levy, knights)
    beside_lake = min(s.levy_lake, knights)
    for word in range(s.words):
        places = recruiting_places(s, spells, word)
        while places:
            bit = places & -places
            places ^= bit
            first = RECRUIT + (word * WORD_BITS + bit_number(bit)) * MAX_RECRUITS
            for number in range(beside_lake if s.lakeside[word] & bit else away):
                out[count] = first + number
                count += 1
    return count


def any_recruit(s: State, spells: int) -> bool:
    if available(s, spells) > 0:
        for word in range(s.words):
            if recruiting_places(s, spells, word):
                return True
    return False


def recruit(s: State, cell: int, number: int) -> None:
    """Knights come from the reserve, and the rest from those who left the game; charm goes on elsewhere."""
    reserves = min(number, s.reserve[s.seat][Piece.KNIGHT])
    s.reserve[s.seat][Piece.KNIGHT] -= reserves
    s.gone[s.seat] -= number - reserves
    put_knights(s, s.seat, cell, number)
    if s.cast & CHARM:
        add(s.charmed, cell)
        if any_recruit(s, s.cast):
            return
    end_turn(s)


# Expedition


def list_expeditions(s: State, out: Codes, count: int) -> int:
    """To any empty hex on the edge."""
    for word in range(s.words):
        taken = s.built[word] | s.knights_at[s.seat][word] | enemy_knights(s, s.seat, word)
        count = list_bits(s.coast[word] & ~taken, EXPEDITION + word * WORD_BITS, out, count)
    return count


def set_out(s: State, cell: int) -> None:
    """One knight reaches the edge; the other has left the game."""
    s.reserve[s.seat][Piece.KNIGHT] -= EXPEDITION_KNIGHTS
    s.gone[s.seat] += 1
    put_knights(s, s.seat, cell, 1)
    if s.terrain[cell] == MYSTERY:
        explore(s, cell)
    end_turn(s)
