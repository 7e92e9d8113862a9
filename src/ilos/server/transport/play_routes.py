"""Routes of a game that is played: what a seat may know, what is new, and commands."""

from typing import Any

import msgspec

from ilos.protocol import messages
from ilos.protocol.client import Command
from ilos.protocol.server import Acknowledged, Heartbeat, Hint, Refused, Update, Welcome
from ilos.server.refusal import Refusal
from ilos.server.tables import presenter
from ilos.server.tables.access import Access
from ilos.server.tables.connection import Connection
from ilos.server.tables.hints import view_for_hint
from ilos.server.tables.move_path import handle_command
from ilos.server.tables.table import Table
from ilos.server.tables.welcome import first_view_chair, missed, welcome
from ilos.server.transport.api import ApiRequest, Routes
from ilos.views.snapshot import ViewSnapshot, take_snapshot

MAX_WAIT = 25.0  # seconds

routes = Routes()


@routes.get("/tables/{table}/state", role="guest", query=("look",))
async def state(request: ApiRequest) -> Welcome:
    """Return everything the requester may know of the table now."""
    table, access = await request.table()
    connection = _connection(request, table, access)
    return await welcome(request.app.store, table, connection)


def _connection(request: ApiRequest, table: Table, access: Access) -> Connection:
    connection = Connection(access, 1, 1)
    if request.query.get("look") != "public":
        connection.view_chair = first_view_chair(table, access, request.number("look"))
    return connection


@routes.get("/tables/{table}/updates", role="guest", query=("after", "wait", "look"))
async def updates(request: ApiRequest) -> Update | Welcome | Heartbeat:
    """Return what is new after a version; wait up to 25 seconds for it."""
    table, access = await request.table()
    after = request.number("after", 0) or 0
    wait = min(float(request.number("wait", 0) or 0), MAX_WAIT)
    connection = _connection(request, table, access)
    if wait:
        await table.wait_for_change(access, after, wait)
    async with table.locked():
        version = table.state_for(access).version
        if after == version:
            return Heartbeat(version=version, now=request.app.store.clock.now())
        return await missed(request.app.store, table, connection, after)


@routes.post("/tables/{table}/commands", role="guest", body=Command)
async def run_command(request: ApiRequest) -> Acknowledged | Hint | Refused:
    """Send a command to the table: the same commands as over a WebSocket."""
    table, access = await request.table()
    try:
        body = messages.decode_command(request.body)
    except messages.BadMove as error:
        no = Refusal("not_a_move", str(error))
        return presenter.refused(no, error.command_id, table.state_for(access))
    except messages.BadMessage as error:
        raise Refusal("bad_message", str(error), table.state_for(access).version) from None
    answers: list[Acknowledged | Hint | Refused] = []
    await handle_command(request.app, table, access, request.address, body, answers.append)
    return answers[0] if answers else Acknowledged(id="", version=0)


class SeatView(msgspec.Struct, frozen=True):
    """What a bot in a seat would be given."""

    version: int
    view: ViewSnapshot


@routes.get("/tables/{table}/view", role="seat", answer=dict[str, Any])
async def seat_view(request: ApiRequest) -> bytes:
    """Return what a bot in the requester's seat would be given; pages find their hints with it."""
    table, access = await request.table()
    seen = view_for_hint(table.state, access)
    return msgspec.json.encode(SeatView(table.state.version, take_snapshot(seen)))
