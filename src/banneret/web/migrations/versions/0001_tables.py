"""Tables, seats, rights, links, log, snapshots, evaluations."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def of_table() -> sa.Column[str]:
    return sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False)


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("setup", sa.JSON, nullable=False),
        sa.Column("clock", sa.JSON, nullable=False),
        sa.Column("lesson", sa.Integer, nullable=False),
        sa.Column("owner", sa.String(64)),
        sa.Column("public", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("over", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("acting", sa.Integer),
    )
    op.create_table(
        "seats",
        of_table(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("spec", sa.String(200), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat"),
    )
    op.create_table(
        "rights",
        of_table(),
        sa.Column("browser", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "browser", "seat"),
    )
    op.create_table(
        "links",
        sa.Column("hash", sa.String(64), primary_key=True),
        of_table(),
        sa.Column("seat", sa.Integer, nullable=False),
    )
    op.create_table(
        "log",
        of_table(),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("content", sa.JSON, nullable=False),
        sa.Column("key", sa.String(64)),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq"),
        sa.UniqueConstraint("table_id", "key"),
    )
    op.create_table(
        "snapshots",
        of_table(),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("position", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "ply"),
    )
    op.create_table(
        "evaluations",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("graph", sa.JSON, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
    )
    op.create_index("rights_by_browser", "rights", ["browser"])
    op.create_index("links_by_table", "links", ["table_id"])
    op.create_index("tables_by_owner", "tables", ["owner", "changed"])
    op.create_index("tables_by_public", "tables", ["public", "changed"])
