"""RECORD, tile set files: any well-formed set plays, however odd."""

from random import Random

import pytest
from naive import check_record
from strategies import a_played_game, amount
from tables import MARKET, a_game, a_setup, a_tile, a_tile_set, play

from ilos.engine import api
from ilos.records.record import read_record, write_record
from ilos.rules.events import ShipEvent
from ilos.rules.moves import EndTurn
from ilos.rules.names import RESOURCES
from ilos.rules.tiles import TileSet, problems

ODD = {
    "all land": "012345 ebony gold construction",
    "all land and hideouts": "!012345 ebony gold construction ruins",
    "islets without sides": "- ebony | - gold | - construction",
    "islets with hideouts": "!- ebony spice | - gold",
    "no land at all but a rock": "-",
    "only hideouts": "!03 ebony | - ruins",
    "no hideouts": "03 ebony spice pigment gold construction ruins",
    "no gold": "0134 ebony construction ruins spice",
    "no sites": "024",
    "8 sites on a part": "03 " + "construction " * 4 + "ebony " * 4,
    "8 sites on 3 parts": "01 ebony spice pigment | 23 gold gold | 45 construction ruins ebony",
    "one coast": "0 spice",
    "a bay in a bay": "05 gold | 14 ebony | 23 ruins",
    "ruins only": "135 ruins ruins ruins ruins ruins ruins ruins ruins",
}


def identical(text: str) -> TileSet:
    """Twenty tiles of one design."""
    return a_tile_set({}, filler=text)


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
@pytest.mark.parametrize("seats", [2, 5])
def test_twenty_identical_odd_tiles_can_be_played(text: str, seats: int) -> None:
    """Games end, their records replay, and an independent checker accepts them."""
    setup = a_setup(seats, identical(text), max_rounds=12, edition="fr")
    assert problems(setup.tile_set) == []
    for seed in range(amount(4)):
        game = a_played_game(setup, seed)
        record = write_record(game)
        assert read_record(record).position.snapshot() == game.position.snapshot()
        assert check_record(record) == []


@pytest.mark.parametrize("seed", range(3))
def test_all_odd_designs_together_can_be_played(seed: int) -> None:
    """A set of fourteen designs and some more."""
    named = {f"odd {n}": text for n, text in enumerate(ODD.values())}
    setup = a_setup(2 + Random(seed).randrange(4), a_tile_set(named), max_rounds=20)
    assert check_record(write_record(a_played_game(setup, seed))) == []


def test_on_islets_nobody_can_explore() -> None:
    """RULES 2: some island must grow, and an islet never does."""
    setup = a_setup(3, identical("- ebony | -"), max_rounds=9)
    game = a_played_game(setup, 1)
    kinds = [event.type for event in game.events]
    assert kinds.count("first_island") == 3
    assert game.position.laid_count == 1
    assert not any(isinstance(e, ShipEvent) and e.explored for e in game.events)


def test_on_all_land_there_is_one_island() -> None:
    """RULES 2: everything meets."""
    game = a_played_game(a_setup(5, identical("012345 ebony"), max_rounds=20), 3)
    assert game.position.islands == 1
    assert game.position.laid_count > 5


@pytest.mark.parametrize("highest", [10**6, 10**12, 10**12 + 1, 10**15, 2**63, 10**30])
def test_prices_may_be_large(highest: int) -> None:
    """RECORD: five strictly ascending positive whole numbers, however large; scores are exact."""
    row = tuple(highest - 4 + step for step in range(5))
    game = a_game(
        tiles={"A": "03"},
        market=dict.fromkeys(RESOURCES, row),
        stock={0: {"gold": 3000}, 1: {"ebony": 2999, "gold": 1}},
        steps={"gold": 1},
        to_act=1,
        max_rounds=1,
    )
    play(game, EndTurn())
    result = game.result()
    assert result is not None
    assert [score.value for score in result.scores] == [
        3000 * row[1],
        2999 * row[0] + row[1],
    ]
    assert result.winners == (0,)


def test_one_point_decides_between_enormous_sums() -> None:
    """RULES 5: the highest sum wins, by however little."""
    market = {**MARKET, "gold": (10**40, 10**40 + 1, 10**41, 10**42, 10**43)}
    game = a_game(
        tiles={"A": "03"},
        market=market,
        stock={0: {"gold": 7}, 1: {"gold": 7, "ebony": 1}},
        to_act=1,
        max_rounds=1,
    )
    play(game, EndTurn())
    result = game.result()
    assert result is not None
    assert result.winners == (1,)


def test_eight_sites_are_eight_pioneers() -> None:
    """RECORD: up to 8 sites on a tile; each is a place of its own."""
    pioneers = " ".join(f"0:A0.{n}" for n in range(8))
    game = a_game(tiles={"A": "03 " + "gold " * 8}, pioneers=pioneers)
    assert game.position.production[3] == 8
    assert game.position.pioneers[0] == 2


def test_identical_tiles_are_still_different_tiles() -> None:
    """RECORD: tiles are named by id."""
    tiles = [a_tile(name, "012345") for name in "AB"]
    assert tiles[0] != tiles[1]
    game = a_game(tiles={"A": "012345", "B": "012345"}, area="B", hand="ship*2")
    assert len({cell for _, cell, _, _ in api.explorations(game.position)}) == 6
