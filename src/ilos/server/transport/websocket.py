"""One WebSocket as the ASGI server provides it; only text messages are used."""

import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

from ilos.server.tables.connection import SendNow, cannot_send_now

SEND_NOW = "ilos.send_now"  # the ASGI extension that provides `send_now`
SET_BUDGET = "ilos.set_budget"  # the ASGI extension that provides `set_budget`

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class Disconnected(Exception):
    """The other side has closed the connection."""


class ReceiveBudget:
    """Bytes and frames that may be received: `seconds` refill both; None: never refilled."""

    def __init__(self, size: float, frames: float, seconds: float | None) -> None:
        self._size, self._frames = size, frames
        self._seconds = seconds
        self._size_left, self._frames_left = size, frames
        self._since = time.monotonic()

    def frames_left(self, now: float) -> int:
        """Refill; return how many frames are left."""
        if self._seconds is not None:
            share = (now - self._since) / self._seconds
            self._size_left = min(self._size, self._size_left + share * self._size)
            self._frames_left = min(self._frames, self._frames_left + share * self._frames)
            self._since = now
        return int(self._frames_left)

    def spend(self, size: int, frames: int) -> bool:
        """Spend bytes and frames; return whether there were enough."""
        self._size_left -= size
        self._frames_left -= frames
        return self._size_left >= 0 and self._frames_left >= 0


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
