"""RULES 6: an observation contains nothing that its seat may not know."""

import numpy as np
import pytest
from bot_games import another_world, positions
from msgspec.structs import force_setattr

from ilos.bots.decoding import is_move_complete
from ilos.engine import api
from ilos.engine.constants import CARD_KINDS
from ilos.engine.constants import RESOURCES as RESOURCE_COUNT
from ilos.engine.position import Position
from ilos.environments.coding import field_slice
from ilos.environments.table import action_mask, observation
from ilos.rules.chance import SeededChance
from ilos.views import view


def same_to(seat: int, one: Position, other: Position) -> bool:
    return np.array_equal(
        observation(one, seat, "screened"), observation(other, seat, "screened")
    ) and np.array_equal(action_mask(one, seat), action_mask(other, seat))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_worlds_that_differ_only_in_hidden_things_look_the_same(players: int) -> None:
    """RULES 6: other hands and the pile change neither observation nor mask, all through a move."""
    luck = SeededChance(players)
    different = 0
    for count, game in enumerate(positions(players, seed=players)):
        seat = game.position.seat
        one, other = game.position.copy(), another_world(game, count).position.copy()
        different += one.hand != other.hand
        while True:
            assert same_to(seat, one, other)
            options, phase = api.legal_decisions(one), one.phase
            decision = options[luck.below(len(options))]
            api.take_decision(one, decision)
            api.take_decision(other, decision)
            if is_move_complete(one, phase, decision):
                break
    assert different > 20  # else this test has shown nothing


def test_a_hand_that_leaks_would_be_noticed() -> None:
    """RULES 6: the worlds of the test above do differ to the seat whose hand is hidden."""
    for count, game in enumerate(positions(2, seed=9)):
        other = another_world(game, count)
        if other.position.hand != game.position.hand:
            assert not same_to(1 - game.position.seat, game.position, other.position)
            return
    pytest.fail("no two worlds differed")


@pytest.mark.parametrize("stocks", ["screened", "open"])
def test_the_masked_position_of_a_view_gives_the_same_observation(stocks: str) -> None:
    """RULES 6: whatever is in an observation is in the view of that seat."""
    for game in positions(3, seed=4):
        force_setattr(game.setup.options, "stocks", stocks)
        for seat in range(3):
            whole = observation(game.position, seat, stocks)
            masked = observation(view(game, seat).position, seat, stocks)
            assert np.array_equal(whole, masked)


def test_other_stocks_are_behind_screens_unless_they_are_open() -> None:
    """RULES 6: screened stocks read -1, open ones their totals, and at the end all are shown."""
    last = None
    for game in positions(2, seed=5):
        last = game
    assert last is not None
    for stocks, hidden in (("screened", True), ("open", False)):
        for seat in range(2):
            seen = observation(last.position, seat, stocks)
            places = [seen[field_slice("seats", "stock", k)].tolist() for k in range(2)]
            held = [last.position.stock[k * RESOURCE_COUNT :][:RESOURCE_COUNT] for k in (0, 1)]
            over = api.is_over(last.position)
            assert places[0] == held[seat]
            assert places[1] == ([-1] * RESOURCE_COUNT if hidden and not over else held[1 - seat])


def test_only_the_own_hand_is_shown() -> None:
    """RULES 6: swapping the other hands for anything at all changes nothing."""
    game = next(game for game in positions(4, seed=6) if game.round == 3)
    seat, p = game.position.seat, game.position.copy()
    hand = p.hand
    for place in range(len(hand)):
        if place // CARD_KINDS != seat:
            hand[place] = (hand[place] + 3) % 7
    p.set("hand", hand)
    p.set("pile", [7] * CARD_KINDS)
    p.set("rng", 12345)
    assert same_to(seat, game.position, p)
