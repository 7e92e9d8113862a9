"""A-01, A-02, A-03, A-05: tokens, codes, and pages of others, at size."""

import asyncio
import secrets
import string
from random import Random
from typing import Any

import msgspec
import pytest
from leaks.apps import World, connected
from sizes import size

from ilos.protocol.client import Ping
from ilos.server.tables.tokens import constant_time_equal, hash_token, new_token
from ilos.server.transport.openapi import PREFIX
from ilos.server.transport.routes import ROUTES

FORGED = size(2000, 100_000)
Json = dict[str, Any]


@pytest.fixture
async def made(world: World) -> Json:
    """A private table with two people."""
    seats = [{"kind": "mine", "name": "Ana"}, {"kind": "mine", "name": "Bo"}]
    _, _, answer = await world.ask("POST", "/tables", None, {"seats": seats})
    found: Json = msgspec.json.decode(answer)
    return found


def forged(good: str, rng: Random) -> str:
    """A token that is nearly right."""
    letters = string.ascii_letters + string.digits + "-_"
    where = rng.randrange(len(good))
    return rng.choice(
        (
            good[:where] + rng.choice(letters) + good[where + 1 :],
            good[:where] + good[where + 1 :],
            good[:where] + rng.choice(letters) + good[where:],
            good.swapcase(),
            hash_token(good),
            good[::-1],
            good + "=",
            secrets.token_urlsafe(20),
        )
    )


