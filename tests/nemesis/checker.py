"""The checker: reads histories and the database, and asks for what is promised there.

I1 every acknowledged move is in the log exactly once, where the acknowledgement said;
I2 versions of a table are 1..n without a gap;
I3 replaying the log gives the stored state, by the rules and by the fair shuffle;
I4 a move whose answer never came is in the log at most once, and resending it has one effect;
I5 all clients of a seat have the same view, which is the one the log gives;
I6 nobody received a byte that differs between two worlds equal to them: tests/leaks;
I7 nobody was replaced before the deadline.
"""

from collections import Counter
from collections.abc import Sequence

from ilos.records.fair import check_draws, fair_from_json
from ilos.rules.game import Game
from ilos.rules.moves import to_builtins
from ilos.server.tables.fold import apply, blank
from ilos.server.tables.replays import full_record
from ilos.server.tables.state import TableState
from ilos.server.tables.summary import summarize
from ilos.store.log_entries import StoredEntry, Substituted
from ilos.store.store import Store, open_store
from ilos.views import mask_event, view
from nemesis.players import Seated, Sent


async def check(database: str, players: Sequence[Seated]) -> None:
    """Asks for every invariant of the tables where these people sat."""
    store = await open_store(database)
    try:
        for table in sorted({player.table for player in players}):
            here = [player for player in players if player.table == table]
            await check_table(store, table, here)
    finally:
        await store.close()


async def check_table(store: Store, table: str, players: Sequence[Seated]) -> TableState:
    """The same for one table."""
    log = await store.load(table)
    _check_versions(log)
    for player in players:
        check_history(player.history, log)
    state = await _check_replay(store, table, log)
    for player in players:
        _check_session(player, state)
    return state


def _check_versions(log: Sequence[StoredEntry]) -> None:
    assert [entry.version for entry in log] == list(range(1, len(log) + 1)), "I2"


def check_history(history: Sequence[Sent], log: Sequence[StoredEntry]) -> None:
    """What one player was told, against the log."""
    places = {entry.command_id: entry.version for entry in log if entry.command_id is not None}
    counts = Counter(entry.command_id for entry in log if entry.command_id is not None)
    for sent in history:
        match sent.outcome:
            case "acknowledged":
                assert counts[sent.id] == 1, f"I1: {sent} is {counts[sent.id]} times in the log"
                assert places[sent.id] == sent.version, f"I1: {sent} stands at {places[sent.id]}"
            case "refused":
                assert counts[sent.id] == 0, f"refused, but in the log: {sent}"
            case _:
                assert counts[sent.id] <= 1, f"I4: {sent}"
        told = {version for kind, version in sent.answers if kind == "Acknowledged"}
        assert len(told) <= 1, f"F-05: doubles were answered differently: {sent}"


async def _check_replay(store: Store, table: str, log: Sequence[StoredEntry]) -> TableState:
    row = await store.row(table)
    assert row is not None
    state = blank(row)
    for entry in log:
        _check_deadline(state, entry)
        apply(state, entry)
    assert row.head == state.version, "I3: the head is not the log's end"
    assert (row.status, row.waiting) == (state.status, summarize(state).waiting), "I3"
    if state.game is not None:
        _check_game(state)
    return state


def _check_game(state: TableState) -> None:
    """The events that stand, replayed by the rules alone and by the fair shuffle."""
    assert state.game is not None
    again = Game(state.game.setup)
    for event in state.game.events:
        again.replay(event)
    assert again.position.snapshot() == state.game.position.snapshot(), "I3"
    record = full_record(state)
    check_draws(state.game.setup, state.game.events, fair_from_json(record["fair"]))


def _check_deadline(state: TableState, entry: StoredEntry) -> None:
    if isinstance(entry.entry, Substituted) and entry.entry.why == "clock":
        deadline = state.clock.deadline() if state.clock is not None else None
        assert deadline is not None, "I7"
        assert entry.at >= deadline, f"I7: {entry.entry} came {deadline - entry.at} ms early"


def _check_session(player: Seated, state: TableState) -> None:
    """I5, for a client that has seen everything."""
    session = player.session
    if session.version != state.version or state.game is None or session.view is None:
        return
    seat = session.view.viewer
    assert session.view == view(state.game, seat).data, "I5"
    shown = [mask_event(event, seat) for event in state.game.events]
    assert to_builtins(session.events) == to_builtins(shown), "I5"
