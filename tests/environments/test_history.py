"""The past as a tensor: what happened, seen by each seat, the same in every environment."""

import copy
import pickle

import gymnasium
import numpy as np
import pytest
from bot_games import positions

from ilos.bots.decoding import decode, encode, is_move_complete
from ilos.engine import api
from ilos.engine.constants import (
    CARD_KINDS,
    D_DONE,
    DECISIONS,
    DRAWN,
    HISTORY_CODES,
    TAKEN,
    TURNED_UP,
)
from ilos.engine.learning.history import History, write_into
from ilos.environments import AecEnv, SeatEnv, SeatVectorEnv, VectorEnv
from ilos.environments.history import code_to_string, history_rows, note_event
from ilos.environments.table import bare_setup
from ilos.rules.chance import SeededChance
from ilos.rules.game import Game
from ilos.views import view

HIDDEN = {DRAWN + CARD_KINDS, TAKEN + CARD_KINDS}


def play(env: AecEnv, steps: int, seed: int = 1) -> None:
    luck = np.random.default_rng(seed)
    for _ in env.agent_iter(steps):
        seen, _, over, cut, _ = env.last()
        env.step(None if over or cut else int(luck.choice(np.flatnonzero(seen["action_mask"]))))


def test_a_game_begins_with_tiles_and_hands() -> None:
    """RULES 3.2, 3.3: three tiles, then five cards for each seat; other hands are hidden."""
    env = AecEnv(2, history=20)
    env.reset(seed=1)
    rows = env.observe("player_0")["history"]
    assert rows[:7].tolist() == [[-1, -1]] * 7
    assert (rows[7:10, 1] >= TURNED_UP).all()
    assert rows[10:, 0].tolist() == [0] * 5 + [1] * 5
    assert ((rows[10:15, 1] >= DRAWN) & (rows[10:15, 1] < DRAWN + CARD_KINDS)).all()
    assert set(rows[15:, 1].tolist()) == {DRAWN + CARD_KINDS}


@pytest.mark.parametrize("players", [2, 4])
def test_the_rows_are_within_their_space_and_seats_are_relative(players: int) -> None:
    """Each agent counts from itself; what is public is the same for all."""
    env = AecEnv(players, history=50)
    env.reset(seed=2)
    play(env, 150)
    mover = env.possible_agents.index(env.agent_selection)
    seen = [env.observe(agent) for agent in env.agents]
    for seat, one in enumerate(seen):
        assert env.observation_space(f"player_{seat}").contains(one)
        others = [row for row in one["history"].tolist() if row[0] != 0]
        drawn = [code for _, code in others if DRAWN <= code < TAKEN]
        assert set(drawn) <= HIDDEN
    left, right = (seen[seat]["history"] for seat in ((mover + 1) % players, mover))
    public = left[:, 1] < DECISIONS
    same = [code for code in left[public][:, 1].tolist() if code not in HIDDEN]
    assert len(same) > 10
    assert all(code in right[:, 1] for code in same[-5:])


def test_a_move_that_another_seat_has_not_finished_is_left_out() -> None:
    """RULES 6: only a whole move is public."""
    env = AecEnv(2, history=8)
    env.reset(seed=1)
    before = env.observe("player_1")["history"]
    card = int(env.observe("player_0")["action_mask"].argmax())
    assert card < CARD_KINDS
    env.step(card)
    assert np.array_equal(env.observe("player_1")["history"], before)
    assert env.observe("player_0")["history"][-1].tolist() == [0, card]
    env.step(D_DONE)
    rows = env.observe("player_1")["history"].tolist()
    assert [1, D_DONE] in rows
    assert [1, card] in rows


def replayed(game: Game, seat: int, length: int) -> np.ndarray:
    """The rows that follow from the events of a game."""
    history, again = History(1, length), Game(game.setup)
    for event in game.events:
        before = again.position
        again.replay(event)
        note_event(history, game.setup, before, event)
    return history_rows(history, game.position, seat)


def test_decisions_and_moves_are_coded_there_and_back() -> None:
    """Every move of random games as decisions, and these as a move again."""
    luck = SeededChance(3)
    count = 0
    for players in (2, 3, 5):
        for game in positions(players, seed=players):
            p, decisions = game.position.copy(), []
            while True:
                options, phase = api.legal_decisions(p), p.phase
                decisions.append(options[luck.below(len(options))])
                api.take_decision(p, decisions[-1])
                if is_move_complete(p, phase, decisions[-1]):
                    break
            move = decode(game.setup, game.position, decisions)
            assert encode(game.setup, game.position, move) == decisions
            count += 1
    assert count > 100


def test_a_view_of_the_game_gives_the_same_rows() -> None:
    """RULES 6: whatever is in the history is in the events that the seat may know."""
    checked = 0
    for game in positions(3, seed=4):
        for seat in range(3):
            rows = replayed(game, seat, 40)
            history, again = History(1, 40), Game(game.setup)
            for event, masked in zip(game.events, view(game, seat).events, strict=True):
                before = again.position
                again.replay(event)
                note_event(history, game.setup, before, masked)
            assert np.array_equal(rows, history_rows(history, game.position, seat))
            checked += 1
        if checked > 90:
            return