def test_a_token_can_be_an_argument_of_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """`ilos admin ban-token` takes every token: none looks like an option."""
    drawn = iter(["-first", "second"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda _: next(drawn))
    assert new_token() == "second"


async def test_no_forged_token_opens_anything(world: World, made: Json) -> None:
    """A-01: thousands of mutations of a real one, and its hash."""
    good = made["keys"][0]["token"]
    rng = Random(1)
    state = (await world.app.tables.get(made["table"]["id"])).state
    tried = {forged(good, rng) for _ in range(FORGED)} - {good}
    for start in range(0, FORGED, 500):
        hashes = [hash_token(token) for token in sorted(tried)[start : start + 500]]
        assert await world.app.store.chairs_of(state.id, hashes) == {}
    for token in sorted(tried)[:50]:
        status, _, answer = await world.ask("GET", f"/tables/{state.id}", token)
        assert (status, msgspec.json.decode(answer)["code"]) == (403, "wrong_token")
    assert not constant_time_equal(good, good[:-1])


async def test_a_token_is_void_after_leaving_and_after_a_change(world: World, made: Json) -> None:
    """A-01: at once, on calls and on the open line."""
    path, (ana, bo) = f"/tables/{made['table']['id']}", made["keys"]
    async with connected(world, made["table"]["id"], [ana["token"]]) as line:
        await world.ask("POST", f"{path}/leave", ana["token"])
        await line.say(Ping())
        assert line.heard[-1] == b"closed 4009"
    assert (await world.ask("GET", path, ana["token"]))[0] == 403
    _, _, answer = await world.ask("POST", f"{path}/token", bo["token"])
    new = msgspec.json.decode(answer)["key"]["token"]
    assert (await world.ask("GET", path, bo["token"]))[0] == 403
    assert (await world.ask("GET", path, new))[0] == 200


async def test_an_invitation_is_no_seat_and_a_look_takes_none(world: World, made: Json) -> None:
    """A-02: previews GET or HEAD a link; the code is in no address and opens no seat."""
    seats = [{"kind": "mine", "name": "Ana"}, {"kind": "open"}]
    _, _, answer = await world.ask("POST", "/tables", None, {"seats": seats})
    table = msgspec.json.decode(answer)["table"]
    for method in ("GET", "HEAD", "OPTIONS"):
        page = await world.client().request(method, f"/t/{table['id']}")
        assert page.status_code < 500
        assert table["code"] not in page.text
        assert page.headers.get("referrer-policy", "no-referrer") == "no-referrer"
    _, _, after = await world.ask("GET", f"/tables/{table['id']}", table["code"])
    found = msgspec.json.decode(after)
    assert found["version"] == table["version"]
    assert found["code"] == table["code"], "who gives the code may pass the invitation on"
    status, _, answer = await world.ask("GET", f"/tables/{table['id']}", None)
    assert status == 404, "without the code the table does not exist"
    assert table["code"].encode() not in answer
    command = {"type": "propose_end", "id": "x"}
    _, _, answer = await world.ask(
        "POST", f"/tables/{table['id']}/commands", table["code"], command
    )
    assert msgspec.json.decode(answer)["code"] == "not_allowed"
    del made


async def test_an_unknown_table_and_a_private_one_look_alike(world: World, made: Json) -> None:
    """A-03: nobody learns by asking which tables exist, with a wrong token or without one."""
    calls = [call for call in ROUTES if "{table}" in call.path]
    for call in calls:
        for token in (None, "a-token-of-another-table", "wrongcode2"):
            answers = []
            for table in (made["table"]["id"], "0123456789abcdef"):
                path = call.path.replace("{table}", table)
                body: Any = None if call.method == "GET" else {"name": "Zoe", "seat": 0}
                status, head, answer = await world.ask(call.method, path, token, body)
                answers.append((status, head, answer))
            assert answers[0] == answers[1], (call.path, token)


async def test_an_unknown_table_and_a_private_one_take_the_same_work(
    world: World, made: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A-03: one look into the store, and no table is loaded; bench/timing.py compares times."""
    world.app.tables.forget(made["table"]["id"])
    looks: list[str] = []
    read, get = world.app.store.database.read, world.app.tables.get

    async def counted_read(work: Any) -> Any:
        looks.append("read")
        return await read(work)

    async def counted_get(table: str) -> Any:
        looks.append("load")
        return await get(table)

    monkeypatch.setattr(world.app.store.database, "read", counted_read)
    monkeypatch.setattr(world.app.tables, "get", counted_get)
    for token in (None, "a-token-of-another-table"):
        work = []
        for table in (made["table"]["id"], "0123456789abcdef"):
            world.app.bans.forget()  # else the first one alone may read them
            looks.clear()
            await world.ask("GET", f"/tables/{table}/state", token)
            work.append(list(looks))
        assert (
            work[0] == work[1] == ["read", "read"]
        )  # whether the address is banned, and the tokens


FOREIGN: tuple[dict[str, str], ...] = (
    {"origin": "http://evil.example"},
    {"origin": "null"},
    {"origin": "http://ilos.test.evil.example"},
    {"origin": "http://evil.ilos.test"},
    {"origin": "https://ilos.test:8443"},
    {"origin": "http://["},
    {"origin": "http://ilos.test/path"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
)


async def test_a_page_of_others_changes_nothing_on_any_route(world: World, made: Json) -> None:
    """A-05: every call that changes something, with a right token and a foreign page."""
    path, host = f"/tables/{made['table']['id']}", made["host"]
    _, _, before = await world.ask("GET", path, host)
    for call in ROUTES:
        if call.method == "GET":
            continue
        url = PREFIX + call.path.replace("{table}", made["table"]["id"])
        for foreign in FOREIGN:
            head = {"Authorization": f"Bearer {host}", **foreign}
            answer = await world.client().request(call.method, url, content=b"{}", headers=head)
            assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin"), (
                call.path,
                foreign,
            )
            assert "set-cookie" not in answer.headers
            assert "access-control-allow-origin" not in answer.headers
    assert (await world.ask("GET", path, host))[2] == before


async def test_many_who_join_at_once_get_one_seat_each(world: World) -> None:
    """A-18: ten people reach for three chairs; nobody sits on another's lap."""
    seats = [{"kind": "mine", "name": "Ana"}, *[{"kind": "open"}] * 3]
    _, _, answer = await world.ask("POST", "/tables", None, {"seats": seats})
    table = msgspec.json.decode(answer)["table"]
    names = [f"Guest{'abcdefghij'[n]}" for n in range(10)]
    bodies = [{"name": name, "code": table["code"]} for name in names]
    path = f"/tables/{table['id']}/join"
    answers = await asyncio.gather(*(world.ask("POST", path, None, body) for body in bodies))
    taken = [
        msgspec.json.decode(body)["key"]["seat"] for status, _, body in answers if status == 200
    ]
    assert sorted(taken) == [1, 2, 3]
    refused = {msgspec.json.decode(body)["code"] for status, _, body in answers if status != 200}
    assert refused == {"table_full"}
