"""A-10, A-11: bombs in records and records that lie; each is answered, none is believed."""

import asyncio
import copy
import threading
import zlib
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from playing import Running, running
from strategies import a_default_setup, a_played_game

from ilos.records.record import write_record
from ilos.server.ops.background import SERVER, BackgroundWork
from ilos.server.refusal import Refusal
from ilos.server.tables import replays, seating
from ilos.server.transport import record_routes

Json = dict[str, Any]

RECORD = write_record(a_played_game(a_default_setup(Random(1), 3), 1))


def bombs() -> list[bytes]:
    """What breaks parsers: depth, numbers, lengths, archives, broken text."""
    whole = msgspec.json.encode(RECORD)
    return [
        b"",
        b"null",
        b"[]",
        b"[" * 1_000_000,
        b'{"a":' * 200_000,
        b'{"format":"ilos-record/1","events":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        whole.replace(b'"max_rounds":3', b'"max_rounds":' + b"9" * 5000),
        whole.replace(b'"max_rounds":3', b'"max_rounds":1e400'),
        whole.replace(b'"max_rounds":3', b'"max_rounds":-1'),
        whole.replace(b'"max_rounds":3', b'"max_rounds":3.5'),
        b'{"format":"ilos-record/1","players":' + msgspec.json.encode(["x"] * 200_000) + b"}",
        b'{"format":"' + b"x" * 2_000_000 + b'"}',
        b"{" + b",".join(b'"k%d":1' % n for n in range(100_000)) + b"}",
        b'"\\ud800"',
        b"\xff\xfe\x00",
        b"PK\x03\x04" + b"\x00" * 100,
        zlib.compress(b"0" * 1_000_000),
        whole[: len(whole) // 2],
        whole + whole,
    ]


def lies() -> list[Json]:
    """A true record with one lie each."""
    found = []
    for change in (
        lambda r: r["result"].update(winners=[1 - r["result"]["winners"][0]]),
        lambda r: r["result"]["scores"][0].update(value=10_000),
        lambda r: r["result"].update(reason="pioneers"),
        lambda r: r["events"].pop(5),
        lambda r: r["events"].insert(5, r["events"][5]),
        lambda r: r["events"][-1].update(produced={"gold": 99}),
        lambda r: r["events"][1].update(cards=["ship"] * 6),
        lambda r: r["players"].append(r["players"][0]),
        lambda r: r["tile_set"]["tiles"].pop(),
        lambda r: r["market"].update(gold=[1, 1, 1, 1, 1]),
        lambda r: r["rules"].update(version=99),
        lambda r: r.update(format="ilos-record/9"),
    ):
        record = copy.deepcopy(RECORD)
        change(record)
        found.append(record)
    return found


async def test_bombs_are_refused(server: Running) -> None:
    """A-10: 400, 409 or 413, never 5xx, and the server goes on."""
    for bomb in bombs():
        answer = await server.http.post("/records", content=bomb)
        assert answer.status_code in (400, 409, 413), (bomb[:60], answer.text[:200])
        assert len(answer.content) < 2000, "a refusal does not repeat the bomb"
    assert (await server.http.get("/server")).status_code == 200


async def test_lies_are_found(server: Running) -> None:
    """A-11: the whole game is replayed; a forged move, card, result or set is refused."""
    for lie in lies():
        answer = await server.http.post("/records", content=msgspec.json.encode(lie))
        assert (answer.status_code, answer.json()["code"]) == (409, "bad_record"), answer.text


async def test_a_true_record_is_shown_as_unverified(server: Running) -> None:
    """A-11: names and who played are claims of the person who brought it."""
    answer = await server.call("POST", "/records", RECORD)
    replay = await server.call("GET", f"/records/{answer['record']}/replay")
    assert (replay["verified"], replay["finished"]) == (False, True)
    assert await server.call("GET", f"/records/{answer['record']}") == RECORD


async def test_a_padded_record_is_stored_without_its_padding(server: Running) -> None:
    """Blanks and unknown keys take no room."""
    padded = {**RECORD, "padding": "x" * 500_000}
    body = b" " * 500_000 + msgspec.json.encode(padded)
    answer = await server.http.post("/records", content=body)
    assert answer.status_code == 200, answer.text
    stored = await server.http.get(f"/records/{answer.json()['record']}")
    assert len(stored.content) < 2 * len(msgspec.json.encode(RECORD))
    assert stored.json() == msgspec.to_builtins(RECORD)


async def test_records_with_too_many_events_or_endless_names_are_refused(tmp_path: Path) -> None:
    """Neither many bytes nor long names are kept."""
    async with running(f"sqlite:///{tmp_path}/x.sqlite", record_events=10) as server:
        answer = await server.http.post("/records", content=msgspec.json.encode(RECORD))
        assert answer.json()["code"] == "bad_record"
        assert "events" in answer.json()["message"]
    long = copy.deepcopy(RECORD)
    long["players"][0]["name"] = "x" * 1000
    async with running(f"sqlite:///{tmp_path}/x.sqlite") as server:
        answer = await server.http.post("/records", content=msgspec.json.encode(long))
        assert answer.json()["code"] == "bad_record"
        assert "name" in answer.json()["message"]


async def test_records_have_a_quota(tmp_path: Path) -> None:
    """For each address."""
    async with running(f"sqlite:///{tmp_path}/x.sqlite", records_per_address=2) as server:
        body = msgspec.json.encode(RECORD)
        found = [await server.http.post("/records", content=body) for _ in range(3)]
        assert [answer.status_code for answer in found] == [200, 200, 429]


@pytest.mark.parametrize("limit", ["record_storage_per_address", "record_storage", "records"])
async def test_records_have_a_quota_of_storage_and_in_all(tmp_path: Path, limit: str) -> None:
    """Bytes as they are stored count, for each address and in all."""
    body = msgspec.json.encode(RECORD)
    most = 1 if limit == "records" else 1000
    async with running(f"sqlite:///{tmp_path}/x.sqlite", **{limit: most}) as server:
        found = [await server.http.post("/records", content=body) for _ in range(2)]
        assert [answer.status_code for answer in found] == [200, 429]
        assert found[1].json()["code"] == "quota"


async def test_there_are_only_so_many_tables_in_all(tmp_path: Path) -> None:
    """Of whatever address."""
    proxied = {"trusted_proxies": ["127.0.0.1"], "tables": 2}
    async with running(f"sqlite:///{tmp_path}/x.sqlite", **proxied) as server:
        body = {"seats": [{"kind": "mine", "name": "Ana"}, {"kind": "open"}]}
        found = [
            await server.http.post("/tables", json=body, headers={"X-Forwarded-For": f"7.7.7.{n}"})
            for n in range(3)
        ]
        assert [answer.status_code for answer in found] == [200, 200, 429]


async def test_who_asks_for_too_much_work_is_refused_and_others_are_not() -> None:
    """So many seconds in a minute, and so many jobs that wait."""
    work = BackgroundWork(2)
    work._used.spend("ana", 1.5)
    with pytest.raises(Refusal, match="too many long records"):
        await work.run("ana", int)
    assert await work.run("bo", int) == 0
    assert await work.run(SERVER, int) == 0
    go_on = threading.Event()
    waiting = [asyncio.create_task(work.run("crowd", go_on.wait)) for _ in range(4)]
    await asyncio.sleep(0)
    with pytest.raises(Refusal, match="too many long records"):
        await work.run("crowd", int)
    others = asyncio.create_task(work.run("bo", int))
    go_on.set()
    assert await others == 0
    await asyncio.gather(*waiting)
    work.stop()


async def test_a_long_record_of_a_table_is_written_outside_the_event_loop(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A short one at once."""
    threads: list[threading.Thread] = []
    shown_record = replays.shown_record

    def noted(*args: Any) -> Any:
        threads.append(threading.current_thread())
        return shown_record(*args)

    monkeypatch.setattr(replays, "shown_record", noted)
    made = await server.table("mine", "greedy")
    path, token = f"/tables/{made.table.id}/record", made.keys[0].token
    await server.call("GET", path, None, token)
    monkeypatch.setattr(record_routes, "MAX_IN_LOOP", 1)
    await server.call("GET", path, None, token)
    assert [thread is threading.main_thread() for thread in threads] == [True, False]


async def test_playing_on_from_a_record_is_prepared_outside_the_event_loop(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what was played before is kept once."""
    threads: list[threading.Thread] = []
    start = seating.start

    def noted(*args: Any) -> Any:
        threads.append(threading.current_thread())
        return start(*args)

    monkeypatch.setattr(seating, "start", noted)
    answer = await server.http.post("/records", content=msgspec.json.encode(RECORD))
    path = f"/records/{answer.json()['record']}/play-on"
    body = {"after": 9, "seat": 0, "name": "Zoe", "bot": "random"}
    made = await server.call("POST", path, body)
    assert threads
    assert threading.main_thread() not in threads
    table = await server.app.tables.get(made["table"]["id"])
    assert table.state.branch is not None
    assert table.state.branch["record"]["events"] == []
    assert table.state.game is not None
    assert len(table.state.game.events) >= 9
