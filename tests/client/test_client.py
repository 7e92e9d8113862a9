"""The client library: outside programs know what people know, and play like them."""

import asyncio
import inspect
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from nemesis.proxy import a_proxy
from playing import Running, running
from strategies import a_setup_of_any_sort, amount, plays

from ilos.client import (
    AsyncClient,
    AsyncConnection,
    Client,
    Connection,
    RequestRefused,
    Seated,
    SeatPlan,
    Session,
    TableSettings,
    VersionGap,
    legal_moves,
    random_move,
)
from ilos.protocol.server import Update, Welcome
from ilos.records.record import setup_data
from ilos.rules.moves import EndTurn, Move
from ilos.views import view

SHORT = TableSettings(max_rounds=2, first_player=0)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Running]:
    """A server on a SQLite file of its own."""
    async with running(f"sqlite:///{tmp_path}/ilos.sqlite") as found:
        yield found


def first_move(session: Session) -> Move:
    """The hand is kept; the rest is drawn by lot."""
    assert session.choices is not None
    return random_move(session.choices, Random(session.version))


async def first_move_later(session: Session) -> Move:
    return first_move(session)


@pytest.mark.parametrize("seed", range(amount(6)))
def test_the_moves_of_the_choices_are_the_legal_moves(seed: int) -> None:
    """No two alike, none missing, and each of them legal."""
    compared = 0
    for game in plays(a_setup_of_any_sort(Random(seed), max_rounds=3), seed):
        seen = view(game, game.pending.seat)
        choices = seen.choices()
        if choices is None:
            continue
        found = list(legal_moves(choices, seen.data, setup_data(game.setup)))
        assert len(set(found)) == len(found) >= len(game.legal_moves)
        assert Random(seed).choice(found) in game.legal_moves
        assert random_move(choices, Random(seed)) in game.legal_moves
        compared += 1
    assert compared > 4


async def test_a_program_joins_by_code_and_plays_to_the_end(server: Running) -> None:
    async with AsyncClient(server.address) as host, AsyncClient(server.address) as guest:
        seats = [SeatPlan(kind="mine", name="Ana"), SeatPlan(kind="open")]
        made = await host.create_table(seats, SHORT)
        assert made.table.code is not None
        seat = await guest.join(made.table.code, "Robot")
        mine = Seated(table=made.table, key=made.keys[0])
        await host.start(made.table.id, made.host)
        both = await asyncio.gather(
            host.play(mine, first_move_later), guest.play(seat, first_move_later)
        )
        record = await host.record(made.table.id, made.host)
    for session in both:
        assert session.is_over
        assert len(session.events) == len(record["events"])
        assert session.table is not None
        assert session.table.result is not None


async def test_the_blocking_client_plays_the_same_way(server: Running) -> None:
    def play_alone() -> Session:
        with Client(server.address) as client:
            seats = [SeatPlan(kind="mine", name="Ana"), SeatPlan(kind="bot", bot="random")]
            made = client.create_table(seats, SHORT, start=True)
            assert client.server().bots
            assert client.tables().tables == []
            with client.connect(made.table.id, made.keys[0].token) as connection:
                assert connection.receive_until(Welcome).seats == [0]
                while connection.wait_for_turn():
                    connection.play(first_move(connection.session))
            return client.play(Seated(table=made.table, key=made.keys[0]), first_move)

    assert (await asyncio.to_thread(play_alone)).is_over


async def test_an_address_that_is_none_or_does_not_answer_is_named() -> None:
    """What is wrong, where, what to do; not what the HTTP library met."""
    for wrong in ("127.0.0.1:8765", "", None):
        for client in (Client, AsyncClient):
            with pytest.raises(ValueError, match="is not an address such as http"):
                client(wrong)  # type: ignore[arg-type]
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # not listening
        address = f"http://127.0.0.1:{taken.getsockname()[1]}"
        said = f"{address} does not answer .*ilos serve"
        with pytest.raises(ConnectionError, match=said):
            Client(address).server()
        with pytest.raises(ConnectionError, match=said):
            await AsyncClient(address).server()


async def test_a_refusal_says_why(server: Running) -> None:
    async with AsyncClient(server.address) as client:
        with pytest.raises(RequestRefused) as wrong:
            await client.join("zzzzzz", "Robot")
        assert wrong.value.code == "unknown_code"
        made = await client.create_table([SeatPlan(kind="mine", name=n) for n in ("A", "B")], SHORT)
        await client.start(made.table.id, made.host)
        async with client.connect(made.table.id, made.keys[0].token) as connection:
            assert await connection.wait_for_turn()
            with pytest.raises(RequestRefused) as illegal:
                await connection.play(EndTurn())
        assert (illegal.value.code, illegal.value.rule) == ("illegal_move", "3")
        wrong_seat = Seated(
            table=made.table, key=msgspec.structs.replace(made.keys[0], token="a-wrong-token")
        )
        with pytest.raises(RequestRefused):
            await client.play(wrong_seat, first_move_later)


async def test_a_program_plays_on_when_its_connection_is_cut(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every move is chosen, the line is cut, and it is sent on the next connection: once."""
    monkeypatch.setattr("ilos.client.retry.FIRST_WAIT", 0.0)
    made = await server.table("mine", "random", max_rounds=2)
    async with a_proxy(server.address) as proxy, AsyncClient(proxy.address) as client:
        server.app.settings.origins.append(proxy.address)

        async def choose(session: Session) -> Move:
            proxy.cut()
            return first_move(session)

        seat = Seated(table=made.table, key=made.keys[0])
        session = await client.play(seat, choose)
    assert session.is_over
    log = await server.app.store.load(made.table.id)
    commands = [entry.command_id for entry in log if entry.command_id]
    assert len(commands) == len(set(commands)) > 2


def test_a_gap_is_noticed() -> None:
    """The next connection asks for everything."""
    session = Session()
    session.seen = 3
    late = Update(version=5, changes=[], table=None, player_view=None, clocks=None, proposals=[])
    with pytest.raises(VersionGap, match="version 3 is followed by 6"):
        session.receive(late)
    assert session.hello(()).seen is None


@pytest.mark.parametrize("pair", [(Client, AsyncClient), (Connection, AsyncConnection)])
def test_both_clients_have_the_same_methods(pair: tuple[type, type]) -> None:
    """A program changes from one to the other by adding `await`."""
    blocking, later = (
        {
            name: [p for p in inspect.signature(method).parameters if p != "timeout"]
            for name, method in inspect.getmembers(kind, inspect.isfunction)
            if not name.startswith("_")
        }
        for kind in pair
    )
    assert blocking == later


def test_nothing_of_the_server_is_imported() -> None:
    code = "import sys, ilos.client; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "ilos.client" in loaded
    assert not [name for name in loaded if name.startswith(("ilos.server", "ilos.store"))]
