"""The arena on a real Ray cluster, started here (extra `ilos[ray]`)."""

from pathlib import Path

import pytest

from ilos.cli import main
from ilos.simulation.match import play_all
from ilos.simulation.on_ray import connect, play_all_on_ray
from ilos.simulation.schedule import Plan, matches
from ilos.simulation.standings import table_of

HERE = Path(__file__).parent

# Ray warns about its own future; one test at a time, since each starts a cluster.
pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.xdist_group("ray")]


def test_a_killed_worker_loses_no_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its games are played again, and the standings are those of a quiet run."""
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("PYTHONPATH", str(HERE), prepend=":")
    monkeypatch.setenv("ASSASSIN", str(tmp_path / "done"))
    monkeypatch.syspath_prepend(str(HERE))
    plan = Plan(("bad_bots:Assassin", "greedy"), games=8)
    far = list(play_all_on_ray(plan, matches(plan), connect("local")))
    assert (tmp_path / "done").exists()
    assert sorted(result["game"] for result in far) == sorted(m.id for m in matches(plan))
    assert all(result["forfeit"] is None for result in far)
    near = list(play_all(plan, matches(plan), jobs=1))
    assert [m.to_json() for m in table_of(plan, far).meetings] == [
        m.to_json() for m in table_of(plan, near).meetings
    ]


def test_a_cluster_that_is_not_there_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bad input: one line before anything is shown or written, exit code 2."""
    words = ["--bots", "greedy,random", "--games", "2", "--ray", "no/such/address"]
    assert main(["arena", *words, "--out", str(tmp_path / "out")]) == 2
    said = capsys.readouterr()
    assert "there is no Ray cluster at 'no/such/address'" in said.err
    assert len(said.err.splitlines()) == 1
    assert said.out == ""
    assert not list(tmp_path.iterdir())
