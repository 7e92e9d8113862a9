"""A tiny server for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playing import Running, running


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Running]:
    """A server on a SQLite file of its own."""
    async with running(f"sqlite:///{tmp_path}/ilos.sqlite") as found:
        yield found
