"""Observations and actions mean what docs/environments.md says, number by number."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bot_games import positions

from ilos.engine import api
from ilos.engine import constants as c
from ilos.engine.learning.observation import OBSERVATION_SIZE, bounds, places
from ilos.environments import VectorEnv
from ilos.environments.coding import (
    DECISIONS,
    action_table,
    field_slice,
    observation_table,
)
from ilos.environments.table import action_mask, observation
from ilos.rules.game import Game
from ilos.rules.moves import to_builtins
from ilos.rules.names import CARDS, RESOURCES
from ilos.views import view

DOCS = Path(__file__).parents[2] / "docs" / "environments.md"


def shown(game: Game, seat: int, group: str, field: str, index: int = 0) -> list[int]:
    seen = observation(game.position, seat, game.setup.options.stocks)
    return seen[field_slice(group, field, index)].tolist()


def some_games(players: int) -> list[Game]:
    """Positions of one game, from its first moves to its last."""
    return [game.copy() for k, game in enumerate(positions(players, seed=players)) if k % 6 == 0]


def test_the_documented_tables_are_those_of_the_code() -> None:
    """Environments: both codings are documented field by field."""
    text = DOCS.read_text(encoding="utf-8")
    assert observation_table() in text
    assert action_table() in text


def test_fields_follow_each_other_without_gaps() -> None:
    """Environments, observation: every number belongs to exactly one field."""
    owners = np.zeros(OBSERVATION_SIZE, int)
    for group, field, _ in places():
        for index in range(group.times):
            owners[field_slice(group.name, field.name, index)] += 1
    assert owners.tolist() == [1] * OBSERVATION_SIZE


def test_kinds_of_decisions_follow_each_other_without_gaps() -> None:
    """Environments, actions: every action has one meaning."""
    following = 0
    for first, count, _ in DECISIONS:
        assert first == following
        following += count
    assert following == c.DECISIONS


def test_a_field_that_there_is_not_is_refused() -> None:
    """Environments, observation: the message names the fields that there are."""
    with pytest.raises(
        ValueError, match=r"there is no field table\.cards; there are .*table\.hand"
    ):
        field_slice("table", "cards")
    with pytest.raises(ValueError, match="no number 5"):
        field_slice("seats", "stock", 5)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_number_keeps_within_its_bounds(players: int) -> None:
    """Environments, observation: least and most hold in random play."""
    env = VectorEnv(64, players, seed=players, stocks="open")
    low, high = (np.array(side) for side in bounds())
    for _ in range(400):
        env.step(env.sample())
        assert (env.observations >= low).all()
        assert (env.observations <= high).all()


@pytest.mark.parametrize("players", [2, 5])
def test_what_the_table_shows_is_what_the_view_shows(players: int) -> None:
    """RULES 6: hand, piles, prices and boards are those of the seat's view."""
    for game in some_games(players):
        for seat in range(players):
            seen = to_builtins(view(game, seat).data)
            assert shown(game, seat, "table", "players") == [players]
            assert shown(game, seat, "table", "seat") == [seat]
            assert shown(game, seat, "table", "round") == [seen["round"]]
            assert shown(game, seat, "table", "hand") == [seen["hand"][card] for card in CARDS]
            assert shown(game, seat, "table", "discard") == [seen["discard"][k] for k in CARDS]
            assert shown(game, seat, "table", "pile") == [seen["pile"]]
            assert shown(game, seat, "table", "stack") == [seen["stack"]]
            assert shown(game, seat, "table", "step") == [seen["prices"][r] for r in RESOURCES]
            assert shown(game, seat, "table", "markers") == [seen["markers"]]
            assert shown(game, seat, "table", "buildings") == [seen["buildings"]]


@pytest.mark.parametrize("players", [2, 5])
def test_seats_are_counted_from_the_observer(players: int) -> None:
    """Environments, observation: the observer is the first of the seats, then clockwise."""
    for game in some_games(players):
        seats = to_builtins(view(game, 0).data)["seats"]
        for observer in range(players):
            for place in range(players):
                seat = seats[(observer + place) % players]
                assert shown(game, observer, "seats", "present", place) == [1]
                assert shown(game, observer, "seats", "hand_size", place) == [seat["hand"]]
                assert shown(game, observer, "seats", "ships", place) == [seat["ships"]]
                assert shown(game, observer, "seats", "pioneers", place) == [seat["pioneers"]]
                assert shown(game, observer, "seats", "draw", place) == [seat["draw"]]
                board = [seat["production"][r] for r in RESOURCES]
                assert shown(game, observer, "seats", "production", place) == board
            for place in range(players, c.SEATS):
                assert shown(game, observer, "seats", "present", place) == [0]


