"""What threads that work on the same numbers must not do at the same moment.

A thread may be put to sleep at any point. If it was about to write back a number that it had read, all that
others have added in the meantime is lost when it wakes up. What is done here happens at once, for all who look on:
compiled, each is an instruction of the machine. Whoever sees what was written after one of them sees all that was
written before it.
"""

from __future__ import annotations

import threading
from typing import Any

from .state import Codes

_ONE_AT_A_TIME = threading.Lock()


def fetch_add(row: Codes, place: int, amount: int) -> int:
    """Add to a number in a row; returns what it was before."""
    with _ONE_AT_A_TIME:
        before = row[place]
        row[place] = before + amount
    return before


def add_to(record: Any, field: str, amount: float) -> None:
    """Add to a number of a record."""
    with _ONE_AT_A_TIME:
        setattr(record, field, getattr(record, field) + amount)


def claim(record: Any, field: str, number: int) -> int:
    """Set a number of a record that is still 0; returns what it is from then on, perhaps by another thread."""
    with _ONE_AT_A_TIME:
        if getattr(record, field) == 0:
            setattr(record, field, number)
        held: int = getattr(record, field)
    return held
