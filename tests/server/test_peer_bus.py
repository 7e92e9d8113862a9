"""Messages between processes: many of them leave together."""

import asyncio
from collections.abc import Sequence
from typing import Any, cast

from ilos.protocol.tables import Presence
from ilos.server.tables.peer_bus import ChatAdded, PeerBus, PeerMessage, PresenceReport
from ilos.store import StoreUnavailable


class Shared:
    """A store that several processes share."""

    has_one_process = False

    def __init__(self) -> None:
        self.batches: list[list[tuple[str, str]]] = []
        self.is_away = False

    async def announce(self, messages: Sequence[tuple[str, str]]) -> None:
        await asyncio.sleep(0)
        if self.is_away:
            raise StoreUnavailable("away")
        self.batches.append(list(messages))


async def test_reports_about_many_tables_are_few_transactions() -> None:
    """Each would take PostgreSQL's one lock for notifications, and a connection of the pool."""
    store = Shared()
    bus = PeerBus(cast("Any", store), "one")
    for number in range(1200):
        bus.send(f"t{number}", PresenceReport(Presence(online=[0], watching=0)))
    await bus.stop()
    assert [len(batch) for batch in store.batches] == [500, 500, 200]
    told = [table for batch in store.batches for table, _ in batch]
    assert told == [f"t{number}" for number in range(1200)]

    heard: list[tuple[str, PeerMessage]] = []
    PeerBus(cast("Any", store), "two").receive(
        store.batches[0][7][1], lambda process, message: heard.append((process, message))
    )
    assert heard == [("one", PresenceReport(Presence(online=[0], watching=0)))]


async def test_what_is_sent_meanwhile_and_after_an_outage_still_leaves() -> None:
    """A message is lost with the database; the next ones are not."""
    store = Shared()
    bus = PeerBus(cast("Any", store), "one")
    store.is_away = True
    bus.send("t1", ChatAdded(1))
    await bus.stop()
    store.is_away = False
    bus.send("t1", ChatAdded(2))
    await asyncio.sleep(0)
    bus.send("t1", ChatAdded(3))
    await bus.stop()
    assert [len(batch) for batch in store.batches] == [1, 1]
