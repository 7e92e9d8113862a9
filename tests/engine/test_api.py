"""The engine's interface: whatever comes from outside is checked before it reaches a C array."""

from random import Random

import pytest
from strategies import a_default_setup, a_played_game, plays
from tables import a_game, a_new_game

from ilos.engine import api
from ilos.engine.constants import ALL_SITES, CARD_KINDS, D_BUILD, D_CARD, D_DONE, D_SITE, DECISIONS

NUMBERS = (*range(-3, DECISIONS + 3), -(2**31), 2**31 - 1)


@pytest.mark.parametrize("seed", range(3))
def test_only_legal_decisions_are_carried_out(seed: int) -> None:
    """Every other number is refused and changes nothing."""
    for turn, game in enumerate(plays(a_default_setup(Random(seed), 2), seed)):
        if turn % 9 == 0:
            legal = api.legal_decisions(game.position)
            assert len(legal) == len(set(legal))
            before = game.position.snapshot()
            for number in set(NUMBERS) - set(legal):
                assert not api.try_decision(game.position, number)
            assert game.position.snapshot() == before
            for decision in legal:
                assert api.try_decision(game.position.copy(), decision)


def test_nothing_can_be_decided_while_chance_is_pending() -> None:
    """Chance is a player."""
    position = api.new_position(a_new_game().setup.printed)
    assert api.is_chance_pending(position)
    assert api.legal_decisions(position) == []
    with pytest.raises(ValueError, match="not legal"):
        api.take_decision(position, 0)


def test_only_possible_outcomes_happen() -> None:
    """A tile seen already cannot come up, nor a number that is no tile."""
    position = api.new_position(a_new_game().setup.printed)
    api.let_happen(position, 5)
    before = position.snapshot()
    for outcome in (5, -1, 20, 2**20):
        with pytest.raises(ValueError, match="cannot happen"):
            api.let_happen(position, outcome)
    assert position.snapshot() == before


def test_chance_does_nothing_on_a_players_turn() -> None:
    """No weights, no outcome."""
    game = a_new_game()
    assert api.chance_weights(game.position) == []
    with pytest.raises(ValueError, match="cannot happen"):
        api.let_happen(game.position, 0)


def test_weights_are_the_cards_and_tiles_that_may_come() -> None:
    """RULES 3.2, 4.7: every card of the pile and every unseen tile is equally likely."""
    position = api.new_position(a_new_game().setup.printed)
    assert api.chance_weights(position) == [1] * 20
    for tile in range(3):
        api.let_happen(position, tile)
    assert api.chance_weights(position) == [30, 20, 10, 12, 6, 12]
    api.let_happen(position, 4)
    assert api.chance_weights(position) == [30, 20, 10, 12, 5, 12]


def test_seats_sites_and_islands_beyond_the_table_are_refused() -> None:
    """Numbers from outside are checked."""
    p = a_game(tiles={"A": "03 ebony"}).position
    for question in (
        lambda: api.seat_worth(p, 5),
        lambda: api.cards_to_draw(p, -1),
        lambda: api.pays_piracy(p, 60, 0),
        lambda: api.pays_piracy(p, 0, 9),
        lambda: api.cost_at(p, 160),
        lambda: api.obstacle_at(p, 160),
    ):
        with pytest.raises(ValueError, match="not in"):
            question()


def test_after_the_end_nothing_is_legal() -> None:
    """RULES 5."""
    position = a_played_game(a_default_setup(Random(1), 2), 1).position
    assert api.is_over(position)
    assert api.legal_decisions(position) == []


def test_the_same_seed_gives_the_same_luck() -> None:
    """And another seed another."""
    tables = a_new_game().setup.printed
    first, again, other = (api.new_position(tables, seed) for seed in (3, 3, 4))
    for position in (first, again, other):
        api.roll_chance(position)
    assert first.snapshot() == again.snapshot()
    assert first.snapshot() != other.snapshot()


def test_a_copy_is_independent() -> None:
    """What happens to one does not happen to the other."""
    game = a_game(tiles={"A": "03"}, hand="ship*2")
    before = game.position.snapshot()
    twin = game.position.copy()
    api.take_decision(twin, api.legal_decisions(twin)[-1])
    twin.set("hand", [9] * 30)
    assert game.position.snapshot() == before
    back = game.position.copy()
    back.restore(twin.snapshot())
    assert back.snapshot() == twin.snapshot()


def test_decisions_in_a_row_stop_at_the_first_that_is_not_legal() -> None:
    """Those before it are carried out, and counted."""
    game = a_new_game()
    hand = game.position.hand[:CARD_KINDS]
    held = [D_CARD + card for card, count in enumerate(hand) for _ in range(count)]
    p = game.position.copy()
    assert api.try_decisions(p, [*held, DECISIONS, D_DONE]) == len(held)
    assert api.try_decisions(p, [D_DONE]) == 1


@pytest.mark.parametrize("seed", range(3))
def test_works_and_free_hideouts_are_what_the_position_says(seed: int) -> None:
    """One call for all sites agrees with one call for each."""
    for game in plays(a_default_setup(Random(seed), 3), seed):
        p = game.position
        sites = {d - D_SITE for d in api.legal_decisions(p) if 0 <= d - D_SITE < ALL_SITES}
        works = api.works(p)
        assert {site for site, _, _ in works} == sites
        assert len(works) == len(set(works))
        for site, cost, option in works:
            assert cost == api.cost_at(p, site)
            after = p.copy()
            assert api.try_decision(after, D_SITE + site)
            if game.setup.site_kind(site) == "construction":
                assert api.try_decision(after, D_BUILD + option)
            else:
                assert option == 0
        assert api.free_hideouts(p) == [
            tile
            for tile in p.laid[: p.laid_count]
            if game.setup.tile_set.tiles[tile].hideout and p.pirate[tile] < 0
        ]
