"""What the server refuses. Each refusal has a key, by which the page says it in the reader's language."""

from __future__ import annotations

from banneret.core.errors import BanneretError


class Refused(BanneretError):
    """A request that changes nothing."""

    status = 400
    key = "refused"

    def __init__(self, message: str, **about: int | str) -> None:
        super().__init__(message)
        self.about = about


class NoSuchTable(Refused):
    status = 404
    key = "no_such_table"


class NoSuchPage(Refused):
    status = 404
    key = "no_such_page"


class NotYours(Refused):
    """Somebody else's seat, turn or table."""

    status = 403
    key = "not_yours"


class NotYourTurn(Refused):
    status = 409
    key = "not_your_turn"


class Stale(Refused):
    """Made for a position that is no longer there."""

    status = 409
    key = "stale"


class NotPossible(Refused):
    status = 409
    key = "not_possible"


class TooMany(Refused):
    """More than one may ask for in so short a time."""

    status = 429
    key = "too_many"


class Hidden(Refused):
    """Something that would tell what is hidden."""

    status = 403
    key = "hidden"
