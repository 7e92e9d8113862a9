"""The vector environment plays the engine's games, in place, and refuses what is not legal."""

import numpy as np
import pytest

from ilos.engine import api
from ilos.engine.constants import DECISIONS
from ilos.engine.learning.batch import settle
from ilos.environments import VectorEnv
from ilos.environments.table import action_mask, observation

ARRAYS = ("observations", "masks", "seats", "rewards", "dones", "worths", "rounds")


def state(env: VectorEnv) -> list[bytes]:
    return [getattr(env, name).tobytes() for name in ARRAYS]


@pytest.mark.parametrize("players", [2, 5])
def test_each_game_is_the_game_that_the_engine_plays(players: int) -> None:
    """Environments, vector: observation, mask and seat are those of the position itself."""
    env = VectorEnv(5, players, seed=3)
    alone = [env.position(game) for game in range(5)]
    for _ in range(300):
        taken = env.sample().copy()
        env.step(taken)
        for game, position in enumerate(alone):
            api.take_decision(position, int(taken[game]))
            if settle(position) == 0:
                alone[game] = env.position(game)
                assert env.dones[game]
                continue
            assert not env.dones[game]
            assert env.seats[game] == position.seat
            seen = observation(position, position.seat, "screened")
            assert np.array_equal(env.observations[game], seen)
            assert np.array_equal(env.masks[game], action_mask(position, position.seat))


def test_arrays_are_written_in_place() -> None:
    """Environments, vector: no copies, the arrays are made once."""
    env = VectorEnv(4)
    before = [getattr(env, name) for name in ARRAYS]
    seen = env.observations.copy()
    env.step(env.sample())
    assert all(getattr(env, name) is array for name, array in zip(ARRAYS, before, strict=True))
    assert not np.array_equal(env.observations, seen)


def test_a_seed_gives_the_same_games_again() -> None:
    """Environments, vector: the same seed and decisions, the same games; another seed, others."""
    env = VectorEnv(8, seed=1)
    first = []
    for _ in range(50):
        env.step(env.sample())
        first.append(state(env))
    env.reset(1)
    for expected in first:
        env.step(env.sample())
        assert state(env) == expected
    assert state(VectorEnv(8, seed=2)) != state(VectorEnv(8, seed=1))


def test_games_of_a_batch_differ() -> None:
    """Environments, vector: each game has luck of its own."""
    env = VectorEnv(16, seed=1)
    assert len({row.tobytes() for row in env.observations}) == 16


@pytest.mark.parametrize("players", [2, 4])
def test_a_game_that_ends_is_followed_by_another(players: int) -> None:
    """RULES 5: rewards add up to 0, winning alone is worth 1, and the next game has begun."""
    env = VectorEnv(32, players, seed=5)
    ended = 0
    for _ in range(600):
        env.step(env.sample())
        for game in np.flatnonzero(env.dones):
            ended += 1
            rewards, worths = env.rewards[game], env.worths[game]
            assert rewards.sum() == pytest.approx(0, abs=1e-6)
            assert worths[rewards.argmax()] == worths.max()
            assert 1 <= env.rounds[game] <= 100
            assert env.position(game).round == 0
        assert not env.rewards[~env.dones].any()
    assert ended > 20


def test_forced_decisions_are_not_asked() -> None:
    """Environments, vector: the seat that is asked has at least two choices."""
    env = VectorEnv(32, 3, seed=6)
    for _ in range(200):
        env.step(env.sample())
        assert (env.masks.sum(axis=1) >= 2).all()


def test_sampled_decisions_are_legal_and_cover_all_choices() -> None:
    """Environments, vector: every legal decision may be drawn."""
    env = VectorEnv(1, seed=7)
    drawn = set()
    for _ in range(200):
        drawn.add(int(env.sample()[0]))
    assert drawn == set(np.flatnonzero(env.masks[0]).tolist())


@pytest.mark.parametrize("wrong", [-1, DECISIONS, 10**9, 7])
def test_an_illegal_decision_is_named_and_nothing_changes(wrong: int) -> None:
    """Environments, vector: one bad decision among good ones, and no game moves."""
    env = VectorEnv(6, seed=8)
    taken = env.sample().copy()
    taken[4] = wrong  # during the mulligan nobody can end a turn
    before = state(env)
    with pytest.raises(ValueError, match=f"decision {wrong} is not legal in game 4"):
        env.step(taken)
    assert state(env) == before


def test_a_mask_that_someone_overwrote_allows_nothing() -> None:
    """Environments, vector: what is legal is not looked up in an array that anyone can write."""
    env = VectorEnv(2, seed=9)
    env.masks[:] = True
    with pytest.raises(ValueError, match="not legal"):
        env.step(np.array([7, 7]))


@pytest.mark.parametrize(
    "decisions",
    [np.zeros(3, int), np.zeros((2, 1), int), np.zeros(2), np.array(["a", "b"]), 6],
)
def test_anything_but_one_whole_number_for_each_game_is_refused(decisions: object) -> None:
    """Environments, vector: the message says what is needed."""
    with pytest.raises(ValueError, match="2 whole numbers are needed"):
        VectorEnv(2).step(decisions)


@pytest.mark.parametrize(
    "options, message",
    [
        ({"games": 0}, "games is 0"),
        ({"games": 2, "players": 6}, "2 to 5"),
        ({"games": 2, "players": 1}, "2 to 5"),
        ({"games": 2, "max_rounds": 0}, "max_rounds"),
        ({"games": 2, "edition": "it"}, "edition"),
        ({"games": 2, "stocks": "secret"}, "stocks"),
    ],
)
def test_an_impossible_table_is_refused(options: dict[str, object], message: str) -> None:
    """RULES 1, 5, 6, 7: players, rounds, stocks and editions that there are."""
    with pytest.raises(ValueError, match=message):
        VectorEnv(**options)


def test_there_is_no_game_beyond_the_last() -> None:
    """Environments, vector: looking into a game that is not there."""
    with pytest.raises(ValueError, match="no game 2"):
        VectorEnv(2).position(2)
