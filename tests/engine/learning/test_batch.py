"""Many games in one step: the same numbers compiled and uncompiled, and only into fitting room."""

import hashlib
import os
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from ilos.engine.api import new_position
from ilos.engine.constants import DECISIONS
from ilos.engine.learning.batch import Batch
from ilos.engine.learning.observation import OBSERVATION_SIZE, mask_into, observe_into
from ilos.engine.position import IS_COMPILED, Printed
from ilos.records.tile_sets import default_tile_set
from ilos.rules.setup import Options, Player, Setup

GAMES, PLAYERS = 3, 3


def printed() -> Printed:
    players = tuple(Player(colour, colour) for colour in ("red", "green", "black"))
    return Setup(players, Options(max_rounds=5), default_tile_set()).printed


def buffers() -> dict[str, Any]:
    """Room for what a batch writes."""
    return {
        "observations": np.zeros((GAMES, OBSERVATION_SIZE), np.int8),
        "masks": np.zeros((GAMES, DECISIONS), np.uint8),
        "seats": np.zeros(GAMES, np.int8),
        "rewards": np.zeros((GAMES, PLAYERS), np.float32),
        "dones": np.zeros(GAMES, np.uint8),
        "worths": np.zeros((GAMES, PLAYERS), np.int64),
        "rounds": np.zeros(GAMES, np.int16),
    }


def checksum() -> str:
    """A digest of everything that a run of random decisions writes."""
    written = buffers()
    batch = Batch(printed(), GAMES, False, written)
    batch.reset(7)
    taken = np.zeros(GAMES, np.int64)
    digest = hashlib.sha256()
    for _ in range(150):
        batch.sample(taken)
        batch.step(taken)
        for array in written.values():
            digest.update(array.tobytes())
    return digest.hexdigest()


def test_a_batch_is_the_same_compiled_and_uncompiled() -> None:
    """ENGINE, guards: one source, one result; a run of games has one checksum."""
    other = {**os.environ, "ILOS_PURE": "1" if IS_COMPILED else "0"}
    ran = subprocess.run(
        [sys.executable, __file__], env=other, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == checksum()


@pytest.mark.parametrize("name", ["observations", "masks", "rewards", "dones", "worths", "rounds"])
def test_room_of_the_wrong_shape_is_refused(name: str) -> None:
    """ENGINE, guards: C arrays are unchecked, so what comes from outside is checked once."""
    wrong = buffers()
    wrong[name] = wrong[name][:-1]
    with pytest.raises(ValueError, match=f"the buffer for {name} has the shape"):
        Batch(printed(), GAMES, False, wrong)


def test_decisions_and_room_for_them_come_one_for_each_game() -> None:
    """ENGINE, guards: a list that is too short or too long changes nothing."""
    written = buffers()
    batch = Batch(printed(), GAMES, False, written)
    before = written["observations"].copy()
    for size in (0, GAMES - 1, GAMES + 1):
        with pytest.raises(ValueError, match=f"{size} decisions"):
            batch.step(np.zeros(size, np.int64))
        with pytest.raises(ValueError, match=f"room for {size} decisions"):
            batch.sample(np.zeros(size, np.int64))
    assert np.array_equal(written["observations"], before)


def test_an_observation_needs_a_seat_and_its_room() -> None:
    """ENGINE, guards: no seat beyond the last, no buffer of another length."""
    p = new_position(printed())
    for seat in (-1, PLAYERS):
        with pytest.raises(ValueError, match=f"there is no seat {seat}"):
            observe_into(p, seat, False, np.zeros(OBSERVATION_SIZE, np.int8))
    with pytest.raises(ValueError, match="an observation has"):
        observe_into(p, 0, False, np.zeros(OBSERVATION_SIZE - 1, np.int8))
    with pytest.raises(ValueError, match="a mask has"):
        mask_into(p, np.zeros(DECISIONS + 1, np.uint8))


def test_games_go_on_from_a_snapshot_as_if_nothing_had_happened() -> None:
    """What environments save and restore."""
    written = buffers()
    batch = Batch(printed(), GAMES, False, written)
    decisions = np.zeros(GAMES, np.int64)
    for _ in range(30):
        batch.sample(decisions)
        batch.step(decisions)
    saved = pickle.loads(pickle.dumps(batch.snapshot()))

    def go_on() -> list[bytes]:
        seen = []
        for _ in range(30):
            batch.sample(decisions)
            batch.step(decisions)
            seen += [written[name].tobytes() for name in ("observations", "masks", "rewards")]
        return seen

    once = go_on()
    batch.restore(saved)
    assert go_on() == once


if __name__ == "__main__":
    print(checksum())
