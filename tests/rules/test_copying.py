"""Positions, games and views are copied, pickled and compared like any other Python value."""

import copy
import os
import pickle
import subprocess
import sys
from multiprocessing import get_context
from typing import Any

import pytest

from ilos import Record, new_game
from ilos.engine.fields import FIELDS
from ilos.engine.position import IS_COMPILED
from ilos.records.fair import FairChance
from ilos.rules.game import Game
from ilos.views import view

COPIES = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
}


def a_game_under_way(moves: int = 25) -> Game:
    game = new_game(["Ana", "Bo", "Cy"], seed=3)
    for _ in range(moves):
        play_any(game)
    return game


def play_any(game: Game) -> None:
    game.play(list(game.legal_moves)[-2:][0])


def things() -> dict[str, Any]:
    game = a_game_under_way()
    return {
        "position": game.position,
        "tables": game.setup.printed,
        "tile set": game.setup.tile_set,
        "setup": game.setup,
        "game": game,
        "player's view": view(game, 1),
        "spectator's view": view(game, None),
        "record": Record(game),
    }


@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize("what", things())
def test_a_copy_is_equal(what: str, how: str) -> None:
    """All copy, pickle and compare."""
    thing = things()[what]
    assert COPIES[how](thing) == thing


def test_views_and_records_are_keys_of_dictionaries() -> None:
    """What cannot change has a hash; a game and a position can."""
    game = a_game_under_way()
    seen, record = view(game, 1), Record(game)
    assert {seen: 1, record: 2} == {view(game, 1): 1, Record(game): 2}
    assert seen != view(game, 2)
    play_any(game)
    assert record != Record(game)


@pytest.mark.parametrize("how", COPIES)
def test_legal_moves_are_sent_to_another_process(how: str) -> None:
    """With a view, they are all that a bot elsewhere needs."""
    found = a_game_under_way().legal_moves
    assert COPIES[how](found) == found


def test_legal_moves_are_equal_if_they_list_the_same_moves() -> None:
    """Those of a twin, and a list or tuple of them; not those after a move."""
    game = a_game_under_way()
    found, twin = game.legal_moves, game.copy()
    assert twin.legal_moves == found
    assert found == list(found)
    assert found == tuple(found)
    assert found != list(found)[:-1]
    assert found != list(found)[::-1]
    assert found != "moves"
    play_any(twin)
    assert twin.legal_moves != found


@pytest.mark.parametrize("how", COPIES)
def test_a_copied_game_has_the_same_luck_and_a_life_of_its_own(how: str) -> None:
    """What is played in one is not played in the other, and chance answers both alike."""
    game = a_game_under_way()
    twin = COPIES[how](game)
    before = copy.deepcopy(game)
    for _ in range(10):
        play_any(twin)
    assert game == before
    assert game != twin
    for _ in range(10):
        play_any(game)
    assert game == twin


@pytest.mark.parametrize("how", COPIES)
def test_a_copied_game_can_take_back_the_same_moves(how: str) -> None:
    """The moves of the turn that revealed nothing."""
    game = a_game_under_way()
    while not game.can_undo:
        play_any(game)
    twin = COPIES[how](game)
    assert twin.undo_count == game.undo_count
    game.undo()
    assert twin != game
    twin.undo()
    assert twin == game


def test_positions_that_differ_in_one_number_are_not_equal() -> None:
    """Every field counts."""
    position = a_game_under_way().position
    for name, field in FIELDS.items():
        other = position.copy()
        other.set(name, [1] * field.length if field.length else getattr(position, name) + 1)
        assert other != position, name
    assert position != "a position"


def test_what_can_change_has_no_hash_and_what_cannot_has_one() -> None:
    """A position that changes would be lost in a dictionary; its bytes are a key."""
    game = a_game_under_way()
    for thing in (game, game.position, game.legal_moves):
        with pytest.raises(TypeError, match="unhashable"):
            hash(thing)
    assert bytes(game.position) == bytes(copy.copy(game.position))
    assert hash(game.setup) == hash(copy.deepcopy(game.setup))
    assert hash(game.setup.printed) == hash(copy.deepcopy(game.setup.printed))


def test_fair_luck_is_copied_too() -> None:
    """A game with a secret and nonces goes on with the same draws."""
    chance = FairChance(bytes(32), ["a", "b"], counter=5)
    twin = pickle.loads(pickle.dumps(chance))
    assert [twin.draw([1] * 9) for _ in range(20)] == [chance.draw([1] * 9) for _ in range(20)]


def test_a_pickle_with_other_fields_is_refused() -> None:
    """Across versions of the same state layout, else a clear error."""
    reduced: Any = a_game_under_way().position.__reduce__()
    make, (tables, layout, content) = reduced[:2]
    with pytest.raises(ValueError, match="another version of Ilôs"):
        make(tables, layout + 1, content)
    with pytest.raises(ValueError, match="another version of Ilôs"):
        make(tables, layout, content[:-1])


def test_a_game_travels_to_another_process_and_its_view_back() -> None:
    """Through multiprocessing with spawn, as researchers' workers are started."""
    game = a_game_under_way()
    with get_context("spawn").Pool(1) as pool:
        assert pool.apply_async(view, (game, 1)).get(60) == view(game, 1)
        assert pool.apply_async(copy.copy, (game,)).get(60) == game


def test_compiled_and_uncompiled_engines_read_each_others_pickles(tmp_path: Any) -> None:
    """The order and size of the fields are the same."""
    game = a_game_under_way()
    sent, answer = tmp_path / "sent", tmp_path / "answer"
    sent.write_bytes(pickle.dumps((game, view(game, 1))))
    program = (
        "import pickle, sys; from pathlib import Path\n"
        "from ilos.engine.position import IS_COMPILED\n"
        "both = pickle.loads(Path(sys.argv[1]).read_bytes())\n"
        "Path(sys.argv[2]).write_bytes(pickle.dumps((IS_COMPILED, *both)))\n"
    )
    environment = {**os.environ, "ILOS_PURE": "1" if IS_COMPILED else "0"}
    subprocess.run(
        [sys.executable, "-c", program, str(sent), str(answer)], env=environment, check=True
    )
    was_compiled, twin, seen = pickle.loads(answer.read_bytes())
    assert was_compiled != IS_COMPILED
    assert twin == game
    assert seen == view(game, 1)
