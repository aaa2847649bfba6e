"""What is kept: tables, who may do what at them, and for each table a log that only grows.

A table's position is not kept as such; it follows from the log. Snapshots of positions make that quick: they
are written in the transaction of the entry that they follow, and only ever save work.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    Select,
    bindparam,
    create_engine,
    delete,
    event,
    exists,
    insert,
    select,
    update,
)

from .checkpoints import LONGEST_LOG, Checkpoints
from .schema import EVALUATIONS, LINKS, LOG, RIGHTS, SEATS, SNAPSHOTS, TABLES
from .writer import Change, Writer

ADD_TABLE = insert(TABLES)
ADD_SEAT = insert(SEATS)
ADD_LOG = insert(LOG)
ADD_SNAPSHOT = insert(SNAPSHOTS)
ADD_LINK = insert(LINKS)
ADD_EVALUATION = insert(EVALUATIONS)
GIVEN_RIGHT = [bindparam(column.name, type_=column.type) for column in RIGHTS.c]
ADD_RIGHT = insert(RIGHTS).from_select(  # a right that somebody has already is not given twice
    list(RIGHTS.c.keys()),
    select(*GIVEN_RIGHT).where(
        ~exists().where(*(column == given for column, given in zip(RIGHTS.c, GIVEN_RIGHT, strict=True)))
    ),
)
SET_TABLE = update(TABLES).where(TABLES.c.id == bindparam("in_table"))
SET_PUBLIC = SET_TABLE.values(public=bindparam("public"))
SET_SEAT = update(SEATS).where(SEATS.c.table_id == bindparam("in_table"), SEATS.c.seat == bindparam("at_seat"))
FORGET_SNAPSHOT = delete(SNAPSHOTS).where(
    SNAPSHOTS.c.table_id == bindparam("in_table"), SNAPSHOTS.c.ply == bindparam("at_ply")
)
FORGET_SNAPSHOTS = delete(SNAPSHOTS).where(
    SNAPSHOTS.c.table_id == bindparam("in_table"), SNAPSHOTS.c.ply > bindparam("after")
)
FORGET_LINKS = delete(LINKS).where(LINKS.c.table_id == bindparam("in_table"), LINKS.c.seat == bindparam("at_seat"))
FORGET_RIGHTS = delete(RIGHTS).where(
    RIGHTS.c.table_id == bindparam("in_table"), RIGHTS.c.seat == bindparam("at_seat")
)
FORGET_EVALUATION = delete(EVALUATIONS).where(EVALUATIONS.c.table_id == bindparam("in_table"))
ORDER = (  # what refers to a table comes after it, and what is replaced goes before the new comes
    ADD_TABLE,
    ADD_SEAT,
    ADD_LOG,
    FORGET_SNAPSHOTS,
    FORGET_SNAPSHOT,
    ADD_SNAPSHOT,
    SET_SEAT,
    FORGET_LINKS,
    FORGET_RIGHTS,
    ADD_LINK,
    ADD_RIGHT,
    SET_TABLE,
    SET_PUBLIC,
    FORGET_EVALUATION,
    ADD_EVALUATION,
)


@dataclass(frozen=True)
class Entry:
    """An entry of a table's log: an action, an undo, a change of seats, a message, trouble with a bot ..."""

    seq: int
    kind: str
    seat: int | None
    content: dict[str, Any]
    key: str | None = None
    at: float = 0.0


@dataclass(frozen=True)
class Chair:
    """Who sits at a seat: a person, a bot of a spec, nobody yet (open), or nobody ever (empty)."""

    seat: int
    kind: str
    spec: str = ""
    name: str = ""

    @property
    def bot(self) -> bool:
        return self.kind == "bot"


@dataclass(frozen=True)
class Right:
    """What a browser may do at a table: play a seat, or (WATCH) look on."""

    browser: str
    seat: int


@dataclass(frozen=True)
class Kept:
    """A table as it is kept."""

    id: str
    game: str
    rules_version: int
    options: dict[str, Any]
    setup: dict[str, Any]
    owner: str | None
    clock: dict[str, Any] = field(default_factory=dict)
    public: bool = False
    lesson: bool = False
    chairs: tuple[Chair, ...] = ()
    rights: tuple[Right, ...] = ()
    log: tuple[Entry, ...] = ()


@dataclass(frozen=True)
class Standing:
    """Where a table stands after a change, for lists of tables."""

    ply: int
    over: bool
    acting: int | None


@dataclass(frozen=True)
class Listed:
    """A table in a list."""

    id: str
    game: str
    changed: float
    over: bool
    ply: int
    acting: int | None
    owner: str | None
    chairs: tuple[Chair, ...]


