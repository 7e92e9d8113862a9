"""A pool of supervised worker processes: one job each, killed when late, replaced (F-17, F-18).

Shares go by requester (A-15): next comes the requester who used the least of late, one worker
takes short jobs only, and the more requesters wait, the shorter the jobs. So what others ask for
delays a stranger's short job by one short job at most, however many they are.
"""

import asyncio
import contextlib
import logging
import os
import struct
import sys
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any

import msgspec

from ilos.server.botpool.jobs import KEPT, AnyJob, Job, WorkerLost, pack_job, seconds_of
from ilos.views.snapshot import ViewSnapshot, shorten

logger = logging.getLogger(__name__)

_ENVIRONMENT = ("PATH", "PYTHONPATH", "LANG", "LC_ALL", "TMPDIR", "ILOS_PURE")  # nothing secret
# Starting takes half a second of a processor: the low priority comes first.
_PROGRAM = (
    "from ilos.system import lower_priority; lower_priority(5);"
    "from ilos.server.botpool.worker import main; main()"
)
_MAX_ANSWER = 8 << 20
_START_TIMEOUT = 20.0  # seconds a fresh process may take to be ready
_SHORT = 1.0  # seconds that a short job takes at most
_SHORT_ROUND = 1.0  # seconds in which every requester who waits gets one short job
_LONG_ROUND = 6.0  # the same for long jobs
_LEAST_SHARE = 0.02  # seconds that a bot may search however many wait
_HALF_LIFE = 60.0  # seconds after which half of what a requester used is forgotten
_MAX_REQUESTERS = 20_000  # remembered; the least recent are forgotten first


class Worker:
    """One process."""

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._starting = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._sent: OrderedDict[str, ViewSnapshot] = OrderedDict()  # the last one of each seat

    def knows(self, job: AnyJob) -> bool:
        """Return whether the process has thought for the same seat before."""
        return isinstance(job, Job) and job.key in self._sent

    @property
    def pid(self) -> int | None:
        """The process id, for tests that kill it."""
        return self._process.pid if self._process is not None else None

    async def think(self, job: AnyJob, seconds: float) -> dict[str, Any]:
        """Return the answer to a job within so many seconds; else end the process."""
        try:
            async with asyncio.timeout(_START_TIMEOUT):
                await self.start()
            async with asyncio.timeout(seconds):
                return await self._ask(job)
        except (TimeoutError, OSError, EOFError, msgspec.DecodeError) as error:
            await self.stop()
            raise WorkerLost(type(error).__name__) from error
        except asyncio.CancelledError:
            await self.stop()
            raise

    async def start(self) -> None:
        """Start the process if there is none."""
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                await self._spawn()

    async def _spawn(self) -> None:
        self._sent.clear()
        environment = {key: os.environ[key] for key in _ENVIRONMENT if key in os.environ}
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # import nothing from the current folder
            "-c",
            _PROGRAM,
            str(self._memory),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=environment,
        )
        await self._answer()  # its first message: ready

    async def stop(self) -> None:
        """Kill the process."""
        process, self._process = self._process, None
        if process is not None:
            if process.returncode is None:
                process.kill()
            await process.wait()
            if process.stdin is not None:
                process.stdin.close()

    async def _ask(self, job: AnyJob) -> dict[str, Any]:
        assert self._process is not None
        assert self._process.stdin is not None
        packed = pack_job(self._shortened(job) if isinstance(job, Job) else job)
        self._process.stdin.write(struct.pack(">I", len(packed)))
        self._process.stdin.write(packed)
        await self._process.stdin.drain()
        answer = await self._answer()
        if isinstance(job, Job) and "error" in answer:
            self._sent.pop(job.key, None)  # next time it gets everything again
        return answer

    def _shortened(self, job: Job) -> Job:
        """Return a job without what the process knows of the seat: the set-up, earlier events."""
        earlier = self._sent.pop(job.key, None)
        self._sent[job.key] = job.view
        if len(self._sent) > KEPT:
            self._sent.popitem(last=False)
        if earlier is None:
            return job
        return msgspec.structs.replace(job, view=shorten(job.view, earlier))

    async def _answer(self) -> dict[str, Any]:
        assert self._process is not None
        assert self._process.stdout is not None
        head = await self._process.stdout.readexactly(4)
        (length,) = struct.unpack(">I", head)
        if length > _MAX_ANSWER:
            raise EOFError("the answer is too long")
        body = await self._process.stdout.readexactly(length)
        return msgspec.msgpack.decode(body, type=dict[str, Any])


Charge = Callable[[str, float], None]  # the requester, and how many seconds a worker was busy
Clock = Callable[[], float]


def _charge_no_one(_requester: str, _seconds: float) -> None:
    """Charge no one."""


