"""The games of an arena on a Ray cluster (extra `ilos[ray]`).

Tasks are small batches of games, each played in a child process of a Ray worker, so that bots
forfeit there as they do at home. Ray repeats the batch of a worker that dies: games depend on
their seeds alone, so nothing is lost and nothing counted twice. Ilôs and the bots must be
installed on the cluster.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from ilos.simulation.match import Result, play_all
from ilos.simulation.pool import Limits
from ilos.simulation.schedule import Match, Plan

_BATCH = 4  # games a task: few enough to share out, enough to be worth a child's start


class RayMissing(RuntimeError):
    """Ray is not installed."""


class RayUnreachable(RuntimeError):
    """There is no cluster at that address."""


def play_all_on_ray(
    plan: Plan, games: Iterable[Match], ray: Any, limits: Limits | None = None
) -> Iterator[Result]:
    """The results of all games, as they come in from a cluster (`connect`), which is then left."""
    try:
        play = ray.remote(max_retries=-1, num_cpus=1)(_play_batch)
        waiting = iter(games)
        room = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        running: list[Any] = []
        while True:
            while len(running) < room and (batch := tuple(islice(waiting, _BATCH))):
                running.append(play.remote(plan, batch, limits or Limits()))
            if not running:
                return
            done, running = ray.wait(running, num_returns=1)
            yield from ray.get(done[0])
    finally:
        ray.shutdown()


def _play_batch(plan: Plan, batch: tuple[Match, ...], limits: Limits) -> list[Result]:
    return list(play_all(plan, batch, jobs=1, limits=limits))


def connect(address: str) -> Any:
    """Ray's own module, connected; `local` starts a cluster on this machine."""
    try:
        import ray
    except ImportError as error:
        raise RayMissing("--ray needs Ray: pip install 'ilos[ray]'") from error
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        why = (str(error).splitlines() or [type(error).__name__])[0]
        raise RayUnreachable(f"there is no Ray cluster at {address!r}: {why}") from error
    return ray
