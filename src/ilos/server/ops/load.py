"""The load tool: many tables of clients playing over real WebSockets, with every move checked.

`ilos load` runs it against a server on this machine. Each seat has its own WebSocket. Moves are
sent at a steady rate over all tables, or as fast as the server accepts them. A move is delivered
when every seat of its table has the update; one that was acknowledged and not delivered is lost,
and then the run has failed.
"""

import asyncio
import itertools
import random
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPConnection
from typing import Any, Literal
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from ilos.protocol import messages
from ilos.protocol.client import Hello, SubmitMove
from ilos.protocol.http import TableCreated
from ilos.protocol.server import Acknowledged, Refused, Update, Welcome

DELIVERY_TIMEOUT = 30.0  # seconds after which an undelivered move counts as lost

Json = dict[str, Any]
Source = tuple[str, int]  # the address and port that calls come from
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
    """One client: remembers only what its next move needs."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.version = 0
        self.choices: Json | None = None
        self.hand: Json = {}
        self.over = False
        self.answers: asyncio.Queue[Acknowledged | Refused] = asyncio.Queue()
        self.news = asyncio.Event()

    async def listen(self) -> None:
        """Receive the server's messages."""
        async for text in self.socket:
            message = messages.decode_server(text)
            if isinstance(message, (Acknowledged, Refused)):
                self.answers.put_nowait(message)
            elif isinstance(message, (Welcome, Update)):
                self._see(message)

    def _see(self, message: Welcome | Update) -> None:
        if isinstance(message, Update) and message.version - len(message.changes) != self.version:
            raise LoadFailed(f"a gap: {self.version}, then {message.version}")
        self.version = message.version
        if message.player_view is not None:
            self.choices = msgspec.json.decode(message.player_view.choices)
            if self.choices is not None:
                self.hand = msgspec.json.decode(message.player_view.view)["hand"]
        table = message.table
        self.over = table is not None and table.status != "playing"
        self.news.set()

    async def reach(self, version: int) -> None:
        """Return when this seat has received a version."""
        while self.version < version:
            self.news.clear()
            await self.news.wait()


class LoadTable:
    """A table and its clients."""

    def __init__(self, table: str, seats: list[Seat], rng: random.Random) -> None:
        self.table = table
        self._seats = seats
        self._rng = rng
        self._ids = itertools.count()

    async def move(self, figures: Figures) -> bool:
        """Make one move and wait until every seat has it; return False when the game is over."""
        mover = next((seat for seat in self._seats if seat.choices is not None), None)
        if mover is None or mover.choices is None or mover.over:
            return False
        move = any_move(mover.choices, mover.hand, self._rng)
        body = msgspec.Raw(msgspec.json.encode(move))
        command = SubmitMove(id=f"m{next(self._ids)}", version=mover.version, move=body)
        sent = time.perf_counter()
        await mover.socket.send(messages.encode(command).decode())
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


def any_move(choices: Json, hand: Json, rng: random.Random) -> Json:
    """Return a legal move: clients build and sail a little, and end their turns."""
    if choices["kind"] == "mulligan":
        return {"type": "mulligan", "discarded": []}
    if choices["kind"] == "first_island":
        tile, places = rng.choice([(t, p) for t, p in choices["tiles"].items() if p])
        place = rng.choice(places)
        rotation = rng.choice(place["rotations"])
        laid = {"tile": tile, "cell": place["cell"], "rotation": rotation}
        return {"type": "first_island", **laid, "part": 0}
    options = list(_actions(choices, hand))
    return rng.choice(options) if options and rng.random() < 0.7 else {"type": "end_turn"}


def _actions(choices: Json, hand: Json) -> Iterator[Json]:
    for one in choices["sites"]:
        move = {"type": one["card"], "site": one["site"], "paid": _pay(hand, one)}
        if one["card"] == "building":
            move |= {"building": "fort", "resource": None}
        yield move
    ship = choices["ship"]
    if ship is not None and "reserve" in ship["from"] and ship["docks"]:
        paid = _pay(hand, {"card": "ship", "cost": ship["cost"]})
        to = ship["docks"][-1]
        yield {"type": "ship", "from": "reserve", "to": to, "explored": None, "paid": paid}


def _pay(hand: Json, one: Json) -> list[str]:
    cards = [card for card, count in hand.items() for _ in range(count)]
    cards.remove(one["card"])
    return cards[: one["cost"]]


def _create(url: str, wanted: Json, source: Source | None) -> TableCreated:
    """Create a table."""
    where = urlsplit(url)
    server = HTTPConnection(where.netloc, timeout=DELIVERY_TIMEOUT, source_address=source)
    try:
        server.request("POST", f"{where.path}/api/v1/tables", msgspec.json.encode(wanted))
        answer = server.getresponse()
        if answer.status != HTTPStatus.OK:
            raise LoadFailed(f"no table could be created: {answer.status} {answer.reason}")
        return msgspec.json.decode(answer.read(), type=TableCreated)
    except OSError as error:
        raise LoadFailed(f"no table could be created: {error}") from None
    finally:
        server.close()


class Load:
    """A run against one server."""

    def __init__(
        self, url: str, tables: int, seats: int, seed: int = 1, address: str | None = None
    ) -> None:
        self._url = url
        self._source = None if address is None else (address, 0)  # an address of this machine
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
        async with AsyncExitStack() as stack:
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
        people = [{"kind": "mine", "name": f"Person {n}"} for n in range(self._seats)]
        request = {"seats": people, "start": True, "settings": {"max_rounds": 500}}
        return await asyncio.to_thread(_create, self._url, request, self._source)

    async def _sit_down(self, stack: AsyncExitStack, made: TableCreated) -> LoadTable:
        url = f"{self._url.replace('http', 'ws', 1)}/api/v1/tables/{made.table.id}/socket"
        seats = []
        for key in made.keys:
            origin: Any = self._url
            socket = await stack.enter_async_context(
                connect(url, origin=origin, compression=None, local_addr=self._source)
            )
            hello = Hello(protocol=messages.PROTOCOL, tokens=[key.token])
            await socket.send(messages.encode(hello).decode())
            seat = Seat(socket)
            self._listening.append(asyncio.create_task(seat.listen()))
            seats.append(seat)
        await asyncio.gather(*(seat.reach(1) for seat in seats))
        return LoadTable(made.table.id, seats, random.Random(self._rng.random()))  # noqa: S311

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
