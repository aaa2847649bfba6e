"""Titles of nobility: every payment that reaches the price with no token to spare."""

from __future__ import annotations

from banneret.core.state import Codes

from .codes import MAX_PAYMENT, OF_THREE, OF_TWO, TITLE, title_code
from .table import FIELD, FOREST, KINDS, MOUNTAIN, PLAIN, State
from .turns import end_turn

NO_TOKEN = 1000  # more than any token is worth


def list_titles(s: State, out: Codes, count: int) -> int:
    """Write the payments in the order of their counts. Once the price is reached, more tokens are to spare."""
    for mountains in range(useful(s, MOUNTAIN) + 1):
        paid = mountains * s.token_points[MOUNTAIN]
        for forests in range(useful(s, FOREST) + 1):
            paid_twice = paid + forests * s.token_points[FOREST]
            for plains in range(useful(s, PLAIN) + 1):
                paid_thrice = paid_twice + plains * s.token_points[PLAIN]
                fields = fields_to_add(s, s.title_price - paid_thrice)
                if fields <= s.tokens[s.seat][FIELD]:
                    total = paid_thrice + fields * s.token_points[FIELD]
                    if total - least_token(s, mountains, forests, plains, fields) < s.title_price:
                        out[count] = title_code(mountains, forests, plains, fields)
                        count += 1
                if paid_thrice >= s.title_price:
                    break
            if paid_twice >= s.title_price:
                break
        if paid >= s.title_price:
            break
    return count


def wealth(s: State, seat: int) -> int:
    """What all tokens of a seat are worth."""
    total = 0
    for kind in range(KINDS):
        total += s.tokens[seat][kind] * s.token_points[kind]
    return total


def useful(s: State, kind: int) -> int:
    """A token that is worth nothing is always to spare."""
    return s.tokens[s.seat][kind] if s.token_points[kind] > 0 else 0


def fields_to_add(s: State, missing: int) -> int:
    """The fewest fields that make up what is missing; more than anybody has if they are worth nothing."""
    if missing <= 0:
        return 0
    value = s.token_points[FIELD]
    return (missing + value - 1) // value if value > 0 else NO_TOKEN


def least_token(s: State, mountains: int, forests: int, plains: int, fields: int) -> int:
    """What the cheapest token of a payment is worth."""
    least = NO_TOKEN
    if mountains > 0:
        least = s.token_points[MOUNTAIN]
    if forests > 0:
        least = min(least, s.token_points[FOREST])
    if plains > 0:
        least = min(least, s.token_points[PLAIN])
    if fields > 0:
        least = min(least, s.token_points[FIELD])
    return least


def buy_title(s: State, code: int) -> None:
    """The tokens go back to the bank, and the seat rises by one rank."""
    rest = code - TITLE
    left = MAX_PAYMENT
    while rest >= OF_THREE[left]:
        rest -= OF_THREE[left]
        left -= 1
        pay(s, MOUNTAIN, 1)
    while rest >= OF_TWO[left]:
        rest -= OF_TWO[left]
        left -= 1
        pay(s, FOREST, 1)
    while rest > left:
        rest -= left + 1
        left -= 1
        pay(s, PLAIN, 1)
    pay(s, FIELD, rest)
    s.rank[s.seat] += 1
    end_turn(s)


def pay(s: State, kind: int, number: int) -> None:
    s.tokens[s.seat][kind] -= number
    s.bank[kind] += number
