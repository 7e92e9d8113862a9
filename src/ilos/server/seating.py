"""Before the game: planning chairs, sitting down, getting up, starting; and games played on."""

import copy
import secrets
from collections.abc import Callable
from typing import Any

import msgspec

from ilos.protocol.game import Colour
from ilos.protocol.http import CreateTable, JoinTable, PlayOn
from ilos.protocol.tables import SeatPlan, TableSettings
from ilos.records.fair import FairChance, draws_of_deal
from ilos.records.record import read_setup
from ilos.rules.game import Game
from ilos.rules.names import COLOURS
from ilos.server.deeds import Decision
from ilos.server.names import folded, tidy_name, tidy_title
from ilos.server.refusal import Refusal
from ilos.server.state import TableState
from ilos.store import entries as log
from ilos.store.entries import Chair
from ilos.store.rows import Grant

KnownBot = Callable[[str], bool]
TILE_SETS = ("archipelago",)

# Bots are called after what swims and dives, people as they like; the same list is in the client.
BOT_NAMES = ("Marlin", "Nautilus", "Manta", "Otter", "Orca", "Barracuda", "Narwhal", "Pelican")


def plan_table(wish: CreateTable, is_bot: KnownBot) -> tuple[TableSettings, list[Chair]]:
    """The settings and chairs a new table begins with."""
    settings = msgspec.structs.replace(wish.settings, title=tidy_title(wish.settings.title))
    if settings.tile_set not in TILE_SETS:
        raise Refusal("unknown_tile_set", f"this server has only {', '.join(TILE_SETS)}")
    if settings.first_player is not None and settings.first_player >= len(wish.seats):
        raise Refusal("bad_settings", "the first player is not at the table")
    chairs: list[Chair] = []
    for plan in wish.seats:
        asked = [other.colour for other in wish.seats if other is not plan]
        chairs.append(_chair(plan, chairs, [c for c in asked if c], is_bot))
    nonce = wish.nonce
    for chair in chairs:
        if chair.kind == "human":
            chair.nonce, nonce = nonce, ""
            chair.together = True
    return settings, chairs


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
        raise Refusal("bad_name", "whoever sits down needs a name")
    return Chair(kind="human", colour=colour, name=free_name(plan.name, before))


def _bot_chair(plan: SeatPlan, colour: str, before: list[Chair], is_bot: KnownBot) -> Chair:
    bot = plan.bot or ""
    if not is_bot(bot):
        raise Refusal("unknown_bot", f"there is no bot {bot!r}")
    name = plan.name or a_bots_name(before)
    return Chair(kind="bot", colour=colour, name=free_name(name, before), bot=bot)


def a_bots_name(others: list[Chair]) -> str:
    """One of the bots' names that nobody at the table has; five seats, so one is free."""
    taken = {folded(chair.name) for chair in others if chair.name}
    return secrets.choice([name for name in BOT_NAMES if folded(name) not in taken])


def free_name(text: str, chairs: list[Chair]) -> str:
    """The name, tidied; refused if somebody at the table has one that looks like it."""
    name = tidy_name(text)
    if any(chair.name and folded(chair.name) == folded(name) for chair in chairs):
        raise Refusal("name_taken", f"somebody called {name} sits here already")
    return name


def take_chair(state: TableState, wish: JoinTable, token: str) -> Decision:
    """Sitting down; `token` is the hash of what opens the chair."""
    _check_open(state)
    free = [index for index, chair in enumerate(state.chairs) if chair.kind == "open"]
    if not free:
        raise Refusal("table_full", "every seat is taken", state.version)
    if wish.seat is not None and wish.seat not in free:
        raise Refusal("seat_taken", "this seat is taken", state.version)
    index = free[0] if wish.seat is None else wish.seat
    others = state.chairs[:index] + state.chairs[index + 1 :]
    colour = wish.colour or state.chairs[index].colour
    if any(chair.colour == colour and chair.kind != "open" for chair in others):
        raise Refusal("colour_taken", f"somebody has {colour} already", state.version)
    name = free_name(wish.name, others)
    taken = log.ChairTaken(chair=index, name=name, colour=colour, nonce=wish.nonce)
    entries = [taken, *_swapped_colour(state, index, colour)]
    return Decision(entries, grants=(Grant(token, index),))


