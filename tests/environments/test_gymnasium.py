"""The Gymnasium environment: one seat against bots, as Gymnasium and MaskablePPO expect it."""

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from ilos.bots import UnknownBot
from ilos.environments import SeatEnv


def play(env: SeatEnv, seed: int) -> tuple[float, int, dict[str, object]]:
    """A whole game of random decisions: what was earned, how many decisions, the last info."""
    env.reset(seed=seed)
    luck = np.random.default_rng(seed)
    earned, count, over, info = 0.0, 0, False, {}
    while not over:
        masks = env.action_masks()
        assert masks.sum() >= 2
        _, reward, over, _, info = env.step(luck.choice(np.flatnonzero(masks)))
        earned, count = earned + reward, count + 1
    return earned, count, info


@pytest.mark.parametrize("options", [{}, {"observation": "dict"}, {"history": 4}])
def test_gymnasiums_own_test_passes(options: dict[str, Any]) -> None:
    """Environments, Gymnasium: check_env, render modes included."""
    check_env(gymnasium.make("ilos.environments:Ilos-v1", **options).unwrapped)


@pytest.mark.parametrize(
    "imports, name",
    [
        ("gymnasium", "ilos.environments:Ilos-v1"),
        ("ilos, gymnasium", "ilos.environments:Ilos-v1"),
        ("gymnasium", "ilos:Ilos-v1"),
        ("gymnasium, ilos", "Ilos-v1"),
        ("ilos.environments, gymnasium", "Ilos-v1"),
    ],
)
def test_gymnasium_finds_us_by_name(imports: str, name: str) -> None:
    """Environments, Gymnasium: the imports and names that the page promises, without a warning."""
    code = f"import {imports}; gymnasium.make({name!r}); gymnasium.make_vec({name!r}, num_envs=2)"
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)


def test_masks_are_what_maskable_ppo_expects() -> None:
    """Environments, Gymnasium: `action_masks()` is a boolean for each action."""
    env = SeatEnv(["random"])
    env.reset(seed=1)
    masks = env.action_masks()
    assert masks.dtype == np.bool_
    assert masks.shape == (env.action_space.n,)


@pytest.mark.parametrize("bots", [["random"], ["greedy", "random"], ["random"] * 4])
def test_a_game_ends_and_pays(bots: list[str]) -> None:
    """RULES 5: the reward says who won."""
    env = SeatEnv(bots)
    for seed in range(3):
        earned, count, info = play(env, seed)
        assert count > 10
        assert len(info["worths"]) == len(bots) + 1
        won = info["seat"] in info["winners"]
        assert (earned >= 0) == won


def test_a_seed_gives_the_same_game_again() -> None:
    """Environments, Gymnasium: luck, seat and bots all come from the seed."""
    assert play(SeatEnv(["gentle"]), 3) == play(SeatEnv(["gentle"]), 3)
    assert play(SeatEnv(["random"]), 3) != play(SeatEnv(["random"]), 4)


def test_the_seat_is_drawn_or_fixed() -> None:
    """Environments, Gymnasium: without a seat every seat comes up."""
    drawn, fixed = SeatEnv(["random"] * 2), SeatEnv(["random"] * 2, seat=1)
    assert {drawn.reset(seed=seed)[1]["seat"] for seed in range(30)} == {0, 1, 2}
    assert {fixed.reset(seed=seed)[1]["seat"] for seed in range(5)} == {1}


@pytest.mark.parametrize("reward", ["margin", "lead"])
def test_margin_and_lead_add_up_to_the_same(reward: str) -> None:
    """RULES 5: own worth less that of the best other, at the end or as it comes and goes."""
    for seed in range(3):
        earned, _, info = play(SeatEnv(["random"] * 2, reward=reward), seed)
        own = info["worths"].pop(info["seat"])
        assert earned == pytest.approx((own - max(info["worths"])) / 100)


@pytest.mark.parametrize("action", [7, 392])
def test_an_action_that_the_mask_forbids_changes_nothing(action: int) -> None:
    """Environments, Gymnasium: it earns -1, and the position stays."""
    env = SeatEnv(["random"], seat=0)
    before, _ = env.reset(seed=1)
    after, reward, over, cut, info = env.step(action)
    assert np.array_equal(before, after)
    assert (reward, over, cut, info["illegal"]) == (-1.0, False, False, True)


def test_a_game_that_is_over_takes_no_more_actions() -> None:
    """Environments, Gymnasium: reset begins another."""
    env = SeatEnv(["random"])
    play(env, 1)
    assert not env.action_masks().any()
    with pytest.raises(ValueError, match="reset"):
        env.step(7)


def test_a_game_begins_with_reset() -> None:
    """A step before it says so; it is no action that the mask forbids."""
    with pytest.raises(ValueError, match=r"call reset\(\) before step\(\)"):
        SeatEnv(["random"]).step(0)


def test_a_wrong_number_of_bots_is_told_as_such() -> None:
    """By the name of the argument, which counts the others and not the learner."""
    with pytest.raises(ValueError, match="bots names 0 bots, not 1 to 4"):
        SeatEnv([])


@pytest.mark.parametrize(
    "options, error",
    [
        ({"bots": ["nobody"]}, UnknownBot),
        ({"bots": "greedy"}, TypeError),
        ({"bots": None}, TypeError),
        ({"bots": [None]}, TypeError),
        ({"bots": ["random"], "seat": "x"}, TypeError),
        ({"bots": ["random"], "history": 1.5}, TypeError),
        ({"bots": []}, ValueError),
        ({"bots": ["random"] * 5}, ValueError),
        ({"bots": ["random"], "seat": 2}, ValueError),
        ({"bots": ["random"], "reward": "fun"}, ValueError),
        ({"bots": ["random"], "render_mode": "film"}, ValueError),
    ],
)
def test_an_impossible_table_is_refused(options: dict[str, object], error: type[Exception]) -> None:
    """Environments, Gymnasium: bad options say so at once."""
    with pytest.raises(error):
        SeatEnv(**options)
