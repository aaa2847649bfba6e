"""Why something cannot be done, in a sentence. Each function is asked only about what the rules refuse.

All of it concerns the seat whose turn it is.
"""

from __future__ import annotations

from banneret.core.scene import Said

from .building import free_knights
from .levies import EXPEDITION_KNIGHTS, available
from .moves import may_enter, victim
from .setup import NAMES
from .spells import cost, may_teleport
from .table import (
    BIT_OF,
    CELERITY,
    CHARM,
    DUKE,
    FOREST,
    ILLUSION,
    LAKE,
    MOUNTAIN,
    MYSTERY,
    NEIGHBOURS,
    NO_BUILDING,
    PETRIFICATION,
    SANCTUARY,
    TELEPORTATION,
    WORD_OF,
    Family,
    Piece,
    State,
    contains,
    fighters,
    kind_on,
    owner_on,
)
from .titles import wealth

# What stands on the board


def own_knights(s: State) -> list[int]:
    """The hexes where the seat has knights."""
    return [cell for cell in range(s.cells) if s.knights[cell][s.seat]]


def own_buildings(s: State, kind: int) -> list[int]:
    return [cell for cell in range(s.cells) if kind_on(s, cell) == kind and owner_on(s, cell) == s.seat]


def is_free(s: State, cell: int) -> bool:
    """Whether the seat has a knight on a hex with neither enemies nor buildings by it."""
    return free_knights(s, s.seat, WORD_OF[cell]) & BIT_OF[cell] != 0


def enemy_knight(s: State, cell: int) -> Said:
    """Whose knight disturbs the seat on a hex."""
    enemy = next(seat for seat in range(s.players) if seat != s.seat and s.knights[cell][seat])
    return Said("knight_disturbs", {"seat_enemy": enemy})


def cities_beside(s: State, cell: int) -> list[int]:
    return [beside for beside in NEIGHBOURS[cell] if beside < s.cells and kind_on(s, beside) == Piece.CITY]


def beside_city(s: State, city: int) -> Said:
    return Said("beside_city", {"seat_owner": owner_on(s, city), "hex": NAMES[city]})


# First cities


def no_first_city(s: State, cell: int) -> Said:
    if s.terrain[cell] == LAKE:
        return Said("lake")
    if s.terrain[cell] == MYSTERY:
        return Said("mystery_unbuilt")
    if s.terrain[cell] == FOREST:
        return Said("forest_city")
    if s.building[cell] != NO_BUILDING:
        return Said("building_there", {"seat_owner": owner_on(s, cell)})
    cities = cities_beside(s, cell)
    return beside_city(s, cities[0]) if cities else Said("beside_mystery")


# The buttons of the action bar


def no_recruit(s: State) -> Said:
    return Said("no_city_on_board") if s.reserve[s.seat][Piece.KNIGHT] else Said("reserve_without_knights")


def no_move(s: State) -> Said:
    return Said("no_way_out") if own_knights(s) else Said("no_knight_on_board")


def no_build(s: State) -> Said:
    if s.reserve[s.seat][Piece.VILLAGE] == s.reserve[s.seat][Piece.STRONGHOLD] == 0:
        return Said("no_building_left")
    return Said("no_knight_to_replace") if own_knights(s) else Said("no_knight_on_board")


def no_new_city(s: State) -> Said:
    if s.reserve[s.seat][Piece.CITY] == 0:
        return Said("no_city_left")
    return Said("no_village_fit") if own_buildings(s, Piece.VILLAGE) else Said("no_village_on_board")


def no_expedition(s: State) -> Said:
    knights = s.reserve[s.seat][Piece.KNIGHT]
    return Said("edge_full") if knights >= EXPEDITION_KNIGHTS else Said("expedition_needs", {"n": knights})


def no_title(s: State) -> Said:
    if s.rank[s.seat] == DUKE:
        return Said("is_duke")
    return Said("title_short", {"n": s.title_price - wealth(s, s.seat), "price": s.title_price})


def no_cast(s: State) -> Said:
    short = s.cheapest - s.magic[s.seat]
    return Said("magic_short", {"n": short}) if short > 0 else Said("no_spell_works")


# Knights on the move, and knights that are replaced


