"""U-04: a database of every step before, with games in progress, goes on in the newest form."""

import msgspec
from logs import created
from sqlalchemy import text

from ilos.protocol.tables import Presence
from ilos.server.tables.lobby import table_info_of
from ilos.server.tables.presenter import table_info
from ilos.server.tables.state import TableState
from ilos.store.database import open_database
from ilos.store.log_entries import ChairFreed, encode_entry
from ilos.store.migrate import migrate
from ilos.store.rows import NewEntry, TurnSummary
from ilos.store.store import Store, open_store

OLD = TableState("t1", b"", "code")


async def test_a_game_of_the_first_step_is_played_on(database_url: str) -> None:
    """0001: version, round and turn were in the summary, which every move wrote again."""
    await _make_with_a_game(database_url, "0001")
    store = await open_store(database_url)
    assert await _listed(store) == (1, 4, 1)
    await _play(store, 1, TurnSummary(waiting="human", round=5, to_move=0))
    assert await _listed(store) == (2, 5, 0)
    assert [stored.version for stored in await store.load("t1")] == [1, 2]
    await store.close()


async def test_a_process_of_the_first_step_plays_along(database_url: str) -> None:
    """Old and new run side by side until the last one is restarted; the last move is right."""
    await _make_with_a_game(database_url, "0001")
    store = await open_store(database_url)
    await _play(store, 1, TurnSummary(waiting="human", round=5, to_move=0))
    values = {"summary": _summary(version=3, round=6, to_move=1)}
    await store.run(lambda c: c.execute(text(_MOVE), values).close())
    assert await _listed(store) == (3, 6, 1)
    await _play(store, 3, TurnSummary(waiting="human", round=7, to_move=0))
    assert await _listed(store) == (4, 7, 0)
    await store.close()


async def _play(store: Store, version: int, turn: TurnSummary) -> None:
    await store.append("t1", version, [NewEntry(ChairFreed(chair=0))], turn)


async def _listed(store: Store) -> tuple[int, int | None, int | None]:
    """Version, round and turn of the one table, as lists show it."""
    (row,) = await store.listed()
    shown = table_info_of(row)
    return shown.version, shown.round, shown.to_move


async def _make_with_a_game(url: str, step: str) -> None:
    """A database as a program left it that knew this step, and no later one."""
    database = open_database(url)
    await database.write(lambda c: migrate(c, step))
    table = {"summary": _summary(version=1, round=4, to_move=1)}
    entry = {"body": encode_entry(created().entry)}
    await database.write(lambda c: c.execute(text(_TABLE), table).close())
    await database.write(lambda c: c.execute(text(_ENTRY), entry).close())
    await database.close()


def _summary(**now: int) -> str:
    """As a program of the first step wrote it."""
    info = table_info(OLD, Presence(online=[], watching=0), show_code=False)
    return msgspec.json.encode(msgspec.structs.replace(info, status="playing", **now)).decode()


_TABLE = (
    "INSERT INTO tables (id, code, secret, creator, visibility, status, created, changed, head,"
    " waiting, summary)"
    " VALUES ('t1', 'code', '5ec2e7', 'me', 'listed', 'playing', 1, 1, 1, 'human', :summary)"
)
_ENTRY = "INSERT INTO entries (table_id, version, at, form, body) VALUES ('t1', 1, 1, 1, :body)"
_MOVE = "UPDATE tables SET head = 3, summary = :summary WHERE id = 't1' AND head = 2"
