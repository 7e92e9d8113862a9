"""The load tool: many tables of clients playing over real WebSockets, with every move checked.

`ilos load` runs it against a server on this machine. Each seat has its own WebSocket. Moves are
sent at a steady rate over all tables, or as fast as the server accepts them. A move is delivered
when every seat of its table has the update; one that was acknowledged and not delivered is lost,
and then the run has failed.
"""

import asyncio
import random
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, Literal

from ilos.client.async_client import AsyncClient, AsyncConnection
from ilos.client.calls import RequestRefused
from ilos.client.move_list import random_move
from ilos.protocol.http import TableCreated
from ilos.protocol.server import Acknowledged, Refused
from ilos.protocol.tables import SeatPlan, TableSettings

DELIVERY_TIMEOUT = 30.0  # seconds after which an undelivered move counts as lost

Json = dict[str, Any]
Stage = Literal["made", "seated", "played"]


class LoadFailed(Exception):
    """The server refused or lost something it should not have."""


@dataclass
class Figures:
    """The results of a run."""

    moves: int = 0
    lost: int = 0
    refused: int = 0
    seconds: float = 0.0
    delays: list[float] = field(default_factory=list)  # from sending to every seat having it

    def delay(self, share: float) -> float:
        """Return the delay that this share of moves did not exceed, in milliseconds."""
        ordered = sorted(self.delays)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000 if ordered else 0.0

    def to_json(self) -> Json:
        """Return the results for reports."""
        return {
            "moves": self.moves,
            "moves_per_second": round(self.moves / self.seconds, 1) if self.seconds else 0.0,
            "lost": self.lost,
            "refused": self.refused,
            "p50_ms": round(self.delay(0.50), 1),
            "p99_ms": round(self.delay(0.99), 1),
            "max_ms": round(self.delay(1.0), 1),
        }


class Seat:
    """One client, and what it waits for."""

    def __init__(self, connection: AsyncConnection) -> None:
        self.connection = connection
        self.session = connection.session
        self.answers: asyncio.Queue[Acknowledged | Refused] = asyncio.Queue()
        self._changed = asyncio.Event()

    async def listen(self) -> None:
        """Receive the server's messages."""
        while True:
            message = await self.connection.receive()
            if isinstance(message, (Acknowledged, Refused)):
                self.answers.put_nowait(message)
            self._changed.set()

    async def reach(self, version: int) -> None:
        """Return when this seat has received a version."""
        while self.session.version < version:
            self._changed.clear()
            await self._changed.wait()


class LoadTable:
    """A table and its clients."""

    def __init__(self, seats: list[Seat], rng: random.Random) -> None:
        self._seats = seats
        self._rng = rng

    async def move(self, figures: Figures) -> bool:
        """Make one move and wait until every seat has it; return False when the game is over."""
        mover = next((seat for seat in self._seats if seat.session.is_to_move), None)
        if mover is None or mover.session.choices is None or mover.session.is_over:
            return False
        move = random_move(mover.session.choices, self._rng)
        command = mover.session.submission(move)
        sent = time.perf_counter()
        await mover.connection.send(command)
        try:
            async with asyncio.timeout(DELIVERY_TIMEOUT):
                answer = await mover.answers.get()
                if isinstance(answer, Refused):
                    figures.refused += 1
                    raise LoadFailed(f"{answer.code}: {answer.message}")
                await asyncio.gather(*(seat.reach(answer.version) for seat in self._seats))
        except TimeoutError:
            figures.lost += 1
            return True
        figures.moves += 1
        figures.delays.append(time.perf_counter() - sent)
        return True


class Load:
    """A run against one server."""

    def __init__(
        self, url: str, tables: int, seats: int, seed: int = 1, address: str | None = None
    ) -> None:
        self._client = AsyncClient(url, timeout=DELIVERY_TIMEOUT, local_address=address)
        self._count = tables
        self._seats = seats
        self._rng = random.Random(seed)  # noqa: S311  nothing here is secret
        self._tables: list[LoadTable] = []
        self._listening: list[asyncio.Task[None]] = []

    async def run(
        self, seconds: float, rate: float | None, reached: Callable[[Stage], None] = lambda _: None
    ) -> Figures:
        """Play for so long, at `rate` moves a second (None: as many as possible).

        `reached` is called when the tables are created, when all are seated, and at the end.
        """
        async with self._client, AsyncExitStack() as stack:
            made = [await self._make() for _ in range(self._count)]
            reached("made")
            for one in made:
                self._tables.append(await self._sit_down(stack, one))
            reached("seated")
            figures = Figures()
            started = time.perf_counter()
            try:
                await self._play(figures, started, seconds, rate)
                figures.seconds = time.perf_counter() - started
                reached("played")
            finally:
                for task in self._listening:
                    task.cancel()
            await asyncio.gather(*self._listening, return_exceptions=True)
        return figures

    async def _make(self) -> TableCreated:
        seats = [SeatPlan(kind="mine", name=f"Person {n}") for n in range(self._seats)]
        try:
            return await self._client.create_table(seats, TableSettings(max_rounds=500), start=True)
        except (RequestRefused, OSError) as error:
            raise LoadFailed(f"no table could be created: {error}") from None

    async def _sit_down(self, stack: AsyncExitStack, made: TableCreated) -> LoadTable:
        seats = []
        for key in made.keys:
            opened = self._client.connect(made.table.id, key.token)
            seat = Seat(await stack.enter_async_context(opened))
            self._listening.append(asyncio.create_task(seat.listen()))
            seats.append(seat)
        await asyncio.gather(*(seat.reach(1) for seat in seats))
        return LoadTable(seats, random.Random(self._rng.random()))  # noqa: S311

    async def _play(
        self, figures: Figures, started: float, seconds: float, rate: float | None
    ) -> None:
        """Let every table play; with a rate, each waits for its next move's time."""
        step = len(self._tables) / rate if rate else 0.0

        async def one(number: int, table: LoadTable) -> None:
            due = started + step * number / max(1, len(self._tables))
            while time.perf_counter() < started + seconds:
                if step:
                    await asyncio.sleep(max(0.0, due - time.perf_counter()))
                    due += step
                if not await table.move(figures):
                    return

        await asyncio.gather(*(one(n, table) for n, table in enumerate(self._tables)))
