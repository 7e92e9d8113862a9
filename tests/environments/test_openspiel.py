"""OpenSpiel's own tests for games written in Python, run on ours."""

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment

from ilos.engine import api
from ilos.environments import openspiel

# OpenSpiel and what it imports warn about their own future.
pytestmark = pytest.mark.filterwarnings("ignore")


class TestApi(api_test.EnforceAPIOnPartialTreeBase):
    """`open_spiel.integration_tests.api_test`, on some hundred positions."""

    game_name = "python_ilos"
    game = pyspiel.load_game("python_ilos(max_rounds=3)")


@pytest.mark.parametrize("players", [2, 5])
def test_openspiel_simulates_whole_games(players: int) -> None:
    """`pyspiel.random_sim_test`: clones, serialization, histories, returns, observations."""
    game = pyspiel.load_game(f"python_ilos(players={players},max_rounds=2)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_the_parameters_reach_the_game() -> None:
    """Players, rounds, edition and stocks."""
    game = pyspiel.load_game("python_ilos", {"players": 3, "edition": "fr", "open_stocks": True})
    assert isinstance(game.new_initial_state().get_game(), openspiel.IlosGame)
    assert game.num_players() == 3
    assert game.setup.options.edition == "fr"
    assert game.setup.options.stocks == "open"


def test_outcomes_of_chance_have_their_probabilities() -> None:
    """The first tile is one of twenty, the first card one of six kinds of ninety."""
    state = pyspiel.load_game("python_ilos").new_initial_state()
    assert state.is_chance_node()
    tiles = state.chance_outcomes()
    assert len(tiles) == 20
    assert sum(p for _, p in tiles) == pytest.approx(1)
    assert state.action_to_string(tiles[0][0]) == "turned up T01"
    while api.is_tile_pending(state.position):
        state.apply_action(state.chance_outcomes()[0][0])
    cards = state.chance_outcomes()
    assert len(cards) == 6
    assert state.action_to_string(0) == "drawn ship"


def test_an_information_state_does_not_depend_on_what_is_hidden() -> None:
    """RULES 6: two worlds that differ in another's hand look alike to a player."""
    game = pyspiel.load_game("python_ilos")
    seen = set()
    for card in range(2):
        state = game.new_initial_state()
        dealt = 0
        while state.is_chance_node():
            outcomes = [outcome for outcome, _ in state.chance_outcomes()]
            if api.is_tile_pending(state.position) or dealt < 5:
                state.apply_action(outcomes[0])
            else:
                state.apply_action(outcomes[card])  # the second player's hand
            dealt += 0 if state.is_terminal() else not outcomes[0] >= 6
        seen.add(state.information_state_string(0))
    assert len(seen) == 1


def test_openspiels_learning_environment_plays_it() -> None:
    """`rl_environment.Environment`, as OpenSpiel's agents use it."""
    env = rl_environment.Environment(pyspiel.load_game("python_ilos(max_rounds=2)"), seed=1)
    luck = np.random.default_rng(1)
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        step = env.step([int(luck.choice(step.observations["legal_actions"][player]))])
    assert sum(step.rewards) == pytest.approx(0)


def test_the_information_state_tensor_is_the_observation_and_the_past() -> None:
    """RULES 6: with perfect recall a player has the rows of `ilos.environments.history`."""
    game = pyspiel.load_game("python_ilos(players=3,history=40)")
    state = game.new_initial_state()
    luck = np.random.default_rng(1)
    for _ in range(120):
        outcomes = [o for o, _ in state.chance_outcomes()] if state.is_chance_node() else None
        state.apply_action(int(luck.choice(outcomes or state.legal_actions())))
    for player in range(3):
        whole = np.array(state.information_state_tensor(player))
        assert whole.shape == (game.information_state_tensor_size(),)
        assert whole[:-80].tolist() == state.observation_tensor(player)
        rows = whole[-80:].reshape(40, 2)
        assert (rows[:, 0] < 3).all()
        drawn_by_others = rows[(rows[:, 0] > 0) & (rows[:, 1] >= 393) & (rows[:, 1] < 400)]
        assert len(drawn_by_others) > 0
        assert set(drawn_by_others[:, 1]) == {399}  # hidden
