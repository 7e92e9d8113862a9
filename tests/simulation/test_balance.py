"""The study of balance: what is counted, that it can go on after an interruption, and its page."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ilos.cli import main
from ilos.records.tile_sets import default_tile_set
from ilos.rules.events import Event, PaidEvent
from ilos.rules.setup import Options
from ilos.simulation import balance_report
from ilos.simulation.balance import Deal, OtherStudy, Study, play_deal, run
from ilos.simulation.balance_facts import PLAYS, GameFacts, facts_of, kind_of_play
from ilos.simulation.games import bot_setup, play_game

SMALL = Study("greedy", games=2, seed=3, players=(2, 3))


def games_of(study: Study, data: Path) -> list[GameFacts]:
    return sorted(run(study, data, jobs=1), key=lambda g: (g["players"], g["edition"], g["seed"]))


@pytest.mark.parametrize("players", [2, 5])
def test_the_books_of_every_seat_agree_with_the_result(players: int) -> None:
    """RULES 5: tokens gained less tokens paid, at the last prices, are the scores."""
    setup = bot_setup(["greedy"] * players, Options(), default_tile_set())
    for seed in range(10):
        game = play_game(setup, seed)
        facts = facts_of(game, seed)
        result = game.result()
        assert result is not None
        assert [seat["worth"] for seat in facts["seats"]] == [s.value for s in result.scores]
        assert facts["winners"] == list(result.winners)
        for number, seat in enumerate(facts["seats"]):
            events = [e for e in game.events if e.seat == number]
            paid = sum(len(event.paid) for event in events if isinstance(event, PaidEvent))
            assert sum(seat["paid"].values()) == paid
            assert sum(seat["played"].values()) == sum(seat["plays"].values())
            assert sum(seat["spent"].values()) == paid + sum(seat["plays"].values())


def test_what_tokens_bring_is_credited_to_what_made_them() -> None:
    """RULES 4.1, 4.6: plantations, mines, posts and ruins bring all tokens that a seat gains."""
    setup = bot_setup(["greedy"] * 3, Options(), default_tile_set())
    facts = facts_of(play_game(setup, 1), 1)
    for seat in facts["seats"]:
        made = sum(count * facts["prices"][r] for r, count in seat["made"].items())
        brought = sum(value for kind, value in seat["brought"].items() if kind != "market")
        assert brought == made


PART = {"tile": "T01", "part": 0}
SITE = {"tile": "T01", "part": 0, "site": 0}
EXPLORED = {"tile": "T01", "cell": [0, 1], "rotation": 0, "revealed": None}
SHIP = {"type": "ship", "seat": 0, "from": "reserve", "to": PART, "explored": None, "paid": []}
BUILDING = {"type": "building", "seat": 0, "site": SITE, "resource": None, "paid": []}


@pytest.mark.parametrize(
    "event, kind",
    [
        (SHIP, "ship"),
        (SHIP | {"explored": EXPLORED}, "explore"),
        (SHIP | {"to": {"tile": "T01", "hideout": True}}, "raid"),
        (BUILDING | {"building": "fort"}, "fort"),
        (BUILDING | {"building": "trading_post", "resource": "spice"}, "trading_post"),
        ({"type": "gold_mine", "seat": 0, "site": SITE, "paid": []}, "gold_mine"),
        ({"type": "end_turn", "seat": 0, "produced": {}, "drawn": [], "taken": []}, None),
        ({"type": "mulligan", "seat": 0, "discarded": [], "drawn": []}, None),
    ],
)
def test_each_event_is_one_kind_of_play(event: dict[str, object], kind: str | None) -> None:
    """RULES 4.1: a Ship card can do three things and a Building card two."""
    assert kind_of_play(msgspec.convert(event, Event)) == kind


def test_an_unfinished_game_tells_nothing() -> None:
    """RULES 5: there is no result before the end."""
    from ilos import new_game

    with pytest.raises(ValueError, match="not over"):
        facts_of(new_game(["Ana", "Bo"], seed=1), 1)


def test_the_same_deals_are_played_in_every_edition() -> None:
    """Balance: editions are compared on the same deals."""
    deals = list(SMALL.deals())
    assert len(deals) == SMALL.size == 8
    assert {d.seed for d in deals if d.edition == "en"} == {
        d.seed for d in deals if d.edition == "fr"
    }
    assert play_deal(SMALL, Deal(2, "en", 3)) == play_deal(SMALL, Deal(2, "en", 3))


def test_a_study_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    """Balance: games that the file holds are not played again, not even with a torn last line."""
    whole, data = tmp_path / "whole.jsonl", tmp_path / "data.jsonl"
    expected = games_of(SMALL, whole)
    text = whole.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    data.write_text("".join(lines[:4]) + lines[4][:30], encoding="utf-8")
    assert games_of(SMALL, data) == expected
    assert sorted(data.read_text(encoding="utf-8").splitlines()) == sorted(text.splitlines())
    before = data.read_text(encoding="utf-8")
    assert games_of(SMALL, data) == expected
    assert data.read_text(encoding="utf-8") == before


def test_games_of_another_bot_are_not_mixed_in(tmp_path: Path) -> None:
    """Balance: a file belongs to one bot and one tile set."""
    data = tmp_path / "data.jsonl"
    games_of(Study("greedy", games=1, players=(2,), editions=("en",)), data)
    with pytest.raises(OtherStudy, match="another study"):
        games_of(Study("random", games=1, players=(2,), editions=("en",)), data)
    for other in (b"no study at all\n", b"\xff\xfe"):
        data.write_bytes(other)
        with pytest.raises(OtherStudy, match="no file of a balance study"):
            games_of(SMALL, data)


def a_game(winner: int, plays: list[int], edition: str = "en") -> GameFacts:
    """A game in which only explorations were made."""
    none = dict.fromkeys(PLAYS, 0)
    seats: list[Any] = [
        {
            "worth": 10, "plays": {**none, "explore": count}, "spent": {**none, "explore": 2},
            "brought": dict.fromkeys(PLAYS, 0.0), "played": {"ship": count}, "paid": {"ship": 1},
            "stock": {"ebony": 10, "spice": 0, "pigment": 0, "gold": 0},
            "made": {"ebony": 10, "spice": 0, "pigment": 0, "gold": 0},
        }
        for count in plays
    ]  # fmt: skip
    return {
        "players": len(plays), "edition": edition, "seed": 1, "rounds": 7, "reason": "pioneers",
        "winners": [winner], "prices": {"ebony": 1, "spice": 1, "pigment": 1, "gold": 3},
        "seats": seats,
    }  # fmt: skip


def test_shares_of_wins_are_counted_by_seat() -> None:
    """Balance: seat advantage, with an interval; a shared win counts in parts."""
    games = [a_game(0, [1, 2]), a_game(0, [1, 2]), a_game(1, [1, 2]), a_game(1, [2, 1])]
    games[3]["winners"] = [0, 1]
    shares = balance_report.seat_shares(games, 2)
    assert [round(share, 3) for share, _, _ in shares] == [0.625, 0.375]
    assert all(low <= share <= high for share, low, high in shares)


def test_a_runaway_and_a_dead_play_are_found() -> None:
    """Balance: the seat that explores most always wins here, and nobody ever builds."""
    games = [a_game(1, [1, 3]), a_game(0, [3, 1]), a_game(0, [2, 2])]
    assert balance_report.most_wins(games, "explore") == (2.0, 2)
    text = balance_report.Page(SMALL, games).text()
    assert "**explore** runs away" in text
    assert "**fort** is dead: 0.0% of seats ever play it" in text


def test_a_page_without_games_is_refused() -> None:
    """Balance: nothing played, nothing said."""
    with pytest.raises(ValueError, match="nothing to report"):
        balance_report.Page(SMALL, [])


def test_the_command_writes_a_page_with_plots(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Balance: bot, games and seeds are on the page, and every plot that it shows is there."""
    out = tmp_path / "balance.md"
    words = ["balance", "--bot", "greedy", "--games", "2", "--jobs", "1", "--players", "2,3"]
    assert main([*words, "--data", str(tmp_path / "g.jsonl"), "--out", str(out)]) == 0
    text = out.read_text(encoding="utf-8")
    assert "ilos balance --bot greedy --games 2 --seed 1 --players 2,3" in text
    for line in text.splitlines():
        if line.startswith("!["):
            picture = tmp_path / line.split("(")[1].rstrip(")")
            assert picture.read_text(encoding="utf-8").startswith("<svg xmlns=")
    assert "8 games" in capsys.readouterr().out
    assert len((tmp_path / "g.jsonl").read_text(encoding="utf-8").splitlines()) == 9


