"""The worker process: gets views, returns moves, and knows nothing else (H-10).

Jobs come on standard input and answers go back on standard output, each as length and MessagePack.
It has no database, no secret of a game, and a cap on memory.
"""

import os
import struct
import sys
from typing import Any, BinaryIO

import msgspec

from ilos.server.botpool.jobs import CHECK_CPU, AnyJob, Job, JobRunner
from ilos.system import cpu_limit, limit_memory


class TooLong(Exception):
    """A record takes more CPU time than allowed."""


def run_job(runner: JobRunner, job: AnyJob) -> dict[str, Any]:
    """Run a job; reading a record may not take long (A-10)."""
    if isinstance(job, Job):
        return runner.run(job)
    try:
        with cpu_limit(CHECK_CPU, TooLong):
            return runner.run(job)
    except TooLong:
        return {"bad": f"reading this record takes more than {CHECK_CPU:g} seconds"}


def main() -> None:
    """Answer jobs until standard input is closed."""
    limit_memory(int(sys.argv[1]))
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints is no answer
    runner = JobRunner()
    jobs: msgspec.msgpack.Decoder[AnyJob] = msgspec.msgpack.Decoder(AnyJob)
    _write(answers, {"ready": True})
    while (text := _read(sys.stdin.buffer)) is not None:
        try:
            answer = run_job(runner, jobs.decode(text))
        except Exception as error:  # noqa: BLE001  errors of bots are reported, not fatal
            answer = {"error": f"{type(error).__name__}: {error}"[:200]}
        _write(answers, answer)


def _write(stream: BinaryIO, answer: dict[str, Any]) -> None:
    body = msgspec.msgpack.encode(answer)
    stream.write(struct.pack(">I", len(body)) + body)
    stream.flush()


def _read(stream: BinaryIO) -> bytes | None:
    head = stream.read(4)
    if len(head) < 4:
        return None
    (length,) = struct.unpack(">I", head)
    return stream.read(length)
