"""The naive reference of the rules is itself tested: by samples, by scenarios, by spoilt records.

It is the yardstick for the engine, so each sentence of the rules that is easily misread has a
scenario here.
"""

import copy
import json
import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from naive import (
    CORRUPTIONS,
    STYLES,
    Event,
    NaiveGame,
    Record,
    Refused,
    canonical,
    check_record,
    corrupt,
    corrupt_with,
    legal_moves,
    mask,
    odd_tile_set,
    random_game,
    random_header,
    replay,
    sort_key,
)
from naive.generate import with_outcomes
from naive.rules import Pioneer, Ship

SAMPLES = Path(__file__).parents[1] / "samples"
RECORDS = sorted(path for path in SAMPLES.glob("*.json") if path.name.count(".") == 1)
MOVE_LISTS = sorted(SAMPLES.glob("*.moves-after-*.json"))
VIEWS = sorted(SAMPLES.glob("*.view-*.json"))


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def record_beside(path: Path) -> Record:
    record: Record = read(SAMPLES / (path.name.split(".")[0] + ".json"))
    return record


# ---- samples -----------------------------------------------------------------------------


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_sample_record_is_accepted(path: Path) -> None:
    """RECORD.md, with the shared samples."""
    assert check_record(read(path)) == []


@pytest.mark.parametrize("path", MOVE_LISTS, ids=lambda path: path.stem)
def test_every_sample_list_of_moves_is_found_again(path: Path) -> None:
    """RULES.md 3 and 4, with the shared samples."""
    found = re.search(r"after-(\d+)", path.name)
    assert found is not None
    game = replay(record_beside(path), int(found[1]))
    expected = sorted(read(path), key=sort_key)
    assert legal_moves(game) == expected
    assert [canonical(move, game) for move in expected] == expected


@pytest.mark.parametrize("path", VIEWS, ids=lambda path: path.stem)
def test_every_sample_view_is_found_again(path: Path) -> None:
    """RECORD.md, partial views, with the shared samples."""
    found = re.search(r"view-(?:seat(\d)|spectator)-after-(\d+)", path.name)
    assert found is not None
    viewer = None if found[1] is None else int(found[1])
    assert mask(record_beside(path), viewer, int(found[2])) == read(path)


def test_there_are_samples_of_every_sort() -> None:
    """A test over an empty folder would prove nothing."""
    assert (len(RECORDS), len(MOVE_LISTS), len(VIEWS)) == (5, 20, 10)


# ---- random games ------------------------------------------------------------------------


def game_of(seed: int, max_rounds: int | None = None) -> Record:
    rng = Random(seed)
    header = random_header(rng, max_rounds)
    return random_game(header, rng, STYLES[seed % len(STYLES)])


def builders_record() -> Record:
    """A game in which all building tokens are used up."""
    rng = Random(3)
    header = random_header(rng, 30)
    parts = [{"sides": list(range(6)), "sites": ["construction"] * 8}]
    for tile in header["tile_set"]["tiles"]:
        tile["parts"] = parts
    return random_game(header, rng, "kinds")


@pytest.mark.parametrize("seed", range(20))
def test_random_games_on_odd_tile_sets_are_accepted(seed: int) -> None:
    """Any well-formed set plays (RECORD.md, tile set files)."""
    record = game_of(seed)
    assert check_record(record) == []
    assert check_record(json.loads(json.dumps(record))) == []


@pytest.mark.parametrize("seed", range(6))
def test_every_listed_move_can_be_played(seed: int) -> None:
    """RULES.md 4.1: what can be carried out in full can be played."""
    rng = Random(seed)
    record = game_of(seed)
    after = rng.randint(1 + len(record["players"]), len(record["events"]) - 1)
    game = replay(record, after)
    unseen = [name for name in sorted(game.tiles) if name not in game.seen_tiles]
    for move in legal_moves(game):
        stack = rng.sample(unseen, game.stack)
        copy.deepcopy(game).apply(with_outcomes(move, game, stack, rng))


