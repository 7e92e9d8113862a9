"""A pool of supervised worker processes: one job each, killed when late, replaced (F-17, F-18).

Idle workers serve the requesters in turn, so that many bots at one person's tables delay others by
one job at most (A-15).
"""

import asyncio
import logging
import os
import struct
import sys
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any

import msgspec

from ilos.server.botpool.worker import Check, Job

logger = logging.getLogger(__name__)

_ENVIRONMENT = ("PATH", "PYTHONPATH", "LANG", "LC_ALL", "TMPDIR", "ILOS_PURE")  # nothing secret
_MAX_ANSWER = 1 << 20
_START_TIMEOUT = 20.0  # seconds a fresh process may take to be ready


class WorkerLost(Exception):
    """The worker died, was too slow, or sent an invalid answer."""


class Worker:
    """One process."""

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int | None:
        """The process id, for tests that kill it."""
        return self._process.pid if self._process is not None else None

    async def think(self, job: Job | Check, seconds: float) -> dict[str, Any]:
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
        if self._process is not None and self._process.returncode is None:
            return
        environment = {key: os.environ[key] for key in _ENVIRONMENT if key in os.environ}
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # import nothing from the current folder
            "-c",
            "from ilos.server.botpool.worker import main; main()",
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

    async def _ask(self, job: Job | Check) -> dict[str, Any]:
        assert self._process is not None
        assert self._process.stdin is not None
        text = msgspec.json.encode(job)
        self._process.stdin.write(struct.pack(">I", len(text)) + text)
        await self._process.stdin.drain()
        return await self._answer()

    async def _answer(self) -> dict[str, Any]:
        assert self._process is not None
        assert self._process.stdout is not None
        head = await self._process.stdout.readexactly(4)
        (length,) = struct.unpack(">I", head)
        if length > _MAX_ANSWER:
            raise EOFError("the answer is too long")
        body = await self._process.stdout.readexactly(length)
        return msgspec.json.decode(body, type=dict[str, Any])


Charge = Callable[[str, float], None]  # the requester, and how many seconds a worker was busy


def _charge_no_one(_requester: str, _seconds: float) -> None:
    """Charge no one."""


class WorkerPool:
    """Workers and the jobs waiting for them, in a fair queue: round robin over the requesters."""

    def __init__(self, count: int, memory: int, charge: Charge = _charge_no_one) -> None:
        self._charge = charge
        self.all = [Worker(memory) for _ in range(count)]
        self._idle = list(self.all)
        self._queues: OrderedDict[str, deque[asyncio.Future[Worker]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """The number of waiting jobs."""
        return sum(map(len, self._queues.values()))

    async def think(self, job: Job | Check, seconds: float, requester: str = "") -> dict[str, Any]:
        """Return the answer of the next idle worker; raise WorkerLost."""
        worker = await self._acquire(requester)
        started = time.monotonic()
        try:
            return await worker.think(job, seconds)
        finally:
            self._charge(requester, time.monotonic() - started)
            self._release(worker)

    async def _acquire(self, requester: str) -> Worker:
        if self._idle:
            return self._idle.pop()
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(requester, deque()).append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._release(turn.result())
            raise

    def _release(self, worker: Worker) -> None:
        """Hand the worker to the next requester, who then moves to the end of the round."""
        while self._queues:
            requester, queue = self._queues.popitem(last=False)
            turn = queue.popleft()
            if queue:
                self._queues[requester] = queue
            if not turn.done():
                turn.set_result(worker)
                return
        self._idle.append(worker)

    async def stop(self) -> None:
        """End all processes."""
        await asyncio.gather(*(worker.stop() for worker in self.all))
