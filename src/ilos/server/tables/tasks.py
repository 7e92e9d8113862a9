"""Work in the background of the event loop."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

logger = logging.getLogger(__name__)

_running: set[asyncio.Task[None]] = set()  # the event loop itself keeps no task alive


def start_task(work: Coroutine[Any, Any, None]) -> None:
    """Start work that nobody waits for; the log says why it ended early."""
    task = asyncio.get_running_loop().create_task(work)
    _running.add(task)
    task.add_done_callback(_ended)


def _ended(task: asyncio.Task[None]) -> None:
    _running.discard(task)
    if not task.cancelled() and (error := task.exception()) is not None:
        logger.error("background task failed: %s", type(error).__name__, exc_info=error)
