"""A small TCP proxy before a server or a database: it cuts lines, or swallows what is said."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial

Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Proxy:
    """Lines to one server."""

    def __init__(self, connect: Callable[[], Awaitable[Line]]) -> None:
        self._connect = connect
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._open = asyncio.Event()
        self._open.set()
        self._server: asyncio.Server | None = None

    @property
    def port(self) -> int:
        assert self._server is not None
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)

    async def stop(self) -> None:
        assert self._server is not None
        self._server.close()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.cut()

    def cut(self) -> None:
        """Cuts every line at once."""
        for writer in self._writers:
            writer.transport.abort()

    def swallow(self) -> None:
        """From now on nothing gets through, and nobody is told: a half-open line."""
        self._open.clear()

    def restore(self) -> None:
        """What was swallowed so far gets through now, and so does the rest."""
        self._open.set()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        self._keep(asyncio.current_task())  # who comes while we stop is let go as well
        try:
            there, back = await self._connect()
        except OSError:
            writer.transport.abort()
            return
        self._writers.add(back)
        for source, sink in ((reader, back), (there, writer)):
            self._keep(asyncio.create_task(self._pump(source, sink)))

    def _keep(self, task: asyncio.Task[None] | None) -> None:
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(65536):
                await self._open.wait()
                sink.write(data)
                await sink.drain()
        sink.close()


@asynccontextmanager
async def a_proxy(address: str) -> AsyncIterator[Proxy]:
    """A proxy before a server."""
    port = int(address.rsplit(":", 1)[1])
    proxy = Proxy(partial(asyncio.open_connection, "127.0.0.1", port))
    await proxy.start()
    try:
        yield proxy
    finally:
        await proxy.stop()
