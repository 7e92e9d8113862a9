"""RULES 1: what is in the box, and what runs out."""

from typing import Any

import pytest
from tables import a_game, a_new_game, a_setup, board, build, hand, play, refused, stock, work

from ilos.engine.position import Position
from ilos.rules.moves import EndTurn
from ilos.rules.names import CARDS, COLOURS
from ilos.rules.setup import Player, Setup

EIGHT = "03 " + "construction " * 8


def test_there_are_90_action_cards() -> None:
    """RULES 1: 30 Ship, 20 Plantation, 12 Building, 12 Market, 10 Gold mine, 6 Ruins."""
    position = Position(a_setup().printed)
    game = a_new_game(5)
    counts = dict(zip(CARDS, game.position.pile, strict=True))
    for seat in range(5):
        for card, count in hand(game, seat).items():
            counts[card] += count  # type: ignore[index]
    assert counts == {
        "ship": 30, "plantation": 20, "building": 12, "market": 12, "gold_mine": 10, "ruins": 6,
    }  # fmt: skip
    assert sum(counts.values()) == 90
    assert sum(position.pile) == 0, "a position is empty until a game begins"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_colour_has_5_ships_and_10_pioneers(seats: int) -> None:
    """RULES 1: per player colour 5 ships, 10 pioneers."""
    p = a_new_game(seats).position
    assert list(p.reserve)[:seats] == [5] * seats
    assert list(p.pioneers)[:seats] == [10] * seats


def test_there_are_8_price_markers_and_10_building_tokens() -> None:
    """RULES 1: 8 price markers in play, 10 building tokens."""
    p = a_new_game().position
    assert (p.markers, p.buildings) == (8, 10)


def test_the_eleventh_building_cannot_be_built() -> None:
    """RULES 1 [D]: 10 building tokens, each a fort or a trading post."""
    tens = " ".join(f"{n % 2}:{'AB'[n // 8]}0.{n % 8}=fort" for n in range(10))
    table: dict[str, Any] = {
        "tiles": {"A": EIGHT, "B": EIGHT},
        "laid": "A B@1,0",
        "ships": "0:A0 0:A0",
    }
    nine = a_game(**table, pioneers=tens.rsplit(" ", 1)[0], hand="building ship*3")
    play(nine, build("fort", "B0.7", "ship*2"))
    ten = a_game(**table, pioneers=tens, hand="building ship*3")
    assert ten.position.buildings == 0
    assert refused(ten, build("fort", "B0.7", "ship*2")) == "1"


def test_a_spent_building_token_does_not_stop_plantations() -> None:
    """RULES 1: only buildings need a token."""
    game = a_game(
        tiles={"A": "03 ebony"}, ships="0:A0", hand="plantation ship*2", fields={"buildings": 0}
    )
    play(game, work("plantation", "A0.0", "ship*2"))
    assert board(game, 0) == {"ebony": 1}


def test_resource_tokens_never_run_out() -> None:
    """RULES 1 [D]: the supply is unlimited, though the box has 152 tokens."""
    game = a_game(tiles={"A": "03 ebony"}, pioneers="0:A0.0", stock={0: {"ebony": 152}})
    play(game, EndTurn())
    assert stock(game, 0) == {"ebony": 153}


def test_the_11th_pioneer_does_not_exist() -> None:
    """RULES 1: 10 pioneers; with an empty reserve no site can be worked."""
    game = a_game(
        tiles={"A": "03 ebony"}, ships="0:A0", hand="plantation ship*2", fields={"ending": 1}
    )
    game.position.set("pioneers", [0, 10, 10, 10, 10])
    assert refused(game, work("plantation", "A0.0", "ship*2")) == "4.1"


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_ilos_is_for_2_to_5(seats: int) -> None:
    """RULES, head: a game for 2–5 merchant lords."""
    players = tuple(Player("Lord", COLOURS[n % 5]) for n in range(seats))
    with pytest.raises(ValueError, match="2 to 5"):
        Setup(players, a_setup().options, a_setup().tile_set)


def test_no_two_players_share_a_colour() -> None:
    """RULES 1: one set of pieces a colour."""
    with pytest.raises(ValueError, match="same colour"):
        Setup((Player("A", "red"), Player("B", "red")), a_setup().options, a_setup().tile_set)


def test_there_is_no_purple() -> None:
    """RULES 1: red, green, black, yellow, blue."""
    with pytest.raises(ValueError, match="purple"):
        Setup((Player("A", "purple"), Player("B", "red")), a_setup().options, a_setup().tile_set)  # type: ignore[arg-type]
