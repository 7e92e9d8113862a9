"""The arena: fair schedules, honest numbers, forfeits, and going on after an interruption."""

import json
import sys
import time
from pathlib import Path

import pytest

from ilos.cli import main
from ilos.rules.game import Game
from ilos.simulation.arena import Arena, ArenaError
from ilos.simulation.common_chance import CommonChance
from ilos.simulation.playing import forfeited, play_match, setup_of
from ilos.simulation.report import price_paths
from ilos.simulation.schedule import Plan, count, matches, pairings
from ilos.simulation.standings import interval, table_of
from ilos.simulation.workers import Limits, play_all

HERE = Path(__file__).parent


def quick(plan: Plan) -> list[dict]:
    """All games of a plan, in this process."""
    return [play_match(plan, match, time.perf_counter, lambda _: None) for match in matches(plan)]


def test_every_bot_sits_in_every_seat_on_the_same_deals():
    """Common random numbers: a deal is played once in each rotation of the seats."""
    plan = Plan(("a", "b", "c"), players=3, games=6)
    deals: dict[int, set] = {}
    for match in matches(plan):
        deals.setdefault(match.seed, set()).add(match.seats)
    assert len(deals) == 2
    for seats in deals.values():
        assert seats == {("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")}


def test_all_pairings_play_the_same_deals():
    """So that luck with the deal cancels out of every comparison."""
    plan = Plan(("a", "b", "c"), games=8)
    deals = [{m.seed for m in matches(plan) if m.pairing == number} for number in range(3)]
    assert deals[0] == deals[1] == deals[2]


def test_a_gauntlet_is_the_first_bot_against_a_table_of_each_other():
    """Issue 3.3: one against three."""
    plan = Plan(("a", "b", "c"), players=4, format="gauntlet")
    assert pairings(plan) == [("a", "b", "b", "b"), ("a", "c", "c", "c")]
    assert count(plan) == len(list(matches(plan))) == 200


def test_the_same_deal_begins_alike_for_all():
    """The same first hands and tiles, whoever sits there."""
    plan = Plan(("greedy", "random"), games=2)
    first, second = list(matches(plan))
    deals = [Game(setup_of(plan, m), CommonChance(m.seed)).events for m in (first, second)]
    assert first.seats != second.seats
    assert deals[0] == deals[1]


def test_the_same_plan_gives_the_same_results():
    """Everything but the seconds is reproducible from the seed."""
    plan = Plan(("greedy", "skilled"), games=2, simulations=10)
    timed = ("seconds", "slowest")
    runs = [[{k: v for k, v in r.items() if k not in timed} for r in quick(plan)] for _ in range(2)]
    assert runs[0] == runs[1]


def test_wins_are_counted_for_the_bot_and_not_for_the_seat():
    """Points follow the bot through the rotations."""
    plan = Plan(("greedy", "random"), games=10)
    table = table_of(plan, quick(plan))
    assert table.meetings[0].won >= 9
    assert [standing.bot for standing in table.ranked()] == ["greedy", "random"]
    assert sum(s.won for s in table.standings.values()) == pytest.approx(10)


def test_standings_do_not_depend_on_the_order_in_which_games_finish():
    """Ratings are computed in the order of the plan."""
    plan = Plan(("greedy", "random"), games=6)
    results = quick(plan)
    assert table_of(plan, results).to_json() == table_of(plan, results[::-1]).to_json()


def test_an_interval_holds_the_share_and_shrinks_with_more_games():
    """95 %, by Wilson."""
    few, many = interval(6, 10), interval(600, 1000)
    assert few[0] < 0.6 < few[1]
    assert many[1] - many[0] < few[1] - few[0]
    assert interval(10, 10)[1] == 1.0
    assert interval(0, 0) == (0.0, 1.0)


def test_a_forfeit_costs_the_game_and_names_the_bot():
    """Issue 3.8: the others share the win."""
    plan = Plan(("a", "b"), players=3, games=3)
    result = forfeited(next(matches(plan)), 0, "raised an eyebrow")
    assert result["forfeit"] == {"seat": 0, "bot": "a", "why": "raised an eyebrow"}
    assert result["points"] == [0.0, 0.5, 0.5]


@pytest.mark.parametrize(
    "name,why",
    [
        ("Raising", "raised RuntimeError: I have lost my map"),
        ("Leaving", "raised SystemExit"),
        ("Hanging", "made no move within"),
        ("Dying", "its process died twice"),
        ("Babbling", "which is not a move"),
        ("Foul", "played an illegal move"),
        ("Greedier", "needs too much memory"),
        ("Unborn", "cannot be made"),
        ("Nobody", "cannot be loaded"),
    ],
)
def test_a_bot_that_misbehaves_forfeits_and_the_arena_goes_on(name, why, monkeypatch):
    """Issue 3.8: raises, hangs, returns nonsense, needs too much memory."""
    monkeypatch.setenv("PYTHONPATH", str(HERE))
    monkeypatch.syspath_prepend(str(HERE))
    bad = f"bad_bots:{name}"
    plan = Plan((bad, "greedy"), games=2)
    limits = Limits(patience=4.0 if name == "Hanging" else 120.0, memory=1024)
    results = list(play_all(plan, matches(plan), jobs=1, limits=limits))
    assert len(results) == 2
    for result in results:
        assert result["forfeit"]["bot"] == bad
        assert why in result["forfeit"]["why"]


