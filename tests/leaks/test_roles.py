"""H-02, H-11, H-12: who may ask for what; every call and every message has its row.

The calls come from the OpenAPI document and the messages from their definition: a new one without a
row here fails.
"""

import itertools
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from strategies import plays

from ilos.bots import create
from ilos.protocol import messages
from ilos.protocol.client import ClientMessage
from ilos.protocol.shapes import PROTOCOL
from ilos.records.record import write_record
from ilos.rules.chance import SeededChance
from ilos.rules.game import Game
from ilos.rules.moves import to_builtins
from ilos.server.tables.tokens import keyed_hash
from ilos.server.transport.openapi import PREFIX, document
from ilos.store.people import ban
from ilos.views.snapshot import restore
from leaks.apps import World, connected, host_token_of, open_world, token_of
from leaks.worlds import a_setup

Json = dict[str, Any]

BANNED_ADDRESS = "6.6.6.6"
MULLIGAN = {"type": "mulligan", "discarded": []}
MOVE = {"type": "submit_move", "id": "x", "version": 2, "move": MULLIGAN}

# What nobody gets at a private table: these three answers are the same on every call about one.
OUTSIDE = {"nobody": "unknown_table", "stranger": "wrong_token", "banned": "banned"}


def at_table(invited: str, seat: str, other: str, host: str) -> Json:
    """A call about one table, answered to those who have to do with it."""
    return {**OUTSIDE, "invited": invited, "seat": seat, "other": other, "host": host}


def for_all(outcome: str = "ok") -> Json:
    """A call that is no table's business, answered alike to everybody who is not shut out."""
    roles = ("nobody", "stranger", "invited", "seat", "other", "host")
    return {**dict.fromkeys(roles, outcome), "banned": "banned"}


ALL = at_table("ok", "ok", "ok", "ok")
HOST = "not_allowed"

PART = at_table("not_allowed", "already_started", "already_started", "not_allowed")

# Call, body, and what each role gets while the game runs. Seat 0 is to move.
ROUTES: dict[str, tuple[Any, Json]] = {
    "GET /server": (None, for_all()),
    "POST /tables": ({"seats": [{"kind": "bot", "bot": "random"}, {"kind": "open"}]}, for_all()),
    "GET /tables": (None, for_all()),
    "POST /tables/find": ({"code": "code{table}"}, for_all()),
    "POST /tables/mine": ({"held": []}, for_all()),
    "GET /tables/{table}": (None, ALL),
    "POST /tables/{table}/join": ({"name": "Zoe"}, at_table(*["already_started"] * 4)),
    "POST /tables/{table}/leave": (None, at_table("not_allowed", "ok", "ok", "not_allowed")),
    "POST /tables/{table}/free": ({"seat": 1}, at_table(HOST, "too_early", "too_early", "ok")),
    "POST /tables/{table}/offer": ({"seat": 1}, at_table(*["not_allowed"] * 4)),
    "POST /tables/{table}/take-over": (
        {"offer": "never made", "name": "Zoe"},
        at_table("wrong_token", "not_allowed", "not_allowed", "wrong_token"),
    ),
    "POST /tables/{table}/plan": (
        {"seat": 1, "plan": {"kind": "open"}},
        at_table(HOST, HOST, HOST, "already_started"),
    ),
    "POST /tables/{table}/start": ({}, at_table(HOST, HOST, HOST, "already_started")),
    "POST /tables/{table}/nonce": ({"nonce_hash": "ab" * 32}, PART),
    "POST /tables/{table}/token": (None, at_table("not_allowed", "ok", "ok", "not_allowed")),
    "PUT /tables/{table}/notifications": (
        {},
        at_table("not_allowed", "ok", "ok", "not_allowed"),
    ),
    "GET /tables/{table}/state": (None, ALL),
    "GET /tables/{table}/updates": (None, ALL),
    "POST /tables/{table}/commands": (
        MOVE,
        at_table("not_allowed", "ok", "ok", "not_allowed"),  # people decide mulligans together
    ),
    "GET /tables/{table}/view": (
        None,
        at_table("not_your_turn", "ok", "not_your_turn", "not_your_turn"),
    ),
    "GET /tables/{table}/record": (None, ALL),
    "GET /tables/{table}/replay": (None, ALL),
    "GET /tables/{table}/frames": (None, ALL),
    "POST /tables/{table}/play-on": (
        {"after": 9, "seat": 0, "name": "Zoe", "bot": "random"},
        at_table(*["not_finished"] * 4),
    ),
    "POST /records": ({"format": "ilos-record/1"}, for_all("bad_record")),
    "GET /records/{record}": (None, for_all()),
    "GET /records/{record}/replay": (None, for_all()),
    "GET /records/{record}/frames": (None, for_all()),
    "POST /records/{record}/play-on": (
        {"after": 9, "seat": 0, "name": "Zoe", "bot": "random"},
        for_all(),
    ),
}

