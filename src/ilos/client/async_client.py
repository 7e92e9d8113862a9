"""The client for asyncio: `AsyncClient` for HTTP calls, `AsyncConnection` for one WebSocket.

Method for method the same as `sync_client`, whose docstrings say more.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from ilos.client import calls
from ilos.client.calls import API, TIMEOUT, Call, RequestRefused
from ilos.client.retry import Retry
from ilos.client.session import Session, VersionGap
from ilos.protocol import messages
from ilos.protocol.client import ClientMessage, SubmitMove
from ilos.protocol.http import Seated, ServerInfo, TableCreated, TableList
from ilos.protocol.server import Acknowledged, Refused, ServerMessage
from ilos.protocol.tables import SeatPlan, TableInfo, TableSettings
from ilos.rules.moves import Move

T = TypeVar("T")
M = TypeVar("M", bound=msgspec.Struct)


class AsyncClient:
    """One server, by its address such as `http://127.0.0.1:8765`."""

    def __init__(
        self, address: str, *, timeout: float = TIMEOUT, local_address: str | None = None
    ) -> None:
        self.address = calls.server_address(address)
        self._local = None if local_address is None else (local_address, 0)
        transport = httpx.AsyncHTTPTransport(local_address=local_address)
        base = self.address + API
        self.http = httpx.AsyncClient(base_url=base, timeout=timeout, transport=transport)

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the HTTP connections."""
        await self.http.aclose()

    async def call(self, call: Call[T]) -> T:
        """Make one call; raise RequestRefused, or ConnectionError if the server does not answer."""
        try:
            answer = await self.http.request(
                call.method, call.path, content=call.content, headers=call.headers
            )
        except httpx.TransportError as error:
            raise calls.no_answer(self.address, error) from error
        return call.read(answer.status_code, answer.content)

    async def server(self) -> ServerInfo:
        """Return what the server offers: version, bots, tile sets."""
        return await self.call(calls.server())

    async def tables(self, before: str | None = None) -> TableList:
        """Return the listed tables, newest first; `before` is the `next` of another list."""
        return await self.call(calls.tables(before))

    async def create_table(
        self, seats: Sequence[SeatPlan], settings: TableSettings | None = None, start: bool = False
    ) -> TableCreated:
        """Create a table; the answer has the host's token and one for each seat of mine."""
        return await self.call(calls.create_table(seats, settings, start))

    async def find_table(self, code: str) -> TableInfo:
        """Return the table of an invitation code."""
        return (await self.call(calls.find_table(code))).table

    async def join(self, code: str, name: str, seat: int | None = None) -> Seated:
        """Take a seat by invitation: that one, or any open one."""
        table = await self.find_table(code)
        return await self.call(calls.join(table.id, name, seat, code))

    async def start(self, table: str, host: str, fill: str | None = None) -> TableInfo:
        """Start a game, as host; `fill` is the bot for seats that are still open."""
        return await self.call(calls.start(table, host, fill))

    async def record(self, table: str, token: str = "") -> dict[str, Any]:
        """Return the record of a game: as the viewer may see it, whole after the end."""
        return await self.call(calls.record(table, token))

    @asynccontextmanager
    async def connect(
        self, table: str, *tokens: str, session: Session | None = None, look: int | None = None
    ) -> AsyncIterator[AsyncConnection]:
        """Connect to a table, with the tokens of one's seats, as host, or none as a spectator.

        With the session of an earlier connection, only what came after it is sent.
        """
        origin: Any = calls.origin_of(self.address)
        async with connect(
            calls.socket_url(self.address, table),
            origin=origin,
            compression=None,
            open_timeout=TIMEOUT,
            local_addr=self._local,
        ) as socket:
            connection = AsyncConnection(socket, session or Session())
            await connection.send(connection.session.hello(tokens, look))
            yield connection

    async def play(self, seat: Seated, choose: Callable[[Session], Awaitable[Move]]) -> Session:
        """Play a seat to the end of the game; connect again whenever the connection is lost.

        `choose` is called with the session whenever the seat decides. A move whose answer was
        lost is sent again and has one effect. Raises RequestRefused if a move is not legal, or
        if the seat was freed.
        """
        session, retry = Session(), Retry()
        sent: SubmitMove | None = None
        while not session.is_over:
            try:
                async with self.connect(seat.table.id, seat.key.token, session=session) as line:
                    while await line.wait_for_turn():
                        retry.reset()
                        sent = sent or session.submission(await choose(session))
                        await line.command(sent)
                        sent = None
            except (OSError, WebSocketException, VersionGap, RequestRefused) as error:
                wait = retry.wait_after(error)
                if isinstance(error, RequestRefused) and error.code == "stale":
                    sent = None  # the table changed before the move arrived: choose again
                await asyncio.sleep(wait)
        return session


class AsyncConnection:
    """The WebSocket of a table; `session` is what it has told so far."""

    def __init__(self, socket: ClientConnection, session: Session) -> None:
        self.socket = socket
        self.session = session
        self._played = 0  # version of the last own move

    async def send(self, message: ClientMessage) -> None:
        """Send a message of the protocol."""
        await self.socket.send(messages.encode(message).decode())

    async def receive(self) -> ServerMessage:
        """Return the server's next message, after the session took it in."""
        message = messages.decode_server(await self.socket.recv())
        self.session.receive(message)
        return message

    async def receive_until(self, kind: type[M]) -> M:
        """Return the next message of a kind; others are taken in on the way."""
        while True:
            message = await self.receive()
            if isinstance(message, kind):
                return message

    async def wait_for_turn(self) -> bool:
        """Wait until an own seat decides; return False when the game is over."""
        session = self.session
        while session.seen is None or session.version < self._played or not session.is_to_move:
            if session.is_over and session.version >= self._played:
                return False
            await self.receive()
        return not session.is_over

    async def command(self, command: SubmitMove) -> int:
        """Send a command and wait for its answer: its version; raise RequestRefused."""
        await self.send(command)
        while True:
            message = await self.receive()
            if isinstance(message, (Acknowledged, Refused)) and message.id == command.id:
                self._played = calls.version_of(message)
                return self._played

    async def play(self, move: Move) -> int:
        """Play a move and return its version; raise RequestRefused."""
        return await self.command(self.session.submission(move))
