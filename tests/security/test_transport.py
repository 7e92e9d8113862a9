"""Floods and odd requests below the API."""

import asyncio
import contextlib
import logging
from collections.abc import Iterable
from typing import Any, cast

import h11
import pytest
from playing import WAIT, Running, running
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode

from ilos.protocol.client import Hello, Ping
from ilos.protocol.messages import PROTOCOL, encode
from ilos.protocol.server import Heartbeat
from ilos.server import app, run
from ilos.server.ops.addresses import TrustedProxies, address_group
from ilos.server.ops.limits import ConnectionGate
from ilos.server.settings import BadSettings, Settings
from ilos.server.transport import files, http_protocol
from ilos.server.transport.assets import read_assets
from ilos.server.transport.headers import KnownHosts
from ilos.server.transport.http_app import HttpApp
from ilos.server.transport.websocket import ReceiveBudget
from ilos.server.transport.websocket_protocol import FrameCounter, WebSocketProtocol
from ilos.store import StoreUnavailable

MANY = 3000
LIMITS = {"frames_per_10s": 100, "frame_bytes_per_10s": 256 * 1024}


def frame(opcode: Opcode, data: bytes = b"", fin: bool = True) -> bytes:
    """A frame as a client sends it."""
    return Frame(opcode, data, fin).serialize(mask=True)


FLOODS = {
    "pings": frame(Opcode.PING) * MANY,
    "pongs": frame(Opcode.PONG) * MANY,
    "fragments": frame(Opcode.TEXT, fin=False) + frame(Opcode.CONT, fin=False) * MANY,
    "bytes": frame(Opcode.TEXT, b"x" * 4000, fin=False)
    + frame(Opcode.CONT, b"x" * 65_000, fin=False) * 8,
}


@pytest.fixture
async def database(tmp_path: Any) -> str:
    return f"sqlite:///{tmp_path}/x.sqlite"


@pytest.mark.parametrize("kind", FLOODS)
@pytest.mark.parametrize("greeted", [False, True])
async def test_who_sends_too_many_frames_is_closed_before_they_are_read(
    database: str, kind: str, greeted: bool
) -> None:
    """Point 1: control frames and fragments count as well, with and without a token."""
    async with running(database, **LIMITS) as server:
        made = await server.table("mine", "mine")
        async with server.player(made.table.id, made.keys[0].token) as neighbour:
            await neighbour.welcomed()
            reader, writer = await server.raw_socket(made.table.id)
            if greeted:
                hello = Hello(protocol=PROTOCOL, tokens=[made.keys[1].token])
                writer.write(frame(Opcode.TEXT, encode(hello)))
            writer.write(FLOODS[kind])
            async with asyncio.timeout(WAIT):
                rest = await _rest(reader)  # a close frame, or a reset as the flood goes on
            assert not rest or (1008).to_bytes(2) in rest
            assert rest.count(b"\x8a\x00") <= 100  # pongs: no ping beyond the budget was answered
            writer.close()
            await neighbour.send(Ping())
            await neighbour.hear(Heartbeat)


async def test_who_floods_a_socket_is_refused_before_anything_is_read(database: str) -> None:
    """Points 1 and 26: opening one socket after another is what such a flood costs others."""
    async with running(database, **LIMITS, connections_per_10s=3) as server:
        made = await server.table("mine", "mine")
        reader, writer = await server.raw_socket(made.table.id)
        writer.write(FLOODS["pings"])
        async with asyncio.timeout(WAIT):
            await _rest(reader)
        writer.close()
        reader, writer = await open_raw(server)  # the system accepts it, and the server resets it
        async with asyncio.timeout(WAIT):
            assert not await _rest(reader)
        writer.close()


async def test_new_connections_have_a_rate(database: str) -> None:
    """Point 26: each takes as long as a request, though it sends nothing."""
    async with running(database, connections_per_10s=5) as server:
        answered = 0
        for _ in range(20):
            reader, writer = await open_raw(server)
            with contextlib.suppress(ConnectionError):
                writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                answered += (await reader.readline()).startswith(b"HTTP/1.1 200")
            writer.close()
        assert 5 <= answered < 20


