"""What can be wrong with input. Each error says what was wrong and what was possible."""

from __future__ import annotations

from collections.abc import Sequence

SHOWN = 12


class BanneretError(Exception):
    """Anything wrong with input; the message is for the person who gave it."""


class UnreadableText(BanneretError):
    """A text that says nothing in the notation: no action, cell, record or spec."""


class UnknownGame(BanneretError):
    """A key that names no game."""

    def __init__(self, key: str, known: Sequence[str]) -> None:
        super().__init__(f"there is no game {key!r}; there are: {', '.join(known)}")
        self.key = key
        self.known = tuple(known)


class IllegalAction(BanneretError):
    """An action that the rules do not allow now, with the ply and what they do allow."""

    def __init__(self, action: str, ply: int, legal: Sequence[str], why: str = "is not legal now") -> None:
        super().__init__(f"{action!r} {why}; legal: {shortened(legal)} (ply {ply})")
        self.action = action
        self.ply = ply
        self.legal = tuple(legal)


class BadSetup(BanneretError):
    """A starting position, or a position, that the rules cannot produce."""


class BadOption(BanneretError):
    """An option that the game does not have, or a value that it does not take."""

    def __init__(self, name: str, why: str, bounds: str = "") -> None:
        super().__init__(f"option {name}: {why}" + (f"; it takes {bounds}" if bounds else ""))
        self.name = name
        self.bounds = bounds


class BadRecord(BanneretError):
    """A record that is not one, or whose parts contradict each other."""


def shortened(texts: Sequence[str], shown: int = SHOWN) -> str:
    """The texts in one line; the end of a long list is counted, not told."""
    if not texts:
        return "nothing, the game is over"
    if len(texts) <= shown + 1:
        return ", ".join(texts)
    return f"{', '.join(texts[:shown])} and {len(texts) - shown} more"