def test_nothing_is_written_unasked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without --out the page is printed, without --data no games are kept."""
    monkeypatch.chdir(tmp_path)
    words = ["balance", "--bot", "greedy", "--games", "1", "--jobs", "1", "--players", "2"]
    assert main(words) == 0
    assert "## Editions" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words, said",
    [
        (["--bot", "nobody"], "no bot 'nobody'"),
        (["--players", "2,6"], "not a list of numbers from 2 to 5"),
        (["--players", "many"], "not a list of numbers from 2 to 5"),
        (["--games", "0"], "not a whole number"),
        (["--tiles", "missing.toml"], "missing.toml"),
    ],
)
def test_bad_words_are_refused_in_one_line(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Balance: exit code 2, one line, and nothing written."""
    files = ["--data", str(tmp_path / "data"), "--out", str(tmp_path / "out.md")]
    assert main(["balance", *files, *words]) == 2
    message = capsys.readouterr().err
    assert said in message
    assert message.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_another_study_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Balance: the command says what to do."""
    data = tmp_path / "data.jsonl"
    data.write_text(json.dumps({"study": 2, "bot": "other", "tiles": ""}) + "\n")
    assert main(["balance", "--data", str(data), "--out", str(tmp_path / "out.md")]) == 2
    assert "name another file with --data" in capsys.readouterr().err
