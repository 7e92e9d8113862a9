"""Supervised bot workers: one job at a time, killed when late, replaced when lost (F-17, F-18)."""

import asyncio
import logging
import os
import struct
import sys
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


class Workers:
    """Some workers and the jobs that wait for them, first come first served."""

    def __init__(self, count: int, memory: int) -> None:
        self.all = [Worker(memory) for _ in range(count)]
        self._idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        for worker in self.all:
            self._idle.put_nowait(worker)
        self.waiting = 0

    async def think(self, job: Job | Check, seconds: float) -> dict[str, Any]:
        """The answer of the next idle worker; raises WorkerLost."""
        self.waiting += 1
        try:
            worker = await self._idle.get()
        finally:
            self.waiting -= 1
        try:
            return await worker.think(job, seconds)
        finally:
            self._idle.put_nowait(worker)

    async def stop(self) -> None:
        """Ends all processes."""
        await asyncio.gather(*(worker.stop() for worker in self.all))
