"""Imagining hidden cards (RULES 6): whole positions that agree with everything a viewer knows."""

import pytest
from bot_games import positions

from ilos.engine.constants import CARD_KINDS, CARDS, SEATS
from ilos.engine.position import Position
from ilos.engine.search.imagine import Unknown, imagined
from ilos.rules.chance import SeededChance
from ilos.views import imagine, view
from ilos.views.imagine import masked_with_stocks, remember


def a_table(hands: list[int], pile: int) -> Position:
    """A masked position in which nothing but sizes is known; the viewer's own hand is empty."""
    game = next(positions(len(hands), seed=1))
    p = game.position.copy()
    p.set("hand", [0] * (SEATS * CARD_KINDS))
    p.set("hand_size", hands + [0] * (SEATS - len(hands)))
    p.set("pile", [0] * CARD_KINDS)
    p.set("pile_size", pile)
    return p


def test_an_imagined_position_agrees_with_all_that_the_viewer_sees() -> None:
    """RULES 6: sizes, the own hand and everything public stay as they are."""
    for seed in range(3):
        for game in positions(2 + seed, seed):
            for viewer in range(2 + seed):
                seen = view(game, viewer)
                p = imagine(seen, SeededChance(seed))
                own = slice(viewer * CARD_KINDS, (viewer + 1) * CARD_KINDS)
                assert p.hand[own] == game.position.hand[own]
                assert p.hand_size == game.position.hand_size
                assert sum(p.pile) == p.pile_size == game.position.pile_size
                assert min(p.hand + p.pile) >= 0
                assert p.stock == game.position.stock


def test_no_card_is_lost_or_made() -> None:
    """RULES 1: 90 cards, of each kind as many as there are."""
    for game in positions(3, seed=5):
        p = imagine(view(game, 0), SeededChance(1))
        for card, count in enumerate((30, 20, 10, 12, 6, 12)):
            held = sum(p.hand[seat * CARD_KINDS + card] for seat in range(3))
            assert held + p.pile[card] + p.discard[card] == count


def test_the_truth_is_among_what_is_imagined() -> None:
    """What a viewer remembers never rules out what is so."""
    for game in positions(2, seed=4):
        memory = remember(view(game, 0))
        unknown = memory.unknown()
        truth = game.position
        for card in range(CARD_KINDS):
            hidden = truth.hand[CARD_KINDS + card] + truth.pile[card]
            assert memory.known[1][card] <= truth.hand[CARD_KINDS + card] <= hidden
            assert truth.pile[card] <= memory.pile_cap[card]
        assert imagined(masked_with_stocks(view(game, 0), memory), unknown, 7)


def test_cards_known_to_lie_in_a_hand_lie_there() -> None:
    """RULES 4.7: taker and victim know which cards moved."""
    p = a_table([0, 3], pile=5)
    known = [0] * (SEATS * CARD_KINDS)
    known[CARD_KINDS + 2] = 2
    for seed in range(50):
        found = imagined(p, Unknown(0, [2, 2, 2, 2, 0, 0], known), seed)
        assert found.hand[CARD_KINDS + 2] == 2


def test_a_card_that_cannot_be_in_the_pile_is_in_a_hand() -> None:
    """RULES 4.7: a reshuffled pile is known up to its order."""
    p = a_table([0, 3, 2], pile=3)
    for seed in range(50):
        found = imagined(p, Unknown(0, [4, 4, 0, 0, 0, 0], None, [1, 90, 90, 90, 90, 90]), seed)
        assert found.pile[0] <= 1


def test_hidden_cards_are_spread_evenly() -> None:
    """Each hidden place is as likely as any other to hold a card."""
    p = a_table([0, 4], pile=4)
    seen = sum(
        imagined(p, Unknown(0, [1, 7, 0, 0, 0, 0]), seed).hand[CARD_KINDS] for seed in range(2000)
    )
    assert 900 < seen < 1100


def test_a_spectator_knows_no_hand() -> None:
    """RULES 6: a spectator sees what is public."""
    p = a_table([2, 2], pile=1)
    found = imagined(p, Unknown(-1, [5, 0, 0, 0, 0, 0]), 1)
    assert found.hand[0] == found.hand[CARD_KINDS] == 2


@pytest.mark.parametrize(
    "unknown,said",
    [
        ((0, [9, 0, 0, 0, 0, 0]), "9 hidden cards cannot fill 8"),
        ((0, [0] * 6), "0 hidden cards"),
        ((0, [8, 0, 0, 0, 0, 0], [0] * 6 + [4] + [0] * 23), "seat 1 is known to hold more"),
        ((0, [1, 7, 0, 0, 0, 0], [0] * 6 + [2] + [0] * 23), "2 cards of kind 0 are known"),
    ],
)
def test_what_cannot_be_is_refused(unknown, said) -> None:
    """Bad input: the hidden cards must fill the hidden places exactly."""
    p = a_table([0, 3], pile=5)
    with pytest.raises(ValueError, match=said):
        imagined(p, Unknown(*unknown), 1)


def test_there_is_no_ninth_seat() -> None:
    """Bad input: a viewer is a seat, or -1."""
    with pytest.raises(ValueError, match="no seat"):
        Unknown(8, [CARDS, 0, 0, 0, 0, 0])
