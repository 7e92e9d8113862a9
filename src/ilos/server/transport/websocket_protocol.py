"""uvicorn's WebSocket protocol with a fast path for whole text frames (A-13).

A text in one frame is read and written here; everything else is left to the library: handshakes,
fragments, pings, closing, errors. bench/server.py measures what that saves.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.http11 import Request
from websockets.protocol import State

from ilos.server.transport.websocket import SEND_NOW, SET_BUDGET, ReceiveBudget

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


class FrameCounter:
    """Counts the frames in received bytes, reading only their headers (RFC 6455, 5.2)."""

    def __init__(self) -> None:
        self._head = b""  # of a frame whose header is not complete
        self._left = 0  # bytes of the current frame that are still to come

    def count(self, data: bytes, most: int) -> int:
        """Return how many frames begin in the data; stop after `most` and one."""
        found, position = 0, 0
        while position < len(data) and found <= most:
            if self._left:
                step = min(self._left, len(data) - position)
                self._left -= step
                position += step
                continue
            known = len(self._head)
            self._head += data[position : position + 14 - known]
            size = _header_size(self._head)
            if known == 0:
                found += 1
            if len(self._head) < size:
                break
            self._left = _payload_length(self._head)
            self._head, position = b"", position + size - known
        return found


def _header_size(head: bytes) -> int:
    if len(head) < 2:
        return 2
    length = head[1] & 0x7F
    return 2 + {126: 2, 127: 8}.get(length, 0) + (4 if head[1] & 0x80 else 0)


def _payload_length(head: bytes) -> int:
    length = head[1] & 0x7F
    return int.from_bytes(head[2 : 2 + {126: 2, 127: 8}[length]]) if length > 125 else length


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """One WebSocket."""

    def __init__(self, closed_for_abuse: Callable[[str], None], *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._closed_for_abuse = closed_for_abuse
        self._receive_queue = ReceiveQueue()
        self.queue = self._receive_queue  # type: ignore[assignment]
        self._in_frames = True  # every chunk so far was exactly one frame
        self._counter = FrameCounter()
        self._budget: ReceiveBudget | None = None
        self._is_over_budget = False

    # Receiving

    def handle_connect(self, event: Request) -> None:
        """Offer `send_now` and `set_budget` to the application."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: Any = self.scope["extensions"]
            extensions[SEND_NOW] = self.send_now
            extensions[SET_BUDGET] = self.set_budget

    def set_budget(self, budget: ReceiveBudget | None) -> None:
        """Replace the budget of received bytes and frames; None lifts it."""
        self._budget = budget

    def data_received(self, data: bytes) -> None:
        """Take one text frame, or leave the data to the library."""
        if self._is_over_budget:
            return
        if self.handshake_initiated and not self.handshake_complete:
            self._close_over_budget()  # a client waits for the answer before it sends frames
            return
        text = self._text_of(data)
        if self.handshake_initiated and not self._may_receive(data, text is not None):
            self._close_over_budget()
            return
        if text is not None:
            self._take(text)
            return
        if self.handshake_initiated and not _is_control(data):
            self._in_frames = False  # only the library knows where the next frame starts
        super().data_received(data)

    def _may_receive(self, data: bytes, is_one_frame: bool) -> bool:
        """Spend the budget before any frame is parsed: parsing is what a flood costs."""
        if self._budget is None:
            return True
        most = self._budget.frames_left(time.monotonic())
        frames = 1 if is_one_frame else self._counter.count(data, most)
        return self._budget.spend(len(data), frames)

    def _close_over_budget(self) -> None:
        self._is_over_budget = True
        peer = self.transport.get_extra_info("peername")
        self._closed_for_abuse(peer[0] if peer else "")
        self.stop_keepalive()
        if self.conn.state is State.OPEN:
            self.conn.fail(1008, "too many frames or bytes")
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.handshake_complete = True  # or uvicorn would log that there was none, for each
        self.transport.close()

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

    async def send(self, message: Any) -> None:
        """Send as the library does; a peer that left, or was refused, has its answer.

        Otherwise uvicorn would log for each that the handshake was not completed.
        """
        if not self.handshake_complete and self.transport.is_closing():
            self.handshake_complete = True
            raise ClientDisconnected
        await super().send(message)
        self.handshake_complete = self.handshake_complete or self.close_sent

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
