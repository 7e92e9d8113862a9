"""The suggested payment: keep what can still be played this turn or next (RULES 4.1)."""

from collections import Counter
from random import Random

from hypothesis import given, settings
from strategies import a_setup_of_any_sort, amount, plays, seeds
from tables import a_game

from ilos.rules.choices import Payment, TurnChoices, suggested_payment
from ilos.rules.game import Game
from ilos.rules.names import CARDS, Card

TWO_CROPS = {"A": "03 ebony ebony"}


def suggested(game: Game, card: str) -> Payment:
    found = game.choices()
    assert isinstance(found, TurnChoices)
    return found.payments[card]  # type: ignore[index]


def test_a_ship_that_can_be_deployed_is_kept() -> None:
    """It used to pay with playable ships and keep mines that had no site to go to."""
    game = a_game(tiles=TWO_CROPS, ships="0:A0", hand="plantation ship gold_mine ruins")
    assert suggested_payment(game.position, "plantation", 2) == ("gold_mine", "ruins")
    assert suggested(game, "plantation") == Payment(("ruins", "gold_mine", "ship"), 2, 1)


def test_a_mine_within_reach_of_one_more_ship_is_kept_for_the_next_turn() -> None:
    """RULES 4.1: it needs two ships, and one lies there."""
    game = a_game(
        tiles={"A": "03 gold ebony"},
        ships="0:A0",
        hand="plantation gold_mine ruins*2 market ship*3",
    )
    payment = suggested(game, "plantation")
    assert sorted(payment.cards[: payment.unplayable]) == ["ruins", "ruins", "ship"]
    assert payment.cards[payment.unplayable] == "gold_mine"
    assert payment.next_turn == 3


def test_more_copies_than_there_are_uses_are_spare() -> None:
    """RULES 4.4: one market a turn; a third ship is for a turn that is far away."""
    game = a_game(
        tiles={"A": "03 ebony"},
        ships="0:A0",
        hand="plantation ship*4 market*3",
        stock={0: {"ebony": 3}},
    )
    payment = suggested(game, "plantation")
    assert Counter(payment.cards[: payment.unplayable]) == {"market": 1, "ship": 2}


def test_nothing_is_kept_for_a_turn_that_will_not_come() -> None:
    """RULES 5: in the last round only what can be played now is worth keeping."""
    game = a_game(tiles=TWO_CROPS, ships="0:A0", hand="plantation*2 ship*5", fields={"ending": 1})
    payment = suggested(game, "plantation")
    assert payment.next_turn == 0
    assert payment.cards[-1] == "plantation"


def test_with_the_last_pioneer_no_other_site_card_is_kept() -> None:
    """RULES 4.1: pioneers come from the reserve."""
    game = a_game(tiles=TWO_CROPS, ships="0:A0", hand="plantation*2 ship*2 building")
    pioneers = game.position.pioneers
    game.position.set("pioneers", [1, *pioneers[1:]])
    payment = suggested(game, "plantation")
    assert payment.cards[: payment.unplayable] == ("building", "plantation")


@settings(max_examples=amount(20))
@given(seeds)
def test_every_suggestion_can_be_paid(seed: int) -> None:
    """Cards of the hand beside the one played, and enough of them for the dearest place."""
    for game in plays(a_setup_of_any_sort(Random(seed), 4), seed):
        found = game.choices()
        if not isinstance(found, TurnChoices):
            continue
        costs: Counter[Card] = Counter({choice.card: choice.cost for choice in found.sites})
        for card, payment in found.payments.items():
            start = found.seat * len(CARDS)
            held = game.position.hand[start : start + len(CARDS)]
            hand: Counter[Card] = Counter(dict(zip(CARDS, held, strict=True)))
            hand[card] -= 1
            assert not Counter(payment.cards) - hand
            assert len(payment.cards) >= max(1, costs[card])
        assert set(costs) <= set(found.payments)
