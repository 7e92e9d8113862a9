"""Bots in worker processes: killed, hung, greedy for memory, lying (F-17, F-18, F-19, H-10)."""

import asyncio
import os
import signal
from pathlib import Path

import pytest
from playing import running

from ilos import new_game
from ilos.protocol.server import Update
from ilos.protocol.tables import Played
from ilos.rules.events import EndTurnEvent, Event, MarketEvent
from ilos.server.botpool import jobs as jobs_module
from ilos.server.botpool import scheduler
from ilos.server.botpool import worker as worker_module
from ilos.server.botpool.jobs import Check, Job, WorkerLost, bot_job
from ilos.server.botpool.pool import Worker, WorkerPool
from ilos.server.botpool.scheduler import BotScheduler
from ilos.views import view

BAD_BOTS = """
import time

class Raises:
    def choose(self, view, legal_moves, budget, rng):
        raise RuntimeError("no idea")

class Sleeps:
    def choose(self, view, legal_moves, budget, rng):
        time.sleep(3600)

class Loops:
    def choose(self, view, legal_moves, budget, rng):
        while True:
            pass

class Eats:
    def choose(self, view, legal_moves, budget, rng):
        return [bytes(1 << 30) for _ in range(64)]

class Lies:
    def choose(self, view, legal_moves, budget, rng):
        from ilos.rules.moves import Market
        return Market("gold")

class Prints:
    def choose(self, view, legal_moves, budget, rng):
        print("I am winning", flush=True)
        return next(iter(legal_moves))

class Texts:
    def choose(self, view, legal_moves, budget, rng):
        from ilos import move_text
        return move_text(legal_moves[-1])

class Exits:
    def choose(self, view, legal_moves, budget, rng):
        import os
        os._exit(3)

class Peeks:
    def choose(self, view, legal_moves, budget, rng):
        import os, sys
        assert not any(name.startswith(("ilos.store", "sqlalchemy")) for name in sys.modules)
        assert not any("SECRET" in key or key == "ILOS_DATABASE" for key in os.environ)
        return next(iter(legal_moves))
"""

SEEN = view(new_game(["Ana", "Bo"], seed=1), 0)


@pytest.fixture
def bad_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes `bad_bots:…` a bot, as a package of someone else would."""
    (tmp_path / "bad_bots.py").write_text(BAD_BOTS)
    paths = f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}"
    monkeypatch.setenv("PYTHONPATH", paths)
    monkeypatch.setenv("ILOS_DATABASE", "postgresql://secret")


async def test_a_server_that_is_stopped_while_it_starts_says_nothing() -> None:
    """No traceback, and what follows in the stop is done."""
    workers = WorkerPool(1, 1024)
    starting = asyncio.create_task(workers.start())
    while not all(worker.pid for worker in workers.all):  # noqa: ASYNC110  they have no event
        await asyncio.sleep(0)
    await workers.stop()
    await starting


@pytest.mark.usefixtures("bad_bots")
@pytest.mark.parametrize("name", ["Raises", "Sleeps", "Loops", "Eats", "Lies", "Exits"])
async def test_a_bot_that_misbehaves_is_replaced_by_a_weaker_one(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-18, F-19: two tries, then a fallback; the move is always legal."""
    monkeypatch.setattr(scheduler, "HARD_LIMIT", -4.0)  # five seconds a move, less four
    workers = WorkerPool(1, 1024)
    found = BotScheduler(None, workers, "test", 0.0)  # type: ignore[arg-type]
    move = await found.choose_move(SEEN, f"bad_bots:{name}", "t")
    assert move in SEEN.legal_moves
    assert found.fallbacks == 0  # a weaker bot had an idea
    await workers.stop()


@pytest.mark.usefixtures("bad_bots")
@pytest.mark.parametrize("name", ["Prints", "Peeks"])
async def test_a_worker_has_no_secrets_and_its_prints_harm_nobody(name: str) -> None:
    """H-10: no database, no environment of the server."""
    worker = Worker(1024)
    answer = await worker.think(bot_job(SEEN, f"bad_bots:{name}", "t", 1), 20)
    assert "move" in answer, answer
    await worker.stop()


@pytest.mark.usefixtures("bad_bots")
async def test_a_bot_may_answer_with_the_text_of_a_move() -> None:
    """As in games without a server."""
    workers = WorkerPool(1, 1024)
    found = BotScheduler(None, workers, "test", 0.0)  # type: ignore[arg-type]
    assert await found.choose_move(SEEN, "bad_bots:Texts", "t") == SEEN.legal_moves[-1]
    assert found.fallbacks == 0
    await workers.stop()


async def test_the_same_view_and_seed_give_the_same_move() -> None:
    """H-10: what a bot does follows from what its seat may know."""
    worker = Worker(1024)
    answers = [await worker.think(bot_job(SEEN, "greedy", f"t{n}", 5), 20) for n in range(3)]
    assert answers[0] == answers[1] == answers[2]
    await worker.stop()


async def test_a_seat_stays_with_its_worker_and_is_sent_only_what_is_new() -> None:
    """What was thought in a turn is there for its next move, and the log is sent once."""
    workers = WorkerPool(2, 1024)
    game = new_game(["Ana", "Bo"], seed=1)
    await workers.think(bot_job(view(game, 0), "random", "t:0", 1), 20)
    (mine,) = (worker for worker in workers.all if worker.pid is not None)
    other = bot_job(view(game, 1), "random", "t:1", 1)
    await asyncio.gather(*(workers.think(other, 20) for _ in workers.all))
    game.play(game.legal_moves[0])
    game.play(game.legal_moves[0])
    job = bot_job(view(game, 0), "random", "t:0", 1)
    for _ in range(3):
        assert await workers._acquire(job, "") is mine
        workers._release(mine)
    sent = mine._shortened(job).view
    assert (sent.setup, len(sent.events)) == (None, 2)
    await workers.stop()


