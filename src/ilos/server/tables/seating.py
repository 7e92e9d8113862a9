"""Before the game: planning chairs, taking and leaving them, starting; and games played on.

Chairs are numbered as the host planned them, seats in turn order (see `state`).
"""

import copy
import secrets
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from ilos.protocol.http import CreateTable, JoinTable, PlayOn
from ilos.protocol.tables import SeatPlan, TableSettings
from ilos.records.fair import FairChance, commitment, draws_of_deal, new_secret, nonce_hash
from ilos.records.record import read_setup
from ilos.rules.events import read_event
from ilos.rules.game import Game
from ilos.rules.names import COLOURS, Colour
from ilos.server.refusal import Refusal
from ilos.server.slices import in_slices
from ilos.server.tables.commands import CommandResult
from ilos.server.tables.fold import seal
from ilos.server.tables.names import clean_name, clean_title, folded
from ilos.server.tables.state import TableState
from ilos.store import log_entries as log
from ilos.store.log_entries import Chair
from ilos.store.rows import Grant

KnownBot = Callable[[str], bool]
TILE_SETS = ("archipelago",)

# Names of bots; the client has the same list.
BOT_NAMES = ("Marlin", "Nautilus", "Manta", "Otter", "Orca", "Barracuda", "Narwhal", "Pelican")


def plan_table(request: CreateTable, is_bot: KnownBot) -> tuple[TableSettings, list[Chair]]:
    """Return the settings and chairs of a new table."""
    settings = msgspec.structs.replace(request.settings, title=clean_title(request.settings.title))
    if settings.tile_set not in TILE_SETS:
        raise Refusal("unknown_tile_set", f"this server has only {', '.join(TILE_SETS)}")
    if settings.first_player is not None and settings.first_player >= len(request.seats):
        raise Refusal("bad_settings", "the first player is not at the table")
    chairs: list[Chair] = []
    for plan in request.seats:
        asked = [other.colour for other in request.seats if other is not plan]
        chairs.append(_chair(plan, chairs, [c for c in asked if c], is_bot))
    people = [chair for chair in chairs if chair.kind == "human"]
    for chair in people:
        chair.together = True
    if people:
        people[0].nonce, people[0].nonce_hash = _part(request.nonce, request.nonce_hash)
    return settings, chairs


def _part(nonce: str, hashed: str) -> tuple[str, str]:
    """Return a person's part of the shuffle: nonce and hash; the nonce is empty if it is kept back.

    A nonce that is sent openly has its hash too: what is fixed with the hashes cannot be replaced
    once the others have opened theirs.
    """
    return ("", hashed) if hashed else (nonce, nonce and nonce_hash(nonce))


def _chair(plan: SeatPlan, before: list[Chair], asked: list[Colour], is_bot: KnownBot) -> Chair:
    taken = {chair.colour for chair in before}
    if plan.colour is not None and plan.colour in taken:
        raise Refusal("colour_taken", f"two seats are {plan.colour}")
    free = [colour for colour in COLOURS if colour not in taken and colour not in asked]
    colour = plan.colour or free[0]
    if plan.kind == "open":
        return Chair(kind="open", colour=colour)
    if plan.kind == "bot":
        return _bot_chair(plan, colour, before, is_bot)
    if plan.name is None:
        raise Refusal("bad_name", "a person needs a name to take a seat")
    return Chair(kind="human", colour=colour, name=free_name(plan.name, before))


def _bot_chair(plan: SeatPlan, colour: str, before: list[Chair], is_bot: KnownBot) -> Chair:
    bot = plan.bot or ""
    if not is_bot(bot):
        raise Refusal("unknown_bot", f"there is no bot {bot!r}")
    name = plan.name or free_bot_name(before)
    return Chair(kind="bot", colour=colour, name=free_name(name, before), bot=bot)


def free_bot_name(others: list[Chair]) -> str:
    """Return a bot's name that no player has; there are five seats and more names."""
    taken = {folded(chair.name) for chair in others if chair.name}
    return secrets.choice([name for name in BOT_NAMES if folded(name) not in taken])


def free_name(text: str, chairs: list[Chair]) -> str:
    """Return the normalized name; refuse one that looks like another player's."""
    name = clean_name(text)
    if any(chair.name and folded(chair.name) == folded(name) for chair in chairs):
        raise Refusal("name_taken", f"a player called {name} sits here already")
    return name


