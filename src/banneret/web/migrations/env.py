"""How Alembic reaches the database."""

from __future__ import annotations

from alembic import context
from sqlalchemy import create_engine

address = context.config.get_main_option("sqlalchemy.url")
assert address is not None
engine = create_engine(address)
with engine.connect() as connection:
    context.configure(connection=connection, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
engine.dispose()
