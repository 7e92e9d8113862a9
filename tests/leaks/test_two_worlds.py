"""H-01, H-05, H-07, H-11: every byte a viewer gets is the same in two worlds that look alike.

Both worlds are asked the same questions in the same order on every path: welcome, catch-up,
updates, polling, records, replays, refused and legal moves, undo, hints, chat, lists.
"""

from random import Random
from typing import Any

import msgspec
import pytest
from sizes import size
from strategies import a_random_move

from ilos.protocol import client
from ilos.rules.errors import IllegalMove, NotAMove, TooLate
from ilos.rules.events import EndTurnEvent, reveals
from ilos.rules.game import Game
from ilos.rules.moves import EndTurn, Move, Mulligan, read_move, to_builtins
from ilos.server.tables import presenter
from ilos.server.tables.state import TableState
from ilos.views.render import render_views
from ilos.views.view import phase
from leaks.apps import MemorySocket, World, Worlds, connected, token_of, two_tables
from leaks.worlds import Pair, Stocks, pairs

PAIRS = size(125, 12_500)  # for each of 2–5 seats, stocks screened and open: 1,000, nightly 100,000

Json = dict[str, Any]


class Viewer:
    """Someone who looks at both worlds of a pair, and asks the same in both."""

    def __init__(self, pair: Pair, name: str, states: tuple[TableState, TableState]) -> None:
        self.pair = pair
        self.table = name
        self.seat = pair.viewer
        self.rng = Random(name)
        self.token = None if pair.viewer is None else token_of(name, pair.viewer)
        self.tokens = [] if self.token is None else [self.token]
        self.version = states[0].version
        here, there = (state.game.copy() for state in states if state.game is not None)
        self.games = here, there  # as they are before anything is asked

    def some_version(self) -> int:
        return self.rng.randint(1, self.version)

    def odd_moves(self, count: int) -> list[bytes]:
        """Moves as someone may try them: of other moments, of other seats, broken ones (H-05).

        No mulligan before its turn: it is kept until then, and shows the viewer cards of their own.
        """
        game = self.games[0]
        found: list[bytes] = []
        while len(found) < count:
            event = self.rng.choice(game.events[len(game.setup.players) + 1 :] or game.events)
            move = {k: v for k, v in to_builtins(event).items() if k not in HIDDEN and k != "seat"}
            if move.get("explored"):
                move["explored"] = {k: v for k, v in move["explored"].items() if k != "revealed"}
            if self.rng.random() < 0.7:
                _spoil(move, self.rng)
            is_early = move.get("type") == "mulligan" and phase(game.position) == "mulligan"
            if not is_early and not any(_is_legal(game, move) for game in self.games):
                found.append(_submit(f"odd{len(found)}", self.version, move))
        return found


def _is_legal(game: Game, move: Json) -> bool:
    """A legal one might show something new, so it is not asked here."""
    try:
        game.copy(_First()).play(read_move(move))
    except (NotAMove, IllegalMove, TooLate):
        return False
    return True


HIDDEN = {"drawn", "taken", "produced", "revealed", "cards", "exploration"}


def _spoil(move: Json, rng: Random) -> None:
    """Another card, place or number in it."""
    cards = ("ship", "plantation", "gold_mine", "building", "ruins", "market")
    key = rng.choice(list(move))
    if key in ("paid", "discarded"):
        move[key] = [rng.choice(cards) for _ in range(rng.randint(0, 6))]
    elif key in ("site", "to") and isinstance(move[key], dict):
        move[key] = {**move[key], "tile": f"T{rng.randint(0, 25):02}"}
    else:
        move[key] = rng.choice((None, 7, "ebony", [], {"tile": "T01", "part": 0}))


def _submit(name: str, version: int, move: Any) -> bytes:
    return msgspec.json.encode(
        {"type": "submit_move", "id": name, "version": version, "move": move}
    )


# ---- what is asked ---------------------------------------------------------------------


