"""The bot API: an outside program in a few lines plays a seat to the end."""

import asyncio
import sys
from pathlib import Path

from playing import Running

from ilos.protocol.server import Update

EXAMPLE = Path(__file__).parents[2] / "examples" / "outside_bot.py"


async def test_an_outside_program_joins_by_code_and_plays_a_whole_game(server: Running) -> None:
    """The example of the documentation, run as it stands there."""
    made = await server.table("open", "random", start=False, max_rounds=2)
    async with server.player(made.table.id, made.host) as host, asyncio.timeout(60):
        assert made.table.code is not None
        bot = await asyncio.create_subprocess_exec(
            sys.executable, str(EXAMPLE), server.address, made.table.code
        )
        await host.hear(Update)
        await server.call("POST", f"/tables/{made.table.id}/start", {}, token=made.host)
        assert await bot.wait() == 0
    info = await server.call("GET", f"/tables/{made.table.id}", token=made.host)
    assert info["status"] == "finished"


def test_the_example_is_as_short_as_it_says() -> None:
    """Forty lines of Python."""
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 40
