"""The wire under a line: uvicorn's WebSocket, with a short way for the texts of a game (A-13).

A whole text is read and written here; everything else is the library's: handshakes, fragments,
pings, goodbyes, faults.
"""

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.http11 import Request
from websockets.protocol import State

AT_ONCE = "ilos.at_once"  # the extension of ASGI by which a line finds `at_once`

_TEXT = 0x81  # a first byte: text, and whole
_CONTROLS = (0x88, 0x89, 0x8A)  # close, ping, pong


class Inbox:
    """What came and was not listened to yet: asyncio's queue for one listener, in fewer steps."""

    def __init__(self) -> None:
        self._came: deque[Any] = deque()
        self._listener: asyncio.Future[None] | None = None

    @property
    def is_heeded(self) -> bool:
        """Whether somebody waits for the next message."""
        return self._listener is not None

    def empty(self) -> bool:
        return not self._came

    def put_nowait(self, message: Any) -> None:
        self._came.append(message)
        listener, self._listener = self._listener, None
        if listener is not None and not listener.done():
            listener.set_result(None)

    async def get(self) -> Any:
        while not self._came:
            self._listener = asyncio.get_running_loop().create_future()
            await self._listener
        return self._came.popleft()


class Wire(WebSocketsSansIOProtocol):
    """One WebSocket."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._inbox = Inbox()
        self.queue = self._inbox  # type: ignore[assignment]
        self._in_frames = True  # all that came so far came frame by frame

    # What comes

    def handle_connect(self, event: Request) -> None:
        """Somebody wants to connect."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: Any = self.scope["extensions"]
            extensions[AT_ONCE] = self.at_once

    def data_received(self, data: bytes) -> None:
        """One text, mostly."""
        text = self._text_of(data)
        if text is not None:
            self._take(text)
            return
        if self.handshake_initiated and not _is_control(data):
            self._in_frames = False  # only the library knows where the next frame begins
        super().data_received(data)

    def _text_of(self, data: bytes) -> str | None:
        """The text, if this is one frame with a whole one; all that is odd is the library's."""
        if not self._in_frames or data[0] != _TEXT or self.conn.state is not State.OPEN:
            return None
        start = _payload(data)
        if start is None or len(data) - start > self.config.ws_max_size:
            return None
        try:
            return apply_mask(data[start:], data[start - 4 : start]).decode()
        except UnicodeDecodeError:
            return None

    def _take(self, text: str) -> None:
        is_heeded = self._inbox.is_heeded
        self._inbox.put_nowait({"type": "websocket.receive", "text": text})
        if not is_heeded and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    # What goes

    def at_once(self, texts: Iterable[bytes]) -> bool:
        """Sends whole texts with one write; False if they have to wait, or nobody is there."""
        if self.conn.state is not State.OPEN or self.disconnected or not self.writable.is_set():
            return False
        self.transport.write(b"".join([part for text in texts for part in (_head(text), text)]))
        return True


def _is_control(data: bytes) -> bool:
    return data[0] in _CONTROLS and _payload(data) == 6


def _payload(data: bytes) -> int | None:
    """Where the payload begins of a masked frame that is all of the data; RFC 6455, 5.2."""
    length = data[1] - 0x80 if len(data) >= 6 else -1
    start = 6
    if length == 126:
        length, start = int.from_bytes(data[2:4]), 8
    elif length == 127:
        return None  # longer than any text we take
    return start if length >= 0 and len(data) == start + length else None


def _head(text: bytes) -> bytes:
    """What stands before a whole text that is not masked; RFC 6455, 5.2."""
    length = len(text)
    if length < 126:
        return bytes((_TEXT, length))
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2)
    return b"\x81\x7f" + length.to_bytes(8)
