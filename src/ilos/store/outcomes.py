"""Results and exceptions as values, so that one commit can have many of them."""

import asyncio
from collections.abc import Callable
from typing import Any


def result_of(job: Callable[[], Any]) -> Any:
    """Run a job; return its result, or the exception it raised."""
    try:
        return job()
    except BaseException as error:  # noqa: BLE001  given to the caller
        return error


def resolve(future: asyncio.Future[Any], outcome: Any) -> None:
    """Set the result or exception of a future."""
    if future.done():
        return  # the caller was cancelled
    if isinstance(outcome, BaseException):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)
