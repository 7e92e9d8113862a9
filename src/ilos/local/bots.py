"""What a page's bot workers run: one job of JSON in, one answer out."""

import msgspec

from ilos.server.botpool.jobs import Check, Job, JobRunner

_runner = JobRunner()
_jobs: msgspec.json.Decoder[Job | Check] = msgspec.json.Decoder(Job | Check)


def answer(text: str) -> str:
    """Answer a job, as the worker process of a server does."""
    try:
        found = _runner.run(_jobs.decode(text))
    except Exception as error:  # noqa: BLE001  errors of bots are reported, not fatal
        found = {"error": f"{type(error).__name__}: {error}"[:200]}
    return msgspec.json.encode(found).decode()
