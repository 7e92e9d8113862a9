"""Two worlds to compare."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from leaks.apps import Worlds, open_world


@pytest.fixture
async def worlds(tmp_path: Path) -> AsyncIterator[Worlds]:
    """Two houses that know nothing of each other."""
    both = await open_world(tmp_path, "here"), await open_world(tmp_path, "there")
    yield both
    for world in both:
        await world.close()
