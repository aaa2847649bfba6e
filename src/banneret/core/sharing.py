"""What threads that work on the same numbers must not do at the same moment."""

from __future__ import annotations

import threading

from .state import Codes

_ONE_AT_A_TIME = threading.Lock()


def fetch_add(row: Codes, place: int, amount: int) -> int:
    """Add to a number that other threads may add to as well; returns what it was before.

    Whoever sees what was written after such a call sees all that was written before it. Compiled, it is one
    instruction of the machine.
    """
    with _ONE_AT_A_TIME:
        before = row[place]
        row[place] = before + amount
    return before
