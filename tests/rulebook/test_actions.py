"""RULES 4.1: actions, what they need and what they cost."""

from typing import NamedTuple

import pytest
from tables import (
    a_game,
    board,
    build,
    cards,
    discards,
    hand,
    kinds_of_moves,
    play,
    refused,
    sail,
    site,
    stock,
    why,
    work,
)

from ilos.rules.game import Game
from ilos.rules.moves import EndTurn, GoldMine, Market, Move, Plantation, Ruins

SITES = {"A": "!03 ebony spice pigment gold construction ruins | 1 ebony", "B": "3 ebony | 0 spice"}


class Row(NamedTuple):
    """A row of the table of RULES 4.1, and a site for it."""

    card: str
    at: str
    cost: int
    dear: int  # cost under piracy
    ships: int  # own ships needed


ROWS = (
    Row("plantation", "A0.0", 2, 3, 1),
    Row("plantation", "A0.1", 2, 3, 1),
    Row("plantation", "A0.2", 2, 3, 1),
    Row("gold_mine", "A0.3", 5, 7, 2),
    Row("building", "A0.4", 2, 4, 2),
    Row("ruins", "A0.5", 7, 7, 1),
)
every_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.card}-{row.at}")


def table(card: str, spare: int, ships: int, pirate: bool = False) -> Game:
    """Seat 0 with the card, so many others to pay with, and so many ships at the island."""
    return a_game(
        tiles=SITES,
        laid="A B@1,0",
        ships=" ".join(["0:A0"] * ships + ["1:A!"] * pirate),
        hand=f"{card} market*{spare}",
    )


def action(card: str, at: str, paid: int) -> Move:
    paying = f"market*{paid}"
    return build("fort", at, paying) if card == "building" else work(card, at, paying)


@every_row
def test_each_action_has_its_cost(row: Row) -> None:
    """RULES 4.1, column cost: no card less and none more."""
    game = table(row.card, row.dear + 1, row.ships)
    assert refused(game, action(row.card, row.at, row.cost - 1)) == "4.1"
    assert refused(game, action(row.card, row.at, row.cost + 1)) == "4.1"
    play(game, action(row.card, row.at, row.cost))
    assert hand(game, 0) == {"market": row.dear + 1 - row.cost}


@every_row
def test_each_action_has_its_cost_under_piracy(row: Row) -> None:
    """RULES 4.1, column cost under piracy."""
    game = table(row.card, 8, row.ships, pirate=True)
    assert refused(game, action(row.card, row.at, row.dear - 1)) == "4.1"
    if row.cost < row.dear:
        assert refused(game, action(row.card, row.at, row.cost)) == "4.1"
    play(game, action(row.card, row.at, row.dear))
    assert hand(game, 0) == {"market": 8 - row.dear}


@every_row
def test_who_cannot_pay_in_full_cannot_act(row: Row) -> None:
    """RULES 4.1: an action that cannot be carried out in full cannot be played."""
    poor = table(row.card, row.cost - 1, row.ships)
    assert refused(poor, action(row.card, row.at, row.cost - 1)) == "4.1"
    assert kinds_of_moves(poor) == {"end_turn"}
    play(table(row.card, row.cost, row.ships), action(row.card, row.at, row.cost))


@pytest.mark.parametrize("row", [row for row in ROWS if row.cost < row.dear])
def test_pirates_can_make_an_action_unaffordable(row: Row) -> None:
    """RULES 4.1, 4.5: cards for the usual cost are then not enough, and the refusal says so."""
    game = table(row.card, row.dear - 1, row.ships, pirate=True)
    cheaply = action(row.card, row.at, row.cost)
    assert refused(game, cheaply) == "4.5"
    assert f"it costs {row.dear} other cards, you have {row.dear - 1}" in why(game, cheaply)


@every_row
def test_each_action_needs_own_ships_on_the_shore(row: Row) -> None:
    """RULES 4.1, column own ships needed."""
    game = table(row.card, 8, row.ships - 1)
    assert refused(game, action(row.card, row.at, row.cost)) == "4.1"
    assert f"needs {row.ships} of your ships" in why(game, action(row.card, row.at, row.cost))