def closed(s: State, cell: int) -> Said:
    """Who or what keeps a knight out of a hex."""
    if s.terrain[cell] == LAKE:
        return Said("lake")
    holder = next(seat for seat in range(s.players) if seat != s.seat and s.guard[cell] >> seat & 1)
    if kind_on(s, cell) == Piece.CITY:
        return Said("city_holds", {"seat_owner": holder})
    if kind_on(s, cell) == Piece.STRONGHOLD:
        return Said("stronghold_holds", {"seat_owner": holder})
    pieces = fighters(s, holder, cell)
    if s.terrain[cell] == MOUNTAIN:
        return Said("mountain_held", {"seat_owner": holder, "n": pieces})
    return Said("pieces_hold", {"seat_owner": holder, "n": pieces})


def stuck(s: State, cell: int) -> Said:
    """Why no knight leaves a hex."""
    return Said("has_moved") if s.moved and cell == s.arrived else Said("surrounded")


def no_site(s: State, cell: int) -> Said:
    """Why no building takes a knight's place."""
    if s.terrain[cell] == MYSTERY:
        return Said("mystery_unbuilt")
    if s.building[cell] != NO_BUILDING:
        return Said("building_there", {"seat_owner": owner_on(s, cell)})
    return enemy_knight(s, cell)


def none_left(kind: int) -> Said:
    return Said("no_village_left") if kind == Piece.VILLAGE else Said("no_stronghold_left")


# Loot, recruits, expeditions and cities


def no_recruit_here(s: State, cell: int) -> Said:
    if contains(s.charmed, cell):
        return Said("charmed")
    return Said("illusion_elsewhere") if kind_on(s, cell) == Piece.CITY else Said("cities_recruit")


def too_many(s: State, cell: int, number: int) -> Said:
    """Why fewer knights are recruited at a place."""
    knights = available(s, s.cast)
    if number > knights:
        return Said("knights_left", {"n": knights})
    if contains(s.lakeside, cell):
        return Said("levy_lake", {"n": s.levy_lake})
    return Said("levy", {"n": s.levy})


def no_token(s: State) -> Said:
    """Why a kind of token cannot be looted."""
    return Said("no_such_token", {"seat_owner": victim(s)})


def no_landing(s: State, cell: int) -> Said:
    return Said("lake") if s.terrain[cell] == LAKE else Said("edge_taken")


def no_city_here(s: State, cell: int) -> Said:
    """Why a village, or by sanctuary a knight, cannot become a city."""
    if s.cast & SANCTUARY and not is_free(s, cell):
        return no_site(s, cell) if s.knights[cell][s.seat] else Said("sanctuary_replaces_knights")
    if any(s.knights[cell][seat] for seat in range(s.players) if seat != s.seat):
        return enemy_knight(s, cell)
    if s.terrain[cell] == FOREST and not s.cast & PETRIFICATION:
        return Said("forest_city")
    petrified = s.cast & PETRIFICATION != 0
    cities = [city for city in cities_beside(s, cell) if not (petrified and owner_on(s, city) == s.seat)]
    return beside_city(s, cities[0])


# Spells


def not_castable(s: State, family: int, spells: int) -> Said:
    """Why spells of one family cannot be cast together."""
    short = cost(s, family, spells) - s.magic[s.seat]
    if short > 0:
        return Said("magic_short", {"n": short})
    if family == Family.MOVEMENT:
        return no_spelled_move(s, spells)
    if family == Family.RECRUITMENT:
        return no_spelled_recruit(s, spells)
    return no_spelled_city(s, spells)


def no_spelled_move(s: State, spells: int) -> Said:
    if not own_knights(s):
        return Said("no_knight_on_board")
    if spells & TELEPORTATION:
        return Said("nowhere_to_teleport")
    return Said("no_two_steps") if spells & CELERITY else Said("no_way_out")


def no_spelled_recruit(s: State, spells: int) -> Said:
    if available(s, spells) == 0:
        return Said("reserve_without_knights")
    only_strongholds = spells & ILLUSION and not spells & CHARM
    return Said("no_stronghold_on_board") if only_strongholds else Said("no_city_on_board")


def no_spelled_city(s: State, spells: int) -> Said:
    if s.reserve[s.seat][Piece.CITY] == 0:
        return Said("no_city_left")
    return Said("no_knight_fit") if spells & SANCTUARY else Said("no_village_fit")


def no_step(s: State, cell: int) -> Said:
    """Why a knight does not step onto a hex, with the spells that were cast."""
    if not may_enter(s, cell) and not (s.cast & TELEPORTATION and may_teleport(s, cell)):
        return closed(s, cell)
    if s.cast & CELERITY and s.moved == 0:
        return Said("no_second_step")
    return Said("must_teleport")
