"""The compact form of the legal moves, and the reasons for what is not possible."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from strategies import a_setup_of_any_sort, amount, plays, seeds
from tables import a_game, a_new_game, play, sail

from ilos.engine import api
from ilos.rules.choices import TurnChoices
from ilos.rules.game import Game
from ilos.rules.moves import (
    Building,
    GoldMine,
    Market,
    Mulligan,
    Plantation,
    Ruins,
    Ship,
    to_builtins,
)

TILES = {"A": "!03 ebony gold construction ruins | 1 spice", "B": "03 ebony"}
SITE_MOVES = (Plantation, GoldMine, Ruins, Building)


def choices(game: Game) -> dict[str, Any]:
    found = game.choices()
    assert found is not None
    shown: dict[str, Any] = to_builtins(found)
    return shown


def blocked(game: Game) -> dict[str, dict[str, Any]]:
    """What stands in the way, by card."""
    return {
        entry["card"]: {key: entry[key] for key in ("reason", "need", "have") if key in entry}
        for entry in choices(game)["blocked"]
    }


def test_a_mulligan_is_just_that() -> None:
    """docs/protocol.md."""
    assert choices(a_new_game(3)) == {"seat": 0, "kind": "mulligan"}


def test_first_islands_list_tiles_with_cells_and_rotations() -> None:
    """docs/protocol.md; docks only in the fallback."""
    game = a_new_game(2, {"A": "03", "B": "0"}, "A B F00")
    play(game, Mulligan(()), Mulligan(()))
    found = choices(game)
    assert found["kind"] == "first_island"
    assert found["tiles"]["A"] == [{"cell": [0, 0], "rotations": [0]}]
    assert found["docks"] == []


def test_a_turn_lists_ships_sites_and_market() -> None:
    """docs/protocol.md."""
    game = a_game(
        tiles=TILES,
        area="B",
        ships="0:A0 1:A!",
        hand="ship*3 plantation market",
        stock={0: {"gold": 1}},
    )
    found = choices(game)
    assert found["ship"]["cost"] == 1
    assert found["ship"]["from"] == ["reserve", {"tile": "A", "part": 0}]
    assert found["ship"]["docks"] == [{"tile": "A", "part": 0}, {"tile": "A", "part": 1}]
    assert found["ship"]["hideouts"] == {}, "the only one is taken"
    assert {"cell": [1, 0], "rotations": [0, 3]} in found["ship"]["tiles"]["B"]
    assert found["sites"] == [
        {
            "site": {"tile": "A", "part": 0, "site": 0},
            "card": "plantation",
            "cost": 3,
            "piracy": True,
            "fort": False,
        }
    ]
    assert found["market"] == ["gold"]
    assert found["end_turn"] is True
    assert found["why_not"] == {}


def test_a_free_hideout_tells_whom_a_ship_there_attacks() -> None:
    """Every island with a part on the tile, its rivals by ships or pioneers, and their forts."""
    game = a_game(
        seats=3,
        tiles=TILES,
        ships="0:A0 1:A0 2:A1",
        pioneers="2:A0.0 1:A0.2=fort",
        hand="ship*2",
    )
    assert choices(game)["ship"]["hideouts"] == {
        "A": [
            {"island": {"tile": "A", "part": 0}, "seats": [1, 2], "protected": [1]},
            {"island": {"tile": "A", "part": 1}, "seats": [2], "protected": []},
        ]
    }


@pytest.mark.parametrize("edition, draws", [("en", [5, 5, 4]), ("fr", [7, 6, 6])])
def test_each_ship_tells_what_is_drawn_with_it_in_a_hideout(edition: str, draws: list[int]) -> None:
    """RULES 7: a pirate draws a card in some editions only; one from the reserve is one more."""
    tiles = {"A": "!03 ebony", "B": "!03 ebony"}
    game = a_game(
        tiles=tiles, laid="A B@1,0", ships="0:A0 0:A0 0:A!", hand="ship*2", edition=edition
    )
    ship = choices(game)["ship"]
    assert ship["from"] == ["reserve", {"tile": "A", "hideout": True}, {"tile": "A", "part": 0}]
    assert ship["hideout_draws"] == draws
    assert ship["pirates_draw"] is (edition != "en")


def test_what_a_hideout_draws_is_what_is_drawn() -> None:
    """The preview and the turn agree."""
    game = a_game(tiles={"A": "!03 ebony"}, ships="0:A0", hand="ship*3")
    promised = choices(game)["ship"]["hideout_draws"][1]
    game.play(sail("A0", "A!"))
    assert game.position.pirates[0] == 1
    assert api.cards_to_draw(game.position, 0) == promised


def test_a_fort_to_be_built_counts_when_drawing() -> None:
    """RULES 4.3 and 4.7."""
    game = a_game(tiles=TILES, ships="0:A0 0:A0", pioneers="0:A0.2=fort", hand="ship*2")
    assert choices(game)["fort_draw"] == api.cards_to_draw(game.position, 0) + 1


def test_a_rise_tells_the_next_price_and_what_it_changes_for_the_seat() -> None:
    """RULES 4.4: one token is given, the others are worth more; a highest price has no rise."""
    game = a_game(
        tiles=TILES,
        ships="0:A0",
        pioneers="0:A0.0",
        hand="market",
        stock={0: {"ebony": 3}},
        steps={"spice": 4},
    )
    ebony, pigment, gold = choices(game)["rises"]
    assert ebony == {"resource": "ebony", "price": 2, "worth": 1, "each_turn": 1}
    assert pigment == {"resource": "pigment", "price": 2, "worth": -2, "each_turn": 0}
    assert gold["price"] == 4


def test_a_fort_that_protects_is_named() -> None:
    """docs/protocol.md: fort, own fort protects."""
    game = a_game(tiles=TILES, ships="0:A0 1:A!", pioneers="0:A0.2=fort", hand="plantation ship*2")
    (site,) = choices(game)["sites"]
    assert (site["cost"], site["piracy"], site["fort"]) == (2, False, True)


def test_a_building_site_tells_what_can_be_copied() -> None:
    """docs/protocol.md: card building also carries copies."""
    game = a_game(tiles=TILES, ships="0:A0 0:A0", pioneers="1:A0.0", hand="building ship*2")
    (site,) = choices(game)["sites"]
    assert site["copies"] == ["ebony"]


@pytest.mark.parametrize(
    "hand, ships, card, why",
    [
        ("gold_mine ship*5", "0:A0", "gold_mine", {"reason": "ships", "need": 2, "have": 1}),
        ("ruins ship*6", "0:A0", "ruins", {"reason": "cards", "need": 7, "have": 6}),
        ("building ship", "0:A0 0:A0", "building", {"reason": "cards", "need": 2, "have": 1}),
    ],
)
def test_a_blocked_site_says_what_is_missing(
    hand: str, ships: str, card: str, why: dict[str, Any]
) -> None:
    """docs/protocol.md: need and have."""
    assert blocked(a_game(tiles=TILES, ships=ships, hand=hand))[card] == why


def test_empty_reserves_are_named() -> None:
    """Reasons: pioneers, buildings."""
    game = a_game(tiles=TILES, ships="0:A0 0:A0", hand="building ship*2")
    game.position.set("buildings", 0)
    assert blocked(game)["building"] == {"reason": "buildings"}
    game.position.set("pioneers", [0, 10, 10, 10, 10])
    assert blocked(game)["building"] == {"reason": "pioneers"}


@pytest.mark.parametrize(
    "hand, stock, steps, fields, why",
    [
        ("market ship", {}, {}, {}, "no_stock"),
        ("market ship", {"gold": 1}, {"gold": 4}, {}, "top_price"),
        ("market ship", {"gold": 1}, {"ebony": 4, "spice": 4}, {}, "markers"),
        ("market ship", {"gold": 1}, {}, {"market_played": 1}, "market_played"),
    ],
)
def test_a_market_card_without_use_says_why(
    hand: str, stock: dict[str, int], steps: dict[str, int], fields: dict[str, int], why: str
) -> None:
    """docs/protocol.md: why_not."""
    game = a_game(tiles=TILES, hand=hand, stock={0: stock}, steps=steps, fields=fields)
    assert choices(game)["why_not"]["market"] == why


def test_other_cards_without_use_say_why() -> None:
    """docs/protocol.md: why_not, for each card kind in hand with no legal use."""
    assert choices(a_game(tiles=TILES, hand="ship"))["why_not"] == {"ship": "cards"}
    stuck = a_game(tiles={"B": "03"}, laid="B", ships=" ".join(["0:B0"] * 5), hand="ship*2")
    assert choices(stuck)["why_not"] == {"ship": "no_ship"}
    bare = a_game(tiles={"B": "03"}, laid="B", ships="0:B0", hand="ruins ship*8")
    assert choices(bare)["why_not"]["ruins"] == "no_site"


def hoarded(made: list[list[int]], **changes: Any) -> list[dict[str, Any]]:
    """The warnings of seat 0, whose production and that of its rivals is given by resource."""
    game = a_game(seats=len(made), tiles=TILES, ships="0:A0", hand="ship*2", **changes)
    rest = [0] * 4 * (5 - len(made))
    game.position.set("production", [n for seat in made for n in seat] + rest)
    found: list[dict[str, Any]] = choices(game)["hoarded"]
    return found


def test_a_good_that_several_rivals_hoard_is_warned_of() -> None:
    """RULES 4.4: a rise helps all who hold the good; production boards are public."""
    warning = {"resource": "ebony", "seats": [1, 2], "yours": False}
    assert hoarded([[0, 3, 0, 0], [2, 0, 0, 0], [3, 1, 0, 0]]) == [warning]
    assert hoarded([[1, 3, 0, 0], [2, 0, 0, 0], [3, 1, 0, 0]]) == [{**warning, "yours": True}]
    assert hoarded([[0, 0, 0, 0], [2, 0, 0, 0], [1, 2, 0, 0]]) == [], "one of two rivals"
    assert hoarded([[0, 0, 0, 0], [0, 0, 2, 0]])[0]["seats"] == [1], "the only rival"


def test_no_warning_of_a_price_that_cannot_rise() -> None:
    """RULES 4.4: a row's fifth price is never covered."""
    assert hoarded([[0, 0, 0, 0], [2, 0, 0, 0]], steps={"ebony": 4}) == []
    assert hoarded([[0, 0, 0, 0], [2, 0, 0, 0]], steps={"spice": 4, "pigment": 4}) == []


