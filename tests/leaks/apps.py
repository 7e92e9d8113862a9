"""A server in memory for each of two worlds, asked the same questions; every byte is kept.

Nothing of the server is replaced but the clock, and the workers where a test asks for it.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
from playing import QUICK, WAIT

from ilos.engine.constants import RESOURCES as RESOURCE_COUNT
from ilos.protocol import messages
from ilos.protocol.client import Hello, Ping
from ilos.protocol.server import Heartbeat
from ilos.protocol.tables import TableSettings, Visibility
from ilos.rules.events import Event
from ilos.rules.setup import Setup
from ilos.server.app import App
from ilos.server.settings import Settings
from ilos.server.tables.fold import apply
from ilos.server.tables.state import TableState
from ilos.server.tables.summary import summarize
from ilos.server.tables.table import Table
from ilos.server.tables.tokens import hash_token
from ilos.server.transport.http_app import create_asgi_app
from ilos.server.transport.table_socket import TableSocket
from ilos.server.transport.websocket import Disconnected
from ilos.store.log_entries import (
    Chair,
    Created,
    LogEntry,
    Played,
    Sealed,
    Started,
    StoredEntry,
)
from ilos.store.rows import Grant, NewEntry, NewTable, TableSummary
from ilos.store.store import open_store
from leaks.worlds import Pair, draws_of

COMMITMENT = "c0" * 32  # published before the deal, so it is the same in both worlds


class StoppedClock:
    """The same moment in both worlds."""

    def now(self) -> int:
        return 1_700_000_000_000


class World:
    """One app with one table after another in it."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._app = create_asgi_app(app)
        self._clients: dict[str, httpx.AsyncClient] = {}

    def client(self, address: str = "1.2.3.4") -> httpx.AsyncClient:
        """Someone who calls from an address."""
        if address not in self._clients:
            transport = httpx.ASGITransport(self._app, client=(address, 1))
            self._clients[address] = httpx.AsyncClient(
                transport=transport, base_url="http://ilos.test", timeout=WAIT
            )
        return self._clients[address]

    async def lay_out(
        self,
        name: str,
        setup: Setup,
        events: Sequence[Event],
        visibility: Visibility = "listed",
        delay: int = 0,
    ) -> Table:
        """A table whose game has come to this moment, read from the log as after a restart."""
        log = entries_of(setup, events, visibility, delay)
        state = TableState(name, b"", f"code{name}")
        apply(state, StoredEntry(1, StoppedClock().now(), None, log[0]))
        empty = summarize(state).summary  # of the empty table; the first move renews it
        summary = TableSummary(status="playing", waiting="human", deadline=None, summary=empty)
        new = NewTable(id=name, code=state.code, secret="", creator="me", visibility=visibility)
        grants = [
            Grant(hash_token(token_of(name, seat)), seat) for seat in range(len(setup.players))
        ]
        grants.append(Grant(hash_token(host_token_of(name)), None))
        entries = [NewEntry(entry) for entry in log]
        await self.app.store.create(new, summary, entries, grants)
        return await self.app.tables.get(name)

    async def ask(
        self,
        method: str,
        path: str,
        token: str | None,
        body: Any = None,
        address: str = "1.2.3.4",
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        """Status, headers and body of a call."""
        head = {"Authorization": f"Bearer {token}"} if token else {}
        content = None if body is None else msgspec.json.encode(body)
        answer = await self.client(address).request(
            method, f"/api/v1{path}", headers=head, content=content
        )
        assert answer.status_code < 500, answer.text
        return answer.status_code, list(answer.headers.items()), answer.content

    async def close(self) -> None:
        for client in self._clients.values():
            await client.aclose()
        await self.app.close()


class MemorySocket:
    """A socket in memory: what is said to it is answered into a list."""

    def __init__(self) -> None:
        self._said: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._heartbeat_group = asyncio.Queue[None]()
        self.heard: list[bytes] = []

    async def receive(self) -> str:
        said = await self._said.get()
        if said is None:
            raise Disconnected
        return said.decode()

    async def send(self, text: bytes) -> None:
        self.heard.append(text)
        if isinstance(messages.decode_server(text), Heartbeat):
            self._heartbeat_group.put_nowait(None)

    def send_now(self, _texts: Iterable[bytes]) -> bool:
        return False  # this line has no short way

    def set_budget(self, _budget: object) -> None:
        """Nothing is counted here."""

    async def close(self, code: int) -> None:
        self.heard.append(f"closed {code}".encode())
        self._heartbeat_group.put_nowait(None)

    async def say(self, *said: bytes | msgspec.Struct) -> None:
        """Says all that; returns when everything is answered."""
        while (
            not self._heartbeat_group.empty()
        ):  # a ping among what was said before had one of its own
            self._heartbeat_group.get_nowait()
        for one in (*said, Ping()):
            self._said.put_nowait(one if isinstance(one, bytes) else messages.encode(one))
        async with asyncio.timeout(WAIT):
            await self._heartbeat_group.get()

    def disconnect(self) -> None:
        self._said.put_nowait(None)


@asynccontextmanager
async def connected(
    world: World, table: str, tokens: Sequence[str], seen: int | None = None
) -> AsyncIterator[MemorySocket]:
    """A socket at a table, welcomed."""
    line = MemorySocket()
    socket: Any = line
    life = asyncio.create_task(TableSocket(world.app, socket, table, "1.2.3.4").run([]))
    try:
        await line.say(Hello(protocol=messages.PROTOCOL, tokens=list(tokens), seen=seen))
        yield line
    finally:
        line.disconnect()
        await asyncio.gather(life, return_exceptions=True)


Worlds = tuple[World, World]


async def open_world(folder: Path, name: str, **settings: Any) -> World:
    """An app on a SQLite file of its own."""
    database = f"sqlite:///{folder}/{name}.sqlite"
    chosen = msgspec.convert({**QUICK, **settings, "database": database}, Settings)
    store = await open_store(database)
    store.clock = StoppedClock()  # type: ignore[assignment]
    store.pepper = "the same in both worlds"
    return World(App(chosen, store))


async def two_tables(worlds: tuple[World, World], pair: Pair, name: str) -> tuple[Table, Table]:
    """The two sides of a pair, laid out; screened stocks of others differ as well."""
    here = await worlds[0].lay_out(name, pair.setup, pair.events)
    there = await worlds[1].lay_out(name, pair.setup, pair.other)
    game = there.state.game
    assert game is not None
    if pair.setup.options.stocks == "screened" and not game.is_over:
        stock = [
            count if place // RESOURCE_COUNT == pair.viewer else count + 7 + place
            for place, count in enumerate(game.position.stock)
        ]
        game.position.set("stock", stock)
    return here, there


def token_of(table: str, seat: int) -> str:
    return f"token-{table}-{seat}"


def host_token_of(table: str) -> str:
    return f"host-{table}"


def entries_of(
    setup: Setup, events: Sequence[Event], visibility: Visibility, delay: int = 0
) -> list[LogEntry]:
    """The log of a table that has come so far."""
    options = setup.options
    settings = TableSettings(
        hints=True,
        stocks=options.stocks,
        max_rounds=options.max_rounds,
        visibility=visibility,
        spectator_delay=delay,
        first_player=0,
    )
    chairs = [Chair(kind="human", colour=p.colour, name=p.name) for p in setup.players]
    dealt = len(setup.players) + 1
    draws = [0]
    for event in events:
        draws.append(draws[-1] + draws_of(event))
    log: list[LogEntry] = [
        Created(settings=msgspec.to_builtins(settings), chairs=chairs),
        Started(
            order=list(range(len(setup.players))),
            rules_version=options.version,
            events=list(events[:dealt]),
            draws=draws[:dealt],
            next_draw=draws[dealt],
            sealed=Sealed(secret=secrets.token_hex(32), commitment=COMMITMENT),
        ),
    ]
    for index, event in enumerate(events[dealt:], dealt):
        draw, after = draws[index], draws[index + 1]
        assert event.seat is not None
        log.append(Played(seat=event.seat, event=event, draw=draw, next_draw=after))
    return log
