"""A-15, A-18: what one requester takes, others do not lack; and nobody spoils a table for ever."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from leaks.apps import World, open_world
from playing import Running, running

from ilos import new_game
from ilos.protocol.http import TableCreated
from ilos.server.botpool.jobs import AnyJob, Job, bot_job, seconds_of
from ilos.server.botpool.pool import RecentUse, Worker, WorkerPool
from ilos.server.ops import limits
from ilos.server.ops.limits import LeaveLimit, TokenBucket
from ilos.server.refusal import Refusal
from ilos.store.log_entries import Played
from ilos.views import view

Json = dict[str, Any]
JOB = bot_job(view(new_game(["Ana", "Bo"], seed=1), 0), "random", "t", 1)


JOB_OF = {who: Job(key=who, bot=JOB.bot, seed=1, view=JOB.view) for who in "abc"}


class Patient(Worker):
    """A worker whose thoughts end when the test says so."""

    def __init__(self, done: list[str]) -> None:
        super().__init__(1)
        self.done = done
        self.go_on: asyncio.Queue[None] = asyncio.Queue()

    async def think(self, job: AnyJob, seconds: float) -> Json:
        del seconds
        await self.go_on.get()
        assert isinstance(job, Job)
        self.done.append(job.key)
        return {}


class Bench:
    """A pool whose workers are patient, a clock that stands still, and what was done."""

    def __init__(self, count: int) -> None:
        self.now = 0.0
        self.done: list[str] = []
        self.jobs: list[Job] = []
        self.pool = WorkerPool(count, 1, clock=lambda: self.now)
        for worker in self.pool.all:
            worker.think = self.think  # type: ignore[method-assign]

    async def think(self, job: AnyJob, seconds: float) -> Json:
        """Take as long as the job may."""
        del seconds
        assert isinstance(job, Job)
        self.jobs.append(job)
        await asyncio.sleep(0)
        self.now += seconds_of(job)
        self.done.append(job.key)
        return {}

    def ask(self, who: str, bot: str, seconds: float = 0.0) -> asyncio.Task[Json]:
        """Ask for a move of a bot."""
        job = Job(key=who, bot=bot, seed=1, view=JOB.view, seconds=seconds)
        return asyncio.create_task(self.pool.think(job, 1, who))


async def test_who_used_the_least_of_late_is_served_next() -> None:
    """A-15: fifty jobs of one requester wait; a stranger's is the next, then shares are equal."""
    bench = Bench(1)
    crowd = [bench.ask("crowd", "master", 1.2) for _ in range(50)]
    others = [bench.ask(who, "master", 1.2) for who in ("ana", "bo", "ana", "bo")]
    await asyncio.gather(*crowd, *others)
    assert bench.done[:6] == ["crowd", "ana", "bo", "crowd", "ana", "bo"]
    assert bench.done[6:] == ["crowd"] * 48
    assert bench.pool.waiting == 0


def _answered(bench: Bench, _: object) -> None:
    bench.answered = bench.now  # type: ignore[attr-defined]


async def test_a_gentle_bot_answers_at_once_whatever_others_ask() -> None:
    """A-15: eleven addresses with twenty tables of `master` or `skilled` each, and a stranger."""
    for bot, seconds in (("master", 2.9), ("skilled", 0.5)):
        bench = Bench(1)
        crowd = [bench.ask(f"crowd{who}", bot, seconds) for _ in range(20) for who in range(11)]
        for _ in range(40):
            await asyncio.sleep(0)
        asked = bench.now
        gentle = bench.ask("stranger", "gentle", 0.5)
        gentle.add_done_callback(partial(_answered, bench))
        await asyncio.gather(gentle, *crowd)
        # The clock of the test adds up what both workers do at the same time.
        assert bench.answered - asked < 2.0  # type: ignore[attr-defined]


async def test_many_who_wait_get_shorter_searches() -> None:
    """A-15: a round of all who wait takes some seconds, however many they are."""
    bench = Bench(1)
    await asyncio.gather(*(bench.ask(f"crowd{who}", "master", 2.9) for who in range(60)))
    assert [bench.jobs[0].seconds, bench.jobs[-1].seconds] == [2.9, 2.9]
    assert bench.jobs[1].seconds == pytest.approx(6.0 / 59)
    alone = Bench(1)
    await asyncio.gather(*(alone.ask("crowd", "master", 2.9) for _ in range(60)))
    assert {job.seconds for job in alone.jobs} == {2.9}


