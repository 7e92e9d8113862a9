"""F-08, F-13: what a process hears of others, when the database was away."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import asyncpg
import pytest

from ilos.store.errors import StoreUnavailable
from ilos.store.listener import OVERLAP, Listener


class Changes:
    """A database with its clock and one table that changed at a moment."""

    def __init__(self) -> None:
        self.clock = 1_000_000
        self.changed_at = 0
        self.is_away = False

    async def now(self) -> int:
        return self.clock

    async def since(self, moment: int) -> list[tuple[str, int]]:
        if self.is_away:
            raise StoreUnavailable("away")
        return [("t1", 2)] if self.changed_at >= moment else []


async def test_a_change_is_heard_of_however_long_the_database_was_away() -> None:
    """The listener looks back to the last time it could look, not a fixed while."""
    changes = Changes()
    heard: list[tuple[str, int]] = []
    listener = Listener(
        "postgresql://nowhere",
        on_version=lambda table, head: heard.append((table, head)),
        on_message=lambda *_: None,
        now=changes.now,
        changed=changes.since,
    )
    await listener._query_changes()
    changes.clock += OVERLAP
    changes.changed_at = changes.clock
    changes.is_away = True
    changes.clock += 100 * OVERLAP
    with pytest.raises(StoreUnavailable):
        await listener._query_changes()
    assert heard == []
    changes.is_away = False
    await listener._query_changes()
    assert heard == [("t1", 2)]


class Quiet:
    """A connection over which no notification comes; `turns` periods after which it is cut."""

    def __init__(self, turns: int) -> None:
        self._turns = turns

    async def add_listener(self, _channel: str, _heard: Callable[..., None]) -> None:
        """Nothing is heard."""

    def is_closed(self) -> bool:
        self._turns -= 1
        return self._turns < 0

    async def fetchval(self, *_: object, **_more: object) -> int:
        return 2

    async def close(self, **_more: float) -> None:
        """Nothing is left of it."""


@pytest.mark.parametrize("rows,queries", [(10, 40), (1_000, 40), (4_000, 10), (25_000, 2)])
async def test_the_more_tables_change_the_less_often_they_are_asked_for(
    monkeypatch: pytest.MonkeyPatch, rows: int, queries: int
) -> None:
    """In 20 seconds: with 100,000 players every query finds 25,000 tables, in every process."""
    now = 0.0
    asked = 0

    async def connect(*_: object, **_more: object) -> Quiet:
        return Quiet(40)

    async def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds

    async def changed(_since: int) -> list[tuple[str, int]]:
        nonlocal asked
        asked += 1
        return [("t1", 2)] * rows

    async def database_time() -> int:
        return 1_000_000

    monkeypatch.setattr(asyncpg, "connect", connect)
    monkeypatch.setattr(asyncio, "sleep", sleep)
    monkeypatch.setattr(time, "monotonic", lambda: now)
    await Listener(
        "postgresql://nowhere", lambda *_: None, lambda *_: None, database_time, changed
    )._listen()
    assert asked == queries


class Cut:
    """A connection of the driver that is cut as soon as it is used, in a way of its own."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def add_listener(self, _channel: str, _heard: Callable[..., None]) -> None:
        raise self._error

    async def close(self, **_more: float) -> None:
        """Nothing is left of it."""


CUTS = [
    asyncpg.InterfaceError("connection is closed"),
    ConnectionResetError(),
    TimeoutError(),
    RuntimeError("unable to perform operation on a closed transport"),
    AttributeError("'NoneType' object has no attribute 'write'"),
]


@pytest.mark.parametrize("error", CUTS, ids=lambda error: type(error).__name__)
async def test_a_listener_comes_back_whatever_the_driver_says(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """F-13: a cut in the middle of a word raises all sorts of errors; none is the end."""
    again = asyncio.Event()
    tried: list[str] = []

    async def connect(url: str, **_more: Any) -> Cut:
        tried.append(url)
        if len(tried) > 1:
            again.set()
        return Cut(error)

    monkeypatch.setattr(asyncpg, "connect", connect)
    changes = Changes()
    listener = Listener(
        "postgresql://nowhere",
        on_version=lambda *_: None,
        on_message=lambda *_: None,
        now=changes.now,
        changed=changes.since,
        period=0,
    )
    listener.start()
    async with asyncio.timeout(20):
        await again.wait()
    await listener.stop()
