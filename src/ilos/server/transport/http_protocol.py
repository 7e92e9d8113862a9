"""uvicorn's HTTP protocol with a time limit for headers and a limit of connections per address.

Without them a few hundred half-sent requests hold all file descriptors for ever. Requests and
handshakes that come at the same moment are read a few at a time: nine hundred kept moves over
WebSockets, which are already connected, waiting for 180 ms. A body in chunks of one byte each, at
2 MB/s, kept everybody waiting for 1.5 s: such a body is refused.
"""

import asyncio
import time
from collections import OrderedDict, deque
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from ilos.server.ops.limits import ConnectionGate

HEADER_TIMEOUT = (
    10.0  # seconds from the first byte of a request, or from connecting, to its headers
)
SLICE = 0.0003  # seconds of reading requests, which take three times that to be answered
MOST_HEADERS = 100  # lines; browsers and proxies send twenty or thirty
FREE_CHUNKS = 50  # of a body; any more must have this size on average
CHUNK_SIZE = 512
MOST_UNREAD = 8 * 1024 * 1024  # bytes of a body that come after its request was answered


class RequestQueue:
    """Requests of all connections, read in slices: addresses take turns, each in its own order.

    So a flood of one address delays a request of another by one of its own requests.
    """

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[tuple[HttpProtocol, bytes]]] = OrderedDict()
        self._is_scheduled = False

    def add(self, key: str, connection: "HttpProtocol", data: bytes) -> None:
        """Have data read by its connection when the turn of this address comes."""
        self._waiting.setdefault(key, deque()).append((connection, data))
        self._schedule(connection.loop)

    def _schedule(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._waiting and not self._is_scheduled:
            self._is_scheduled = True
            loop.call_soon(self._read_some, loop)

    def _read_some(self, loop: asyncio.AbstractEventLoop) -> None:
        self._is_scheduled = False
        until = time.monotonic() + SLICE
        try:
            while self._waiting:
                connection, data = self._next()
                connection.read(data)
                if time.monotonic() >= until:
                    break
        finally:
            self._schedule(loop)

    def _next(self) -> "tuple[HttpProtocol, bytes]":
        key, requests = self._waiting.popitem(last=False)
        first = requests.popleft()
        if requests:
            self._waiting[key] = requests
        return first


class RequestParser(h11.Connection):
    """h11's parser, which refuses headers and bodies in many small pieces: they cost the most."""

    def __init__(self, max_incomplete: int) -> None:
        super().__init__(h11.SERVER, max_incomplete)
        self._lines = 0
        self._tail = b""  # in which the end of the headers may begin
        self._chunks = 0
        self._size = 0

    def receive_data(self, data: bytes) -> None:
        """Take data; count the lines of headers before they are parsed."""
        if self.their_state is h11.IDLE:
            known = self._tail + data
            head = known.partition(b"\r\n\r\n")[0]
            self._lines += head.count(b"\n") - self._tail.count(b"\n")
            self._tail = known[-3:]
        super().receive_data(data)

    @property
    def has_more(self) -> bool:
        """Whether data is left that was sent before the last request was answered."""
        return bool(self._receive_buffer)

    def next_event(self) -> Any:
        """Return the next event; raise RemoteProtocolError."""
        if self._lines > MOST_HEADERS:
            raise h11.RemoteProtocolError("too many headers")
        event = super().next_event()
        if isinstance(event, h11.Request):
            if len(event.headers) > MOST_HEADERS:
                raise h11.RemoteProtocolError("too many headers")
            self._lines, self._tail = 0, b""
            self._chunks = self._size = 0
        elif isinstance(event, h11.Data):
            self._chunks += event.chunk_start
            self._size += len(event.data)
            if self._chunks > FREE_CHUNKS + self._size // CHUNK_SIZE:
                raise h11.RemoteProtocolError("chunks are too small")
        return event


class HttpProtocol(H11Protocol):
    """One HTTP connection."""

    def __init__(
        self, gate: ConnectionGate, requests: RequestQueue, *args: Any, **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self._gate = gate
        self._requests = requests
        assert self.config.h11_max_incomplete_event_size is not None
        self.conn: RequestParser = RequestParser(self.config.h11_max_incomplete_event_size)
        self._unread = 0  # bytes that came after the answer
        self._is_reading = False
        self._queued = 0  # pieces of data that wait for their turn
        self._key: str | None = None
        self._header_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Refuse the connection if its address has too many; else wait for headers."""
        super().connection_made(transport)
        self._key = self._gate.enter(self.client[0] if self.client else "")
        if self._key is None:
            transport.abort()
        else:
            self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Release what the connection held."""
        self._release()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take data: at once what belongs to a request that is answered, the rest in its turn."""
        if self._is_answering() and not self._queued:
            self._read_now(data)
        else:
            self._wait_for_turn(data)

    def read(self, data: bytes) -> None:
        """Read data whose turn has come."""
        self._queued -= 1
        if not self.transport.is_closing():
            self.flow.resume_reading()
        self._read_now(data)

    def handle_events(self) -> None:
        """Read requests; one that was sent before the last was answered waits for its turn."""
        if self._is_reading or not self.conn.has_more:
            super().handle_events()
        elif not self._queued:
            self._wait_for_turn(b"")

    def _wait_for_turn(self, data: bytes) -> None:
        self._queued += 1
        self.flow.pause_reading()  # so that one piece waits at a time, not a flood
        self._requests.add(self._key or "", self, data)

    def _read_now(self, data: bytes) -> None:
        """Read data, or without it what is left; the timer runs while headers are incomplete."""
        if self._key is None or self.transport.is_closing():
            return
        if self._is_past_answer():
            self._unread += len(data)
            if self._unread > MOST_UNREAD:
                self.transport.abort()
                return
        self._is_reading = True
        try:
            if data:
                super().data_received(data)
            else:
                super().handle_events()
        finally:
            self._is_reading = False
        if self.conn.their_state is h11.IDLE and not self._is_answering():
            self._start_timer()
        else:
            self._stop_timer()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over; from here on the limits of WebSockets apply."""
        self._release()
        super().handle_websocket_upgrade(event)

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _is_past_answer(self) -> bool:
        """Return whether the rest of a body comes though its request is answered."""
        return self.conn.our_state is h11.DONE and self.conn.their_state is h11.SEND_BODY

    def send_400_response(self, msg: str) -> None:
        """Answer what cannot be read; in the middle of a body another answer is on its way."""
        if self._is_answering() or self._is_past_answer():
            self.transport.abort()
        else:
            super().send_400_response(msg)

    def _start_timer(self) -> None:
        if self._header_timer is None:
            self._header_timer = self.loop.call_later(HEADER_TIMEOUT, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._header_timer is not None:
            self._header_timer.cancel()
            self._header_timer = None

    def _release(self) -> None:
        self._stop_timer()
        if self._key is not None:
            self._gate.leave(self._key)
            self._key = None