@pytest.mark.parametrize("seed", range(6))
def test_every_move_that_was_played_is_listed(seed: int) -> None:
    """Every event of a player is, in its canonical form, one of the legal moves."""
    record = game_of(seed, max_rounds=2)
    game = NaiveGame(record)
    for event in record["events"]:
        if game.pending[0] == "seat":
            assert canonical(event, game) in legal_moves(game)
        else:
            assert legal_moves(game) == []
        game.apply(event)
    assert legal_moves(game) == []


def test_unknown_extra_keys_are_ignored_anywhere() -> None:
    """RECORD.md: unknown extra keys are allowed anywhere and ignored."""
    record = game_of(0)
    for holder in (record, record["rules"], record["players"][0], record["tile_set"]):
        holder["x-note"] = 1
    record["tile_set"]["tiles"][0]["x-note"] = 1
    record["result"]["x-note"] = 1
    for event in record["events"]:
        event["x-note"] = {"any": "thing"}
    assert check_record(record) == []


def test_a_running_game_needs_no_result() -> None:
    """RECORD.md: the result is absent while the game is running, or it was broken off."""
    record = game_of(1)
    del record["result"]
    record["events"].pop()
    assert check_record(record) == []
    assert check_record({**record, "stopped": "agreed"}) == []
    assert check_record({**record, "events": []}) == []


# ---- spoilt records ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def spoilable() -> list[Record]:
    records = [game_of(seed, max_rounds=9) for seed in range(1000, 1008)]
    return [*records, builders_record(), read(RECORDS[0]), read(RECORDS[-1])]


@pytest.mark.parametrize("kind", CORRUPTIONS)
def test_a_spoilt_record_is_refused_at_the_right_event(kind: str, spoilable: list[Record]) -> None:
    """RECORD.md, bad input: the event index is named."""
    rng = Random(kind)
    spoilt = [corrupt_with(kind, record, rng) for record in spoilable]
    found = [entry for entry in spoilt if entry is not None]
    assert found, "this way to spoil a record was never tried"
    for record, index in found:
        problems = check_record(record)
        assert problems, f"accepted, though event {index} is bad"
        assert problems[0].index == index


def test_spoiling_leaves_the_record_itself_alone(spoilable: list[Record]) -> None:
    """`corrupt` works on a copy."""
    for seed, record in enumerate(spoilable[:5]):
        before = copy.deepcopy(record)
        spoilt, kind = corrupt(record, Random(seed))
        assert record == before
        assert check_record(spoilt), kind


@pytest.mark.parametrize("seed", range(40))
def test_a_refused_event_changes_nothing(seed: int, spoilable: list[Record]) -> None:
    """RECORD.md, bad input: a reader refuses without changing anything."""
    rng = Random(seed)
    index = None
    while index is None:
        kind = rng.choice(CORRUPTIONS)
        record, index = corrupt_with(kind, rng.choice(spoilable), rng) or ({}, None)
    game = replay(record, index)
    before = everything_in(game)
    with pytest.raises(Refused):
        game.apply(record["events"][index])
    assert everything_in(game) == before


def everything_in(game: NaiveGame) -> dict[str, Any]:
    return copy.deepcopy({**vars(game), "archipelago": game.archipelago.laid})


# ---- scenarios: a small sea that is easy to read -----------------------------------------

SMALL_MARKET = {name: [1, 2, 3, 4, 5] for name in ("ebony", "spice", "pigment", "gold")}


def tile(name: str, *parts: tuple[list[int], list[str]], hideout: bool = True) -> dict[str, Any]:
    listed = [{"sides": sides, "sites": sites} for sides, sites in parts]
    return {"id": name, "hideout": hideout, "parts": listed}


def small_header(seats: int = 2, edition: str = "en", max_rounds: int = 9) -> Record:
    """West: an island with land to the east; East: land to the west, and an islet apart."""
    west = tile("West", ([0], ["ebony", "construction", "ruins", "construction"]), ([], ["spice"]))
    east = tile("East", ([3], ["gold", "construction", "spice"]), ([], ["pigment"]))
    others = [tile(f"Z{number:02}", ([0], ["ebony"])) for number in range(18)]
    colours = ("red", "green", "black", "yellow", "blue")[:seats]
    return {
        "format": "ilos-record/1",
        "rules": {"edition": edition, "max_rounds": max_rounds},
        "players": [{"name": c, "colour": c, "kind": "human"} for c in colours],
        "tile_set": {"name": "small", "tiles": [west, east, *others]},
        "market": SMALL_MARKET,
    }


