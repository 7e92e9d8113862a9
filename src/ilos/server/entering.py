"""Coming to a table: what the shown tokens open (A-01, A-03).

A table that does not exist and one that is not open to the asker get the same answer for the same
work: one look into the store, before any table is loaded.
"""

from collections.abc import Sequence

from ilos.server.access import Access, check_may_look
from ilos.server.house import House
from ilos.server.refusal import Refusal
from ilos.server.table import Table
from ilos.server.tokens import hashed, new_code, same
from ilos.store import Store

MOST_TOKENS = 6


async def enter(
    house: House, table_id: str, tokens: Sequence[str], address: str
) -> tuple[Table, Access]:
    """The table and what the asker may do there; wrong tokens are counted."""
    if tokens:
        house.guesses.check_left(address, "wrong links")
    try:
        access = await _find_access(house.store, table_id, tokens)
    except Refusal:
        if tokens:
            house.guesses.check(address, "wrong links")
        raise
    table = await house.tables.get(table_id)
    check_may_look(table.state, access)
    return table, access


async def _find_access(store: Store, table_id: str, tokens: Sequence[str]) -> Access:
    """What the shown tokens and codes open; a wrong one is refused, not passed over."""
    if len(tokens) > MOST_TOKENS:
        raise Refusal("wrong_token", "too many tokens")
    row, found = await store.door(table_id, [hashed(token) for token in tokens])
    code = new_code() if row is None else row.code
    invited = [token for token in tokens if same(token, code)]
    if set(tokens) - set(invited) != {token for token in tokens if hashed(token) in found}:
        raise Refusal("wrong_token", "this link is not valid for this table, or not any more")
    chairs = tuple(sorted({chair for chair in found.values() if chair is not None}))
    access = Access(chairs, host=None in found.values(), invited=bool(invited))
    if row is not None and row.marked is not None and access.inside:
        await store.unmark(row.id)
    if row is None or (row.visibility == "private" and not (access.inside or invited)):
        raise Refusal("unknown_table", "there is no such table, or it is private")
    return access
