"""Both databases, as real ones: a SQLite file, and a PostgreSQL server of this test process."""

import secrets
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from databases import Postgres
from playing import Running, running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL server; its folder is none of pytest's, see tests/store/conftest.py."""
    with tempfile.TemporaryDirectory(prefix="ilos-postgres-") as folder:
        server = Postgres(Path(folder))
        yield server
        server.stop()


@pytest.fixture
def postgres_url(postgres: Postgres) -> str:
    """An empty PostgreSQL database."""
    return postgres.new_database(f"test_{secrets.token_hex(6)}")


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/ilos.sqlite"
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Running]:
    """A server in this process, for faults made by hand."""
    async with running(f"sqlite:///{tmp_path}/ilos.sqlite") as found:
        yield found
