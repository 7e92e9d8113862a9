"""The jobs of bots: what goes to a worker, what it answers, and who computes it.

A worker of the server is a process (`worker`), one of a page is a Web Worker; both run this.
"""

import time
from collections import OrderedDict
from math import inf
from typing import Any, Protocol

import msgspec

from ilos.bots import LEVELS, Bot, Budget, Pace, TurnTimer, create
from ilos.bots.hints import ADVISER, suggestions
from ilos.bots.search_bot import SearchBot
from ilos.bots.steps import Steps, finish
from ilos.records.record import (
    BadRecord,
    parse_record,
    read_record,
    record_to_line,
    write_record,
)
from ilos.rules.chance import SeededChance
from ilos.rules.notation import parse_move
from ilos.views import View
from ilos.views.snapshot import ViewSnapshot, restore, take_snapshot

KEPT = 64  # seats whose bots and views are kept between moves
CHECK_CPU = 2.0  # CPU seconds that the replay of a record may take
MAX_NAME = 100  # characters of a name in a record
MAX_STORED = 700 * 1024  # bytes of a record as it is stored


class WorkerLost(Exception):
    """The worker died, was too slow, or sent an invalid answer."""


class Job(msgspec.Struct, frozen=True, tag="think"):
    """The job of choosing one move."""

    key: str  # table and seat: selects the bot's instance in this process
    bot: str
    seed: int
    view: ViewSnapshot
    seconds: float = 0.0  # the most it may take; 0: as long as its level takes
    suggestions: int = 0  # so many suggestions for a person instead of one move


class Check(msgspec.Struct, frozen=True, tag="check"):
    """The job of replaying a record, done here as it may take long or fail (A-10)."""

    body: bytes
    max_events: int


class Read(msgspec.Struct, frozen=True, tag="read"):
    """The job of showing an imported record: all of it, or single moments."""

    record: str  # as it is stored
    source: str  # its name
    viewer: str | None
    moments: int = 0  # so many single moments; 0: the whole game
    after: int | None = None  # events before the first moment; None: the last moment


AnyJob = Job | Check | Read
_packer = msgspec.msgpack.Encoder()


def pack_job(job: AnyJob) -> bytes:
    """Return a job as a worker process reads it."""
    return _packer.encode(job)


def job_text(job: AnyJob) -> str:
    """Return a job as a worker of a page reads it."""
    return msgspec.json.encode(job).decode()


def seconds_of(job: AnyJob) -> float:
    """Return the most seconds a job takes; 0 for a bot that does not search."""
    if not isinstance(job, Job):
        return CHECK_CPU
    level = LEVELS.get(job.bot)
    if level is None:
        return job.seconds
    return min(level.pace.move, job.seconds) if job.seconds else level.pace.move


def bot_job(
    seen: View, bot: str, key: str, seed: int, seconds: float = 0.0, suggestions: int = 0
) -> Job:
    """Return the job of choosing a move for a view, or of suggesting some."""
    return Job(
        key=key,
        bot=bot,
        seed=seed,
        view=take_snapshot(seen),
        seconds=seconds,
        suggestions=suggestions,
    )


class JobRunner:
    """Runs jobs with cached views, bots and their timers, least recently used first."""

    def __init__(self) -> None:
        self._bots: OrderedDict[tuple[str, str], tuple[Bot, TurnTimer]] = OrderedDict()
        self._views: OrderedDict[str, View] = OrderedDict()
        self._budget = Budget()

    def run(self, job: AnyJob) -> dict[str, Any]:
        """Return the chosen move, what is wrong with a record, or what it shows."""
        return finish(self.steps(job))

    def steps(self, job: AnyJob) -> Steps[dict[str, Any]]:
        """Work out the answer in short steps."""
        if isinstance(job, Check):
            return check_record(job)
        if isinstance(job, Read):
            from ilos.server.botpool.reading import read_for_viewer  # not where bots start

            return read_for_viewer(job)
        bot, timer = self._bot(job)
        seen = self._view(job)
        self._budget = budget = timer.budget(seen.position.round, job.seconds or inf)
        chance = SeededChance(job.seed)
        if job.suggestions:
            bot = SearchBot(ADVISER)
        if not isinstance(bot, SearchBot):
            move = bot.choose(seen, seen.legal_moves, budget, chance)
            return {"move": parse_move(move) if isinstance(move, str) else move}
        thoughts = yield from bot.steps(seen, budget, chance)
        if job.suggestions:  # each is as good as the first, however many a turn has
            return {"suggestions": suggestions(thoughts, job.suggestions)}
        timer.spent(budget)
        return {"move": bot.choose_from(thoughts, chance)}

    def stop(self) -> None:
        """End the job that is being worked on: its next step has the best answer found so far."""
        self._budget.stop()

    def _view(self, job: Job) -> View:
        seen = restore(job.view, self._views.pop(job.key, None))
        self._views[job.key] = seen
        if len(self._views) > 2 * KEPT:  # more than the server counts on
            self._views.popitem(last=False)
        return seen

    def _bot(self, job: Job) -> tuple[Bot, TurnTimer]:
        key = (job.key, job.bot)
        if key not in self._bots:
            level = LEVELS.get(job.bot)
            pace = level.pace if level is not None else Pace()
            self._bots[key] = create(job.bot), TurnTimer(pace, time.monotonic)
            if len(self._bots) > KEPT:
                self._bots.popitem(last=False)
        self._bots.move_to_end(key)
        return self._bots[key]


def check_record(job: Check) -> dict[str, Any]:
    """Replay a record; return it as it is stored, or what is wrong with it."""
    try:
        stored = _canonical(parse_record(job.body), job.max_events)
    except BadRecord as error:
        return {"bad": error.message[:300], "event": error.index, "rule": error.rule}
    return {"bad": None, "record": stored}


def _canonical(record: dict[str, Any], max_events: int) -> str:
    """Return a record as it is stored: replayed and written again, without what it was padded with.

    Raises BadRecord.
    """
    events = record.get("events")
    if isinstance(events, list) and len(events) > max_events:
        raise BadRecord(f"{len(events)} events are more than the {max_events} this server takes")
    game = read_record(record)
    for player in game.setup.players:
        if len(player.name) > MAX_NAME or len(player.bot or "") > MAX_NAME:
            raise BadRecord(f"players: a name has at most {MAX_NAME} characters")
    written = write_record(game)
    written |= {key: record[key] for key in ("fair", "substitutes", "stopped") if key in record}
    given = record["rules"]  # without the defaults that it does not name
    written["rules"] = {key: value for key, value in written["rules"].items() if key in given}
    text = record_to_line(written).decode()
    if len(text) > MAX_STORED:
        raise BadRecord(f"{len(text)} bytes without padding are more than {MAX_STORED}")
    return text


class Workers(Protocol):
    """Who answers jobs: a pool of processes, or the workers of a page."""

    async def think(self, job: AnyJob, seconds: float, requester: str = "") -> dict[str, Any]:
        """Return the answer to a job within so many seconds; raise WorkerLost."""

    async def stop(self) -> None:
        """Stop all of them."""
