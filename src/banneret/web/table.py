"""A table: a match that people and bots play, its log, and who may do what.

First a change is kept, then it is so. What is asked for twice happens once, and what was meant for another
position does not happen at all. Whoever looks at a table, or changes it, holds its lock.
"""

from __future__ import annotations

import dataclasses
import random
import secrets
import threading
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from banneret.core.game import Game
from banneret.core.guide import Lesson, load_lesson
from banneret.core.match import SNAPSHOT_EVERY, Match
from banneret.core.record import Record

from .clock import Clock
from .errors import NotPossible, NotYours, NotYourTurn
from .ledger import PLAYED, Ledger
from .schema import WATCH
from .seating import Seating
from .store import Chair, Entry, Kept, Right, Standing, Store
from .telling import Teller
from .writer import Change

FATE = random.SystemRandom()  # chance is decided when it acts, so no seed can be found out


@dataclass(frozen=True)
class Made:
    """A move that is made and not yet kept: the ply before it, what it adds to the log, and how that is kept."""

    before: int
    entries: list[Entry]
    change: Change


@dataclass(kw_only=True, eq=False)
class Table(Ledger, Seating):
    """A table in memory."""

    match: Match
    store: Store
    clock: Clock
    teller: Teller
    lesson: Lesson | None = None
    lock: threading.RLock = field(default_factory=threading.RLock)

    @classmethod
    def of(cls, store: Store, kept: Kept, match: Match, lesson: Lesson | None) -> Table:
        """A table whose log is still empty."""
        return cls(
            kept=kept,
            match=match,
            store=store,
            chairs=list(kept.chairs),
            rights=frozenset(kept.rights),
            clock=Clock.read(kept.clock, len(kept.chairs)),
            teller=Teller(range(len(kept.chairs))),
            lesson=lesson,
        )

    @classmethod
    def create(
        cls,
        store: Store,
        match: Match,
        chairs: Sequence[Chair],
        owner: str | None,
        rights: Sequence[Right] = (),
        past: Sequence[str] = (),
        clock: Mapping[str, Any] | None = None,
        lesson: Lesson | None = None,
    ) -> Table:
        """A new table. Where the match has a past, it is told in the log."""
        kept = Kept(
            id=secrets.token_urlsafe(9),
            game=match.game.info.key,
            rules_version=match.game.info.rules_version,
            options=match.game.changed_options(match.options),
            setup=match.setup,
            owner=owner,
            clock=dict(clock or {}),
            chairs=tuple(chairs),
            rights=tuple(rights),
            lesson=lesson is not None,
        )
        table = cls.of(store, kept, match, lesson)
        for action in past:
            table.take(table._act(action))
        for entry in table._fate():
            table.take(entry)
        snapshots = {match.ply: match.describe()} if match.ply else {}
        store.add_table(dataclasses.replace(kept, log=tuple(table.log)), snapshots, table.standing())
        return table

    @classmethod
    def resume(cls, store: Store, kept: Kept, game: Game) -> Table:
        """A table as it was kept."""
        lesson = load_lesson(game.edition.folder, kept.game) if kept.lesson else None
        table = cls.of(store, kept, Match(game, kept.options, kept.setup), lesson)
        for entry in kept.log:
            table.take(entry)
        actions = [step.action for step in table.steps]
        snapshots = store.snapshot(kept.id, len(actions))
        table.match = Match.resume(game, kept.options, kept.setup, actions, snapshots)
        table.clock.start(table.match.player)
        return table

    @property
    def id(self) -> str:
        return self.kept.id

    def standing(self) -> Standing:
        acting = self.match.player
        return Standing(self.match.ply, self.match.over, acting if isinstance(acting, int) else None)

    def bot_to_act(self) -> Chair | None:
        """The bot whose turn it is."""
        seat = self.match.player
        chair = self.chairs[seat] if isinstance(seat, int) else None
        return chair if chair and chair.bot else None

    # Playing

    def play(self, seat: int, action: str, seq: int, key: str) -> int:
        """Carry out a seat's action, and what chance adds to it; returns the number that it led to."""
        with self.lock:
            if key in self.done:
                return self.done[key]
            made = self.make(seat, action, seq, key)
            try:
                self.store.writer.do(made.change)
            except BaseException:
                self.unmake(made)
                raise
            self.settle(made)
            return self.seq

    def make(self, seat: int, action: str, seq: int, key: str) -> Made:
        """Play a seat's action, and what chance adds to it. The lock is held from here until the move is either
        kept and settled, or unmade: what is not kept must not be seen."""
        self.check_number(seq)
        if self.match.player != seat:
            raise NotYourTurn(f"it is not the turn of seat {seat}")
        if self.open_seats():
            raise NotPossible("the game begins when every seat is taken", reason="open")
        if self.lesson and action != self.scripted():
            raise NotPossible("the guided game goes another way")
        before = self.match.ply
        try:
            entries = [self._act(action, key)]
            entries += self._fate(entries[0].seq)
            crossed = before // SNAPSHOT_EVERY != self.match.ply // SNAPSHOT_EVERY
            snapshots = {self.match.ply: self.match.describe()} if crossed else {}
            return Made(before, entries, self.store.addition(self.id, entries, self.standing(), snapshots))
        except BaseException:
            self.match.go_to(before)
            raise

    def settle(self, made: Made) -> None:
        """A move that has been kept is so."""
        for entry in made.entries:
            self.take(entry)
        self.clock.start(self.match.player)

    def unmake(self, made: Made) -> None:
        """A move that could not be kept has not been."""
        self.match.go_to(made.before)

    def scripted(self) -> str | None:
        """The next action of the guided game; None at its end."""
        actions = self.lesson.record.actions if self.lesson else []
        return actions[self.match.ply] if self.match.ply < len(actions) else None

    def undo(self, seats: Collection[int], ply: int, seq: int, key: str) -> int:
        """Return to an earlier ply; what came after stays in the log."""
        with self.lock:
            if key in self.done:
                return self.done[key]
            self.check_number(seq)
            if not seats:
                raise NotYours("only who plays may undo")
            if ply not in self.undo_targets(seats):
                raise NotPossible("what others have decided or seen since then cannot be taken back")
            self._go_back(min(seats), ply, key)
            return self.seq

    def undo_targets(self, seats: Collection[int]) -> list[int]:
        """The plies that these seats may return to, the latest first: their own decisions since the last reveal;
        and, where nobody else is at the table, any decision of theirs."""
        return [ply for ply in self.own_plies(seats) if ply >= self.free_until(seats)]

    def free_until(self, seats: Collection[int]) -> int:
        """The ply back to which nobody need be asked."""
        return self.quiet_since(seats) if self.others(seats) else 0

    def _go_back(self, seat: int, ply: int, key: str | None, *first: Entry) -> None:
        number = (first[-1].seq if first else self.seq) + 1
        entry = Entry(number, "undo", seat, {"ply": ply, "from": self.match.ply}, key)
        earlier = self.match.at(ply)
        acting = earlier.player
        standing = Standing(ply, False, acting if isinstance(acting, int) else None)
        snapshots = {ply: earlier.describe()} if ply else {}
        self.store.append(self.id, [*first, entry], standing, snapshots)
        self.match.go_to(ply)
        for each in (*first, entry):
            self.take(each)
        self.clock.start(self.match.player)

    # Taking back by consent

    def plead(self, seats: Collection[int], ply: int, seq: int, key: str) -> int:
        """Ask everyone whose action would go to agree to a return; where only chance acted since, ask everyone."""
        with self.lock:
            if key in self.done:
                return self.done[key]
            self.check_number(seq)
            if ply not in self.own_plies(seats):
                raise NotPossible("you can ask to return to a decision of your own")
            others = self.others(seats)
            removed = {step.seat for step in self.steps[ply:] if step.seat is not None}
            waiting = sorted(others & removed or others)
            if not waiting:
                self._go_back(min(seats), ply, key)
            else:
                self._note("plea", self.steps[ply].seat, {"ply": ply, "waiting": waiting}, key)
            return self.seq

    def answer(self, seats: Collection[int], agree: bool, key: str) -> int:
        """Agree or not to the wish to take something back; when all agree it happens."""
        with self.lock:
            if key in self.done:
                return self.done[key]
            plea = self.plea
            mine = set(seats) & plea.waiting if plea else set()
            if plea is None or not mine:
                raise NotPossible("nobody asks you to agree to anything")
            entry = Entry(self.seq + 1, "agree" if agree else "refuse", min(mine), {"seats": sorted(mine)}, key)
            if agree and mine == plea.waiting:
                self._go_back(plea.seat, plea.ply, None, entry)
            else:
                self._commit([entry])
            return self.seq

    # Who sits where

    def sit(self, browser: str, seat: int, name: str) -> None:
        """Give a browser the right to a seat; an open seat is now a person's."""
        with self.lock:
            chair = self.chairs[seat]
            right = Right(browser, seat)
            if chair.kind == "open":
                taken = dataclasses.replace(chair, kind="person", name=name or chair.name)
                self._note("sit", seat, {}, None, chairs=[taken], rights=[right])
                self.clock.start(self.match.player)
            elif right not in self.rights:
                self.store.add_rights(self.id, [right])
                self.rights |= {right}

    def watch(self, browser: str) -> None:
        """Give a browser the right to look on."""
        with self.lock:
            self.store.add_rights(self.id, [Right(browser, WATCH)])
            self.rights |= {Right(browser, WATCH)}

    def revoke(self, seat: int) -> None:
        """Make the links to a seat worthless, and free the seat for whoever gets the next one."""
        with self.lock:
            self.store.revoke(self.id, seat)
            self.rights = frozenset(right for right in self.rights if right.seat != seat)
            if seat != WATCH and self.chairs[seat].kind == "person":
                self._note("stand", seat, {}, None, chairs=[dataclasses.replace(self.chairs[seat], kind="open")])

    def let_bot_play(self, seat: int, spec: str) -> None:
        """A bot plays a seat for its person, who may return."""
        with self.lock:
            if self.chairs[seat].kind not in ("person", "open"):
                raise NotPossible("nobody plays this seat")
            chair = dataclasses.replace(self.chairs[seat], kind="bot", spec=spec)
            self._note("bot", seat, {"spec": spec}, None, chairs=[chair])
            self.clock.start(self.match.player)

    def come_back(self, seat: int) -> None:
        """The person of a seat takes it back from the bot."""
        with self.lock:
            if not self.chairs[seat].bot:
                raise NotPossible("this seat is played by a person")
            chair = dataclasses.replace(self.chairs[seat], kind="person", spec="")
            self._note("back", seat, {}, None, chairs=[chair])
            self.clock.start(self.match.player)

    def set_public(self, public: bool) -> None:
        with self.lock:
            self.store.set_public(self.id, public)
            self.kept = dataclasses.replace(self.kept, public=public)

    def say(self, seat: int, text: str, key: str) -> int:
        """A message to everybody at the table."""
        with self.lock:
            if key not in self.done:
                self._note("chat", seat, {"text": text}, key)
            return self.done[key]

    def point_to(self, seat: int, table_id: str) -> None:
        """Tell where the next game is."""
        with self.lock:
            self._note("rematch", seat, {"table": table_id})

    def report(self, seat: int, kind: str, **content: Any) -> None:
        """Note that a bot failed, or that a person's time was up."""
        with self.lock:
            self._note(kind, seat, content)

    # The log

    def _note(
        self,
        kind: str,
        seat: int | None,
        content: dict[str, Any],
        key: str | None = None,
        chairs: Sequence[Chair] = (),
        rights: Sequence[Right] = (),
    ) -> None:
        self._commit([Entry(self.seq + 1, kind, seat, content, key, time.time())], {}, chairs, rights)

    def _commit(
        self,
        entries: list[Entry],
        snapshots: Mapping[int, Any] | None = None,
        chairs: Sequence[Chair] = (),
        rights: Sequence[Right] = (),
    ) -> None:
        """Keep entries and all that goes with them; only then are they so."""
        self.store.append(self.id, entries, self.standing(), snapshots, chairs, rights)
        for entry in entries:
            self.take(entry)
        for chair in chairs:
            self.chairs[chair.seat] = chair
        self.rights |= frozenset(rights)
        if any(entry.kind in PLAYED for entry in entries):
            self.clock.start(self.match.player)

    def _act(self, action: str, key: str | None = None, after: int | None = None) -> Entry:
        """Play an action, and make the entry that tells it to everybody as far as they may know."""
        player = self.match.player
        seat = player if isinstance(player, int) else None
        content = self.teller.act(self.match, action)
        if seat is not None and self.clock.kind:
            content["took"] = round(self.clock.running_for(), 3)
        return Entry((self.seq if after is None else after) + 1, "action", seat, content, key)

    def _fate(self, after: int | None = None) -> list[Entry]:
        """What chance does now, until somebody decides again."""
        entries: list[Entry] = []
        while self.match.player == "chance":
            latest = entries[-1].seq if entries else after
            outcome = self.scripted() if self.lesson else self.match.choose(FATE)
            if outcome is None:
                break
            entries.append(self._act(outcome, after=latest))
        return entries

    def take(self, entry: Entry) -> None:
        """Make an entry part of the table."""
        super().take(entry)
        if entry.kind == "action" and entry.seat is not None:
            self.clock.spend(entry.seat, entry.content.get("took", 0.0))

    # Records

    def record(self, ply: int | None = None) -> Record:
        return (self.match if ply is None else self.match.at(ply)).record()

    def may_tell_all(self) -> bool:
        """Whether everything about the match may be known: nothing is hidden, or it is over."""
        return self.match.over or not self.match.game.info.hidden
