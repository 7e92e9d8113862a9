"""The PettingZoo environment passes PettingZoo's own tests, and keeps the rules."""

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from ilos.environments import AecEnv, env

# PettingZoo says these of every environment with masks that is not on its own list.
EXPECTED = (
    "Observation space for each agent probably should be",
    "Observation is not a NumPy array",
    "Action mask numpy array is all zeros",  # of an agent whose game is over
)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_pettingzoos_own_test_of_its_interface_passes(players: int) -> None:
    """Environments, PettingZoo: api_test."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(env(players=players), num_cycles=600)
    assert [str(w.message) for w in said if not str(w.message).startswith(EXPECTED)] == []


def test_pettingzoos_own_test_of_seeds_passes() -> None:
    """Environments, PettingZoo: seed_test."""
    seed_test(env, num_cycles=200)


def test_pettingzoos_own_test_of_rendering_passes() -> None:
    """Environments, PettingZoo: render_test, for people, as text and as an array of colours."""
    render_test(env)


def play(game: AecEnv, seed: int) -> dict[str, float]:
    """A whole game of random decisions; each agent's sum of rewards."""
    game.reset(seed=seed)
    luck = np.random.default_rng(seed)
    earned = dict.fromkeys(game.agents, 0.0)
    for agent in game.agent_iter():
        seen, reward, over, cut, _ = game.last()
        earned[agent] += reward
        legal = np.flatnonzero(seen["action_mask"])
        game.step(None if over or cut else luck.choice(legal))
    return earned


@pytest.mark.parametrize("players", [2, 4])
def test_rewards_come_at_the_end_and_add_up_to_nothing(players: int) -> None:
    """RULES 5: winners share a prize that the losers pay."""
    for seed in range(5):
        earned = play(AecEnv(players), seed)
        assert len(earned) == players
        assert sum(earned.values()) == pytest.approx(0)
        assert max(earned.values()) > 0 or set(earned.values()) == {0.0}


def test_who_does_not_decide_sees_the_table_but_may_do_nothing() -> None:
    """RULES 6: every agent has its own view at any time."""
    game = AecEnv(3)
    game.reset(seed=1)
    seen = {agent: game.observe(agent) for agent in game.agents}
    may_act = [agent for agent in game.agents if seen[agent]["action_mask"].any()]
    assert may_act == [game.agent_selection]
    assert len({one["observation"].tobytes() for one in seen.values()}) == 3


@pytest.mark.parametrize("action", [7, -1, 393, None, 10**12])
def test_an_action_that_the_mask_forbids_is_refused(action: int | None) -> None:
    """Environments, PettingZoo: the game stays as it was."""
    game = AecEnv()
    game.reset(seed=1)
    before = game.observe(game.agent_selection)
    with pytest.raises((ValueError, OverflowError)):
        game.step(action)
    after = game.observe(game.agent_selection)
    assert all(np.array_equal(before[key], after[key]) for key in before)


def test_a_game_begins_with_reset() -> None:
    """Anything before it says so."""
    with pytest.raises(ValueError, match=r"call reset\(\) before last\(\)"):
        AecEnv(players=2).last()
    with pytest.raises(ValueError, match=r"call reset\(\) before step\(\)"):
        AecEnv(players=2).step(0)


@pytest.mark.parametrize("options", [{"players": 6}, {"render_mode": "film"}, {"edition": "it"}])
def test_an_impossible_table_is_refused(options: dict[str, object]) -> None:
    """Environments, PettingZoo: bad options say so at once."""
    with pytest.raises(ValueError):
        AecEnv(**options)
