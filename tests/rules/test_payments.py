"""The suggested payment: keep what can still be played this turn or next (RULES 4.1)."""

from collections import Counter
from random import Random

import msgspec
from hypothesis import given, settings
from strategies import a_setup_of_any_sort, amount, plays, seeds
from tables import a_game

from ilos.rules.choices import Payment, TurnChoices, suggested_payment
from ilos.rules.game import Game
from ilos.rules.moves import Building, GoldMine, Plantation, Ruins, Ship
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
    assert suggested(game, "plantation") == Payment(("ruins", "gold_mine", "ship"), 2, 0, 1)


def test_a_mine_within_reach_of_one_more_ship_is_kept_for_the_next_turn() -> None:
    """RULES 4.1: it needs two ships, and one lies there."""
    game = a_game(
        tiles={"A": "03 gold ebony"},
        ships="0:A0",
        hand="plantation gold_mine ruins*2 market ship*3",
    )
    payment = suggested(game, "plantation")
    assert payment.cards[:4] == ("ruins", "ruins", "ship", "gold_mine")
    assert (payment.unplayable, payment.spare, payment.next_turn) == (2, 1, 3)


def test_more_copies_than_there_are_uses_are_spare() -> None:
    """RULES 4.4: one market a turn; a third ship is for a turn that is far away."""
    game = a_game(
        tiles={"A": "03 ebony"},
        ships="0:A0",
        hand="plantation ship*4 market*3",
        stock={0: {"ebony": 3}},
    )
    payment = suggested(game, "plantation")
    assert payment.cards[:3] == ("market", "ship", "ship")
    assert (payment.unplayable, payment.spare) == (0, 3)


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
            hand = _hand(game)
            hand[card] -= 1
            assert not Counter(payment.cards) - hand
            assert len(payment.cards) >= max(1, costs[card])
        assert set(costs) <= set(found.payments)


def _playable(game: Game, seat: int, card: Card) -> bool:
    """Return whether the seat, still to act, could play a card of its hand."""
    found = game.choices()
    return isinstance(found, TurnChoices) and found.seat == seat and card not in found.why_not


@settings(max_examples=amount(40))
@given(seeds)
def test_what_is_said_of_a_suggested_payment_is_true(seed: int) -> None:
    """A kind of card that it gives up could not have been played this turn, unless it says so."""
    rng = Random(seed)
    for game in plays(a_setup_of_any_sort(rng, 4), seed):
        found = game.choices()
        if not isinstance(found, TurnChoices):
            continue
        moves = [
            move
            for move in game.legal_moves
            if isinstance(move, (Ship, Plantation, GoldMine, Building, Ruins))
            and not (isinstance(move, Ship) and move.explored)  # nobody knows what it opens
        ]
        if not moves:
            continue
        move = rng.choice(moves)
        played: Card = move.type  # type: ignore[assignment]
        payment = found.payments[played]
        cost = len(move.paid)
        paid = Counter(payment.cards[:cost])
        kept = _hand(game) - paid - Counter([played])
        keeps = payment.unplayable + payment.spare + payment.next_turn
        for card in set(paid) - set(kept) if cost <= keeps else ():
            for other in kept:  # had another card been paid instead
                instead = paid - Counter([card]) + Counter([other])
                after = game.copy()
                after.play(msgspec.structs.replace(move, paid=tuple(instead.elements())))
                assert not _playable(after, found.seat, card), (move, card, payment)


def _hand(game: Game) -> Counter[Card]:
    seat = game.pending.seat
    assert seat is not None
    held = game.position.hand[seat * len(CARDS) : (seat + 1) * len(CARDS)]
    return Counter(dict(zip(CARDS, held, strict=True)))
