"""The bot API: an outside program in a few lines plays a seat to the end (issue 4, point 8)."""

import asyncio
import importlib.util
from pathlib import Path
from typing import Any

from playing import Running

from ilos.protocol.server import Update

EXAMPLE = Path(__file__).parents[2] / "examples" / "outside_bot.py"


def load_example() -> Any:
    spec = importlib.util.spec_from_file_location("outside_bot", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


async def test_an_outside_program_joins_by_code_and_plays_a_whole_game(site: Running) -> None:
    """The example of the documentation, as it stands there."""
    made = await site.table("open", "random", start=False, max_rounds=2)
    play = asyncio.to_thread(load_example().play, site.address, made.table.code)
    async with site.player(made.table.id, made.host) as host, asyncio.timeout(60):
        playing = asyncio.create_task(play)
        await host.hear(Update)
        await site.call("POST", f"/tables/{made.table.id}/start", {}, token=made.host)
        await playing
    info = await site.call("GET", f"/tables/{made.table.id}", token=made.host)
    assert info["status"] == "finished"
