"""Servers in processes of their own, which can be killed; each is what `ilos serve` starts."""

import asyncio
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec
from playing import QUICK, WAIT

from ilos.server import run
from ilos.server.botpool.pool import WorkerPool
from ilos.server.settings import Settings
from ilos.server.tables import fault_points

# Processes are forked from one that has imported the server already: a start takes no second.
_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["ilos.server.run", "ilos.store.migrate", "nemesis.processes"])


def _serve(
    settings: Settings,
    armed: Mapping[fault_points.FaultPoint, int],
    told: Connection,
    log: str,
    skew: float,
    bots: bool,
) -> None:
    """The whole life of a server process; fault points are armed here and nowhere else."""
    if skew:
        _set_clock_ahead(skew)
    if not bots:
        WorkerPool.start = _start_none  # type: ignore[method-assign, assignment]  # a start takes half the time
    os.dup2(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), sys.stderr.fileno())
    for place, passes in armed.items():
        fault_points.arm(place, passes)
    run.serve(settings, announce=lambda text: told.send(text.rsplit(" ", 1)[1]))


async def _start_none(_pool: WorkerPool) -> None:
    """Workers are started when a bot is to move."""


def _set_clock_ahead(seconds: float) -> None:
    """Have this process believe in another time than the machine's."""
    true_ns = time.time_ns
    time.time_ns = lambda: true_ns() + int(seconds * 1e9)
    time.time = lambda: time.time_ns() / 1e9


class ServerProcess:
    """One running server."""

    def __init__(
        self,
        database: str,
        armed: Mapping[fault_points.FaultPoint, int],
        log: Path | None,
        more: Any,
        skew: float = 0.0,
        bots: bool = True,
    ) -> None:
        wanted = {**QUICK, "sockets_per_address": 0, "workers": 1, **more, "database": database}
        settings = msgspec.convert(wanted, Settings)
        self._told, told = _context.Pipe(duplex=False)
        arguments = (settings, armed, told, str(log or os.devnull), skew, bots)
        self._process = _context.Process(target=_serve, args=arguments)
        self.address = ""

    async def start(self, wait: float = WAIT) -> None:
        """Returns when it listens."""
        self._process.start()
        if not await asyncio.to_thread(self._told.poll, wait):
            raise TimeoutError("the server did not start")
        self.address = self._told.recv()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.is_alive()

    def kill(self) -> None:
        """SIGKILL: no goodbye, no flush."""
        os.kill(self.pid, signal.SIGKILL)

    async def gone(self) -> int | None:
        """Waits until it has ended; its exit code."""
        await asyncio.to_thread(self._process.join, WAIT)
        return self._process.exitcode

    async def stop(self) -> None:
        """As an operator stops it; killed if it does not go."""
        if self.is_alive:
            os.kill(self.pid, signal.SIGTERM)
            if await self.gone() is None:
                self.kill()
                await self.gone()
        self._told.close()
        self._process.close()


@asynccontextmanager
async def a_server(
    database: str,
    armed: Mapping[fault_points.FaultPoint, int] | None = None,
    log: Path | None = None,
    **settings: Any,
) -> AsyncIterator[ServerProcess]:
    """A server process on a database, ended with the block."""
    process = ServerProcess(database, armed or {}, log, settings)
    await process.start()
    try:
        yield process
    finally:
        await process.stop()
