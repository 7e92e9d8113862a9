"""The presenter: a table's state as messages for each viewer, masked by `ilos.views`.

Every path (update, welcome, catch-up, polling, record) builds its game data here (H-01).
"""

from collections.abc import Callable, Iterable

import msgspec

from ilos.protocol import tables
from ilos.protocol.server import PlayerView, Refused, Update, Welcome
from ilos.protocol.shapes import PROTOCOL
from ilos.protocol.tables import Change, ChatLine, Clocks, Presence, Proposal, SeatInfo, TableInfo
from ilos.records.record import setup_data
from ilos.rules.choices import MulliganChoices
from ilos.rules.events import Event
from ilos.server.refusal import Refusal
from ilos.server.tables.state import TableState
from ilos.store import log_entries as log
from ilos.store.log_entries import LogEntry, StoredEntry
from ilos.views.mask import is_alike, mask_event
from ilos.views.render import render_views

_encoder = msgspec.json.Encoder()
_NULL = msgspec.Raw(b"null")


def raw(value: object) -> msgspec.Raw:
    """Return a value as encoded JSON for a message."""
    return msgspec.Raw(_encoder.encode(value))


def table_info(state: TableState, presence: Presence, show_code: bool) -> TableInfo:
    """Return a table for lists and headers: nothing secret, the code only if `show_code`."""
    game = state.game
    return TableInfo(
        id=state.id,
        status=state.status,
        settings=state.settings,
        seats=_seats(state, presence),
        version=state.version,
        created=state.created,
        changed=state.changed,
        round=game.round if game is not None else None,
        to_move=state.to_move,
        watching=presence.watching,
        commitment=state.commitment,
        nonce_hashes=[chair.nonce_hash for chair in state.chairs],
        unopened=state.unopened() if state.sealed and state.status == "open" else [],
        code=state.code if show_code else None,
        rematch=state.rematch,
        rematch_by=state.rematch_by,
        branched_from=_branched_from(state),
        stopped=state.stopped,
        result=_result(state),
        hints=state.allows_hints,
        stopped_by=state.stopped_by,
    )


def _result(state: TableState) -> tables.TableResult | None:
    if state.game is None or not state.game.is_over:
        return None
    ranks = [(score.value, score.pioneers) for score in state.game.scores()]
    places = [1 + sum(other > rank for other in ranks) for rank in ranks]
    return tables.TableResult(
        places=places, values=[value for value, _ in ranks], length=state.length
    )


def _branched_from(state: TableState) -> str | None:
    branch = state.branch
    return None if branch is None else f"{branch['source']}#{branch['after']}"


def _seats(state: TableState, presence: Presence) -> list[SeatInfo]:
    order = state.order or range(len(state.chairs))
    shown = []
    for seat, chair in enumerate(order):
        place = state.chairs[chair]
        substitute = state.substitutes.get(seat)
        shown.append(
            SeatInfo(
                seat=seat,
                colour=place.colour,  # type: ignore[arg-type]
                kind=place.kind,
                name=place.name or place.bot,
                bot=place.bot,
                substitute=substitute.bot if substitute else None,
                why=substitute.why if substitute else None,
                online=place.kind == "bot" or seat in presence.online,
                kept_until=state.kept_until(seat),
                decided=seat in state.mulligans,
                host=place.kind == "human" and place.together,
                asked=place.asked,
            )
        )
    return shown


def player_views(
    state: TableState, seats: Iterable[int | None]
) -> dict[int | None, PlayerView | None]:
    """Return the game as each of these seats sees it (None: a spectator); None before the start."""
    if state.game is None:
        return dict.fromkeys(seats)
    together = render_views(state.game, seats)
    early = state.deciding()[1:]
    found: dict[int | None, PlayerView | None] = {}
    for seat, (seen, choices) in together.items():
        decided = None if seat is None else state.mulligans.get(seat)
        if seat in early:
            choices = raw(MulliganChoices(seat=seat))
        found[seat] = PlayerView(
            seat=seat,
            view=seen,
            choices=choices if state.status == "playing" else _NULL,
            undo=0 if seat is None else state.undo_count(seat),
            mulligan=None if decided is None else list(decided.discarded),
        )
    return found


def player_view(state: TableState, seat: int | None) -> PlayerView | None:
    """Return the game as one seat sees it."""
    return player_views(state, [seat])[seat]


def masked_events(events: Iterable[Event], seat: int | None) -> msgspec.Raw:
    """Return events as a viewer may know them."""
    return raw([mask_event(event, seat) for event in events])


