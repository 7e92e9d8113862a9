"""RULES 9: with the default tiles no first-island choice is ever without a legal placement."""

from random import Random

import pytest
from tables import a_setup, a_tile_set

from ilos.engine import api
from ilos.engine.constants import D_DONE, D_EXPLORE, PH_ACTION
from ilos.engine.position import IS_COMPILED, Printed
from ilos.records.tile_sets import default_tile_set

SETUPS = 100_000 if IS_COMPILED else 500


def setups_without_a_place(printed: Printed, setups: int) -> int:
    """In how many random setups some seat finds no place for any of the face-up tiles."""
    random = Random(printed.players).random
    stuck = 0
    for seed in range(setups):
        p = api.new_position(printed, seed)
        api.roll_chance(p)
        for _ in range(printed.players):
            api.take_decision(p, D_DONE)
        while p.phase != PH_ACTION:
            options = api.legal_decisions(p)
            if options[0] < D_EXPLORE:
                stuck += 1
                break
            for _ in ("tile", "cell", "rotation", "part"):
                api.take_decision(p, options[int(random() * len(options))])
                options = api.legal_decisions(p)
            api.roll_chance(p)
    return stuck


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_in_100_000_random_setups_every_first_island_finds_a_place(players: int) -> None:
    """RULES 9: in 100,000 random setups for each number of players."""
    assert setups_without_a_place(a_setup(players, default_tile_set()).printed, SETUPS) == 0


def test_a_bad_tile_set_would_be_found_out() -> None:
    """The count is not always 0: tiles with one coast each close the sea after two of them."""
    coasts = a_tile_set({}, filler="0")
    assert setups_without_a_place(a_setup(2, coasts).printed, 20) == 0
    assert setups_without_a_place(a_setup(3, coasts).printed, 20) == 20
