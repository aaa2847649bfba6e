"""How a server's process sweeps memory. A full sweep looks at everything that is kept for the tables in memory,
which stops all of them for some tenths of a second; what has been there for long is hardly ever garbage."""

from __future__ import annotations

import gc
import time

THRESHOLDS = 10_000, 10, 10
THOROUGH = 3600.0


class Sweeper:
    """Sets aside whatever outlives a full sweep, so that the next one looks only at what came since; once an hour
    at most, one looks at everything again."""

    def __init__(self, now: float) -> None:
        self._due = now + THOROUGH

    def __call__(self, phase: str, told: dict[str, int]) -> None:
        if told["generation"] < 2:
            return
        if phase == "stop":
            gc.freeze()
        elif time.monotonic() >= self._due:
            self._due = time.monotonic() + THOROUGH
            gc.unfreeze()


def sweep_little() -> None:
    """For a process that only serves: called when everything is loaded."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    gc.callbacks.append(Sweeper(time.monotonic()))
