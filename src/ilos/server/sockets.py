"""WebSockets: a connection to a table, or to the list of tables (A-04, A-12, A-13, F-09, F-10)."""

import asyncio
import logging
import time
from collections.abc import Sequence
from typing import Any

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from ilos.protocol import client, messages
from ilos.protocol.server import Heartbeat, Welcome
from ilos.server import chat, sights
from ilos.server.access import Access
from ilos.server.delay import without_clocks
from ilos.server.doing import do, refused
from ilos.server.entering import enter
from ilos.server.house import House
from ilos.server.hub import Connection
from ilos.server.limits import Bucket
from ilos.server.refusal import Refusal
from ilos.server.table import Table
from ilos.store import StoreUnavailable

logger = logging.getLogger(__name__)

Socket = WebSocket[Any, Any, Any]

CLOSE = {"protocol_version": 4001, "unknown_table": 4004, "try_again": 1012, "quota": 4010}
HELLO = 10.0  # seconds to say hello
LONGEST_RUN = 1000  # more missed changes than this: a whole welcome is sent instead


class TableSocket:
    """The life of one socket at a table."""

    def __init__(self, house: House, socket: Socket, table_id: str, address: str) -> None:
        self._house = house
        self._socket = socket
        self._table_id = table_id
        self._address = address
        self._bad = 0
        self._asked: set[asyncio.Task[None]] = set()
        settings = house.settings
        self._rate = Bucket(settings.messages_per_10s or 1e12, 10, time.monotonic())

    async def run(self, tokens: Sequence[str]) -> None:
        """From hello to goodbye; `tokens` came with the handshake."""
        try:
            async with asyncio.timeout(HELLO):
                hello = messages.decode_client(await self._socket.receive_data(mode="text"))
            if not isinstance(hello, client.Hello):
                raise Refusal("bad_message", "the first message is hello")
            table, connection = await self._admit(hello, tokens)
        except (Refusal, messages.BadMessage, TimeoutError) as error:
            await self._turn_away(error)
            return
        try:
            async with table.quiet():
                table.join(connection)
                await self._bring_up_to_date(table, connection, hello.seen)
            await self._live(table, connection)
        except StoreUnavailable:
            await self._socket.close(code=1012)
        finally:
            table.part(connection)

    async def _admit(self, hello: client.Hello, tokens: Sequence[str]) -> tuple[Table, Connection]:
        if hello.protocol not in (messages.PROTOCOL, messages.PROTOCOL - 1):
            raise Refusal("protocol_version", "please reload: this server is newer or older")
        shown = [*tokens, *(token for token in hello.tokens if token not in tokens)]
        table, access = await enter(self._house, self._table_id, shown, self._address)
        settings = self._house.settings
        connection = Connection(access, settings.queue_messages, settings.queue_bytes)
        connection.look = first_look(table, access, hello.look)
        for chair in access.chairs:
            connection.muted.update((await self._house.store.chair(table.state.id, chair)).muted)
        return table, connection

    async def _turn_away(self, error: Exception) -> None:
        code, message = "bad_message", str(error) or "no hello came"
        if isinstance(error, Refusal):
            code = error.code
        no = refused(Refusal(code, message), None, None)  # type: ignore[arg-type]
        await self._socket.send_data(messages.encode(no), mode="text")
        await self._socket.close(code=CLOSE.get(code, 4003 if code != "bad_message" else 1008))

    async def _live(self, table: Table, connection: Connection) -> None:
        tasks = [
            asyncio.create_task(self._write(connection)),
            asyncio.create_task(self._read(table, connection)),
            asyncio.create_task(self._beat(table, connection)),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if connection.close_code is not None:
            await self._socket.close(code=connection.close_code)

    async def _bring_up_to_date(
        self, table: Table, connection: Connection, seen: int | None
    ) -> None:
        """The run of changes since `seen`, or a whole welcome (F-07)."""
        state = table.shown_to(connection.access)
        if seen is not None and 0 < seen <= state.version <= seen + LONGEST_RUN:
            log = await self._house.store.load(state.id, seen)
            new = [stored for stored in log if stored.version <= state.version]
            presence, now = table.presence(), self._house.store.clock.now()
            seat, inside = table.seat_looked_through(connection), connection.access.inside
            news = sights.update(state, new, seat, presence, now, inside, sights.sight(state, seat))
            if table.is_behind(connection.access):
                news = without_clocks(news)
            connection.push(messages.encode(news))
            return
        connection.push(messages.encode(await welcome(self._house, table, connection)))

    async def _write(self, connection: Connection) -> None:
        while (message := await connection.next()) is not None:
            await self._socket.send_data(message, mode="text")

    async def _beat(self, table: Table, connection: Connection) -> None:
        """A heartbeat with the version; uvicorn's pings tell who is still there (F-10)."""
        while True:
            await asyncio.sleep(self._house.settings.heartbeat)
            connection.push(messages.encode(self._heartbeat(table, connection)))

    def _heartbeat(self, table: Table, connection: Connection) -> Heartbeat:
        version = table.shown_to(connection.access).version
        return Heartbeat(version=version, now=self._house.store.clock.now())

    async def _read(self, table: Table, connection: Connection) -> None:
        while connection.close_code is None:
            try:
                text = await self._socket.receive_data(mode="text")
            except WebSocketDisconnect:
                return
            if not self._rate.take(time.monotonic()):
                connection.close(1008)
                return
            try:
                message = messages.decode_client(text)
            except messages.BadMessage as error:
                self._count_bad(connection, str(error))
                continue
            task = asyncio.create_task(self._handle(table, connection, message))
            if isinstance(message, client.AskHint):
                self._asked.add(task)  # thinking takes long; the line stays open meanwhile
                task.add_done_callback(self._asked.discard)
            else:
                await asyncio.shield(task)  # finished even if the line is cut meanwhile

    def _count_bad(self, connection: Connection, why: str) -> None:
        self._bad += 1
        connection.push(messages.encode(refused(Refusal("bad_message", why), None, None)))
        if self._bad >= self._house.settings.bad_messages:
            connection.close(1008)

    async def _handle(
        self, table: Table, connection: Connection, message: messages.ClientMessage
    ) -> None:
        try:
            await self._obey(table, connection, message)
        except Refusal as refusal:
            shown = table.shown_to(connection.access)
            connection.push(messages.encode(refused(refusal, None, shown)))
        except StoreUnavailable:
            connection.close(1012)

    async def _obey(
        self, table: Table, connection: Connection, message: messages.ClientMessage
    ) -> None:
        match message:
            case client.Ping():
                connection.push(messages.encode(self._heartbeat(table, connection)))
            case client.Resync():
                await table.catch_up()
                async with table.quiet():
                    await self._bring_up_to_date(table, connection, message.seen)
            case client.Look():
                async with table.quiet():
                    connection.look = look_through(table, connection.access, message.seat)
                    await self._bring_up_to_date(table, connection, None)
            case client.Hello():
                raise Refusal("bad_message", "hello was said already")
            case _:
                house, access = self._house, connection.access
                await do(
                    house,
                    table,
                    access,
                    self._address,
                    message,
                    lambda answer: connection.push(messages.encode(answer)),
                    connection,
                )


async def watch_lobby(house: House, socket: Socket) -> None:
    """The life of a socket that looks at the list of tables; it says nothing itself."""
    settings = house.settings
    connection = Connection(Access(), settings.queue_messages, settings.queue_bytes)

    async def write() -> None:
        while (message := await connection.next()) is not None:
            await socket.send_data(message, mode="text")

    async def read() -> None:
        for _ in range(1000):  # pings of the client; whoever says more is let go
            await socket.receive_data(mode="text")

    try:
        await house.lobby.join(connection)
        tasks = [asyncio.create_task(write()), asyncio.create_task(read())]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await socket.close(code=connection.close_code or 1000)
    except (StoreUnavailable, WebSocketDisconnect):
        return
    finally:
        house.lobby.part(connection)


async def welcome(house: House, table: Table, connection: Connection) -> Welcome:
    """Everything for somebody who has just come."""
    access = connection.access
    state = table.shown_to(access)
    said = await chat.lines(house.store, table, access, connection.muted)
    muted = [seat if seat < 0 else state.seat_of(seat) for seat in sorted(connection.muted)]
    shown = sights.welcome(
        state,
        table.seat_looked_through(connection),
        access.seats(state),
        access.host,
        table.presence(),
        house.store.clock.now(),
        said,
        muted,
    )
    return without_clocks(shown) if table.is_behind(access) else shown


def first_look(table: Table, access: Access, wish: int | None) -> int | None:
    """The chair somebody looks through when they come."""
    if wish is not None:
        return look_through(table, access, wish)
    seats = access.seats(table.state)
    return look_through(table, access, seats[0]) if seats else None


def look_through(table: Table, access: Access, seat: int | None) -> int | None:
    """The chair of a seat, if it is one's own."""
    if seat is None:
        return None
    if seat not in access.seats(table.state):
        raise Refusal("not_allowed", "this is not your seat", table.shown_to(access).version)
    return table.state.order[seat] if table.state.order else seat