def small_game(seats: int = 2, edition: str = "en", max_rounds: int = 9) -> NaiveGame:
    """Seat 0 to move with two ships at the joined island and two cards of each kind."""
    game = NaiveGame(small_header(seats, edition, max_rounds))
    game.apply({"type": "setup", "exploration": ["West", "East", "Z00"]})
    laid = game.archipelago.with_tile(game.tiles["West"], (0, 0), 0)
    game.archipelago = laid.with_tile(game.tiles["East"], (1, 0), 0)
    game.exploration = ["Z00"]
    game.stack = 0
    game.phase = "turn"
    hold(game, 0, *game.pile, *game.pile)
    put_ship(game, 0, "West", 0)
    put_ship(game, 0, "East", 0)
    return game


def hold(game: NaiveGame, seat: int, *cards: str) -> None:
    """Cards move from the draw pile into a hand."""
    game.pile.subtract(cards)
    game.seats[seat].hand.update(cards)


def put_ship(game: NaiveGame, seat: int, tile_id: str, part: int | None) -> None:
    game.seats[seat].ships -= 1
    game.ships.append(Ship(seat, tile_id, part))


def put_pioneer(
    game: NaiveGame, seat: int, tile_id: str, part: int, site: int, building: str | None = None
) -> None:
    kind = game.tiles[tile_id].parts[part].sites[site]
    game.seats[seat].pioneers -= 1
    game.pioneers.append(Pioneer(seat, tile_id, part, site, kind, building))


def moves_of(game: NaiveGame, kind: str) -> list[Event]:
    return [move for move in legal_moves(game) if move["type"] == kind]


def destinations(game: NaiveGame, origin: Any) -> list[Any]:
    """Where the ship may go without exploring."""
    moves = [move for move in moves_of(game, "ship") if move["explored"] is None]
    return [move["to"] for move in moves if move["from"] == origin]


def site_at(tile_id: str, part: int, site: int) -> dict[str, Any]:
    return {"tile": tile_id, "part": part, "site": site}


def refusal(game: NaiveGame, **event: Any) -> str:
    with pytest.raises(Refused) as caught:
        game.apply({"seat": game.to_move, **event})
    return caught.value.rule


def end_turn(game: NaiveGame, drawn: list[str] | None = None, **more: Any) -> None:
    board = dict(game.seats[game.to_move].production)
    if drawn is None:
        drawn = sorted(game.pile.elements())[: game.cards_to_draw(game.to_move)]
    event = {"type": "end_turn", "seat": game.to_move, "produced": board, "drawn": drawn}
    game.apply({**event, "taken": [], **more})


JOINED = {"tile": "East", "part": 0}  # the first part, by tile id, of the joined island
EAST_ISLET = {"tile": "East", "part": 1}
WEST_ISLET = {"tile": "West", "part": 1}
EAST_HIDEOUT = {"tile": "East", "hideout": True}
WEST_HIDEOUT = {"tile": "West", "hideout": True}


def test_a_ship_does_not_dock_where_it_lies() -> None:
    """RULES.md 4.2: docking at the island it already lies at is not a move."""
    game = small_game()
    assert destinations(game, JOINED) == [
        EAST_HIDEOUT,
        WEST_HIDEOUT,
        EAST_ISLET,
        WEST_ISLET,
    ]
    at_home = {"type": "ship", "from": JOINED, "to": {"tile": "West", "part": 0}}
    assert refusal(game, **at_home, explored=None, paid=["ship"]) == "RULES 4.2"


def test_a_ship_from_the_reserve_may_dock_at_any_island() -> None:
    """RULES.md 4.2: any number of ships, of anyone, may share a shore."""
    assert JOINED in destinations(small_game(), "reserve")


