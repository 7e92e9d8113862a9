"""Records, replays, imports, games played on (H-11)."""

import json
from pathlib import Path
from typing import Any

import pytest
from playing import Ahead, Running, a_move, running

from ilos.records.fair import check_draws, fair_from_json
from ilos.records.record import read_record
from ilos.rules.moves import to_builtins

SAMPLE = Path(__file__).parents[1] / "samples" / "a-2p-en.json"


async def a_finished_table(server: Running, **settings: Any) -> tuple[str, str]:
    """A short game with bots, played out; table and token."""
    made = await server.table("mine", "random", max_rounds=2, **settings)
    async with server.player(made.table.id, made.keys[0].token) as ana:
        while True:
            version, seen = await ana.until_turn()
            if seen["choices"] is None:
                return made.table.id, made.keys[0].token
            await ana.play(version, a_move(seen["choices"]))


async def test_the_finished_record_is_whole_and_its_shuffles_are_fair(server: Running) -> None:
    """Anybody can replay it and redo every draw."""
    table, token = await a_finished_table(server, first_player=None)
    record = await server.call("GET", f"/tables/{table}/record", token=token)
    game = read_record(record)
    assert record["result"] == to_builtins(game.result())
    found = check_draws(game.setup, game.events, fair_from_json(record["fair"]))
    assert found.draws >= 13


async def test_a_running_game_gives_only_the_own_record(server: Running) -> None:
    """H-11: masked, and the secret stays null."""
    made = await server.table("mine", "mine", visibility="listed")
    path = f"/tables/{made.table.id}"
    own = await server.call("GET", f"{path}/record", token=made.keys[1].token)
    assert own["viewer"] == 1
    assert own["fair"]["secret"] is None
    assert "draws" not in own["fair"]
    deals = [event["cards"] for event in own["events"] if event["type"] == "deal"]
    assert deals[0] == 5
    assert len(deals[1]) == 5
    public = await server.call("GET", f"{path}/record")
    assert public["viewer"] is None
    for viewer in ("all", "0"):
        query = f"{path}/replay?viewer={viewer}"
        refused = await server.try_call("GET", query, token=made.keys[1].token)
        assert (refused.status_code, refused.json()["code"]) == (403, "not_finished")
    replay = await server.call("GET", f"{path}/replay?viewer=1", token=made.keys[1].token)
    assert replay["timeline"][-1]["wealth"] == [None, 0]


@pytest.mark.parametrize("spectators", [True, False])
async def test_a_finished_game_is_shared_by_its_code(server: Running, spectators: bool) -> None:
    """Anyone who has the link sees all of it; without the code there is no such table."""
    table, token = await a_finished_table(server, spectators=spectators)
    path = f"/tables/{table}"
    code = (await server.call("GET", path, token=token))["code"]
    replay = await server.call("GET", f"{path}/replay?viewer=all", token=code)
    assert replay["finished"]
    frames = await server.call("GET", f"{path}/frames?viewer=1&after=3", token=code)
    assert frames["frames"][0]["view"]["viewer"] == 1
    assert (await server.try_call("GET", f"{path}/replay?viewer=all")).status_code == 404


async def test_a_running_game_is_shared_as_spectators_see_it(server: Running) -> None:
    """The code opens what is public, and nothing where no spectators are admitted."""
    made = await server.table("mine", "mine")
    path, code = f"/tables/{made.table.id}", made.table.code or ""
    replay = await server.call("GET", f"{path}/replay", token=code)
    deals = [event["cards"] for event in replay["events"] if event["type"] == "deal"]
    assert deals == [5, 5]
    for viewer in ("all", "0"):
        refused = await server.try_call("GET", f"{path}/replay?viewer={viewer}", token=code)
        assert (refused.status_code, refused.json()["code"]) == (403, "not_finished")
    shut = await server.table("mine", "mine", spectators=False)
    path, code = f"/tables/{shut.table.id}", shut.table.code or ""
    assert (await server.try_call("GET", f"{path}/replay", token=code)).status_code == 403


async def test_a_finished_game_is_stepped_through(server: Running) -> None:
    """Frames are the views of each moment; all revealed shows every hand."""
    table, token = await a_finished_table(server)
    replay = await server.call("GET", f"/tables/{table}/replay", token=token)
    count = len(replay["events"])
    assert len(replay["timeline"]) == count
    rounds = [point["round"] for point in replay["timeline"]]
    assert rounds == sorted(rounds)
    kinds = [event["type"] for event in replay["events"]]
    assert set(kinds[: rounds.index(1)]) == {"setup", "deal", "mulligan", "first_island"}
    assert "first_island" not in kinds[rounds.index(1) :]
    assert kinds[rounds.index(2) - 1] == "end_turn"
    query = f"/tables/{table}/frames?viewer=all&after=3&count=50"
    frames = (await server.call("GET", query, token=token))["frames"]
    assert [frame["after"] for frame in frames] == list(range(3, min(count, 52) + 1))
    assert sum(frames[0]["hands"][1].values()) == 5
    one = await server.call("GET", f"/tables/{table}/frames?viewer=1&after=3", token=token)
    assert one["frames"][0]["hands"] is None
    assert one["frames"][0]["view"]["viewer"] == 1


