"""The database's shape, step by step."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import create_engine, inspect, text

HEAD = "0001"


def migrate(address: str) -> None:
    """Bring a database up to date; nothing is done, nor loaded, for one that is."""
    if version(address) == HEAD:
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("sqlalchemy.url", address.replace("%", "%%"))
    command.upgrade(config, HEAD)


def version(address: str) -> str | None:
    engine = create_engine(address)
    try:
        with engine.connect() as connection:
            if not inspect(connection).has_table("alembic_version"):
                return None
            return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    finally:
        engine.dispose()
