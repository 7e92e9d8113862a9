"""F-08, F-13: what a process hears of others, when the database was away."""

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
        news=lambda table, head: heard.append((table, head)),
        words=lambda *_: None,
        now=changes.now,
        changed=changes.since,
    )
    await listener._look()
    changes.clock += OVERLAP
    changes.changed_at = changes.clock
    changes.is_away = True
    changes.clock += 100 * OVERLAP
    with pytest.raises(StoreUnavailable):
        await listener._look()
    assert heard == []
    changes.is_away = False
    await listener._look()
    assert heard == [("t1", 2)]
