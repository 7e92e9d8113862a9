"""F-17: workers killed in the middle of a thought; a table is never stuck and never plays twice."""

import contextlib
import os
import signal
from pathlib import Path

from playing import running
from sizes import size

from ilos.store.log_entries import Played
from ilos.store.store import open_store
from nemesis.checker import check
from nemesis.players import Seated

KILLS = size(12, 1000)


async def test_workers_killed_while_thinking_cost_no_move_and_double_none(tmp_path: Path) -> None:
    """Exactly one move a bot's turn, though its worker is killed again and again."""
    database = f"sqlite:///{tmp_path}/x.sqlite"
    async with running(database, workers=2) as server:
        made = await server.table("mine", "random", "greedy", max_rounds=500)
        ana = Seated(made.table.id, made.keys[0].token, "ana", 31)
        async with ana.at(server.address):
            await ana.heard_something()
            for _ in range(KILLS):
                while not ana.is_to_move():
                    await ana.next()
                sent = await ana.move()
                for worker in server.app.workers.all:
                    if worker.pid is not None:
                        with contextlib.suppress(ProcessLookupError):  # it lies dead already
                            os.kill(worker.pid, signal.SIGKILL)
                await ana.until(sent.version or 0)
    await check(database, [ana])
    store = await open_store(database)
    log = [one.entry for one in await store.load(ana.table) if isinstance(one.entry, Played)]
    await store.close()
    assert all(entry.bot == (entry.seat != 0) for entry in log)


async def test_a_table_put_out_of_memory_while_a_bot_thinks_hears_the_bot(tmp_path: Path) -> None:
    """There is never a second copy of a table that someone still holds."""
    async with running(f"sqlite:///{tmp_path}/x.sqlite", table_memory=1, workers=1) as server:
        made = await server.table("mine", "greedy")
        path, token = f"/tables/{made.table.id}", made.keys[0].token
        move = {"type": "mulligan", "discarded": []}
        command = {"type": "submit_move", "id": "m", "version": 2, "move": move}
        await server.call("POST", f"{path}/commands", command, token)
        await server.table("mine", "mine")  # takes the only place in memory
        ana = Seated(made.table.id, token, "ana", 32)
        async with ana.at(server.address):
            await ana.until(4)
        assert ana.session.events[-1].seat == 1