def is_short(job: AnyJob) -> bool:
    """Return whether a job takes a second at most; hints and records take longer."""
    return isinstance(job, Job) and not job.suggestions and seconds_of(job) <= _SHORT


class RecentUse:
    """The seconds of workers that each requester used of late; they fade away."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def of(self, requester: str) -> float:
        """Return the seconds that count against a requester now."""
        seconds, since = self._used.get(requester, (0.0, 0.0))
        return seconds * 0.5 ** ((self._clock() - since) / _HALF_LIFE) if seconds else 0.0

    def add(self, requester: str, seconds: float) -> None:
        """Count seconds against a requester."""
        self._used[requester] = (self.of(requester) + seconds, self._clock())
        self._used.move_to_end(requester)
        if len(self._used) > _MAX_REQUESTERS:
            self._used.popitem(last=False)


class JobQueue:
    """Jobs that wait for a worker, in the order in which each requester asked."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[str, deque[asyncio.Future[Worker]]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._jobs.values()))

    @property
    def requesters(self) -> list[str]:
        """Those who wait, in the order of their first job."""
        return list(self._jobs)

    def push(self, requester: str) -> asyncio.Future[Worker]:
        """Add a job; the future gets its worker."""
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._jobs.setdefault(requester, deque()).append(turn)
        return turn

    def pop(self, requester: str) -> asyncio.Future[Worker]:
        """Take the first job of a requester, who then comes after the others."""
        queue = self._jobs.pop(requester)
        turn = queue.popleft()
        if queue:
            self._jobs[requester] = queue
        return turn


class WorkerPool:
    """So many workers for all jobs, one more for short ones if asked for, and the waiting jobs."""

    def __init__(
        self,
        count: int,
        memory: int,
        charge: Charge = _charge_no_one,
        clock: Clock = time.monotonic,
        has_quick: bool = True,
    ) -> None:
        self._charge = charge
        self._clock = clock
        self._quick = Worker(memory) if has_quick else None  # takes short jobs only
        self.all = [Worker(memory) for _ in range(count)]
        if self._quick is not None:
            self.all.append(self._quick)
        self._idle = list(self.all)  # the quick one is taken first, from the end
        self._short, self._long = JobQueue(), JobQueue()
        self._used = RecentUse(clock)

    @property
    def waiting(self) -> int:
        """The number of waiting jobs."""
        return len(self._short) + len(self._long)

    async def think(self, job: AnyJob, seconds: float, requester: str = "") -> dict[str, Any]:
        """Return the answer of the next idle worker; raise WorkerLost."""
        worker = await self._acquire(job, requester)
        job = self._within_share(job)
        expected = seconds_of(job)
        self._used.add(requester, expected)
        started = self._clock()
        try:
            return await worker.think(job, seconds)
        finally:
            taken = self._clock() - started
            self._used.add(requester, taken - expected)
            self._charge(requester, taken)
            self._release(worker)

    def _within_share(self, job: AnyJob) -> AnyJob:
        """Return the job with less time if many wait, so that a round of them stays short."""
        if not isinstance(job, Job):
            return job
        short = is_short(job)
        waiting = len((self._short if short else self._long).requesters) + 1
        workers = len(self.all) - (not short)
        share = (_SHORT_ROUND if short else _LONG_ROUND) * workers / waiting
        if seconds_of(job) <= share:
            return job
        return msgspec.structs.replace(job, seconds=max(_LEAST_SHARE, share))

    async def _acquire(self, job: AnyJob, requester: str) -> Worker:
        """Return an idle worker, if possible the one that has the seat's search; or wait."""
        short = is_short(job)
        idle = [worker for worker in reversed(self._idle) if short or worker is not self._quick]
        if idle:
            worker = next((one for one in idle if one.knows(job)), idle[0])
            self._idle.remove(worker)
            return worker
        turn = (self._short if short else self._long).push(requester)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._release(turn.result())
            raise

    def _release(self, worker: Worker) -> None:
        """Hand the worker to the requester who used the least of late; long jobs go first."""
        for queue in [self._short] if worker is self._quick else [self._long, self._short]:
            while requesters := queue.requesters:
                turn = queue.pop(min(requesters, key=self._used.of))
                if not turn.done():
                    turn.set_result(worker)
                    return
        if worker is self._quick:
            self._idle.append(worker)
        else:
            self._idle.insert(0, worker)

    async def start(self) -> None:
        """Start all processes now, so that the first jobs need not wait for them.

        One that ends while it starts, as when the server is stopped, is left to its first job.
        """

        async def start(worker: Worker) -> None:
            with contextlib.suppress(OSError, EOFError):
                await worker.start()

        await asyncio.gather(*(start(worker) for worker in self.all))

    async def stop(self) -> None:
        """End all processes."""
        await asyncio.gather(*(worker.stop() for worker in self.all))
