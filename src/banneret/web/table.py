"""A table: a match that people and bots play, its log, and who may do what.

Every change goes through `_commit`: first it is kept, then it is so. What is asked for twice happens once, and
what was meant for another position does not happen at all.
"""

from __future__ import annotations

import json
import random
import secrets
import threading
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from banneret.core.game import Game
from banneret.core.match import SNAPSHOT_EVERY, Match
from banneret.core.record import Record
from banneret.core.scene import Said

from .errors import NotPossible, NotYours, NotYourTurn, Stale
from .store import Chair, Entry, Kept, Store

FATE = random.SystemRandom()  # chance is decided when it acts, so no seed can be found out


@dataclass(frozen=True)
class Step:
    """An action of the match as it stands: who acted (None: chance), and whether anybody learnt something by it."""

    action: str
    seat: int | None
    reveal: bool
    seq: int


@dataclass
class Table:
    """A table in memory."""

    kept: Kept
    match: Match
    store: Store
    chairs: list[Chair]
    log: list[Entry]
    steps: list[Step] = field(default_factory=list)
    done: dict[str, int] = field(default_factory=dict)  # what was asked for, by key, and what it became
    lock: threading.RLock = field(default_factory=threading.RLock)

    @classmethod
    def create(
        cls, store: Store, match: Match, chairs: Sequence[Chair], owner: str | None, past: Sequence[str] = ()
    ) -> Table:
        """A new table. A match that already has a past has it told in the log."""
        table = cls(
            Kept(
                id=secrets.token_urlsafe(9),
                game=match.game.info.key,
                rules_version=match.game.info.rules_version,
                options=match.game.changed_options(match.options),
                setup=match.setup,
                owner=owner,
                chairs=tuple(chairs),
                log=(),
                created=0.0,
            ),
            match,
            store,
            list(chairs),
            [],
        )
        for action in past:
            table._take(table._act(action))
        table._take_all(table._fate())
        kept = Kept(**{**vars(table.kept), "log": tuple(table.log)})
        store.add_table(kept, {match.ply: match.describe()} if match.ply else {}, match.ply, match.over)
        return table

    @classmethod
    def resume(cls, store: Store, kept: Kept, game: Game) -> Table:
        """A table as it was kept."""
        table = cls(kept, Match(game, kept.options, kept.setup), store, list(kept.chairs), [])
        for entry in kept.log:
            table._take(entry)
        actions = [step.action for step in table.steps]
        snapshots = store.snapshot(kept.id, len(actions))
        table.match = Match.resume(game, kept.options, kept.setup, actions, snapshots)
        return table

    @property
    def id(self) -> str:
        return self.kept.id

    @property
    def seq(self) -> int:
        return self.log[-1].seq if self.log else 0

    # Who may do what

    def seats_of(self, browser: str | None) -> tuple[int, ...]:
        """The seats that a browser plays."""
        return tuple(chair.seat for chair in self.chairs if browser and chair.holder == browser)

    def bot_to_act(self) -> Chair | None:
        """The bot whose turn it is."""
        seat = self.match.player
        chair = self.chairs[seat] if isinstance(seat, int) else None
        return chair if chair and chair.bot else None

    def all_consent(self, seats: Collection[int]) -> bool:
        """Whether nobody but these seats and bots is at the table."""
        return all(chair.bot or chair.seat in seats for chair in self.chairs)

    # Changes

    def play(self, seat: int, action: str, seq: int, key: str) -> int:
        """Carry out a seat's action, and what chance adds to it; returns the sequence number that it led to."""
        with self.lock:
            if key in self.done:
                return self.done[key]
            self._check(seq)
            if self.match.player != seat:
                raise NotYourTurn(f"it is not the turn of seat {seat}")
            before = self.match.ply
            try:
                entries = [self._act(action, key)]
                entries += self._fate(entries[0].seq)
                self._commit(entries, before)
            except BaseException:
                self.match.go_to(before)
                raise
            return self.seq

    def undo(self, seats: Collection[int], ply: int, seq: int, key: str) -> int:
        """Return to an earlier ply; what came after stays in the log."""
        with self.lock:
            if key in self.done:
                return self.done[key]
            self._check(seq)
            if not seats:
                raise NotYours("only who plays may undo")
            if ply not in self.undo_targets(seats):
                raise NotPossible("what others have decided or seen since then cannot be taken back")
            entry = Entry(self.seq + 1, "undo", min(seats), {"ply": ply, "from": self.match.ply}, key)
            kept = {ply: self.match.at(ply).describe()} if ply else {}
            self.store.append(self.id, [entry], kept, ply, over=False)
            self.match.go_to(ply)
            self._take(entry)
            return self.seq

    def undo_targets(self, seats: Collection[int]) -> list[int]:
        """The plies that these seats may return to, the latest first: their own decisions since the last reveal;
        and, where nobody else is at the table, any decision of theirs."""
        everything = self.all_consent(seats)
        targets = []
        for ply in range(self.match.ply - 1, -1, -1):
            step = self.steps[ply]
            if not everything and (step.reveal or step.seat not in seats):
                break
            if step.seat in seats:
                targets.append(ply)
        return targets

    def free_since(self, seats: Collection[int]) -> int:
        """The ply back to which nothing was revealed and nobody else decided: where the turn can be reset to."""
        ply = self.match.ply
        while ply and self.steps[ply - 1].seat in seats and not self.steps[ply - 1].reveal:
            if ply < self.match.ply and self.steps[ply - 1].seat != self.steps[ply].seat:
                break
            ply -= 1
        return ply

    def report(self, seat: int, trouble: str) -> None:
        """Note that a bot failed and was replaced for an action."""
        with self.lock:
            entry = Entry(self.seq + 1, "trouble", seat, {"what": trouble})
            self.store.append(self.id, [entry], {}, self.match.ply, self.match.over)
            self._take(entry)

    def _check(self, seq: int) -> None:
        if seq != self.seq:
            raise Stale(f"this was made for number {seq}, but the table is at number {self.seq}")

    def _commit(self, entries: list[Entry], before: int) -> None:
        crossed = before // SNAPSHOT_EVERY != self.match.ply // SNAPSHOT_EVERY
        snapshots = {self.match.ply: self.match.describe()} if crossed else {}
        self.store.append(self.id, entries, snapshots, self.match.ply, self.match.over)
        self._take_all(entries)

    # Entries of the log

    def _act(self, action: str, key: str | None = None, after: int | None = None) -> Entry:
        """Play an action, and make the entry that tells it to everybody as far as they may know."""
        match = self.match
        player = match.player
        before, unknown = match.game.copy(match.state), self._unknown()
        match.play(action)
        told = match.game.told(before, action, match.state, None)
        told_to = {}
        if match.game.info.hidden:
            for chair in self.chairs:
                own = match.game.told(before, action, match.state, chair.seat)
                if own != told:
                    told_to[str(chair.seat)] = plain(own)
        reveal = player == "chance" or any(now < then for then, now in zip(unknown, self._unknown(), strict=True))
        content = {"action": action, "reveal": reveal, "told": plain(told), "told_to": told_to}
        seat = player if isinstance(player, int) else None
        return Entry((self.seq if after is None else after) + 1, "action", seat, content, key)

    def _unknown(self) -> list[int]:
        """For each seat, how many things it does not know; who learns something knows more afterwards."""
        if not self.match.game.info.hidden:
            return []
        return [json.dumps(self.match.view(chair.seat)).count('"?"') for chair in self.chairs]

    def _fate(self, after: int | None = None) -> list[Entry]:
        """What chance does now, until somebody decides again."""
        entries: list[Entry] = []
        while self.match.player == "chance":
            latest = entries[-1].seq if entries else after
            entries.append(self._act(self.match.choose(FATE), after=latest))
        return entries

    def _take(self, entry: Entry) -> None:
        """Make an entry part of the table."""
        self.log.append(entry)
        if entry.key:
            self.done[entry.key] = entry.seq
        if entry.kind == "action":
            self.steps.append(Step(entry.content["action"], entry.seat, entry.content["reveal"], entry.seq))
        elif entry.kind == "undo":
            del self.steps[entry.content["ply"] :]

    def _take_all(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self._take(entry)

    # Records

    def record(self, ply: int | None = None) -> Record:
        return (self.match if ply is None else self.match.at(ply)).record()

    def may_tell_all(self) -> bool:
        """Whether everything about the match may be known: nothing is hidden, or it is over."""
        return self.match.over or not self.match.game.info.hidden


def plain(told: Sequence[Said]) -> list[list[Any]]:
    """Sentences as they are kept."""
    return [[said.key, said.about] for said in told]
