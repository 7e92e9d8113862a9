"""WebSockets: a connection to a table, or to the list of tables (A-12, A-13, F-09)."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Sequence

from ilos.protocol import client, messages
from ilos.protocol.server import Welcome
from ilos.server import chat, sights
from ilos.server.access import Access
from ilos.server.delay import without_clocks
from ilos.server.doing import do, refused
from ilos.server.entering import enter
from ilos.server.house import House
from ilos.server.hub import Connection
from ilos.server.limits import Bucket
from ilos.server.line import HungUp, Line
from ilos.server.refusal import Refusal
from ilos.server.table import Table
from ilos.store import StoreUnavailable

logger = logging.getLogger(__name__)

CLOSE = {"protocol_version": 4001, "unknown_table": 4004, "try_again": 1012, "quota": 4010}
HELLO = 10.0  # seconds to say hello
LONGEST_RUN = 1000  # more missed changes than this: a whole welcome is sent instead


class TableSocket:
    """The life of one socket at a table: this task reads, another one writes."""

    def __init__(self, house: House, line: Line, table_id: str, address: str) -> None:
        self._house = house
        self._line = line
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
                hello = messages.decode_client(await self._line.receive())
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
            await self._line.close(1012)
        finally:
            table.part(connection)

    async def _admit(self, hello: client.Hello, tokens: Sequence[str]) -> tuple[Table, Connection]:
        if hello.protocol not in (messages.PROTOCOL, messages.PROTOCOL - 1):
            raise Refusal("protocol_version", "please reload: this server is newer or older")
        shown = [*tokens, *(token for token in hello.tokens if token not in tokens)]
        table, access = await enter(self._house, self._table_id, shown, self._address)
        settings = self._house.settings
        room = settings.queue_messages, settings.queue_bytes
        connection = Connection(access, *room, address=self._address)
        connection.look = first_look(table, access, hello.look)
        for chair in access.chairs:
            connection.muted.update((await self._house.store.chair(table.state.id, chair)).muted)
        return table, connection

    async def _turn_away(self, error: Exception) -> None:
        code, message = "bad_message", str(error) or "no hello came"
        if isinstance(error, Refusal):
            code = error.code
        no = refused(Refusal(code, message), None, None)  # type: ignore[arg-type]
        await self._line.send(messages.encode(no))
        await self._line.close(CLOSE.get(code, 4003 if code != "bad_message" else 1008))

    async def _live(self, table: Table, connection: Connection) -> None:
        """Until the other side hangs up, or we do: after that nothing more is heard either.

        Reading is a task of its own, so that a message wakes it and none of those who wait for it.
        """
        writing = asyncio.create_task(write(self._line, connection))
        reading = asyncio.create_task(self._read(table, connection))
        try:
            await reading
        finally:
            connection.close(1000)
            for task in (reading, writing):
                task.cancel()
            await asyncio.gather(reading, writing, return_exceptions=True)

    async def _bring_up_to_date(
        self, table: Table, connection: Connection, seen: int | None
    ) -> None:
        """The run of changes since `seen`, or a whole welcome (F-07)."""
        state = table.shown_to(connection.access)
        if seen is not None and 0 < seen <= state.version <= seen + LONGEST_RUN:
            log = await self._house.store.load(state.id, seen)
            new = [stored for stored in log if stored.version <= state.version]
            seat, code = table.seat_looked_through(connection), connection.access.sees_code
            now, seen_now = self._house.store.clock.now(), sights.sight(state, seat)
            news = sights.News(state, new, table.presence, now).told(seat, code, seen_now)
            if table.is_behind(connection.access):
                news = without_clocks(news)
            connection.push(messages.encode(news))
            return
        connection.push(messages.encode(await welcome(self._house, table, connection)))

    async def _read(self, table: Table, connection: Connection) -> None:
        while True:
            text = await self._line.receive()
            if connection.close_code is not None:
                continue  # what comes while we hang up is not listened to
            if not self._rate.take(time.monotonic()):
                connection.close(1008)
                continue
            try:
                message = messages.decode_client(text)
            except messages.BadMessage as error:
                self._count_bad(connection, str(error))
                continue
            if isinstance(message, client.AskHint):
                task = asyncio.create_task(self._obey(table, connection, message))
                self._asked.add(task)  # thinking takes long; the line stays open meanwhile
                task.add_done_callback(self._asked.discard)
            else:
                await self._obey(table, connection, message)

    def _count_bad(self, connection: Connection, why: str) -> None:
        self._bad += 1
        connection.push(messages.encode(refused(Refusal("bad_message", why), None, None)))
        if self._bad >= self._house.settings.bad_messages:
            connection.close(1008)

    async def _obey(
        self, table: Table, connection: Connection, message: messages.ClientMessage
    ) -> None:
        try:
            match message:
                case client.Ping():
                    connection.push(table.heartbeat(connection.access))
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
                    await do(
                        self._house,
                        table,
                        connection.access,
                        self._address,
                        message,
                        lambda answer: connection.push(messages.encode(answer)),
                        connection,
                    )
        except Refusal as refusal:
            shown = table.shown_to(connection.access)
            connection.push(messages.encode(refused(refusal, None, shown)))
        except StoreUnavailable:
            connection.close(1012)


async def write(line: Line, connection: Connection) -> None:
    """Sends what is pushed, and hangs up when it is told to."""
    connection.at_once = line.at_once
    with contextlib.suppress(HungUp):  # the reader hears of it as well
        while (message := await connection.next()) is not None:
            await line.send(message)
        assert connection.close_code is not None
        await line.close(connection.close_code)


async def watch_lobby(house: House, line: Line, address: str) -> None:
    """The life of a socket that looks at the list of tables; it says nothing itself."""
    settings = house.settings
    room = settings.queue_messages, settings.queue_bytes
    connection = Connection(Access(), *room, address=address)
    writing = asyncio.create_task(write(line, connection))
    try:
        await house.lobby.join(connection)
        for _ in range(1000):  # pings of the client; whoever says more is let go
            await line.receive()
        connection.close(1000)
        await writing
    except StoreUnavailable:
        return
    finally:
        house.lobby.part(connection)
        writing.cancel()


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
        access.sees_code,
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
