"""RULES 6: who knows what."""

from typing import Any

import pytest
from tables import a_game, a_new_game, cards, play, sail

from ilos.rules.events import Taken
from ilos.rules.game import Game
from ilos.rules.moves import EndTurn, Mulligan, to_builtins
from ilos.rules.names import Card
from ilos.views import mask_event, view

TILES = {"A": "03 ebony"}


def seen(game: Game, viewer: int | None) -> dict[str, Any]:
    shown: dict[str, Any] = to_builtins(view(game, viewer).data)
    return shown


def table(**more: Any) -> Game:
    described: dict[str, Any] = {"hand": "ship*2 market", "hands": {1: "ruins*2"}, **more}
    return a_game(tiles=TILES, stock={0: {"gold": 2}, 1: {"ebony": 7}}, **described)


def test_hands_are_secret_and_their_sizes_public() -> None:
    """RULES 1, 6: hand sizes are public, hands are secret."""
    shown = seen(table(), 1)
    assert [seat["hand"] for seat in shown["seats"]] == [3, 2]
    assert shown["hand"]["ruins"] == 2
    assert list(view(table(), 1).position.hand)[:6] == [0] * 6


def test_a_spectator_sees_no_hand() -> None:
    """RULES 6: a spectator what is public."""
    assert seen(table(), None)["hand"] is None
    assert set(view(table(), None).position.hand) == {0}


def test_the_own_stock_is_seen_and_others_are_screened() -> None:
    """RULES 6: totals of others are not shown while the game runs."""
    shown = seen(table(), 0)
    assert shown["seats"][0]["stock"] == {"ebony": 0, "spice": 0, "pigment": 0, "gold": 2}
    assert shown["seats"][1]["stock"] is None
    assert [seat["stock"] for seat in seen(table(), None)["seats"]] == [None, None]


def test_open_stocks_are_on_show() -> None:
    """RULES 6: `open`, all totals on show."""
    for viewer in (0, 1, None):
        shown = seen(table(stocks="open"), viewer)
        assert [seat["stock"]["ebony"] for seat in shown["seats"]] == [0, 7]


def test_at_the_end_all_stocks_are_shown() -> None:
    """RULES 5, 6: screened while the game runs; then they are scored."""
    game = table(max_rounds=1, to_act=1, hand="", hands={})
    play(game, EndTurn())
    assert seen(game, 0)["seats"][1]["stock"]["ebony"] == 7
    assert seen(game, None)["result"]["scores"][1]["value"] == 7


def test_the_draw_pile_is_a_number() -> None:
    """RULES 6: the order and content of the draw pile are secret."""
    position = view(table(), 0).position
    assert (set(position.pile), position.pile_size) == ({0}, 85)


def test_the_discard_pile_is_public() -> None:
    """RULES 1: played and discarded cards lie face up."""
    game = table()
    play(game, sail("reserve", "A0", paid="market"))
    for viewer in (0, 1, None):
        assert {c: n for c, n in seen(game, viewer)["discard"].items() if n} == {
            "ship": 1,
            "market": 1,
        }


def test_the_tile_stack_is_a_number() -> None:
    """RULES 6: the tile stack and the tiles left in the box are secret."""
    shown = seen(a_new_game(3), 0)
    assert shown["stack"] == 9
    assert len(shown["exploration"]) == 3


def test_the_reserve_is_public() -> None:
    """RULES 1: undeployed ships and pioneers are the reserve and public."""
    game = a_game(tiles=TILES, ships="1:A0", pioneers="1:A0.0")
    for viewer in (0, 1, None):
        shown = seen(game, viewer)["seats"][1]
        assert (shown["ships"], shown["pioneers"]) == (4, 9)
        assert shown["production"]["ebony"] == 1


def test_the_seed_is_not_in_a_view() -> None:
    """RULES 6: the random seed is secret."""
    game = table()
    game.position.set("rng", 12345)
    assert view(game, 0).position.rng == 0


@pytest.mark.parametrize("viewer, drawn", [(0, ("market", "market")), (1, 2), (None, 2)])
def test_a_mulligan_shows_discards_but_not_draws(viewer: int | None, drawn: object) -> None:
    """RULES 3.4, 6: discards lie face up; what is drawn, only the drawer knows."""
    game = a_new_game(2, {}, "F00 F01 F02 ship*5 ship*5 market*2")
    event = play(game, Mulligan(cards("ship*2")))
    masked: Any = mask_event(event, viewer)
    assert (masked.discarded, masked.drawn) == (("ship", "ship"), drawn)


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_taker_and_victim_know_which_cards_moved(viewer: int | None) -> None:
    """RULES 4.7: the others only how many."""
    game = a_game(tiles=TILES, seats=3, pile="", hands={1: "ruins*3", 2: "ship"})
    masked: Any = mask_event(play(game, EndTurn()), viewer)
    card: Card | None = "ruins" if viewer in (0, 1) else None
    assert masked.taken == (Taken(1, card),) * 3


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_what_is_drawn_only_the_drawer_knows(viewer: int | None) -> None:
    """RULES 6."""
    game = table(luck="ship ruins ship")
    masked: Any = mask_event(play(game, EndTurn()), viewer)
    assert masked.drawn == (("ship", "ruins", "ship") if viewer == 0 else 3)


def test_a_view_is_for_a_seat_of_the_table() -> None:
    """RULES 6: a seat or a spectator, nobody else."""
    for nobody in (-1, 2, 5):
        with pytest.raises(ValueError, match="no seat"):
            view(table(), nobody)


def test_only_the_seat_to_move_gets_choices() -> None:
    """RULES 6: what another could do tells of the cards in that hand."""
    game = table()
    assert view(game, 0).choices() is not None
    assert view(game, 1).choices() is None
    assert view(game, None).choices() is None
    with pytest.raises(ValueError, match="another seat"):
        _ = view(game, 1).legal_moves
