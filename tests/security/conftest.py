"""A server in memory, on either database."""

import secrets
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from databases import Postgres
from leaks.houses import World
from playing import QUICK, Running, running

from ilos.server.house import House
from ilos.server.settings import Settings
from ilos.store import open_store


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL server; its folder is none of pytest's, see tests/store/conftest.py."""
    with tempfile.TemporaryDirectory(prefix="ilos-postgres-") as folder:
        server = Postgres(Path(folder))
        yield server
        server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
async def world(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[World]:
    """A house without sockets: calls go to the application itself."""
    url = f"sqlite:///{tmp_path}/ilos.sqlite"
    if request.param == "postgresql":
        server: Postgres = request.getfixturevalue("postgres")
        url = server.new_database(f"test_{secrets.token_hex(6)}")
    settings = Settings(**{**QUICK, "database": url})
    made = World(House(settings, await open_store(url)))
    yield made
    await made.close()


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Running]:
    """A server with real sockets, on a SQLite file of its own."""
    async with running(f"sqlite:///{tmp_path}/ilos.sqlite") as found:
        yield found
