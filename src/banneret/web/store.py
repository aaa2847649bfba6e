"""What is kept: tables, who sits where, and for each table a log that only grows.

A table's position is not kept as such; it follows from the log. Snapshots of positions make that quick: they
are written in the transaction of the entry that they follow, and only ever save work.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import (
    JSON,
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    UniqueConstraint,
    create_engine,
    delete,
    event,
    insert,
    select,
    text,
    update,
)

from .writer import Writer

METADATA = MetaData()

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("setup", JSON, nullable=False),
    Column("owner", String(64)),  # hash of the browser that made it
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("over", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
)
SEATS = Table(
    "seats",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(8), nullable=False),  # person, bot or empty
    Column("spec", String(200), nullable=False),
    Column("name", String(40), nullable=False),
    Column("holder", String(64)),  # hash of the browser that plays it
    PrimaryKeyConstraint("table_id", "seat"),
)
LOG = Table(
    "log",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer),
    Column("content", JSON, nullable=False),
    Column("key", String(64)),  # of who asked for it, so that asking twice does nothing twice
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),
    UniqueConstraint("table_id", "key"),
)
SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("ply", Integer, nullable=False),
    Column("position", JSON, nullable=False),
    PrimaryKeyConstraint("table_id", "ply"),
)
EVALUATIONS = Table(
    "evaluations",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("graph", JSON, nullable=False),
    Column("done", Integer, nullable=False),
)
Index("seats_by_holder", SEATS.c.holder)
Index("tables_by_owner", TABLES.c.owner, TABLES.c.changed)


@dataclass(frozen=True)
class Entry:
    """An entry of a table's log: an action, an undo to a ply, or trouble with a bot."""

    seq: int
    kind: str
    seat: int | None
    content: dict[str, Any]
    key: str | None = None
    at: float = 0.0


@dataclass(frozen=True)
class Chair:
    """Who sits at a seat."""

    seat: int
    kind: str
    spec: str
    name: str
    holder: str | None

    @property
    def bot(self) -> bool:
        return self.kind == "bot"


@dataclass(frozen=True)
class Kept:
    """A table as it is kept."""

    id: str
    game: str
    rules_version: int
    options: dict[str, Any]
    setup: dict[str, Any]
    owner: str | None
    chairs: tuple[Chair, ...]
    log: tuple[Entry, ...]
    created: float


