"""kill -9 at every fault point: no acknowledged move is lost, none is doubled (F-01, I1–I4)."""

import asyncio
import os
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

import ilos
from ilos.server import faults
from ilos.server.faults import PLACES, Place
from ilos.server.tables import Tables
from ilos.server.words import Words
from ilos.store import open_store

TESTS = Path(__file__).parents[1]
Json = dict[str, Any]


@asynccontextmanager
async def a_process(database: str, *doom: str) -> AsyncIterator[tuple[str, Process]]:
    """A server process and its address."""
    paths = os.pathsep.join([str(Path(ilos.__file__).parents[1]), str(TESTS)])
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(TESTS / "doomed_server.py"),
        database,
        *doom,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(60):
            said = (await process.stdout.readline()).decode().split()
        yield said[-1], process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


class Person:
    """Plays both seats over HTTP and keeps a history of what became of each move."""

    def __init__(self, tokens: list[str], table: str) -> None:
        self._headers = {"Authorization": f"Bearer {','.join(tokens)}"}
        self._path = f"/api/v1/tables/{table}"
        self.acknowledged: dict[str, int] = {}
        self.unknown: list[Json] = []

    async def play(self, http: httpx.AsyncClient, moves: int) -> None:
        """Plays until the line is cut, or so many moves are acknowledged."""
        while len(self.acknowledged) < moves:
            try:
                deed = await self._next(http)
                self.unknown.append(deed)
                await self.send(http, deed)
            except httpx.TransportError:
                return

    async def send(self, http: httpx.AsyncClient, deed: Json) -> None:
        answer = (await http.post(f"{self._path}/deeds", json=deed, headers=self._headers)).json()
        assert answer["type"] == "acknowledged", answer
        self.acknowledged[deed["id"]] = answer["version"]
        self.unknown.remove(deed)

    async def _next(self, http: httpx.AsyncClient) -> Json:
        for seat in (0, 1):
            state = (
                await http.get(f"{self._path}/state?look={seat}", headers=self._headers)
            ).json()
            choices = state["sight"]["choices"]
            if choices is not None:
                break
        name = f"d{len(self.acknowledged)}"
        move = {"type": "end_turn"} if choices["kind"] == "turn" else _set_up(choices)
        return {"type": "submit_move", "id": name, "version": state["version"], "move": move}


def _set_up(choices: Json) -> Json:
    if choices["kind"] == "mulligan":
        return {"type": "mulligan", "discarded": []}
    tile, places = next((t, p) for t, p in choices["tiles"].items() if p)
    laid = {"tile": tile, "cell": places[0]["cell"], "rotation": places[0]["rotations"][0]}
    return {"type": "first_island", **laid, "part": 0}


@pytest.mark.parametrize("place", PLACES)
async def test_no_acknowledged_move_is_lost_when_the_process_is_killed(
    place: Place, tmp_path: Path
) -> None:
    """The move in flight is sent again with the same id and has one effect."""
    database = f"sqlite:///{tmp_path}/ilos.sqlite"
    seats = [{"kind": "mine", "name": "Ana"}, {"kind": "mine", "name": "Bo"}]
    async with a_process(database, place, "6") as (address, process):
        async with httpx.AsyncClient(base_url=address, timeout=20) as http:
            made = (await http.post("/api/v1/tables", json={"seats": seats, "start": True})).json()
            tokens = [key["token"] for key in made["keys"]]
            person = Person(tokens, made["table"]["id"])
            async with listening(address, made["table"]["id"], tokens[0]):
                await person.play(http, moves=12)
        assert await process.wait() == -9
    async with (
        a_process(database) as (address, process),
        httpx.AsyncClient(base_url=address, timeout=20) as http,
    ):
        for deed in list(person.unknown):
            await person.send(http, deed)
        await person.play(http, moves=12)
    await check_the_log(database, made["table"]["id"], person)


@asynccontextmanager
async def listening(address: str, table: str, token: str) -> AsyncIterator[None]:
    """Somebody who listens, so that there is a broadcast to die in."""
    url = f"{address.replace('http', 'ws', 1)}/api/v1/tables/{table}/socket"
    socket = await connect(url, additional_headers={"Authorization": f"Bearer {token}"})
    await socket.send('{"type":"hello","protocol":1}')
    await socket.recv()
    try:
        yield
    finally:
        await socket.close()


async def check_the_log(database: str, table: str, person: Person) -> None:
    """I1, I4: every move once; I2: no gap; I3: the log replays."""
    store = await open_store(database)
    log = await store.load(table)
    assert [entry.version for entry in log] == list(range(1, len(log) + 1))
    deeds = [(entry.deed_id, entry.version) for entry in log if entry.deed_id is not None]
    assert sorted(deeds, key=lambda one: one[1]) == sorted(
        person.acknowledged.items(), key=lambda one: one[1]
    )
    tables = Tables(store, Words(store, "check"), 10, lambda _: True, lambda _: None)
    loaded = await tables.get(table)
    assert loaded.state.version == len(log)
    await store.close()


def test_a_release_has_no_fault_armed() -> None:
    """Nothing but a test calls `arm`."""
    assert faults._armed == {}
    source = Path(ilos.__file__).parent
    for path in source.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "faults.arm" not in text
        assert "import arm" not in text
