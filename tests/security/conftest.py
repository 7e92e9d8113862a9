"""A server in memory, on either database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from leaks.apps import World
from playing import QUICK, Running, running

from ilos.server.app import App
from ilos.server.settings import Settings
from ilos.store.store import open_store


@pytest.fixture
async def world(database_url: str) -> AsyncIterator[World]:
    """An app without sockets: calls go to the application itself."""
    settings = Settings(**{**QUICK, "database": database_url})
    made = World(App(settings, await open_store(database_url)))
    yield made
    await made.close()


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Running]:
    """A server with real sockets, on a SQLite file of its own."""
    async with running(f"sqlite:///{tmp_path}/ilos.sqlite") as found:
        yield found
