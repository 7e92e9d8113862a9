"""What a page's bot workers run: one job of JSON in, one answer out; `stop` ends it early."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from ilos.bots.steps import Steps
from ilos.server.botpool.jobs import AnyJob, JobRunner

_runner = JobRunner()
_jobs: msgspec.json.Decoder[AnyJob] = msgspec.json.Decoder(AnyJob)


async def answer(text: str, tell: Callable[[float], None]) -> str:
    """Answer a job, as the worker process of a server does; tell the share that is done."""
    try:
        found = await _with_pauses(_runner.steps(_jobs.decode(text)), tell)
    except Exception as error:  # noqa: BLE001  errors of bots are reported, not fatal
        found = {"error": f"{type(error).__name__}: {error}"[:200]}
    return msgspec.json.encode(found).decode()


async def _with_pauses(
    steps: Steps[dict[str, Any]], tell: Callable[[float], None]
) -> dict[str, Any]:
    """Take all steps; between two of them the worker hears that it is to stop."""
    while True:
        try:
            tell(next(steps))
        except StopIteration as end:
            found: dict[str, Any] = end.value
            return found
        await asyncio.sleep(0)


def stop() -> None:
    """Answer the job at hand with the best that was found so far."""
    _runner.stop()