def take_chair(state: TableState, request: JoinTable, token: str) -> CommandResult:
    """Take a chair; `token` is the hash of its seat token."""
    _check_open(state)
    free = [index for index, chair in enumerate(state.chairs) if chair.kind == "open"]
    if not free:
        raise Refusal("table_full", "every seat is taken", state.version)
    if request.seat is not None and request.seat not in free:
        raise Refusal("seat_taken", "this seat is taken", state.version)
    index = free[0] if request.seat is None else request.seat
    others = state.chairs[:index] + state.chairs[index + 1 :]
    colour = request.colour or state.chairs[index].colour
    if any(chair.colour == colour and chair.kind != "open" for chair in others):
        raise Refusal("colour_taken", f"another player has {colour} already", state.version)
    name = free_name(request.name, others)
    nonce, hashed = _part(request.nonce, request.nonce_hash)
    taken = log.ChairTaken(chair=index, name=name, colour=colour, nonce=nonce, nonce_hash=hashed)
    entries = [taken, *_swapped_colour(state, index, colour)]
    return CommandResult(entries, grants=(Grant(token, index),))


def _swapped_colour(state: TableState, index: int, colour: str) -> list[log.LogEntry]:
    """Give the colour of an open chair to the player who wants it, in exchange for theirs."""
    for other, chair in enumerate(state.chairs):
        if other != index and chair.colour == colour:
            swapped = Chair(kind="open", colour=state.chairs[index].colour)
            return [log.ChairPlanned(chair=other, plan=swapped)]
    return []


def free_chair(state: TableState, chair: int) -> CommandResult:
    """Free a chair before the start."""
    _check_open(state)
    if chair >= len(state.chairs) or state.chairs[chair].kind != "human":
        raise Refusal("not_allowed", "this seat is not taken", state.version)
    return CommandResult([log.ChairFreed(chair=chair)], revoked=(chair,))


def plan_chair(state: TableState, index: int, plan: SeatPlan, is_bot: KnownBot) -> CommandResult:
    """Make a chair open or give it to a bot."""
    _check_open(state)
    if index >= len(state.chairs) or state.chairs[index].kind == "human":
        raise Refusal("seat_taken", "this seat is taken", state.version)
    if plan.kind == "mine":
        raise Refusal("bad_settings", "to sit down yourself, join the table", state.version)
    others = state.chairs[:index] + state.chairs[index + 1 :]
    colour = plan.colour or state.chairs[index].colour
    kept = msgspec.structs.replace(plan, colour=colour)
    chair = _chair(kept, others, [], is_bot)
    return CommandResult([log.ChairPlanned(chair=index, plan=chair)])


def asked(state: TableState, chairs: Iterable[int]) -> list[int]:
    """Return those of the chairs whose people were asked to a rematch and have not accepted."""
    return [chair for chair in chairs if state.chairs[chair].asked]


def accept(state: TableState, chairs: Iterable[int]) -> CommandResult:
    """Accept a rematch for those of the chairs that were asked."""
    _check_open(state)
    entries: list[log.LogEntry] = [
        log.ChairPlanned(
            chair=chair, plan=msgspec.structs.replace(state.chairs[chair], asked=False)
        )
        for chair in asked(state, chairs)
    ]
    if not entries:
        raise Refusal("not_allowed", "nobody was asked here", state.version)
    return CommandResult(entries)


def commit_nonce(state: TableState, chair: int, hashed: str) -> CommandResult:
    """Commit to a nonce for a chair, before the start."""
    _check_open(state)
    return CommandResult([log.NonceCommitted(chair=chair, nonce_hash=hashed)])


def open_nonce(state: TableState, chair: int, nonce: str) -> CommandResult:
    """Open the nonce of a chair; the last one starts the game."""
    if state.sealed is None or state.status != "open" or chair not in state.unopened():
        raise Refusal("not_allowed", "this part of the shuffle is not asked for", state.version)
    if nonce_hash(nonce) != state.chairs[chair].nonce_hash:
        raise Refusal("not_allowed", "this is not the part you committed to", state.version)
    opened = log.NonceOpened(chair=chair, nonce=nonce)
    if state.unopened() != [chair]:
        return CommandResult([opened])
    ahead = copy.copy(state)
    ahead.chairs = list(state.chairs)
    ahead.chairs[chair] = msgspec.structs.replace(state.chairs[chair], nonce=nonce)
    started, game = _begin(ahead)
    return CommandResult([opened, started], game)


