"""U-04: a database of every step before, with games in progress, goes on in the newest form."""

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from logs import created
from sqlalchemy import text

from ilos.protocol.tables import Presence
from ilos.server.tables.fold import apply
from ilos.server.tables.lobby import table_info_of
from ilos.server.tables.move_path import play
from ilos.server.tables.presenter import table_info
from ilos.server.tables.state import TableState
from ilos.store.database import open_database
from ilos.store.errors import Conflict
from ilos.store.log_entries import ChairFreed, LogEntry, encode_entry
from ilos.store.migrate import migrate
from ilos.store.rows import ChatRow, NewEntry, TurnSummary
from ilos.store.store import Store, open_store

OLD = TableState("t1", b"", "code")
FIFTH_STEP = Path(__file__).with_name("step_0005.sql")  # a dump of a whole database


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


async def test_a_process_of_the_fifth_step_finds_its_names(postgres_url: str) -> None:
    """0006: on PostgreSQL what had another name is read and written by both."""
    await _make_with_a_game(postgres_url, "0005")
    store = await open_store(postgres_url)
    await store.run(lambda c: c.execute(text("UPDATE tables SET head = 3")).close())
    body = {"body": encode_entry(ChairFreed(chair=0))}
    later = _ENTRY.replace("'t1', 1,", "'t1', 3,")
    await store.run(lambda c: c.execute(text(later), body).close())
    await _play(store, 3, TurnSummary(waiting="human", round=5, to_move=0))
    assert [stored.version for stored in await store.load("t1")] == [1, 3, 4]
    old = "SELECT version, form FROM entries ORDER BY version"
    assert await store.run(lambda c: c.execute(text(old)).all()) == [(1, 1), (3, 1), (4, 1)]
    await store.close()


async def test_a_file_of_the_fifth_step_is_played_on(tmp_path: Path) -> None:
    """0006: the log with its ids, the chat and the notices of a SQLite file have other names."""
    with closing(sqlite3.connect(tmp_path / "old.sqlite")) as old:
        old.executescript(FIFTH_STEP.read_text(encoding="utf-8"))
    store = await open_store(f"sqlite:///{tmp_path}/old.sqlite")
    (row,) = await store.listed()
    log = await store.load(row.id)
    assert [stored.version for stored in log] == list(range(1, 15))
    assert await store.find_command(row.id, "move-0") == log[2]
    line = ChatRow(0, 0, "Ana", "Good luck!", "players", 0)
    said, is_new = await store.say(row.id, "line-1", line)
    assert (said.text, is_new) == ("Good luck!", False)
    chair = await store.chair(row.id, 1)
    assert (chair.email, chair.requester, chair.notified_at) == ("bo@example.org", "a" * 64, 5)
    state = TableState(row.id, b"", row.code)
    for stored in log:
        apply(state, stored)
    assert state.game is not None
    assert state.to_move is not None
    played = play(state, state.to_move, state.game.legal_moves[0])
    await _append(store, row.id, 14, played.entries[0])
    with pytest.raises(Conflict):
        await _append(store, row.id, 14, played.entries[0])
    assert len(await store.load(row.id)) == 15
    await store.close()


async def _append(store: Store, table: str, version: int, entry: LogEntry) -> None:
    turn = TurnSummary(waiting="human", round=2, to_move=0)
    await store.append(table, version, [NewEntry(entry, "next")], turn)


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