@every_row
def test_ships_of_others_do_not_help(row: Row) -> None:
    """RULES 4.1: own ships."""
    game = a_game(tiles=SITES, ships="1:A0 1:A0 0:A1 0:A1", hand=f"{row.card} market*8")
    assert refused(game, action(row.card, row.at, row.cost)) == "4.1"


@every_row
def test_the_card_itself_is_needed(row: Row) -> None:
    """RULES 4.1: to act, play a card from the hand."""
    game = table("market", 8, row.ships)
    assert refused(game, action(row.card, row.at, row.cost)) == "4.1"


@every_row
def test_played_card_and_payment_are_discarded(row: Row) -> None:
    """RULES 4.1: played card and payment go to the discard pile."""
    game = table(row.card, row.cost, row.ships)
    play(game, action(row.card, row.at, row.cost))
    assert discards(game) == {row.card: 1, "market": row.cost}


@every_row
def test_the_pioneer_comes_from_the_reserve_and_stays(row: Row) -> None:
    """RULES 4.1: pioneers come from the reserve and stay for good."""
    game = table(row.card, row.cost, row.ships)
    number = game.setup.site_number(site(row.at))
    assert number is not None
    play(game, action(row.card, row.at, row.cost), EndTurn(), EndTurn())
    assert game.position.pioneer[number] == 0
    assert list(game.position.pioneers)[:2] == [9, 10]


@every_row
def test_a_site_is_free_while_no_pioneer_stands_on_it(row: Row) -> None:
    """RULES 4.1: neither an own pioneer nor another's leaves room for a second."""
    for owner in (0, 1):
        there = f"{owner}:{row.at}" + ("=fort" if row.card == "building" else "")
        game = a_game(tiles=SITES, ships="0:A0 0:A0", pioneers=there, hand=f"{row.card} market*8")
        assert refused(game, action(row.card, row.at, row.cost)) == "4.1"


@every_row
def test_a_card_works_its_own_kind_of_site_only(row: Row) -> None:
    """RULES 4.1, column effect."""
    for other in {other.card for other in ROWS} - {row.card}:
        game = table(other, 8, 2)
        assert refused(game, action(other, row.at, row.cost)) == "4.1"


def test_a_site_must_be_in_play() -> None:
    """RULES 4.1: on an island in play."""
    game = a_game(tiles=SITES, ships="0:A0 0:A0", hand="plantation market*8", area="B")
    for nowhere in ("B0.0", "A0.9", "A2.0", "Z0.0"):
        assert refused(game, work("plantation", nowhere, "market*2")) == "4.1"


@pytest.mark.parametrize(
    "at, resource", [("A0.0", "ebony"), ("A0.1", "spice"), ("A0.2", "pigment")]
)
def test_a_plantation_adds_its_resource_to_the_production_board(at: str, resource: str) -> None:
    """RULES 4.1, Plantation: add one such token to the production board."""
    game = table("plantation", 2, 1)
    play(game, action("plantation", at, 2))
    assert (board(game, 0), stock(game, 0)) == ({resource: 1}, {})


def test_a_gold_mine_adds_gold_to_the_production_board() -> None:
    """RULES 4.1, Gold mine."""
    game = table("gold_mine", 5, 2)
    play(game, action("gold_mine", "A0.3", 5))
    assert (board(game, 0), stock(game, 0)) == ({"gold": 1}, {})


def test_ruins_give_3_gold_at_once_and_nothing_later() -> None:
    """RULES 4.1, Ruins: at once 3 gold into the stock; nothing on the production board."""
    game = table("ruins", 7, 1)
    play(game, action("ruins", "A0.5", 7))
    assert (board(game, 0), stock(game, 0)) == ({}, {"gold": 3})
    play(game, EndTurn())
    assert stock(game, 0) == {"gold": 3}


def test_any_card_pays_for_1() -> None:
    """RULES 4.1: pay with other cards from the hand, freely chosen."""
    hold = "ruins plantation gold_mine building market ship*2 ruins"
    game = a_game(tiles=SITES, ships="0:A0", hand=hold)
    play(game, work("ruins", "A0.5", "plantation gold_mine building market ship*2 ruins"))
    assert hand(game, 0) == {}


