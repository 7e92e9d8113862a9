"""Attacks at CI size: tokens, origins, floods, hostile text, headers."""

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import pytest
from playing import Running, running
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from ilos.protocol.client import Hello, Ping
from ilos.protocol.messages import PROTOCOL, encode
from ilos.server.refusal import Refusal
from ilos.server.tables.names import clean_line, clean_name, folded
from ilos.server.tables.tokens import (
    CODE_LENGTH,
    hash_token,
    keyed_hash,
    new_code,
    new_id,
    new_token,
)
from ilos.server.transport import headers
from ilos.server.transport.routes import ROUTES
from ilos.store.people import ban


def test_tokens_are_long_random_and_kept_as_hashes() -> None:
    """A-01: at least 128 bits, and nothing to read in the database."""
    made = {new_token() for _ in range(1000)}
    assert len(made) == 1000
    assert all(len(token) >= 27 for token in made)
    assert hash_token("a") != "a"
    assert len({new_id() for _ in range(1000)}) == 1000
    assert len(new_code()) == CODE_LENGTH


async def test_no_forged_or_foreign_token_is_accepted(server: Running) -> None:
    """A-01: mutated tokens, tokens of another table, of another seat."""
    made, other = await server.table("mine", "mine"), await server.table("mine", "mine")
    good = made.keys[0].token
    path = f"/tables/{made.table.id}/state"
    forged = [good[:-1] + ("A" if good[-1] != "A" else "B"), good + "x", good[:-1], good.upper()]
    forged += [new_token() for _ in range(20)]
    for token in (*forged, other.keys[0].token, other.host, other.table.code or ""):
        response = await server.try_call("GET", path, token=token)
        assert response.json()["code"] == "wrong_token"
    assert (await server.try_call("GET", path, token=good)).status_code == 200


async def test_the_database_holds_no_token(server: Running, tmp_path: Path) -> None:
    """A-01: stolen files open nothing."""
    made = await server.table("mine", "mine")
    files = await asyncio.to_thread(
        lambda: [path for path in tmp_path.glob("ilos.sqlite*") if path.is_file()]
    )
    stored = b"".join([path.read_bytes() for path in files])
    assert made.table.id.encode() in stored
    for token in (made.host, *(key.token for key in made.keys)):
        assert token.encode() not in stored


async def test_guessing_is_slowed_down(tmp_path: Path) -> None:
    """A-03: ten wrong tries a minute, then even a right one must wait."""
    async with running(f"sqlite:///{tmp_path}/x.sqlite", guesses_per_minute=10) as server:
        made = await server.table("mine", "open", start=False)
        for _ in range(10):
            response = await server.try_call("POST", "/tables/find", {"code": new_code()})
            assert response.json()["code"] == "unknown_code"
        response = await server.try_call("POST", "/tables/find", {"code": made.table.code})
        assert (response.status_code, response.json()["code"]) == (429, "too_many")


@pytest.mark.parametrize("limit", ["guesses_per_hour", "wrong_codes_per_hour"])
async def test_codes_are_guessed_only_so_often_in_an_hour(tmp_path: Path, limit: str) -> None:
    """A-03: by an address, and by all addresses together; the link of a table works on."""
    limits: dict[str, Any] = {limit: 3}
    async with running(f"sqlite:///{tmp_path}/x.sqlite", **limits) as server:
        made = await server.table("mine", "open", start=False)
        for _ in range(3):
            response = await server.try_call("POST", "/tables/find", {"code": new_code()})
            assert response.json()["code"] == "unknown_code"
        response = await server.try_call("POST", "/tables/find", {"code": made.table.code})
        assert response.json()["code"] == "too_many"
        if limit == "wrong_codes_per_hour":
            await server.call("GET", f"/tables/{made.table.id}", token=made.table.code or "")


async def test_a_code_has_six_letters_and_is_found_while_the_table_is_open_or_running(
    server: Running,
) -> None:
    """A-03: short enough to be read aloud, so the fewer tables answer to one the better."""
    assert CODE_LENGTH <= 6
    made = await server.table("mine", "mine")
    code = {"code": made.table.code}
    assert (await server.call("POST", "/tables/find", code))["table"]["id"] == made.table.id
    stop = {"type": "propose_end", "id": "a"}
    for key in made.keys[:1]:
        await server.call("POST", f"/tables/{made.table.id}/commands", stop, token=key.token)
    vote = {"type": "vote", "id": "b", "proposal": 3, "agree": True}
    await server.call("POST", f"/tables/{made.table.id}/commands", vote, token=made.keys[1].token)
    response = await server.try_call("POST", "/tables/find", code)
    assert response.json()["code"] == "unknown_code"


