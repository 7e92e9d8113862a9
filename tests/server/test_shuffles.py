"""Fair shuffles at a table: hashes first, then the secret, then the nonces, then the cards."""

from pathlib import Path
from typing import Any

import pytest
from playing import Running, running

from ilos.records.fair import commitment, fair_from_json, nonce_hash, promise
from ilos.server import table_app
from ilos.server.tables.replays import full_record
from ilos.server.tables.state import TableState
from ilos.store.store import Store

ANA, BO = "a1" * 16, "b0" * 16


async def two_at_a_table(server: Running) -> tuple[Any, str]:
    """Ana, who hosts, and Bo, who came; each committed to a nonce."""
    seats = [{"kind": "mine", "name": "Ana"}, {"kind": "open"}]
    settings = {"first_player": 0}
    body = {"seats": seats, "settings": settings, "nonce_hash": nonce_hash(ANA)}
    made = await server.call("POST", "/tables", body)
    table = made["table"]
    join = {"name": "Bo", "code": table["code"], "nonce_hash": nonce_hash(BO)}
    bo = await server.call("POST", f"/tables/{table['id']}/join", join)
    return made, bo["key"]["token"]


async def everything_stored(store: Store, table: str) -> str:
    """What a reader of the database finds about a table."""
    return f"{await store.row(table)} {await store.load(table)}"


async def test_the_secret_is_made_after_all_parts_are_fixed(tmp_path: Path) -> None:
    """Who reads the database finds nothing to try nonces against."""
    async with running(f"sqlite:///{tmp_path}/x.sqlite") as server:
        made, bo = await two_at_a_table(server)
        table, path = made["table"]["id"], f"/tables/{made['table']['id']}"
        state = (await server.app.tables.get(table)).state
        assert (state.secret, state.commitment) == (b"", "")
        asked = await server.call("POST", f"{path}/start", {}, made["host"])
        assert asked["status"] == "open"
        assert asked["commitment"] == commitment(state.secret)
        assert asked["nonce_hashes"] == [nonce_hash(ANA), nonce_hash(BO)]
        assert asked["unopened"] == [0, 1]
        stored = await everything_stored(server.app.store, table)
        assert ANA not in stored
        assert BO not in stored
        for _ in range(2):  # sent again, as after a lost answer
            await open_part(server, path, ANA, made["keys"][0]["token"])
        await open_part(server, path, BO, bo)
        started = await open_part(server, path, BO, bo)
        assert (started["status"], started["unopened"]) == ("playing", [])
        assert "no one chose" in proven(state)


async def open_part(server: Running, path: str, nonce: str, token: str) -> Any:
    return await server.call("POST", f"{path}/nonce", {"nonce": nonce}, token)


def proven(state: TableState) -> str:
    return promise(fair_from_json(full_record(state)["fair"]))


async def test_no_other_nonce_can_be_opened_and_nothing_changes_while_they_are(
    tmp_path: Path,
) -> None:
    """Nobody takes another part or comes or goes once they are asked for."""
    async with running(f"sqlite:///{tmp_path}/x.sqlite") as server:
        made, bo = await two_at_a_table(server)
        path = f"/tables/{made['table']['id']}"
        early = await server.try_call("POST", f"{path}/nonce", {"nonce": BO}, bo)
        assert early.json()["code"] == "not_allowed"
        await server.call("POST", f"{path}/start", {}, made["host"])
        refusals = {
            "nonce": ({"nonce": "cc" * 16}, bo, "not_allowed"),
            "leave": (None, bo, "already_started"),
            "start": ({}, made["host"], "already_started"),
            "free": ({"seat": 1}, made["host"], "already_started"),
        }
        for call, (body, token, code) in refusals.items():
            answer = await server.try_call("POST", f"{path}/{call}", body, token)
            assert answer.json()["code"] == code, call
        again = {"nonce_hash": nonce_hash("cc" * 16)}
        answer = await server.try_call("POST", f"{path}/nonce", again, bo)
        assert answer.json()["code"] == "already_started"


async def test_who_does_not_open_their_part_delays_the_start_by_seconds_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record names what that leaves open."""
    monkeypatch.setattr(table_app, "OPEN_SECONDS", 0.0)
    async with running(f"sqlite:///{tmp_path}/x.sqlite") as server:
        made, _ = await two_at_a_table(server)
        table = made["table"]["id"]
        async with server.player(table, made["keys"][0]["token"]) as ana:
            await ana.welcomed()
            await server.call("POST", f"/tables/{table}/start", {}, made["host"])
            await ana.until_turn()
        assert "alone" in proven((await server.app.tables.get(table)).state)


async def test_a_start_that_a_crash_interrupted_goes_on(tmp_path: Path) -> None:
    """The next process asks for the parts again, or deals without those that do not come."""
    database = f"sqlite:///{tmp_path}/x.sqlite"
    async with running(database) as server:
        made, bo = await two_at_a_table(server)
        path = f"/tables/{made['table']['id']}"
        await server.call("POST", f"{path}/start", {}, made["host"])
        await open_part(server, path, ANA, made["keys"][0]["token"])
    async with running(database) as server:
        started = await open_part(server, path, BO, bo)
        assert started["status"] == "playing"


async def test_a_rematch_begins_with_new_parts(tmp_path: Path) -> None:
    """Those of the game before are known to all."""
    async with running(f"sqlite:///{tmp_path}/x.sqlite") as server:
        made, bo = await two_at_a_table(server)
        path = f"/tables/{made['table']['id']}"
        await server.call("POST", f"{path}/start", {}, made["host"])
        ana = made["keys"][0]["token"]
        await open_part(server, path, ANA, ana)
        await open_part(server, path, BO, bo)
        await server.call("POST", f"{path}/commands", {"type": "propose_end", "id": "e"}, ana)
        table = await server.app.tables.get(made["table"]["id"])
        vote = {"type": "vote", "id": "v", "proposal": table.state.version, "agree": True}
        await server.call("POST", f"{path}/commands", vote, bo)
        await server.call("POST", f"{path}/commands", {"type": "rematch", "id": "r"}, ana)
        path = f"/tables/{table.state.rematch}"
        info = await server.call("POST", f"{path}/nonce", part("cc"), bo)
        assert info["nonce_hashes"] == ["", nonce_hash("cc" * 16)]


def part(text: str) -> dict[str, str]:
    return {"nonce_hash": nonce_hash(text * 16)}
