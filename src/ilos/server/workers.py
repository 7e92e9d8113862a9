"""Supervised bot workers: one job at a time, killed when late, replaced when lost (F-17, F-18).

Whoever asks for much waits behind those who ask for little: idle workers go round the askers, so
that a crowd of bots at one person's tables delays others by one thought at most (A-15).
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

from ilos.server.worker import Check, Job

logger = logging.getLogger(__name__)

_PASSED_ON = ("PATH", "PYTHONPATH", "LANG", "LC_ALL", "TMPDIR", "ILOS_PURE")  # nothing secret
_LONGEST = 1 << 20
_START = 20.0  # seconds a fresh process may take to be ready


class WorkerLost(Exception):
    """The worker died, was too slow, or answered nonsense."""


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
        """The answer to a job within so many seconds; else the process is ended."""
        try:
            async with asyncio.timeout(_START):
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
        """Starts the process if there is none."""
        if self._process is not None and self._process.returncode is None:
            return
        environment = {key: os.environ[key] for key in _PASSED_ON if key in os.environ}
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # nothing from the folder we happen to be in
            "-c",
            "from ilos.server.worker import main; main()",
            str(self._memory),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=environment,
        )
        await self._answer()  # it says when it is ready

    async def stop(self) -> None:
        """Ends the process, hard."""
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
        if length > _LONGEST:
            raise EOFError("an answer that long is none")
        body = await self._process.stdout.readexactly(length)
        return msgspec.json.decode(body, type=dict[str, Any])


Charge = Callable[[str, float], None]  # who asked, and how many seconds a worker was busy with it


def _to_nobody(_asker: str, _seconds: float) -> None:
    """Nobody is charged."""


class Workers:
    """Some workers, and the jobs that wait for them: first come first served for each asker."""

    def __init__(self, count: int, memory: int, charge: Charge = _to_nobody) -> None:
        self._charge = charge
        self.all = [Worker(memory) for _ in range(count)]
        self._idle = list(self.all)
        self._queues: OrderedDict[str, deque[asyncio.Future[Worker]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """Jobs that wait."""
        return sum(map(len, self._queues.values()))

    async def think(self, job: Job | Check, seconds: float, asker: str = "") -> dict[str, Any]:
        """The answer of the next idle worker; raises WorkerLost."""
        worker = await self._take(asker)
        started = time.monotonic()
        try:
            return await worker.think(job, seconds)
        finally:
            self._charge(asker, time.monotonic() - started)
            self._give_back(worker)

    async def _take(self, asker: str) -> Worker:
        if self._idle:
            return self._idle.pop()
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(asker, deque()).append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give_back(turn.result())
            raise

    def _give_back(self, worker: Worker) -> None:
        """To the next asker in the round; who has more to ask goes to its end."""
        while self._queues:
            asker, queue = self._queues.popitem(last=False)
            turn = queue.popleft()
            if queue:
                self._queues[asker] = queue
            if not turn.done():
                turn.set_result(worker)
                return
        self._idle.append(worker)

    async def stop(self) -> None:
        """Ends all processes."""
        await asyncio.gather(*(worker.stop() for worker in self.all))