def test_a_ship_may_explore_next_to_its_own_island() -> None:
    """RULES.md 4.2: unless a tile is explored."""
    game = small_game()
    game.tiles["Z00"].parts[0].sides = [0, 3]
    game.archipelago.by_id["West"].part_at[3] = 0
    explored = {"tile": "Z00", "cell": [-1, 0], "rotation": 0}
    to = {"tile": "Z00", "part": 0}
    move = {"type": "ship", "seat": 0, "from": JOINED, "to": to, "explored": explored}
    assert move in legal_moves(game)
    whole = {**explored, "revealed": None}
    west = {"tile": "West", "part": 0}
    game.apply({**move, "from": west, "explored": whole, "paid": ["ruins"]})
    assert game.exploration == []
    assert game.ships_on_island(0, game.archipelago.island_of(("West", 0))) == 2


def test_no_tile_is_explored_where_none_fits() -> None:
    """RULES.md 2: at least one touching pair must be land and land."""
    assert all(move["explored"] is None for move in moves_of(small_game(), "ship"))


def test_a_pirate_leaves_its_hideout_free() -> None:
    """RULES.md 4.2: a hideout holds one ship, and its own place is nowhere else."""
    game = small_game()
    put_ship(game, 0, "West", None)
    assert WEST_HIDEOUT not in destinations(game, WEST_HIDEOUT)
    assert WEST_HIDEOUT not in destinations(game, "reserve")
    away = {"type": "ship", "seat": 0, "from": WEST_HIDEOUT, "to": EAST_HIDEOUT}
    game.apply({**away, "explored": None, "paid": ["ship"]})
    hold(game, 0, "ship")
    assert WEST_HIDEOUT in destinations(game, "reserve")


def test_a_ship_needs_a_card_to_pay_with() -> None:
    """RULES.md 4.1: the cost is paid with other cards."""
    game = small_game()
    game.seats[0].hand = Counter(["ship"])
    assert moves_of(game, "ship") == []


def test_piracy_reaches_the_whole_island_but_not_its_owner() -> None:
    """RULES.md 4.5: every island with a part on the tile; own pirates never hurt."""
    game = small_game()
    island = game.archipelago.island_of(("West", 0))
    put_ship(game, 0, "East", None)
    assert not game.is_under_piracy(0, island)
    put_ship(game, 1, "West", None)
    assert game.is_under_piracy(0, island)
    assert game.is_under_piracy(1, island)
    assert game.is_under_piracy(1, game.archipelago.island_of(("East", 1)))
    assert not game.is_under_piracy(1, game.archipelago.island_of(("West", 1)))


def test_piracy_costs_more_except_at_ruins() -> None:
    """RULES.md 4.1: the table of costs."""
    game = small_game()
    island = game.archipelago.island_of(("West", 0))
    kinds = ("plantation", "gold_mine", "building", "ruins")
    assert [game.cost_of(kind, 0, island) for kind in kinds] == [2, 5, 2, 7]
    put_ship(game, 1, "West", None)
    assert [game.cost_of(kind, 0, island) for kind in kinds] == [3, 7, 4, 7]


def test_a_fort_is_paid_for_before_it_stands_and_helps_only_its_owner() -> None:
    """RULES.md 4.3 and 4.5."""
    game = small_game()
    put_ship(game, 1, "West", None)
    fort = {"type": "building", "building": "fort", "resource": None}
    site = site_at("West", 0, 1)
    assert refusal(game, **fort, site=site, paid=["ship", "ship"]) == "RULES 4.1"
    game.apply({"seat": 0, **fort, "site": site, "paid": ["ship", "ship", "market", "market"]})
    island = game.archipelago.island_of(("East", 0))
    assert not game.is_under_piracy(0, island)
    assert game.cards_to_draw(0) == 3 + 2 + 1
    put_ship(game, 0, "East", None)
    assert game.is_under_piracy(1, island)


def test_a_pirate_gives_no_access() -> None:
    """RULES.md 4.5: a pirate ship is on no island's shore."""
    game = small_game()
    game.ships.clear()
    put_ship(game, 0, "West", None)
    assert moves_of(game, "plantation") == []


