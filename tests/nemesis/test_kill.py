"""F-01: a server killed with SIGKILL in the middle of a move loses nothing it acknowledged."""

from random import Random

import pytest
from sizes import size
from websockets.exceptions import ConnectionClosed

from ilos.server.tables.fault_points import FAULT_POINTS, FaultPoint
from nemesis.checker import check
from nemesis.players import Seated, a_company
from nemesis.processes import ServerProcess, a_server

ROUNDS = size(4, 70)  # at each fault point, on each database
AT_RANDOM = size(6, 80)  # 6 × 4 + 6 on two databases are 60 rounds, nightly 1,000


async def play(people: list[Seated], address: str, moves: int) -> int:
    """So many moves, by the seat whose turn it is; all see each; how many were answered."""
    first, second = people
    answered = 0
    async with first.at(address), second.at(address):
        for one in people:
            await one.heard_something()
        while answered < moves:
            mover = next((one for one in people if one.pending or one.is_to_move()), None)
            assert mover is not None, "someone is always to move"
            sent = await mover.move()
            assert sent.outcome == "acknowledged", sent
            answered += 1
            assert sent.version is not None
            for one in people:
                await one.until(sent.version)
    return answered


async def play_until_killed(people: list[Seated], server: ServerProcess) -> None:
    """Plays on until the armed fault point is passed."""
    try:
        await play(people, server.address, moves=1000)
    except ConnectionClosed:
        for one in people:
            one.cut_off()
    assert await server.gone() == -9


@pytest.mark.parametrize("place", FAULT_POINTS)
async def test_a_server_killed_at_a_fault_point_loses_nothing(
    database_url: str, place: FaultPoint
) -> None:
    """I1–I5: killed at the point again and again, at the 1st, 2nd, 3rd … pass of a round."""
    async with a_server(database_url) as server:
        people = await a_company(server.address, 2, seed=1)
    for round_number in range(ROUNDS):
        async with a_server(database_url, {place: 1 + round_number % 5}) as server:
            await play_until_killed(people, server)
    async with a_server(database_url) as server:
        await play(people, server.address, moves=3)
    await check(database_url, people)
    assert all(sent.outcome == "acknowledged" for one in people for sent in one.history)


async def test_a_server_killed_at_any_moment_loses_nothing(database_url: str) -> None:
    """I1–I5: killed right after a move was sent, whatever the server is doing with it then."""
    rng = Random(7)
    async with a_server(database_url) as server:
        people = await a_company(server.address, 2, seed=2)
    for _ in range(AT_RANDOM):
        async with a_server(database_url) as server:
            await play(people, server.address, moves=rng.randint(1, 3))
            mover = next(one for one in people if one.is_to_move())
            async with mover.at(server.address):
                await mover.heard_something()
                await mover.send(mover.new_move())
                for _ in range(rng.randint(0, 3)):
                    await mover.line.socket.ping()
                server.kill()
            mover.cut_off()
            await server.gone()
    async with a_server(database_url) as server:
        await play(people, server.address, moves=3)
    await check(database_url, people)
