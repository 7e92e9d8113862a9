"""Registered ids, named observations, actions in words, and the Gymnasium vector interface."""

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from pettingzoo.test import api_test

import ilos.environments
from ilos.bots import Budget, create
from ilos.bots.decoding import decode, is_move_complete
from ilos.engine import api
from ilos.engine.constants import DECISIONS
from ilos.environments import AecEnv, SeatEnv, SeatVectorEnv
from ilos.environments.coding import action_names, action_to_string, string_to_action
from ilos.environments.observations import as_dict, printed_tiles
from ilos.environments.table import bare_setup
from ilos.rules.chance import SeededChance
from ilos.rules.game import Game
from ilos.views import view


def test_the_ids_are_registered() -> None:
    """Gymnasium.make and make_vec by the same name."""
    assert ilos.environments.SeatEnv is SeatEnv
    one = gymnasium.make("Ilos-v1", bots=["random"])
    many = gymnasium.make_vec("Ilos-v1", num_envs=3, bots=["random"])
    assert isinstance(one.unwrapped, SeatEnv)
    assert isinstance(many, SeatVectorEnv)
    assert many.single_observation_space == one.observation_space
    assert many.single_action_space == one.action_space
    sync = gymnasium.make_vec("Ilos-v1", 2, vectorization_mode="sync", bots=["gentle"])
    assert sync.reset(seed=1)[0].shape == (2, one.observation_space.shape[0])


@pytest.mark.parametrize("bots", [["random"], ["greedy"] * 3])
def test_the_vector_environment_keeps_gymnasiums_promises(bots) -> None:
    """Shapes, types, ends and masks; the same seed gives the same games."""
    envs = gymnasium.make_vec("Ilos-v1", num_envs=6, bots=bots, seat=1)
    runs = []
    for _ in range(2):
        seen, infos = envs.reset(seed=4)
        luck = np.random.default_rng(1)
        ended = 0
        trace = []
        for _ in range(800):
            masks = infos["action_mask"]
            assert envs.observation_space.contains(seen)
            assert (masks.sum(axis=1) >= 2).all()
            assert (infos["seat"] == 1).all()
            actions = np.array([luck.choice(np.flatnonzero(mask)) for mask in masks])
            seen, rewards, over, cut, infos = envs.step(actions)
            assert rewards.shape == over.shape == cut.shape == (6,)
            assert not cut.any()
            assert (rewards[~over] == 0).all()
            if over.any():
                ended += int(over.sum())
                assert (infos["_final_obs"] == over).all()
                assert all(
                    infos["final_obs"][k].shape == seen[k].shape for k in np.flatnonzero(over)
                )
            trace.append((seen.tobytes(), rewards.tobytes()))
        assert ended > 5
        runs.append(trace)
    assert runs[0] == runs[1]


def test_an_illegal_action_leaves_its_game_alone() -> None:
    """As in SeatEnv: it earns −1, and the other games go on."""
    envs = SeatVectorEnv(3, ["random"])
    before, infos = envs.reset(seed=1)
    actions = infos["action_mask"].argmax(axis=1)
    actions[1] = int(np.flatnonzero(~infos["action_mask"][1])[0])
    after, rewards, _, _, infos = envs.step(actions)
    assert rewards.tolist() == [0.0, -1.0, 0.0]
    assert infos["illegal"].tolist() == [False, True, False]
    assert np.array_equal(before[1], after[1])
    assert not np.array_equal(before[0], after[0])


def test_the_margin_is_that_of_the_learners_seat() -> None:
    """Reward "margin": own worth less that of the best other, in hundreds."""
    envs = SeatVectorEnv(8, ["random", "random"], reward="margin")
    _, infos = envs.reset(seed=1)
    ended = 0
    while ended < 5:
        seats = infos["seat"]
        _, rewards, over, _, infos = envs.step(envs.sample())
        for game in np.flatnonzero(over):
            worths = infos["worths"][game].tolist()
            own = worths.pop(int(seats[game]))
            assert rewards[game] == pytest.approx((own - max(worths)) / 100)
            ended += 1


@pytest.mark.parametrize("bots", [["skilled"], ["random", "greedy"], "random", []])
def test_other_bots_are_refused_with_the_way_to_have_them(bots) -> None:
    """The engine plays random and greedy rivals only."""
    with pytest.raises(ValueError, match="vectorization_mode='sync'"):
        SeatVectorEnv(2, bots)