ORIGINS = ["http://evil.example", "null", "http://127.0.0.1.evil.example", "http://sub.127.0.0.1"]


@pytest.mark.parametrize("origin", ORIGINS)
async def test_a_foreign_page_opens_no_socket_and_changes_nothing(
    server: Running, origin: str
) -> None:
    """A-04, A-05: whatever tokens it has."""
    made = await server.table("mine", "mine")
    assert await server.handshake(made.table.id, Origin=origin) == 403
    response = await server.http.post("/tables", content=b"{}", headers={"Origin": origin})
    assert (response.status_code, response.json()["code"]) == (403, "wrong_origin")
    cross = {"Sec-Fetch-Site": "cross-site"}
    assert (await server.http.post("/tables", content=b"{}", headers=cross)).status_code == 403


async def test_a_socket_without_origin_needs_a_token(server: Running) -> None:
    """A-04: programs show their token in the handshake."""
    made = await server.table("mine", "mine")
    url = server.socket_url(made.table.id)
    assert await server.handshake(made.table.id) == 403
    token = {"Authorization": f"Bearer {made.keys[0].token}"}
    async with connect(url, additional_headers=token) as socket:
        await socket.send(encode(Hello(protocol=PROTOCOL)).decode())
        assert '"seats":[0]' in str(await socket.recv())


def test_origins_are_compared_exactly() -> None:
    """A-04: host and port, nothing that merely contains them."""
    assert headers.is_own_origin("http://play.example:80", "play.example:80", [])
    assert headers.is_own_origin("https://other.example", "play.example", ["https://other.example"])
    for wrong in (
        "",
        "null",
        "ftp://play.example",
        "http://play.example/x",
        "http://a@play.example",
    ):
        assert not headers.is_own_origin(wrong, "play.example", [])
    assert not headers.is_own_origin("http://", "", [])
    assert not headers.is_own_origin("", "play.example", [""])
    assert headers.origin_of("https://play.example/ilos/") == "https://play.example"
    assert headers.origin_of("") == ""


async def test_junk_closes_the_socket(tmp_path: Path) -> None:
    """A-12: five bad messages, and no more are read."""
    async with running(f"sqlite:///{tmp_path}/x.sqlite") as server:
        made = await server.table("mine", "mine")
        async with server.player(made.table.id, made.keys[0].token) as junk:
            await junk.welcomed()
            for _ in range(5):
                await junk.socket.send("{junk")
            await junk.socket.wait_closed()
            assert junk.socket.close_code == 1008


async def test_a_flood_closes_the_socket(tmp_path: Path) -> None:
    """A-12: thirty messages in ten seconds."""
    async with running(f"sqlite:///{tmp_path}/x.sqlite", messages_per_10s=30) as server:
        made = await server.table("mine", "mine")
        async with server.player(made.table.id, made.keys[0].token) as flood:
            await flood.welcomed()
            with contextlib.suppress(ConnectionClosed):
                for _ in range(100):
                    await flood.send(Ping())
                while True:
                    await flood.next()
            assert flood.socket.close_code == 1008


async def test_an_oversize_frame_closes_the_socket(server: Running) -> None:
    """A-13: 8 KiB at protocol level."""
    made = await server.table("mine", "mine")
    async with server.player(made.table.id, made.keys[0].token) as big:
        await big.welcomed()
        await big.socket.send("x" * 9000)
        await big.socket.wait_closed()
        assert big.socket.close_code == 1009


async def test_there_are_only_so_many_sockets_an_address(tmp_path: Path) -> None:
    """A-14: those that hold a seat have a limit of their own."""
    limits = {"sockets_per_address": 1, "seated_sockets_per_address": 2}
    async with running(f"sqlite:///{tmp_path}/x.sqlite", **limits) as server:
        made = await server.table("mine", "mine", "mine")
        tokens = [key.token for key in made.keys]
        async with contextlib.AsyncExitStack() as stack:
            for token in tokens:  # the third is counted as one without a seat
                player = await stack.enter_async_context(server.player(made.table.id, token))
                await player.welcomed()
            assert await server.handshake(made.table.id, Origin=server.origin) == 403
            assert server.app.sockets.total == 3


