"""The load tool plays real games and counts what it must count."""

import pytest
from playing import Running

from ilos.cli import main
from ilos.client.load import Figures, Load, LoadFailed


async def test_every_move_of_a_run_is_acknowledged_and_shown_to_all(server: Running) -> None:
    """None lost, none refused, and the log holds them all."""
    load = Load(server.address, tables=2, seats=3)
    figures = await load.run(seconds=1.0, rate=None)
    assert (figures.lost, figures.refused) == (0, 0)
    assert figures.moves == len(figures.delays) > 0
    stored = 0
    for table in server.app.tables.in_memory():
        log = await server.app.store.load(table.state.id)
        stored += sum(entry.command_id is not None for entry in log)
    assert stored == figures.moves


async def test_a_server_that_refuses_fails_the_run(server: Running) -> None:
    """Nothing is measured on a server that does not play along."""
    load = Load(server.address + "/nowhere", tables=1, seats=2)
    with pytest.raises(LoadFailed):
        await load.run(seconds=0.1, rate=10)


def test_figures_are_shares_of_all_moves() -> None:
    """The hundredth of a hundred is the maximum."""
    figures = Figures(moves=100, seconds=2.0, delays=[n / 1000 for n in range(1, 101)])
    found = figures.to_json()
    assert (found["moves_per_second"], found["p50_ms"], found["p99_ms"]) == (50.0, 51.0, 100.0)
    assert Figures().to_json()["p99_ms"] == 0.0


def test_only_servers_on_this_machine_are_loaded(capsys: pytest.CaptureFixture[str]) -> None:
    """It is a tool for one's own server."""
    assert main(["load", "--url", "https://ilos.example.org"]) == 2
    assert "on this machine" in capsys.readouterr().err
