"""The state of a table: everything its log says, and what follows from it.

Only `fold.apply` changes it. Chairs are numbered as the host planned them; once the game has
started, seats are numbered in turn order, and `order[seat]` is the chair.
"""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Literal

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
from ilos.store.log_entries import Chair, LogEntry

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


@dataclass(frozen=True)
class Notice:
    """An entry that is no move, for the log that people read."""

    after: int  # number of events at that time; some may have been taken back since
    version: int
    entry: LogEntry


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
    notices: tuple[Notice, ...] = ()  # the last ones, oldest first
    stopped: Literal["agreed", "abandoned"] | None = None
    stopped_by: int | None = None
    rematch: str | None = None
    rematch_by: int | None = None
    clock: GameClock | None = None

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
        return packed(game, self.chance)


def _count_people(chairs: Iterable[Chair]) -> int:
    people = [chair for chair in chairs if chair.kind == "human"]
    alone = sum(not chair.together for chair in people)
    return alone + any(chair.together for chair in people)


def packed(game: Game, chance: FairChance | None) -> Game:
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
