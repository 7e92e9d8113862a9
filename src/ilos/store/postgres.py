"""The PostgreSQL database: a connection pool on a server that several processes share."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ilos.store import log
from ilos.store.errors import Conflict, StoreUnavailable, first_line
from ilos.store.health import Health
from ilos.store.listener import Changed, Listener, Now, OnMessage, OnVersion
from ilos.store.postgres_log import PostgresLog
from ilos.store.rows import Append

T = TypeVar("T")
Work = Callable[[Connection], T]


class PostgresDatabase:
    """A server shared by several processes."""

    is_shared = True

    def __init__(self, url: str, pool: int = 10) -> None:
        self.url = url
        self.health = Health()
        server_settings = {
            "synchronous_commit": "on",
            "statement_timeout": "5000",
            "lock_timeout": "2000",
            "application_name": "ilos",
        }
        self._log = PostgresLog(url, log.CHANNEL, server_settings)
        self.engine: AsyncEngine = create_async_engine(
            _asyncpg_url(url),
            pool_size=pool,
            max_overflow=0,
            pool_timeout=2,
            pool_pre_ping=True,
            connect_args={"timeout": 5, "server_settings": server_settings},
        )

    async def write(self, work: Work[T], brief: bool = False) -> T:  # noqa: ARG002  no difference here
        try:
            async with self.engine.begin() as connection:
                found = await connection.run_sync(work)
        except IntegrityError as error:
            raise Conflict(str(error.orig)) from error
        except (DBAPIError, OSError, TimeoutError) as error:
            raise self._unavailable(error) from error
        self.health.worked()
        return found

    async def write_alone(self, work: Work[T]) -> T:
        return await self.write(work)

    async def append(self, append: Append) -> int:
        if append.grants or append.revoked:
            return await self.write(partial(log.append, append=append))
        try:
            now = await self._log.append(append)
        except StoreUnavailable as error:
            self.health.failed(error)
            raise
        self.health.worked()
        return now

    def listener(
        self, on_version: OnVersion, on_message: OnMessage, now: Now, changed: Changed
    ) -> Listener | None:
        def count_processes(number: int | None) -> None:
            self._log.notifies = number is None or number > 1

        return Listener(
            self.url, on_version, on_message, now, changed, on_processes=count_processes
        )

    async def read(self, work: Work[T]) -> T:
        try:
            async with self.engine.connect() as connection:
                found = await connection.run_sync(work)
        except (DBAPIError, OSError, TimeoutError) as error:
            raise self._unavailable(error) from error
        return found

    def _unavailable(self, error: BaseException) -> StoreUnavailable:
        unavailable = StoreUnavailable(first_line(error))
        self.health.failed(unavailable)
        return unavailable

    async def close(self) -> None:
        await self._log.close()
        await self.engine.dispose()


def _asyncpg_url(url: str) -> str:
    return "postgresql+asyncpg://" + url.split("://", 1)[1]
