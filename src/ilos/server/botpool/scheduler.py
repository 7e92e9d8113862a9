"""The bot scheduler: finds the move of a bot with the workers, or a fallback, and performs it."""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from ilos.bots import LEVELS, Pace
from ilos.bots.hints import Suggestion
from ilos.rules.errors import NotAMove
from ilos.rules.events import EndTurnEvent, Event
from ilos.rules.moves import Move, read_move
from ilos.server.botpool.jobs import WorkerLost, Workers, bot_job
from ilos.server.refusal import Refusal
from ilos.server.tables.commands import CommandResult
from ilos.server.tables.move_path import perform, play
from ilos.server.tables.state import TableState
from ilos.server.tables.table import Table
from ilos.store import StoreUnavailable
from ilos.views import View, view

if TYPE_CHECKING:
    from ilos.store.table_store import TableStore

logger = logging.getLogger(__name__)

HARD_LIMIT = 2.0  # seconds past the budget after which a worker is killed
FALLBACKS = ("greedy", "random")
QUICK = "greedy"  # plays once the creator's share of bot time is used up
STEPS = {"expert": 2, "master": 5}  # pauses that one move takes; one for all others
SPARE = 0.1  # seconds of a step kept for the way to the worker and back


class BotScheduler:
    """At most one search for each table, for the version it is at."""

    def __init__(
        self,
        store: TableStore,
        workers: Workers,
        owner: str,
        pause: float,
        may_go_on: Callable[[str], bool] = lambda _: True,
    ) -> None:
        self._store = store
        self._workers = workers
        self._owner = owner
        self._pause = pause
        self._may_go_on = may_go_on  # whether a creator has bot time left today
        self._tasks: dict[str, tuple[int, asyncio.Task[None]]] = {}
        self.fallbacks = 0

    def schedule(self, table: Table) -> None:
        """Start a search if a bot is to move and none runs for this version yet."""
        state = table.state
        seat = state.to_move
        if seat is None or state.bot_of(seat) is None:
            return
        known = self._tasks.get(state.id)
        if known is not None and known[0] == state.game_version and not known[1].done():
            return
        task = asyncio.create_task(self._play(table, seat))
        self._tasks[state.id] = (state.game_version, task)
        task.add_done_callback(self._forgetter(state.id))

    def _forgetter(self, table_id: str) -> Callable[[asyncio.Task[None]], None]:
        def forget(task: asyncio.Task[None]) -> None:
            if self._tasks.get(table_id, (0, None))[1] is task:
                del self._tasks[table_id]
            if not task.cancelled() and (error := task.exception()) is not None:
                logger.error("a bot's turn failed: %s", type(error).__name__, exc_info=error)

        return forget

    async def stop(self) -> None:
        """Cancel all searches."""
        tasks = [task for _, task in self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, table: Table, seat: int) -> None:
        """Find and perform one move of a bot."""
        state = table.state
        bot, version, game = state.bot_of(seat), state.game_version, state.game
        assert bot is not None
        assert game is not None
        if bot in LEVELS and not self._may_go_on(table.creator):
            bot = QUICK
        lease = int((pace_of(bot).move + HARD_LIMIT) * 2000)
        try:
            if not await self._store.claim(state.id, version, self._owner, lease):
                return
        except StoreUnavailable:
            return  # the search for overdue tables retries it
        started = asyncio.get_running_loop().time()
        key, made = f"{state.id}:{seat}", _moves_this_turn(game.events, seat)
        most = self.max_seconds(bot, made)

        def decide(now: TableState, move: Move) -> CommandResult:
            if now.game_version != version or now.bot_of(seat) is None:
                raise Refusal("stale", "the table has moved on", now.version)
            return play(now, seat, move, bot=True)

        async for move in self._candidates(view(game, seat), bot, key, table.creator, most):
            await _wait(started, self._step(bot, made))
            try:
                await perform(table, partial(decide, move=move))
            except Refusal as refusal:
                logger.info("a bot's move was refused: %s", refusal.code)
                if refusal.code == "illegal_move":
                    continue
            return

    def _step(self, bot: str, made: int) -> float:
        """Return the seconds a bot's move takes for people, after `made` others in its turn.

        They depend on nothing secret. As many long steps are taken as fit into a turn.
        """
        long = self._pause * STEPS.get(bot, 1)
        return long if (made + 1) * long <= pace_of(bot).turn else self._pause

    def max_seconds(self, bot: str, made: int) -> float:
        """Return how long a bot may search so that its move fits its step; 0: no limit."""
        return max(0.0, self._step(bot, made) - SPARE)

    async def choose_move(
        self, seen: View, bot: str, key: str, requester: str = "", most: float = 0.0
    ) -> Move:
        """Return the first of the candidates that is legal."""
        candidates = self._candidates(seen, bot, key, requester, most)
        return await anext(move async for move in candidates if move in seen.legal_moves)

    async def _candidates(
        self, seen: View, bot: str, key: str, requester: str, most: float
    ) -> AsyncIterator[Move]:
        """Yield the bot's move, tried twice; a weaker bot's; at last any legal one (F-19).

        The rules judge them. `requester` pays for the search; `most` limits its seconds, 0 leaves
        them to the level.
        """
        for name in (bot, bot, *FALLBACKS):
            move = await self._try(seen, name, key, requester, most)
            if move is not None:
                yield move
        self.fallbacks += 1
        legal = seen.legal_moves
        yield legal[secrets.randbelow(len(legal))]

    async def suggest(
        self, seen: View, bot: str, key: str, requester: str, count: int
    ) -> list[Suggestion]:
        """Return the best moves by a bot's search, best first; none if the worker was lost."""
        job = bot_job(seen, bot, key, secrets.randbits(63), suggestions=count)
        limit = pace_of(bot).move + HARD_LIMIT
        try:
            answer = await self._workers.think(job, limit, requester)
            found = msgspec.convert(answer["suggestions"], list[Suggestion])
        except (WorkerLost, KeyError, msgspec.ValidationError) as error:
            logger.warning("bot %s gave no suggestions: %s", bot, type(error).__name__)
            return []
        return [one for one in found if one.move in seen.legal_moves]

    async def _try(
        self, seen: View, bot: str, key: str, requester: str, most: float
    ) -> Move | None:
        job = bot_job(seen, bot, key, secrets.randbits(63), most)
        limit = pace_of(bot).move + HARD_LIMIT
        try:
            answer = await self._workers.think(job, limit, requester)
            return read_move(answer["move"])
        except (WorkerLost, KeyError, NotAMove) as error:
            logger.warning("bot %s gave no move: %s", bot, type(error).__name__)
            return None


def _moves_this_turn(events: Sequence[Event], seat: int) -> int:
    """Return how many moves a seat has made in its current turn."""
    made = 0
    for event in reversed(events):
        if event.seat != seat or isinstance(event, EndTurnEvent):
            break
        made += 1
    return made


async def _wait(started: float, step: float) -> None:
    """Wait until the step is over: a bot's move takes the same time whatever it holds (H-04).

    A busy machine or a lost worker makes it later, by whole steps.
    """
    if step > 0:
        taken = asyncio.get_running_loop().time() - started
        steps = max(1, math.ceil(taken / step))
        await asyncio.sleep(steps * step - taken)


def pace_of(bot: str) -> Pace:
    """Return the time limits of a bot."""
    level = LEVELS.get(bot)
    return level.pace if level is not None else Pace()
