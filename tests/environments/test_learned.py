"""The training example: what it gathers, and how its bot plays; `make examples` runs it whole."""

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

import ilos

EXAMPLE = Path(__file__).parents[2] / "examples/learn_a_value.py"


@pytest.fixture(scope="module")
def example():
    spec = importlib.util.spec_from_file_location("learn_a_value", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    sys.modules["learn_a_value"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["learn_a_value"]


@pytest.fixture
def weights(example, tmp_path):
    """A network that knows nothing."""
    luck = np.random.default_rng(1)
    rows, _ = example.gather(1, 1)
    sizes = {"0": (64, rows.shape[2]), "2": (32, 64), "4": (1, 32)}
    layers = {f"{k}.weight": luck.normal(size=size) for k, size in sizes.items()}
    layers |= {f"{k}.bias": np.zeros(size[0]) for k, size in sizes.items()}
    path = tmp_path / "weights.npz"
    np.savez(path, **layers)
    return path


def test_the_options_of_a_decision_have_outcomes_that_differ(example) -> None:
    """First training: a win, 0 to 1, and a margin, -1 to 1; absent options have none."""
    rows, outcomes = example.gather(4, 1)
    assert rows.shape[:2] == outcomes.shape == (len(rows), example.OPTIONS)
    assert np.isfinite(rows).all()
    assert np.nanmin(outcomes) >= -1
    assert np.nanmax(outcomes) <= 2
    assert (np.nanmax(outcomes, axis=1) > np.nanmin(outcomes, axis=1)).any()
    assert not np.isnan(outcomes[:, :2]).any()


def test_the_same_seed_gathers_the_same(example) -> None:
    """First training: games follow from the seed."""
    first, again = example.gather(2, 5), example.gather(2, 5)
    assert np.array_equal(first[0], again[0])
    assert np.array_equal(first[1], again[1], equal_nan=True)


def test_the_learned_bot_plays_whole_games(example, weights) -> None:
    """First training: with whatever weights, every move is legal."""
    game = ilos.play_game([example.Learned(str(weights)), "greedy"], seed=3)
    assert game.is_over


def test_the_learned_bot_does_not_know_what_is_hidden(example, weights) -> None:
    """Write a bot: the choice depends on the view alone."""
    from ilos.bots import Budget
    from ilos.rules.chance import SeededChance

    game = ilos.new_game(["Ana", "Bo"], seed=7)
    for _ in range(4):
        game.play(game.legal_moves[0])
    bot = example.Learned(str(weights))
    seen = game.view(game.position.seat)
    chosen = {bot.choose(seen, game.legal_moves, Budget(), SeededChance(1)) for _ in range(3)}
    assert len(chosen) == 1
    assert chosen.pop() in game.legal_moves


def test_the_learned_bot_refuses_a_table_of_three(example, weights) -> None:
    """First training: it has learned from games of two players."""
    game = ilos.new_game(["Ana", "Bo", "Cy"], seed=7)
    with pytest.raises(ValueError, match="two players"):
        example.Learned(str(weights)).choose(game.view(0), game.legal_moves, None, None)
