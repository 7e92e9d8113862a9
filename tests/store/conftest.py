"""A store on either database."""

from collections.abc import AsyncIterator

import pytest

from ilos.store.store import Store, open_store


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """A store on an empty database."""
    opened = await open_store(database_url)
    yield opened
    await opened.close()
