"""Showing imported records: long ones keep a processor busy, so a process of its own does it."""

from typing import Any

import msgspec

from ilos.protocol.messages import encode
from ilos.records.record import parse_record
from ilos.server.botpool.jobs import Read
from ilos.server.refusal import Refusal
from ilos.server.tables import replays


def read_for_viewer(job: Read) -> dict[str, Any]:
    """Return a record as a viewer sees it, as JSON, or why it is refused."""
    try:
        history = replays.history_of_record(job.source, parse_record(job.record.encode()))
        viewer = replays.parse_viewer(history, job.viewer)
        if job.moments:
            after = len(history.events) if job.after is None else job.after
            shown: msgspec.Struct = replays.frames(history, viewer, after, job.moments)
        else:
            shown = replays.replay(history, viewer)
    except Refusal as refusal:
        return {"refused": refusal.code, "why": refusal.message}
    return {"text": encode(shown).decode()}


def text_of(answer: dict[str, Any]) -> bytes:
    """Return the JSON of an answer; raise Refusal."""
    if "text" in answer:
        return str(answer["text"]).encode()
    if "refused" in answer:
        raise Refusal(answer["refused"], answer["why"])
    raise Refusal("bad_record", str(answer.get("bad") or "this record cannot be shown"))