NO = "not_allowed"

# Message, and the answer to: the seat to move, the other seat, a spectator, the host.
MESSAGES: dict[str, tuple[Json, tuple[str, str, str, str]]] = {
    "hello": ({"protocol": PROTOCOL}, ("bad_message",) * 4),
    "look": ({"seat": 0}, ("welcome", NO, NO, NO)),
    "submit_move": (
        {"id": "x", "version": 2, "move": MULLIGAN},
        ("acknowledged", "acknowledged", NO, NO),  # people decide mulligans together
    ),
    "undo": ({"id": "x", "version": 2}, ("cannot_undo", "not_your_turn", NO, NO)),
    "propose_undo": (
        {"id": "x", "version": 2, "events": 1},
        ("cannot_undo", "cannot_undo", NO, NO),
    ),
    "propose_end": ({"id": "x"}, ("acknowledged", "acknowledged", NO, NO)),
    "vote": ({"id": "x", "proposal": 2, "agree": True}, ("no_proposal", "no_proposal", NO, NO)),
    "resign": ({"id": "x"}, ("acknowledged", "acknowledged", NO, NO)),
    "return": ({"id": "x"}, (NO, NO, NO, NO)),
    "rematch": ({"id": "x"}, ("not_finished", "not_finished", NO, "not_finished")),
    "say": ({"id": "x", "text": "hello"}, ("said acknowledged",) * 4),
    "react": ({"id": "x", "reaction": "hello"}, ("said acknowledged",) * 4),
    "mute": ({"seat": 1, "muted": True}, ("",) * 4),
    "nudge": ({"id": "x", "seat": 0}, (NO, "nudged acknowledged", NO, NO)),
    "ask_hint": ({"id": "x"}, ("hint", "not_your_turn", "not_your_turn", "not_your_turn")),
    "resync": ({}, ("welcome",) * 4),
    "ping": ({}, ("heartbeat",) * 4),
}


class OneWorker:
    """A worker in this process, so that hints come at once."""

    waiting = 0

    async def think(self, job: Any, _seconds: float, _requester: str = "") -> Json:
        if not hasattr(job, "view"):
            return {"bad": "no record"}
        seen = restore(job.view)
        budget: Any = None
        move = create("random").choose(seen, seen.legal_moves, budget, SeededChance(1))
        return {"move": to_builtins(move)}

    async def stop(self) -> None:
        """There is nothing to stop."""


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """An app in memory, with an imported record and a banned address."""
    made = await open_world(tmp_path, "app")
    made.app.workers = made.app.scheduler._workers = OneWorker()  # type: ignore[assignment]
    hidden = keyed_hash(made.app.store.pepper, BANNED_ADDRESS)
    await made.app.store.run(lambda c: ban(c, "address", hidden, None, "test"))
    yield made
    await made.close()


def a_game(moves: int) -> Game:
    """A game of two after so many moves."""
    *_, game = itertools.islice(plays(a_setup(2, "screened", rounds=3), 4), moves + 1)
    return game


def a_name_for(method_and_path: str, role: str) -> str:
    return f"{sorted(ROUTES).index(method_and_path)}{role}"


def token_for(role: str, table: str) -> str | None:
    """What a role shows."""
    return {
        "nobody": None,
        "stranger": "a-token-of-another-table",
        "invited": f"code{table}",
        "seat": token_of(table, 0),
        "other": token_of(table, 1),
        "host": host_token_of(table),
        "banned": token_of(table, 0),
    }[role]


async def ask(world: World, call: str, role: str, table: str) -> tuple[str, Json]:
    """What a role gets: `ok` or the code of the refusal, and the whole answer."""
    body, _ = ROUTES[call]
    method, path = call.split(" ")
    if path.endswith("frames"):
        path += "?after=3"
    path = path.replace("{table}", table).replace("{record}", "rec")
    if body is not None:
        body = msgspec.json.decode(msgspec.json.encode(body).replace(b"{table}", table.encode()))
    address = BANNED_ADDRESS if role == "banned" else "1.2.3.4"
    _, _, answer = await world.ask(method, path, token_for(role, table), body, address)
    found: Json = msgspec.json.decode(answer)
    return (found["code"] if {"code", "message"} <= set(found) else "ok"), found


def test_every_call_has_a_row() -> None:
    """H-02: generated from the OpenAPI document."""
    operations = {
        f"{method.upper()} {path.removeprefix(PREFIX)}"
        for path, methods in document()["paths"].items()
        for method in methods
    }
    assert operations == set(ROUTES)