def relative(seats: list[int], observer: int, players: int) -> list[int]:
    """By seat, counted from the observer, with empty places at the end."""
    turned = seats[observer:] + seats[:observer]
    return turned + [0] * (c.SEATS - players)


@pytest.mark.parametrize("players", [3])
def test_islands_are_shown_at_each_of_their_parts(players: int) -> None:
    """RULES 2, 4.5: ships, raiders, forts and worked crops are facts of whole islands."""
    for game in some_games(players):
        seen = view(game, 1)
        for island in to_builtins(seen.data)["islands"]:
            for part in island["parts"]:
                number = game.setup.tile_numbers[part["tile"]] * c.PARTS + part["part"]
                assert_island(game, number, island, players)


def assert_island(game: Game, part: int, island: dict[str, Any], players: int) -> None:
    def flags(seats: list[int]) -> list[int]:
        return relative([int(seat in seats) for seat in range(players)], 1, players)

    raided = any(seat != 1 for seat in island["raiders"]) and 1 not in island["forts"]
    crops = [int(crop in island["worked"]) for crop in RESOURCES[:3]]
    assert shown(game, 1, "parts", "island", part)[0] == api.island_of_part(game.position, part) + 1
    assert shown(game, 1, "parts", "piracy", part) == [int(raided)]
    assert shown(game, 1, "parts", "worked", part) == crops
    ships = relative(island["ships"], 1, players)
    assert shown(game, 1, "parts", "island_ships", part) == ships
    assert shown(game, 1, "parts", "island_raiders", part) == flags(island["raiders"])
    assert shown(game, 1, "parts", "island_forts", part) == flags(island["forts"])


def test_laid_tiles_and_pioneers_are_shown_where_they_are() -> None:
    """RULES 2, 4.1: cell, rotation, and who works which site."""
    for game in some_games(2):
        seen = to_builtins(view(game, 0).data)
        for entry in seen["archipelago"]:
            tile = game.setup.tile_numbers[entry["tile"]]
            assert shown(game, 0, "tiles", "laid", tile) == [1]
            assert shown(game, 0, "tiles", "cell", tile) == entry["cell"]
            assert shown(game, 0, "tiles", "rotation", tile).index(1) == entry["rotation"]
        numbers = {at: number for number, at in game.setup.sites.items()}
        worked = {
            number: pioneer["seat"]
            for at, number in numbers.items()
            for pioneer in seen["pioneers"]
            if (at.tile, at.part, at.site) == (pioneer["tile"], pioneer["part"], pioneer["site"])
        }
        for number in numbers.values():
            assert shown(game, 0, "sites", "own", number) == [int(worked.get(number) == 0)]
            assert shown(game, 0, "sites", "other", number) == [int(worked.get(number) == 1)]


def test_the_move_under_way_is_shown_to_the_seat_that_makes_it() -> None:
    """Environments, observation: the decisions taken so far; the others only wait."""
    game = next(game for game in positions(2, seed=1) if game.round == 2)
    seat, other = game.position.seat, 1 - game.position.seat
    origin = next(d for d in api.legal_decisions(game.position) if c.D_RESERVE <= d < c.D_DOCK)
    api.take_decision(game.position, origin)
    explore = next(d for d in api.legal_decisions(game.position) if d >= c.D_EXPLORE)
    api.take_decision(game.position, explore)
    decided = shown(game, seat, "move", "decided")
    assert [d for d, taken in enumerate(decided) if taken] == [origin, explore]
    assert shown(game, seat, "table", "phase").index(1) == 4  # which cell?
    assert not any(shown(game, other, "move", "decided"))
    assert shown(game, other, "table", "phase").index(1) == 9  # another seat decides
    assert not action_mask(game.position, other).any()


def test_a_payment_shows_its_target_and_what_is_owed() -> None:
    """RULES 4.1: the card is played, its cost is still to be paid."""
    for game in positions(2, seed=3):
        sites = [d for d in api.legal_decisions(game.position) if c.D_SITE <= d < c.D_BUILD]
        plain = [d for d in sites if game.setup.site_kind(d - c.D_SITE) != "construction"]
        if plain:
            break
    seat, site = game.position.seat, plain[0] - c.D_SITE
    cost = api.cost_at(game.position, site)
    api.take_decision(game.position, plain[0])
    decided = shown(game, seat, "move", "decided")
    assert [d for d, taken in enumerate(decided) if taken] == [plain[0]]
    assert shown(game, seat, "table", "cards_due") == [cost]
