"""A-16, A-17: fuzzed and replayed messages; no 5xx, no closed app, no change of state."""

from random import Random
from typing import Any, get_args

import msgspec
from leaks.apps import World, connected
from sizes import size

from ilos.protocol.client import ClientMessage
from ilos.protocol.shapes import PROTOCOL
from ilos.server.transport.routes import ROUTES

MESSAGES = size(1500, 100_000)
BODIES = size(400, 20_000)
REPLAYS = size(200, 10_000)
Json = dict[str, Any]

ODD: tuple[Any, ...] = (
    None, True, -1, 0, 3, 10**9, 2**63, 2**200, 0.5, 1e308, "", "x", "\x00", "é" * 70, "a" * 3000,
    [], [[]], [None] * 50, {}, {"type": "ping"}, {"tile": "T01", "part": 0}, ["ship"] * 200,
)  # fmt: skip
MOVES: tuple[Any, ...] = (
    {"type": "mulligan", "discarded": ["ship"] * 90},
    {"type": "first_island", "tile": "T01", "cell": [99, -99], "rotation": 7, "part": 9},
    {"type": "ship", "from": "reserve", "to": {"tile": "T01", "part": 0}, "explored": None},
    {"type": "building", "site": {"tile": "T01", "part": 0, "site": 0}, "building": "fort"},
    {"type": "market", "resource": "gold"},
    {"type": "end_turn", "seat": 1, "drawn": ["ship"]},
    {"type": "end_turn", "drawn": ["market"] * 5, "taken": []},
)


RIGHT: Json = {"seat": 0, "agree": False, "muted": True, "text": "hello", "protocol": PROTOCOL}


def a_message(rng: Random) -> Json:
    """A message of some kind with some right, some odd, some missing and some extra fields."""
    kind = rng.choice(get_args(ClientMessage))
    right = {**RIGHT, "id": f"i{rng.randrange(10**6)}", "move": rng.choice(MOVES)}
    right["version"] = rng.randrange(4)
    fields: Json = {"type": kind.__struct_config__.tag}
    for name in kind.__struct_fields__:
        if rng.random() < 0.8:
            fields[name] = right.get(name, 1) if rng.random() < 0.6 else rng.choice(ODD)
    if rng.random() < 0.3:
        fields[rng.choice(("seat", "role", "host", "token", "admin", "viewer"))] = rng.choice(ODD)
    return fields


def spoiled(message: Json, rng: Random) -> bytes:
    """The message as bytes, sometimes broken."""
    text = list(msgspec.json.encode(message).decode())
    for _ in range(rng.choice((0, 0, 0, 1, 3))):
        text[rng.randrange(len(text))] = chr(rng.randrange(32, 127))
    return "".join(text).encode()


CHANGING = {"submit_move", "propose_end", "propose_undo", "vote", "resign", "return", "undo"}


async def test_fuzzed_messages_are_answered_and_change_nothing(world: World) -> None:
    """A-16: as a spectator, who may change nothing whatever is in the message."""
    rng = Random(3)
    table, _ = await a_table(world)
    state = (await world.app.tables.get(table)).state
    before = state.version
    sent = 0
    while sent < MESSAGES:
        async with connected(world, table, [state.code]) as line:
            for _ in range(25):
                heard = len(line.heard)
                if line.heard[-1].startswith(b"closed"):
                    break
                await line.say(spoiled(a_message(rng), rng))
                sent += 1
                assert len(line.heard) > heard
    assert state.version == before
    assert len(await world.app.store.load(table)) == before


async def test_fuzzed_moves_of_a_player_leave_the_game_legal(world: World) -> None:
    """A-16: only what the rules allow is in the log; every refusal leaves the version as it was."""
    rng = Random(4)
    table, tokens = await a_table(world)
    state = (await world.app.tables.get(table)).state
    for _ in range(BODIES):
        message = a_message(rng)
        if message["type"] in ("resign", "propose_end"):
            continue
        before = state.version
        status, _, answer = await world.ask(
            "POST", f"/tables/{table}/commands", rng.choice(tokens), message
        )
        kind = msgspec.json.decode(answer)
        if status != 200 or kind["type"] == "refused":
            assert state.version == before, (message, kind)
        else:
            assert message["type"] in {*CHANGING, "say", "react", "mute", "nudge", "ask_hint"}
    assert [stored.version for stored in await world.app.store.load(table)] == list(
        range(1, state.version + 1)
    )


async def test_fuzzed_bodies_of_every_call_are_answered(world: World) -> None:
    """A-16: odd values in every field of every call; `ask` fails on any 5xx."""
    rng = Random(5)
    table, tokens = await a_table(world)
    calls = [call for call in ROUTES if call.method != "GET" and "records" not in call.path]
    for _ in range(BODIES):
        call = rng.choice(calls)
        fields = getattr(call.body, "__struct_fields__", ()) or ("type", "id")
        body: Any = {name: rng.choice(ODD) for name in fields if rng.random() < 0.8}
        if rng.random() < 0.1:
            body = rng.choice(ODD)
        path = call.path.replace("{table}", rng.choice((table, "x", "%00", "%F0%9F%8F%9D", "..")))
        await world.ask(call.method, path, rng.choice((None, *tokens, "wrong-token")), body)


async def test_odd_queries_are_answered(world: World) -> None:
    """A-16: numbers that are none, and too large ones; `ask` fails on any 5xx."""
    table, tokens = await a_table(world)
    odd = ("", "-1", "x", "1e9", "9" * 30, "%00", "%ff", "1;2", "²", "٣", "0x10", "null")
    for call in ROUTES:
        if call.method != "GET":
            continue
        for name in call.query:
            for value in odd:
                path = call.path.replace("{table}", table).replace("{record}", "x")
                await world.ask("GET", f"{path}?{name}={value}", tokens[0])


async def test_old_messages_have_no_effect_anywhere_else(world: World) -> None:
    """A-17: replayed at the same table, at another, by another seat, at another version."""
    rng = Random(6)
    table, tokens = await a_table(world)
    other, others = await a_table(world)
    said: list[Json] = []
    state = (await world.app.tables.get(table)).state
    for number in range(2):
        move = {"type": "mulligan", "discarded": []}
        command = {
            "type": "submit_move",
            "id": f"m{number}",
            "version": state.version,
            "move": move,
        }
        _, _, answer = await world.ask("POST", f"/tables/{table}/commands", tokens[number], command)
        assert b"acknowledged" in answer
        said.append(command)
    here, there = state.version, (await world.app.tables.get(other)).state
    for _ in range(REPLAYS):
        command = {**rng.choice(said), "version": rng.choice((0, 1, 2, 3, 4, 50))}
        await world.ask("POST", f"/tables/{table}/commands", rng.choice(tokens), command)
        _, _, answer = await world.ask(
            "POST", f"/tables/{other}/commands", rng.choice(tokens), command
        )
        assert b"wrong_token" in answer
    assert (state.version, there.version) == (here, 2)
    del others


async def a_table(world: World) -> tuple[str, list[str]]:
    """A running game of two; its id and the tokens."""
    seats = [{"kind": "mine", "name": "Ana"}, {"kind": "mine", "name": "Bo"}]
    body = {"seats": seats, "start": True, "settings": {"first_player": 0}}
    _, _, answer = await world.ask("POST", "/tables", None, body)
    made = msgspec.json.decode(answer)
    return made["table"]["id"], [key["token"] for key in made["keys"]]
