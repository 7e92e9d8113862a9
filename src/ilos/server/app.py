"""The application object: everything one server process holds, and its background tasks."""

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable

from ilos.bots import LEVELS
from ilos.protocol.http import BotLevel
from ilos.server.botpool.hints import HintService
from ilos.server.botpool.pool import WorkerPool
from ilos.server.botpool.scheduler import BotScheduler, pace_of
from ilos.server.ops.addresses import TrustedProxies
from ilos.server.ops.admin_socket import AdminSocket, admin_socket_path
from ilos.server.ops.limits import ConcurrencyLimit, ConnectionGate, LeaveLimit, RateLimiter
from ilos.server.ops.notifications import Notifier
from ilos.server.refusal import Refusal
from ilos.server.settings import Settings
from ilos.server.tables import chat, peer_bus
from ilos.server.tables.commands import CommandResult, substitute
from ilos.server.tables.connection import Connection
from ilos.server.tables.lobby import Lobby
from ilos.server.tables.peer_bus import PeerBus, PeerMessage
from ilos.server.tables.registry import TableRegistry
from ilos.server.tables.state import TableState
from ilos.server.tables.table import Table
from ilos.server.tables.tokens import keyed_hash
from ilos.store import StoreUnavailable
from ilos.store.listener import Listener
from ilos.store.store import Store

logger = logging.getLogger(__name__)

HEARTBEAT_GROUPS = 20  # groups of tables that get their heartbeats one after the other
DAY = 24 * 60 * 60.0  # seconds
BOT_OVERDUE = 15_000  # milliseconds after which a table that waits for a bot is checked again
OFFERED_BOTS = ("random", "greedy", *LEVELS)  # bots that people may seat, weakest first