def test_an_interrupted_arena_goes_on_where_it_was(tmp_path):
    """Issue 3.5: no game is lost or played twice, even if the last line was cut."""
    plan = Plan(("greedy", "random"), games=6)
    results = quick(plan)
    whole = Arena(plan, tmp_path / "whole").collect(iter(results))
    begun = Arena(plan, tmp_path / "cut")
    begun.collect(iter(results[:3]))
    with (tmp_path / "cut" / "games.jsonl").open("a") as file:
        file.write('{"game": "0.1')
    resumed = Arena(plan, tmp_path / "cut")
    assert [match.id for match in resumed.missing()] == [r["game"] for r in results[3:]]
    table = resumed.collect(iter(results[3:]))
    assert table.to_json() == whole.to_json()
    assert len((tmp_path / "cut" / "games.jsonl").read_text().splitlines()) == 7


def test_another_plan_is_not_mixed_into_old_results(tmp_path):
    """A folder belongs to one plan."""
    Arena(Plan(("greedy", "random"), games=2), tmp_path)
    with pytest.raises(ArenaError, match="another arena"):
        Arena(Plan(("greedy", "random"), games=4), tmp_path)


def test_the_report_is_one_file_that_needs_nothing_else(tmp_path):
    """Issue 3.5: ratings, scores, length, seats, actions, prices."""
    plan = Plan(("greedy", "random"), games=4)
    Arena(plan, tmp_path).collect(iter(quick(plan)))
    page = (tmp_path / "report.html").read_text()
    for word in ("Ratings", "Scores", "Length", "Share of wins by", "Use of each action", "Prices"):
        assert f"<h2>{word}" in page
    assert "http" not in page
    assert "<script" not in page


def test_standings_do_not_depend_on_the_order_in_which_games_come_in(tmp_path):
    """Issue 3.5: ratings follow the plan, whichever worker was quicker."""
    plan = Plan(("greedy", "random"), games=6)
    results = list(quick(plan))
    forth = Arena(plan, tmp_path / "forth").collect(iter(results))
    back = Arena(plan, tmp_path / "back").collect(iter(results[::-1]))
    assert forth.to_json() == back.to_json()
    pages = [(tmp_path / name / "report.html").read_text() for name in ("forth", "back")]
    assert pages[0] == pages[1]


def test_a_price_that_has_risen_never_falls_in_the_report():
    """RULES 4.4: games that are over keep their last prices in the mean."""
    long, short = {"prices": [[0] * 4, [1] * 4, [1] * 4]}, {"prices": [[4] * 4]}
    assert price_paths([long, short])["ebony"] == [(1.0, 2.0), (2.0, 2.5), (3.0, 2.5)]


def test_names_of_bots_cannot_break_the_report(tmp_path):
    """Text from outside is escaped."""
    plan = Plan(("greedy?<b>", "random"), games=2)
    Arena(plan, tmp_path).collect(iter(quick(plan)))
    assert "<b>" not in (tmp_path / "report.html").read_text()


def test_the_command_prints_standings_as_json(tmp_path, capsys):
    """`ilos arena --json`."""
    words = ["--bots", "greedy,random", "--games", "2", "--jobs", "1", "--json"]
    code = main(["arena", *words, "--out", str(tmp_path / "out")])
    found = json.loads(capsys.readouterr().out)
    assert code == 0
    assert found["pairings"][0]["games"] == 2
    assert (tmp_path / "out" / "standings.csv").exists()


def test_a_bot_may_lie_in_a_file_of_this_folder(tmp_path, capsys, monkeypatch):
    """Issue 3.1: module:Class on the command line."""
    source = "from ilos.bots.greedy import GreedyBot\nclass Mine(GreedyBot):\n    pass\n"
    (tmp_path / "a_bot_of_mine.py").write_text(source)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", list(sys.path))
    words = ["--bots", "a_bot_of_mine:Mine,random", "--games", "2", "--jobs", "1", "--json"]
    assert main(["arena", *words, "--out", "out"]) == 0
    assert json.loads(capsys.readouterr().out)["standings"][0]["forfeits"] == 0


@pytest.mark.parametrize(
    "words,said",
    [
        (["--bots", "greedy"], "at least two bots"),
        (["--bots", "greedy,hero"], "there is no bot 'hero'"),
        (["--bots", "greedy,random", "--players", "6"], "from 2 to 5"),
        (["--bots", "greedy,random", "--games", "0"], "from 1 up"),
        (["--bots", "greedy,random", "--seconds", "0"], "too few"),
        (["--bots", "greedy,random", "--share", "0"], "makes no sense"),
    ],
)
def test_bad_options_are_refused_in_one_line(words, said, tmp_path, capsys, monkeypatch):
    """Exit code 2, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    assert main(["arena", *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert len(error.splitlines()) == 1
    assert not list(tmp_path.iterdir())
