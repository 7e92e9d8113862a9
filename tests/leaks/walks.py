"""Many pairs of worlds from one game: two games that look alike, played event by event.

A `Pair` holds two games that a viewer cannot tell apart at its last event, so neither can they at
any event before. A walk lays both out some events earlier and plays them on side by side, while the
viewer is connected. After every event the hidden parts of both games as they are then make a pair:
all bytes that came over the viewer's open WebSocket are compared, then all that a new one gets
(welcome and refusals, or what was missed), and the answers to two of all HTTP calls in turn: views,
polling, records, replays, refused commands. Lengths at which both games are equal do not count.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from random import Random
from typing import Any

from strategies import a_random_move

from ilos.protocol import client
from ilos.rules.chance import SeededChance
from ilos.rules.game import Game
from ilos.server.tables.commands import CommandResult
from ilos.server.tables.move_path import Decide, perform
from ilos.server.tables.state import TableState
from ilos.store.log_entries import LogEntry, Played
from leaks.apps import MemorySocket, World, Worlds, connected, entries_of, token_of, two_tables
from leaks.test_two_worlds import (
    Viewer,
    by_catching_up,
    by_socket,
    first_difference,
    posting_calls,
    reading_calls,
    replaying_calls,
)
from leaks.worlds import Pair, Stocks, a_setup, another_world

STEPS = 12  # events of a walk


async def by_asking(world: World, viewer: Viewer) -> list[bytes]:
    """Odd moves, earlier versions and other seats, over a new line."""
    async with connected(world, viewer.table, viewer.tokens) as line:
        await line.say(
            *viewer.odd_moves(2),
            client.Resync(seen=viewer.some_version()),
            client.Look(seat=0),
            client.Say(id=f"say{viewer.version}", text="hello"),
        )
        return line.heard


async def by_two_calls(world: World, viewer: Viewer) -> list[Any]:
    """Two of all calls there are, the next two after the next event."""
    calls = [*reading_calls(viewer), *posting_calls(viewer), *replaying_calls(viewer)]
    first = 2 * viewer.version
    return [await world.ask(*calls[(first + more) % len(calls)]) for more in (0, 1)]


def long_pairs(seats: int, stocks: Stocks, seed: int) -> Iterator[Pair]:
    """Pairs at every twelfth event of one game after another, for every viewer."""
    setup = a_setup(seats, stocks)
    dealt = seats + 1
    number = 0
    while True:
        rng = Random(f"walk {seed} {seats} {stocks} {number}")
        number += 1
        game = Game(setup, SeededChance(rng.randrange(2**32)))
        while not game.is_over:
            if len(game.events) > dealt and (len(game.events) - dealt) % STEPS == 0:
                events = list(game.events)
                for viewer in [*range(seats), None]:
                    yield Pair(setup, viewer, events, another_world(setup, events, viewer, rng))
            game.play(a_random_move(setup, game.position, rng, rng.choice((0.0, 0.3))))


async def walk(worlds: Worlds, pair: Pair, name: str) -> int:
    """Plays the last events of a pair in both worlds; how many pairs were compared."""
    dealt = len(pair.setup.players) + 1
    start = max(dealt, len(pair.events) - STEPS)
    early = replace(pair, events=pair.events[:start], other=pair.other[:start])
    tables = await two_tables(worlds, early, name)
    logs = [entries_of(pair.setup, events, "listed") for events in (pair.events, pair.other)]
    compared = 0
    async with open_lines(worlds, pair, name) as lines:
        for length in range(start, len(pair.events) + 1):
            for table, log in zip(tables, logs, strict=True):
                if length > start:
                    await perform(table, _forced(log[length - dealt + 1]))
            if pair.events[:length] != pair.other[:length]:
                viewer = Viewer(pair, name, (tables[0].state, tables[1].state))
                await compare_now(worlds, viewer, lines, length == len(pair.events))
                compared += 1
    return compared


def _forced(entry: LogEntry) -> Decide:
    """A command with the outcome that the pair says."""

    def decide(state: TableState) -> CommandResult:
        assert isinstance(entry, Played)
        assert state.game is not None
        game = state.game.copy()
        game.replay(entry.event)
        return CommandResult([entry], game)

    return decide


@asynccontextmanager
async def open_lines(worlds: Worlds, pair: Pair, name: str) -> AsyncIterator[list[MemorySocket]]:
    """The viewer's WebSocket in each world."""
    tokens = [] if pair.viewer is None else [token_of(name, pair.viewer)]
    async with connected(worlds[0], name, tokens) as one, connected(worlds[1], name, tokens) as two:
        yield [one, two]


async def compare_now(
    worlds: Worlds, viewer: Viewer, lines: list[MemorySocket], is_last: bool
) -> None:
    """What was heard so far, and what is answered now; at the last event a move is made too."""
    for line in lines:
        await line.say()
    by_new_line = by_asking if viewer.version % 2 else by_catching_up
    answers: list[list[Any]] = []
    for world, line in zip(worlds, lines, strict=True):
        viewer.rng.seed(f"{viewer.table} {viewer.version}")
        answers.append([*line.heard, *await by_two_calls(world, viewer)])
        answers[-1] += await (by_socket if is_last else by_new_line)(world, viewer)
        line.heard.clear()
    where = f"viewer {viewer.seat}, table {viewer.table}, version {viewer.version}"
    assert answers[0] == answers[1], f"{where}: {first_difference(*answers)}"
