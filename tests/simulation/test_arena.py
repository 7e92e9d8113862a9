"""The arena: fair schedules, honest numbers, forfeits, and going on after an interruption."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from ilos.bots import create
from ilos.bots.greedy import GreedyBot
from ilos.cli import main
from ilos.records.tile_sets import default_tile_set, write_tile_set
from ilos.rules.game import Game
from ilos.rules.notation import move_text
from ilos.simulation.arena import Arena, ArenaError
from ilos.simulation.common_chance import CommonChance
from ilos.simulation.games import play_game
from ilos.simulation.identity import identities, identity_of
from ilos.simulation.match import forfeited, play_all, play_match, setup_of
from ilos.simulation.pool import Limits
from ilos.simulation.report import price_paths
from ilos.simulation.schedule import Plan, count, matches, pairings
from ilos.simulation.standings import interval, table_of

HERE = Path(__file__).parent


def quick(plan: Plan) -> list[dict[str, Any]]:
    """All games of a plan, in this process."""
    return [play_match(plan, match, lambda _: None) for match in matches(plan)]


def test_every_bot_sits_in_every_seat_on_the_same_deals() -> None:
    """Common random numbers: a deal is played once in each rotation of the seats."""
    plan = Plan(("a", "b", "c"), players=3, games=6)
    deals: dict[int, set[Any]] = {}
    for match in matches(plan):
        deals.setdefault(match.seed, set()).add(match.seats)
    assert len(deals) == 2
    for seats in deals.values():
        assert seats == {("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")}


def test_all_pairings_play_the_same_deals() -> None:
    """So that luck with the deal cancels out of every comparison."""
    plan = Plan(("a", "b", "c"), games=8)
    deals = [{m.seed for m in matches(plan) if m.pairing == number} for number in range(3)]
    assert deals[0] == deals[1] == deals[2]


def test_a_gauntlet_is_the_first_bot_against_a_table_of_each_other() -> None:
    """One against three."""
    plan = Plan(("a", "b", "c"), players=4, format="gauntlet")
    assert pairings(plan) == [("a", "b", "b", "b"), ("a", "c", "c", "c")]
    assert count(plan) == len(list(matches(plan))) == 200


def test_the_same_deal_begins_alike_for_all() -> None:
    """The same first hands and tiles, no matter who sits there."""
    plan = Plan(("greedy", "random"), games=2)
    first, second = list(matches(plan))
    deals = [Game(setup_of(plan, m), CommonChance(m.seed)).events for m in (first, second)]
    assert first.seats != second.seats
    assert deals[0] == deals[1]


def test_the_same_plan_gives_the_same_results() -> None:
    """Everything but the seconds is reproducible from the seed."""
    plan = Plan(("greedy", "skilled"), games=2, simulations=10)
    timed = ("seconds", "slowest")
    runs = [[{k: v for k, v in r.items() if k not in timed} for r in quick(plan)] for _ in range(2)]
    assert runs[0] == runs[1]


def test_wins_are_counted_for_the_bot_and_not_for_the_seat() -> None:
    """Points follow the bot through the rotations."""
    plan = Plan(("greedy", "random"), games=10)
    table = table_of(plan, quick(plan))
    assert table.meetings[0].won >= 9
    assert [standing.bot for standing in table.ranked()] == ["greedy", "random"]
    assert sum(s.won for s in table.standings.values()) == pytest.approx(10)


def test_standings_do_not_depend_on_the_order_in_which_games_finish() -> None:
    """Ratings are computed in the order of the plan."""
    plan = Plan(("greedy", "random"), games=6)
    results = quick(plan)
    assert table_of(plan, results).to_json() == table_of(plan, results[::-1]).to_json()


def test_an_interval_holds_the_share_and_shrinks_with_more_games() -> None:
    """95 %, by Wilson."""
    few, many = interval(6, 10), interval(600, 1000)
    assert few[0] < 0.6 < few[1]
    assert many[1] - many[0] < few[1] - few[0]
    assert interval(10, 10)[1] == 1.0
    assert interval(0, 0) == (0.0, 1.0)


def test_a_forfeit_costs_the_game_and_names_the_bot() -> None:
    """The others share the win."""
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
        ("Malformed", "played an illegal move"),
        ("Greedier", "needs too much memory"),
        ("Unborn", "cannot be made"),
        ("Missing", "cannot be loaded"),
    ],
)
def test_a_bot_that_misbehaves_forfeits_and_the_arena_goes_on(
    name: str, why, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Raises, hangs, returns nonsense, needs too much memory."""
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