async def by_socket(world: World, viewer: Viewer) -> list[bytes]:
    """Welcome, odd moves, undo, chat, questions, and a real move, over one line."""
    async with connected(world, viewer.table, viewer.tokens) as line:
        await line.say(
            *viewer.odd_moves(3),
            client.Resync(seen=viewer.some_version()),
            client.Look(seat=None),
            client.Look(seat=0),
            client.Undo(id="undo", version=viewer.version),
            client.Undo(id="turn", version=viewer.version, whole_turn=True),
            client.Say(id="say", text="hello"),
            client.React(id="react", reaction="hello"),
        )
        await someone_moves(world, viewer, line)
        return line.heard


async def someone_moves(world: World, viewer: Viewer, line: MemorySocket) -> None:
    """A move that shows the viewer nothing new; the line is told what the viewer may know of it."""
    state = (await world.app.tables.get(viewer.table)).state
    move, mover = quiet_move(viewer)
    if move is None or mover is None:
        return
    command = _submit("quiet", state.version, to_builtins(move))
    if mover == viewer.seat:
        await line.say(command, client.Undo(id="back", version=state.version + 1))
        return
    token = token_of(viewer.table, mover)
    path = f"/tables/{viewer.table}/commands"
    _, _, answer = await world.ask("POST", path, token, msgspec.json.decode(command))
    assert b"acknowledged" in answer, answer
    await line.say()


def quiet_move(viewer: Viewer) -> tuple[Move | None, int | None]:
    """A move of the seat to move, by which the viewer learns nothing; the same in both worlds."""
    here, there = viewer.games
    mover = here.pending.seat
    if mover is None:
        return None, None
    rng = Random(viewer.table)
    options: list[Move] = [Mulligan(()), EndTurn()]
    if mover == viewer.seat:
        options = [a_random_move(here.setup, here.position, rng) for _ in range(3)]
    for move in options:
        if all(_is_quiet(game, move, viewer) for game in (here, there)):
            return move, mover
    return None, mover


def _is_quiet(game: Game, move: Move, viewer: Viewer) -> bool:
    if move not in game.legal_moves:
        return False
    ahead = game.copy(_First())
    event = ahead.play(move)
    if ahead.is_over:
        return False  # the screens go up
    if event.seat == viewer.seat:
        return not reveals(event)
    taken = event.taken if isinstance(event, EndTurnEvent) else ()
    victims = {entry.seat for entry in taken}
    return viewer.seat not in victims


class _First:
    """The first thing that can happen, for looking ahead."""

    def draw(self, weights: Any) -> int:
        return next(index for index, weight in enumerate(weights) if weight)


async def by_catching_up(world: World, viewer: Viewer) -> list[bytes]:
    """A line that comes back after some missed versions."""
    async with connected(world, viewer.table, viewer.tokens, seen=viewer.some_version()) as line:
        return line.heard


Call = tuple[str, str, str | None, Any]  # method, path, token, body


async def by_http(world: World, viewer: Viewer) -> list[Any]:
    """Views, polling, records, replays, lists and refused calls."""
    return [await world.ask(*call) for call in reading_calls(viewer)]


def reading_calls(viewer: Viewer) -> list[Call]:
    table, events = f"/tables/{viewer.table}", len(viewer.games[0].events)
    after = viewer.rng.randint(1, events)
    other = viewer.rng.randrange(5)
    paths = (
        table,
        f"{table}/state",
        f"{table}/state?look=public",
        f"{table}/state?look={other}",
        f"{table}/updates?after={viewer.some_version()}",
        f"{table}/record",
        f"{table}/replay?viewer={other}",
        f"{table}/replay?viewer=all",
        f"{table}/frames?after={after}&count=2",
        f"{table}/frames?after={after}&viewer={other}",
        "/tables",
    )
    return [("GET", path, viewer.token, None) for path in paths]


async def by_replaying(world: World, viewer: Viewer) -> list[Any]:
    """The whole game so far, with its timeline."""
    return [await world.ask(*call) for call in replaying_calls(viewer)]


