"""One WebSocket as the ASGI server provides it; only text messages are used."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ilos.server.tables.connection import SendNow, cannot_send_now

if TYPE_CHECKING:
    from ilos.server.transport.websocket_protocol import ReceiveBudget

SEND_NOW = "ilos.send_now"  # the ASGI extension that provides `send_now`
SET_BUDGET = "ilos.set_budget"  # the ASGI extension that provides `set_budget`

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class Disconnected(Exception):
    """The other side has closed the connection."""


class WebSocket:
    """One WebSocket."""

    def __init__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        self.path: str = scope["path"]
        self.peer: str = scope["client"][0] if scope["client"] else "unknown"
        self.headers = {
            name.decode("latin-1").lower(): value.decode("latin-1")
            for name, value in scope["headers"]
        }
        self.forwarded = [
            value.decode("latin-1")
            for name, value in scope["headers"]
            if name.lower() == b"x-forwarded-for"
        ]
        self._receive = receive
        self._send = send
        self.send_now: SendNow = scope.get("extensions", {}).get(SEND_NOW, cannot_send_now)
        self._set_budget = scope.get("extensions", {}).get(SET_BUDGET)

    def set_budget(self, budget: ReceiveBudget | None) -> None:
        """Replace the budget of received bytes and frames, if the server has one."""
        if self._set_budget is not None:
            self._set_budget(budget)

    async def accept(self) -> None:
        """Accept the handshake."""
        await self._receive()  # the ASGI connect message
        await self._send_asgi({"type": "websocket.accept"})

    async def receive(self) -> str:
        """Return the next text; raise Disconnected."""
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise Disconnected
        return message.get("text") or ""

    async def send(self, text: bytes) -> None:
        """Send a text, waiting while the other side does not read; raise Disconnected."""
        await self._send_asgi({"type": "websocket.send", "text": text.decode()})

    async def refuse(self, status: int) -> None:
        """Refuse the handshake with an HTTP status."""
        start = {"type": "websocket.http.response.start", "status": status, "headers": []}
        with suppress(Disconnected):
            await self._send_asgi(start)
            await self._send_asgi({"type": "websocket.http.response.body", "body": b""})

    async def close(self, code: int) -> None:
        """Close; before the handshake is accepted, this refuses it with HTTP 403."""
        with suppress(Disconnected):
            await self._send_asgi({"type": "websocket.close", "code": code})

    async def _send_asgi(self, message: Message) -> None:
        try:
            await self._send(message)
        except (OSError, RuntimeError):  # uvicorn: the other side is gone, or the close was sent
            raise Disconnected from None