def test_worlds_that_differ_only_in_hidden_things_have_the_same_past() -> None:
    """RULES 6: a drawn card that others hold reads the same whatever it is."""
    for card in range(2):
        history = History(1, 3)
        history.note(0, 1, [DRAWN + card])
        history.note(0, 1, [TAKEN + card], 2)
        p = api.new_position(bare_setup(3).printed)
        rows = [np.zeros(6, np.int16) for _ in range(3)]
        for seat in range(3):
            write_into(history, p, seat, rows[seat])
        assert rows[0].tolist() == [-1, -1, 1, DRAWN + 6, 1, TAKEN + 6]
        assert rows[1].tolist() == [-1, -1, 0, DRAWN + card, 0, TAKEN + card]
        assert rows[2].tolist() == [-1, -1, 2, DRAWN + 6, 2, TAKEN + card]


@pytest.mark.parametrize("bots", [["random"], ["greedy", "random"]])
def test_the_seat_environment_tells_the_same_past_as_its_events(bots: list[str]) -> None:
    """Gymnasium: rows of the game, and of the learner's move under way."""
    env = SeatEnv(bots, history=60)
    luck = np.random.default_rng(1)
    seen, _ = env.reset(seed=3)
    for _ in range(80):
        assert env.observation_space.contains(seen)
        whole = replayed(env._game, env.seat, 60)
        under_way = len(env._decisions)
        rows = seen["history"]
        assert np.array_equal(rows[: 60 - under_way], whole[under_way:])
        assert rows[60 - under_way :, 1].tolist() == env._decisions
        seen, _, over, _, _ = env.step(int(luck.choice(np.flatnonzero(env.action_masks()))))
        if over:
            seen, _ = env.reset()


def test_one_game_has_one_past_in_pettingzoo_and_in_the_vector_environment() -> None:
    """The same decisions after the same deal, row for row."""
    many = VectorEnv(3, players=3, seed=5, history=6)
    alone = [AecEnv(3, history=6) for _ in range(3)]
    for game, env in enumerate(alone):
        env.reset()
        env._position = many.position(game)
    luck = np.random.default_rng(1)
    for step in range(100):
        taken = np.array([luck.choice(np.flatnonzero(mask)) for mask in many.masks])
        many.step(taken)
        assert not many.dones.any()
        for game, env in enumerate(alone):
            env.step(int(taken[game]))
            if step > 10:  # what went before the deal was copied is another's past
                rows = env.observe(env.agent_selection)["history"]
                assert np.array_equal(rows, many.histories[game])


def test_the_rows_of_all_seats_tell_the_whole_game() -> None:
    """Played again from the rows, with each card as its owner saw it, a game comes out the same."""
    env = AecEnv(3, history=2000)
    env.reset(seed=1)
    play(env, 120)
    seen = [env.observe(agent)["history"].tolist() for agent in env.agents]
    told = [[code for seat, code in rows if seat >= 0] for rows in seen]
    p = api.new_position(env.setup.printed)
    for number in range(max(map(len, told))):
        code = told[p.seat][number]
        if code < DECISIONS:
            api.take_decision(p, code)
        elif code >= TURNED_UP:
            api.let_happen(p, code - TURNED_UP)
        else:
            api.let_happen(p, code - (DRAWN if code < TAKEN else TAKEN))
    same = ("round", "seat", "phase", "hand", "laid", "pioneer", "stock")
    assert [getattr(p, name) for name in same] == [getattr(env._position, name) for name in same]


@pytest.mark.parametrize(
    "options", [{"history": 12}, {"observation": "dict"}, {"observation": "dict", "history": 5}]
)
def test_gymnasiums_vector_environment_has_the_past_and_names(options) -> None:
    """make_vec: the same options as make, in batches."""
    envs = gymnasium.make_vec("Ilos-v1", num_envs=4, bots=["random"], **options)
    one = gymnasium.make("Ilos-v1", bots=["random"], **options)
    assert envs.single_observation_space == one.observation_space
    seen, _ = envs.reset(seed=1)
    ended = 0
    while ended < 3:
        assert envs.observation_space.contains(seen)
        seen, _, over, _, infos = envs.step(envs.unwrapped.sample())
        for game in np.flatnonzero(over):
            assert envs.single_observation_space.contains(infos["final_obs"][game])
            ended += 1


@pytest.mark.parametrize(
    "env", [AecEnv(2, history=9), SeatVectorEnv(2, ["random"], history=9), VectorEnv(2, history=9)]
)
def test_the_past_is_copied_and_pickled_with_its_environment(env: object) -> None:
    """A twin goes on with the same history."""

    def past(one: object) -> bytes:
        match one:
            case AecEnv():
                return one.observe("player_0")["history"].tobytes()
            case VectorEnv():
                one.step(np.array([6, 6]))
                return one.histories.tobytes()
        return one.step(np.array([6, 6]))[0]["history"].tobytes()

    env.reset(seed=1)
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    expected = past(env)
    assert [past(twin) for twin in twins] == [expected, expected]


def test_codes_in_words() -> None:
    """Every code has words of its own."""
    setup = bare_setup(2)
    assert len({code_to_string(setup, code) for code in range(HISTORY_CODES)}) == HISTORY_CODES
    with pytest.raises(ValueError, match="is no code"):
        code_to_string(setup, HISTORY_CODES)


@pytest.mark.parametrize("make", [AecEnv, SeatEnv, lambda **more: VectorEnv(1, **more)])
def test_an_impossible_length_is_refused(make) -> None:
    """No history of less than nothing."""
    with pytest.raises(ValueError, match="history is -1"):
        make(history=-1)