async def test_the_length_of_a_game_is_told_by_its_log(tmp_path: Path) -> None:
    """From its start to its end; what happens at the table afterwards does not count."""
    minute, clock = 60_000, Ahead()
    async with running(f"sqlite:///{tmp_path}/ilos.sqlite", clock=clock) as server:
        made = await server.table("mine", "random", max_rounds=2)
        path, token = f"/tables/{made.table.id}", made.keys[0].token
        assert (await server.call("GET", f"{path}/replay", token=token))["length"] is None
        clock.passed += 25 * minute
        async with server.player(made.table.id, token) as ana:
            while True:
                version, seen = await ana.until_turn()
                if seen["choices"] is None:
                    break
                await ana.play(version, a_move(seen["choices"]))
        clock.passed += 60 * minute
        rematch = {"type": "rematch", "id": "r1"}
        await server.call("POST", f"{path}/commands", rematch, token)
        replay = await server.call("GET", f"{path}/replay", token=token)
        info = await server.call("GET", path, token=token)
    assert info["changed"] - info["created"] >= 85 * minute
    assert 25 * minute <= replay["length"] < 85 * minute


@pytest.mark.parametrize("query", ["viewer=9", "viewer=x", "after=-1", "after=99999", "after=1e9"])
async def test_a_moment_that_never_was_is_refused(server: Running, query: str) -> None:
    """Bad input is answered, not failed on."""
    table, token = await a_finished_table(server)
    refused = await server.try_call("GET", f"/tables/{table}/frames?{query}", token=token)
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_message")


async def test_a_record_is_imported_looked_at_and_played_on(server: Running) -> None:
    """It is replayed by the engine first, shown as unverified, and never changed."""
    record = json.loads(SAMPLE.read_text())
    name = (await server.call("POST", "/records", record))["record"]
    assert await server.call("GET", f"/records/{name}") == record
    replay = await server.call("GET", f"/records/{name}/replay")
    assert not replay["verified"]
    body = {"after": 30, "seat": 1, "name": "Eve", "bot": "random"}
    made = await server.call("POST", f"/records/{name}/play-on", body)
    assert made["table"]["branched_from"] == f"{name}#30"
    assert [seat["kind"] for seat in made["table"]["seats"]] == ["bot", "human"]
    async with server.player(made["table"]["id"], made["keys"][0]["token"]) as eve:
        version, seen = await eve.until_turn()
        assert seen["view"]["events"] >= 30
        await eve.play(version, a_move(seen["choices"]))


async def test_a_record_that_lies_is_refused(server: Running) -> None:
    """A-10, A-11: the event and the rule are named."""
    record = json.loads(SAMPLE.read_text())
    record["result"]["winners"] = [0, 1]
    refused = await server.try_call("POST", "/records", record)
    assert (refused.status_code, refused.json()["code"]) == (409, "bad_record")
    assert (refused.json()["event"], refused.json()["rule"]) == (None, "5")
    record["events"][12]["seat"] = 1 - record["events"][12]["seat"]
    forged = (await server.try_call("POST", "/records", record)).json()
    assert (forged["code"], forged["event"]) == ("bad_record", 12)
    assert "event" not in forged["message"]  # said once, by its number
    for body in (b"", b"[]", b"{", b"[" * 100_000, b'{"format": "zip"}'):
        response = await server.http.post("/records", content=body)
        assert response.json()["code"] == "bad_record"


async def test_a_record_that_is_too_large_is_refused(server: Running) -> None:
    """At most 5 MiB, read no further."""
    response = await server.http.post("/records", content=b" " * (5 * 1024 * 1024 + 1))
    assert (response.status_code, response.json()["code"]) == (413, "too_large")
    assert (await server.try_call("GET", "/records/nowhere")).status_code == 404


async def test_a_running_game_cannot_be_played_on(server: Running) -> None:
    """H-11: that would reveal everything."""
    made = await server.table("mine", "mine")
    body = {"after": 3, "seat": 0, "name": "Eve", "bot": "random"}
    path = f"/tables/{made.table.id}/play-on"
    refused = await server.try_call("POST", path, body, token=made.keys[0].token)
    assert refused.json()["code"] == "not_finished"