def test_the_played_card_does_not_pay_for_itself() -> None:
    """RULES 4.1: with other cards."""
    game = a_game(tiles=SITES, ships="0:A0", hand="plantation ship market")
    assert refused(game, work("plantation", "A0.0", "plantation ship")) == "4.1"
    play(game, work("plantation", "A0.0", "ship market"))


def test_a_second_card_of_the_kind_may_pay() -> None:
    """RULES 4.1: any card pays for 1."""
    game = a_game(tiles=SITES, ships="0:A0", hand="plantation*3")
    play(game, work("plantation", "A0.0", "plantation*2"))


def test_only_cards_of_the_hand_pay() -> None:
    """RULES 4.1: from the hand."""
    game = a_game(tiles=SITES, ships="0:A0", hand="plantation ship*2")
    assert refused(game, work("plantation", "A0.0", "ship market")) == "4.1"
    assert refused(game, work("plantation", "A0.0", "ship*2 ship")) == "4.1"


def test_payment_may_be_named_in_any_order() -> None:
    """RULES 4.1: freely chosen; the record keeps the order in which they were named."""
    game = a_game(tiles=SITES, ships="0:A0", hand="plantation ship market")
    event = play(game, Plantation(site("A0.0"), cards("market ship")))
    assert event.paid == ("market", "ship")


def test_any_number_of_actions_in_any_order() -> None:
    """RULES 4.1: any number, in any order."""
    game = a_game(
        tiles=SITES,
        ships="0:A0",
        hand="ship*12 plantation*2 market gold_mine ship*5",
        stock={0: {"spice": 1}},
    )
    play(
        game,
        work("plantation", "A0.0", "ship*2"),
        Market("spice"),
        sail("reserve", "A0"),
        GoldMine(site("A0.3"), cards("ship*5")),
        Plantation(site("A0.1"), cards("ship*2")),
        sail("A0", "A1"),
    )
    assert game.pending.seat == 0
    assert board(game, 0) == {"ebony": 1, "spice": 1, "gold": 1}


def test_no_action_at_all_is_allowed() -> None:
    """RULES 4.1: also none."""
    game = a_game(tiles=SITES, ships="0:A0", hand="plantation ship*2")
    play(game, EndTurn())
    assert game.pending.seat == 1


def test_an_empty_hand_can_only_end_the_turn() -> None:
    """RULES 4.1: an action is a card."""
    game = a_game(tiles=SITES, ships="0:A0 0:A0")
    assert list(game.legal_moves) == [EndTurn()]


def test_the_last_card_cannot_be_played_if_it_costs_a_card() -> None:
    """RULES 4.1: it has nothing to pay with."""
    for card in ("ship", "plantation", "gold_mine", "building", "ruins"):
        game = a_game(tiles=SITES, ships="0:A0 0:A0", hand=card)
        assert kinds_of_moves(game) == {"end_turn"}


def test_the_last_card_may_be_a_market() -> None:
    """RULES 4.1: for Market pay a resource from the stock."""
    game = a_game(tiles=SITES, hand="market", stock={0: {"gold": 1}})
    play(game, Market("gold"))
    assert (hand(game, 0), stock(game, 0), discards(game)) == ({}, {}, {"market": 1})


def test_a_merged_island_gives_access_to_all_its_sites() -> None:
    """RULES 2, 4.1: the whole island, also on another tile."""
    game = a_game(tiles=SITES, laid="A B@1,0", ships="0:A0", hand="plantation*2 ship*4")
    play(game, work("plantation", "B0.0", "ship*2"))
    assert refused(game, work("plantation", "B1.0", "ship*2")) == "4.1", "another island"


def test_ruins_need_no_second_ship_and_feel_no_pirates() -> None:
    """RULES 4.1: 7 (no piracy cost), 1 ship."""
    game = a_game(tiles=SITES, ships="0:A0 1:A!", hand="ruins ship*7")
    play(game, Ruins(site("A0.5"), cards("ship*7")))
