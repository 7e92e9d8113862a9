"""Connections: who listens to a table, with a bounded queue each (F-09).

A queue never waits: a reader that is too slow is closed with 4008 and may come back and resume.
"""

import asyncio
from collections import deque
from dataclasses import dataclass, field

from ilos.server.access import Access
from ilos.server.line import AtOnce, never


@dataclass(eq=False)
class Connection:
    """One socket at a table."""

    access: Access
    most_messages: int
    most_bytes: int
    address: str = ""  # whence it comes; kept in memory only
    look: int | None = None  # the chair looked through
    muted: set[int] = field(default_factory=set)  # chairs; -1: spectators
    close_code: int | None = None
    at_once: AtOnce = never  # of the line
    _rests: bool = False  # the writer has sent everything
    _held: bool = False  # it has, and waits for more of the same moment
    _queue: deque[bytes] = field(default_factory=deque)
    _bytes: int = 0
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def push(self, message: bytes) -> None:
        """Queue a message; closes the connection if its reader cannot keep up."""
        if self.close_code is not None:
            return
        self._queue.append(message)
        self._bytes += len(message)
        if len(self._queue) > self.most_messages or (
            self._bytes > self.most_bytes and self._is_over()
        ):
            self.close(4008)
        if self._rests:
            self._rests = False
            asyncio.get_running_loop().call_soon(self._send_at_once)

    def hold(self) -> None:
        """What is pushed from now on waits for `let_go`, and then leaves together."""
        self._held, self._rests = self._rests, False

    def let_go(self) -> None:
        """Send what was held back."""
        if self._held:
            self._held = False
            if self._queue or self.close_code is not None:
                self._send_at_once()
            else:
                self._rests = True

    def _send_at_once(self) -> None:
        """All that was pushed at this moment goes together; what cannot is left to the writer."""
        if self.close_code is None and self.at_once(self._queue):
            self._queue.clear()
            self._bytes = 0
            self._rests = True
        else:
            self._news.set()

    def _is_over(self) -> bool:
        """One message may be larger than the limit, or nobody could join a very long game."""
        return self._bytes - max(map(len, self._queue)) > self.most_bytes

    def close(self, code: int) -> None:
        """Close it as soon as the writer gets to it."""
        if self.close_code is None:
            self.close_code = code
            self._news.set()

    async def next(self) -> bytes | None:
        """The next message to send, or None when the connection is to be closed."""
        while not self._queue or self.close_code == 4008:
            if self.close_code is not None:
                return None
            self._news.clear()
            self._rests = True
            await self._news.wait()
        message = self._queue.popleft()
        self._bytes -= len(message)
        return message

    @property
    def queued(self) -> int:
        """Bytes that wait to be sent."""
        return self._bytes
