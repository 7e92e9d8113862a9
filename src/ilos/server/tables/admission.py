"""Admission to a table by tokens and invitation codes (A-01, A-03).

A table that does not exist and one that is closed to the requester get the same answer after the
same work: one query, before any table is loaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ilos.server.refusal import Refusal
from ilos.server.tables.access import Access, check_may_view
from ilos.server.tables.table import Table
from ilos.server.tables.tokens import constant_time_equal, hash_token, new_code

if TYPE_CHECKING:
    from ilos.server.table_app import TableApp
    from ilos.store.table_store import TableStore

MOST_TOKENS = 6


async def admit(
    app: TableApp, table_id: str, tokens: Sequence[str], address: str
) -> tuple[Table, Access]:
    """Return the table and what the requester may do there; wrong tokens are counted."""
    if tokens:
        app.guess_limit.check_left(address, "wrong links")
    try:
        access = await _find_access(app.store, table_id, tokens)
    except Refusal:
        if tokens:
            app.guess_limit.count(address)
        raise
    table = await app.tables.get(table_id)
    check_may_view(table.state, access)
    return table, access


async def _find_access(store: TableStore, table_id: str, tokens: Sequence[str]) -> Access:
    """Return what the presented tokens and codes allow; a wrong one is refused, not ignored."""
    if len(tokens) > MOST_TOKENS:
        raise Refusal("wrong_token", "too many tokens")
    row, found = await store.seat_tokens(table_id, [hash_token(token) for token in tokens])
    code = new_code() if row is None else row.code
    invited = [token for token in tokens if constant_time_equal(token, code)]
    if set(tokens) - set(invited) != {token for token in tokens if hash_token(token) in found}:
        raise Refusal("wrong_token", "this link is not valid for this table, or not any more")
    chairs = tuple(sorted({chair for chair in found.values() if chair is not None}))
    access = Access(chairs, host=None in found.values(), invited=bool(invited))
    if row is not None and row.marked is not None and access.is_member:
        await store.unmark(row.id)
    if row is None or (row.visibility == "private" and not (access.is_member or invited)):
        raise Refusal("unknown_table", "there is no such table, or it is private")
    return access