def _swapped_colour(state: TableState, index: int, colour: str) -> list[log.AnyEntry]:
    """An open chair gives its colour to whoever wants it and takes theirs."""
    for other, chair in enumerate(state.chairs):
        if other != index and chair.colour == colour:
            swapped = Chair(kind="open", colour=state.chairs[index].colour)
            return [log.ChairPlanned(chair=other, plan=swapped)]
    return []


def free_chair(state: TableState, chair: int) -> Decision:
    """Getting up before the start."""
    _check_open(state)
    if chair >= len(state.chairs) or state.chairs[chair].kind != "human":
        raise Refusal("not_allowed", "nobody sits there", state.version)
    return Decision([log.ChairFreed(chair=chair)], revoked=(chair,))


def plan_chair(state: TableState, index: int, plan: SeatPlan, is_bot: KnownBot) -> Decision:
    """The host opens a chair or gives it to a bot."""
    _check_open(state)
    if index >= len(state.chairs) or state.chairs[index].kind == "human":
        raise Refusal("seat_taken", "somebody sits there", state.version)
    if plan.kind == "mine":
        raise Refusal("bad_settings", "to sit down yourself, join the table", state.version)
    others = state.chairs[:index] + state.chairs[index + 1 :]
    colour = plan.colour or state.chairs[index].colour
    kept = msgspec.structs.replace(plan, colour=colour)
    chair = _chair(kept, others, [], is_bot)
    return Decision([log.ChairPlanned(chair=index, plan=chair)])


def start(state: TableState, fill: str | None, is_bot: KnownBot) -> Decision:
    """The game begins: open chairs are filled with bots, the first player is found, cards dealt."""
    _check_open(state)
    ahead = copy.copy(state)
    ahead.chairs = list(state.chairs)
    filled: list[log.AnyEntry] = []
    for index, chair in enumerate(state.chairs):
        if chair.kind == "open":
            if fill is None:
                raise Refusal("seat_open", "a seat is still open", state.version)
            plan = SeatPlan(kind="bot", bot=fill)
            others = ahead.chairs[:index] + ahead.chairs[index + 1 :]
            ahead.chairs[index] = _bot_chair(plan, chair.colour, others, is_bot)
            filled.append(log.ChairPlanned(chair=index, plan=ahead.chairs[index]))
    started, game = _begin(ahead)
    return Decision([*filled, started], game)


def _begin(state: TableState) -> tuple[log.Started, Game]:
    chance = FairChance(state.secret, [chair.nonce for chair in state.chairs])
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
    """A game played on: what happened before is taken over, what comes is drawn anew."""
    assert state.branch is not None
    state.order = list(range(len(state.chairs)))
    game = Game(state.setup())
    for event in state.branch["record"]["events"][: state.branch["after"]]:
        game.replay(event)
    started = log.Started(
        order=state.order,
        rules_version=game.setup.options.version,
        events=list(game.events),
        draws=[-1] * len(game.events),
        next_draw=0,
    )
    return started, game.copy(chance)


def plan_branch(
    record: dict[str, Any], source: str, wish: PlayOn
) -> tuple[list[Chair], dict[str, Any]]:
    """The chairs of a game that goes on from an event of another, and what it goes on from."""
    players, after = read_setup(record).players, wish.after
    if wish.seat >= len(players) or not len(players) < after < len(record["events"]):
        raise Refusal("bad_settings", "the game cannot go on from there")
    chairs: list[Chair] = []
    for index, player in enumerate(players):
        if index == wish.seat:
            chair = Chair(
                kind="human", colour=player.colour, name=tidy_name(wish.name), nonce=wish.nonce
            )
        else:
            chair = Chair(kind="bot", colour=player.colour, bot=wish.bot)
        chairs.append(chair)
    for chair in chairs:
        chair.name = chair.name or a_bots_name(chairs)
    kept = {key: record[key] for key in ("format", "rules", "players", "tile_set", "market")}
    return chairs, {
        "source": source,
        "after": after,
        "record": {**kept, "events": record["events"][:after]},
    }


def _check_open(state: TableState) -> None:
    if state.status != "open":
        raise Refusal("already_started", "the game has started", state.version)
