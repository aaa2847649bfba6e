"""Action codes: one base for each verb, and what is counted from there.

What a knight can do is numbered by its hex: first the moves by the hex they reach, then the village and the
stronghold that take its place; so one look at each knight finds all of it in order. A title's payment is
numbered in the order of its four counts among all payments of at most MAX_PAYMENT tokens.
"""

from __future__ import annotations

from math import comb

from .table import CELLS, COMBINATIONS, FAMILIES, KINDS, NEIGHBOURS, Piece

MAX_RECRUITS = 9
MAX_PAYMENT = 20

_MOVES = [[beside for beside in NEIGHBOURS[cell] if beside < CELLS] for cell in range(CELLS)]
_PLACES = [CELLS + Piece.VILLAGE, CELLS + Piece.STRONGHOLD]
DEED_FROM = [cell for cell in range(CELLS) for _ in (*_MOVES[cell], *_PLACES)]
DEED_TO = [to for cell in range(CELLS) for to in (*_MOVES[cell], *_PLACES)]  # a hex, or CELLS + a building
# How many payments there are of at most so many tokens of four, three or two kinds.
OF_FOUR = [comb(tokens + 4, 4) for tokens in range(MAX_PAYMENT + 1)]
OF_THREE = [comb(tokens + 3, 3) for tokens in range(MAX_PAYMENT + 1)]
OF_TWO = [comb(tokens + 2, 2) for tokens in range(MAX_PAYMENT + 1)]

RECRUIT = 0
DEED = RECRUIT + CELLS * MAX_RECRUITS
CITY = DEED + len(DEED_FROM)
EXPEDITION = CITY + CELLS
CAST = EXPEDITION + CELLS
LOOT = CAST + len(FAMILIES) * COMBINATIONS
DONE = LOOT + KINDS
PASS = DONE + 1
TITLE = PASS + 1
CODES = TITLE + OF_FOUR[MAX_PAYMENT]

FIRST_MOVE = [DEED + DEED_FROM.index(cell) for cell in range(CELLS)]
VILLAGE = [FIRST_MOVE[cell] + len(_MOVES[cell]) for cell in range(CELLS)]
STRONGHOLD = [VILLAGE[cell] + 1 for cell in range(CELLS)]


def title_code(mountains: int, forests: int, plains: int, fields: int) -> int:
    """The code of a payment: how many payments come before it."""
    left = MAX_PAYMENT
    code = TITLE + OF_FOUR[left] - OF_FOUR[left - mountains]
    left -= mountains
    code += OF_THREE[left] - OF_THREE[left - forests]
    left -= forests
    return code + OF_TWO[left] - OF_TWO[left - plains] + fields
