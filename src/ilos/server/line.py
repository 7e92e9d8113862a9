"""A line to somebody: one WebSocket as the ASGI server hands it over, with no layer in between."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

from ilos.server.wire import AT_ONCE

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
AtOnce = Callable[[Iterable[bytes]], bool]  # sends texts now; False: they have to wait


def never(_texts: Iterable[bytes]) -> bool:
    """Of a line that has no such way."""
    return False


class HungUp(Exception):
    """Nobody is there any more."""


class Line:
    """One WebSocket; only texts are spoken on it."""

    def __init__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        self.path: str = scope["path"]
        self.peer: str = scope["client"][0] if scope["client"] else "unknown"
        self.headers = {
            name.decode("latin-1").lower(): value.decode("latin-1")
            for name, value in scope["headers"]
        }
        self._receive = receive
        self._send = send
        self.at_once: AtOnce = scope.get("extensions", {}).get(AT_ONCE, never)

    async def accept(self) -> None:
        """Answer the handshake."""
        await self._receive()  # says only that somebody wants to connect
        await self._tell({"type": "websocket.accept"})

    async def receive(self) -> str:
        """The next text; raises HungUp."""
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise HungUp
        return message.get("text") or ""

    async def send(self, text: bytes) -> None:
        """Send a text; raises HungUp, and waits while the other side does not read."""
        await self._tell({"type": "websocket.send", "text": text.decode()})

    async def close(self, code: int) -> None:
        """Hang up; before the handshake is answered, this refuses it with HTTP 403."""
        with suppress(HungUp):
            await self._tell({"type": "websocket.close", "code": code})

    async def _tell(self, message: Message) -> None:
        try:
            await self._send(message)
        except (OSError, RuntimeError):  # uvicorn: the other side is gone, or goodbye was said
            raise HungUp from None