class Store:
    """Everything that is kept, in one database. Reading is free; writing goes through one writer, which
    commits what many ask for at once, and answers when it is safe."""

    def __init__(self, address: str) -> None:
        self.engine = open_engine(address)
        self.checkpoints = Checkpoints(self.engine) if self.engine.dialect.name == "sqlite" else None
        self.writer = Writer(self.engine, ORDER, self.checkpoints.note if self.checkpoints else lambda: None)

    @classmethod
    def at(cls, folder: Path) -> Store:
        """The embedded store in a folder, brought up to date."""
        folder.mkdir(parents=True, exist_ok=True)
        address = f"sqlite:///{folder / 'banneret.sqlite'}"
        from .migrations import migrate

        migrate(address)
        return cls(address)

    def close(self) -> None:
        self.writer.close()
        if self.checkpoints:
            self.checkpoints.close()
        self.engine.dispose()

    # Writing

    def add_table(self, kept: Kept, snapshots: Mapping[int, Any], standing: Standing) -> None:
        """Keep a new table, with the log that it begins with."""
        now = time.time()
        row = {
            "id": kept.id,
            "game": kept.game,
            "rules_version": kept.rules_version,
            "options": kept.options,
            "setup": kept.setup,
            "clock": kept.clock,
            "lesson": kept.lesson,
            "owner": kept.owner,
            "public": kept.public,
            "created": now,
            "changed": now,
            "seq": len(kept.log),
            **vars(standing),
        }
        self.writer.do(
            [
                (ADD_TABLE, [row]),
                (ADD_SEAT, rows_of(kept.id, kept.chairs)),
                (ADD_LOG, rows_of(kept.id, kept.log, at=now)),
                (ADD_SNAPSHOT, positions(kept.id, snapshots)),
                (ADD_RIGHT, rows_of(kept.id, kept.rights)),
            ]
        )

    def append(
        self,
        table_id: str,
        entries: Sequence[Entry],
        standing: Standing,
        snapshots: Mapping[int, Any] | None = None,
        chairs: Sequence[Chair] = (),
        rights: Sequence[Right] = (),
    ) -> None:
        """Add entries to a table's log, with all that goes with them; all of it or nothing."""
        self.writer.do(self.addition(table_id, entries, standing, snapshots, chairs, rights))

    def addition(
        self,
        table_id: str,
        entries: Sequence[Entry],
        standing: Standing,
        snapshots: Mapping[int, Any] | None = None,
        chairs: Sequence[Chair] = (),
        rights: Sequence[Right] = (),
    ) -> Change:
        """The change that adds entries to a table's log, for the writer."""
        now = time.time()
        undone = any(entry.kind == "undo" for entry in entries)
        summary = {"in_table": table_id, "seq": entries[-1].seq, "changed": now, **vars(standing)}
        forgotten = [standing.ply] if undone else []
        kept = positions(table_id, snapshots or {})
        return [
            (ADD_LOG, rows_of(table_id, entries, at=now)),
            (FORGET_SNAPSHOTS, [{"in_table": table_id, "after": ply} for ply in forgotten]),
            (FORGET_SNAPSHOT, [{"in_table": table_id, "at_ply": row["ply"]} for row in kept]),
            (ADD_SNAPSHOT, kept),
            (SET_SEAT, [{**vars(chair), "in_table": table_id, "at_seat": chair.seat} for chair in chairs]),
            (ADD_RIGHT, rows_of(table_id, rights)),
            (SET_TABLE, [summary]),
        ]

    def set_public(self, table_id: str, public: bool) -> None:
        self.writer.do([(SET_PUBLIC, [{"in_table": table_id, "public": public}])])

    def add_rights(self, table_id: str, rights: Sequence[Right]) -> None:
        self.writer.do([(ADD_RIGHT, rows_of(table_id, rights))])

    def add_link(self, digest: str, table_id: str, seat: int) -> None:
        """Keep a link by the hash of its token, which is itself a right to the seat, for programs."""
        link = {"hash": digest, "table_id": table_id, "seat": seat}
        self.writer.do([(ADD_LINK, [link]), (ADD_RIGHT, rows_of(table_id, [Right(digest, seat)]))])

    def revoke(self, table_id: str, seat: int) -> None:
        """Make the links to a seat, or those to look on, worthless, and take the rights that they gave."""
        place = {"in_table": table_id, "at_seat": seat}
        self.writer.do([(FORGET_LINKS, [place]), (FORGET_RIGHTS, [place])])

    def keep_evaluation(self, table_id: str, seq: int, graph: list[dict[str, Any]], done: bool) -> None:
        row = {"table_id": table_id, "seq": seq, "graph": graph, "done": done}
        self.writer.do([(FORGET_EVALUATION, [{"in_table": table_id}]), (ADD_EVALUATION, [row])])

    # Reading

    def table(self, table_id: str) -> Kept | None:
        with self.engine.connect() as connection:
            row = connection.execute(select(TABLES).where(TABLES.c.id == table_id)).mappings().first()
            if row is None:
                return None
            return Kept(
                **{
                    name: row[name]
                    for name in ("id", "game", "rules_version", "options", "setup", "clock", "owner")
                },
                public=bool(row["public"]),
                lesson=bool(row["lesson"]),
                chairs=chairs_of(connection, table_id),
                rights=tuple(Right(**parts) for parts in of_table(connection, select(RIGHTS), table_id)),
                log=tuple(
                    Entry(**parts) for parts in of_table(connection, select(LOG).order_by(LOG.c.seq), table_id)
                ),
            )

    def snapshot(self, table_id: str, ply: int) -> dict[int, Any]:
        """The last position kept at or before a ply."""
        found = (
            select(SNAPSHOTS.c.ply, SNAPSHOTS.c.position)
            .where(SNAPSHOTS.c.table_id == table_id, SNAPSHOTS.c.ply <= ply)
            .order_by(SNAPSHOTS.c.ply.desc())
            .limit(1)
        )
        with self.engine.connect() as connection:
            return {row.ply: row.position for row in connection.execute(found)}

    def link(self, digest: str) -> tuple[str, int] | None:
        """The table and the seat that a link leads to."""
        with self.engine.connect() as connection:
            row = connection.execute(select(LINKS).where(LINKS.c.hash == digest)).first()
            return (row.table_id, row.seat) if row else None

    def tables_of(self, browser: str, limit: int = 50) -> list[Listed]:
        """The tables that a browser made or has a right at, last changed first."""
        known = select(RIGHTS.c.table_id).where(RIGHTS.c.browser == browser)
        return self._listed(select(TABLES).where((TABLES.c.owner == browser) | TABLES.c.id.in_(known)), limit)

    def has_right(self, table_id: str, browser: str | None, seat: int) -> bool:
        """Whether a seat of a table is a browser's."""
        wanted = select(RIGHTS.c.seat).where(
            RIGHTS.c.table_id == table_id, RIGHTS.c.browser == browser, RIGHTS.c.seat == seat
        )
        with self.engine.connect() as connection:
            return connection.execute(wanted).first() is not None

    def public_tables(self, limit: int = 50) -> list[Listed]:
        """The tables that anyone may see, last changed first."""
        return self._listed(select(TABLES).where(TABLES.c.public == 1, TABLES.c.over == 0), limit)

    def _listed(self, wanted: Select[Any], limit: int) -> list[Listed]:
        with self.engine.connect() as connection:
            rows = connection.execute(wanted.order_by(TABLES.c.changed.desc()).limit(limit)).all()
            return [
                Listed(
                    row.id,
                    row.game,
                    row.changed,
                    bool(row.over),
                    row.ply,
                    row.acting,
                    row.owner,
                    chairs_of(connection, row.id),
                )
                for row in rows
            ]

    def evaluation(self, table_id: str, seq: int) -> tuple[list[dict[str, Any]], bool] | None:
        with self.engine.connect() as connection:
            row = connection.execute(
                select(EVALUATIONS).where(EVALUATIONS.c.table_id == table_id, EVALUATIONS.c.seq == seq)
            ).first()
            return (row.graph, bool(row.done)) if row else None


