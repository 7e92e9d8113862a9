"""RULES 4.3: forts and trading posts."""

from typing import Any

import pytest
from tables import a_game, board, build, cards, hand, play, refused, site, work

from ilos.engine import api
from ilos.rules.game import Game
from ilos.rules.moves import Building

TILES = {"A": "!0 construction construction ebony gold | 3 construction spice", "B": "3 pigment"}


def town(**more: Any) -> Game:
    """Seat 0 has two ships at the island A0+B0 and two at A1."""
    described: dict[str, Any] = {
        "laid": "A B@1,0",
        "ships": "0:A0 0:A0 0:A1 0:A1",
        "hand": "building*2 ship*6",
    }
    return a_game(tiles=TILES, **{**described, **more})


def test_a_building_takes_a_token_and_a_pioneer() -> None:
    """RULES 4.1, Building: a building token and a pioneer on a free construction site."""
    game = town()
    play(game, build("fort", "A0.0", "ship*2"))
    assert (game.position.buildings, game.position.pioneers[0]) == (9, 9)


def test_a_fort_counts_1_when_drawing() -> None:
    """RULES 4.3, 4.7: +1 per own fort."""
    game = town()
    assert api.cards_to_draw(game.position, 0) == 7
    play(game, build("fort", "A0.0", "ship*2"))
    assert api.cards_to_draw(game.position, 0) == 8
    assert api.cards_to_draw(game.position, 1) == 3


def test_a_second_fort_on_the_island_counts_again() -> None:
    """RULES 4.7: per own fort."""
    game = town(pioneers="0:A0.0=fort 0:A0.1=fort")
    assert api.cards_to_draw(game.position, 0) == 9


def test_a_fort_produces_nothing() -> None:
    """RULES 4.3: a fort protects and draws."""
    game = town()
    play(game, build("fort", "A0.0", "ship*2"))
    assert board(game, 0) == {}


def test_a_fort_is_paid_for_before_it_stands() -> None:
    """RULES 4.3: so under piracy it costs 4."""
    game = town(ships="0:A0 0:A0 1:A!")
    assert refused(game, build("fort", "A0.0", "ship*2")) == "4.1"
    play(game, build("fort", "A0.0", "ship*4"))


def test_once_the_fort_stands_the_next_building_is_cheap() -> None:
    """RULES 4.3: a fort frees its owner from all piracy on its island."""
    game = town(ships="0:A0 0:A0 1:A!")
    play(game, build("fort", "A0.0", "ship*4"), build("fort", "A0.1", "ship*2"))
    assert hand(game, 0) == {}


def test_a_trading_post_copies_a_worked_plantation() -> None:
    """RULES 4.3: add that token to the production board."""
    game = town(pioneers="0:A0.2")
    play(game, build("ebony", "A0.0", "ship*2"))
    assert board(game, 0) == {"ebony": 2}


def test_a_trading_post_copies_anyones_plantation() -> None:
    """RULES 4.3: of a plantation that any player already works on the same island."""
    game = town(pioneers="1:B0.0")
    play(game, build("pigment", "A0.0", "ship*2"))
    assert (board(game, 0), board(game, 1)) == ({"pigment": 1}, {"pigment": 1})


def test_a_trading_post_does_not_count_when_drawing() -> None:
    """RULES 4.7: +1 per own fort, none for a trading post."""
    game = town(pioneers="1:B0.0")
    play(game, build("pigment", "A0.0", "ship*2"))
    assert api.cards_to_draw(game.position, 0) == 7


def test_a_trading_post_gives_no_protection() -> None:
    """RULES 4.3, 4.5: only a fort does."""
    game = town(ships="0:A0 0:A0 1:A!", pioneers="0:A0.0=fort 1:B0.0", hand="plantation ship*3")
    play(game, work("plantation", "A0.2", "ship*2"))
    game = town(ships="0:A0 0:A0 1:A!", pioneers="1:B0.0 0:A0.0=pigment", hand="plantation ship*3")
    assert refused(game, work("plantation", "A0.2", "ship*2")) == "4.1"
    play(game, work("plantation", "A0.2", "ship*3"))


def test_with_no_worked_plantation_no_trading_post_can_be_built() -> None:
    """RULES 4.3: a site that nobody works is nothing to copy."""
    game = town()
    for resource in ("ebony", "spice", "pigment"):
        assert refused(game, build(resource, "A0.0", "ship*2")) == "4.3"


def test_a_plantation_on_another_island_is_not_copied() -> None:
    """RULES 4.3: on the same island."""
    game = town(pioneers="1:A1.1")
    assert refused(game, build("spice", "A0.0", "ship*2")) == "4.3"
    play(game, build("spice", "A1.0", "ship*2"))


def test_a_plantation_of_another_resource_is_not_copied() -> None:
    """RULES 4.3: a resource of a plantation there."""
    game = town(pioneers="1:A0.2")
    assert refused(game, build("pigment", "A0.0", "ship*2")) == "4.3"


def test_gold_is_never_copied() -> None:
    """RULES 4.3: ebony, spice or pigment, never gold."""
    game = town(pioneers="0:A0.3 0:A0.2")
    assert refused(game, build("gold", "A0.0", "ship*2")) == "4.3"


def test_a_trading_post_is_no_plantation_to_copy() -> None:
    """RULES 4.3: of a plantation; what a trading post copies elsewhere does not spread."""
    tiles = {**TILES, "B": "3 pigment"}
    game = a_game(
        tiles=tiles, laid="A", ships="0:A0 0:A0 0:A1 0:A1", pioneers="1:A1.1 0:A1.0=spice",
        hand="building ship*2",
    )  # fmt: skip
    assert refused(game, build("spice", "A0.0", "ship*2")) == "4.3"


def test_a_trading_post_names_its_resource_and_a_fort_none() -> None:
    """RULES 4.3, RECORD: resource is null for a fort."""
    game = town(pioneers="0:A0.2")
    paid = cards("ship*2")
    assert refused(game, Building(site("A0.0"), "trading_post", None, paid)) == "4.3"
    assert refused(game, Building(site("A0.0"), "fort", "ebony", paid)) == "4.3"


@pytest.mark.parametrize("kind", ["fort", "trading_post"])
def test_the_list_of_moves_offers_what_can_be_built(kind: str) -> None:
    """RULES 4.3: a fort everywhere, a trading post once for each crop worked there."""
    game = town(pioneers="0:A0.2 1:B0.0")
    offered = {
        (move.site, move.resource)
        for move in game.legal_moves
        if isinstance(move, Building) and move.building == kind
    }
    crops = [None] if kind == "fort" else ["ebony", "pigment"]
    sites = ["A0.0", "A0.1"] + (["A1.0"] if kind == "fort" else [])
    assert offered == {(site(at), crop) for at in sites for crop in crops}
