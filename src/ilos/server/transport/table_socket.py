"""The WebSocket of a table and of the lobby, from hello to close (A-12, A-13, F-09)."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Sequence

from ilos.protocol import client, messages
from ilos.server.ops.limits import TokenBucket
from ilos.server.refusal import Refusal
from ilos.server.settings import Settings
from ilos.server.table_app import TableApp
from ilos.server.tables import presenter
from ilos.server.tables.access import Access
from ilos.server.tables.admission import admit
from ilos.server.tables.connection import Connection
from ilos.server.tables.move_path import catch_up, handle_command
from ilos.server.tables.table import Table
from ilos.server.tables.welcome import first_view_chair, missed, own_view_chair
from ilos.server.transport.websocket import Disconnected, ReceiveBudget, WebSocket
from ilos.store import StoreUnavailable

logger = logging.getLogger(__name__)

CLOSE = {"protocol_version": 4001, "unknown_table": 4004, "try_again": 1013}
HELLO_TIMEOUT = 10.0  # seconds until the first message must have come
FIRST_FRAMES = 10  # before authentication, or in ten seconds at the lobby
LOBBY_BYTES = 2048


class TableSocket:
    """One WebSocket at a table: one task reads, another one writes."""

    def __init__(self, app: TableApp, websocket: WebSocket, table_id: str, address: str) -> None:
        self._app = app
        self._websocket = websocket
        self._table_id = table_id
        self._address = address
        self._bad_messages = 0
        self._hint_tasks: set[asyncio.Task[None]] = set()
        settings = app.settings
        self._rate = TokenBucket(settings.messages_per_10s or 1e12, 10, time.monotonic())

    async def run(self, tokens: Sequence[str], has_seat: Callable[[], None] = lambda: None) -> None:
        """Serve from hello to close; `tokens` came with the handshake.

        Calls `has_seat` once it is known that this is a player's.
        """
        try:
            async with asyncio.timeout(HELLO_TIMEOUT):
                hello = messages.decode_client(await self._websocket.receive())
            if not isinstance(hello, client.Hello):
                raise Refusal("bad_message", "the first message must be hello")
            table, connection = await self._admit(hello, tokens)
            await reach(table, hello.seen)
            self._websocket.set_budget(full_budget(self._app.settings))
            if connection.access.chairs:
                has_seat()
        except (Refusal, messages.BadMessage, TimeoutError) as error:
            await self._reject(error)
            return
        try:
            async with table.locked():
                table.add_connection(connection)
                await self._send_missed(table, connection, hello.seen)
            await self._serve(table, connection)
        except StoreUnavailable:
            await self._websocket.close(1012)
        finally:
            table.remove_connection(connection)

    async def _admit(self, hello: client.Hello, tokens: Sequence[str]) -> tuple[Table, Connection]:
        if hello.protocol != messages.PROTOCOL:
            raise Refusal(
                "protocol_version", "please reload the page: it does not match this server"
            )
        shown = [*tokens, *(token for token in hello.tokens if token not in tokens)]
        table, access = await admit(self._app, self._table_id, shown, self._address)
        settings = self._app.settings
        room = settings.queue_messages, settings.queue_bytes
        connection = Connection(access, *room, address=self._address)
        connection.view_chair = first_view_chair(table, access, hello.look)
        for chair in access.chairs:
            connection.muted.update((await self._app.store.chair(table.state.id, chair)).muted)
        return table, connection

    async def _reject(self, error: Exception) -> None:
        code, message = "bad_message", str(error) or "no hello message came in time"
        if isinstance(error, Refusal):
            code = error.code
        no = presenter.refused(Refusal(code, message), None, None)  # type: ignore[arg-type]
        await self._websocket.send(messages.encode(no))
        await self._websocket.close(CLOSE.get(code, 4003 if code != "bad_message" else 1008))

    async def _serve(self, table: Table, connection: Connection) -> None:
        """Read and write until either side closes.

        Reading is a task of its own, so that a message wakes only it and not the tasks above.
        """
        writing = asyncio.create_task(write_messages(self._websocket, connection))
        reading = asyncio.create_task(self._read(table, connection))
        try:
            await reading
        finally:
            connection.close(1000)
            for task in (reading, writing):
                task.cancel()
            await asyncio.gather(reading, writing, return_exceptions=True)

    async def _send_missed(self, table: Table, connection: Connection, seen: int | None) -> None:
        message = await missed(self._app.store, table, connection, seen)
        connection.push(messages.encode(message))

    async def _read(self, table: Table, connection: Connection) -> None:
        while True:
            text = await self._websocket.receive()
            if connection.close_code is not None:
                continue  # messages that arrive while closing are dropped
            if not self._rate.take(time.monotonic()):
                connection.close(1008)
                continue
            try:
                message = messages.decode_client(text)
            except messages.BadMove as error:
                no, shown = Refusal("not_a_move", str(error)), table.state_for(connection.access)
                connection.push(messages.encode(presenter.refused(no, error.command_id, shown)))
                continue
            except messages.BadMessage as error:
                self._count_invalid(connection, str(error))
                continue
            if isinstance(message, client.AskHint):
                task = asyncio.create_task(self._handle(table, connection, message))
                self._hint_tasks.add(task)  # a search takes long; the WebSocket is served meanwhile
                task.add_done_callback(self._hint_tasks.discard)
            else:
                await self._handle(table, connection, message)

    def _count_invalid(self, connection: Connection, why: str) -> None:
        self._bad_messages += 1
        connection.push(messages.encode(presenter.refused(Refusal("bad_message", why), None, None)))
        if self._bad_messages >= self._app.settings.bad_messages:
            connection.close(1008)

    async def _handle(
        self, table: Table, connection: Connection, message: messages.ClientMessage
    ) -> None:
        try:
            match message:
                case client.Ping():
                    connection.push(table.heartbeat(connection.access))
                case client.Resync():
                    await catch_up(table)
                    async with table.locked():
                        await self._send_missed(table, connection, message.seen)
                case client.Look():
                    async with table.locked():
                        connection.view_chair = own_view_chair(
                            table, connection.access, message.seat
                        )
                        await self._send_missed(table, connection, None)
                case client.Hello():
                    raise Refusal("bad_message", "hello was sent already")
                case _:
                    await handle_command(
                        self._app,
                        table,
                        connection.access,
                        self._address,
                        message,
                        lambda answer: connection.push(messages.encode(answer)),
                        connection,
                    )
        except Refusal as refusal:
            shown = table.state_for(connection.access)
            connection.push(messages.encode(presenter.refused(refusal, None, shown)))
        except StoreUnavailable:
            connection.close(1012)


async def reach(table: Table, seen: int | None) -> None:
    """Read the log if the client has seen more than this process knows of, as after a partition.

    Otherwise the client would be shown an earlier position, without its own acknowledged move.
    """
    if seen is not None and seen > table.state.version:
        await catch_up(table, seen)


def first_budget(settings: Settings) -> ReceiveBudget | None:
    """Return what may be received before authentication: a hello and a few control frames."""
    if not settings.frames_per_10s:
        return None
    return ReceiveBudget(settings.message_bytes + 1024, FIRST_FRAMES, None)


def full_budget(settings: Settings) -> ReceiveBudget | None:
    """Return what may be received after authentication."""
    if not settings.frames_per_10s:
        return None
    return ReceiveBudget(settings.frame_bytes_per_10s, settings.frames_per_10s, 10)


def lobby_budget(settings: Settings) -> ReceiveBudget | None:
    """Return what may be received at the lobby, which needs no authentication: pings."""
    if not settings.frames_per_10s:
        return None
    return ReceiveBudget(LOBBY_BYTES, FIRST_FRAMES, 10)


async def write_messages(websocket: WebSocket, connection: Connection) -> None:
    """Send queued messages, and close the WebSocket when the connection is to be closed."""
    connection.send_now = websocket.send_now
    with contextlib.suppress(Disconnected):  # the reading task gets it as well
        while (message := await connection.next()) is not None:
            await websocket.send(message)
        assert connection.close_code is not None
        await websocket.close(connection.close_code)


async def serve_lobby(app: TableApp, websocket: WebSocket, address: str) -> None:
    """Serve a WebSocket that follows the list of tables; it sends only pings."""
    settings = app.settings
    room = settings.queue_messages, settings.queue_bytes
    connection = Connection(Access(), *room, address=address)
    websocket.set_budget(lobby_budget(settings))
    writing = asyncio.create_task(write_messages(websocket, connection))
    try:
        await app.lobby.add(connection)
        for _ in range(1000):  # the client's pings; more are not accepted
            await websocket.receive()
        connection.close(1000)
        await writing
    except StoreUnavailable:
        return
    finally:
        app.lobby.remove(connection)
        writing.cancel()
