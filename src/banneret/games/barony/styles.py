"""Ways of playing Barony for crowds of simulated games."""

from __future__ import annotations

from .table import State

STYLES = ("uniform",)


def urge(s: State, code: int, style: int) -> int:
    """How much a style likes a legal action of a seat, as a weight."""
    return 1
