"""Administration of tables: list, show, export, import, repair, delete, ban, back up.

`show` gives what a spectator sees; the hidden part only on request, which is logged (H-13).
"""

import logging
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from ilos.server.ops.addresses import address_group
from ilos.server.tables.fold import apply, blank
from ilos.server.tables.peer_bus import PeerBus, TokensRevoked
from ilos.server.tables.replays import full_record
from ilos.server.tables.state import TableState
from ilos.server.tables.summary import summarize
from ilos.server.tables.tokens import hash_token, keyed_hash
from ilos.store import Conflict
from ilos.store.housekeeping import Sweep, delete_table
from ilos.store.people import ban, unban
from ilos.store.queries import everything
from ilos.store.rows import TableRow
from ilos.store.schema import chair_settings, chat_lines, log_entries, tables, tokens
from ilos.store.store import Store
from ilos.views import mask_record

logger = logging.getLogger(__name__)

Json = dict[str, Any]
FORMAT = "ilos-table/1"
_PARTS = (tables, log_entries, tokens, chair_settings, chat_lines)


class AdminError(Exception):
    """An admin command that failed; `str()` says why."""


async def perform(store: Store, request: Json) -> object:
    """Run one admin command and return its result."""
    match request:
        case {"command": "list"}:
            return await list_tables(store, request.get("status"))
        case {"command": "show", "table": str(table)}:
            return await show_table(store, table, bool(request.get("hidden")))
        case {"command": "export", "table": str(table)}:
            return await export_table(store, table)
        case {"command": "import", "exported": dict(exported)}:
            return await import_table(store, exported)
        case {"command": "repair", "table": str(table)}:
            return await repair_table(store, table)
        case {"command": "delete", "table": str(table)}:
            return await remove_table(store, table)
        case {"command": "expire"}:
            return _swept(await store.expire())
        case {"command": "ban-address", "address": str(address)}:
            return await ban_address(store, address, request.get("days"), request.get("reason", ""))
        case {"command": "unban-address", "address": str(address)}:
            return await unban_address(store, address)
        case {"command": "ban-token", "token": str(token)}:
            return await ban_token(store, token)
    raise AdminError(f"unknown admin command {request.get('command')!r}")


def _swept(sweep: Sweep) -> str:
    if sweep.is_quiet:
        return (
            "nothing marked or deleted: the clock moved by days since a server last ran;"
            " it is trusted again after a day of running"
        )
    return f"{sweep.deleted} tables and records deleted, {len(sweep.marked)} running games marked"


async def list_tables(store: Store, status: str | None) -> list[Json]:
    """Return one line for each table, in the order of their ids."""
    found: list[Json] = []
    after = ""
    while rows := await store.run(lambda c, after=after: everything(c, after)):  # type: ignore[misc]
        found += [_line(row) for row in rows if status in (None, row.status)]
        after = rows[-1].id
    return found


def _line(row: TableRow) -> Json:
    head = msgspec.json.decode(row.summary)
    return {
        "id": row.id,
        "status": row.status,
        "visibility": row.visibility,
        "version": row.head,
        "created": row.created,
        "changed": row.changed,
        "waiting": row.waiting,
        "marked": row.marked is not None,
        "title": head["settings"]["title"],
        "names": [seat["name"] for seat in head["seats"]],
    }


async def show_table(store: Store, table: str, hidden: bool) -> Json:
    """Return a table's summary, the kinds of its entries, and its record for a spectator."""
    row, state = await fold(store, table)
    log = await store.load(table)
    steps = [{"version": s.version, "at": s.at, "kind": type(s.entry).__name__} for s in log]
    shown = {**_line(row), "log": steps}
    if state.game is None:
        return shown
    record = full_record(state)
    if hidden:
        logger.warning("the hidden part of table %s was shown", table)
        return {**shown, "record": record}
    over = state.status in ("finished", "stopped")
    return {**shown, "record": record if over else mask_record(record, None)}


async def fold(store: Store, table: str) -> tuple[TableRow, TableState]:
    """Return a table's row and the state its log folds to; raise AdminError if it cannot."""
    row = await store.row(table)
    if row is None:
        raise AdminError(f"there is no table {table}")
    state = blank(row)
    for stored in await store.load(table):
        try:
            apply(state, stored)
        except Exception as error:
            raise AdminError(f"entry {stored.version} cannot be applied: {error}") from error
    return row, state


async def repair_table(store: Store, table: str) -> str:
    """Rebuild the summary of a table from its log; return what was done."""
    row, state = await fold(store, table)
    right = {"head": state.version, **msgspec.structs.asdict(summarize(state))}
    given = msgspec.structs.asdict(row)
    wrong = sorted(name for name, value in given.items() if right.get(name, value) != value)
    if wrong:
        await store.run(
            lambda c: c.execute(update(tables).where(tables.c.id == table).values(right)).close()
        )
        return f"{table}: {', '.join(wrong)} rebuilt from {state.version} entries"
    return f"{table}: nothing to repair, {state.version} entries replayed"


async def export_table(store: Store, table: str) -> Json:
    """Return everything about a table, secrets and hashed tokens too, for moving it elsewhere."""
    if await store.row(table) is None:
        raise AdminError(f"there is no table {table}")
    return await store.run(lambda c: _export(c, table))


def _export(connection: Connection, table: str) -> Json:
    found: Json = {"format": FORMAT}
    for part in _PARTS:
        column = part.c.id if part is tables else part.c.table_id
        rows = connection.execute(select(part).where(column == table)).mappings()
        found[part.name] = [dict(row) for row in rows]
    return found


async def import_table(store: Store, exported: Json) -> str:
    """Import an exported table that is not here yet; return its id."""
    if exported.get("format") != FORMAT or len(exported.get("tables", [])) != 1:
        raise AdminError(f"this is no exported table ({FORMAT})")
    try:
        await store.run(lambda c: _import(c, exported))
    except Conflict as error:
        raise AdminError(f"this table, or its code, is here already: {error}") from None
    name = str(exported["tables"][0]["id"])
    await fold(store, name)
    return name


def _import(connection: Connection, exported: Json) -> None:
    for part in _PARTS:
        if exported.get(part.name):
            connection.execute(insert(part), exported[part.name])


async def remove_table(store: Store, table: str) -> str:
    """Delete a table for good."""
    if not await store.run(lambda c: delete_table(c, table)):
        raise AdminError(f"there is no table {table}")
    return f"{table}: deleted for good"


async def ban_address(store: Store, address: str, days: float | None, reason: str) -> str:
    """Ban an address, for some days or for good."""
    until = None if days is None else await store.now() + int(days * 86_400_000)
    await store.run(
        lambda c: ban(c, "address", keyed_hash(store.pepper, address_group(address)), until, reason)
    )
    return f"{address}: banned {'for good' if days is None else f'for {days:g} days'}"


async def unban_address(store: Store, address: str) -> str:
    """Lift the ban of an address."""
    await store.run(lambda c: unban(c, "address", keyed_hash(store.pepper, address_group(address))))
    return f"{address}: no longer banned"


async def ban_token(store: Store, token: str) -> list[tuple[str, int | None]]:
    """Revoke a token; return its tables and chairs (None: the host)."""
    mine = delete(tokens).where(tokens.c.hash == hash_token(token))
    where = mine.returning(tokens.c.table_id, tokens.c.chair)
    found = await store.run(lambda c: [(row[0], row[1]) for row in c.execute(where)])
    if not found:
        raise AdminError("this token is not valid at any table")
    for table, chair in found:  # each process closes its own connections
        await PeerBus(store, "admin").publish([(table, TokensRevoked(chair))])
    return found
