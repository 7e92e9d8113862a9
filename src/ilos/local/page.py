"""Requests and sockets of a page, answered by the server's own routes (`tables.worker.ts` asks)."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, cast
from urllib.parse import parse_qsl, unquote

import msgspec

from ilos.local.app import BotPool, PageApp
from ilos.local.backend import Backend, MemoryBackend
from ilos.local.store import PageStore
from ilos.protocol import messages
from ilos.protocol.client import AskHint
from ilos.protocol.server import Hint
from ilos.server.refusal import Refusal
from ilos.server.tables.hints import find_hint
from ilos.server.tables.tasks import start_task
from ilos.server.transport.api import ApiRequest, Route, Routes
from ilos.server.transport.play_routes import SeatView
from ilos.server.transport.routes import ROUTES
from ilos.server.transport.table_socket import TableSocket
from ilos.server.transport.websocket import Disconnected, WebSocket
from ilos.store import StoreUnavailable
from ilos.views.snapshot import restore

logger = logging.getLogger(__name__)

ADDRESS = "page"  # of everybody here
SOCKET = re.compile(r"tables/([^/]+)/socket")

Send = Callable[[int, str], None]
Close = Callable[[int, int], None]


class Page:
    """One page's tables, as a worker hands them out."""

    def __init__(self, app: PageApp, send: Send, close: Close) -> None:
        self.app = app
        self._send = send
        self._close = close
        self._sockets: dict[int, asyncio.Queue[dict[str, Any]]] = {}

    async def request(self, method: str, path: str, tokens: Sequence[str], body: str) -> str:
        """Answer a request as the server would: JSON of status and body."""
        try:
            route, request = self._route(method, path, list(tokens), body.encode())
            return _answer(200, await route.run(request))
        except Refusal as refusal:
            return _refuse(refusal)
        except StoreUnavailable as error:
            return _refuse(Refusal("try_again", f"the browser keeps nothing more: {error}"))

    def _route(
        self, method: str, path: str, tokens: list[str], body: bytes
    ) -> tuple[Route, ApiRequest]:
        place, _, query = path.partition("?")
        for route in (*ROUTES, *hint_routes):
            pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", route.path.strip("/"))
            found = re.fullmatch(pattern, place)
            if found is not None and route.method == method:
                names = {name: unquote(value) for name, value in found.groupdict().items()}
                asked = dict(parse_qsl(query))
                return route, ApiRequest(self.app, names, asked, tokens, ADDRESS, body)
        raise Refusal("internal", f"there is no route {method} {place}")

    # Sockets

    def open(self, socket: int, path: str) -> None:
        """Open a socket at a table."""
        found = SOCKET.fullmatch(path)
        if found is None:
            self._close(socket, 4004)
            return
        received: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._sockets[socket] = received

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "websocket.send":
                self._send(socket, message["text"])
            elif message["type"] == "websocket.close":
                self._sockets.pop(socket, None)
                self._close(socket, message["code"])

        scope = {"path": path, "client": (ADDRESS, 0), "headers": []}
        websocket = WebSocket(scope, received.get, send)
        table = TableSocket(self.app, websocket, unquote(found[1]), ADDRESS)

        async def serve() -> None:
            with suppress(Disconnected):
                await table.run([])

        start_task(serve())

    def receive(self, socket: int, text: str) -> None:
        """Take a message of the client."""
        if socket in self._sockets:
            self._sockets[socket].put_nowait({"type": "websocket.receive", "text": text})

    def close(self, socket: int) -> None:
        """The client has closed its socket."""
        received = self._sockets.pop(socket, None)
        if received is not None:
            received.put_nowait({"type": "websocket.disconnect"})

    def changed(self, table: str, head: int) -> None:
        """Another tab appended to a table."""
        self.app.tables.on_remote_change(table, head)


class HintAtServer(msgspec.Struct, frozen=True):
    """A request for a hint at a server's table."""

    command: AskHint
    table: str
    seen: SeatView  # what the server gave the seat


hint_routes = Routes()


@hint_routes.post("/hints")
async def hint(request: ApiRequest, body: HintAtServer) -> Hint:
    """Find a hint as a server does, from what a server's table shows to a seat."""
    seen = restore(body.seen.view)
    key = f"{body.table}:{seen.viewer}:{body.seen.version}"
    return await find_hint(request.app, seen, body.seen.version, key, "", body.command)


def offer() -> str:
    """Return what a page offers, as JSON; the pack tells it before Python runs."""

    async def ask() -> str:
        no_bots = cast("BotPool", None)  # nobody is seated here
        page = start(None, no_bots, lambda *_: None, lambda *_: None, lambda *_: None)
        return await page.request("GET", "server", [], "")

    return str(msgspec.json.decode(asyncio.run(ask()))[1])


def _refuse(refusal: Refusal) -> str:
    return _answer(refusal.status, messages.encode(refusal.problem))


def _answer(status: int, body: bytes) -> str:
    return msgspec.json.encode([status, body.decode()]).decode()


def start(
    backend: Backend | None,
    pool: BotPool,
    send: Send,
    close: Close,
    announce: Callable[[str, int], None],
) -> Page:
    """Start the tables of a page; without a backend they end with it."""
    store = PageStore(backend or MemoryBackend(), announce)
    return Page(PageApp(store, pool), send, close)