def test_what_was_used_is_forgotten_by_and_by() -> None:
    """A-15: half of it in a minute."""
    now = [0.0]
    used = RecentUse(lambda: now[0])
    used.add("ana", 8.0)
    now[0] = 60.0
    assert used.of("ana") == pytest.approx(4.0)
    assert used.of("bo") == 0.0
    for number in range(25_000):
        used.add(str(number), 1.0)
    assert len(used._used) <= 20_000


async def test_a_job_that_is_given_up_leaves_its_worker_to_the_next() -> None:
    """F-17: anyone who stops waiting holds nothing."""
    done: list[str] = []
    workers = WorkerPool(1, 1)
    worker = workers._quick = Patient(done)
    workers.all = workers._idle = [worker]
    first, given_up, last = (
        asyncio.create_task(workers.think(JOB_OF[who], 1, who)) for who in "abc"
    )
    await asyncio.sleep(0)
    given_up.cancel()
    for _ in range(2):
        worker.go_on.put_nowait(None)
    await asyncio.gather(first, last)
    assert done == ["a", "c"]
    assert len(workers._idle) == 1


async def test_workers_are_charged_to_who_asked() -> None:
    """A-15: the time a worker is busy, not the time a job waits."""
    charged: list[tuple[str, float]] = []
    workers = WorkerPool(1, 1024, lambda requester, seconds: charged.append((requester, seconds)))
    await asyncio.gather(*(workers.think(JOB, 20, who) for who in ("ana", "bo")))
    await workers.stop()
    assert sorted(who for who, _ in charged) == ["ana", "bo"]  # two workers, in any order
    assert all(seconds > 0 for _, seconds in charged)


def test_a_bucket_can_be_overdrawn_and_fills_again() -> None:
    """A thought is paid for after it was thought."""
    bucket = TokenBucket(100, 1000, 0)
    bucket.spend(150, 0)
    assert not bucket.has(400)
    assert bucket.has(600)


@pytest.fixture
async def limited(tmp_path: Path) -> AsyncIterator[Running]:
    """A server where bots think only so long for anybody, behind a proxy that is trusted."""
    settings = {"bot_seconds_per_day": 1000, "trusted_proxies": ["127.0.0.1"]}
    async with running(f"sqlite:///{tmp_path}/x.sqlite", **settings) as server:
        yield server


async def a_table_by(server: Running, address: str, bot: str) -> Any:
    seats = [{"kind": "mine", "name": "Ana"}, {"kind": "bot", "bot": bot}]
    body = {"seats": seats, "start": True, "settings": {"first_player": 0}}
    return await server.http.post("/tables", json=body, headers={"X-Forwarded-For": address})


async def test_who_has_used_up_the_bots_for_today_plays_against_quick_ones(
    limited: Running,
) -> None:
    """A-15: no new thinking bots and no hints; running games go on; others notice nothing."""
    made = (await a_table_by(limited, "7.7.7.7", "expert")).json()
    table = await limited.app.tables.get(made["table"]["id"])
    limited.app.bot_seconds.spend(table.creator, 2000)
    asked: list[str] = []
    think = limited.app.workers.think

    async def listening(job: Any, seconds: float, requester: str = "") -> Json:
        asked.append(job.bot)
        return await think(job, seconds, requester)

    limited.app.workers.think = listening  # type: ignore[method-assign]
    token = made["keys"][0]["token"]
    head = {"Authorization": f"Bearer {token}", "X-Forwarded-For": "7.7.7.7"}
    path = f"/tables/{made['table']['id']}"
    hint = await limited.http.post(
        f"{path}/commands", json={"type": "ask_hint", "id": "h"}, headers=head
    )
    assert hint.json()["code"] == "quota"
    move = {"type": "mulligan", "discarded": []}
    command = {"type": "submit_move", "id": "m", "version": 2, "move": move}
    await limited.http.post(f"{path}/commands", json=command, headers=head)
    async with limited.player(made["table"]["id"], token) as ana:
        await ana.until_turn()
    entries = [one.entry for one in await limited.app.store.load(made["table"]["id"])]
    assert any(isinstance(entry, Played) and entry.bot for entry in entries)
    assert set(asked) == {"greedy"}
    refused = await a_table_by(limited, "7.7.7.7", "expert")
    assert (refused.status_code, refused.json()["code"]) == (429, "quota")
    assert (await a_table_by(limited, "7.7.7.7", "greedy")).status_code == 200
    assert (await a_table_by(limited, "8.8.8.8", "expert")).status_code == 200


