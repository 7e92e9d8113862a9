"""The time of outages, which the clock of a game gets back."""

from contextlib import suppress

from ilos.server.refusal import Refusal
from ilos.server.tables.commands import CommandResult
from ilos.server.tables.move_path import perform
from ilos.server.tables.state import TableState
from ilos.server.tables.table import Table
from ilos.store.log_entries import TimeGiven


async def give_back_lost_time(table: Table) -> bool:
    """Give the running clock the time of outages since it began to run; whether there was."""
    clock = table.state.clock
    if clock is None or clock.deadline() is None:
        return False
    since = clock.since
    lost = await table.store.lost_time(since)
    if not lost:
        return False

    def decide(now: TableState) -> CommandResult:
        if now.clock is None or now.clock.since != since or now.status != "playing":
            raise Refusal("stale", "the table has moved on", now.version)
        return CommandResult([TimeGiven(milliseconds=lost)])

    with suppress(Refusal):  # another process gave it
        await perform(table, decide)
    return True
