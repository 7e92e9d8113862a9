"""uvicorn's WebSocket protocol with a fast path for whole text frames (A-13).

A text in one frame is read and written here; everything else is left to the library: handshakes,
fragments, pings, closing, errors. bench/server.py measures what that saves.
"""

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.http11 import Request
from websockets.protocol import State

SEND_NOW = "ilos.send_now"  # the ASGI extension that provides `send_now`

_TEXT = 0x81  # first byte of a whole text message
_CONTROLS = (0x88, 0x89, 0x8A)  # close, ping, pong


class ReceiveQueue:
    """Received messages: asyncio.Queue for one reader, with fewer steps."""

    def __init__(self) -> None:
        self._messages: deque[Any] = deque()
        self._reader: asyncio.Future[None] | None = None

    @property
    def has_reader(self) -> bool:
        """Whether a reader waits for the next message."""
        return self._reader is not None

    def empty(self) -> bool:
        return not self._messages

    def put_nowait(self, message: Any) -> None:
        self._messages.append(message)
        reader, self._reader = self._reader, None
        if reader is not None and not reader.done():
            reader.set_result(None)

    async def get(self) -> Any:
        while not self._messages:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._messages.popleft()


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """One WebSocket."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._receive_queue = ReceiveQueue()
        self.queue = self._receive_queue  # type: ignore[assignment]
        self._in_frames = True  # every chunk so far was exactly one frame

    # Receiving

    def handle_connect(self, event: Request) -> None:
        """Offer `send_now` to the application."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: Any = self.scope["extensions"]
            extensions[SEND_NOW] = self.send_now

    def data_received(self, data: bytes) -> None:
        """Take one text frame, or leave the data to the library."""
        text = self._text_of(data)
        if text is not None:
            self._take(text)
            return
        if self.handshake_initiated and not _is_control(data):
            self._in_frames = False  # only the library knows where the next frame starts
        super().data_received(data)

    def _text_of(self, data: bytes) -> str | None:
        """Return the text if the data is exactly one whole text frame, else None."""
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
        has_reader = self._receive_queue.has_reader
        self._receive_queue.put_nowait({"type": "websocket.receive", "text": text})
        if not has_reader and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    # Sending

    def send_now(self, texts: Iterable[bytes]) -> bool:
        """Send whole texts with one write; False: they have to wait, or the peer is gone."""
        if self.conn.state is not State.OPEN or self.disconnected or not self.writable.is_set():
            return False
        self.transport.write(b"".join([part for text in texts for part in (_head(text), text)]))
        return True


def _is_control(data: bytes) -> bool:
    return data[0] in _CONTROLS and _payload(data) == 6


def _payload(data: bytes) -> int | None:
    """Return where the payload starts if the data is exactly one masked frame; RFC 6455, 5.2."""
    length = data[1] - 0x80 if len(data) >= 6 else -1
    start = 6
    if length == 126:
        length, start = int.from_bytes(data[2:4]), 8
    elif length == 127:
        return None  # longer than any message we accept
    return start if length >= 0 and len(data) == start + length else None


def _head(text: bytes) -> bytes:
    """Return the header of an unmasked text frame; RFC 6455, 5.2."""
    length = len(text)
    if length < 126:
        return bytes((_TEXT, length))
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2)
    return b"\x81\x7f" + length.to_bytes(8)
