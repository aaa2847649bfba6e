"""The shape of what is kept. Migrations bring a database to it."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    UniqueConstraint,
)

METADATA = MetaData()

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("setup", JSON, nullable=False),
    Column("clock", JSON, nullable=False),
    Column("lesson", Integer, nullable=False),  # whether it follows the game's guided game
    Column("owner", String(64)),  # hash of the browser that made it
    Column("public", Integer, nullable=False),  # whether anyone on the server may see it and sit down
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("over", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("acting", Integer),
)
SEATS = Table(
    "seats",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(8), nullable=False),  # person, bot, open (for whoever comes), or empty (of a record)
    Column("spec", String(200), nullable=False),
    Column("name", String(40), nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
)
RIGHTS = Table(
    "rights",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("browser", String(64), nullable=False),  # hash of its token
    Column("seat", Integer, nullable=False),  # or WATCH
    PrimaryKeyConstraint("table_id", "browser", "seat"),
)
LINKS = Table(
    "links",
    METADATA,
    Column("hash", String(64), primary_key=True),  # of the link's token, which is told once
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),  # or WATCH
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
Index("rights_by_browser", RIGHTS.c.browser)
Index("links_by_table", LINKS.c.table_id)
Index("tables_by_owner", TABLES.c.owner, TABLES.c.changed)
Index("tables_by_public", TABLES.c.public, TABLES.c.changed)

WATCH = -1  # in place of a seat: the right to look on
