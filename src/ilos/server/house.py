"""The house: everything one server process holds, and its background work."""

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable

from ilos.bots import LEVELS
from ilos.protocol.http import BotLevel
from ilos.server import chat, words
from ilos.server.deeds import Decision, substitute
from ilos.server.hints import Advice
from ilos.server.hub import Connection
from ilos.server.keeper import Keeper, door_of
from ilos.server.limits import Buckets, Counter, Leavers
from ilos.server.lobby import Lobby
from ilos.server.notices import Notices
from ilos.server.refusal import Refusal
from ilos.server.settings import Settings
from ilos.server.state import TableState
from ilos.server.table import Table
from ilos.server.tables import Tables
from ilos.server.thinking import Thinking, pace_of
from ilos.server.tokens import keyed
from ilos.server.words import Word, Words
from ilos.server.workers import Workers
from ilos.store import Store, StoreUnavailable
from ilos.store.listener import Listener

logger = logging.getLogger(__name__)

BEATS = 20  # groups of tables that get their heartbeats one after the other
DAY = 24 * 60 * 60.0  # seconds
PATIENCE = 15_000  # milliseconds after which a table that waits for a bot is looked at again
OFFERED = ("random", "greedy", *LEVELS)  # bots that people may seat, weakest first


class House:
    """One server process."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.name = secrets.token_hex(8)
        self.bot_seconds = Buckets(settings.bot_seconds_per_day, DAY)
        self.workers = Workers(settings.workers, settings.worker_memory, self.bot_seconds.spend)
        self.thinking = Thinking(
            store, self.workers, self.name, settings.bot_pause, self.bot_seconds.has
        )
        self.advice = Advice(self.thinking)
        self.words = Words(store, self.name)
        self.tables = Tables(
            store, self.words, settings.table_memory, is_bot, self._changed, self._stop_timer
        )
        self.lobby = Lobby(store)
        self.sockets = Counter(settings.sockets_per_address, settings.sockets)
        self.requests = Buckets(settings.requests_per_10s, 10)
        self.creations = Buckets(settings.creations_per_minute, 60)
        self.joins = Buckets(settings.joins_per_minute, 60)
        self.leavers = Leavers(settings.leaves_per_hour)
        self.guesses = Buckets(settings.guesses_per_minute, 60)
        self.imports = Buckets(settings.imports_per_minute, 60)
        self.chat = Buckets(settings.chat_per_minute, 60)
        self.hints = Buckets(settings.hints_per_minute, 60)
        self.notices = Notices(settings, store)
        self.ready = False
        door = door_of(settings.database_url())
        self._keeper = Keeper(store, self.tables, door) if door is not None else None
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._listener: Listener | None = None
        self._beats = 0
        self._longest_silence = 0.0 if store.has_one_process else settings.sweep * 2 + 2
        self._swept = time.monotonic()

    async def open(self) -> None:
        """Begin the background work."""
        if self._keeper is not None:
            await self._keeper.open()
        self._listener = self.store.listener(self._heard, self._heard_word)
        if self._listener is not None:
            self._listener.start()
        self._tasks = [
            asyncio.create_task(self._repeat(self.settings.sweep, self._look_for_overdue)),
            asyncio.create_task(self._repeat(self.settings.sweep, self._send_away_banned)),
            asyncio.create_task(self._repeat(300, self._expire)),
            asyncio.create_task(self._repeat(self.settings.sweep, self._show_life)),
            asyncio.create_task(self._repeat(1.0, self.lobby.tell)),
            asyncio.create_task(self._repeat(10.0, self._say_who_is_here)),
            asyncio.create_task(self._repeat(self.settings.heartbeat / BEATS, self._beat)),
        ]
        self.ready = True

    async def close(self) -> None:
        """End everything; sockets are told to come back to another process (F-15)."""
        self.ready = False
        if self._keeper is not None:
            await self._keeper.close()
        for table in self.tables.in_memory():
            for connection in list(table.connections):
                connection.close(1012)
        for timer in self._timers.values():
            timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.thinking.stop()
        await self.workers.stop()
        await self.words.stop()
        if self._listener is not None:
            await self._listener.stop()
        await self.store.close()

    def _heard(self, table: str, head: int) -> None:
        self.tables.heard(table, head)
        self.lobby.stale = True

    def _heard_word(self, table_id: str, text: str) -> None:
        table = self.tables.loaded(table_id)
        if table is not None:
            self.words.hear(text, lambda process, word: self._act(table, process, word))

    def _act(self, table: Table, process: str, word: Word) -> None:
        match word:
            case words.Here():
                table.heard_presence(process, word.presence)
            case words.Void():
                table.close_chair(word.chair)
            case words.Reacted():
                chat.show_reaction(table, word.chair, word.reaction)
            case words.Said():
                task = asyncio.create_task(chat.heard(self.store, table, word.number))
                task.add_done_callback(_log_failure)

    async def _say_who_is_here(self) -> None:
        for table in self.tables.in_memory():
            if table.connections:
                self.words.tell(table.state.id, words.Here(table.presence_here()))

    def _changed(self, table: Table) -> None:
        """A table is at a new version: bots, clocks and the lobby may have something to do."""
        self.thinking.consider(table)
        self.notices.consider(table)
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
        if wait < 3600:  # later ones are found by the look-out
            loop = asyncio.get_running_loop()
            self._timers[table.state.id] = loop.call_later(wait, self._time_is_up, table)

    def _stop_timer(self, table_id: str) -> None:
        timer = self._timers.pop(table_id, None)
        if timer is not None:
            timer.cancel()

    def _time_is_up(self, table: Table) -> None:
        self._timers.pop(table.state.id, None)
        task = asyncio.create_task(self.check_clock(table))
        task.add_done_callback(_log_failure)

    async def check_clock(self, table: Table) -> None:
        """A bot takes over if the deadline has truly passed by the database's clock (I7)."""
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

        def decide(now: TableState) -> Decision:
            if now.version != version:
                raise Refusal("stale", "the table has moved on", now.version)
            return substitute(now, seat, self.settings.substitute, "clock")

        try:
            await table.perform(decide)
        except Refusal as refusal:
            logger.info("nobody was replaced: %s", refusal.code)

    # Background work

    async def _look_for_overdue(self) -> None:
        """Tables whose clock ran out or whose bot's process is gone, in memory or not (F-17)."""
        for table_id in await self.store.overdue(PATIENCE):
            try:
                table = await self.tables.get(table_id)
                await self.check_clock(table)
                self.thinking.consider(table)
            except StoreUnavailable:
                raise
            except Exception as error:  # noqa: BLE001  one bad table must not stop the others
                logger.error("table %s cannot be looked after: %r", table_id, error)

    async def _send_away_banned(self) -> None:
        """Cut the lines of addresses that were shut out meanwhile, at whichever process."""
        banned = await self.store.banned("address")
        if not banned:
            return
        everybody = [table.connections for table in self.tables.in_memory()]
        for connection in set[Connection]().union(self.lobby.connections, *everybody):
            if keyed(self.store.pepper, connection.address) in banned:
                connection.close(4003)

    async def _beat(self) -> None:
        """A heartbeat to everybody at some of the tables, as not all should come at once (F-10).

        uvicorn's pings tell us who is still there; this tells them.
        """
        self._beats = (self._beats + 1) % BEATS
        for table in self.tables.in_memory():
            if table.connections and hash(table.state.id) % BEATS == self._beats:
                table.beat()

    async def _show_life(self) -> None:
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
            logger.warning("nothing is deleted: the clock moved by days, or this is the first day")
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
                logger.warning("background work waits: %s", error)
            await asyncio.sleep(seconds)


def is_bot(name: str) -> bool:
    """Whether people may seat this bot."""
    return name in OFFERED


def levels() -> list[BotLevel]:
    """The bots people may seat, weakest first."""
    return [BotLevel(name=name, seconds=pace_of(name).move) for name in OFFERED]


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        logger.error("background work failed: %s", type(error).__name__, exc_info=error)