def test_a_record_may_take_only_so_much_computing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A-10: then it is refused; what comes after it has its own time."""

    def never_ends(_record: object) -> None:
        while True:
            pass

    assert jobs_module.CHECK_CPU == 2.0
    monkeypatch.setattr(worker_module, "CHECK_CPU", 0.05)
    monkeypatch.setattr(jobs_module, "read_record", never_ends)
    runner = jobs_module.JobRunner()
    answer = worker_module.run_job(runner, Check(b'{"format": "ilos-record/1"}', 5000))
    assert "takes more than" in answer["bad"]
    assert signal.getitimer(signal.ITIMER_PROF)[0] == 0
    assert "move" in worker_module.run_job(runner, bot_job(SEEN, "random", "t", 1))


async def test_a_killed_worker_is_replaced_and_other_jobs_are_unharmed() -> None:
    """F-17: the lost job fails, the next one is done by a new process."""
    workers = WorkerPool(1, 1024)
    await workers.think(bot_job(SEEN, "random", "t", 1), 20)
    (worker,) = (worker for worker in workers.all if worker.pid is not None)
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGKILL)
    with pytest.raises(WorkerLost):
        await workers.think(bot_job(SEEN, "random", "t", 1), 20)
    assert "move" in await workers.think(bot_job(SEEN, "random", "t", 1), 20)
    await workers.stop()


@pytest.mark.parametrize("bot", ["random", "greedy", "skilled", "expert", "master"])
async def test_a_bots_move_takes_its_step_however_long_it_thought(
    bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """H-04: the time people see is a schedule; the search is told to fit it, then padded to it."""
    now, slept, jobs = [100.0], [], []

    class Clock:
        def time(self) -> float:
            return now[0]

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("asyncio.get_running_loop", Clock)
    monkeypatch.setattr("asyncio.sleep", sleep)
    step = 0.6 * scheduler.STEPS.get(bot, 1)
    for taken in (0.0, 0.01, step / 2, step - 0.001):
        now[0] = 100.0 + taken
        await scheduler._wait(100.0, step)
        assert taken + slept[-1] == pytest.approx(step)
    now[0] = 100.0 + step * 2.5  # a busy machine
    await scheduler._wait(100.0, step)
    assert step * 2.5 + slept[-1] == pytest.approx(step * 3)

    class Listening:
        async def think(self, job: Job, _seconds: float, _requester: str) -> dict[str, object]:
            jobs.append(job)
            return {"move": {"type": "mulligan", "discarded": []}}

    found = BotScheduler(None, Listening(), "test", 0.6)  # type: ignore[arg-type]
    await found.choose_move(SEEN, bot, "t", "", found.max_seconds(bot, 0))
    assert jobs[0].seconds == pytest.approx(step - scheduler.SPARE)


def test_a_long_turn_of_the_master_goes_on_quickly() -> None:
    """At most 12 s of thought a turn; how many moves were made is no secret."""
    found = BotScheduler(None, None, "test", 0.6)  # type: ignore[arg-type]
    steps = [found._step("master", made) for made in range(6)]
    assert steps == pytest.approx([3.0, 3.0, 3.0, 3.0, 0.6, 0.6])
    moves: list[Event] = [EndTurnEvent(1, {}, (), ()), *(MarketEvent(0, "gold") for _ in range(3))]
    assert scheduler._moves_this_turn(moves, 0) == 3
    assert scheduler._moves_this_turn(moves, 1) == 0
    assert scheduler._moves_this_turn(moves[:1], 1) == 0


async def test_a_worker_killed_while_a_bot_thinks_does_not_stop_the_table(tmp_path: Path) -> None:
    """F-17: exactly one move comes, and the game goes on."""
    async with running(f"sqlite:///{tmp_path}/x.sqlite") as server:
        made = await server.table("mine", "greedy")
        async with server.player(made.table.id, made.keys[0].token) as ana:
            version, _ = await ana.until_turn()
            workers = server.app.workers.all
            await asyncio.gather(*(worker.start() for worker in workers))
            await ana.submit(version, {"type": "mulligan", "discarded": []})
            for worker in workers:
                if worker.pid is not None:
                    os.kill(worker.pid, signal.SIGKILL)
            updates = [await ana.hear(Update), await ana.hear(Update)]
            seats = [c.seat for u in updates for c in u.changes if isinstance(c, Played)]
            assert seats == [0, 1]


async def test_a_table_left_waiting_for_a_bot_is_taken_up_after_a_restart(tmp_path: Path) -> None:
    """The next process finds it and plays on."""
    database = f"sqlite:///{tmp_path}/x.sqlite"
    async with running(database, workers=1) as server:
        server.app.scheduler.schedule = lambda _: None  # type: ignore[method-assign, assignment]
        made = await server.table("mine", "greedy")
        async with server.player(made.table.id, made.keys[0].token) as ana:
            version, _ = await ana.until_turn()
            await ana.play(version, {"type": "mulligan", "discarded": []})
    async with (
        running(database, sweep=0.05) as server,
        server.player(made.table.id, made.keys[0].token) as ana,
    ):
        _, seen = await ana.until_turn()
        assert seen["choices"]["kind"] == "first_island"
