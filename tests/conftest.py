"""Habits of all tests: nothing depends on luck. And both databases, as real ones."""

import os
import secrets
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from databases import Postgres
from hypothesis import HealthCheck, settings

# The same examples on every run; `make nightly` looks for new ones.
# No deadlines: speed is the business of bench/.
settings.register_profile(
    "steady",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("fast", settings.get_profile("steady"), max_examples=20)
settings.register_profile(
    "nightly",
    max_examples=5_000,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse two tests of one name: xdist would run one of them and pass over the rest."""
    twice = [name for name, count in Counter(item.nodeid for item in items).items() if count > 1]
    if twice:
        raise pytest.UsageError(
            "two tests of one name, one of which would not run: " + ", ".join(twice)
        )


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


@pytest.fixture
def postgres_url(postgres: Postgres) -> str:
    """An empty PostgreSQL database."""
    return postgres.new_database(f"test_{secrets.token_hex(6)}")


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind: a SQLite file of its own, or one in PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/ilos.sqlite"
    url: str = request.getfixturevalue("postgres_url")
    return url
