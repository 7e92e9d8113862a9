"""H-12: spectators some moves behind get nothing newer, on any path and in any role.

Two games are the same up to a moment and differ after it. Anyone who may know only what was before
that moment must get the same bytes from both.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from strategies import a_random_move

from ilos.protocol import client, messages
from ilos.protocol.server import Said, Update
from ilos.rules.chance import SeededChance
from ilos.rules.game import Game
from ilos.rules.moves import to_builtins
from ilos.server.ops.admin import repair_table
from ilos.server.tables.spectator_delay import SpectatorDelay
from ilos.server.tables.state import TableState
from ilos.store.log_entries import Created, Played, Started, StoredEntry, Undone
from leaks.apps import MemorySocket, World, Worlds, connected, entries_of, host_token_of, token_of
from leaks.worlds import a_setup

SETUP = a_setup(2, "screened")
SEEN = 14  # moves that both games share
DELAY = 5

ON = {"after": 9, "seat": 0, "name": "Zoe", "bot": "random"}
ROLES = ("nobody", "invited", "host")


def a_game(shared: int, more: int, seed: int) -> Game:
    """A game that is the same for all seeds up to a moment, and goes on by its own luck."""
    game = Game(SETUP, SeededChance(8))
    rng = Random(8)
    for number in range(shared + more):
        if number == shared:
            rng = Random(seed)
            game = game.copy(SeededChance(seed))
        game.play(a_random_move(SETUP, game.position, rng))
    return game


async def two_games(worlds: Worlds, hidden: int, delay: int = DELAY) -> list[Game]:
    """The table `late` in both worlds, so many moves after the last common one."""
    games = [a_game(SEEN, hidden, seed) for seed in (1, 2)]
    for world, game in zip(worlds, games, strict=True):
        await world.lay_out("late", SETUP, game.events, "listed", delay)
        await repair_table(world.app.store, "late")  # the summary, as the last move left it
    return games


def tokens_of(role: str) -> list[str]:
    return {"nobody": [], "invited": ["codelate"], "host": [host_token_of("late")]}[role]


PATHS = (
    "/tables",
    "/tables/late",
    "/tables/late/state",
    "/tables/late/state?look=public",
    "/tables/late/updates?after=0",
    "/tables/late/updates?after=5",
    "/tables/late/updates?after=16",
    "/tables/late/updates?after=19",
    "/tables/late/record",
    "/tables/late/replay",
    "/tables/late/replay?viewer=public",
    "/tables/late/replay?viewer=all",
    "/tables/late/frames?after=10&count=50",
    "/tables/late/frames?after=20",
)


async def everything(world: World, role: str) -> list[Any]:
    """Every byte a role gets by asking."""
    tokens = tokens_of(role)
    token = tokens[0] if tokens else None
    answers: list[Any] = [await world.ask("GET", path, token) for path in PATHS]
    commands = [
        {"type": "submit_move", "id": "m", "version": 9, "move": {"type": "end_turn"}},
        {"type": "undo", "id": "u", "version": 9},
        {"type": "ask_hint", "id": "h"},
        {"type": "rematch", "id": "r"},
        {"type": "say", "id": f"say-{role}", "text": "hello"},
        {"type": "nonsense"},
    ]
    for command in commands:
        answers.append(await world.ask("POST", "/tables/late/commands", token, command))
    answers.append(await world.ask("POST", "/tables/late/play-on", token, ON))
    answers.append(await world.ask("POST", "/tables/late/join", token, {"name": "Zoe"}))
    for path, body in (
        ("start", {}),
        ("plan", {"seat": 0, "plan": {"kind": "open"}}),
        ("free", {"seat": 4}),
        ("leave", {}),
        ("token", {}),
    ):
        answers.append(await world.ask("POST", f"/tables/late/{path}", token, body))
    answers.append(await world.ask("POST", "/tables/find", None, {"code": "codelate"}))
    held = {"held": [{"table": "late", "token": host_token_of("late")}]}
    answers.append(await world.ask("POST", "/tables/mine", None, held))
    for seen in (None, 3, 16, 19, 1000):
        async with connected(world, "late", tokens, seen=seen) as line:
            await line.say(client.Resync(seen=7), client.Look(seat=None), client.Look(seat=0))
            answers.append(list(line.heard))
    return answers


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("hidden", [1, DELAY])
async def test_what_came_later_changes_no_byte(worlds: Worlds, role: str, hidden: int) -> None:
    """Lists, head, state, updates, record, replay, frames, refusals and sockets."""
    games = await two_games(worlds, hidden)
    assert games[0].events[: -hidden or None] == games[1].events[: -hidden or None]
    assert games[0].events[-1] != games[1].events[-1], "the games must differ, or nothing is tested"
    here, there = [await everything(world, role) for world in worlds]
    assert here == there


@pytest.mark.parametrize("role", ROLES)
async def test_no_refusal_tells_how_far_the_game_has_come(worlds: Worlds, role: str) -> None:
    """The number of moves played meanwhile tells something as well."""
    world = worlds[0]
    await world.lay_out("late", SETUP, a_game(SEEN, DELAY, 1).events, "listed", DELAY)
    now = (await world.app.tables.get("late")).state.version
    token = (*tokens_of(role), None)[0]
    calls: list[tuple[str, Any]] = [("start", {}), ("free", {"seat": 4}), ("leave", {})]
    calls += [("token", {}), ("plan", {"seat": 0, "plan": {"kind": "open"}})]
    calls += [("notifications", {}), ("play-on", ON), ("join", {"name": "Zoe"})]
    for path, body in calls:
        method = "PUT" if path == "notifications" else "POST"
        _, _, answer = await world.ask(method, f"/tables/late/{path}", token, body)
        told = msgspec.json.decode(answer)["version"]
        assert told is None or told < now, (path, told)


async def test_the_same_test_finds_a_table_without_delay(worlds: Worlds) -> None:
    """The test of the test: where spectators are not behind, the answers differ."""
    await two_games(worlds, DELAY, delay=0)
    here, there = [await everything(world, "invited") for world in worlds]
    assert here != there


async def play_on(world: World, game: Game, moves: int, seed: int) -> None:
    """Some more moves of those at the table; they themselves see everything at once."""
    rng = Random(seed)
    for number in range(moves):
        table = await world.app.tables.get("late")
        assert table.state.game is not None
        seat = table.state.to_move
        assert seat is not None
        move = to_builtins(a_random_move(SETUP, table.state.game.position, rng))
        version = table.state.version
        command = {"type": "submit_move", "id": f"m{number}", "version": version, "move": move}
        token = token_of("late", seat)
        _, _, answer = await world.ask("POST", "/tables/late/commands", token, command)
        assert msgspec.json.decode(answer)["version"] == version + 1, answer
        _, _, seen = await world.ask("GET", "/tables/late/state", token)
        assert msgspec.json.decode(seen)["version"] == version + 1
    del game


@pytest.mark.parametrize("role", ROLES)
async def test_moves_made_meanwhile_are_not_told_before_their_time(
    worlds: Worlds, role: str
) -> None:
    """Live: nothing of the last moves, nor of what the players say to each other."""
    games = await two_games(worlds, 1)
    heard: list[list[Any]] = []
    for world, game, seed in zip(worlds, games, (11, 12), strict=True):
        async with connected(world, "late", tokens_of(role)) as line:
            await play_on(world, game, DELAY - 1, seed)
            say = {"type": "say", "id": "c", "text": f"what a raid, {seed}"}
            await world.ask("POST", "/tables/late/commands", token_of("late", 0), say)
            react = {"type": "react", "id": "r", "reaction": "wow" if seed == 11 else "oops"}
            await world.ask("POST", "/tables/late/commands", token_of("late", 0), react)
            await line.say(client.Resync(), client.Resync(seen=10))
            heard.append(list(line.heard))
        heard[-1].append(await everything(world, role))
    assert heard[0] == heard[1]


def told(line: MemorySocket) -> list[Any]:
    return [messages.decode_server(text) for text in line.heard]


async def test_spectators_see_all_but_the_last_moves_and_then_the_end(worlds: Worlds) -> None:
    """One move is shown for every move made; when the game is broken off, all the rest."""
    world, (game, _) = worlds[0], await two_games(worlds, DELAY)
    async with connected(world, "late", ["codelate"]) as line:
        await line.say()
        assert len(msgspec.json.decode(told(line)[0].events)) == len(game.events) - DELAY
        await play_on(world, game, 2, 5)
        await line.say()
        updates = [one for one in told(line) if isinstance(one, Update)]
        assert [len(one.changes) for one in updates] == [1, 1]
        say = {"type": "say", "id": "c", "text": "hello"}
        await world.ask("POST", "/tables/late/commands", token_of("late", 0), say)
        path = "/tables/late/commands"
        end = {"type": "propose_end", "id": "e"}
        await world.ask("POST", path, token_of("late", 0), end)
        vote = {"type": "vote", "id": "v", "proposal": updates[-1].version + DELAY + 1}
        await world.ask("POST", path, token_of("late", 1), {**vote, "agree": True})
        await line.say()
        last = [one for one in told(line) if isinstance(one, Update)][-1]
        assert last.version == (await world.app.tables.get("late")).state.version
        assert len(last.changes) == DELAY + 3
        assert not [one for one in told(line) if isinstance(one, Said)]
    _, _, state = await world.ask("GET", "/tables/late/state", "codelate")
    assert [one["text"] for one in msgspec.json.decode(state)["chat"]] == ["hello"]


def versions_shown(entries: Sequence[Any], delay: int) -> list[int]:
    """The version that is shown after each entry."""
    state = TableState("t", bytes(32), "code")
    behind = SpectatorDelay(state, delay)
    shown = []
    for version, entry in enumerate(entries, 1):
        behind.take([StoredEntry(version, 0, None, entry)], "playing")
        shown.append(state.version)
    return shown


def test_moves_taken_back_do_not_bring_the_rest_forward() -> None:
    """Anyone who plays and takes back again and again shows spectators nothing of it."""
    events = a_game(6, 0, 0).events
    created, started, *played = entries_of(SETUP, events, "listed")
    assert isinstance(created, Created)
    assert isinstance(started, Started)
    last = played[-1]
    assert isinstance(last, Played)
    back = Undone(seat=last.seat, events=len(events) - 1)
    entries = [created, started, *played, back, last, back, last, back]
    shown = versions_shown(entries, 3)
    assert shown[:2] == [1, 2], "the table and the deal are seen at once"
    assert shown[2:8] == [2, 2, 2, 3, 4, 5]
    assert shown[8:] == [5] * 5