async def test_quotas_answer_429(tmp_path: Path) -> None:
    """A-15: open tables an address, and how quickly they are made."""
    async with running(f"sqlite:///{tmp_path}/x.sqlite", tables_per_address=2) as server:
        await server.table("mine", "mine")
        await server.table("mine", "open", start=False)
        body = {"seats": [{"kind": "open"}, {"kind": "open"}]}
        response = await server.try_call("POST", "/tables", body)
        assert (response.status_code, response.json()["code"]) == (429, "quota")
    async with running(f"sqlite:///{tmp_path}/x.sqlite", requests_per_10s=5) as server:
        codes = [(await server.try_call("GET", "/server")).status_code for _ in range(7)]
        assert codes[:5] == [200] * 5
        assert codes[6] == 429


async def test_a_banned_address_is_shut_out(server: Running) -> None:
    """Neither calls nor sockets."""
    made = await server.table("mine", "mine")
    address = keyed_hash(server.app.store.pepper, "127.0.0.1")
    await server.app.store.run(lambda c: ban(c, "address", address, None, "test"))
    server.app.bans.forget()  # a second later
    assert (await server.try_call("GET", "/server")).json()["code"] == "banned"
    assert await server.handshake(made.table.id, Origin=server.origin) == 403


HOSTILE = [
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "Robert'); DROP TABLE tables;--",
    "../../etc/passwd",
    "{{7*7}} ${7*7}",
    "javascript:alert(1)",
]


@pytest.mark.parametrize("text", HOSTILE)
async def test_hostile_text_is_only_text(server: Running, text: str) -> None:
    """A-06, A-08, A-09: it comes back as it was said, and nothing else happens."""
    seats = [{"kind": "mine", "name": text[:24]}, {"kind": "open"}]
    body = {"seats": seats, "settings": {"title": text, "visibility": "listed"}}
    made = await server.call("POST", "/tables", body)
    assert made["table"]["settings"]["title"] == text
    assert (await server.call("GET", "/tables"))["tables"][0]["seats"][0]["name"] == text[:24]
    for path in (text, text.replace("/", "%2f"), "..%2f..%2fetc%2fpasswd", "%00"):
        response = await server.try_call("GET", f"/tables/{path}")
        assert response.status_code in (400, 404)


@pytest.mark.parametrize(
    "text, shown",
    [
        ("  Ana \t B ", "Ana B"),
        ("A\u202eb", "Ab"),
        ("A\u200bb\ufeff", "Ab"),
        ("Ａｎａ", "Ana"),
        ("Ana\nINFO forged line", "Ana INFO forged line"),
        ("e" + "\u0301" * 50, "é\u0301\u0301"),
        ("Zoë", "Zoë"),
        ("李雷", "李雷"),
    ],
)
def test_names_are_tidied(text: str, shown: str) -> None:
    """A-07: no bidi, no zero width, no towers of marks, one line."""
    assert clean_name(text) == shown


@pytest.mark.parametrize("text", ["", " ", "\u200b", "!!!", "x" * 25, "\ud800", "\u0301" * 9])
def test_names_that_are_none_are_refused(text: str) -> None:
    """A-07."""
    with pytest.raises(Refusal):
        clean_name(text)
    if not text.strip("\u200b "):
        with pytest.raises(Refusal):
            clean_line(text)


@pytest.mark.parametrize("one, other", [("Ana", "АNА"), ("Bo", "B0"), ("Zoë", "zoe"), ("Il", "l1")])
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    """A-07: compared in a folded form."""
    assert folded(one) == folded(other)


