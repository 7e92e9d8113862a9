"""The fold of a log: `apply` takes one entry into the state of a table.

It is the only way a state changes, for entries of this process, of another one, or read at start;
so all processes agree. Nothing here validates, waits or sends.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from ilos.protocol.known import decode_known
from ilos.protocol.tables import TableSettings
from ilos.rules.game import Game
from ilos.rules.moves import Mulligan
from ilos.server.slices import in_slices
from ilos.server.tables.clock import GameClock
from ilos.server.tables.state import Notice, OpenProposal, Substitute, TableState, packed
from ilos.store import log_entries as log
from ilos.store.log_entries import Chair, LogEntry, StoredEntry
from ilos.store.rows import TableRow


def fold(row: TableRow, entries: Iterable[StoredEntry]) -> TableState:
    """Return the state of a table after these entries, the first of its log."""
    state = blank(row)
    for stored in in_slices(entries):
        apply(state, stored)
    return state


def blank(row: TableRow) -> TableState:
    """Return the state of a table before its first entry."""
    return TableState(row.id, bytes.fromhex(row.secret), row.code, created=row.created)


def apply(state: TableState, stored: StoredEntry, game: Game | None = None) -> None:
    """Apply the next entry; `game` is the game after it, if it was played here already."""
    entry = stored.entry
    if stored.version != state.version + 1:
        raise ValueError(f"entry {stored.version} does not follow {state.version}")
    state.changed = stored.at
    _APPLY[type(entry)](state, entry, game)
    state.version = stored.version
    if isinstance(entry, _NOTICED) or (isinstance(entry, log.Undone) and entry.agreed):
        _note(state, entry)
    if state.ended is None and state.status in ("finished", "stopped"):
        state.ended = stored.at
    if isinstance(entry, (log.Started, log.Played, log.Undone, log.Stopped)):
        state.game_version = stored.version
    if state.clock is not None:
        seat = state.to_move
        runs = seat is not None and state.bot_of(seat) is None
        state.clock.run(seat if runs else None, stored.at)


_NOTICED = (log.Proposed, log.Voted, log.Substituted, log.Returned, log.SeatTakenOver)
_MOST_NOTICES = 100


def _note(state: TableState, entry: LogEntry) -> None:
    """Keep an entry for the log that people read."""
    assert state.game is not None
    notice = Notice(len(state.game.events), state.version, entry)
    state.notices = (*state.notices[1 - _MOST_NOTICES :], notice)


# One function a kind of entry


def _created(state: TableState, entry: log.Created, _game: Game | None) -> None:
    state.settings = decode_known(msgspec.json.encode(entry.settings), TableSettings)
    state.chairs = [msgspec.structs.replace(chair) for chair in entry.chairs]
    state.commitment = entry.commitment
    state.branch = entry.branch


def _chair_taken(state: TableState, entry: log.ChairTaken, _game: Game | None) -> None:
    state.chairs[entry.chair] = Chair(
        kind="human",
        colour=entry.colour,
        name=entry.name,
        nonce=entry.nonce,
        nonce_hash=entry.nonce_hash,
    )


def _chair_freed(state: TableState, entry: log.ChairFreed, _game: Game | None) -> None:
    state.chairs[entry.chair] = Chair(kind="open", colour=state.chairs[entry.chair].colour)


def _chair_planned(state: TableState, entry: log.ChairPlanned, _game: Game | None) -> None:
    state.chairs[entry.chair] = entry.plan


def _nonce_committed(state: TableState, entry: log.NonceCommitted, _game: Game | None) -> None:
    chair = state.chairs[entry.chair]
    state.chairs[entry.chair] = msgspec.structs.replace(
        chair, nonce="", nonce_hash=entry.nonce_hash
    )


def _sealed(state: TableState, entry: log.Sealed, _game: Game | None) -> None:
    seal(state, entry)


def seal(state: TableState, entry: log.Sealed) -> None:
    """Fix the shuffle: the hashes of the nonces, and the secret."""
    state.secret, state.commitment = bytes.fromhex(entry.secret), entry.commitment
    state.sealed = state.changed
    state.hashes = [chair.nonce_hash for chair in state.chairs]


def _nonce_opened(state: TableState, entry: log.NonceOpened, _game: Game | None) -> None:
    chair = state.chairs[entry.chair]
    state.chairs[entry.chair] = msgspec.structs.replace(chair, nonce=entry.nonce)


def _started(state: TableState, entry: log.Started, game: Game | None) -> None:
    state.started = state.changed
    state.order = list(entry.order)
    state.rules_version = entry.rules_version
    if entry.sealed is not None:
        seal(state, entry.sealed)
    state.chance = state.fair_chance(entry.next_draw)
    state.first_drawn = entry.order[0] if entry.drawn_first else None
    if game is None:
        game = Game(state.setup())
        for event in in_slices(entry.events):
            game.replay(event)
    state.game = packed(game, state.chance)
    state.draws = [None if draw < 0 else draw for draw in entry.draws]
    if state.branch is not None:  # the game has the events now
        state.branch = {**state.branch, "record": {**state.branch["record"], "events": []}}
    state.clock = GameClock(state.settings.clock, len(state.order))
    state.status = "finished" if state.game.is_over else "playing"


def _mulligan_decided(state: TableState, entry: log.MulliganDecided, _game: Game | None) -> None:
    state.mulligans[entry.seat] = Mulligan(entry.discarded)


def _played(state: TableState, entry: log.Played, game: Game | None) -> None:
    assert state.game is not None
    assert state.chance is not None
    state.chance.counter = entry.next_draw
    if game is None:
        state.game.replay(entry.event)
    else:
        state.game = game
    state.draws.append(entry.draw)
    state.mulligans.pop(entry.seat, None)
    state.proposal = None
    if state.game.is_over:
        state.status = "finished"


def _undone(state: TableState, entry: log.Undone, game: Game | None) -> None:
    assert state.game is not None
    state.game = game or state.game_at(entry.events)
    if entry.next_draw is not None and state.chance is not None:
        state.chance.counter = entry.next_draw
    del state.draws[entry.events :]
    state.mulligans.clear()
    state.substituted = [s for s in state.substituted if s["after"] <= entry.events]
    state.proposal = None


def _substituted(state: TableState, entry: log.Substituted, _game: Game | None) -> None:
    assert state.game is not None
    state.substitutes[entry.seat] = Substitute(entry.bot, entry.why, state.changed)
    after = len(state.game.events)
    state.substituted.append({"seat": entry.seat, "after": after, "bot": entry.bot})
    state.proposal = None


def _returned(state: TableState, entry: log.Returned, _game: Game | None) -> None:
    assert state.clock is not None
    del state.substitutes[entry.seat]
    state.offers.pop(entry.seat, None)
    state.clock.give_grace(entry.seat)


def _seat_offered(state: TableState, entry: log.SeatOffered, _game: Game | None) -> None:
    state.offers[entry.seat] = entry.offer


def _seat_taken_over(state: TableState, entry: log.SeatTakenOver, _game: Game | None) -> None:
    _returned(state, log.Returned(seat=entry.seat), None)
    chair = state.order[entry.seat]
    state.chairs[chair] = msgspec.structs.replace(
        state.chairs[chair], name=entry.name, together=False
    )
    state.taken_over.add(entry.seat)


def _voted(state: TableState, entry: log.Voted, _game: Game | None) -> None:
    if state.proposal is not None and state.proposal.number == entry.proposal:
        if entry.agree:
            state.proposal.agreed.add(entry.seat)
        else:
            state.proposal = None


def _stopped(state: TableState, entry: log.Stopped, _game: Game | None) -> None:
    state.status = "stopped"
    state.stopped = entry.reason
    state.stopped_by = entry.seat
    state.proposal = None


def _time_given(state: TableState, entry: log.TimeGiven, _game: Game | None) -> None:
    assert state.clock is not None
    state.clock.give_back(entry.milliseconds)


def _rematch_made(state: TableState, entry: log.RematchMade, _game: Game | None) -> None:
    state.rematch = entry.table
    state.rematch_by = entry.seat


def _proposed(state: TableState, entry: log.Proposed, _game: Game | None) -> None:
    number = state.version + 1
    state.proposal = OpenProposal(number, entry.what, entry.seat, entry.events, {entry.seat})


_APPLY: dict[type[LogEntry], Any] = {
    log.Created: _created,
    log.ChairTaken: _chair_taken,
    log.ChairFreed: _chair_freed,
    log.ChairPlanned: _chair_planned,
    log.NonceCommitted: _nonce_committed,
    log.Sealed: _sealed,
    log.NonceOpened: _nonce_opened,
    log.Started: _started,
    log.MulliganDecided: _mulligan_decided,
    log.Played: _played,
    log.Undone: _undone,
    log.Substituted: _substituted,
    log.Returned: _returned,
    log.SeatOffered: _seat_offered,
    log.SeatTakenOver: _seat_taken_over,
    log.Proposed: _proposed,
    log.Voted: _voted,
    log.Stopped: _stopped,
    log.TimeGiven: _time_given,
    log.RematchMade: _rematch_made,
}