def test_a_trading_post_copies_anyones_plantation_but_no_trading_post() -> None:
    """RULES.md 4.3: a plantation that any player already works on the same island."""
    game = small_game()
    site = site_at("West", 0, 1)
    post = {"type": "building", "seat": 0, "site": site, "building": "trading_post"}
    put_pioneer(game, 1, "West", 0, 3, "trading_post")
    put_pioneer(game, 1, "East", 0, 0)  # a gold mine
    put_pioneer(game, 1, "West", 1, 0)  # spice, but on the islet
    assert all(move["building"] == "fort" for move in moves_of(game, "building"))
    put_pioneer(game, 1, "West", 0, 0)
    assert {**post, "resource": "ebony"} in legal_moves(game)
    assert {**post, "resource": "spice"} not in legal_moves(game)
    game.apply({**post, "resource": "ebony", "paid": ["ship", "market"]})
    assert game.seats[0].production == Counter(ebony=1)


def test_the_eleventh_building_cannot_be_built() -> None:
    """RULES.md 1: there are 10 building tokens."""
    game = small_game()
    for _ in range(10):
        game.pioneers.append(Pioneer(1, "West", 0, 3, "construction", "fort"))
    assert moves_of(game, "building") == []


def test_gold_mines_and_buildings_need_two_ships() -> None:
    """RULES.md 4.1: own ships needed on the island's shore."""
    game = small_game()
    assert len(moves_of(game, "gold_mine")) == 1
    game.ships.pop()
    put_ship(game, 1, "West", 0)
    assert moves_of(game, "gold_mine") == moves_of(game, "building") == []
    assert len(moves_of(game, "plantation")) == 2
    assert len(moves_of(game, "ruins")) == 1


def test_ruins_give_three_gold_at_once_and_no_production() -> None:
    """RULES.md 4.1: nothing on the production board."""
    game = small_game()
    paid = ["ship", "ship", "market", "market", "gold_mine", "gold_mine", "plantation"]
    game.apply({"type": "ruins", "seat": 0, "site": site_at("West", 0, 2), "paid": paid})
    assert game.seats[0].stock["gold"] == 3
    assert game.seats[0].production.total() == 0


def test_a_market_card_is_played_once_a_turn_and_pays_otherwise() -> None:
    """RULES.md 4.4."""
    game = small_game()
    game.seats[0].stock.update(ebony=2, gold=1)
    game.steps["gold"] = 4
    assert [move["resource"] for move in moves_of(game, "market")] == ["ebony"]
    assert refusal(game, type="market", resource="gold") == "RULES 4.4"
    game.apply({"type": "market", "seat": 0, "resource": "ebony"})
    assert (game.steps["ebony"], game.seats[0].stock["ebony"]) == (1, 1)
    assert moves_of(game, "market") == []
    dock = {"type": "ship", "seat": 0, "from": "reserve", "to": JOINED, "explored": None}
    game.apply({**dock, "paid": ["market"]})
    end_turn(game)
    assert not game.market_played


def test_the_ninth_marker_does_not_exist() -> None:
    """RULES.md 4.4: there are 8 markers in all."""
    game = small_game()
    game.seats[0].stock.update(ebony=1)
    game.steps.update(gold=4, spice=4)
    assert moves_of(game, "market") == []


@pytest.mark.parametrize("edition, cards", [("en", 5), ("fr", 6), ("de", 6)])
def test_a_pirate_draws_by_edition(edition: str, cards: int) -> None:
    """RULES.md 7."""
    game = small_game(edition=edition)
    put_ship(game, 0, "West", None)
    assert game.cards_to_draw(0) == cards


def test_the_discards_are_shuffled_in_only_when_a_card_is_wanted() -> None:
    """RULES.md 4.7: from an empty draw pile, and not earlier."""
    game = small_game()
    game.pile, game.discard = Counter(ship=5), Counter(ruins=80)
    too_early = ["ruins", *["ship"] * 4]
    ending = {"type": "end_turn", "produced": {}, "taken": []}
    assert refusal(game, **ending, drawn=too_early) == "RULES 4.7"
    end_turn(game, ["ship"] * 5)
    assert (game.pile.total(), game.discard.total()) == (0, 80)
    end_turn(game, ["ruins"] * 3)
    assert (game.pile.total(), game.discard.total()) == (77, 0)


