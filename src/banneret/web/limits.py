"""How much one address, and one browser, may ask for: steady rates with room for a burst."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass

REMEMBERED = 10_000
HOUSEHOLD = 5  # how much more than a browser an address may ask for


@dataclass(frozen=True)
class Rate:
    """So many a second in the long run, and so many at once."""

    per_second: float
    at_once: float


READS = Rate(60, 300)
WRITES = Rate(15, 60)
TABLES = Rate(0.5, 20)
MESSAGES = Rate(0.5, 5)


class Limits:
    """Remembers who asked for how much; those who have not asked for long are forgotten, and lose nothing."""

    def __init__(self, on: bool = True) -> None:
        self.on = on
        self._left: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def allow_both(self, kind: str, address: str, browser: str, rate: Rate) -> bool:
        """Whether one more is allowed to a browser and to its address, behind which there may be several."""
        wide = Rate(rate.per_second * HOUSEHOLD, rate.at_once * HOUSEHOLD)
        return self.allow(kind, address, wide) and self.allow(kind, f"{address} {browser}", rate)

    def allow(self, kind: str, who: str, rate: Rate) -> bool:
        """Whether one more is allowed; if so, it is counted."""
        if not self.on:
            return True
        now = time.monotonic()
        with self._lock:
            left, then = self._left.pop((kind, who), (rate.at_once, now))
            left = min(rate.at_once, left + (now - then) * rate.per_second)
            allowed = left >= 1
            self._left[kind, who] = (left - 1 if allowed else left, now)
            if len(self._left) > REMEMBERED:
                self._left.popitem(last=False)
            return allowed
