"""The engine against a slow, plain, independent reading of the rules (`tests/naive`).

Whatever the two agree on was understood twice; where they differ, one of them is wrong.
"""

import json
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from naive import (
    CORRUPTIONS,
    NaiveGame,
    Refused,
    canonical,
    check_record,
    corrupt_with,
    legal_moves,
    mask,
    replay,
    sort_key,
)
from naive.generate import with_outcomes
from strategies import (
    a_naive_record,
    a_played_game,
    a_record_on_odd_tiles,
    a_setup_of_any_sort,
    amount,
    seeds,
)

from ilos.records.record import BadRecord, parse_record, read_record, record_to_line, write_record
from ilos.rules.errors import MoveError
from ilos.rules.events import read_event
from ilos.rules.game import Game
from ilos.rules.moves import to_builtins
from ilos.rules.names import BUILDINGS, CARDS, RESOURCES
from ilos.views import mask_record


def listed(game: Game, naive: NaiveGame) -> list[dict[str, Any]]:
    """The engine's legal moves in the form of the naive list, where a mulligan is one entry."""
    moves = [{**to_builtins(move), "seat": game.pending.seat} for move in game.legal_moves]
    if naive.phase == "mulligan":
        moves = moves[:1]
    return sorted((canonical(move, naive) for move in moves), key=sort_key)


@settings(max_examples=amount(30))
@given(seeds)
def test_a_game_of_the_naive_reference_is_accepted(seed: int) -> None:
    """Every event replays, and the result follows."""
    record = a_naive_record(seed)
    game = read_record(parse_record(json.dumps(record).encode()))
    assert game.is_over
    assert write_record(game)["result"] == record["result"]


@settings(max_examples=amount(100))
@given(seeds)
def test_a_game_of_the_engine_is_accepted_by_the_naive_reference(seed: int) -> None:
    """Every event the engine writes is legal, and so is the result."""
    rng = Random(seed)
    game = a_played_game(a_setup_of_any_sort(rng), seed)
    assert check_record(json.loads(record_to_line(write_record(game)))) == []


a_record = cache(a_record_on_odd_tiles)


@pytest.mark.parametrize("kind", CORRUPTIONS)
def test_a_spoilt_record_is_refused_at_the_same_event(kind: str) -> None:
    """RECORD, bad input: the message names the event index."""
    rng = Random(kind)
    found = 0
    for seed in range(200):
        spoilt = corrupt_with(kind, a_record(seed), rng)
        if spoilt is None:
            continue
        record, index = spoilt
        with pytest.raises(BadRecord) as refusal:
            read_record(record)
        assert refusal.value.index == index, refusal.value
        found += 1
        if found == amount(3):
            return
    raise AssertionError(f"{kind} fits none of 200 games")


@settings(max_examples=amount(60))
@given(seeds)
def test_the_same_moves_are_legal(seed: int) -> None:
    """On odd tiles, at a few moments of each game."""
    rng = Random(seed)
    record = a_record_on_odd_tiles(seed)
    events = record["events"]
    for after in sorted(rng.sample(range(len(events) + 1), min(4, len(events)))):
        naive = replay(record, after)
        game = read_record(record, after)
        assert listed(game, naive) == legal_moves(naive)


@settings(max_examples=amount(20))
@given(seeds)
def test_the_same_moves_are_legal_in_games_of_the_engine(seed: int) -> None:
    """On default tiles too, where naive games would be too few."""
    rng = Random(seed)
    record = write_record(a_played_game(a_setup_of_any_sort(rng, 12), seed))
    first = 1 + 3 * len(record["players"])  # after the first islands
    for after in rng.sample(range(first, len(record["events"])), 3):
        naive = replay(record, after)
        assert listed(read_record(record, after), naive) == legal_moves(naive)


