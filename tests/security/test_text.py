"""A-06, A-07, A-08: hostile text in every field, on both databases; it stays text or is refused."""

import re
import unicodedata
from functools import partial
from typing import Any

import msgspec
import pytest
from leaks.apps import World, connected
from sqlalchemy import Connection, Table

from ilos.protocol.client import Say
from ilos.store.schema import metadata
from security.corpus import ALL, SQL

Json = dict[str, Any]


async def say_everywhere(world: World, text: str) -> list[tuple[int, Json]]:
    """A text in every field of every call that takes one; status and answer of each."""
    seats = [{"kind": "mine", "name": text}, {"kind": "open"}]
    fine = [{"kind": "mine", "name": "Ana"}, {"kind": "open"}]
    made = await call(world, "POST", "/tables", {"seats": fine})
    table, code, host = (made[1]["table"]["id"], made[1]["table"]["code"], made[1]["host"])
    bodies: list[tuple[str, str, Any]] = [
        ("POST", "/tables", {"seats": seats}),
        ("POST", "/tables", {"seats": fine, "settings": {"title": text}}),
        ("POST", "/tables", {"seats": fine, "settings": {"tile_set": text}}),
        ("POST", "/tables", {"seats": fine, "nonce": text}),
        ("POST", "/tables", {"seats": [{"kind": "bot", "bot": text}, *fine]}),
        ("POST", "/tables", {"seats": [{"kind": "bot", "bot": "random", "name": text}, *fine]}),
        ("POST", "/tables/find", {"code": text}),
        ("POST", "/tables/mine", {"held": [{"table": text, "token": text * 4}]}),
        ("POST", f"/tables/{table}/join", {"name": text, "code": code}),
        ("POST", f"/tables/{table}/join", {"name": "Zoe", "code": text}),
        ("POST", f"/tables/{table}/start", {"fill": text}),
        ("PUT", f"/tables/{table}/notifications", {"email": text, "webhook": text}),
        ("POST", f"/tables/{table}/commands", {"type": "say", "id": "x", "text": text}),
        ("POST", f"/tables/{table}/commands", {"type": "say", "id": text, "text": "x"}),
        ("POST", f"/tables/{table}/commands", {"type": text}),
        ("POST", f"/tables/{table}/play-on", {"after": 9, "seat": 0, "name": text, "bot": text}),
        ("POST", "/records", {"format": text, "players": [{"name": text}]}),
    ]
    return [await call(world, method, path, body, host) for method, path, body in bodies]


async def call(
    world: World, method: str, path: str, body: Any, token: str | None = None
) -> tuple[int, Json]:
    status, head, answer = await world.ask(method, path, token, body)
    assert ("content-type", "application/json") in head, "a browser must never take it for a page"
    found: Json = msgspec.json.decode(answer)
    return status, found


def strings(value: Any) -> list[str]:
    """Every text in a JSON value."""
    if isinstance(value, dict):
        return [text for one in value.values() for text in strings(one)]
    if isinstance(value, list):
        return [text for one in value for text in strings(one)]
    return [value] if isinstance(value, str) else []


async def test_hostile_text_is_kept_as_text_or_refused(world: World) -> None:
    """A-06, A-07: no 5xx, and nothing that comes back hides, breaks a line or stacks up."""
    for text in ALL:
        for status, answer in await say_everywhere(world, text):
            assert status < 500, (text, answer)
            for shown in strings(answer) if status == 200 else ():
                categories = {unicodedata.category(letter) for letter in shown}
                assert not categories & {"Cc", "Cf", "Zl", "Zp", "Cs"}, (text, shown)
                assert not re.search("[\u0300-\u036f]{3}", shown)


def _first(table: Table, connection: Connection) -> object:
    return connection.execute(table.select()).first()


async def test_sql_in_every_field_changes_no_other_row(world: World) -> None:
    """A-08: bound parameters only; all tables stand, and what was there is untouched."""
    seats = [{"kind": "mine", "name": "Ana"}, {"kind": "mine", "name": "Bo"}]
    _, made = await call(world, "POST", "/tables", {"seats": seats, "start": True})
    before = await world.app.store.load(made["table"]["id"])
    for text in SQL:
        for status, answer in await say_everywhere(world, text):
            assert status < 500, (text, answer)
    assert await world.app.store.load(made["table"]["id"]) == before
    for table in metadata.sorted_tables:
        await world.app.store.run(partial(_first, table))


@pytest.mark.parametrize("text", ["' OR '1'='1", "x' OR table_id=table_id --", "%", "_" * 8])
async def test_no_pattern_opens_a_table(world: World, text: str) -> None:
    """A-08: as id, code, token and record."""
    seats = [{"kind": "mine", "name": "Ana"}, {"kind": "open"}]
    _, made = await call(world, "POST", "/tables", {"seats": seats})
    assert (await call(world, "POST", "/tables/find", {"code": text}))[0] == 404 or len(text) < 4
    assert (await call(world, "GET", f"/tables/{made['table']['id']}", None, text))[0] == 403
    held = {"held": [{"table": made["table"]["id"], "token": text.ljust(4)}]}
    assert (await call(world, "POST", "/tables/mine", held))[1] == {"tables": []}


async def test_chat_is_the_same_text_for_everybody(world: World) -> None:
    """A-06: what is said comes back once, tidied, as JSON."""
    seats = [{"kind": "mine", "name": "Ana"}, {"kind": "mine", "name": "Bo"}]
    _, made = await call(world, "POST", "/tables", {"seats": seats, "start": True})
    table, token = made["table"]["id"], made["keys"][0]["token"]
    async with connected(world, table, [token]) as line:
        for number, text in enumerate(ALL):
            await line.say(Say(id=f"s{number}", text=text[:300]))
        heard = [msgspec.json.decode(data) for data in line.heard]
    said = [one["line"]["text"] for one in heard if one["type"] == "said"]
    refused = [one for one in heard if one["type"] == "refused"]
    assert len(said) + len(refused) == len(ALL)
    assert len(said) > len(ALL) * 0.9
    assert "<script>alert(1)</script>" in said  # shown as text, never dropped in silence