class App:
    """One server process."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.name = secrets.token_hex(8)
        self.bot_seconds = RateLimiter(settings.bot_seconds_per_day, DAY)
        self.workers = WorkerPool(settings.workers, settings.worker_memory, self.bot_seconds.spend)
        self.scheduler = BotScheduler(
            store, self.workers, self.name, settings.bot_pause, self.bot_seconds.has
        )
        self.hint_service = HintService(self.scheduler)
        self.peers = PeerBus(store, self.name)
        self.tables = TableRegistry(
            store, self.peers, settings.table_memory, is_bot, self._changed, self._stop_timer
        )
        self.lobby = Lobby(store)
        self.sockets = ConcurrencyLimit(settings.sockets_per_address, settings.sockets)
        self.proxies = TrustedProxies(settings.trusted_proxies)
        self.connection_gate = ConnectionGate(settings.connections_per_address, self.proxies)
        self.handshake_limit = RateLimiter(settings.handshakes_per_minute, 60)
        self.page_limit = RateLimiter(settings.pages_per_10s, 10)
        self.request_limit = RateLimiter(settings.requests_per_10s, 10)
        self.creation_limit = RateLimiter(settings.creations_per_minute, 60)
        self.join_limit = RateLimiter(settings.joins_per_minute, 60)
        self.leave_limit = LeaveLimit(settings.leaves_per_hour)
        self.guess_limit = RateLimiter(settings.guesses_per_minute, 60)
        self.import_limit = RateLimiter(settings.imports_per_minute, 60)
        self.chat_limit = RateLimiter(settings.chat_per_minute, 60)
        self.hint_limit = RateLimiter(settings.hints_per_minute, 60)
        self.notifier = Notifier(settings, store)
        self.ready = False
        socket_path = admin_socket_path(settings.database_url())
        self._admin_socket = (
            AdminSocket(store, self.tables, socket_path) if socket_path is not None else None
        )
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._listener: Listener | None = None
        self._heartbeat_group = 0
        self._longest_silence = 0.0 if store.has_one_process else settings.sweep * 2 + 2
        self._swept = time.monotonic()

    async def open(self) -> None:
        """Start the background tasks."""
        if self._admin_socket is not None:
            await self._admin_socket.open()
        self._listener = self.store.listener(self._on_remote_change, self._on_peer_message)
        if self._listener is not None:
            self._listener.start()
        self._tasks = [
            asyncio.create_task(self._repeat(self.settings.sweep, self._sweep_overdue)),
            asyncio.create_task(self._repeat(self.settings.sweep, self._close_banned)),
            asyncio.create_task(self._repeat(300, self._expire)),
            asyncio.create_task(self._repeat(self.settings.sweep, self._record_life)),
            asyncio.create_task(self._repeat(1.0, self.lobby.send_changes)),
            asyncio.create_task(self._repeat(10.0, self._report_presence)),
            asyncio.create_task(
                self._repeat(self.settings.heartbeat / HEARTBEAT_GROUPS, self._send_heartbeats)
            ),
        ]
        self.ready = True

    def begin_shutdown(self) -> None:
        """Answer requests that wait, so that the server stops without delay."""
        self.ready = False
        for table in self.tables.in_memory():
            table.end_waiting()

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
        await self.peers.stop()
        if self._listener is not None:
            await self._listener.stop()
        await self.store.close()

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
            case peer_bus.ReactionSent():
                chat.deliver_reaction(table, message.chair, message.reaction)
            case peer_bus.ChatAdded():
                task = asyncio.create_task(chat.deliver_remote(self.store, table, message.number))
                task.add_done_callback(_log_failure)

    async def _report_presence(self) -> None:
        for table in self.tables.in_memory():
            if table.connections:
                self.peers.send(table.state.id, peer_bus.PresenceReport(table.local_presence()))

    def _changed(self, table: Table) -> None:
        """Notify bots, players, clocks and the lobby that a table has a new version."""
        self.scheduler.schedule(table)
        self.notifier.notify_turn(table)
        self._set_timer(table)
        if table.state.settings.visibility == "listed":
            self.lobby.stale = True

    # Clocks

    def _set_timer(self, table: Table) -> None:
        self._stop_timer(table.state.id)
        deadline = table.state.clock.deadline() if table.state.clock is not None else None
        if deadline is None or table.state.status != "playing":
            return
        wait = max(0.0, (deadline - self.store.clock.now()) / 1000) + 0.05
        if wait < 3600:  # later ones are found by `_sweep_overdue`
            loop = asyncio.get_running_loop()
            self._timers[table.state.id] = loop.call_later(wait, self._on_deadline, table)

    def _stop_timer(self, table_id: str) -> None:
        timer = self._timers.pop(table_id, None)
        if timer is not None:
            timer.cancel()

    def _on_deadline(self, table: Table) -> None:
        self._timers.pop(table.state.id, None)
        task = asyncio.create_task(self.check_clock(table))
        task.add_done_callback(_log_failure)

    async def check_clock(self, table: Table) -> None:
        """Let a bot take over if the deadline has passed by the database's clock (I7)."""
        state = table.state
        clock = state.clock
        deadline = clock.deadline() if clock is not None else None
        if clock is None or deadline is None or clock.running is None:
            return
        if await self.store.now() < deadline:
            self._set_timer(table)
            return
        if await table.give_back_lost_time():
            return
        seat, version = clock.running, state.version

        def decide(now: TableState) -> CommandResult:
            if now.version != version:
                raise Refusal("stale", "the table has moved on", now.version)
            return substitute(now, seat, self.settings.substitute, "clock")

        try:
            await table.perform(decide)
        except Refusal as refusal:
            logger.info("no player was replaced: %s", refusal.code)

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
        banned = await self.store.banned("address")
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

    async def _record_life(self) -> None:
        """Say in the database that moves can be taken; what was lost before is given back."""
        longest, self._longest_silence = self._longest_silence, self.settings.sweep * 2 + 2
        if await self.store.sign_of_life(int(longest * 1000)):
            for table in self.tables.in_memory():
                if table.state.status == "playing":
                    await table.give_back_lost_time()

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
        while True:
            try:
                await work()
            except (Refusal, StoreUnavailable) as error:
                logger.warning("background task will retry: %s", error)
            await asyncio.sleep(seconds)


def is_bot(name: str) -> bool:
    """Return whether people may seat this bot."""
    return name in OFFERED_BOTS


def bot_levels() -> list[BotLevel]:
    """Return the bots people may seat, weakest first."""
    return [BotLevel(name=name, seconds=pace_of(name).move) for name in OFFERED_BOTS]


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        logger.error("background task failed: %s", type(error).__name__, exc_info=error)
