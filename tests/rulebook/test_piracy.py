"""RULES 4.5: piracy."""

from typing import Any

from tables import a_game, are_one_island, build, hand, play, refused, sail, why, work

from ilos.engine import api
from ilos.rules.game import Game

TILES = {
    "A": "!0 ebony ebony construction | 3 spice",
    "B": "!23 gold ebony | 0 pigment",
    "C": "45 ebony",
    "D": "0 ebony",
}


def coast(ships: str, **more: Any) -> Game:
    """A0 and B0 are one island, A1 and B1 two others; hideouts on A and B."""
    described: dict[str, Any] = {
        "laid": "A B@1,0",
        "hand": "plantation*2 ship*6",
        "area": "C D",
        **more,
    }
    return a_game(tiles=TILES, ships=ships, seats=3, **described)


def pays(game: Game, at: str, cost: int) -> bool:
    """Does a plantation there cost exactly so much now?"""
    assert cost in (2, 3)
    legal = work("plantation", at, f"ship*{cost}")
    assert refused(game, work("plantation", at, f"ship*{5 - cost}")) == "4.1"
    return legal in game.legal_moves


def test_without_pirates_the_usual_cost_is_paid() -> None:
    """RULES 4.5: not under piracy."""
    assert pays(coast("0:A0 1:A0"), "A0.0", 2)


def test_a_pirate_attacks_every_island_with_a_part_on_its_tile() -> None:
    """RULES 4.5: every island that has a part on the hideout's tile."""
    game = coast("0:A0 0:A1 0:B1 1:A!")
    assert pays(game, "A0.0", 3)
    assert pays(game, "A1.0", 3)
    assert pays(game, "B1.0", 2), "no part on tile A"


def test_the_whole_island_is_attacked() -> None:
    """RULES 4.5: the whole island, also its parts on other tiles."""
    game = coast("0:B0 1:A!")
    assert pays(game, "B0.1", 3)


def test_several_attackers_make_no_difference() -> None:
    """RULES 4.5: one attacker or several."""
    game = coast("0:A0 1:A! 2:B!")
    assert pays(game, "A0.0", 3)


def test_own_pirates_never_hurt() -> None:
    """RULES 4.5: your own pirates never hurt you."""
    game = coast("0:A0 0:A!")
    assert pays(game, "A0.0", 2)


def test_an_own_pirate_does_not_keep_others_away() -> None:
    """RULES 4.5: another player's ship attacks it all the same."""
    game = coast("0:A0 0:A! 1:B!")
    assert pays(game, "A0.0", 3)


def test_an_own_fort_frees_from_piracy() -> None:
    """RULES 4.3, 4.5: and you have no fort on it."""
    game = coast("0:A0 1:A! 2:B!", pioneers="0:A0.2=fort")
    assert pays(game, "A0.0", 2)


def test_a_fort_protects_the_whole_island() -> None:
    """RULES 4.3: all piracy on its island."""
    game = coast("0:B0 1:A! 2:B!", pioneers="0:A0.2=fort")
    assert pays(game, "B0.1", 2)


def test_a_fort_protects_its_own_island_only() -> None:
    """RULES 4.3: on its island."""
    game = coast("0:A1 1:A!", pioneers="0:A0.2=fort")
    assert pays(game, "A1.0", 3)


def test_a_fort_of_another_does_not_help() -> None:
    """RULES 4.3: a fort frees its owner."""
    game = coast("0:A0 1:A!", pioneers="1:A0.2=fort")
    assert pays(game, "A0.0", 3)


def test_a_pirate_ship_is_on_no_shore() -> None:
    """RULES 4.5: it gives no access."""
    game = coast("0:A!")
    assert refused(game, work("plantation", "A0.0", "ship*2")) == "4.1"


def test_a_pirate_ship_does_not_count_towards_ships_needed() -> None:
    """RULES 4.5: nor towards ships needed."""
    game = coast("0:A0 0:A!", hand="building ship*2")
    assert "you have 1 there" in why(game, build("fort", "A0.2", "ship*2"))


