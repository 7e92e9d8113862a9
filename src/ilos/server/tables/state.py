"""The state of a table: a fold of its log. Nothing here validates, waits or sends.

`apply` is the only way the state changes, for entries of this process, of another one, or read at
start; so all processes agree. Chairs are numbered as the host planned them; once the game has
started, seats are numbered in turn order, and `order[seat]` is the chair.
"""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import msgspec

from ilos.protocol.tables import TableSettings, TableStatus
from ilos.records.fair import FairChance
from ilos.records.record import read_setup
from ilos.records.tile_sets import default_tile_set
from ilos.rules.game import Game
from ilos.rules.moves import Mulligan
from ilos.rules.packed import PackedEvents
from ilos.rules.setup import RULES_VERSION, Options, Player, Setup
from ilos.rules.tiles import TileSet
from ilos.server.tables.clock import GameClock, time_of_absence
from ilos.store import log_entries as log
from ilos.store.log_entries import Chair, LogEntry, StoredEntry

SubstituteReason = Literal["clock", "left", "resigned"]


@dataclass(frozen=True)
class Substitute:
    """A bot that plays for a person, and why."""

    bot: str
    why: SubstituteReason
    since: int  # milliseconds


@dataclass
class OpenProposal:
    """An open proposal."""

    number: int  # version of its entry
    what: Literal["undo", "end"]
    seat: int
    events: int | None
    agreed: set[int]


