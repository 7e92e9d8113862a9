"""A small server of its own for each test, and people who play on it over real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any, TypeVar

import httpx
import msgspec
from websockets.asyncio.client import connect

from ilos.client import AsyncClient, AsyncConnection, Session, TableCreated, random_move
from ilos.client.calls import socket_url
from ilos.protocol import messages
from ilos.protocol.client import ClientMessage
from ilos.protocol.server import Acknowledged, Refused, ServerMessage, Update, Welcome
from ilos.rules.choices import Choices
from ilos.rules.moves import to_builtins
from ilos.server.app import App
from ilos.server.run import Server
from ilos.server.settings import Settings
from ilos.store.clock import Clock
from ilos.store.store import open_store

T = TypeVar("T", bound=msgspec.Struct)
Json = dict[str, Any]
WAIT = 20.0  # seconds after which a test that waits for a message has failed

# A server for tests: any port, no pauses, no limits but those a test asks for.
QUICK: Json = {
    "port": 0,
    "open_browser": False,
    "bot_pause": 0.0,
    "messages_per_10s": 0,
    "requests_per_10s": 0,
    "creations_per_minute": 0,
    "chat_per_minute": 0,
    "hints_per_minute": 0,
    "tables_per_address": 0,
    "guesses_per_minute": 0,
    "guesses_per_hour": 0,
    "wrong_codes_per_hour": 0,
    "imports_per_minute": 0,
    "records_per_address": 0,
    "records": 0,
    "record_storage_per_address": 0,
    "work_per_minute": 0,
    "bot_seconds_per_day": 0,
    "joins_per_minute": 0,
    "leaves_per_hour": 0,
    "seated_sockets_per_address": 0,
    "handshakes_per_minute": 0,
    "frames_per_10s": 0,
    "connections_per_address": 0,
    "connections_per_10s": 0,
    "files_per_10s": 0,
    "pages_per_10s": 0,
}


class Ahead(Clock):
    """A clock that a test moves on."""

    def __init__(self) -> None:
        super().__init__()
        self.passed = 0

    def now(self) -> int:
        return super().now() + self.passed


class Running:
    """A server that runs in this process."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.app: App = server.app
        self.address = server.address
        self.client = AsyncClient(self.address, timeout=WAIT)
        self.http = self.client.http

    async def call(self, method: str, path: str, body: Any = None, token: str = "") -> Any:
        """The JSON of a call that must succeed."""
        response = await self.try_call(method, path, body, token)
        assert response.status_code == 200, response.text
        return response.json()

    async def try_call(
        self, method: str, path: str, body: Any = None, token: str = ""
    ) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        content = None if body is None else msgspec.json.encode(body)
        return await self.http.request(method, path, content=content, headers=headers)

    async def table(self, *kinds: str, start: bool = True, **settings: Any) -> TableCreated:
        """A new table with seats `mine`, `open` or the name of a bot."""
        seats = [_seat(index, kind) for index, kind in enumerate(kinds)]
        body = {"seats": seats, "start": start, "settings": {"first_player": 0, **settings}}
        made = await self.call("POST", "/tables", body)
        return msgspec.convert(made, TableCreated)

    @asynccontextmanager
    async def player(
        self, table: str, *tokens: str, seen: int | None = None, look: int | None = None
    ) -> AsyncIterator[Player]:
        """Someone at a table, welcomed."""
        session = Session()
        session.seen = seen
        async with self.client.connect(table, *tokens, session=session, look=look) as connection:
            yield Player(connection)

    def lobby(self) -> connect:
        """A line to the list of tables."""
        url = self.address.replace("http", "ws", 1) + "/api/v1/lobby/socket"
        return connect(url, origin=self.origin)

    async def raw_socket(self, table: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A socket at a table after the handshake, on which any bytes can be written."""
        host, port = self.address.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(
            f"GET /api/v1/tables/{table}/socket HTTP/1.1\r\nHost: {host}:{port}\r\n"
            f"Origin: {self.address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Extensions: permessage-deflate\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        head = await reader.readuntil(b"\r\n\r\n")
        assert b"101" in head
        assert b"deflate" not in head, "H-04: nothing is compressed"
        return reader, writer

    async def handshake(self, table: str, **headers: str) -> int:
        """The status a refused handshake of a socket is answered with."""
        asked = {
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
            **headers,
        }
        url = f"{self.address}/api/v1/tables/{table}/socket"
        return (await self.http.get(url, headers=asked)).status_code

    def socket_url(self, table: str) -> str:
        return socket_url(self.address, table)

    @property
    def origin(self) -> Any:
        return self.address


def _seat(index: int, kind: str) -> Json:
    names = ("Ana", "Bo", "Cy", "Di", "Eve")
    if kind == "mine":
        return {"kind": "mine", "name": names[index]}
    return {"kind": "open"} if kind == "open" else {"kind": "bot", "bot": kind}


class Player:
    """One connection, and all it has been told."""

    def __init__(self, connection: AsyncConnection) -> None:
        self.connection = connection
        self.socket = connection.socket
        self.session = connection.session
        self.told: list[ServerMessage] = []
        self.bytes: list[bytes] = []

    async def send(self, message: ClientMessage) -> None:
        await self.connection.send(message)

    async def next(self) -> ServerMessage:
        """The next message."""
        async with asyncio.timeout(WAIT):
            data = await self.socket.recv(decode=False)
        message = messages.decode_server(data)
        self.bytes.append(data)
        self.told.append(message)
        self.session.receive(message)
        return message

    async def hear(self, kind: type[T]) -> T:
        """The next message of a kind; others are passed over."""
        while True:
            message = await self.next()
            if isinstance(message, kind):
                return message

    async def welcomed(self) -> Welcome:
        return await self.hear(Welcome)

    async def until_turn(self) -> tuple[int, Json]:
        """The version and choices when this player is to move, or the end of the game."""
        while True:
            message = await self.next()
            if isinstance(message, (Welcome, Update)) and message.player_view is not None:
                view = msgspec.json.decode(message.player_view.view)
                choices = msgspec.json.decode(message.player_view.choices)
                if choices is not None or view["phase"] == "over":
                    return message.version, {"view": view, "choices": choices}

    async def submit(self, version: int, move: Any, name: str | None = None) -> str:
        """Send a move, or anything in its place; its id."""
        command = self.session.submission(move, version)
        command.id = name or command.id
        await self.send(command)
        return command.id

    async def play(self, version: int, move: Json, name: str | None = None) -> int:
        """Send a move that must be accepted; its version."""
        command = await self.submit(version, move, name)
        answer = await self.answer()
        assert isinstance(answer, Acknowledged), answer
        assert answer.id == command
        return answer.version

    async def answer(self) -> Acknowledged | Refused:
        while True:
            message = await self.next()
            if isinstance(message, (Acknowledged, Refused)):
                return message


def a_move(choices: Json) -> Json:
    """Some legal move of these choices: the simplest that goes on with the game."""
    found: Choices = msgspec.convert(choices, Choices)
    move: Json = to_builtins(random_move(found, Random(1), activity=0))
    return move


@asynccontextmanager
async def running(database: str, **settings: Any) -> AsyncIterator[Running]:
    """A server on a database, ended when the test is; `clock` is one that the test moves on."""
    clock: Clock | None = settings.pop("clock", None)
    chosen = msgspec.convert({**QUICK, **settings, "database": database}, Settings)
    store = await open_store(database)
    store.clock = clock or store.clock
    server = Server(App(chosen, store))
    task = asyncio.create_task(server.serve())
    try:
        async with asyncio.timeout(WAIT):
            await server.ready.wait()
        running_server = Running(server)
        yield running_server
        await running_server.client.close()
    finally:
        server.should_exit = True
        await task
