"""The application object: everything one server process holds, and its background tasks."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, ParamSpec, TypeVar

from ilos.server.botpool.jobs import Check, Read, WorkerLost
from ilos.server.botpool.pool import WorkerPool
from ilos.server.ops import signs_of_life
from ilos.server.ops.addresses import TrustedProxies
from ilos.server.ops.admin_socket import AdminSocket, admin_socket_path
from ilos.server.ops.background import BackgroundWork
from ilos.server.ops.bans import Bans
from ilos.server.ops.limits import ConnectionGate, RateLimiter, SocketLimit
from ilos.server.ops.notifications import Notifier
from ilos.server.ops.signs_of_life import SignsOfLife
from ilos.server.refusal import Refusal
from ilos.server.settings import BadSettings, Settings
from ilos.server.table_app import DAY, OFFERED_BOTS, TableApp, is_bot
from ilos.server.tables import chat, peer_bus
from ilos.server.tables.connection import Connection
from ilos.server.tables.nudges import deliver_nudge
from ilos.server.tables.peer_bus import PeerMessage
from ilos.server.tables.table import Table
from ilos.server.tables.tasks import start_task
from ilos.server.tables.tokens import keyed_hash
from ilos.store import StoreUnavailable
from ilos.store.listener import Listener
from ilos.store.store import Store

P = ParamSpec("P")
T = TypeVar("T")
logger = logging.getLogger(__name__)

HEARTBEAT_GROUPS = 20  # groups of tables that get their heartbeats one after the other
READ_SECONDS = 5.0  # of wall time; the worker itself stops after two of CPU time
STOP_SECONDS = 1.0  # that requests have to come to an end when the server is stopped
BOT_OVERDUE = 15_000  # milliseconds after which a table that waits for a bot is checked again


class App(TableApp):
    """One server process."""

    workers: WorkerPool
    notifier: Notifier

    store: Store  # tables need less of it

    def __init__(self, settings: Settings, store: Store) -> None:
        if not is_bot(settings.substitute):
            known = ", ".join(OFFERED_BOTS)
            raise BadSettings(f"substitute: unknown bot {settings.substitute!r}; known: {known}")
        self.background = BackgroundWork(settings.work_per_minute)
        bot_seconds = RateLimiter(settings.bot_seconds_per_day, DAY)
        workers = WorkerPool(settings.workers, settings.worker_memory, bot_seconds.spend)
        super().__init__(settings, store, workers, Notifier(settings, store), bot_seconds)
        spend = self.background.spend
        self._readers = WorkerPool(1, settings.worker_memory, spend, has_quick=False)
        self.sockets = SocketLimit(
            settings.sockets_per_address, settings.seated_sockets_per_address, settings.sockets
        )
        self.proxies = TrustedProxies(settings.trusted_proxies)
        self.connection_gate = ConnectionGate(
            settings.connections_per_address, settings.connections_per_10s, self.proxies
        )
        self.handshake_limit = RateLimiter(settings.handshakes_per_minute, 60)
        self.file_limit = RateLimiter(settings.files_per_10s, 10)
        self.page_limit = RateLimiter(settings.pages_per_10s, 10)
        self.request_limit = RateLimiter(settings.requests_per_10s, 10)
        self.bans = Bans(store)
        self.ready = False
        socket_path = admin_socket_path(settings.database_url())
        self._admin_socket = (
            AdminSocket(store, self.tables, self.bans, socket_path)
            if socket_path is not None
            else None
        )
        self._tasks: list[asyncio.Task[None]] = []
        self._listener: Listener | None = None
        self._heartbeat_group = 0
        self._requests: set[asyncio.Task[Any]] = set()
        self._interrupted: set[asyncio.Task[Any]] = set()
        self._signs_of_life = SignsOfLife(store, self.tables)
        self._swept = time.monotonic()

    async def open(self) -> None:
        """Start the background tasks."""
        if self._admin_socket is not None:
            await self._admin_socket.open()
        self._listener = self.store.listener(self._on_remote_change, self._on_peer_message)
        if self._listener is not None:
            self._listener.start()
        with suppress(StoreUnavailable):  # known before anyone's time is found to be up
            await self._signs_of_life.write_if_due()
        self._tasks = [
            asyncio.create_task(self._repeat(self.settings.sweep, self._sweep_overdue)),
            asyncio.create_task(self._repeat(self.settings.sweep, self._close_banned)),
            asyncio.create_task(self._repeat(300, self._expire)),
            asyncio.create_task(
                self._repeat(signs_of_life.SECONDS, self._signs_of_life.write_if_due)
            ),
            asyncio.create_task(self._repeat(1.0, self.lobby.send_changes)),
            asyncio.create_task(self._repeat(10.0, self._report_presence)),
            asyncio.create_task(
                self._repeat(self.settings.heartbeat / HEARTBEAT_GROUPS, self._send_heartbeats)
            ),
        ]
        self.ready = True

    async def start_workers(self) -> None:
        """Start the processes of bots and of records now, so that the first jobs need not wait."""
        await asyncio.gather(self.workers.start(), self._readers.start())

    def begin_shutdown(self) -> None:
        """Answer requests that wait, so that the server stops without delay."""
        self.ready = False
        for table in self.tables.in_memory():
            table.end_waiting()
        asyncio.get_running_loop().call_later(STOP_SECONDS, self._interrupt_requests)

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Have a request end soon after a stop begins; raise Refusal `try_again` then."""
        task = asyncio.current_task()
        assert task is not None
        self._requests.add(task)
        try:
            yield
        except asyncio.CancelledError:
            if task not in self._interrupted:
                raise
            task.uncancel()
            raise Refusal("try_again", "the server is being stopped") from None
        finally:
            self._requests.discard(task)

    def _interrupt_requests(self) -> None:
        self._interrupted = set(self._requests)
        for task in self._interrupted:
            task.cancel()

    async def close(self) -> None:
        """Stop everything; clients are told to reconnect to another process (F-15)."""
        self.ready = False
        if self._admin_socket is not None:
            await self._admin_socket.close()
        for table in self.tables.in_memory():
            for connection in list(table.connections):
                connection.close(1012)
        for timer in self._timers.values():
            timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.scheduler.stop()
        await self.workers.stop()
        await self._readers.stop()
        self.background.stop()
        await self.peers.stop()
        if self._listener is not None:
            await self._listener.stop()
        await self.store.close()

    async def run_aside(
        self, requester: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run what takes long in a thread, within the requester's share."""
        return await self.background.run(requester, partial(work, *args, **kwargs))

    async def read_record(self, requester: str, job: Check | Read) -> dict[str, Any]:
        """Have it read in a process, within the requester's share."""
        with self.background.admitted(requester):
            try:
                return await self._readers.think(job, READ_SECONDS, requester)
            except WorkerLost:
                raise Refusal("bad_record", "this record takes too long to read") from None

    def _on_remote_change(self, table: str, head: int) -> None:
        self.tables.on_remote_change(table, head)
        self.lobby.stale = True

    def _on_peer_message(self, table_id: str, text: str) -> None:
        table = self.tables.find_loaded(table_id)
        if table is not None:
            self.peers.receive(text, lambda process, message: self._act(table, process, message))

    def _act(self, table: Table, process: str, message: PeerMessage) -> None:
        match message:
            case peer_bus.PresenceReport():
                table.update_remote_presence(process, message.presence)
            case peer_bus.TokensRevoked():
                table.close_chair_connections(message.chair)
            case peer_bus.NudgeSent():
                deliver_nudge(table, message.seat, message.by)
            case peer_bus.ChatAdded():
                start_task(chat.deliver_remote(self.store, table, message.number))

    async def _report_presence(self) -> None:
        for table in self.tables.in_memory():
            if table.connections:
                self.peers.send(table.state.id, peer_bus.PresenceReport(table.local_presence()))

    # Background tasks

    async def _sweep_overdue(self) -> None:
        """Check tables whose clock ran out or whose bot is late, in memory or not (F-17)."""
        for table_id in await self.store.overdue(BOT_OVERDUE):
            try:
                table = await self.tables.get(table_id)
                await self.check_clock(table)
                self.scheduler.schedule(table)
            except StoreUnavailable:
                raise
            except Exception as error:  # noqa: BLE001  one bad table must not stop the others
                logger.error("table %s cannot be checked: %r", table_id, error)

    async def _close_banned(self) -> None:
        """Close the connections of addresses that were banned meanwhile, by any process."""
        banned = await self.bans.read()
        if not banned:
            return
        listeners = [table.connections for table in self.tables.in_memory()]
        for connection in set[Connection]().union(self.lobby.connections, *listeners):
            if keyed_hash(self.store.pepper, connection.address) in banned:
                connection.close(4003)

    async def _send_heartbeats(self) -> None:
        """Send heartbeats to one group of tables, so that not all are sent at once (F-10).

        uvicorn's pings show the server that a client is alive; these show the client that we are.
        """
        self._heartbeat_group = (self._heartbeat_group + 1) % HEARTBEAT_GROUPS
        for table in self.tables.in_memory():
            if (
                table.connections
                and hash(table.state.id) % HEARTBEAT_GROUPS == self._heartbeat_group
            ):
                table.send_heartbeats()

    async def note_outage(self) -> None:
        """Give clocks the time of an outage back that has just ended."""
        await self._signs_of_life.write_if_late()

    async def _expire(self) -> None:
        ran, self._swept = time.monotonic() - self._swept, time.monotonic()
        sweep = await self.store.expire(int(ran * 1000))
        if sweep.is_quiet:
            logger.info("nothing is deleted: the clock moved by days, or this is the first day")
        self.notifier.tell_of_deletion(sweep.marked)
        if sweep.deleted or sweep.marked:
            logger.info(
                "%d old tables and records deleted, %d running games marked",
                *(sweep.deleted, len(sweep.marked)),
            )

    async def _repeat(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        is_failing = False
        while True:
            try:
                await work()
                is_failing = False
            except (Refusal, StoreUnavailable) as error:
                if not is_failing:  # one line for each task and outage
                    logger.warning("background task will retry: %s", error)
                is_failing = True
            await asyncio.sleep(seconds)
