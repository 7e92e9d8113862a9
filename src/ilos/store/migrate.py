"""Migration of a database to the current schema, with Alembic."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, text

from ilos.store.errors import BadDatabase

_LOCK = 0x110500  # PostgreSQL advisory lock: only one process migrates


def migrate(connection: Connection, step: str = "head") -> None:
    """Upgrade to the newest schema, or to a step; refuse a database of a newer version."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    config = _config(connection)
    try:
        command.upgrade(config, step)
    except CommandError as error:
        raise BadDatabase(f"this database was made by a newer Ilôs: {error}") from error


def is_current(connection: Connection) -> bool:
    """Return whether the database has the newest schema."""
    script = ScriptDirectory.from_config(_config(connection))
    return (
        MigrationContext.configure(connection).get_current_revision() == script.get_current_head()
    )


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
