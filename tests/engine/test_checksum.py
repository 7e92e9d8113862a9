"""ENGINE, guards: the engine does the same compiled and uncompiled, decision by decision."""

import os
import subprocess
import sys
from pathlib import Path

from tables import a_setup

from ilos.engine import api
from ilos.engine.search.playouts import random_games

TESTS = Path(__file__).parent.parent
GAMES = 12


def run(pure: str) -> tuple[bool, str]:
    """Is the engine compiled in such a process, and what checksum does it find?"""
    environment = {**os.environ, "ILOS_PURE": pure, "PYTHONPATH": str(TESTS)}
    command = [sys.executable, str(TESTS / "engine" / "checksum.py"), str(GAMES)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    compiled, checksum = done.stdout.split()
    return compiled == "True", checksum


def test_compiled_and_uncompiled_engines_agree() -> None:
    """Every legal decision, every weight and every field of every state of some seeded games."""
    compiled, uncompiled = run("0"), run("1")
    assert compiled[0], "the engine is not compiled here: run `make build`"
    assert not uncompiled[0]
    assert compiled[1] == uncompiled[1]


def test_simulated_games_are_the_same_on_every_machine() -> None:
    """The generator inside the engine: same seed, same games, whatever the platform."""
    position = api.new_position(a_setup(3, max_rounds=6).printed, seed=2017)
    run = random_games(position, 5)
    assert (run.games, run.moves, run.decisions) == (5, 193, 399)