@dataclass
class TableState:
    """Everything the log of one table says."""

    id: str
    secret: bytes
    code: str
    version: int = 0
    created: int = 0
    changed: int = 0
    started: int | None = None
    ended: int | None = None
    status: TableStatus = "open"
    settings: TableSettings = field(default_factory=TableSettings)
    chairs: list[Chair] = field(default_factory=list)
    commitment: str = ""
    sealed: int | None = None  # when the secret of the shuffle was made, milliseconds
    hashes: list[str] | None = None  # of the nonces, by chair; None before, and in ilos-fair/1
    branch: dict[str, Any] | None = None
    order: list[int] = field(default_factory=list)
    rules_version: int = RULES_VERSION  # of the rules the game started with (U-02)
    game: Game | None = None
    game_version: int = 0  # the last version that changed the game: older moves are stale
    chance: FairChance | None = None
    draws: list[int | None] = field(default_factory=list)  # first draw of each event not undone
    offers: dict[int, str] = field(default_factory=dict)  # hashes of the tokens, by seat
    taken_over: set[int] = field(default_factory=set)  # seats of people who did not start the game
    mulligans: dict[int, Mulligan] = field(default_factory=dict)  # decided before their turns
    first_drawn: int | None = None
    substitutes: dict[int, Substitute] = field(default_factory=dict)
    substituted: list[dict[str, Any]] = field(default_factory=list)  # for the record
    proposal: OpenProposal | None = None
    stopped: Literal["agreed", "abandoned"] | None = None
    rematch: str | None = None
    rematch_by: int | None = None
    clock: GameClock | None = None

    def apply(self, stored: StoredEntry, game: Game | None = None) -> None:
        """Apply the next entry; `game` is the game after it, if it was played here already."""
        if stored.version != self.version + 1:
            raise ValueError(f"entry {stored.version} does not follow {self.version}")
        self.changed = stored.at
        _APPLY[type(stored.entry)](self, stored.entry, game)
        self.version = stored.version
        if isinstance(stored.entry, log.Started):
            self.started = stored.at
        if self.ended is None and self.status in ("finished", "stopped"):
            self.ended = stored.at
        if isinstance(stored.entry, log.Proposed):
            self.proposal = _open_proposal(stored.version, stored.entry)
        if isinstance(stored.entry, (log.Started, log.Played, log.Undone, log.Stopped)):
            self.game_version = stored.version
        self._run_clock(stored.at)

    def copy(self) -> "TableState":
        """Return a copy; the game is shared, as `apply` replaces it."""
        copied = TableState.__new__(TableState)
        copied.__dict__.update(self.__dict__)
        copied.chance = copy(self.chance)
        copied.chairs = list(self.chairs)
        copied.draws = list(self.draws)
        copied.mulligans = dict(self.mulligans)
        copied.offers = dict(self.offers)
        copied.taken_over = set(self.taken_over)
        copied.substitutes = dict(self.substitutes)
        copied.substituted = list(self.substituted)
        if self.clock is not None:
            copied.clock = self.clock.copy()
        if self.proposal is not None:
            copied.proposal = replace(self.proposal, agreed=set(self.proposal.agreed))
        return copied

    # Queries

    @property
    def length(self) -> int | None:
        """Milliseconds from the start of the game to its end."""
        if self.started is None or self.ended is None:
            return None
        return self.ended - self.started

    @property
    def to_move(self) -> int | None:
        """The seat that is to move."""
        if self.status != "playing" or self.game is None:
            return None
        return self.game.pending.seat

    def deciding(self) -> list[int]:
        """Return the seats that may decide now, in turn order.

        It is the one to move; and of those whose mulligans come later, the people who have not
        decided. Who plays several seats at one device decides for one after the other.
        """
        seat = self.to_move
        if seat is None or self.game is None:
            return []
        together = sum(chair.together for chair in self.chairs)
        later = [
            other
            for other in (self.people() if self.game.awaits_mulligan else [])
            if other > seat
            and other not in self.mulligans
            and not (together > 1 and self.chairs[self.order[other]].together)
        ]
        return [seat, *later]

    @property
    def allows_hints(self) -> bool:
        """Whether players may ask bots for hints: where several people play, only if chosen."""
        if self.settings.hints is not None:
            return self.settings.hints
        is_open = any(chair.kind == "open" for chair in self.chairs)
        return not is_open and _count_people(self.chairs) <= 1

    def bot_of(self, seat: int) -> str | None:
        """Return the bot that plays a seat now, if one does."""
        chair = self.chairs[self.order[seat]]
        if chair.kind == "bot":
            return chair.bot
        substitute = self.substitutes.get(seat)
        return substitute.bot if substitute is not None else None

    def seat_of(self, chair: int) -> int:
        """Return the seat of a chair: the same number before the start."""
        return self.order.index(chair) if self.order else chair

    def people(self) -> list[int]:
        """Return the seats that people play themselves now."""
        seats = range(len(self.order))
        return [seat for seat in seats if self.bot_of(seat) is None]

    def voters(self, now: int) -> list[int]:
        """Seats that must agree: people, and those whom a bot replaced not long ago.

        A lost connection takes nobody's vote: it is kept for the time of the clock, for a day where
        there is none. Who resigned has given it up.
        """
        absent = {seat for seat in self.substitutes if (self.kept_until(seat) or 0) > now}
        return sorted(absent.union(self.people()))

    def kept_until(self, seat: int) -> int | None:
        """Until when a seat that a bot plays is kept for its person; None: it is not."""
        substitute = self.substitutes.get(seat)
        if substitute is None or substitute.why == "resigned":
            return None
        return substitute.since + time_of_absence(self.settings.clock)

    def persons(self, seats: Iterable[int]) -> int:
        """How many different people began the game in these seats, as far as the table knows."""
        return _count_people(self.chairs[self.order[seat]] for seat in seats)

    def undo_count(self, seat: int) -> int:
        """Return how many of its own moves a seat may undo now (rules 6)."""
        count = self.game.undo_count if self.game is not None else 0
        return count if count and self.to_move == seat else 0

    def unopened(self) -> list[int]:
        """Return the chairs whose nonce is committed to and not opened yet."""
        chairs = enumerate(self.chairs)
        return [index for index, chair in chairs if chair.nonce_hash and not chair.nonce]

    def fair_chance(self, next_draw: int = 0) -> FairChance:
        """Return the source of all outcomes."""
        nonces = [chair.nonce for chair in self.chairs]
        return FairChance(self.secret, nonces, next_draw, self.hashes)

    def next_draw(self) -> int:
        """Return the number of the next draw; draws of undone moves stay used."""
        return self.chance.counter if self.chance is not None else 0

    def _run_clock(self, now: int) -> None:
        if self.clock is not None:
            seat = self.to_move
            runs = seat is not None and self.bot_of(seat) is None
            self.clock.run(seat if runs else None, now)

    # One method a kind of entry

    def _created(self, entry: log.Created, _game: Game | None) -> None:
        self.settings = msgspec.convert(entry.settings, TableSettings)
        self.chairs = [msgspec.structs.replace(chair) for chair in entry.chairs]
        self.commitment = entry.commitment
        self.branch = entry.branch

    def _chair_taken(self, entry: log.ChairTaken, _game: Game | None) -> None:
        self.chairs[entry.chair] = Chair(
            kind="human",
            colour=entry.colour,
            name=entry.name,
            nonce=entry.nonce,
            nonce_hash=entry.nonce_hash,
        )

    def _chair_freed(self, entry: log.ChairFreed, _game: Game | None) -> None:
        self.chairs[entry.chair] = Chair(kind="open", colour=self.chairs[entry.chair].colour)

    def _chair_planned(self, entry: log.ChairPlanned, _game: Game | None) -> None:
        self.chairs[entry.chair] = entry.plan

    def _nonce_committed(self, entry: log.NonceCommitted, _game: Game | None) -> None:
        chair = self.chairs[entry.chair]
        self.chairs[entry.chair] = msgspec.structs.replace(
            chair, nonce="", nonce_hash=entry.nonce_hash
        )

    def _sealed(self, entry: log.Sealed, _game: Game | None) -> None:
        self.seal(entry)

    def seal(self, entry: log.Sealed) -> None:
        """Fix the shuffle: the hashes of the nonces, and the secret."""
        self.secret, self.commitment = bytes.fromhex(entry.secret), entry.commitment
        self.sealed = self.changed
        self.hashes = [chair.nonce_hash for chair in self.chairs]

    def _nonce_opened(self, entry: log.NonceOpened, _game: Game | None) -> None:
        chair = self.chairs[entry.chair]
        self.chairs[entry.chair] = msgspec.structs.replace(chair, nonce=entry.nonce)

    def _started(self, entry: log.Started, game: Game | None) -> None:
        self.order = list(entry.order)
        self.rules_version = entry.rules_version
        if entry.sealed is not None:
            self.seal(entry.sealed)
        self.chance = self.fair_chance(entry.next_draw)
        self.first_drawn = entry.order[0] if entry.drawn_first else None
        if game is None:
            game = Game(self.setup())
            for event in entry.events:
                game.replay(event)
        self.game = _packed(game, self.chance)
        self.draws = [None if draw < 0 else draw for draw in entry.draws]
        if self.branch is not None:  # the game has the events now
            self.branch = {**self.branch, "record": {**self.branch["record"], "events": []}}
        self.clock = GameClock(self.settings.clock, len(self.order))
        self.status = "finished" if self.game.is_over else "playing"

    def _mulligan_decided(self, entry: log.MulliganDecided, _game: Game | None) -> None:
        self.mulligans[entry.seat] = Mulligan(entry.discarded)

    def _played(self, entry: log.Played, game: Game | None) -> None:
        assert self.game is not None
        assert self.chance is not None
        self.chance.counter = entry.next_draw
        if game is None:
            self.game.replay(entry.event)
        else:
            self.game = game
        self.draws.append(entry.draw)
        self.mulligans.pop(entry.seat, None)
        self.proposal = None
        if self.game.is_over:
            self.status = "finished"

    def _undone(self, entry: log.Undone, game: Game | None) -> None:
        assert self.game is not None
        self.game = game or self.game_at(entry.events)
        if entry.next_draw is not None and self.chance is not None:
            self.chance.counter = entry.next_draw
        del self.draws[entry.events :]
        self.mulligans.clear()
        self.substituted = [s for s in self.substituted if s["after"] <= entry.events]
        self.proposal = None

    def _substituted(self, entry: log.Substituted, _game: Game | None) -> None:
        assert self.game is not None
        self.substitutes[entry.seat] = Substitute(entry.bot, entry.why, self.changed)
        after = len(self.game.events)
        self.substituted.append({"seat": entry.seat, "after": after, "bot": entry.bot})
        self.proposal = None

    def _returned(self, entry: log.Returned, _game: Game | None) -> None:
        assert self.clock is not None
        del self.substitutes[entry.seat]
        self.offers.pop(entry.seat, None)
        self.clock.give_grace(entry.seat)

    def _seat_offered(self, entry: log.SeatOffered, _game: Game | None) -> None:
        self.offers[entry.seat] = entry.offer

    def _seat_taken_over(self, entry: log.SeatTakenOver, _game: Game | None) -> None:
        self._returned(log.Returned(seat=entry.seat), None)
        chair = self.order[entry.seat]
        self.chairs[chair] = msgspec.structs.replace(
            self.chairs[chair], name=entry.name, together=False
        )
        self.taken_over.add(entry.seat)

    def _voted(self, entry: log.Voted, _game: Game | None) -> None:
        if self.proposal is not None and self.proposal.number == entry.proposal:
            if entry.agree:
                self.proposal.agreed.add(entry.seat)
            else:
                self.proposal = None

    def _stopped(self, entry: log.Stopped, _game: Game | None) -> None:
        self.status = "stopped"
        self.stopped = entry.reason
        self.proposal = None

    def _time_given(self, entry: log.TimeGiven, _game: Game | None) -> None:
        assert self.clock is not None
        self.clock.give_back(entry.milliseconds)

    def _rematch_made(self, entry: log.RematchMade, _game: Game | None) -> None:
        self.rematch = entry.table
        self.rematch_by = entry.seat

    def _no_op(self, _entry: LogEntry, _game: Game | None) -> None:
        """A proposal changes nothing by itself."""

    # The game

    def setup(self) -> Setup:
        """Return the setup of the game, seats in turn order."""
        if self.branch is not None:
            return _branched_setup(self.branch["record"], self._players())
        chosen = self.settings
        options = Options(
            edition=chosen.edition,
            max_rounds=chosen.max_rounds,
            stocks=chosen.stocks,
            version=self.rules_version,
        )
        return Setup(self._players(), options, default_tile_set())

    def _players(self) -> tuple[Player, ...]:
        return tuple(_player(self.chairs[chair]) for chair in self.order)

    def game_at(self, events: int) -> Game:
        """Return the game after its first `events` events."""
        assert self.game is not None
        if len(self.game.events) - events <= self.game.undo_count:
            game = self.game.copy(self.chance)
            while len(game.events) > events:
                game.undo()
            return game
        game = Game(self.game.setup)
        for event in self.game.events[:events]:
            game.replay(event)
        return _packed(game, self.chance)


