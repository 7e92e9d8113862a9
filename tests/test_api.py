"""`import ilos` is all that a short script needs."""

import json
import random
from pathlib import Path

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
    """One namespace (issue 14.6)."""
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
    with pytest.raises(ValueError, match="chance"):
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