class Texting(GreedyBot):
    """Says its moves in words."""

    def choose(self, *given: Any) -> str:  # type: ignore[override]
        return move_text(super().choose(*given))


class Mumbling(GreedyBot):
    """Says what is no move."""

    def choose(self, *_: Any) -> str:  # type: ignore[override]
        return "sail away"


def test_a_bot_may_return_the_text_of_a_move() -> None:
    """The games are those of the same bot that returns the move itself."""
    name = f"{__name__}:{Texting.__name__}"
    plan = Plan((name, "random"), games=2)
    moves = quick(Plan(("greedy", "random"), games=2))
    texts = quick(plan)
    assert [result["scores"] for result in texts] == [result["scores"] for result in moves]
    setup = setup_of(plan, next(matches(plan)))
    assert play_game(setup, 1).is_over


def test_a_text_that_is_no_move_is_a_forfeit() -> None:
    """As any other answer that is none."""
    for result in quick(Plan((f"{__name__}:{Mumbling.__name__}", "random"), games=2)):
        assert "'sail' begins no move" in result["forfeit"]["why"]


def test_a_fault_of_ours_is_not_blamed_on_a_bot() -> None:
    """Only what a bot's own `choose` raises or returns counts as the bot's."""
    plan = Plan(("greedy", "greedy"), players=2, games=1)

    def report(seat: int | None) -> None:  # noqa: ARG001
        raise ValueError("the pipe is broken")

    with pytest.raises(ValueError, match="the pipe is broken"):
        play_match(plan, next(matches(plan)), report)


def test_an_interrupted_arena_goes_on_where_it_was(tmp_path: Path) -> None:
    """No game is lost or played twice, even if the last line was cut."""
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


def test_another_plan_is_not_mixed_into_old_results(tmp_path: Path) -> None:
    """A folder belongs to one plan."""
    Arena(Plan(("greedy", "random"), games=2), tmp_path)
    with pytest.raises(ArenaError, match="another arena"):
        Arena(Plan(("greedy", "random"), games=2, seed=5), tmp_path)


def test_a_run_is_extended_by_asking_for_more_games(tmp_path: Path) -> None:
    """Games that were played are counted, fewer games may be looked at, and none is lost."""
    short, long = (Plan(("greedy", "random"), games=games) for games in (2, 6))
    results = quick(long)
    Arena(short, tmp_path).collect(iter(results[:2]))
    extended = Arena(long, tmp_path)
    assert len(extended.results) == 2
    extended.collect(iter(results[2:]))
    assert len(Arena(short, tmp_path).results) == 2
    assert len(Arena(long, tmp_path).results) == 6