def _count_people(chairs: Iterable[Chair]) -> int:
    people = [chair for chair in chairs if chair.kind == "human"]
    alone = sum(not chair.together for chair in people)
    return alone + any(chair.together for chair in people)


def _packed(game: Game, chance: FairChance | None) -> Game:
    """Return a game as a table holds it: with packed events and the table's chance."""
    packed = game.copy(chance)
    packed.events = PackedEvents(packed.events)
    return packed


def _player(chair: Chair) -> Player:
    colour: Any = chair.colour
    if chair.kind == "bot":
        return Player(chair.name or chair.bot or "bot", colour, "bot", chair.bot)
    return Player(chair.name or "", colour)


def _branched_setup(record: dict[str, Any], players: tuple[Player, ...]) -> Setup:
    old = read_setup(record)
    tile_set: TileSet = old.tile_set
    return Setup(players, old.options, tile_set)


def _open_proposal(number: int, entry: log.Proposed) -> OpenProposal:
    return OpenProposal(number, entry.what, entry.seat, entry.events, {entry.seat})


_APPLY: dict[type[LogEntry], Any] = {
    log.Created: TableState._created,
    log.ChairTaken: TableState._chair_taken,
    log.ChairFreed: TableState._chair_freed,
    log.ChairPlanned: TableState._chair_planned,
    log.NonceCommitted: TableState._nonce_committed,
    log.Sealed: TableState._sealed,
    log.NonceOpened: TableState._nonce_opened,
    log.Started: TableState._started,
    log.MulliganDecided: TableState._mulligan_decided,
    log.Played: TableState._played,
    log.Undone: TableState._undone,
    log.Substituted: TableState._substituted,
    log.Returned: TableState._returned,
    log.SeatOffered: TableState._seat_offered,
    log.SeatTakenOver: TableState._seat_taken_over,
    log.Proposed: TableState._no_op,
    log.Voted: TableState._voted,
    log.Stopped: TableState._stopped,
    log.TimeGiven: TableState._time_given,
    log.RematchMade: TableState._rematch_made,
}