def change(entry: LogEntry, command_id: str | None, version: int, seat: int | None) -> Change:
    """Return a log entry as a viewer may know it."""
    match entry:
        case log.Played():
            events = masked_events([entry.event], seat)
            return tables.Played(seat=entry.seat, id=command_id, bot=entry.bot, events=events)
        case log.Started():
            return tables.Started(order=entry.order, events=masked_events(entry.events, seat))
        case log.ChairTaken():
            return tables.SeatTaken(seat=entry.chair, name=entry.name)
        case log.ChairFreed():
            return tables.SeatFreed(seat=entry.chair)
        case log.Proposed():
            return tables.Proposed(
                proposal=version, kind=entry.what, seat=entry.seat, events=entry.events
            )
    shown = _SHOWN.get(type(entry))
    if shown is None:
        return tables.SettingsChanged()
    return shown(**{name: getattr(entry, name) for name in shown.__struct_fields__})


# Entries that a viewer may know as they are, but for fields that the change does not have.
_SHOWN: dict[type[LogEntry], type[Change]] = {
    log.MulliganDecided: tables.MulliganDecided,
    log.Undone: tables.Undone,
    log.Substituted: tables.Substituted,
    log.Returned: tables.Returned,
    log.SeatTakenOver: tables.SeatTakenOver,
    log.Voted: tables.Voted,
    log.Stopped: tables.Stopped,
    log.RematchMade: tables.RematchMade,
}


def proposals(state: TableState, now: int) -> list[Proposal]:
    """The open proposal, if there is one."""
    proposal = state.proposal
    if proposal is None:
        return []
    needed = [seat for seat in state.voters(now) if seat not in proposal.agreed]
    return [
        Proposal(
            id=proposal.number,
            kind=proposal.what,
            by=proposal.seat,
            events=proposal.events,
            agreed=sorted(proposal.agreed),
            needed=needed,
        )
    ]


def clocks(state: TableState, now: int) -> Clocks | None:
    """Return the time left; None at a table without a clock."""
    if state.clock is None or isinstance(state.settings.clock, tables.NoClock):
        return None
    return state.clock.snapshot(now)


class UpdateBuilder:
    """Builds updates of new entries for up-to-date viewers; shared parts are built once."""

    def __init__(
        self, state: TableState, new: list[StoredEntry], presence: Callable[[], Presence], now: int
    ) -> None:
        self._state = state
        self._new = new
        self._presence = presence
        self._clocks = clocks(state, now)
        self._proposals = proposals(state, now)
        quiet = all(_is_quiet(stored.entry) for stored in new)
        self._whole = not quiet or state.status != "playing"
        alike = all(_is_alike(stored.entry) for stored in new)
        self._alike = self._changes(None) if alike else None

    def build(self, seat: int | None, show_code: bool, seen: PlayerView | None) -> Update:
        """Return the update for one viewer."""
        state = self._state
        return Update(
            version=state.version,
            changes=self._changes(seat) if self._alike is None else self._alike,
            table=table_info(state, self._presence(), show_code) if self._whole else None,
            player_view=seen,
            clocks=self._clocks,
            proposals=self._proposals,
        )

    def _changes(self, seat: int | None) -> list[Change]:
        return [change(s.entry, s.command_id, s.version, seat) for s in self._new]


def _is_quiet(entry: LogEntry) -> bool:
    """Return whether an entry changes nothing of the table but round and turn."""
    return isinstance(entry, log.Played) or (isinstance(entry, log.Undone) and not entry.agreed)


def _is_alike(entry: LogEntry) -> bool:
    """Return whether all viewers may know the same of an entry."""
    if isinstance(entry, log.Played):
        return is_alike(entry.event)
    return not isinstance(entry, log.Started)


def welcome(
    state: TableState,
    seat: int | None,
    seats: list[int],
    host: bool,
    show_code: bool,
    presence: Presence,
    now: int,
    chat: list[ChatLine],
    muted: list[int],
) -> Welcome:
    """Return everything a viewer may know."""
    game = state.game
    return Welcome(
        protocol=PROTOCOL,
        version=state.version,
        table=table_info(state, presence, show_code),
        seats=seats,
        host=host,
        setup=raw(setup_data(game.setup)) if game is not None else _NULL,
        events=masked_events(game.events if game is not None else [], seat),
        player_view=player_view(state, seat),
        clocks=clocks(state, now),
        proposals=proposals(state, now),
        presence=presence,
        chat=chat,
        muted=muted,
        notices=[
            tables.Notice(
                after=notice.after, change=change(notice.entry, None, notice.version, seat)
            )
            for notice in state.notices
        ],
    )


def refused(refusal: Refusal, command_id: str | None, state: TableState | None) -> Refused:
    """Return the message for a refusal."""
    version = refusal.version
    if version is None and state is not None:
        version = state.version
    return Refused(
        id=command_id,
        code=refusal.code,
        message=refusal.message,
        version=version,
        rule=refusal.rule,
    )