@settings(max_examples=amount(12))
@given(seeds)
def test_choices_and_legal_moves_say_the_same(seed: int) -> None:
    """Multiplied out, the factors give exactly the legal moves."""
    for turn, game in enumerate(plays(a_setup_of_any_sort(Random(seed), 4), seed)):
        found = game.choices()
        if turn % 9 or not isinstance(found, TurnChoices):
            continue
        moves = list(game.legal_moves)
        ships = [move for move in moves if isinstance(move, Ship)]
        assert {move.site for move in moves if isinstance(move, SITE_MOVES)} == {
            choice.site for choice in found.sites
        }
        assert {move.resource for move in moves if isinstance(move, Market)} == set(found.market)
        assert (found.ship is not None) == bool(ships)
        if found.ship:
            assert {move.origin for move in ships} == set(found.ship.origins)
            explored = {move.explored for move in ships} - {None}
            assert len(explored) == sum(
                len(place.rotations) for places in found.ship.tiles.values() for place in places
            )
        in_hand = {card for card in found.why_not if card in {move.type for move in moves}}
        assert in_hand == set(), "a card with a use needs no excuse"


def test_nobody_chooses_after_the_end() -> None:
    """RULES 5."""
    game = a_game(tiles=TILES, max_rounds=1, to_act=1, hand="ship*2")
    play(game, sail("reserve", "A0"))
    play(game, next(iter(reversed(list(game.legal_moves)))))
    assert game.is_over
    assert game.choices() is None
