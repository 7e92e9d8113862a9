"""A listener of a table with its bounded queue of outgoing messages (F-09).

Queueing never waits: a reader that is too slow is closed with 4008 and may reconnect and resume.
Messages of one moment leave with one write (`cork`, `uncork`), which bench/server.py measures.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from ilos.server.tables.access import Access

SendNow = Callable[[Iterable[bytes]], bool]  # writes texts at once; False: they have to wait


def cannot_send_now(_texts: Iterable[bytes]) -> bool:
    """Of a transport without a direct write."""
    return False


@dataclass(eq=False)
class Connection:
    """One listener: a WebSocket at a table or at the lobby."""

    access: Access
    most_messages: int
    most_bytes: int
    address: str = ""  # of the peer; kept in memory only
    view_chair: int | None = None  # the chair whose view is shown; None: the spectators' view
    muted: set[int] = field(default_factory=set)  # chairs; -1: spectators
    close_code: int | None = None
    send_now: SendNow = cannot_send_now  # of the WebSocket
    _is_idle: bool = False  # everything queued was sent
    _is_corked: bool = False  # idle, and waiting for `uncork`
    _queue: deque[bytes] = field(default_factory=deque)
    _bytes: int = 0
    _wake_up: asyncio.Event = field(default_factory=asyncio.Event)

    def push(self, message: bytes) -> None:
        """Queue a message; close the connection if its reader cannot keep up."""
        if self.close_code is not None:
            return
        self._queue.append(message)
        self._bytes += len(message)
        if len(self._queue) > self.most_messages or (
            self._bytes > self.most_bytes and self._is_over()
        ):
            self.close(4008)
        if self._is_idle:
            self._is_idle = False
            asyncio.get_running_loop().call_soon(self._send_all_now)

    def cork(self) -> None:
        """Hold back messages until `uncork`, so that they leave together."""
        self._is_corked, self._is_idle = self._is_idle, False

    def uncork(self) -> None:
        """Send the messages that were held back."""
        if self._is_corked:
            self._is_corked = False
            if self._queue or self.close_code is not None:
                self._send_all_now()
            else:
                self._is_idle = True

    def _send_all_now(self) -> None:
        """Send the whole queue with one write, or leave it to the writer task."""
        if self.close_code is None and self.send_now(self._queue):
            self._queue.clear()
            self._bytes = 0
            self._is_idle = True
        else:
            self._wake_up.set()

    def _is_over(self) -> bool:
        """Not counting the largest message: a welcome to a long game may exceed the limit."""
        return self._bytes - max(map(len, self._queue)) > self.most_bytes

    def close(self, code: int) -> None:
        """Close the connection as soon as the writer task runs."""
        if self.close_code is None:
            self.close_code = code
            self._wake_up.set()

    async def next(self) -> bytes | None:
        """Return the next message to send, or None when the connection is to be closed."""
        while not self._queue or self.close_code == 4008:
            if self.close_code is not None:
                return None
            self._wake_up.clear()
            self._is_idle = True
            await self._wake_up.wait()
        message = self._queue.popleft()
        self._bytes -= len(message)
        return message

    @property
    def queued(self) -> int:
        """Bytes waiting to be sent."""
        return self._bytes