class Store:
    """Everything that is kept, in one database. Reading is free; writing goes through one writer, which
    commits what many ask for at once, and answers when it is safe."""

    def __init__(self, address: str) -> None:
        self.engine = open_engine(address)
        self.writer = Writer(self.engine)

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
        self.engine.dispose()

    # Writing

    def add_table(self, kept: Kept, snapshots: Mapping[int, Any], ply: int, over: bool) -> None:
        """Keep a new table, with the log that it begins with."""
        now = time.time()
        rows = [{**vars(entry), "table_id": kept.id, "at": now} for entry in kept.log]
        positions = [{"table_id": kept.id, "ply": at, "position": position} for at, position in snapshots.items()]

        def write(connection: Connection) -> None:
            connection.execute(
                insert(TABLES).values(
                    id=kept.id,
                    game=kept.game,
                    rules_version=kept.rules_version,
                    options=kept.options,
                    setup=kept.setup,
                    owner=kept.owner,
                    created=now,
                    changed=now,
                    seq=len(rows),
                    over=int(over),
                    ply=ply,
                )
            )
            connection.execute(insert(SEATS), [{**vars(chair), "table_id": kept.id} for chair in kept.chairs])
            if rows:
                connection.execute(insert(LOG), rows)
            if positions:
                connection.execute(insert(SNAPSHOTS), positions)

        self.writer.do(write)

    def append(
        self,
        table_id: str,
        entries: Sequence[Entry],
        snapshots: Mapping[int, Any],
        ply: int,
        over: bool,
    ) -> None:
        """Add entries to a table's log, with snapshots of positions that they lead to; all of it or nothing."""
        now = time.time()
        rows = [{**vars(entry), "table_id": table_id, "at": now} for entry in entries]
        kept = [{"table_id": table_id, "ply": at, "position": position} for at, position in snapshots.items()]
        undone = any(entry.kind == "undo" for entry in entries)
        summary = {"seq": entries[-1].seq, "changed": now, "over": int(over), "ply": ply}

        def write(connection: Connection) -> None:
            connection.execute(insert(LOG), rows)
            if undone:
                connection.execute(
                    delete(SNAPSHOTS).where(SNAPSHOTS.c.table_id == table_id, SNAPSHOTS.c.ply > ply)
                )
            if kept:
                connection.execute(insert(SNAPSHOTS).prefix_with("OR REPLACE", dialect="sqlite"), kept)
            connection.execute(update(TABLES).where(TABLES.c.id == table_id).values(**summary))

        self.writer.do(write)

    def set_chair(self, table_id: str, chair: Chair) -> None:
        def write(connection: Connection) -> None:
            place = (SEATS.c.table_id == table_id) & (SEATS.c.seat == chair.seat)
            connection.execute(update(SEATS).where(place).values(**vars(chair)))

        self.writer.do(write)

    def keep_evaluation(self, table_id: str, seq: int, graph: list[dict[str, Any]], done: bool) -> None:
        def write(connection: Connection) -> None:
            connection.execute(delete(EVALUATIONS).where(EVALUATIONS.c.table_id == table_id))
            connection.execute(insert(EVALUATIONS).values(table_id=table_id, seq=seq, graph=graph, done=int(done)))

        self.writer.do(write)

    # Reading

    def table(self, table_id: str) -> Kept | None:
        with self.engine.connect() as connection:
            row = connection.execute(select(TABLES).where(TABLES.c.id == table_id)).mappings().first()
            if row is None:
                return None
            chairs = connection.execute(
                select(SEATS).where(SEATS.c.table_id == table_id).order_by(SEATS.c.seat)
            ).mappings()
            log = connection.execute(select(LOG).where(LOG.c.table_id == table_id).order_by(LOG.c.seq)).mappings()
            return Kept(
                **{name: row[name] for name in ("id", "game", "rules_version", "options", "setup")},
                owner=row["owner"],
                chairs=tuple(Chair(**without_table(chair)) for chair in chairs),
                log=tuple(Entry(**without_table(entry)) for entry in log),
                created=row["created"],
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

    def tables_of(self, browser: str, limit: int = 50) -> list[dict[str, Any]]:
        """The tables that a browser made or sits at, last changed first."""
        seated = select(SEATS.c.table_id).where(SEATS.c.holder == browser)
        found = (
            select(TABLES.c.id, TABLES.c.game, TABLES.c.options, TABLES.c.changed, TABLES.c.over, TABLES.c.ply)
            .where((TABLES.c.owner == browser) | TABLES.c.id.in_(seated))
            .order_by(TABLES.c.changed.desc())
            .limit(limit)
        )
        with self.engine.connect() as connection:
            rows = [dict(row) for row in connection.execute(found).mappings()]
            for row in rows:
                chairs = connection.execute(
                    select(SEATS).where(SEATS.c.table_id == row["id"]).order_by(SEATS.c.seat)
                ).mappings()
                row["chairs"] = [Chair(**without_table(chair)) for chair in chairs]
            return rows

    def evaluation(self, table_id: str, seq: int) -> tuple[list[dict[str, Any]], bool] | None:
        with self.engine.connect() as connection:
            row = connection.execute(
                select(EVALUATIONS).where(EVALUATIONS.c.table_id == table_id, EVALUATIONS.c.seq == seq)
            ).first()
            return (row.graph, bool(row.done)) if row else None


def without_table(row: Mapping[Any, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "table_id"}


def open_engine(address: str) -> Engine:
    """A database; an embedded one lets readers read while the writer writes."""
    engine = create_engine(address, json_serializer=lambda value: json.dumps(value, separators=(",", ":")))
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "connect")
        def prepare(connection: Any, _: Any) -> None:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
            connection.execute("PRAGMA foreign_keys=ON")
            connection.execute("PRAGMA busy_timeout=10000")
            connection.isolation_level = None  # the driver would begin transactions too late for savepoints

        @event.listens_for(engine, "begin")
        def begin(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN")

    return engine


def is_alive(engine: Engine) -> bool:
    with engine.connect() as connection:
        return connection.execute(text("SELECT 1")).scalar() == 1
