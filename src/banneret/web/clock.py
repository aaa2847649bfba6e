"""The clock of a table: none, so many seconds a turn, or a bank of time for each seat.

Only time during which the server was there counts: what somebody had thought before a restart is given back.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .errors import NotPossible

KINDS = ("", "turn", "bank")
SHORTEST, LONGEST = 5, 7 * 24 * 3600
LAST_CALL = 10.0  # seconds for each decision of whose bank is empty


@dataclass
class Clock:
    """Time that is left, and whose time runs."""

    kind: str = ""
    seconds: float = 0.0
    more: float = 0.0  # what a decision adds to the bank
    banks: list[float] = field(default_factory=list)
    running: int | None = None
    began: float = 0.0

    @classmethod
    def read(cls, kept: Mapping[str, Any], seats: int) -> Clock:
        """A clock as it is kept with a table; NotPossible for one that makes no sense."""
        kind = kept.get("kind", "")
        if kind not in KINDS:
            raise NotPossible(f"a clock is one of: {', '.join(filter(None, KINDS))}")
        if not kind:
            return cls()
        seconds, more = float(kept.get("seconds", 0)), float(kept.get("more", 0))
        if not SHORTEST <= seconds <= LONGEST or not 0 <= more <= LONGEST:
            raise NotPossible(f"a clock has {SHORTEST} to {LONGEST} seconds")
        return cls(kind, seconds, more, [seconds] * seats)

    def start(self, player: int | str | None) -> None:
        """Let the time of who acts run."""
        self.running = player if isinstance(player, int) else None
        self.began = time.monotonic()

    def running_for(self) -> float:
        return time.monotonic() - self.began if self.running is not None else 0.0

    def spend(self, seat: int, took: float) -> None:
        """Take a decision's time from a seat's bank."""
        if self.kind == "bank":
            self.banks[seat] = max(0.0, self.banks[seat] - took) + self.more

    def left(self, seat: int) -> float | None:
        """The seconds that a seat has; None where no clock ticks."""
        if not self.kind:
            return None
        allowed = self.seconds if self.kind == "turn" else max(self.banks[seat], LAST_CALL)
        return max(0.0, allowed - (self.running_for() if seat == self.running else 0.0))

    def flag_fell(self) -> int | None:
        """The seat whose time is up."""
        seat = self.running
        return seat if seat is not None and self.kind and self.left(seat) == 0.0 else None
