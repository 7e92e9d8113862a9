"""The tables of one process with all they need, wherever it runs: a server, or a page.

`ilos.server.app` adds what only a server has: other processes, the admin socket, sweeps. Nothing
here needs a web framework, a database driver or an operating system.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar

from ilos.bots import LEVELS
from ilos.protocol.http import BotLevel, Notifications
from ilos.server.botpool.jobs import Check, Read, Workers
from ilos.server.botpool.scheduler import BotScheduler, pace_of
from ilos.server.ops.limits import GuessLimiter, LeaveLimit, RateLimiter
from ilos.server.refusal import Refusal
from ilos.server.settings import Settings
from ilos.server.tables import seating
from ilos.server.tables.commands import CommandResult, substitute
from ilos.server.tables.hints import HintService
from ilos.server.tables.lobby import Lobby
from ilos.server.tables.lost_time import give_back_lost_time
from ilos.server.tables.move_path import perform
from ilos.server.tables.peer_bus import PeerBus
from ilos.server.tables.registry import TableRegistry
from ilos.server.tables.state import TableState
from ilos.server.tables.table import Table
from ilos.server.tables.tasks import start_task
from ilos.server.tables.tokens import new_id

if TYPE_CHECKING:
    from ilos.store.table_store import TableStore

P = ParamSpec("P")
T = TypeVar("T")
logger = logging.getLogger(__name__)

OPEN_SECONDS = 5.0  # in which players open their parts of the shuffle; then it is dealt without
DAY = 24 * 60 * 60.0  # seconds
NUDGE_SECONDS = 60.0  # in which a person is reminded once
OFFERED_BOTS = ("random", "greedy", *LEVELS)  # bots that people may seat, weakest first


class TurnNotifier(Protocol):
    """Who tells people that it is their turn."""

    async def ask(self, table: str, chair: int, wanted: Notifications, requester: str) -> None:
        """Keep where a seat wants to be told, or refuse it."""

    def notify_turn(self, table: Table) -> None:
        """Tell the seat to move, if they asked for it."""

    def notify_nudge(self, table: Table, seat: int) -> None:
        """Remind a seat that the table waits for it, if they asked for such notices."""


class TableApp(ABC):
    """Tables, their bots, clocks and limits."""

    scheduler_type: type[BotScheduler] = BotScheduler

    def __init__(
        self,
        settings: Settings,
        store: TableStore,
        workers: Workers,
        notifier: TurnNotifier,
        bot_seconds: RateLimiter,
    ) -> None:
        self.settings = settings
        self.store = store
        self.workers = workers
        self.notifier = notifier
        self.bot_seconds = bot_seconds
        self.name = secrets.token_hex(8)
        self.scheduler = self.scheduler_type(
            store, workers, self.name, settings.bot_pause, bot_seconds.has
        )
        self.hint_service = HintService(self.scheduler)
        self.peers = PeerBus(store, self.name)
        self.tables = TableRegistry(
            store,
            self.peers,
            settings.table_memory,
            is_bot,
            self._changed,
            self._stop_timer,
            self.new_id,
            self.run_aside,
        )
        self.lobby = Lobby(store)
        self.creation_limit = RateLimiter(settings.creations_per_minute, 60)
        self.join_limit = RateLimiter(settings.joins_per_minute, 60)
        self.leave_limit = LeaveLimit(settings.leaves_per_hour)
        self.guess_limit = GuessLimiter(
            settings.guesses_per_minute, settings.guesses_per_hour, settings.wrong_codes_per_hour
        )
        self.import_limit = RateLimiter(settings.imports_per_minute, 60)
        self.chat_limit = RateLimiter(settings.chat_per_minute, 60)
        self.hint_limit = RateLimiter(settings.hints_per_minute, 60)
        self.nudge_limit = RateLimiter(1, NUDGE_SECONDS)
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def new_id(self) -> str:
        """Return an id for a new table or record."""
        return new_id()

    @abstractmethod
    async def run_aside(
        self, requester: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run what takes long where it delays nobody, for a requester."""

    @abstractmethod
    async def read_record(self, requester: str, job: Check | Read) -> dict[str, Any]:
        """Return the answer to a job about a record; raise Refusal."""

    async def note_outage(self) -> None:  # noqa: B027  a page has none
        """Give clocks the time of an outage back that has just ended."""

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
        if table.state.status == "open" and table.state.sealed is not None:
            wait = max(0.0, (table.state.sealed - self.store.clock.now()) / 1000 + OPEN_SECONDS)
            loop = asyncio.get_running_loop()
            self._timers[table.state.id] = loop.call_later(wait, self._on_late_nonces, table)
            return
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

    def _on_late_nonces(self, table: Table) -> None:
        """Start a game whose players did not all open their nonces."""
        self._timers.pop(table.state.id, None)
        start_task(self._start_unopened(table))

    async def _start_unopened(self, table: Table) -> None:
        try:
            await perform(table, seating.start_unopened)
        except Refusal as refusal:
            logger.info("no game was started: %s", refusal.code)

    def _on_deadline(self, table: Table) -> None:
        self._timers.pop(table.state.id, None)
        start_task(self.check_clock(table))

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
        await self.note_outage()
        if await give_back_lost_time(table):
            return
        seat, version = clock.running, state.version

        def decide(now: TableState) -> CommandResult:
            if now.version != version:
                raise Refusal("stale", "the table has moved on", now.version)
            return substitute(now, seat, self.settings.substitute, "clock")

        try:
            await perform(table, decide)
        except Refusal as refusal:
            logger.info("no player was replaced: %s", refusal.code)


def is_bot(name: str) -> bool:
    """Return whether people may seat this bot."""
    return name in OFFERED_BOTS


def bot_levels() -> list[BotLevel]:
    """Return the bots people may seat, weakest first."""
    return [BotLevel(name=name, seconds=pace_of(name).move) for name in OFFERED_BOTS]
