"""`import ilos` is all that a short script needs."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ilos
from ilos.records.record import BadRecord


def a_game(rounds: int = 3) -> ilos.Game:
    game = ilos.new_game(["Ana", "Bo"], seed=5, max_rounds=rounds)
    rng = random.Random(5)
    while not game.is_over:
        game.play(rng.choice(game.legal_moves))
    return game


def test_every_promised_name_is_there() -> None:
    """One namespace."""
    for name in ilos.__all__:
        assert getattr(ilos, name) is not None
    assert set(dir(ilos)) == set(ilos.__all__)
    with pytest.raises(AttributeError, match="nothing_such"):
        _ = ilos.nothing_such


def test_legal_moves_are_a_sequence_that_is_worked_out_once() -> None:
    """Iterated, counted, indexed, asked with `in`."""
    game = ilos.new_game(["Ana", "Bo"], seed=1)
    rng = random.Random(1)
    for _ in range(30):
        found = game.legal_moves
        moves = list(found)
        assert found is game.legal_moves
        assert len(found) == len(moves) > 0
        assert [found[i] for i in range(len(found))] == moves
        assert found[-1] == moves[-1]
        assert found[2:5] == moves[2:5]
        with pytest.raises(IndexError):
            _ = found[len(found)]
        assert moves[0] in found
        game.play(rng.choice(found))
        assert game.legal_moves is not found


@pytest.mark.parametrize("ending", ["json", "jsonl", "json.gz", "json.zst"])
def test_a_game_is_saved_and_loaded(tmp_path: Path, ending: str) -> None:
    """Compressed by the ending of the name."""
    game = a_game()
    game.save(tmp_path / f"game.{ending}")
    assert ilos.load(tmp_path / f"game.{ending}") == game


def test_a_file_is_what_its_ending_says(tmp_path: Path) -> None:
    """Nothing is written under the name of a format we do not write; what is broken is named."""
    with pytest.raises(ValueError, match=r"game\.json\.xz promises .*: use \.gz or \.zst"):
        a_game().save(tmp_path / "game.json.xz")
    assert list(tmp_path.iterdir()) == []
    fake = tmp_path / "fake.json.gz"
    fake.write_text("{}")
    with pytest.raises(ValueError, match=r"fake\.json\.gz cannot be read"):
        ilos.load(fake)


def test_a_file_may_hold_several_games(tmp_path: Path) -> None:
    """One a line."""
    games = [a_game(1), a_game(2)]
    ilos.save(games, tmp_path / "games.jsonl")
    assert [ilos.load(tmp_path / "games.jsonl", line) for line in (1, 2)] == games
    assert list(ilos.load_all(tmp_path / "games.jsonl")) == games
    with pytest.raises(ValueError, match="no line 0"):
        ilos.load(tmp_path / "games.jsonl", 0)
    with pytest.raises(ValueError, match="no line 3"):
        ilos.load(tmp_path / "games.jsonl", 3)
    with pytest.raises(ValueError, match=r"holds several games: ilos.load_all"):
        ilos.load(tmp_path / "games.jsonl")


def test_a_missing_file_is_told_at_the_call(tmp_path: Path) -> None:
    """Not when the games are asked for, which may be far away."""
    with pytest.raises(FileNotFoundError):
        ilos.load_all(tmp_path / "none.jsonl")


def test_a_record_over_many_lines_is_one_game(tmp_path: Path) -> None:
    """As an editor or `ilos view` writes it; and what is bad is told with its place."""
    game = a_game()
    path = tmp_path / "game.json"
    game.save(path)
    path.write_text(json.dumps(json.loads(path.read_text()), indent=1))
    assert ilos.load(path) == game
    assert list(ilos.load_all(path)) == [game]
    ilos.save([game], tmp_path / "bad.jsonl")
    with (tmp_path / "bad.jsonl").open("a") as file:
        file.write("{}\n")
    games = ilos.load_all(tmp_path / "bad.jsonl")
    assert next(games) == game
    with pytest.raises(BadRecord) as refused:
        next(games)
    assert refused.value.__notes__ == [f"in {tmp_path / 'bad.jsonl'}, line 2"]


def test_a_saved_game_is_played_on_with_a_seed(tmp_path: Path) -> None:
    """Luck to come is nobody's secret here."""
    game = ilos.new_game(["Ana", "Bo"], seed=1)
    game.save(tmp_path / "game.json")
    with pytest.raises(ValueError, match=r"ilos\.load\(path, seed=1\)"):
        ilos.load(tmp_path / "game.json").play("mulligan")
    assert ilos.load(tmp_path / "game.json", seed=2).play("mulligan").seat == 0


def test_a_record_is_a_sequence_of_positions() -> None:
    """From the deal to the end."""
    game = a_game()
    record = ilos.Record(game)
    states = list(record)
    assert len(states) == len(record) == len(game.events) - 2
    assert states[-1] == record[-1] == game
    assert record[-3:] == states[-3:]
    assert states[0] == record[0] == ilos.new_game(["Ana", "Bo"], seed=5, max_rounds=3)


