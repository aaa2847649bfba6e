"""Who sits at a table, and who may do what there."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass

from .store import Chair, Kept, Right


@dataclass(kw_only=True)
class Seating:
    """Chairs, and the rights of browsers to them. Rights are replaced and never changed, so that they can be asked
    without a lock."""

    kept: Kept
    chairs: list[Chair]
    rights: frozenset[Right]

    def seats_of(self, browser: str | None) -> tuple[int, ...]:
        """The seats that a browser plays."""
        return tuple(seat for seat in self.places_of(browser) if self.chairs[seat].kind == "person")

    def places_of(self, browser: str | None) -> tuple[int, ...]:
        """The seats that a browser may play, also those at which a bot plays for it now."""
        return tuple(chair.seat for chair in self.chairs if browser and Right(browser, chair.seat) in self.rights)

    def may_see(self, browser: str | None) -> bool:
        """Whether a browser may look at the table at all."""
        if self.kept.public:
            return True
        return browser is not None and (self.owned_by(browser) or any(r.browser == browser for r in self.rights))

    def owned_by(self, browser: str | None) -> bool:
        return browser is not None and secrets.compare_digest(self.kept.owner or "", browser)

    def open_seats(self) -> list[int]:
        """The seats that wait for somebody; the game begins when there are none."""
        return [chair.seat for chair in self.chairs if chair.kind == "open"]

    def others(self, seats: Collection[int]) -> set[int]:
        """The seats of people besides these."""
        return {
            chair.seat for chair in self.chairs if chair.kind in ("person", "open") and chair.seat not in seats
        }