def test_when_the_pirate_leaves_the_island_is_free() -> None:
    """RULES 4.5: a ship on a hideout attacks, and only there."""
    game = coast("0:A0 1:A!", to_act=1, hands={0: "plantation ship*3", 1: "ship*2"}, hand="")
    play(game, sail("A!", "A1"))
    game.position.set("seat", 0)
    assert pays(game, "A0.0", 2)


def test_a_pirate_who_leaves_does_not_take_others_along() -> None:
    """RULES 4.5: who still attacks goes on attacking."""
    game = coast("0:A0 1:A! 2:B!", to_act=1, hands={0: "plantation ship*3", 1: "ship*2"}, hand="")
    play(game, sail("A!", "A1"))
    game.position.set("seat", 0)
    assert pays(game, "A0.0", 3)


def test_a_pirate_who_moves_attacks_from_the_new_hideout() -> None:
    """RULES 4.2, 4.5."""
    game = coast("0:A1 0:B1 1:A!", to_act=1, hands={0: "plantation ship*3", 1: "ship*2"}, hand="")
    play(game, sail("A!", "B!"))
    game.position.set("seat", 0)
    assert pays(game, "A1.0", 2)
    assert pays(game, "B1.0", 3)


def test_a_tile_that_joins_two_islands_spreads_piracy() -> None:
    """RULES 2, 4.5: a free island is attacked from the moment it joins an attacked one."""
    game = a_game(
        tiles={"A": "!0", "B": "13 | 2 ebony", "C": "05", "D": "34"},
        laid="A B@1,0 C@0,1",
        area="D",
        ships="0:B1 1:A!",
        hand="plantation*2 ship*8",
    )
    assert pays(game, "B1.0", 2)
    play(game, sail("reserve", "D0", explore="D@1,1"))
    assert are_one_island(game, "A0", "B1")
    assert pays(game, "B1.0", 3)


def test_an_older_island_that_joins_an_attacked_one_is_attacked_too() -> None:
    """RULES 2, 4.5: whichever of the two was there first."""
    game = a_game(
        tiles={"A": "0 | 1 ebony", "B": "!3 | 2", "C": "45"},
        laid="A B@1,0",
        area="C",
        ships="0:A1 1:B!",
        hand="plantation*2 ship*8",
    )
    assert pays(game, "A1.0", 2)
    play(game, sail("reserve", "C0", explore="C@0,1"))
    assert are_one_island(game, "A1", "B1")
    assert pays(game, "A1.0", 3)


def test_a_new_tile_of_an_attacked_island_is_attacked_too() -> None:
    """RULES 4.5: parts that arrive later."""
    game = coast("0:A0 1:A!", area="C", hand="plantation ship*7")
    play(game, sail("reserve", "C0", explore="C@0,1/1"))
    assert are_one_island(game, "B0", "C0")
    assert pays(game, "C0.0", 3)


def test_joining_two_islands_carries_fort_and_pirates_over() -> None:
    """RULES 2, 4.5: after a merge both the attack and the protection hold for the whole."""
    tiles = {"A": "!0 ebony | 1 construction spice", "B": "23", "C": "45"}
    game = a_game(
        tiles=tiles,
        laid="A B@1,0",
        area="C",
        ships="0:A0 1:A!",
        pioneers="0:A1.0=fort",
        hand="plantation*2 ship*8",
    )
    assert pays(game, "A0.0", 3), "the fort stands on the other island"
    play(game, sail("reserve", "C0", explore="C@0,1"))
    assert pays(game, "A0.0", 2)
    assert hand(game, 0)["ship"] == 6


def test_piracy_is_seen_by_each_player_differently() -> None:
    """RULES 4.5: under piracy for you."""
    game = coast("0:A! 1:A0 2:A0", pioneers="2:A0.2=fort")
    island = game.position.island[0]
    assert [api.pays_piracy(game.position, island, seat) for seat in range(3)] == [
        False,
        True,
        False,
    ]