def took(game: NaiveGame, drawn: list[str], *victims: int) -> None:
    end_turn(game, drawn, taken=[{"seat": seat, "card": "ship"} for seat in victims])


def test_missing_cards_come_from_the_fullest_hand_until_it_is_empty() -> None:
    """RULES.md 4.7: chosen once; if that hand runs out, go on with the then fullest."""
    for victims in ([2, 1, 1, 1], [2, 2, 1, 3], [3, 3, 2, 2], [2, 2, 3, 3], [2, 2, 2, 1]):
        game = small_game(seats=4)
        game.pile, game.discard = Counter(ruins=1), Counter()
        for seat, count in ((1, 1), (2, 2), (3, 2)):
            game.seats[seat].hand = Counter(ship=count)
        if victims == [2, 2, 3, 3]:
            took(game, ["ruins"], *victims)
            assert [seat.hand.total() for seat in game.seats[1:]] == [1, 0, 0]
        else:
            with pytest.raises(Refused):
                took(game, ["ruins"], *victims)


def test_ties_between_hands_go_clockwise() -> None:
    """RULES.md 4.7: the first clockwise from you."""
    game = small_game(seats=3)
    game.pile, game.discard = Counter(), Counter()
    for seat in range(3):
        game.seats[seat].hand = Counter(ship=9)
    hands = [seat.hand for seat in game.seats]
    assert [game.fullest_other_hand(seat, hands) for seat in range(3)] == [1, 2, 0]


def test_without_any_card_anywhere_one_goes_without() -> None:
    """RULES.md 4.7: if nobody has cards, you go without."""
    game = small_game()
    game.pile, game.discard = Counter(), Counter()
    game.seats[1].hand = Counter(ship=1)
    ending = {"type": "end_turn", "produced": {}, "drawn": []}
    assert refusal(game, **ending, taken=[]) == "RULES 4.7"
    took(game, [], 1)
    assert game.to_move == 1


def test_the_tenth_pioneer_ends_the_game_after_the_round() -> None:
    """RULES.md 5: all have had the same number of turns; no pioneer is left to deploy."""
    game = small_game(seats=3)
    game.seats[0].pioneers = 1
    paid = ["ship", "market"]
    event = {"type": "plantation", "seat": 0, "site": site_at("West", 0, 0), "paid": paid}
    game.apply(event)
    hold(game, 0, *["plantation"] * 3, *["ruins"] * 3, *["ship"] * 9)
    kinds = {move["type"] for move in legal_moves(game)}
    assert kinds == {"ship", "end_turn"}
    for _ in range(3):
        assert game.phase == "turn"
        end_turn(game)
    assert game.phase == "over"
    assert game.result()["reason"] == "pioneers"
    assert refusal(game, type="end_turn", produced={}, drawn=[], taken=[]) == "RULES 5"


def test_a_game_ends_after_its_last_round() -> None:
    """RULES.md 5: the safety valve; pioneers are the reason if both ends fall together."""
    game = small_game(max_rounds=1)
    end_turn(game)
    end_turn(game)
    assert (game.phase, game.result()["reason"]) == ("over", "max_rounds")
    game.seats[1].pioneers = 0
    assert game.result()["reason"] == "pioneers"


def test_ties_go_to_more_pioneers_and_then_to_all() -> None:
    """RULES.md 5: if still tied, all of those win."""
    game = small_game(seats=3)
    for seat in game.seats:
        seat.stock.update(gold=2, ebony=1)
    assert game.result()["winners"] == [0, 1, 2]
    game.seats[0].pioneers -= 1
    game.seats[2].pioneers -= 1
    assert game.result()["winners"] == [0, 2]
    game.seats[1].stock["ebony"] += 1
    assert game.result()["winners"] == [1]
    assert game.result()["scores"][1]["value"] == 4


def test_any_part_of_an_island_names_it() -> None:
    """Equivalent moves are one: the first part by tile id and index stands for its island."""
    game = small_game()
    west = {"tile": "West", "part": 0}
    move = {"type": "ship", "seat": 0, "from": west, "to": WEST_ISLET, "explored": None}
    assert canonical({**move, "paid": ["ship"]}, game) == {**move, "from": JOINED}
    assert canonical({**move, "from": "reserve", "to": west}, game)["to"] == JOINED


