"""What a title is paid with, as people choose it: the tokens of a payment, their worth, and what is wasted."""

from __future__ import annotations

from typing import TypeAlias

from .table import RESOURCES, State

Payment: TypeAlias = tuple[int, ...]  # how many tokens of each resource


def payment_of(action: str) -> Payment:
    """The tokens of `title M F P C`."""
    return tuple(map(int, action.split(" ")[1:]))


def payment_thing(payment: Payment) -> str:
    """A payment as one thing to click: each number before its resource, such as `1 forest 3 plain`."""
    return " ".join(f"{number} {kind}" for number, kind in zip(payment, RESOURCES, strict=True) if number)


def worth(s: State, payment: Payment) -> int:
    return sum(number * value for number, value in zip(payment, s.token_points, strict=True))


def waste(s: State, payment: Payment) -> int:
    """What the bank gives no change for."""
    return worth(s, payment) - s.title_price


def points_given_up(s: State, payment: Payment) -> int:
    """The victory points that the tokens would be worth unused."""
    return sum(number * points for number, points in zip(payment, s.token_vp, strict=True))