def test_a_proxy_and_other_addresses_have_no_part_in_a_flood() -> None:
    """Point 26: what one address does counts for it alone."""
    gate = ConnectionGate(0, 5, TrustedProxies(["10.0.0.0/8"]))
    for peer in ("10.0.0.1", "6.6.6.6"):
        gate.closed_for_abuse(peer)
    assert [gate.admits(peer) for peer in ("10.0.0.1", "6.6.6.6", "1.2.3.4")] == [True, False, True]


async def test_frames_sent_before_the_handshake_is_answered_are_not_read(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Point 1: there is no budget yet, and no client sends so early."""
    pings: list[str] = []
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def think_long(*_: object) -> bool:
        asked.set()
        await go_on.wait()
        return True

    monkeypatch.setattr(HttpApp, "_may_accept", think_long)
    monkeypatch.setattr(WebSocketProtocol, "handle_ping", lambda _: pings.append("read"))
    async with running(database, **LIMITS) as server:
        host, port = server.address.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(
            f"GET /api/v1/lobby/socket HTTP/1.1\r\nHost: {host}:{port}\r\n"
            f"Origin: {server.address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        await asked.wait()
        writer.write(frame(Opcode.PING) * MANY)
        async with asyncio.timeout(WAIT):
            assert not await _rest(reader)
        writer.close()
        go_on.set()
    assert not pings


@pytest.mark.parametrize("step", [1, 2, 3, 5, 7, 64, 100_000])
def test_frames_are_counted_however_the_bytes_are_cut(step: int) -> None:
    """Point 1: headers and payloads may arrive in any pieces."""
    frames = [frame(Opcode.TEXT, b"x" * size) for size in (0, 1, 125, 126, 200, 66_000, 0, 3)]
    data = b"".join(frames)
    counter = FrameCounter()
    pieces = [data[at : at + step] for at in range(0, len(data), step)]
    assert sum(counter.count(piece, 1000) for piece in pieces) == len(frames)
    assert FrameCounter().count(frame(Opcode.PING) * MANY, 10) == 11


def test_a_budget_is_refilled_only_where_it_may_be() -> None:
    """Point 1: before authentication what was spent is gone."""
    budget, first = ReceiveBudget(1000, 10, 10), ReceiveBudget(1000, 10, None)
    start = budget._since
    for one in (budget, first):
        assert one.spend(500, 10)
        assert not one.spend(1, 1)
    assert budget.frames_left(start + 5) == 4
    assert first.frames_left(start + 5) == -1


async def handshakes(server: Running, table: str, count: int) -> list[int]:
    """The statuses of simultaneous handshakes; what was accepted stays open until all are told."""

    async def one() -> tuple[int, Any]:
        try:
            return 101, await connect(server.socket_url(table), origin=server.origin)
        except InvalidStatus as error:
            return error.response.status_code, None

    found = await asyncio.gather(*(one() for _ in range(count)))
    for _, socket in found:
        if socket is not None:
            await socket.close()
    return [status for status, _ in found]


async def test_simultaneous_handshakes_do_not_pass_the_limit_together(database: str) -> None:
    """Point 9: it is counted before anything is waited for."""
    async with running(database, sockets_per_address=5) as server:
        made = await server.table("mine", "mine")
        statuses = await handshakes(server, made.table.id, 40)
        assert sorted(set(statuses)) == [101, 403]
        assert statuses.count(101) == 5


async def test_handshakes_have_a_rate(database: str) -> None:
    """Point 9: too many in a minute are refused with 429."""
    async with running(database, handshakes_per_minute=3) as server:
        made = await server.table("mine", "mine")
        statuses = await handshakes(server, made.table.id, 8)
        assert (statuses.count(101), statuses.count(429)) == (3, 5)


@pytest.mark.parametrize(
    "peer,lines,client",
    [
        ("9.9.9.9", ["1.1.1.1"], "9.9.9.9"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["1.1.1.1, 2.2.2.2"], "2.2.2.2"),
        ("10.0.0.1", ["1.1.1.1", "2.2.2.2"], "2.2.2.2"),
        ("10.0.0.1", ["1.1.1.1, 2.2.2.2", "10.0.7.7"], "2.2.2.2"),
        ("10.0.0.1", ["2.2.2.2:4711"], "2.2.2.2"),
        ("::ffff:10.0.0.1", ["[2001:db8::7]:4711"], "2001:db8::7"),
        ("10.0.0.1", ["1.1.1.1, nonsense"], "10.0.0.1"),
    ],
)
def test_the_client_is_the_rightmost_hop_that_is_no_proxy(
    peer: str, lines: list[str], client: str
) -> None:
    """Point 8: all lines count, networks match, and what a client wrote itself does not."""
    assert TrustedProxies(["10.0.0.0/16"]).client_address(peer, lines) == client


def test_limits_and_bans_apply_to_networks_of_one_subscriber() -> None:
    """Point 8: an IPv6 address stands for its /64."""
    assert address_group("2001:db8:1:2:3:4:5:6") == address_group("2001:db8:1:2::1")
    assert address_group("2001:db8:1:2::1") != address_group("2001:db8:1:3::1")
    assert address_group("::ffff:1.2.3.4") == address_group("1.2.3.4") == "1.2.3.4"


def test_a_proxy_that_is_no_network_is_refused_at_the_start() -> None:
    """Point 8: a setting that never matches would open the limits to everybody."""
    with pytest.raises(BadSettings, match="trusted_proxies"):
        TrustedProxies(["10.0.0.0/33"])


async def open_raw(server: Running) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, port = server.address.removeprefix("http://").split(":")
    return await asyncio.open_connection(host, int(port))


@pytest.mark.parametrize("half", [b"", b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "])
async def test_headers_that_never_end_are_given_up(
    database: str, half: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Point 13: a half request does not hold its connection for ever."""
    monkeypatch.setattr(http_protocol, "HEADER_TIMEOUT", 0.05)
    async with running(database) as server:
        reader, writer = await open_raw(server)
        writer.write(half)
        async with asyncio.timeout(WAIT):
            assert await _rest(reader) == b""
        writer.close()


async def _rest(reader: asyncio.StreamReader) -> bytes:
    """Return what comes until the connection is closed or reset."""
    found = b""
    try:
        while data := await reader.read(65536):
            found += data
    except ConnectionResetError:
        pass
    return found


async def test_one_address_cannot_take_all_connections(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Point 13: further ones are closed at once, with one line in the log."""
    async with running(database, connections_per_address=3) as server:
        held = [await open_raw(server) for _ in range(3)]
        for _ in range(5):
            reader, writer = await open_raw(server)
            async with asyncio.timeout(WAIT):
                assert await _rest(reader) == b""
            writer.close()
        said = [r for r in caplog.records if "connections refused" in r.getMessage()]
        assert len(said) == 1
        for _, writer in held:
            writer.close()


async def test_a_long_poll_is_answered_when_the_server_stops(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Point 15: with 200, and without waiting for the end of its 25 seconds."""
    async with running(database) as server:
        made = await server.table("mine", "mine")
        path = f"/tables/{made.table.id}/updates?after={made.table.version}&wait=25"
        table = await server.app.tables.get(made.table.id)
        asked = asyncio.Event()
        wait = table._next_change

        async def noted() -> None:
            asked.set()
            await wait()

        monkeypatch.setattr(table, "_next_change", noted)
        poll = asyncio.create_task(server.try_call("GET", path, token=made.host))
        await asked.wait()
        server.server.should_exit = True
        async with asyncio.timeout(10):
            assert (await poll).status_code == 200


async def test_long_work_does_not_delay_a_stop(
    database: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Point 15: who waits for a record is told to try again; the log holds no traceback."""
    monkeypatch.setattr(app, "STOP_SECONDS", 0.0)
    asked = asyncio.Event()

    async def think_for_ever(*_: object) -> None:
        asked.set()
        await asyncio.Event().wait()

    async with running(database) as server:
        monkeypatch.setattr(server.app, "read_record", think_for_ever)
        call = asyncio.create_task(server.try_call("POST", "/records", {}))
        await asked.wait()
        server.server.should_exit = True
        async with asyncio.timeout(10):
            assert (await call).status_code == 503
    assert not [r for r in caplog.records if r.exc_info]


async def test_refused_handshakes_are_not_logged_one_by_one(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Point 16: a flood of them fills no disk."""
    async with running(database, handshakes_per_minute=1) as server:
        made = await server.table("mine", "mine")
        assert 429 in await handshakes(server, made.table.id, 5)
    assert not [one for one in caplog.records if "handshake" in one.getMessage()]


async def test_handshakes_during_an_outage_get_503_and_one_line(
    database: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Point 17: no traceback, however many come."""
    async with running(database) as server:
        made = await server.table("mine", "mine")

        async def away(*_: object) -> bool:
            raise StoreUnavailable("gone")

        monkeypatch.setattr(server.app.store, "banned", away)
        server.app.bans.forget()
        assert set(await handshakes(server, made.table.id, 5)) == {503}
    said = [r for r in caplog.records if r.levelno >= logging.WARNING and "gone" in r.getMessage()]
    assert len(said) == 1
    assert not [r for r in caplog.records if r.exc_info]


async def test_metrics_are_for_this_machine_or_the_token(database: str) -> None:
    """Point 22: anyone who comes through a proxy needs the operator's token."""
    async with running(database, metrics_token="a-secret") as server:
        url = f"{server.address}/metrics"
        assert (await server.http.get(url)).status_code == 200
        elsewhere = {"X-Forwarded-For": "1.2.3.4"}
        assert (await server.http.get(url, headers=elsewhere)).status_code == 404
        wrong = {**elsewhere, "Authorization": "Bearer another"}
        assert (await server.http.get(url, headers=wrong)).status_code == 404
        right = {**elsewhere, "Authorization": "Bearer a-secret"}
        assert (await server.http.get(url, headers=right)).status_code == 200


@pytest.mark.parametrize("path", ["/", "/metrics", "/readyz"])
async def test_pages_have_a_rate(database: str, path: str) -> None:
    """Point 22: files, health and metrics too."""
    async with running(database, pages_per_10s=5, files_per_10s=5) as server:
        found = [(await server.http.get(server.address + path)).status_code for _ in range(7)]
        assert found.count(429) >= 1
        assert found[0] == 200


@pytest.mark.parametrize(
    "fields",
    [
        ["Content-Length: 2", "Transfer-Encoding: chunked"],
        ["Host: evil.example.com"],
        ["Host: localhost", "Host: localhost"],
    ],
)
async def test_requests_that_mean_two_things_are_refused(
    database: str, fields: Iterable[str]
) -> None:
    """Point 23: smuggling and DNS rebinding."""
    lines = [*fields]
    if not any(line.startswith("Host") for line in lines):
        lines.append("Host: localhost")
    async with running(database) as server:
        reader, writer = await open_raw(server)
        head = "\r\n".join(["POST /api/v1/tables HTTP/1.1", *lines, "", ""])
        writer.write(head.encode() + b"0\r\n\r\n")
        async with asyncio.timeout(WAIT):
            assert (await reader.readline()).startswith(b"HTTP/1.1 400")
        writer.close()


HEAD = b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"


async def _parsed(server: Running, monkeypatch: pytest.MonkeyPatch, data: bytes) -> int:
    """How many events of HTTP the server reads of this before it closes the connection."""
    found: list[Any] = []
    usual = h11.Connection.next_event

    def count(self: h11.Connection) -> Any:
        event = usual(self)
        if self.our_role is h11.SERVER and event not in (h11.NEED_DATA, h11.PAUSED):
            found.append(event)
        return event

    monkeypatch.setattr(h11.Connection, "next_event", count)
    reader, writer = await open_raw(server)
    writer.write(data)
    async with asyncio.timeout(WAIT):
        await _rest(reader)
    writer.close()
    return len(found)


async def test_a_body_in_tiny_chunks_is_not_read(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Point 1, over HTTP: chunks of one byte each kept everybody waiting."""
    async with running(database) as server:
        assert await _parsed(server, monkeypatch, CHUNKED + b"1\r\nx\r\n" * 20_000) < 100


async def test_a_body_in_chunks_of_some_size_is_read(database: str) -> None:
    """As proxies send it."""
    body = b'{"seats": [{"kind": "mine", "name": "Ana"}, {"kind": "open"}]' + b" " * 60_000 + b"}"
    pieces = [body[at : at + 600] for at in range(0, len(body), 600)]
    body = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"
    async with running(database) as server:
        reader, writer = await open_raw(server)
        writer.write(CHUNKED + body)
        async with asyncio.timeout(WAIT):
            assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        writer.close()


@pytest.mark.parametrize("step", [1, 7, 100_000])
def test_thousands_of_headers_are_not_parsed(step: int) -> None:
    """Point 1, over HTTP: four thousand empty headers take as long as forty requests."""

    def parse(lines: bytes, body: bytes = b"") -> Any:
        parser = http_protocol.RequestParser(16 * 1024)
        data = HEAD + b"Content-Length: %d\r\n" % len(body) + lines + b"\r\n" + body
        event: Any = h11.NEED_DATA
        for at in range(0, len(data), step):
            parser.receive_data(data[at : at + step])
            while (found := parser.next_event()) is not h11.NEED_DATA:
                event = found
                if isinstance(event, h11.EndOfMessage):
                    return event
        return event

    with pytest.raises(h11.RemoteProtocolError, match="too many headers"):
        parse(b"a:\r\n" * 3000)
    assert isinstance(parse(b"a:\r\n" * 90, b"\n" * 3000), h11.EndOfMessage)


async def test_what_comes_after_the_answer_is_not_read_for_ever(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Point 1, over HTTP: a body that is far too long."""
    monkeypatch.setattr(http_protocol, "MOST_UNREAD", 100_000)
    async with running(database) as server:
        _, writer = await open_raw(server)
        writer.write(HEAD + b"Content-Length: 99999999999\r\n\r\n")
        async with asyncio.timeout(WAIT):
            with contextlib.suppress(ConnectionError):
                while True:
                    writer.write(b"x" * 65_536)
                    await writer.drain()
        writer.close()


@pytest.mark.parametrize("line", [b"GET /api/v1/server", b"GET /", b"OPTIONS /", b"PUT /nowhere"])
async def test_a_flood_of_requests_on_one_connection_ends_with_it(
    database: str, line: bytes
) -> None:
    """Point 22: who is over a limit has to connect again for every further request."""
    limits = {"requests_per_10s": 5, "pages_per_10s": 5, "files_per_10s": 5}
    async with running(database, **limits) as server:
        reader, writer = await open_raw(server)
        writer.write((line + b" HTTP/1.1\r\nHost: localhost\r\n\r\n") * 100)
        async with asyncio.timeout(WAIT):
            answers = await _rest(reader)
        assert answers.count(b"HTTP/1.1 429") == 1
        assert answers.count(b"HTTP/1.1 ") < 10
        writer.close()


@pytest.mark.parametrize(
    "host,known",
    [
        ("127.0.0.1:8765", True),
        ("[::1]:8765", True),
        ("localhost", True),
        ("raspberry.local:8765", True),
        ("ilos.example.org", True),
        ("play.example.net", True),
        ("evil.example.com", False),
        ("ilos.example.org.evil.com", False),
        ("[::1", False),
        ("", False),
    ],
)
def test_a_server_knows_its_own_names(host: str, known: bool) -> None:
    """Point 23: addresses, names of the local network, and those in the settings."""
    settings = Settings(public_url="https://ilos.example.org", hosts=["play.example.net"])
    assert KnownHosts(settings).has(host) is known


async def test_requests_that_come_together_leave_turns_to_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Point 9: between two of them the event loop serves sockets that are connected."""
    monkeypatch.setattr(http_protocol, "SLICE", 0.0)
    order: list[bytes] = []
    done = asyncio.Event()

    class Connection:
        loop = asyncio.get_running_loop()

        def read(self, data: bytes) -> None:
            order.append(data)
            if data == b"last":
                done.set()
            else:
                self.loop.call_soon(order.append, b"a move")

    queue = http_protocol.RequestQueue()
    connection: Any = Connection()
    for data in (b"first", b"second", b"last"):
        queue.add("1.2.3.4", connection, data)
    await done.wait()
    assert order == [b"first", b"a move", b"second", b"a move", b"last"]


async def test_a_flood_of_one_address_delays_another_by_one_request() -> None:
    """Points 22 and 26: addresses take turns, however many requests came first."""
    order: list[bytes] = []
    done = asyncio.Event()

    class Connection:
        loop = asyncio.get_running_loop()

        def read(self, data: bytes) -> None:
            order.append(data)
            if len(order) == 102:
                done.set()

    queue, connection = http_protocol.RequestQueue(), cast("Any", Connection())
    for number in range(100):
        queue.add("6.6.6.6", connection, b"flood %d" % number)
    queue.add("1.2.3.4", connection, b"mine")
    queue.add("1.2.3.4", connection, b"mine too")
    await done.wait()
    assert order[:4] == [b"flood 0", b"mine", b"flood 1", b"mine too"]
    assert order[4:] == [b"flood %d" % number for number in range(2, 100)]


async def test_a_connection_hands_over_one_request_at_a_time(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Point 26: a flood that waits for its turn waits in the attacker's own buffers."""
    paused: list[bool] = []

    class Watching(http_protocol.RequestQueue):
        def add(self, key: str, connection: http_protocol.HttpProtocol, data: bytes) -> None:
            paused.append(connection.flow.read_paused)
            super().add(key, connection, data)

    monkeypatch.setattr(run, "RequestQueue", Watching)
    async with running(database) as server:
        assert (await _asked_for(server, ["healthz"] * 3)).count(b"HTTP/1.1 200") == 4
    assert len(paused) >= 4  # each waited for a turn of its own, though they were sent together
    assert all(paused)


async def _asked_for(server: Running, paths: Iterable[str]) -> bytes:
    """The answers to requests that are sent at once; their sizes count, though HEAD sends none."""
    reader, writer = await open_raw(server)
    requests = [
        f"HEAD /{path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n" for path in paths
    ]
    writer.write("\r\n".join([*requests, "HEAD / HTTP/1.1\r\nConnection: close\r\n"]).encode())
    writer.write(b"Host: localhost\r\n\r\n")
    async with asyncio.timeout(WAIT):
        answers = await _rest(reader)
    writer.close()
    return answers


async def test_forty_first_visits_of_one_address_all_work(database: str) -> None:
    """Point 22: a club or a school behind one router, with the limits a server usually has."""
    kept = list(read_assets())  # by the service worker
    visit = [*kept, *kept[:25]]  # and some were loaded by the page before
    limits = {name: getattr(Settings(), name) for name in ("files_per_10s", "pages_per_10s")}
    async with running(database, **limits) as server:
        answers = await _asked_for(server, visit * 40)
        assert answers.count(b"HTTP/1.1 ") == answers.count(b"HTTP/1.1 200") == len(visit) * 40 + 1


async def test_a_flood_of_files_is_refused(database: str) -> None:
    """Point 22: the connection ends with it, and the address has to wait."""
    async with running(database, files_per_10s=100) as server:
        answers = await _asked_for(server, ["index.html"] * 1000)
        assert 90 < answers.count(b"HTTP/1.1 200") < 900
        assert answers.count(b"HTTP/1.1 429") == 1


async def test_large_files_count_more(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Point 22: a flood that asks for the largest file is stopped by its bytes."""
    monkeypatch.setattr(files, "UNIT", 100)
    async with running(database, files_per_10s=50) as server:
        sent = [await server.http.get(server.address) for _ in range(50)]
        statuses = [answer.status_code for answer in sent]
        assert statuses[0] == 200
        assert statuses.count(429) > 25