def test_every_message_has_a_row() -> None:
    """H-02: generated from the definition of the messages."""
    tags = {kind.__struct_config__.tag for kind in get_args(ClientMessage)}
    assert tags == set(MESSAGES)


@pytest.mark.parametrize("call", ROUTES)
async def test_every_role_gets_what_its_row_says(world: World, call: str) -> None:
    """H-02: while a private game runs."""
    record = write_record(a_game(1000))
    body = msgspec.json.encode(record).decode()
    await world.app.store.keep_record("rec", "me", body)
    for role, outcome in ROUTES[call][1].items():
        table = a_name_for(call, role)
        await world.lay_out(table, a_setup(2, "screened"), a_game(0).events, "private")
        found, answer = await ask(world, call, role, table)
        if call == "POST /tables/find":
            outcome = "banned" if role == "banned" else "ok"
        assert found == outcome, f"{call} as {role}: {answer}"
        if found == "ok" and "{table}" in call:
            check_eyes(answer, role, table)


def check_eyes(answer: Json, role: str, table: str) -> None:
    """Whatever shows the game shows it through the eyes of the role, and no token comes back."""
    seat = {"seat": 0, "other": 1}.get(role)
    if "player_view" in answer and answer["player_view"] is not None:
        assert answer["player_view"]["seat"] == seat
        assert answer["player_view"]["view"]["viewer"] == seat
    events = answer.get("events") or []
    for event in events:
        if event["type"] == "deal":
            assert isinstance(event["cards"], list) == (event["seat"] == seat)
    for frame in answer.get("frames", ()):
        assert frame["view"]["viewer"] == seat
        assert frame["hands"] is None
    text = msgspec.json.encode(answer).decode()
    assert token_of(table, 0) not in text
    assert token_of(table, 1) not in text
    assert host_token_of(table) not in text


LOOKING_BACK = ("record", "replay", "frames")


@pytest.mark.parametrize("role", ["invited", "seat", "other", "host"])
async def test_all_is_shown_only_after_the_end(world: World, role: str) -> None:
    """H-11: records and replays of a live game are the own ones, of a finished game whole."""
    await world.lay_out("live", a_setup(2, "screened", 3), a_game(8).events, "private")
    await world.lay_out("over", a_setup(2, "screened", 3), a_game(1000).events, "private")
    for call in LOOKING_BACK:
        for table, whole in (("live", False), ("over", True)):
            _, answer = await ask(world, f"GET /tables/{{table}}/{call}", role, table)
            secret = (answer.get("fair") or {}).get("secret")
            assert (secret is not None) == (whole and call == "record")
            deals = [e["cards"] for e in answer.get("events", ()) if e["type"] == "deal"]
            assert all(isinstance(cards, list) for cards in deals) == whole or not deals
            for frame in answer.get("frames", ()):
                assert (frame["hands"] is not None) == whole


@pytest.mark.parametrize("name", MESSAGES)
async def test_every_role_is_answered_as_its_row_says(world: World, name: str) -> None:
    """H-02: every message, from both seats, a spectator and the host."""
    fields, answers = MESSAGES[name]
    text = msgspec.json.encode({"type": name, **fields})
    for role, expected in zip(("seat", "other", "invited", "host"), answers, strict=True):
        table = f"{name}{role}"
        await world.lay_out(table, a_setup(2, "screened"), a_game(0).events, "private")
        token = token_for(role, table)
        assert token is not None
        async with connected(world, table, [token]) as line:
            before = len(line.heard)
            await line.say(text)
            if name == "ask_hint":
                await line.say()  # hints are found while the line goes on
        assert what_was_said(line.heard[before:]) == expected, f"{name} as {role}"


def what_was_said(heard: list[bytes]) -> str:
    """Kinds of the answers, or the code of a refusal; beats of our own pings left out."""
    said = []
    beats = 0
    for data in heard:
        message = messages.decode_server(data)
        kind = str(type(message).__struct_config__.tag)
        if kind == "heartbeat":
            beats += 1
        elif kind not in ("update", "presence_changed"):
            said.append(getattr(message, "code", kind))
    return " ".join(said) or ("heartbeat" if beats > 1 else "")


async def test_nobody_looks_at_a_table_without_spectators(world: World) -> None:
    """H-12: shut out once the game has begun, on every path, though they have the code."""
    table = await world.lay_out("shut", a_setup(2, "screened"), a_game(0).events, "private")
    settings = msgspec.structs.replace(table.state.settings, spectators=False)
    table.state.settings = settings
    for call, (_, outcomes) in ROUTES.items():
        if "{table}" in call and outcomes["invited"] != "banned":
            found, answer = await ask(world, call, "invited", "shut")
            assert found == "not_allowed", (call, answer)
    async with connected(world, "shut", ["codeshut"]) as line:
        assert line.heard[-1] == b"closed 4003"