def test_two_shores_of_a_laid_tile_on_one_island_are_one_choice() -> None:
    """A laid tile may join its own parts round a corner; the first of them is named."""
    bridge = tile("Z00", ([5], []), ([0], []), ([], []))
    header = small_header()
    header["tile_set"]["tiles"][2] = bridge
    header["tile_set"]["tiles"][0] = tile("West", ([0, 1], []))
    header["tile_set"]["tiles"][1] = tile("East", ([3, 2], []))
    game = NaiveGame(header)
    game.exploration = ["Z00"]
    laid = game.archipelago.with_tile(game.tiles["West"], (0, 0), 0)
    game.archipelago = laid.with_tile(game.tiles["East"], (1, 0), 0)
    game.phase, game.to_move = "first_island", 1
    laying = {"type": "first_island", "seat": 1, "tile": "Z00", "cell": [0, 1], "rotation": 5}
    here = [move for move in legal_moves(game) if move["cell"] == [0, 1]]
    assert [(move["rotation"], move["part"]) for move in here] == [(5, 0), (5, 2)]
    assert canonical({**laying, "part": 1, "revealed": "Z01"}, game) == {**laying, "part": 0}


# ---- partial views -----------------------------------------------------------------------


def test_only_taker_and_victim_see_the_cards_taken() -> None:
    """RECORD.md, partial views."""
    record = read(SAMPLES / "d-5p-de.json")
    taking = [event for event in record["events"] if event.get("taken")]
    assert taking
    for viewer in (None, 0, 1, 2, 3, 4):
        shown = [event for event in mask(record, viewer)["events"] if event.get("taken")]
        for event, seen in zip(taking, shown, strict=True):
            for entry, visible in zip(event["taken"], seen["taken"], strict=True):
                knows = viewer in (event["seat"], entry["seat"])
                assert visible["card"] == (entry["card"] if knows else None)


def test_a_view_shows_the_result_only_with_all_events() -> None:
    """RECORD.md: `result` shows only when all events do."""
    record = read(RECORDS[0])
    count = len(record["events"])
    assert "result" not in mask(record, 0, count - 1)
    assert mask(record, 0, count)["result"] == record["result"]
    for viewer, after in ((0, count + 1), (0, -1), (2, 3), (-1, 3)):
        with pytest.raises(ValueError):
            mask(record, viewer, after)


def test_a_view_keeps_the_secret_of_a_fair_shuffle() -> None:
    """RECORD.md, fair shuffles: the secret is null until the game has ended."""
    fair = {"scheme": "ilos-fair/1", "commitment": "c", "nonces": [], "secret": "s"}
    record = {**read(RECORDS[0]), "fair": fair, "seed": 17}
    assert mask(record, None, 5)["fair"]["secret"] is None
    assert "seed" not in mask(record, None, 5)
    assert mask(record, None)["fair"] == fair


def test_odd_tile_sets_are_of_every_sort() -> None:
    """RECORD.md, tile set files: what the generator is meant to reach."""
    seen = set()
    for seed in range(60):
        drawn = odd_tile_set(Random(seed))
        tiles = drawn["tile_set"]["tiles"]
        sides = [sum(len(part["sides"]) for part in tile["parts"]) for tile in tiles]
        sites = [site for tile in tiles for part in tile["parts"] for site in part["sites"]]
        facts = {
            "all land": min(sides) == 6,
            "islets only": max(sides) == 0,
            "no hideout": not any(tile["hideout"] for tile in tiles),
            "only hideouts": all(tile["hideout"] for tile in tiles),
            "no gold": bool(sites) and "gold" not in sites,
            "eight sites": len(sites) == 160,
            "three parts": any(len(tile["parts"]) == 3 for tile in tiles),
            "large prices": max(drawn["market"]["gold"]) > 10_000,
        }
        seen |= {fact for fact, holds in facts.items() if holds}
    assert seen == set(facts)
