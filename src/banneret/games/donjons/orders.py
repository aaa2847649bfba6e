"""Orders: which tiles command what, and the orders of a single word: recruit, build, raze."""

from __future__ import annotations

from banneret.core.state import Codes

from .arrivals import arrive, remove
from .codes import BUILD, RAZE, RECRUIT, RECRUIT_DIE
from .table import (
    BIT,
    BOARD,
    MAX_SEATS,
    State,
    beside,
    first_tile,
    list_tiles,
    of_all,
    of_others,
    own_troops,
    raise_donjon,
    take_down,
)

# Knights


def ruled_by_others(s: State, seat: int, own: int, own_pairs: int) -> int:
    """The tiles where an opponent's colour is active, if the seat's own knights stood as given.

    A colour is active where it has more knights than any other: one where no other colour is, or two where
    no other has two, unless all four colours are there.
    """
    present = own
    mingled = 0  # tiles with more than one colour
    paired = own_pairs
    matched = 0  # tiles with more than one pair
    everyone = own
    for other in range(s.players):
        if other != seat:
            mingled |= present & s.knights[other]
            present |= s.knights[other]
            matched |= paired & s.pairs[other]
            paired |= s.pairs[other]
            everyone &= s.knights[other]
    if s.players < MAX_SEATS:
        everyone = 0
    alone = present & ~mingled & ~own
    ahead = paired & ~matched & ~everyone & ~own_pairs
    return alone | ahead


def blocked(s: State, seat: int) -> int:
    """The tiles where an opponent's colour is active."""
    return ruled_by_others(s, seat, s.knights[seat], s.pairs[seat])


def led(s: State, seat: int) -> int:
    """The tiles where a seat's own colour is active."""
    everyone = BOARD if s.players == MAX_SEATS else 0
    for other in range(s.players):
        everyone &= s.knights[other]
    alone = s.knights[seat] & ~of_others(s, s.knights, seat)
    ahead = s.pairs[seat] & ~of_others(s, s.pairs, seat) & ~everyone
    return alone | ahead


# Command tiles


def baron_command(s: State, blocks: int) -> int:
    """The tile of the baron, unless it is blocked."""
    return BIT[s.baron[s.seat]] & ~blocks


def knight_command(s: State) -> int:
    """The tiles where a knight commands in a donjon. In Terra Baronum his colour must be active; else he
    is not counted while he commands, so that one knight fewer must keep the tile from being blocked."""
    tiles = s.knights[s.seat] & s.donjons[s.seat]
    if tiles == 0:
        return 0
    if s.terra:
        return tiles & led(s, s.seat)
    return tiles & ~ruled_by_others(s, s.seat, s.pairs[s.seat], 0)


def may_order(s: State) -> bool:
    """A second order is what the die's bonus is spent on, if the die allows it."""
    return s.orders == 0 or (s.bonus != 0 and s.second_order[s.die - 1] != 0)


def begin_order(s: State) -> None:
    if s.orders > 0:
        s.bonus = 0
    s.orders += 1


# Recruit


def recruiting(s: State, commanded: int) -> int:
    """The commanded tiles where troops can be recruited."""
    if s.reserve[s.seat] == 0:
        return 0
    tiles = commanded & ~of_others(s, s.donjons, s.seat)
    if s.terra:
        tiles &= ~of_others(s, s.camps, s.seat)
    return tiles


def die_recruits(s: State, tile: int) -> int:
    """How many troops a recruitment with the die's bonus brings."""
    if s.donjons[s.seat] & BIT[tile]:
        number = s.recruit_donjon[s.die - 1]
    else:
        number = s.recruit_plain[s.die - 1]
    if s.face_points[s.face[tile]] == 1:
        number += s.one_point_bonus
    return min(number, s.reserve[s.seat])


def recruiting_by_die(s: State, tiles: int) -> int:
    """The tiles among those for recruiting where the die brings more than one troop."""
    if s.bonus == 0 or s.orders > 0:
        return 0
    better = 0
    while tiles:
        tile = first_tile(tiles)
        if die_recruits(s, tile) > 1:
            better |= BIT[tile]
        tiles &= tiles - 1
    return better


def recruit(s: State, tile: int, by_die: bool) -> None:
    """The number is fixed before the first recruit arrives."""
    recruits = die_recruits(s, tile) if by_die else 1
    begin_order(s)
    if by_die:
        s.bonus = 0
    s.reserve[s.seat] -= recruits
    arrive(s, tile, recruits)


# Build and raze


def building(s: State, commanded: int) -> int:
    """The commanded tile, if the troops to build a donjon stand there, away from every other donjon."""
    if s.stock[s.seat] == 0 or own_troops(s, s.baron[s.seat]) < s.build_troops:
        return 0
    donjons = of_all(s, s.donjons)
    return commanded & ~donjons & ~beside(donjons)


def build(s: State, tile: int) -> None:
    begin_order(s)
    remove(s, s.seat, tile, s.build_troops)
    raise_donjon(s, tile)


def razing(s: State, commanded: int) -> int:
    """The commanded tiles with an own donjon that can be razed."""
    tiles = commanded & s.donjons[s.seat]
    if s.terra:
        tiles &= ~of_others(s, s.camps, s.seat)
    return tiles


def raze(s: State, tile: int) -> None:
    """The builders come back from the discard, and fight for the tile if they must."""
    begin_order(s)
    take_down(s, s.seat, tile)
    s.discard[s.seat] -= s.build_troops
    arrive(s, tile, s.build_troops)


def list_orders(s: State, by_baron: int, out: Codes, count: int) -> int:
    """The orders of a single word, where the baron commands and where knights do."""
    by_knight = knight_command(s)
    recruits = recruiting(s, by_baron | by_knight)
    count = list_tiles(recruits, RECRUIT, out, count)
    count = list_tiles(recruiting_by_die(s, recruits), RECRUIT_DIE, out, count)
    count = list_tiles(building(s, by_baron), BUILD, out, count)
    razed_by = by_baron | by_knight if s.terra else by_baron
    return list_tiles(razing(s, razed_by), RAZE, out, count)
