"""The tables of a page: the server's, with what a page has instead of a machine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar

import msgspec

from ilos.local.store import PageStore
from ilos.protocol.http import Notifications
from ilos.server.botpool.jobs import AnyJob, Check, Job, Read, WorkerLost, job_text
from ilos.server.botpool.reading import read_for_viewer
from ilos.server.botpool.scheduler import BotScheduler
from ilos.server.ops.limits import RateLimiter
from ilos.server.refusal import Refusal
from ilos.server.settings import Settings
from ilos.server.table_app import DAY, TableApp
from ilos.server.tables.hints import hint_key
from ilos.server.tables.table import Table
from ilos.server.tables.tokens import new_id
from ilos.views import view

if TYPE_CHECKING:
    pass

P = ParamSpec("P")
T = TypeVar("T")

OWN = "page-"  # ids made here begin like this, so that the client knows where they belong

# One person, on their own machine: nothing needs a limit.
SETTINGS = Settings(
    messages_per_10s=0,
    creations_per_minute=0,
    guesses_per_minute=0,
    guesses_per_hour=0,
    wrong_codes_per_hour=0,
    imports_per_minute=0,
    chat_per_minute=0,
    hints_per_minute=0,
    tables_per_address=0,
    bot_seconds_per_day=0,
    joins_per_minute=0,
    leaves_per_hour=0,
)


CHECK_SECONDS = 5.0  # for a record


class BotPool(Protocol):
    """Bots in workers of the page (`botPool.ts`)."""

    async def think(self, key: str, job: str, seconds: float) -> str | None:
        """Return the answer to a job, both JSON; None if its worker was lost."""

    def stop(self, prefix: str) -> None:
        """End jobs whose keys begin so; they are answered with the best that was found."""


class PageWorkers:
    """The page's bots as the server's tables want them."""

    def __init__(self, pool: BotPool) -> None:
        self._pool = pool

    async def think(self, job: AnyJob, seconds: float, requester: str = "") -> dict[str, Any]:  # noqa: ARG002
        """Return the answer to a job; raise WorkerLost."""
        key = job.key if isinstance(job, Job) else ""
        answer = await self._pool.think(key, job_text(job), seconds)
        if answer is None:
            raise WorkerLost("the worker was ended")
        found: dict[str, Any] = msgspec.json.decode(answer)
        return found

    def stop_searches(self, table: str) -> None:
        """End what bots think about a table."""
        self._pool.stop(f"{table}:")

    def stop_hints(self, table: str) -> None:
        """End the search for a hint at a table."""
        self._pool.stop(f"hint:{table}:")

    async def stop(self) -> None:
        """The page stops its workers itself."""


class NoNotifier:
    """A page sends nothing."""

    async def ask(self, table: str, chair: int, wanted: Notifications, requester: str) -> None:  # noqa: ARG002
        """Refuse every address."""
        raise Refusal("bad_settings", "a page sends no notifications")

    def notify_turn(self, table: Table) -> None:
        """Nobody is away: all of them sit at this device."""

    def notify_nudge(self, table: Table, seat: int) -> None:
        """Nobody is away: all of them sit at this device."""


class PageScheduler(BotScheduler):
    """Bots whose time tells nobody anything: they may use all that their level has."""

    _workers: PageWorkers

    def schedule(self, table: Table) -> None:
        """Start a search if a bot is to move; end one that an undone move has made useless."""
        known = self._tasks.get(table.state.id)
        if known is not None and known[0] != table.state.game_version:
            self._workers.stop_searches(table.state.id)
        super().schedule(table)

    def max_seconds(self, bot: str, made: int) -> float:  # noqa: ARG002
        """Return no limit but the level's own, so that a level plays as well as at a server."""
        return 0.0


class PageApp(TableApp):
    """The tables of a page."""

    scheduler_type = PageScheduler
    workers: PageWorkers

    def __init__(self, store: PageStore, pool: BotPool) -> None:
        limit = RateLimiter(SETTINGS.bot_seconds_per_day, DAY)
        super().__init__(SETTINGS, store, PageWorkers(pool), NoNotifier(), limit)

    def _changed(self, table: Table) -> None:
        super()._changed(table)
        if self.hint_service.has_helped(table.state.id):
            self.workers.stop_hints(table.state.id)
            self._think_ahead(table)

    def _think_ahead(self, table: Table) -> None:
        """Search the next hint of a person who had one before, while they look at the board."""
        state = table.state
        seat = state.to_move
        if seat is None or state.game is None or not state.allows_hints:
            return
        if state.bot_of(seat) is None and self.hint_service.has_helped(f"{state.id}:{seat}"):
            self.hint_service.search(view(state.game, seat), hint_key(state, seat), "")

    def new_id(self) -> str:
        return OWN + new_id()

    async def run_aside(
        self,
        requester: str,  # noqa: ARG002
        work: Callable[P, T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run it here: a page has no threads, and this worker draws nothing."""
        await asyncio.sleep(0)
        return work(*args, **kwargs)

    async def read_record(self, requester: str, job: Check | Read) -> dict[str, Any]:
        """Check it in a worker, as a bad one may take long; show it here."""
        if isinstance(job, Read):
            return await self.run_aside(requester, read_for_viewer, job)
        try:
            return await self.workers.think(job, CHECK_SECONDS)
        except WorkerLost:
            raise Refusal("bad_record", "this record takes too long to check") from None
