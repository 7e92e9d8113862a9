"""What is written to the log, and how often."""

import logging

import pytest

from ilos.server.app import App
from ilos.server.run import FloodFilter
from ilos.store import StoreUnavailable


def a_line(message: str, at: float, *args: object) -> logging.LogRecord:
    record = logging.LogRecord("ilos", logging.WARNING, __file__, 1, message, args, None)
    record.created = at
    return record


def test_a_flood_of_one_kind_fills_no_disk() -> None:
    """Twenty lines a minute; then one that tells how many were left out; other kinds pass."""
    most = FloodFilter()
    flood = [a_line("half a request from %s", 1000.0 + n / 1000, n) for n in range(5000)]
    assert sum(most.filter(line) for line in flood) == 20
    assert most.filter(a_line("the disk is full", 1005.0))
    later = a_line("half a request from %s", 1061.0, 7)
    assert most.filter(later)
    assert later.getMessage() == "half a request from 7 (and 4980 more like it)"


async def test_an_outage_is_one_line_for_each_task(caplog: pytest.LogCaptureFixture) -> None:
    """Tasks that run every second do not fill the log meanwhile."""
    results = iter([False, False, False, True, False, False])

    async def work() -> None:
        if not next(results):
            raise StoreUnavailable("gone")

    with pytest.raises(RuntimeError, match="StopIteration"):
        await App._repeat(None, 0.0, work)  # type: ignore[arg-type]
    assert [record.getMessage() for record in caplog.records].count(
        "background task will retry: gone"
    ) == 2
