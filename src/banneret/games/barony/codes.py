"""Action codes: one base for each verb, and what is counted from there.

Moves are numbered by the hex they leave, then by the hex they reach. A title's payment is numbered in the
order of its four counts among all payments of at most MAX_PAYMENT tokens.
"""

from __future__ import annotations

from math import comb

from .table import CELLS, COMBINATIONS, FAMILIES, KINDS, NEIGHBOURS

MAX_RECRUITS = 9
MAX_PAYMENT = 20

MOVE_FROM = [cell for cell in range(CELLS) for beside in NEIGHBOURS[cell] if beside < CELLS]
MOVE_TO = [beside for cell in range(CELLS) for beside in NEIGHBOURS[cell] if beside < CELLS]
# How many payments there are of at most so many tokens of four, three or two kinds.
OF_FOUR = [comb(tokens + 4, 4) for tokens in range(MAX_PAYMENT + 1)]
OF_THREE = [comb(tokens + 3, 3) for tokens in range(MAX_PAYMENT + 1)]
OF_TWO = [comb(tokens + 2, 2) for tokens in range(MAX_PAYMENT + 1)]

RECRUIT = 0
MOVE = RECRUIT + CELLS * MAX_RECRUITS
VILLAGE = MOVE + len(MOVE_FROM)
STRONGHOLD = VILLAGE + CELLS
CITY = STRONGHOLD + CELLS
EXPEDITION = CITY + CELLS
CAST = EXPEDITION + CELLS
LOOT = CAST + len(FAMILIES) * COMBINATIONS
DONE = LOOT + KINDS
PASS = DONE + 1
TITLE = PASS + 1
CODES = TITLE + OF_FOUR[MAX_PAYMENT]

FIRST_MOVE = [MOVE + MOVE_FROM.index(cell) for cell in range(CELLS)]


def title_code(mountains: int, forests: int, plains: int, fields: int) -> int:
    """The code of a payment: how many payments come before it."""
    left = MAX_PAYMENT
    code = TITLE + OF_FOUR[left] - OF_FOUR[left - mountains]
    left -= mountains
    code += OF_THREE[left] - OF_THREE[left - forests]
    left -= forests
    return code + OF_TWO[left] - OF_TWO[left - plains] + fields