def a_doubtful_move(naive: NaiveGame, rng: Random) -> dict[str, Any]:
    """Something that looks like a move of this game, legal or not."""
    tiles = sorted(naive.tiles)
    tile = rng.choice(
        [laid.tile.id for laid in naive.archipelago.laid] * 3 + naive.exploration * 2 + tiles[:2]
    )
    part = {"tile": tile, "part": rng.randint(0, 2)}
    hideout = {"tile": tile, "hideout": True}
    kind = rng.choice((*CARDS, "ship", "ship", "end_turn", "first_island", "mulligan"))
    cells = [cell for laid in naive.archipelago.laid for cell in around(laid.cell)] or [(0, 0)]
    laying = {"tile": tile, "cell": list(rng.choice(cells)), "rotation": rng.randint(0, 5)}
    move: dict[str, Any] = {"type": kind, "seat": naive.to_move}
    if kind == "ship":
        own = [ship for ship in naive.ships if ship.seat == naive.to_move]
        origins: list[Any] = ["reserve", part, hideout]
        for ship in own:
            shore = {"tile": ship.tile, "part": ship.part}
            origins.append({"tile": ship.tile, "hideout": True} if ship.part is None else shore)
        explored = rng.choice((None, laying))
        to = rng.choice((part, part, hideout))
        return {**move, "from": rng.choice(origins), "to": to, "explored": explored}
    if kind == "first_island":
        return {**move, **laying, "part": rng.randint(0, 2)}
    if kind == "market":
        return {**move, "resource": rng.choice(RESOURCES)}
    if kind in CARDS:
        move["site"] = {**part, "site": rng.randint(0, 3)}
    if kind == "building":
        building = rng.choice(BUILDINGS)
        copied = None if building == "fort" else rng.choice(RESOURCES)
        return {**move, "building": building, "resource": copied}
    return move


def around(cell: tuple[int, int]) -> list[tuple[int, int]]:
    q, r = cell
    steps = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    return [(q + dq, r + dr) for dq, dr in steps]


def is_accepted(game: Game, event: dict[str, Any]) -> bool:
    """Asked of a copy; a refusal must leave no trace on it."""
    twin = game.copy()
    try:
        twin.replay(read_event(event))
    except MoveError:
        assert twin.position.snapshot() == game.position.snapshot()
        assert (twin.events, twin.fleet) == (game.events, game.fleet)
        return False
    return True


@settings(max_examples=amount(60))
@given(seeds)
def test_every_other_move_is_refused(seed: int) -> None:
    """A move that looks right is accepted exactly if the naive reference lists it."""
    rng = Random(seed)
    record = a_record_on_odd_tiles(seed, 5)
    players = len(record["players"])
    after = rng.randint(1 + players, len(record["events"]) - 1)
    naive, game = replay(record, after), read_record(record, after)
    legal = {sort_key(move) for move in legal_moves(naive)}
    unseen = [name for name in sorted(naive.tiles) if name not in naive.seen_tiles]
    for _ in range(40):
        move = a_doubtful_move(naive, rng)
        if sort_key(canonical(move, naive)) in legal:
            stack = rng.sample(unseen, naive.stack)
            assert is_accepted(game, with_outcomes(move, naive, stack, rng))
        else:
            hand = sorted(naive.seats[naive.to_move].hand.elements())
            paid = rng.sample(hand, min(len(hand), rng.choice((1, 2, 3, 4, 5, 7))))
            more = {"paid": paid, "revealed": None, "discarded": [], "drawn": []}
            assert not is_accepted(game, {**more, **move})


@settings(max_examples=amount(60))
@given(seeds)
def test_an_event_from_another_moment_is_judged_alike(seed: int) -> None:
    """Events of the game, played too early, too late or twice: both accept or both refuse."""
    rng = Random(seed)
    record = a_record_on_odd_tiles(seed, 5)
    events = record["events"]
    for _ in range(8):
        after = rng.randint(0, len(events))
        event = {**rng.choice(events)}
        if "seat" in event and rng.random() < 0.7:
            event["seat"] = replay(record, after).to_move
        game = read_record(record, after)
        try:
            replay(record, after).apply(event)
        except Refused:
            assert not is_accepted(game, event)
        else:
            assert is_accepted(game, event)


@settings(max_examples=amount(40))
@given(seeds)
def test_both_mask_alike(seed: int) -> None:
    """RECORD, partial views: the same record for every viewer at every moment."""
    rng = Random(seed)
    record = a_record_on_odd_tiles(seed, 5)
    for viewer in (None, *range(len(record["players"]))):
        after = rng.choice((None, 0, rng.randint(0, len(record["events"]))))
        assert mask_record(record, viewer, after) == mask(record, viewer, after)