def rows_of(table_id: str, parts: Sequence[Any], **more: Any) -> list[dict[str, Any]]:
    """Parts of a table as rows."""
    return [{**vars(part), **more, "table_id": table_id} for part in parts]


def positions(table_id: str, snapshots: Mapping[int, Any]) -> list[dict[str, Any]]:
    return [{"table_id": table_id, "ply": ply, "position": position} for ply, position in snapshots.items()]


def chairs_of(connection: Connection, table_id: str) -> tuple[Chair, ...]:
    return tuple(Chair(**parts) for parts in of_table(connection, select(SEATS).order_by(SEATS.c.seat), table_id))


def of_table(connection: Connection, wanted: Select[Any], table_id: str) -> list[dict[str, Any]]:
    """The rows that belong to a table, without saying so."""
    source = wanted.get_final_froms()[0]
    rows = connection.execute(wanted.where(source.c.table_id == table_id)).mappings()
    return [{name: value for name, value in row.items() if name != "table_id"} for row in rows]


def open_engine(address: str) -> Engine:
    """A database; an embedded one lets readers read while the writer writes."""
    engine = create_engine(address, json_serializer=json.JSONEncoder(separators=(",", ":")).encode)
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "connect")
        def prepare(connection: Any, _: Any) -> None:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute(f"PRAGMA wal_autocheckpoint={LONGEST_LOG}")
            connection.execute("PRAGMA foreign_keys=ON")
            connection.execute("PRAGMA busy_timeout=10000")
            connection.isolation_level = None  # the driver would begin transactions too late for savepoints

        @event.listens_for(engine, "begin")
        def begin(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN")

    return engine