def replaying_calls(viewer: Viewer) -> list[Call]:
    table = f"/tables/{viewer.table}"
    paths = (f"{table}/replay", f"{table}/replay?viewer=public")
    return [("GET", path, viewer.token, None) for path in paths]


async def by_commands(world: World, viewer: Viewer) -> list[Any]:
    """Everything a viewer may post, most of it refused."""
    return [await world.ask(*call) for call in posting_calls(viewer)]


def posting_calls(viewer: Viewer) -> list[Call]:
    table, version = f"/tables/{viewer.table}", viewer.version
    commands: list[Json] = [msgspec.json.decode(odd) for odd in viewer.odd_moves(2)]
    commands += [
        {"type": "propose_undo", "id": "p", "version": version, "events": viewer.some_version()},
        {"type": "vote", "id": "v", "proposal": version, "agree": False},
        {"type": "return", "id": "r"},
        {"type": "rematch", "id": "m"},
        {"type": "mute", "seat": 1, "muted": True},
    ]
    calls: list[Call] = [("POST", f"{table}/commands", viewer.token, one) for one in commands]
    held = {"held": [{"table": viewer.table, "token": viewer.token or "none"}]}
    on = {"after": 9, "seat": 0, "name": "Zoe", "bot": "greedy"}
    return [
        *calls,
        ("POST", "/tables/mine", None, held),
        ("POST", f"{table}/play-on", viewer.token, on),
    ]


PATHS = (by_catching_up, by_socket, by_http, by_replaying, by_commands)


async def compare(worlds: Worlds, pair: Pair, name: str, number: int) -> None:
    """Asks both worlds; the socket and the catch-up always, the other paths in turn."""
    tables = await two_tables(worlds, pair, name)
    for index, path in enumerate(PATHS):
        if path in (by_http, by_replaying, by_commands) and number % 3 != index % 3:
            continue
        viewer = Viewer(pair, name, (tables[0].state, tables[1].state))
        heard = []
        for world in worlds:
            viewer.rng.seed(f"{name} {path.__name__}")
            heard.append(await path(world, viewer))
        where = f"{path.__name__}, viewer {pair.viewer}, table {name}"
        assert heard[0] == heard[1], f"{where}: {first_difference(*heard)}"


def first_difference(here: list[Any], there: list[Any]) -> str:
    """The beginnings of the first two answers that differ."""
    both = zip(here, there, strict=False)
    differing = next(((one, other) for one, other in both if one != other), (here, there))
    return " / ".join(repr(answer)[:500] for answer in differing)


# ---- the tests -------------------------------------------------------------------------


@pytest.mark.parametrize("stocks", ["screened", "open"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
async def test_every_byte_is_the_same_in_two_worlds(
    worlds: Worlds, seats: int, stocks: Stocks
) -> None:
    """H-01: pairs of whole games, on every path, for every seat and for spectators."""
    differ = 0
    for number, pair in enumerate(pairs(seats, stocks, PAIRS)):
        await compare(worlds, pair, f"{stocks}{seats}x{number}", number)
        differ += pair.differ
    assert differ > PAIRS * 0.6, "the worlds must differ, or nothing is tested"


@pytest.mark.parametrize("hole", ["events", "view"])
async def test_a_hole_would_be_found(
    worlds: Worlds, hole: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test of the test: a server that masks nothing does not pass."""
    if hole == "events":
        monkeypatch.setattr(presenter, "mask_event", lambda event, _seat: event)
    else:
        look = render_views
        wrong = {None: None, 0: 1, 1: 2, 2: 0}
        monkeypatch.setattr(
            presenter,
            "render_views",
            lambda game, seats: {seat: look(game, [wrong[seat]])[wrong[seat]] for seat in seats},
        )
    found = 0
    for number, pair in enumerate(pairs(3, "screened", 6)):
        try:
            await compare(worlds, pair, f"hole{number}", number)
        except AssertionError:
            found += 1
    assert found > 0
