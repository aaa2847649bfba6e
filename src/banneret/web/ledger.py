"""What follows from a table's log: how play went, what was asked for already, and what waits for an answer."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from .errors import Stale
from .store import Entry

PLAYED = ("action", "undo")


@dataclass(frozen=True)
class Step:
    """An action of the match as it stands: who acted (None: chance), and whether anybody learnt something."""

    action: str
    seat: int | None
    reveal: bool
    seq: int


@dataclass(frozen=True)
class Plea:
    """A wish to take back what was played since a ply, and who has yet to agree."""

    seat: int
    ply: int
    waiting: frozenset[int]


@dataclass
class Ledger:
    """A log, and what is read off it. An entry that is taken has been kept."""

    log: list[Entry] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    done: dict[str, int] = field(default_factory=dict)  # what was asked for, by key, and what it became
    moved: int = 0  # the number of the last entry that changed the position
    plea: Plea | None = None
    rematch: str | None = None  # the table of the next game

    @property
    def seq(self) -> int:
        return self.log[-1].seq if self.log else 0

    def check_number(self, seq: int) -> None:
        """Stale for what was made for another position than the one that is there."""
        if not self.moved <= seq <= self.seq:
            raise Stale(f"this was made for number {seq}, but the position has changed with number {self.moved}")

    def own_plies(self, seats: Collection[int]) -> Iterator[int]:
        """The plies at which these seats decided, the latest first."""
        return (ply for ply in range(len(self.steps) - 1, -1, -1) if self.steps[ply].seat in seats)

    def quiet_since(self, seats: Collection[int]) -> int:
        """The ply since which only these seats decided, and nothing was revealed."""
        ply = len(self.steps)
        while ply and self.steps[ply - 1].seat in seats and not self.steps[ply - 1].reveal:
            ply -= 1
        return ply

    def turn_began(self, seats: Collection[int]) -> int:
        """The ply to which the turn can be reset: nothing was revealed since, and one of these seats decided."""
        seat = self.steps[-1].seat if self.steps else None
        return len(self.steps) if seat not in seats or seat is None else self.quiet_since((seat,))

    def take(self, entry: Entry) -> None:
        self.log.append(entry)
        if entry.key:
            self.done[entry.key] = entry.seq
        if entry.kind == "action":
            content = entry.content
            self.steps.append(Step(content["action"], entry.seat, content["reveal"], entry.seq))
        elif entry.kind == "undo":
            del self.steps[entry.content["ply"] :]
        elif entry.kind == "rematch":
            self.rematch = entry.content["table"]
        if entry.kind in PLAYED:
            self.moved = entry.seq
        self._take_plea(entry)

    def _take_plea(self, entry: Entry) -> None:
        if entry.kind == "plea":
            assert entry.seat is not None
            self.plea = Plea(entry.seat, entry.content["ply"], frozenset(entry.content["waiting"]))
        elif entry.kind == "agree" and self.plea:
            left = self.plea.waiting - set(entry.content["seats"])
            self.plea = dataclasses.replace(self.plea, waiting=left)
        elif entry.kind in (*PLAYED, "refuse"):
            self.plea = None
