"""A server to be harmed."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playing import Running, running


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Running]:
    """A server in this process, for faults made by hand."""
    async with running(f"sqlite:///{tmp_path}/ilos.sqlite") as found:
        yield found