async def test_a_rematch_is_charged_to_who_made_the_first_table(tmp_path: Path) -> None:
    """A-15: no fresh quota by playing again."""
    async with running(f"sqlite:///{tmp_path}/x.sqlite") as server:
        made: TableCreated = await server.table("mine", "mine")
        ana, bo = (key.token for key in made.keys)
        path = f"/tables/{made.table.id}/commands"
        await server.call("POST", path, {"type": "propose_end", "id": "e"}, ana)
        await server.call(
            "POST", path, {"type": "vote", "id": "v", "proposal": 3, "agree": True}, bo
        )
        await server.call("POST", path, {"type": "rematch", "id": "r"}, ana)
        old = await server.app.tables.get(made.table.id)
        assert old.state.rematch is not None
        new = await server.app.tables.get(old.state.rematch)
        assert new.creator == old.creator != ""


# ---- griefing ------------------------------------------------------------------------------


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """An app with the limits on coming and going that people have."""
    made = await open_world(tmp_path, "app", joins_per_minute=20, leaves_per_hour=3)
    yield made
    await made.close()


async def sit(world: World, table: Json, address: str) -> tuple[int, Json]:
    body = {"name": "Zoe", "code": table["code"]}
    path = f"/tables/{table['id']}/join"
    status, _, answer = await world.ask("POST", path, None, body, address)
    found: Json = msgspec.json.decode(answer)
    return status, found


async def an_open_table(world: World) -> tuple[Json, str]:
    seats = [{"kind": "mine", "name": "Ana"}, {"kind": "open"}]
    _, _, answer = await world.ask("POST", "/tables", None, {"seats": seats})
    made: Json = msgspec.json.decode(answer)
    return made["table"], made["host"]


@pytest.mark.parametrize("how", ["leave", "free"])
async def test_who_sits_down_and_up_for_ever_is_stopped(world: World, how: str) -> None:
    """A-18: after a few times, left or sent away, this table is closed to them for a while."""
    table, host = await an_open_table(world)
    for _ in range(3):
        status, found = await sit(world, table, "7.7.7.7")
        assert status == 200, found
        if how == "leave":
            await world.ask("POST", f"/tables/{table['id']}/leave", found["key"]["token"])
        else:
            await world.ask("POST", f"/tables/{table['id']}/free", host, {"seat": 1})
    status, found = await sit(world, table, "7.7.7.7")
    assert (status, found["code"]) == (429, "too_many")
    assert (await sit(world, table, "8.8.8.8"))[0] == 200, "others may sit down"
    other, _ = await an_open_table(world)
    assert (await sit(world, other, "7.7.7.7"))[0] == 200, "and they at other tables"


async def test_nobody_takes_seats_everywhere(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A-18: so many seats a minute for an address."""
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))  # it stands still
    statuses = []
    for _ in range(22):
        table, _ = await an_open_table(world)
        statuses.append((await sit(world, table, "7.7.7.7"))[0])
    assert statuses == [200] * 20 + [429] * 2


def test_leavers_are_forgotten_in_their_turn() -> None:
    """The memory of who sat where is bounded, and 0 lifts the limit."""
    leave_limit = LeaveLimit(1)
    leave_limit.left("t", 0)  # nobody known
    leave_limit.sat("t", 0, "7.7.7.7")
    leave_limit.left("t", 0)
    with pytest.raises(Refusal):
        leave_limit.check("t", "7.7.7.7")
    for number in range(25_000):
        leave_limit.sat(f"t{number}", 0, "8.8.8.8")
    assert len(leave_limit._sat) <= 20_000
    lifted = LeaveLimit(0)
    for _ in range(9):
        lifted.sat("t", 0, "7.7.7.7")
        lifted.left("t", 0)
        lifted.check("t", "7.7.7.7")
