"""Anything goes."""

from __future__ import annotations

from .rules import State


def urge(s: State, code: int, style: int) -> int:
    return 1
