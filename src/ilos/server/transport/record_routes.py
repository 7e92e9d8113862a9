"""Routes of records and replays, of tables and of imported records."""

from typing import Any

import msgspec

from ilos.protocol import http
from ilos.records.record import parse_record
from ilos.server.botpool.jobs import Check, Read
from ilos.server.botpool.reading import text_of
from ilos.server.refusal import Refusal
from ilos.server.tables import replays
from ilos.server.tables.access import Access
from ilos.server.tables.registry import MAX_IN_LOOP
from ilos.server.tables.state import TableState
from ilos.server.transport.api import ApiRequest, Routes
from ilos.server.transport.table_routes import check_quota, created
from ilos.store.rows import Stored

VIEW = ("viewer",)
FRAMES = ("viewer", "after", "count")

routes = Routes()


@routes.get("/tables/{table}/record", role="guest", answer=dict[str, Any])
async def record(request: ApiRequest) -> bytes:
    """Return the game's record: masked while it runs, whole after the end."""
    table, access = await request.table()
    async with table.locked():  # nothing changes while the thread reads
        state = table.state_for(access)
        if state.game is None or len(state.game.events) <= MAX_IN_LOOP:
            return _shown_record(state, access)
        return await request.app.run_aside(request.creator, _shown_record, state, access)


def _shown_record(state: TableState, access: Access) -> bytes:
    return msgspec.json.encode(replays.shown_record(state, access))


@routes.get("/tables/{table}/replay", role="guest", query=VIEW)
async def replay(request: ApiRequest) -> http.Replay:
    """Return the game so far, to step through."""
    history = await _history(request)
    viewer = replays.parse_viewer(history, request.query.get("viewer"))
    return await request.app.run_aside(request.creator, replays.replay, history, viewer)


@routes.get("/tables/{table}/frames", role="guest", query=FRAMES)
async def frames(request: ApiRequest) -> http.Frames:
    """Return the game at single moments."""
    history = await _history(request)
    viewer = replays.parse_viewer(history, request.query.get("viewer"))
    after, count = request.number("after", len(history.events)), request.number("count", 1)
    return await request.app.run_aside(
        request.creator, replays.frames, history, viewer, after or 0, count or 1
    )


@routes.get("/records/{record}/replay", answer=http.Replay, query=VIEW)
async def record_replay(request: ApiRequest) -> bytes:
    """Return the game of an imported record, to step through."""
    return await _read_record(request)


@routes.get("/records/{record}/frames", answer=http.Frames, query=FRAMES)
async def record_frames(request: ApiRequest) -> bytes:
    """Return the game of an imported record at single moments."""
    return await _read_record(request, request.number("count", 1) or 1, request.number("after"))


async def _read_record(request: ApiRequest, moments: int = 0, after: int | None = None) -> bytes:
    stored, viewer = await _record_body(request), request.query.get("viewer")
    job = Read(stored, request.path["record"], viewer, moments, after)
    return text_of(await request.app.read_record(request.creator, job))


@routes.post("/tables/{table}/play-on", role="guest")
@routes.post("/records/{record}/play-on")
async def play_on(request: ApiRequest, body: http.PlayOn) -> http.TableCreated:
    """Play on from an event of a finished game, against bots."""
    await check_quota(request, [body.bot])
    if "record" in request.path:
        source = await _record(request)
        name = request.path["record"]
    else:
        table, access = await request.table()
        if table.state.status not in ("finished", "stopped"):
            shown = table.state_for(access)
            raise Refusal("not_finished", "the game is still running", shown.version)
        source, name = replays.full_record(table.state), table.state.id
    return created(await request.app.tables.play_on(source, name, body, request.creator))


async def _history(request: ApiRequest) -> replays.GameHistory:
    table, access = await request.table()
    return replays.history_of_table(table.state_for(access), access)


async def _record(request: ApiRequest) -> dict[str, Any]:
    body = await _record_body(request)
    return await request.app.run_aside(request.creator, parse_record, body.encode())


async def _record_body(request: ApiRequest) -> str:
    body = await request.app.store.record(request.path["record"])
    if body is None:
        raise Refusal(
            "unknown_record", "there is no such record; imported records are deleted after 30 days"
        )
    return body


@routes.post("/records", body=dict[str, Any], size_limit="record")
async def import_record(request: ApiRequest) -> http.RecordImported:
    """Import a record to view; it is replayed, and refused if it breaks a rule."""
    await _check_record_quota(request)
    job = Check(request.body, request.app.settings.record_events)
    answer = await request.app.read_record(request.creator, job)
    if answer.get("bad") or "error" in answer:
        message = str(answer.get("bad") or "this record cannot be checked")
        raise Refusal("bad_record", message, rule=answer.get("rule"), event=answer.get("event"))
    name = request.app.new_id()
    await request.app.store.keep_record(name, request.creator, answer["record"])
    return http.RecordImported(record=name)


async def _check_record_quota(request: ApiRequest) -> None:
    """Refuse a record if the requester, or all together, have as many as the server stores."""
    settings = request.app.settings
    mine, total = await request.app.store.records_stored(request.creator)
    if _is_full(mine, settings.records_per_address, settings.record_storage_per_address):
        raise Refusal("quota", f"you have {mine.count} imported records; they go after 30 days")
    if _is_full(total, settings.records, settings.record_storage):
        raise Refusal("quota", "this server stores no more records for now")


def _is_full(stored: Stored, most: int, storage: int) -> bool:
    return bool((most and stored.count >= most) or (storage and stored.size >= storage))


@routes.get("/records/{record}", answer=dict[str, Any])
async def imported(request: ApiRequest) -> bytes:
    """Return an imported record."""
    return (await _record_body(request)).encode()
