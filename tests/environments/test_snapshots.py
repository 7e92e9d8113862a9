"""Environments are copied, pickled, saved and restored; what follows is the same."""

import copy
import multiprocessing
import pickle

import numpy as np
import pytest

from ilos.environments import AecEnv, SeatEnv, SeatVectorEnv, VectorEnv
from ilos.environments.table import ORACLE_SIZE


def play_aec(env: AecEnv, steps: int) -> list[object]:
    found: list[object] = []
    for agent in env.agent_iter(steps):
        seen, reward, over, cut, _ = env.last()
        found.append((agent, seen["observation"].tobytes(), reward))
        env.step(None if over or cut else int(np.flatnonzero(seen["action_mask"])[-1]))
    return found


def play_seat(env: SeatEnv, steps: int) -> list[object]:
    found: list[object] = []
    for _ in range(steps):
        seen, reward, over, _, _ = env.step(int(np.flatnonzero(env.action_masks())[-1]))
        found.append((seen.tobytes(), reward, over))
        if over:
            env.reset()
    return found


def play_vector(env: VectorEnv, steps: int) -> list[object]:
    found: list[object] = []
    for _ in range(steps):
        env.step(env.sample())
        found.append((env.observations.tobytes(), env.rewards.tobytes(), env.worths.tobytes()))
    return found


def play_seat_vector(env: SeatVectorEnv, steps: int) -> list[object]:
    found: list[object] = []
    for _ in range(steps):
        seen, rewards, *_ = env.step(env.sample())
        found.append((seen.tobytes(), rewards.tobytes()))
    return found


CASES = [
    (lambda: AecEnv(3), play_aec),
    (lambda: SeatEnv(["greedy", "random"]), play_seat),
    (lambda: VectorEnv(4, players=3), play_vector),
    (lambda: SeatVectorEnv(4, ["random"]), play_seat_vector),
]
NAMES = ["aec", "seat", "vector", "seat_vector"]


@pytest.mark.parametrize("make,play", CASES, ids=NAMES)
def test_a_copy_and_a_pickle_go_on_as_the_environment_itself(make, play) -> None:
    """Copy.deepcopy and pickle, in the middle of a game."""
    env = make()
    env.reset(seed=5)
    play(env, 20)
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    expected = play(env, 300)
    assert [play(twin, 300) for twin in twins] == [expected, expected]


@pytest.mark.parametrize("make,play", CASES, ids=NAMES)
def test_what_was_saved_is_restored(make, play) -> None:
    """Save() and restore(), however much was played in between."""
    env = make()
    env.reset(seed=5)
    play(env, 20)
    saved = env.save()
    expected = play(env, 50)
    play(env, 200)
    env.restore(saved)
    assert play(env, 50) == expected


def test_what_another_environment_saved_is_refused() -> None:
    """One clear error."""
    with pytest.raises(ValueError, match="saved by AecEnv, not SeatEnv"):
        SeatEnv().restore(AecEnv().save())
    with pytest.raises(TypeError, match=r"saved is 3, not the bytes that save\(\) returned"):
        SeatEnv().restore(3)
    for spoilt in (b"", b"3", AecEnv().save()[:-100]):
        with pytest.raises(ValueError, match="not the whole bytes"):
            SeatEnv().restore(spoilt)


def test_a_search_bot_is_pickled_without_its_tree() -> None:
    """The next move begins the search again."""
    env = SeatEnv(["skilled?simulations=5"])
    env.reset(seed=1)
    assert play_seat(pickle.loads(pickle.dumps(env)), 3)


def test_environments_go_through_spawned_processes() -> None:
    """Multiprocessing with spawn, as learning libraries use it."""
    env = SeatEnv(["greedy"])
    env.reset(seed=3)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        back = pool.apply(pickle.loads, (pickle.dumps(env),))
    assert play_seat(back, 20) == play_seat(env, 20)


def test_reset_without_a_seed_begins_the_same_games_again() -> None:
    """VectorEnv(seed=1).reset() is the seed it was made with."""
    env = VectorEnv(2, seed=1)
    first = env.observations.copy()
    play_vector(env, 10)
    env.reset()
    assert np.array_equal(env.observations, first)
    assert not np.array_equal(VectorEnv(2, seed=0).observations, first)


def test_the_state_for_critics_holds_every_hand_and_stock() -> None:
    """Environments: the oracle's view is apart from what agents see."""
    env = AecEnv(3)
    env.reset(seed=2)
    play_aec(env, 60)
    p = env._position
    state = env.state()
    assert env.state_space.contains(state)
    assert state.shape == (ORACLE_SIZE,)
    hands = state[-30:].reshape(5, 6)
    for place in range(3):
        seat = (p.seat + place) % 3
        assert hands[place].tolist() == list(p.hand[seat * 6 : seat * 6 + 6])
    assert VectorEnv(2, players=3).state(1).shape == (ORACLE_SIZE,)


def test_environments_say_what_they_are() -> None:
    """A line that helps, at a prompt and in a log."""
    assert repr(AecEnv(3, edition="fr")) == "<AecEnv: 3 players, edition fr>"
    assert repr(SeatEnv()) == "<SeatEnv: 2 players, edition en>"
    assert repr(VectorEnv(4, 2)) == "<VectorEnv: 4 games of 2 players>"
    assert repr(SeatVectorEnv(4)) == "<SeatVectorEnv: 4 games of 2 players>"