def test_results_of_a_bot_whose_source_changed_are_not_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file says which bot played; --fresh plays all games again."""
    bot = tmp_path / "changing_bot.py"
    source = "from ilos.bots.greedy import GreedyBot\nclass Mine(GreedyBot):\n    pass\n"
    bot.write_text(source)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", list(sys.path))
    words = ["arena", "--bots", "changing_bot:Mine,random", "--games", "2", "--jobs", "1", "--json"]
    assert main([*words, "--out", "out"]) == 0
    assert "already played" not in capsys.readouterr().err
    assert main([*words, "--out", "out"]) == 0
    assert "2 of 2 games already played" in capsys.readouterr().err
    bot.write_text(source.replace("pass", "version = 'two'"))
    assert main([*words, "--out", "out"]) == 2
    assert "another version of changing_bot:Mine; choose" in capsys.readouterr().err
    assert main([*words, "--out", "out", "--fresh"]) == 0
    said = capsys.readouterr()
    assert "already played" not in said.err
    assert json.loads(said.out)["pairings"][0]["games"] == 2


def test_a_module_that_the_bot_imports_is_part_of_its_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change in a file beside the bot's own is a change of the bot."""
    (tmp_path / "helping_bot.py").write_text(
        "from ilos.bots.greedy import GreedyBot\nimport helping_part\n"
        "class Mine(GreedyBot):\n    pass\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    found = []
    for text in ("A = 1\n", "A = 2\n", "A = 2\n"):
        (tmp_path / "helping_part.py").write_text(text)
        found.append(identities(["helping_bot:Mine", "greedy"]))
    assert found[0] != found[1]
    assert found[1] == found[2]
    assert found[0]["greedy"] == found[2]["greedy"] == identity_of(create("greedy"))


@pytest.mark.parametrize(
    "source,said",
    [
        ("class Mine(\n", "cannot be loaded: SyntaxError"),
        ("raise RuntimeError('no map')\n", "cannot be loaded: RuntimeError: no map"),
        ("class Other: pass\n", "cannot be loaded"),
        ("class Mine:\n    def __init__(self):\n        1 / 0\n", "cannot be made: ZeroDivision"),
        ("import os\nos.abort()\n", "its process died twice"),
    ],
)
def test_a_bot_that_cannot_be_loaded_is_an_error_before_the_first_game(
    source,
    said,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One line, exit code 2, and no folder of results."""
    (tmp_path / "broken_bot.py").write_text(source)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", list(sys.path))
    words = ["arena", "--bots", "broken_bot:Mine,random", "--games", "2", "--jobs", "1"]
    assert main([*words, "--out", "out"]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert len(error.splitlines()) == 1
    assert not (tmp_path / "out").exists()
    if "RuntimeError" in said:
        assert main([*words, "--out", "out", "--debug"]) == 2
        assert "Traceback" in capsys.readouterr().err


def test_the_first_traceback_of_a_failing_bot_is_shown_and_all_for_debugging(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The author of a bot sees where it failed."""
    monkeypatch.setenv("PYTHONPATH", str(HERE))
    monkeypatch.syspath_prepend(str(HERE))
    words = ["arena", "--bots", "bad_bots:Raising,random", "--games", "4", "--jobs", "1", "--json"]
    for extra, traces in (([], 1), (["--debug"], 4)):
        assert main([*words, "--fresh", "--out", str(tmp_path), *extra]) == 0
        said = capsys.readouterr().err
        assert said.count("forfeit: bad_bots:Raising") == 4
        assert said.count("Traceback (most recent call last)") == traces
        assert 'raise RuntimeError("I have lost my map")' in said
        assert f'File "{HERE / "bad_bots.py"}", line ' in said  # in one line, whatever the width


def test_an_interrupted_arena_writes_its_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was played so far is reported, and the same command goes on."""
    plan = Plan(("greedy", "random"), games=6)
    played = quick(plan)

    def interrupted(*_):
        yield from played[:3]
        raise KeyboardInterrupt

    monkeypatch.setattr("ilos.cli.arena.play_all", interrupted)
    words = ["arena", "--bots", "greedy,random", "--games", "6", "--out", str(tmp_path)]
    assert main(words) == 130
    assert "\ninterrupted after 3 of 6 games" in capsys.readouterr().out
    assert "3 games of 6, 2 players, round robin" in (tmp_path / "report.html").read_text()
    assert len((tmp_path / "games.csv").read_text().splitlines()) == 7


def test_an_arena_is_played_on_a_tile_set_of_ones_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With --tiles; the plan tells the sets apart."""
    tiles = tmp_path / "tiles.toml"
    text = write_tile_set(default_tile_set())
    tiles.write_text(text)
    words = ["arena", "--bots", "greedy,random", "--games", "2", "--jobs", "1", "--json"]
    words += ["--out", str(tmp_path / "out"), "--tiles", str(tiles)]
    assert main(words) == 0
    same = json.loads(capsys.readouterr().out)["plan"]["tiles"]
    assert same == Plan(("a", "b")).to_json()["tiles"]
    tiles.write_text(text.replace("name = ", "name = 'changed' # ", 1))
    assert main(words) == 2
    assert "another arena" in capsys.readouterr().err


def test_the_report_says_what_its_intervals_are(tmp_path: Path) -> None:
    """A rating has a standard deviation, a share of wins a 95 % interval."""
    plan = Plan(("greedy", "random"), games=2)
    Arena(plan, tmp_path).collect(iter(quick(plan)))
    page = (tmp_path / "report.html").read_text()
    assert "<th>rating ± standard deviation</th><th>won</th><th>95 % interval of won</th>" in page


def test_the_report_is_one_file_that_needs_nothing_else(tmp_path: Path) -> None:
    """Ratings, scores, length, seats, actions, prices."""
    plan = Plan(("greedy", "random"), games=4)
    Arena(plan, tmp_path).collect(iter(quick(plan)))
    page = (tmp_path / "report.html").read_text()
    for word in ("Ratings", "Scores", "Length", "Share of wins by", "Use of each action", "Prices"):
        assert f"<h2>{word}" in page
    assert "http" not in page
    assert "<script" not in page


def test_standings_do_not_depend_on_the_order_in_which_games_come_in(tmp_path: Path) -> None:
    """Ratings follow the plan, whichever worker was quicker."""
    plan = Plan(("greedy", "random"), games=6)
    results = list(quick(plan))
    forth = Arena(plan, tmp_path / "forth").collect(iter(results))
    back = Arena(plan, tmp_path / "back").collect(iter(results[::-1]))
    assert forth.to_json() == back.to_json()
    pages = [(tmp_path / name / "report.html").read_text() for name in ("forth", "back")]
    assert pages[0] == pages[1]


def test_a_price_that_has_risen_never_falls_in_the_report() -> None:
    """RULES 4.4: games that are over keep their last prices in the mean."""
    long, short = {"prices": [[0] * 4, [1] * 4, [1] * 4]}, {"prices": [[4] * 4]}
    assert price_paths([long, short])["ebony"] == [(1.0, 2.0), (2.0, 2.5), (3.0, 2.5)]


def test_names_of_bots_cannot_break_the_report(tmp_path: Path) -> None:
    """Text from outside is escaped."""
    plan = Plan(("greedy?<b>", "random"), games=2)
    Arena(plan, tmp_path, bots={}).collect(iter(quick(plan)))
    assert "<b>" not in (tmp_path / "report.html").read_text()


def test_the_command_prints_standings_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`ilos arena --json`."""
    words = ["--bots", "greedy,random", "--games", "2", "--jobs", "1", "--json"]
    code = main(["arena", *words, "--out", str(tmp_path / "out")])
    found = json.loads(capsys.readouterr().out)
    assert code == 0
    assert found["pairings"][0]["games"] == 2
    assert (tmp_path / "out" / "standings.csv").exists()


def test_a_bot_may_lie_in_a_file_of_this_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Module:Class on the command line."""
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
        (["--bots", "greedy,random", "--games", "0"], "from 1 to"),
        (["--bots", "greedy,random", "--seconds", "0"], "not a number above 0"),
        (["--bots", "greedy,random", "--seconds", "nan"], "not a number above 0"),
        (["--bots", "greedy,random", "--patience", "inf"], "not a number above 0"),
        (["--bots", "greedy,random", "--share", "0"], "not a number above 0"),
        (["--bots", "greedy,random", "--share", "1001"], "makes no sense"),
    ],
)
def test_bad_options_are_refused_in_one_line(
    words, said, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit code 2, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    assert main(["arena", *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert len(error.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_what_follows_the_table_begins_a_line_of_its_own_and_is_not_broken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also where the output goes into a file, and with long names."""
    bots = ["gentle?simulations=1&slack=2.5", "skilled?simulations=1&slack=2.5"]
    words = ["arena", "--bots", ",".join(bots), "--games", "2", "--jobs", "1"]
    assert main([*words, "--out", str(tmp_path / "out")]) == 0
    lines = capsys.readouterr().out.splitlines()
    told = [line for line in lines if line.startswith(" against ".join(bots))]
    assert [line.endswith("2 games)") for line in told] == [True]


def test_games_that_are_rounded_up_to_whole_deals_are_told_before_the_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Three games of two players are four: each deal is played from both seats."""
    words = ["arena", "--bots", "greedy,random", "--jobs", "1", "--json"]
    for games, told in (("3", 1), ("4", 0)):
        assert main([*words, "--games", games, "--out", str(tmp_path / games)]) == 0
        said = capsys.readouterr()
        assert json.loads(said.out)["pairings"][0]["games"] == 4
        why = "4 games for each pairing instead of 3: each deal is played from all 2 seats"
        assert said.err.count(why) == told