@pytest.mark.parametrize("players", [2, 4])
def test_a_greedy_rival_of_the_engine_is_the_greedy_bot(players: int) -> None:
    """The rival decides from the whole position what the bot decides from its view (RULES 6)."""
    from ilos.engine.search.heuristics import Evaluation, scored_options

    for seed in range(6):
        game = Game(bare_setup(players), SeededChance(seed))
        bots = [create("greedy") for _ in range(players)]
        while not game.is_over:
            seat = game.position.seat
            seen = view(game, seat)
            chosen = bots[seat].choose(seen, seen.legal_moves, Budget(), SeededChance(0))
            p, decisions, evaluation = game.position.copy(), [], Evaluation()
            while True:
                phase = p.phase
                decisions.append(
                    max(scored_options(p, evaluation), key=lambda option: option[1])[0]
                )
                api.take_decision(p, decisions[-1])
                if is_move_complete(p, phase, decisions[-1]):
                    break
            assert decode(game.setup, game.position, decisions) == chosen
            game.play(chosen, seat)


def test_every_action_has_words_of_its_own() -> None:
    """Action to string and back."""
    setup = bare_setup(2)
    names = action_names(setup)
    assert len(set(names)) == len(names) == DECISIONS
    for action in range(DECISIONS):
        assert string_to_action(setup, action_to_string(setup, action)) == action
    env = SeatEnv()
    assert env.action_to_string(7) == "end turn"
    assert env.string_to_action("end turn") == 7
    with pytest.raises(ValueError, match="is no action"):
        string_to_action(setup, "win")
    with pytest.raises(ValueError, match="is no action"):
        action_to_string(setup, DECISIONS)


def test_a_dictionary_observation_holds_the_same_numbers_and_the_printed_tiles() -> None:
    """The flat one, by names; and a learner can tell what is printed on T05."""
    flat, named = SeatEnv(seat=0), SeatEnv(seat=0, observation="dict")
    one, two = flat.reset(seed=1)[0], named.reset(seed=1)[0]
    assert named.observation_space.contains(two)
    for group, fields in as_dict(flat.setup, one).items():
        if group == "printed":
            continue
        for field, values in fields.items():
            assert np.array_equal(values, two[group][field]), (group, field)
    tile = flat.setup.tile_set.tiles[4]
    row = printed_tiles(flat.setup)[4]
    assert np.flatnonzero(row[:6]).tolist() == sorted(tile.land_sides)
    assert row[7:].sum() == 2 * sum(len(part.sites) for part in tile.parts)


# It tells that a dictionary is no array, which is the point.
@pytest.mark.filterwarnings("ignore:Observation")
def test_pettingzoo_accepts_the_dictionary_and_the_state() -> None:
    """PettingZoo's own test."""
    api_test(AecEnv(3, observation="dict"), num_cycles=200)


def test_the_history_is_what_the_seat_may_know() -> None:
    """SeatEnv: all events, with the cards of others as numbers."""
    env = SeatEnv(["random"], seat=0)
    env.reset(seed=1)
    assert len(env.history()) >= 3


def test_gymnasiums_vector_wrappers_take_the_vector_environment() -> None:
    """Gymnasium: episodes are counted as they end, in the same step."""
    envs = RecordEpisodeStatistics(gymnasium.make_vec("Ilos-v1", num_envs=4, bots=["random"]))
    envs.reset(seed=1)
    lengths = []
    while len(lengths) < 4:
        _, rewards, over, _, infos = envs.step(envs.unwrapped.sample())
        for game in np.flatnonzero(over):
            assert infos["episode"]["r"][game] == pytest.approx(rewards[game])
            lengths.append(int(infos["episode"]["l"][game]))
            assert infos["final_info"]["rounds"][game] == infos["rounds"][game] > 0
    assert min(lengths) > 10
    envs.close()


def test_the_vector_environment_advises_what_greedy_would_decide() -> None:
    """Environments: `advise` plays the learner's seat as the bot `greedy`, and changes nothing."""
    envs = gymnasium.make_vec("Ilos-v1", num_envs=16, bots=["random"])
    envs.reset(seed=1)
    before = envs.action_masks().copy()
    won = []
    advised = envs.advise()
    assert np.array_equal(envs.advise(), advised)
    assert np.array_equal(envs.action_masks(), before)
    for _ in range(600):
        decisions = envs.advise()
        assert envs.action_masks()[np.arange(16), decisions].all()
        _, rewards, over, _, _ = envs.step(decisions)
        won += rewards[over].tolist()
    assert len(won) > 16
    assert np.mean(np.array(won) > 0) > 0.9
