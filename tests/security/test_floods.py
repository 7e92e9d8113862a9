"""A-12 … A-15: floods, frames of any sort, sockets, quotas; the others play on."""

import asyncio
import resource
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playing import Player, Running, running
from sizes import size
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from ilos.client import AsyncConnection, Session
from ilos.protocol.client import Hello, Ping
from ilos.protocol.messages import PROTOCOL, encode
from ilos.protocol.server import Heartbeat
from ilos.server.transport import table_socket

JUNK = size(2000, 10_000)
HALF = size(50, 1000)


@asynccontextmanager
async def with_limits(tmp_path: Path, **settings: int) -> AsyncIterator[Running]:
    """A server with the limits people have."""
    usual = {"messages_per_10s": 30, "bad_messages": 5, "sockets_per_address": 0}
    async with running(f"sqlite:///{tmp_path}/x.sqlite", **{**usual, **settings}) as server:
        yield server


async def flood(server: Running, table: str, token: str, said: str | bytes) -> int | None:
    """Says the same thousands of times; the code with which the line was closed."""
    async with connect(server.socket_url(table), origin=server.origin) as socket:
        await socket.send(encode(Hello(protocol=PROTOCOL, tokens=[token])).decode())
        try:
            for _ in range(JUNK):
                await socket.send(said)
            while True:
                await socket.recv()
        except ConnectionClosed:
            return socket.close_code


@pytest.mark.parametrize(
    "said",
    [
        "junk",
        '{"type":"ping"}',
        '{"type":"submit_move"}',
        b"\x00\x01",
        "[" * 4000,
    ],
)
async def test_who_floods_is_closed_and_the_others_play_on(
    tmp_path: Path, said: str | bytes
) -> None:
    """A-12: 1008 for junk and for too much; a neighbour's line answers all the while."""
    async with with_limits(tmp_path) as server:
        made = await server.table("mine", "mine")
        ana, bo = (key.token for key in made.keys)
        async with server.player(made.table.id, ana) as neighbour:
            await neighbour.welcomed()
            attack = asyncio.create_task(flood(server, made.table.id, bo, said))
            for _ in range(10):
                await neighbour.send(Ping())
                await neighbour.hear(Heartbeat)
            assert await attack == 1008
            await neighbour.send(Ping())
            await neighbour.hear(Heartbeat)
        table = await server.app.tables.get(made.table.id)
        assert table.state.version == 2


def a_frame(first: int, length: int, body: bytes = b"") -> bytes:
    """A masked frame that says it is so long."""
    return struct.pack(">BBQ", first, 0xFF, length) + bytes(4) + body


FRAMES = {
    "one that says it has 32 MiB": a_frame(0x81, 32 * 1024 * 1024, b"x" * 20_000),
    "one that says it has 2^62 bytes": a_frame(0x81, 1 << 62, b"x" * 20_000),
    "many fragments": a_frame(0x01, 4000, b" " * 4000) + a_frame(0x00, 4000, b" " * 4000) * 5,
    "reserved bits, as if compressed": a_frame(0xC1, 10, b"\x00" * 10),
    "text that is no UTF-8": a_frame(0x81, 4, b"\xff\xfe\xfd\xfc"),
    "without a mask": b"\x81\x05hello",
    "an unknown opcode": a_frame(0x83, 2, b"{}"),
    "a ping that is too long": a_frame(0x89, 200, b"x" * 200),
}


@pytest.mark.parametrize("name", FRAMES)
async def test_odd_frames_close_the_socket(server: Running, name: str) -> None:
    """A-13: refused at the protocol level, before anything is kept in memory."""
    made = await server.table("mine", "mine")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    reader, writer = await server.raw_socket(made.table.id)
    writer.write(FRAMES[name])
    async with asyncio.timeout(15):
        while await reader.read(65536):  # until it is closed
            pass
    writer.close()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 64 * 1024  # KiB
    assert (await server.http.get("/server")).status_code == 200


async def test_half_handshakes_hold_nobody_up(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A-13: lines that begin and say no more are closed; others come in meanwhile."""
    monkeypatch.setattr(table_socket, "HELLO_TIMEOUT", 0.2)
    made = await server.table("mine", "mine")
    host, port = server.address.removeprefix("http://").split(":")
    silent = [await asyncio.open_connection(host, int(port)) for _ in range(HALF)]
    for _, writer in silent:
        writer.write(b"GET /api/v1/tables/x/socket HTTP/1.1\r\nHost:")
    waiting = [await server.raw_socket(made.table.id) for _ in range(10)]
    async with server.player(made.table.id, made.keys[0].token) as ana:
        await ana.welcomed()
    async with asyncio.timeout(15):
        for reader, _ in waiting:
            assert b"bad_message" in await reader.read()
    for _, writer in (*silent, *waiting):
        writer.close()


async def test_sockets_are_counted_for_each_address(tmp_path: Path) -> None:
    """A-14: forged forwarding changes nothing; a line that closes makes room."""
    async with with_limits(tmp_path, sockets_per_address=3) as server:
        made = await server.table("mine", "mine")
        hello = encode(Hello(protocol=PROTOCOL, tokens=[made.host])).decode()
        lines = [
            await connect(server.socket_url(made.table.id), origin=server.origin) for _ in "123"
        ]
        for line in lines:
            await line.send(hello)
            await Player(AsyncConnection(line, Session())).welcomed()
        for number in range(5):
            forged = {"Origin": server.address, "X-Forwarded-For": f"9.9.9.{number}"}
            assert await server.handshake(made.table.id, **forged) == 403
        for line in lines:
            await line.close()
        async with asyncio.timeout(15):
            while server.app.sockets.total:
                await server.http.get("/server")
        async with server.player(made.table.id, made.keys[0].token) as again:
            await again.welcomed()


async def test_quotas_hold_for_one_and_not_for_others(tmp_path: Path) -> None:
    """A-15: tables, rates and imports; every answer is 429 and says what to do."""
    limits = {"tables_per_address": 3, "requests_per_10s": 0}
    async with with_limits(tmp_path, **limits, trusted_proxies=["127.0.0.1"]) as server:  # type: ignore[arg-type]
        body = {"seats": [{"kind": "mine", "name": "Ana"}, {"kind": "open"}]}
        statuses = []
        for _ in range(6):
            answer = await server.http.post(
                "/tables", json=body, headers={"X-Forwarded-For": "7.7.7.7"}
            )
            statuses.append(answer.status_code)
        assert statuses == [200] * 3 + [429] * 3
        assert "finish one first" in answer.json()["message"]
        other = await server.http.post("/tables", json=body, headers={"X-Forwarded-For": "8.8.8.8"})
        assert other.status_code == 200