def test_things_print_and_draw_themselves() -> None:
    """In a terminal and in a notebook."""
    game = a_game()
    for thing in (game, game.view(0), game.setup.tile_set):
        assert thing._repr_svg_().startswith("<svg")  # type: ignore[union-attr]
        assert len(repr(thing)) < 120
    assert repr(game) == f"<Game of Ana, Bo: round 3, over, {len(game.events)} events>"


def test_a_move_is_played_by_its_text() -> None:
    """`game.text` writes it, `play` reads it."""
    game = ilos.new_game(["Ana", "Bo"], seed=1)
    twin = ilos.new_game(["Ana", "Bo"], seed=1)
    for _ in range(12):
        move = game.legal_moves[-1]
        twin.play(twin.text(move))
        game.play(move)
    assert twin == game


def test_legal_moves_are_asked_with_the_text_of_a_move() -> None:
    """As `play` reads it; what is no move is an error, not an illegal move."""
    game = ilos.new_game(["Ana", "Bo"], seed=1)
    asked: Any  # mypy holds that no text can be in a sequence of moves
    for asked in ("mulligan", "  mulligan "):
        assert asked in game.legal_moves
        assert asked in game.view(0).legal_moves
    for asked, position in (("end", game), ("end", a_game())):  # too early, too late
        assert asked not in position.legal_moves
    asked = "muligan"
    with pytest.raises(ilos.NotAMove, match="'muligan' begins no move"):
        assert asked in game.legal_moves


class _Bot:
    def choose(self, *_: Any) -> Any:
        raise AssertionError


any_: Any = ilos  # as for a caller without a type checker
_PLAYERS = ["Ana", "Bo"]


@pytest.mark.parametrize(
    "call, said",
    [
        (lambda: any_.new_game(_PLAYERS, seed="x"), "seed is 'x', not a whole number"),
        (lambda: any_.new_game("Ana", seed=1), "players is 'Ana', not a list such as"),
        (lambda: any_.new_game(2, seed=1), "players is 2, not a list such as"),
        (lambda: any_.new_game(["Ana"], seed=1), "Ilôs is for 2 to 5 players, not 1"),
        (lambda: any_.new_game(["Ana", ""], seed=1), "a player's name is ''"),
        (
            lambda: any_.new_game(["Ana", any_.Player(" ", "blue")], seed=1),
            "a player's name is ' '",
        ),
        (
            lambda: any_.new_game(["Ana", None], seed=1),
            "a player is None, not a name or a Player",
        ),
        (
            lambda: any_.new_game(_PLAYERS, seed=1, tile_set="a.toml"),
            "tile_set is 'a.toml', not a",
        ),
        (
            lambda: any_.new_game(_PLAYERS, seed=1, tile_set=any_.TileSet("a", 3, {})),
            "tiles are 3",
        ),
        (lambda: any_.play_game("random", seed=1), "players is 'random', not a list such as"),
        (lambda: any_.play_game(["random"] * 2, seed=1.5), "seed is 1.5, not a whole number"),
        (
            lambda: any_.play_game([_Bot, "random"], seed=1),
            "a bot is <class .*, not the name of",
        ),
        (lambda: any_.play_game([3, "random"], seed=1), "a bot is 3, not the name of one or an"),
        (lambda: any_.new_game(_PLAYERS, seed=1).play(None), "None is no move; see ilos.moves"),
        (lambda: any_.new_game(_PLAYERS, seed=1).replay({}), "{} is no event; see ilos.events"),
        (
            lambda: any_.new_game(_PLAYERS, seed=1).view("x"),
            "there is no seat 'x' at this table",
        ),
        (
            lambda: any_.new_game(_PLAYERS, seed=1).copy(7),
            "chance is 7, not a source of luck such",
        ),
        (lambda: any_.new_game(_PLAYERS, seed=1).text("end"), "move is 'end', not one of"),
        (lambda: any_.parse_move(None), "the text of a move is None, not a string"),
        (lambda: any_.Record("game.json"), "game is 'game.json', not a Game; ilos.load reads"),
        (lambda: any_.view("game.json", 0), "game is 'game.json', not a Game"),
        (lambda: any_.save(None, "x.json"), "games is None, not a Game or several"),
    ],
)
def test_a_wrong_argument_is_named_with_what_it_should_be(
    call: Callable[[], object], said: str
) -> None:
    """Errors tell what was wrong and what to do, not what Python met."""
    with pytest.raises((TypeError, ValueError), match=said):
        call()


def test_one_game_is_saved_as_several_are(tmp_path: Path) -> None:
    """`ilos.save(game, path)`, as a stranger types it, wherever the path comes from."""
    game = a_game(1)
    ilos.save(game, str(tmp_path / "game.json.gz").encode())  # type: ignore[arg-type]
    assert ilos.load(tmp_path / "game.json.gz") == game