async def test_every_answer_carries_the_headers(server: Running) -> None:
    """A-19: also refusals, pages and figures; game data is never kept by a cache (H-03)."""
    paths = ["/", "/t/anything", "/healthz", "/readyz", "/metrics", "/api/v1/openapi.json"]
    paths += ["/api/v1" + call.path.replace("{", "").replace("}", "") for call in ROUTES]
    paths += ["/api/v1/nothing", "/assets/nothing.js"]
    for path in paths:
        response = await server.http.get(f"{server.address}{path}")
        assert response.status_code < 500
        for name, value in headers.ALWAYS.items():
            assert response.headers[name] == value, path
        if path.startswith("/api/v1/tables"):
            assert response.headers["Cache-Control"] == "no-store"
    policy = headers.ALWAYS["Content-Security-Policy"]
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy


async def test_link_previews_take_no_seat(server: Running) -> None:
    """A-02: GET and HEAD of an invitation change nothing; the code is after the `#` anyway."""
    made = await server.table("mine", "open", start=False)
    for method in ("GET", "HEAD"):
        response = await server.http.request(method, f"{server.address}/t/{made.table.id}")
        assert response.headers["Location"] == f"/#/t/{made.table.id}"
        assert (await server.http.request(method, f"{server.address}/")).status_code == 200
    info = await server.call("GET", f"/tables/{made.table.id}", token=made.host)
    assert [seat["kind"] for seat in info["seats"]] == ["human", "open"]


async def test_extra_fields_and_wrong_types_change_nothing(server: Running) -> None:
    """A-16: a role or seat in the body is no field of ours."""
    made = await server.table("mine", "open", start=False)
    path = f"/tables/{made.table.id}"
    before = await server.call("GET", path, token=made.host)
    bodies: list[object] = [
        {"name": "Bo", "host": True},
        {"name": "Bo", "seat": "1"},
        {"name": ["Bo"]},
        {"name": "Bo", "seat": -1},
        {"name": "Bo", "seat": 10**30},
        [],
        None,
    ]
    for body in bodies:
        response = await server.try_call("POST", f"{path}/join", body, token=made.table.code or "")
        assert response.json()["code"] == "bad_message"
    assert await server.call("GET", path, token=made.host) == before


async def test_deep_nesting_is_answered(server: Running) -> None:
    """A-10: a bomb of brackets is a bad message like any other."""
    response = await server.http.post("/tables", content=b'{"seats":' + b"[" * 100_000)
    assert response.json()["code"] == "bad_message"


async def test_a_body_that_is_too_large_is_refused(server: Running) -> None:
    """256 KiB, but for records."""
    response = await server.http.post("/tables", content=b" " * 300_000)
    assert (response.status_code, response.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("protocol", [1, 99])
async def test_a_page_of_another_version_is_told_to_reload(server: Running, protocol: int) -> None:
    """U-06: protocol version in the handshake."""
    made = await server.table("mine", "mine")
    async with connect(server.socket_url(made.table.id), origin=server.origin) as socket:
        await socket.send(encode(Hello(protocol=protocol)).decode())
        assert "protocol_version" in str(await socket.recv())
        await socket.wait_closed()
        assert socket.close_code == 4001


async def test_a_reader_that_is_too_slow_is_cut_off(tmp_path: Path) -> None:
    """F-09: its queue is bounded, and it may come back."""
    settings = {"queue_messages": 5}
    async with running(f"sqlite:///{tmp_path}/x.sqlite", **settings) as server:
        made = await server.table("mine", "mine")
        async with server.player(made.table.id, made.keys[0].token) as slow:
            await slow.welcomed()
            table = await server.app.tables.get(made.table.id)
            (connection,) = table.connections
            for _ in range(20):
                connection.push(b'{"type":"heartbeat","version":1,"now":1}')
            assert connection.close_code == 4008
            await slow.socket.wait_closed()
            assert slow.socket.close_code == 4008


async def test_nothing_secret_is_logged(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    """H-03: tokens, codes, cards and the secret stay out of the log."""
    caplog.set_level("DEBUG")
    made = await server.table("mine", "greedy")
    async with server.player(made.table.id, made.keys[0].token) as ana:
        version, _ = await ana.until_turn()
        await ana.play(version, {"type": "mulligan", "discarded": []})
        await ana.until_turn()
    table = await server.app.tables.get(made.table.id)
    ours = [r for r in caplog.records if r.name.startswith(("ilos", "uvicorn.access"))]
    text = " ".join(record.getMessage() for record in ours)
    for secret in (made.host, made.keys[0].token, made.table.code, table.state.secret.hex()):
        assert secret is not None
        assert secret not in text
