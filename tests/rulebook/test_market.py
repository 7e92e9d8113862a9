"""RULES 4.4: the market."""

from typing import Any

import pytest
from tables import a_game, hand, play, refused, sail, stock, why, work

from ilos.rules.game import Game
from ilos.rules.moves import EndTurn, Market
from ilos.rules.names import RESOURCES, Resource
from ilos.rules.scoring import prices

RICH = dict.fromkeys(RESOURCES, 3)


def bazaar(**more: Any) -> Game:
    described: dict[str, Any] = {"hand": "market*3 ship", "stock": {0: RICH}, **more}
    return a_game(tiles={"A": "03"}, **described)


@pytest.mark.parametrize("resource", RESOURCES)
def test_the_price_of_the_resource_paid_rises(resource: Resource) -> None:
    """RULES 4.4: pay one token from the stock; the price of that resource rises."""
    game = bazaar()
    play(game, Market(resource))
    steps = dict(zip(RESOURCES, game.position.step, strict=True))
    assert steps == {name: int(name == resource) for name in RESOURCES}
    assert stock(game, 0)[resource] == 2
    assert game.position.markers == 7
    assert hand(game, 0) == {"market": 2, "ship": 1}


def test_a_price_counts_for_everybody() -> None:
    """RULES 5: each token is worth its current price, no matter who owns it."""
    game = bazaar(stock={0: {"gold": 1}, 1: {"gold": 2}})
    play(game, Market("gold"))
    assert [score.value for score in game.scores()] == [0, 8]


def test_at_most_one_market_card_a_turn() -> None:
    """RULES 4.4."""
    game = bazaar()
    play(game, Market("ebony"))
    assert refused(game, Market("spice")) == "4.4"
    play(game, EndTurn(), EndTurn(), Market("spice"))


def test_the_limit_is_each_players_own() -> None:
    """RULES 4.4: a turn is one player's."""
    game = bazaar(hands={1: "market"}, stock={0: RICH, 1: RICH})
    play(game, Market("ebony"), EndTurn(), Market("ebony"))


def test_the_token_must_be_in_the_stock() -> None:
    """RULES 4.1: 1 resource from the stock; tokens on the production board do not count."""
    game = a_game(tiles={"A": "03 spice"}, pioneers="0:A0.0", hand="market", stock={0: {"gold": 1}})
    assert refused(game, Market("spice")) == "4.4"
    play(game, Market("gold"))


def test_the_card_is_needed() -> None:
    """RULES 4.1: play a card from the hand."""
    game = bazaar(hand="ship*3")
    assert refused(game, Market("ebony")) == "4.4"


@pytest.mark.parametrize("risen", range(4))
def test_a_price_rises_at_most_4_times(risen: int) -> None:
    """RULES 4.4: up to the 5th price."""
    game = bazaar(steps={"ebony": risen})
    play(game, Market("ebony"))
    assert prices(game.setup, game.position)["ebony"] == risen + 2


def test_at_its_top_a_price_cannot_rise() -> None:
    """RULES 4.4: for a row at its top, the action is impossible."""
    game = bazaar(steps={"ebony": 4})
    assert refused(game, Market("ebony")) == "4.4"
    assert "top" in why(game, Market("ebony"))
    play(game, Market("spice"))


def test_the_last_marker_can_be_used() -> None:
    """RULES 4.4: there are 8 markers in all."""
    game = bazaar(steps={"ebony": 4, "spice": 3})
    play(game, Market("spice"))
    assert game.position.markers == 0


def test_with_no_marker_left_no_price_rises() -> None:
    """RULES 4.4: with no marker left the action is impossible, wherever prices stand."""
    game = bazaar(steps={"ebony": 4, "spice": 4})
    for resource in RESOURCES:
        assert refused(game, Market(resource)) == "4.4"
    assert "no price marker" in why(game, Market("gold"))


def test_a_market_card_without_use_still_pays() -> None:
    """RULES 4.4: the card still pays for other actions."""
    game = bazaar(steps={"ebony": 4, "spice": 4}, hand="market ship")
    play(game, sail("reserve", "A0", paid="market"))


def test_a_market_card_may_pay_after_one_was_played() -> None:
    """RULES 4.4: paying with it is not playing it."""
    game = bazaar(hand="market*2 ship")
    play(game, Market("gold"), sail("reserve", "A0", paid="market"))


def test_gold_from_ruins_can_be_sold_at_once() -> None:
    """RULES 4.1, 4.4: what lies in the stock can be paid in the same turn."""
    game = a_game(tiles={"A": "03 ruins"}, ships="0:A0", hand="ruins ship*7 market")
    assert refused(game, Market("gold")) == "4.4"
    play(game, work("ruins", "A0.0", "ship*7"), Market("gold"))
    assert stock(game, 0) == {"gold": 2}
