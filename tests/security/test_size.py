"""A-21: lists come in pages, and the largest game passes through every call."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from leaks.apps import World, connected, open_world, token_of
from leaks.worlds import a_setup
from strategies import a_random_move

from ilos.protocol import messages
from ilos.protocol.server import Welcome
from ilos.rules.chance import SeededChance
from ilos.rules.game import Game
from ilos.rules.moves import EndTurn
from ilos.server.tables.replays import MAX_FRAMES
from ilos.server.transport.routes import ROUTES
from ilos.store.rows import ChatRow

Json = dict[str, Any]


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """An app in memory."""
    made = await open_world(tmp_path, "app")
    yield made
    await made.close()


def a_long_game(rounds: int) -> Game:
    """Five seats who do much and then wait for each other, up to the last round."""
    setup = a_setup(5, "open", rounds)
    game, rng = Game(setup, SeededChance(3)), Random(3)
    while game.round < rounds:
        busy = len(game.events) < 150
        game.play(a_random_move(setup, game.position, rng, 0.3) if busy else EndTurn())
    return game


async def a_large_table(world: World, rounds: int = 100) -> Game:
    """The table `large`, with a long game and much talk."""
    game = a_long_game(rounds)
    await world.lay_out("large", game.setup, game.events)
    for number in range(150):
        line = ChatRow(0, 0, "Ana", "x" * 300, "players", 5)
        await world.app.store.say("large", f"d{number}", line)
    return game


def paths() -> list[str]:
    """Every call about a table that only asks."""
    asking = [one for one in ROUTES if one.method == "GET" and "{table}" in one.path]
    found = [one.path.replace("{table}", "large") for one in asking]
    return [path if not path.endswith("frames") else f"{path}?count=1000&after=6" for path in found]


async def test_the_largest_game_passes_through_every_call(world: World) -> None:
    """Answered whole, with the last hundred lines of chat and at most fifty frames."""
    game = await a_large_table(world)
    assert len(game.events) > 500
    answers: dict[str, Json] = {}
    for path in paths():
        status, _, body = await world.ask("GET", path, token_of("large", 0))
        assert status == 200, (path, body[:200])
        answers[path] = msgspec.json.decode(body)
    assert len(answers["/tables/large/state"]["events"]) == len(game.events)
    assert len(answers["/tables/large/state"]["chat"]) == 100
    assert len(answers["/tables/large/replay"]["events"]) == len(game.events)
    (frames,) = (answers[path] for path in answers if "frames" in path)
    assert len(frames["frames"]) == MAX_FRAMES
    async with connected(world, "large", [token_of("large", 0)], seen=1) as line:
        assert len(line.heard[0]) > 10_000
    async with connected(world, "large", [token_of("large", 0)]) as line:
        assert isinstance(messages.decode_server(line.heard[0]), Welcome)


async def test_lists_come_in_pages(world: World) -> None:
    """Fifty tables at a time, and no more than a hundred tokens in one proposal."""
    game = a_long_game(1)
    for number in range(120):
        await world.lay_out(f"t{number:03}", game.setup, game.events)
    found: list[str] = []
    sizes, following = [], ""
    while True:
        _, _, body = await world.ask("GET", f"/tables{following}", None)
        page = msgspec.json.decode(body)
        sizes.append(len(page["tables"]))
        found += [one["id"] for one in page["tables"]]
        if page["next"] is None:
            break
        following = f"?before={page['next']}"
    assert sizes == [50, 50, 20]
    assert len(set(found)) == 120, "all were made in the same millisecond"
    for before in ("x", "5", "-t", "5-", "5-'--", "9" * 20 + "-t", "٣-t"):
        status, _, _ = await world.ask("GET", f"/tables?before={before}", None)
        assert status == 400, before
    held = [{"table": f"t{n:03}", "token": token_of(f"t{n:03}", 0)} for n in range(101)]
    status, _, body = await world.ask("POST", "/tables/mine", None, {"held": held[:100]})
    assert (status, len(msgspec.json.decode(body)["tables"])) == (200, 100)
    assert (await world.ask("POST", "/tables/mine", None, {"held": held}))[0] == 400
