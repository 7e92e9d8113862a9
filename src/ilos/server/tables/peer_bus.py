"""Messages between server processes about what is not in the log; a lost one does no lasting harm.

Moves never travel this way: they are read from the log. Messages report who is connected, that a
line of chat was stored, that tokens were revoked.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

from ilos.protocol.tables import Presence
from ilos.store import StoreUnavailable

if TYPE_CHECKING:
    from ilos.store.table_store import TableStore

logger = logging.getLogger(__name__)

MOST_TOGETHER = 500  # messages in one transaction


class PresenceReport(msgspec.Struct, tag="here", frozen=True):
    """Who is connected to a table through the sending process."""

    presence: Presence


class ChatAdded(msgspec.Struct, tag="said", frozen=True):
    """A line of chat was stored."""

    number: int


class TokensRevoked(msgspec.Struct, tag="void", frozen=True):
    """The tokens of a chair are no longer valid: its connections are to be closed."""

    chair: int | None  # null: the host


class NudgeSent(msgspec.Struct, tag="nudged", frozen=True):
    """A person is reminded that the table waits for them."""

    seat: int
    by: int


PeerMessage = PresenceReport | ChatAdded | TokensRevoked | NudgeSent


class Envelope(msgspec.Struct, frozen=True):
    """A message and the process that sent it."""

    process: str
    message: PeerMessage


class PeerBus:
    """Sends messages to the other processes; its own that come back are ignored.

    Messages that come while others are being sent leave together, in one transaction: who is
    connected is told about every table every ten seconds.
    """

    def __init__(self, store: TableStore, process: str) -> None:
        self._store = store
        self._process = process
        self._waiting: list[tuple[str, PeerMessage]] = []
        self._task: asyncio.Task[None] | None = None

    def send(self, table: str, message: PeerMessage) -> None:
        """Send to the other processes, without waiting for it."""
        if self._store.has_one_process:
            return
        self._waiting.append((table, message))
        if self._task is None:
            self._task = asyncio.create_task(self._send_waiting())

    async def stop(self) -> None:
        """Wait for the messages that are being sent."""
        if self._task is not None:
            await asyncio.wait([self._task])

    async def publish(self, messages: Sequence[tuple[str, PeerMessage]]) -> None:
        """Send to the other processes and wait for it; what cannot be sent is lost."""
        texts = [
            (table, msgspec.json.encode(Envelope(self._process, message)).decode())
            for table, message in messages
        ]
        try:
            await self._store.announce(texts)
        except StoreUnavailable as error:
            logger.info("messages to the other processes were lost: %s", error)

    async def _send_waiting(self) -> None:
        try:
            while self._waiting:
                batch = self._waiting[:MOST_TOGETHER]
                del self._waiting[:MOST_TOGETHER]
                await self.publish(batch)
        finally:
            self._task = None

    def receive(self, text: str, act: Callable[[str, PeerMessage], None]) -> None:
        """Act on a message of another process."""
        try:
            envelope = msgspec.json.decode(text, type=Envelope)
        except msgspec.DecodeError:
            return  # from a newer version
        if envelope.process != self._process:
            act(envelope.process, envelope.message)
