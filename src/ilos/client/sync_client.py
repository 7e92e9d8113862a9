"""The client that blocks: `Client` for HTTP calls, `Connection` for one table's WebSocket."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import httpx
import msgspec
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

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


class Client:
    """One server, by its address such as `http://127.0.0.1:8765`."""

    def __init__(self, address: str, *, timeout: float = TIMEOUT) -> None:
        self.address = calls.server_address(address)
        self.http = httpx.Client(base_url=self.address + API, timeout=timeout)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the HTTP connections."""
        self.http.close()

    def call(self, call: Call[T]) -> T:
        """Make one call; raise RequestRefused, or ConnectionError if the server does not answer."""
        try:
            answer = self.http.request(
                call.method, call.path, content=call.content, headers=call.headers
            )
        except httpx.TransportError as error:
            raise calls.no_answer(self.address, error) from error
        return call.read(answer.status_code, answer.content)

    def server(self) -> ServerInfo:
        """Return what the server offers: version, bots, tile sets."""
        return self.call(calls.server())

    def tables(self, before: str | None = None) -> TableList:
        """Return the listed tables, newest first; `before` is the `next` of another list."""
        return self.call(calls.tables(before))

    def create_table(
        self, seats: Sequence[SeatPlan], settings: TableSettings | None = None, start: bool = False
    ) -> TableCreated:
        """Create a table; the answer has the host's token and one for each seat of mine."""
        return self.call(calls.create_table(seats, settings, start))

    def find_table(self, code: str) -> TableInfo:
        """Return the table of an invitation code."""
        return self.call(calls.find_table(code)).table

    def join(self, code: str, name: str, seat: int | None = None) -> Seated:
        """Take a seat by invitation: that one, or any open one."""
        return self.call(calls.join(self.find_table(code).id, name, seat, code))

    def start(self, table: str, host: str, fill: str | None = None) -> TableInfo:
        """Start a game, as host; `fill` is the bot for seats that are still open."""
        return self.call(calls.start(table, host, fill))

    def record(self, table: str, token: str = "") -> dict[str, Any]:
        """Return the record of a game: as the viewer may see it, whole after the end."""
        return self.call(calls.record(table, token))

    @contextmanager
    def connect(
        self, table: str, *tokens: str, session: Session | None = None, look: int | None = None
    ) -> Iterator[Connection]:
        """Connect to a table, with the tokens of one's seats, as host, or none as a spectator.

        With the session of an earlier connection, only what came after it is sent.
        """
        origin: Any = calls.origin_of(self.address)
        with connect(
            calls.socket_url(self.address, table),
            origin=origin,
            compression=None,
            open_timeout=TIMEOUT,
        ) as socket:
            connection = Connection(socket, session or Session())
            connection.send(connection.session.hello(tokens, look))
            yield connection

    def play(self, seat: Seated, choose: Callable[[Session], Move]) -> Session:
        """Play a seat to the end of the game; connect again whenever the connection is lost.

        `choose` is called with the session whenever the seat decides. A move whose answer was
        lost is sent again and has one effect. Raises RequestRefused if a move is not legal, or
        if the seat was freed.
        """
        session, retry = Session(), Retry()
        sent: SubmitMove | None = None
        while not session.is_over:
            try:
                with self.connect(seat.table.id, seat.key.token, session=session) as line:
                    while line.wait_for_turn():
                        retry.reset()
                        sent = sent or session.submission(choose(session))
                        line.command(sent)
                        sent = None
            except (OSError, WebSocketException, VersionGap, RequestRefused) as error:
                wait = retry.wait_after(error)
                if isinstance(error, RequestRefused) and error.code == "stale":
                    sent = None  # the table changed before the move arrived: choose again
                time.sleep(wait)
        return session


class Connection:
    """The WebSocket of a table; `session` is what it has told so far."""

    def __init__(self, socket: ClientConnection, session: Session) -> None:
        self.socket = socket
        self.session = session
        self._played = 0  # version of the last own move

    def send(self, message: ClientMessage) -> None:
        """Send a message of the protocol."""
        self.socket.send(messages.encode(message).decode())

    def receive(self, timeout: float | None = None) -> ServerMessage:
        """Return the server's next message, after the session took it in."""
        message = messages.decode_server(self.socket.recv(timeout))
        self.session.receive(message)
        return message

    def receive_until(self, kind: type[M]) -> M:
        """Return the next message of a kind; others are taken in on the way."""
        while True:
            message = self.receive()
            if isinstance(message, kind):
                return message

    def wait_for_turn(self) -> bool:
        """Wait until an own seat decides; return False when the game is over."""
        session = self.session
        while session.seen is None or session.version < self._played or not session.is_to_move:
            if session.is_over and session.version >= self._played:
                return False
            self.receive()
        return not session.is_over

    def command(self, command: SubmitMove) -> int:
        """Send a command and wait for its answer: its version; raise RequestRefused."""
        self.send(command)
        while True:
            message = self.receive()
            if isinstance(message, (Acknowledged, Refused)) and message.id == command.id:
                self._played = calls.version_of(message)
                return self._played

    def play(self, move: Move) -> int:
        """Play a move and return its version; raise RequestRefused."""
        return self.command(self.session.submission(move))
