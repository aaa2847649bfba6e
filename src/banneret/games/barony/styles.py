"""Ways of playing Barony for crowds of simulated games.

Uniform players wander about. Stewards settle: they go where nobody is, build, found cities and pay for titles.
Raiders crowd onto what others hold, loot it, and do the same with less patience. Both look for magic and use it.
"""

from __future__ import annotations

from .codes import CAST, CITY, DEED, DEED_FROM, DEED_TO, DONE, EXPEDITION, LOOT, MAX_RECRUITS, RECRUIT, TITLE
from .moves import has_footprint
from .table import CELLS, COMBINATIONS, MYSTERY, NO_BUILDING, State, fighters

STYLES = ("uniform", "steward", "raider")
UNIFORM = 0

# By style: how much it likes a recruit, a building, a city, an expedition, a cast, a title, and to have done.
RECRUITS = [1, 8, 12]
BUILDINGS = [1, 60, 15]
CITIES = [1, 400, 200]
EXPEDITIONS = [1, 1, 4]
CASTS = [1, 60, 60]
TOGETHER = [1, 1, 5, 1, 5, 5, 25]  # by combination: the more spells together, the better
TITLES = [1, 3000, 3000]
DONES = [1, 1, 2]
# By style: how much it likes to move to free land, onto an enemy, and where it destroys enemies.
TO_LAND = [1, 6, 3]
TO_ENEMY = [1, 2, 60]
TO_VICTORY = [1, 20, 600]
TO_MYSTERY = 80


def urge(s: State, code: int, style: int) -> int:
    """How much a style likes a legal action of a seat, as a weight."""
    if style == UNIFORM:
        return 1
    if code < DEED:
        return RECRUITS[style] * ((code - RECRUIT) % MAX_RECRUITS + 1)
    if code < CITY:
        return urge_of_deed(s, DEED_FROM[code - DEED], DEED_TO[code - DEED], style)
    if code < EXPEDITION:
        return CITIES[style]
    if code < CAST:
        return EXPEDITIONS[style]
    if code < LOOT:
        return CASTS[style] * TOGETHER[(code - CAST) % COMBINATIONS]
    if code < DONE:
        return 1 + s.token_points[code - LOOT] ** 2
    if code < TITLE:
        return DONES[style]
    return TITLES[style]


def urge_of_deed(s: State, cell: int, to: int, style: int) -> int:
    """Fields are better built upon than mountains; every movement depends on who is there."""
    if to > CELLS:
        return BUILDINGS[style] * (1 + s.token_points[s.terrain[cell]])
    if has_enemy(s, to):
        return TO_VICTORY[style] if fighters(s, s.seat, to) > 0 else TO_ENEMY[style]
    if s.terrain[to] == MYSTERY:
        return 1 if has_footprint(s, s.seat, to) else TO_MYSTERY
    if s.building[to] == NO_BUILDING and s.knights[to][s.seat] == 0:
        return TO_LAND[style] * (1 + s.token_points[s.terrain[to]])
    return 1


def has_enemy(s: State, cell: int) -> bool:
    for enemy in range(s.players):
        if enemy != s.seat and fighters(s, enemy, cell) > 0:
            return True
    return False
