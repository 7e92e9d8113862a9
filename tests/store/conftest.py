"""Both databases for every test: a SQLite file of its own, and a real PostgreSQL."""

import secrets
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from databases import Postgres

from ilos.store import Store, open_store


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL server for all tests of this process.

    Its folder is none of pytest's: under root the server runs as another user, and each start of
    pytest closes its folders to others.
    """
    with tempfile.TemporaryDirectory(prefix="ilos-postgres-") as folder:
        server = Postgres(Path(folder))
        yield server
        server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/ilos.sqlite"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database(f"test_{secrets.token_hex(6)}")


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """A store on an empty database."""
    opened = await open_store(database_url)
    yield opened
    await opened.close()
