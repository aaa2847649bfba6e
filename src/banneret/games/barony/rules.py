"""Barony and Sorcery in the order of play: first cities, then turns of one action each, to the end.

The board, its pieces and the state are in `table`; each action has its own module, and so have `turns`.
"""

from __future__ import annotations

from banneret.core.seats import NOBODY
from banneret.core.state import Codes, Weights

from .building import (
    build,
    city_sites,
    found_city,
    free_knights,
    list_builds,
    list_cities,
    list_deeds,
    list_first_cities,
    settle,
)
from .codes import (
    CAST,
    CITY,
    DEED,
    DEED_FROM,
    DEED_TO,
    DONE,
    EXPEDITION,
    LOOT,
    MAX_RECRUITS,
    PASS,
    RECRUIT,
    TITLE,
)
from .knowledge import features, sample
from .levies import EXPEDITION_KNIGHTS, list_expeditions, list_recruits, recruit, recruiting_places, set_out
from .moves import after_move, any_move, go, list_moves, loot, move, victim
from .spells import cast_spells, list_casts, list_spelled, spelled_move
from .table import CELLS, COMBINATIONS, DUKE, KINDS, Phase, Piece, State, enemy_knights
from .titles import buy_title, list_titles, wealth
from .turns import end_turn, next_placing, ranks, scores

__all__ = ["State", "apply", "chance", "features", "legal", "player", "ranks", "sample", "scores"]


def player(s: State) -> int:
    """Who acts."""
    return NOBODY if s.phase == Phase.END else s.seat


def legal(s: State, out: Codes) -> int:
    """Write the legal codes in ascending order; returns how many."""
    if s.phase == Phase.ACT:
        return or_pass(legal_acts(s, out), out)
    if s.phase == Phase.MOVE:
        return and_done(list_moves(s, out, 0), out)
    if s.phase == Phase.BUILD:
        return and_done(list_builds(s, out, 0), out)
    if s.phase == Phase.LOOT:
        return legal_loots(s, out)
    if s.phase == Phase.CAST:
        return list_spelled(s, out)
    if s.phase == Phase.CITIES:
        return or_pass(list_first_cities(s, out, 0), out)
    return 0


def legal_acts(s: State, out: Codes) -> int:
    """Whatever begins one of the six actions, or a cast. What is out of the question is not looked at."""
    seat = s.seat
    knights = s.reserve[seat][Piece.KNIGHT]
    count = 0
    if knights > 0:
        count = list_recruits(s, 0, out, count)
    count = list_deeds(s, out, count)
    if s.reserve[seat][Piece.CITY] > 0:
        count = list_cities(s, 0, out, count)
    if knights >= EXPEDITION_KNIGHTS:
        count = list_expeditions(s, out, count)
    if s.magic[seat] >= s.cheapest:
        count = list_casts(s, out, count)
    if s.rank[seat] < DUKE and wealth(s, seat) >= s.title_price:
        count = list_titles(s, out, count)
    return count


def or_pass(count: int, out: Codes) -> int:
    """Only who has nothing else to do may pass."""
    if count > 0:
        return count
    out[0] = PASS
    return 1


def and_done(count: int, out: Codes) -> int:
    out[count] = DONE
    return count + 1


def legal_loots(s: State, out: Codes) -> int:
    owner = victim(s)
    count = 0
    for kind in range(KINDS):
        if s.tokens[owner][kind] > 0:
            out[count] = LOOT + kind
            count += 1
    return count


def chance(s: State, out: Weights) -> int:
    """Nothing is left to chance once the board lies."""
    return 0


def apply(s: State, code: int) -> None:
    """Carry out a legal action."""
    if code < DEED:
        recruit(s, (code - RECRUIT) // MAX_RECRUITS, (code - RECRUIT) % MAX_RECRUITS + 1)
    elif code < CITY:
        do_deed(s, DEED_FROM[code - DEED], DEED_TO[code - DEED])
    elif code < EXPEDITION:
        if s.phase == Phase.CITIES:
            settle(s, code - CITY)
        else:
            found_city(s, code - CITY)
    elif code < CAST:
        set_out(s, code - EXPEDITION)
    elif code < LOOT:
        cast_spells(s, (code - CAST) // COMBINATIONS, (code - CAST) % COMBINATIONS + 1)
    elif code < DONE:
        loot(s, code - LOOT)
    elif code < TITLE:
        if s.phase == Phase.CITIES:
            next_placing(s)
        else:
            end_turn(s)
    else:
        buy_title(s, code)


def do_deed(s: State, cell: int, to: int) -> None:
    """A knight moves, or a building takes its place."""
    if to > CELLS:
        build(s, to - CELLS, cell)
    elif s.cast == 0:
        move(s, cell, to)
    else:
        spelled_move(s, cell, to)


# Where most of the time of a game goes; see `kernel.linker`.
HOT = (
    legal_acts,
    list_deeds,
    list_moves,
    list_recruits,
    recruiting_places,
    list_cities,
    city_sites,
    free_knights,
    enemy_knights,
    do_deed,
    move,
    go,
    after_move,
    any_move,
)
