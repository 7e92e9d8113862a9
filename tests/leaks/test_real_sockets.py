"""H-01, H-04 over the wire: the same bytes, frames as long as each other, in two real servers."""

from pathlib import Path

from playing import Running, running
from sizes import size

from ilos.protocol.client import Ping
from ilos.protocol.server import Heartbeat
from ilos.rules.moves import to_builtins
from leaks.apps import StoppedClock, World, token_of, two_tables
from leaks.test_two_worlds import Viewer, quiet_move
from leaks.worlds import pairs

PAIRS = size(10, 1000)
NEVER = 1e6  # seconds: heartbeats come only when asked for, at the same place in both worlds


async def everything_heard(server: Running, viewer: Viewer) -> list[bytes]:
    """Welcome, refusals, a quiet move and what is told of it, then a catch-up on a new line."""
    heard: list[bytes] = []
    async with server.player(viewer.table, *viewer.tokens) as line:
        await line.welcomed()
        for odd in viewer.odd_moves(2):
            await line.socket.send(odd.decode())
        move, mover = quiet_move(viewer)
        await line.send(Ping())
        await line.hear(Heartbeat)
        if move is not None and mover is not None:
            command = {
                "type": "submit_move",
                "id": "quiet",
                "version": viewer.version,
                "move": to_builtins(move),
            }
            path, token = f"/tables/{viewer.table}/commands", token_of(viewer.table, mover)
            assert (await server.call("POST", path, command, token))["type"] == "acknowledged"
        await line.send(Ping())
        await line.hear(Heartbeat)
        heard += line.bytes
    async with server.player(viewer.table, *viewer.tokens, seen=viewer.version - 1) as line:
        await line.send(Ping())
        await line.hear(Heartbeat)
        heard += line.bytes
    return heard


async def test_every_frame_is_the_same_in_two_worlds(tmp_path: Path) -> None:
    """Real servers, real sockets, one game of three and one of five."""
    async with (
        running(f"sqlite:///{tmp_path}/here.sqlite", heartbeat=NEVER) as here,
        running(f"sqlite:///{tmp_path}/there.sqlite", heartbeat=NEVER) as there,
    ):
        for server in (here, there):
            server.app.store.clock = StoppedClock()  # type: ignore[assignment]
        worlds = World(here.app), World(there.app)
        for seats in (3, 5):
            for number, pair in enumerate(pairs(seats, "screened", PAIRS // 2, seed=17)):
                name = f"wire{seats}x{number}"
                tables = await two_tables(worlds, pair, name)
                viewer = Viewer(pair, name, (tables[0].state, tables[1].state))
                heard = []
                for server in (here, there):
                    viewer.rng.seed(name)
                    heard.append(await everything_heard(server, viewer))
                assert heard[0] == heard[1], name
                assert len(heard[0]) > 4