def start_unopened(state: TableState) -> CommandResult:
    """Start a sealed game without the nonces that were not opened in time."""
    if state.sealed is None or state.status != "open":
        raise Refusal("already_started", "the game has started", state.version)
    started, game = _begin(copy.copy(state))
    return CommandResult([started], game)


def start(state: TableState, fill: str | None, is_bot: KnownBot) -> CommandResult:
    """Start the game: fill open chairs with bots, make the secret, and deal.

    Where nonces have to be opened first, the last one deals.
    """
    _check_open(state)
    if asked(state, range(len(state.chairs))):
        raise Refusal("seat_open", "not everybody has accepted the rematch", state.version)
    ahead = copy.copy(state)
    ahead.chairs = list(state.chairs)
    filled: list[log.LogEntry] = []
    for index, chair in enumerate(state.chairs):
        if chair.kind == "open":
            if fill is None:
                raise Refusal("seat_open", "a seat is still open", state.version)
            plan = SeatPlan(kind="bot", bot=fill)
            others = ahead.chairs[:index] + ahead.chairs[index + 1 :]
            ahead.chairs[index] = _bot_chair(plan, chair.colour, others, is_bot)
            filled.append(log.ChairPlanned(chair=index, plan=ahead.chairs[index]))
    secret = new_secret()
    sealed = log.Sealed(secret=secret.hex(), commitment=commitment(secret))
    if ahead.unopened():
        return CommandResult([*filled, sealed])
    seal(ahead, sealed)
    started, game = _begin(ahead)
    started.sealed = sealed
    return CommandResult([*filled, started], game)


def _begin(state: TableState) -> tuple[log.Started, Game]:
    chance = state.fair_chance()
    count = len(state.chairs)
    if state.branch is not None:
        return _begin_branch(state, chance)
    chosen = state.settings.first_player
    first = chance.draw([1] * count) if chosen is None else chosen
    state.order = [(first + step) % count for step in range(count)]
    before = chance.counter
    game = Game(state.setup(), chance)
    started = log.Started(
        order=state.order,
        rules_version=game.setup.options.version,
        events=list(game.events),
        draws=draws_of_deal(game.events, before),
        next_draw=chance.counter,
        drawn_first=chosen is None,
    )
    return started, game


def _begin_branch(state: TableState, chance: FairChance) -> tuple[log.Started, Game]:
    """Start a game played on: earlier events are copied, later chance is new."""
    assert state.branch is not None
    state.order = list(range(len(state.chairs)))
    game = Game(state.setup())
    for event in in_slices(state.branch["record"]["events"][: state.branch["after"]]):
        game.replay(read_event(event))
    started = log.Started(
        order=state.order,
        rules_version=game.setup.options.version,
        events=list(game.events),
        draws=[-1] * len(game.events),
        next_draw=0,
    )
    return started, game.copy(chance)


def plan_branch(
    record: dict[str, Any], source: str, request: PlayOn
) -> tuple[list[Chair], dict[str, Any]]:
    """Return the chairs of a game that goes on from an event of another, and its origin."""
    players, after = read_setup(record).players, request.after
    if request.seat >= len(players) or not len(players) < after < len(record["events"]):
        raise Refusal("bad_settings", "the game cannot go on from there")
    chairs: list[Chair] = []
    for index, player in enumerate(players):
        if index == request.seat:
            chair = Chair(
                kind="human",
                colour=player.colour,
                name=clean_name(request.name),
            )
            chair.nonce, chair.nonce_hash = _part(request.nonce, request.nonce_hash)
        else:
            chair = Chair(kind="bot", colour=player.colour, bot=request.bot)
        chairs.append(chair)
    for chair in chairs:
        chair.name = chair.name or free_bot_name(chairs)
    kept = {key: record[key] for key in ("format", "rules", "players", "tile_set", "market")}
    return chairs, {
        "source": source,
        "after": after,
        "record": {**kept, "events": record["events"][:after]},
    }


def _check_open(state: TableState) -> None:
    if state.status != "open":
        raise Refusal("already_started", "the game has started", state.version)
    if state.sealed is not None:
        raise Refusal("already_started", "the game is about to start", state.version)
