"""Fair shuffles: anybody can redo a finished game's luck (record.md, «Fair shuffles»; H-06)."""

import collections
from dataclasses import replace

import msgspec
import pytest

from ilos.records.fair import (
    Fair,
    FairChance,
    NotFair,
    check_draws,
    commitment,
    draws_of_deal,
    fair_from_json,
    new_secret,
)
from ilos.records.tile_sets import default_tile_set
from ilos.rules.chance import SeededChance
from ilos.rules.events import EndTurnEvent, Event
from ilos.rules.game import Game
from ilos.rules.setup import Options, Player, Setup

SECRET = bytes(range(32))
NONCES = ("aa", "", "bb")
SETUP = Setup(
    (Player("Ana", "red"), Player("Bo", "blue"), Player("Cy", "green")),
    Options(max_rounds=4),
    default_tile_set(),
)


def a_finished_game() -> tuple[list[Event], Fair]:
    """A short game at random, in which one move is taken back."""
    chance = FairChance(SECRET, NONCES)
    first = chance.draw([1, 1, 1])
    game = Game(SETUP, chance)
    draws: list[int | None] = list(draws_of_deal(game.events, 1))
    luck = SeededChance(5)
    taken_back = False
    while not game.is_over:
        moves = list(game.legal_moves)
        draws.append(chance.counter)
        game.play(moves[luck.below(len(moves))])
        if len(game.events) == 30 and not taken_back:
            taken_back = True
            game = replayed(game.events[:-3], chance)
            del draws[-3:]
    return game.events, Fair(commitment(SECRET), NONCES, SECRET, tuple(draws), first)


def replayed(events: list[Event], chance: FairChance) -> Game:
    game = Game(SETUP)
    for event in events:
        game.replay(event)
    return game.copy(chance)


def test_a_finished_game_can_be_checked_by_anybody() -> None:
    """Every outcome follows from secret, nonces and number; draws taken back are counted."""
    events, fair = a_finished_game()
    found = check_draws(SETUP, events, fair)
    assert found.draws > 50
    assert found.skipped > 0


def test_no_draw_is_used_twice_even_after_an_undo() -> None:
    """Numbers only rise."""
    _, fair = a_finished_game()
    assert fair.draws is not None
    assert list(fair.draws) == sorted(draw for draw in fair.draws if draw is not None)


@pytest.mark.parametrize("index", [0, 2, 3, -1])
def test_one_changed_outcome_is_found(index: int) -> None:
    """The message names the event."""
    events, fair = a_finished_game()
    end_turns = [n for n, event in enumerate(events) if isinstance(event, EndTurnEvent)]
    where = end_turns[index]
    drawn = events[where].drawn
    other = ("ruins" if drawn[0] != "ruins" else "ship", *drawn[1:])
    events[where] = msgspec.structs.replace(events[where], drawn=other)
    with pytest.raises(NotFair, match=f"event {where}:"):
        check_draws(SETUP, events, fair)


def test_another_secret_nonce_or_first_player_is_found() -> None:
    """Nobody can choose afterwards."""
    events, fair = a_finished_game()
    assert fair.first is not None
    for wrong in (
        replace(fair, secret=bytes(32)),
        replace(fair, secret=bytes(32), commitment=commitment(bytes(32))),
        replace(fair, nonces=("aa", "bb", "")),
        replace(fair, first=(fair.first + 1) % 3),
        replace(fair, secret=None),
        replace(fair, draws=None),
        replace(fair, draws=(fair.draws or ())[:-1]),
    ):
        with pytest.raises(NotFair):
            check_draws(SETUP, events, wrong)


def test_a_draw_used_again_is_found() -> None:
    """The counter is never used twice."""
    events, fair = a_finished_game()
    assert fair.draws is not None
    draws = list(fair.draws)
    draws[-1] = draws[-5]
    with pytest.raises(NotFair, match="was used before"):
        check_draws(SETUP, events, replace(fair, draws=tuple(draws)))


def test_outcomes_are_as_likely_as_their_weights() -> None:
    """H-06: chi-square over 60,000 draws with weights 1, 2, 3 and one impossible outcome."""
    chance = FairChance(SECRET, NONCES)
    counts = collections.Counter(chance.draw([1, 2, 0, 3]) for _ in range(60_000))
    assert counts[2] == 0
    expected = {0: 10_000, 1: 20_000, 3: 30_000}
    distance = sum((counts[i] - n) ** 2 / n for i, n in expected.items())
    assert distance < 13.8  # two degrees of freedom, p = 0.001


def test_the_same_number_gives_the_same_outcome() -> None:
    """A pure function of secret, nonces and number."""
    chance = FairChance(SECRET, NONCES, counter=7)
    first = chance.draw([5, 5, 5, 5])
    assert FairChance(SECRET, NONCES, counter=7).draw([5, 5, 5, 5]) == first
    outcomes = [FairChance(SECRET, [str(n)], counter=7).draw([1] * 1000) for n in range(5)]
    assert len(set(outcomes)) > 1


def test_lists_of_nonces_that_join_alike_differ() -> None:
    """`ab`, `c` is not `a`, `bc`."""
    one = FairChance(SECRET, ["ab", "c"]).draw([1] * 10_000)
    assert one != FairChance(SECRET, ["a", "bc"]).draw([1] * 10_000)


def test_nothing_can_happen_is_refused() -> None:
    """A draw without weights is an error and uses no number."""
    chance = FairChance(SECRET, NONCES)
    with pytest.raises(ValueError, match="nothing can happen"):
        chance.draw([0, 0])
    assert chance.counter == 0


def test_secrets_have_256_bits_and_differ() -> None:
    """H-06: from the operating system."""
    assert len(new_secret()) == 32
    assert new_secret() != new_secret()


def test_the_fair_object_comes_back_from_json() -> None:
    """While the game runs the secret is null."""
    _, fair = a_finished_game()
    assert fair_from_json(fair.to_json()) == fair
    running = Fair(fair.commitment, fair.nonces)
    assert running.to_json()["secret"] is None
    assert fair_from_json(running.to_json()) == running


@pytest.mark.parametrize(
    "change",
    [
        {"scheme": "ilos-fair/2"},
        {"commitment": "abc"},
        {"commitment": None},
        {"nonces": "aa"},
        {"nonces": [1]},
        {"secret": "zz"},
        {"draws": [-1]},
        {"draws": [True]},
        {"draws": 3},
        {"first": 9},
        {"first": "0"},
    ],
)
def test_a_fair_object_that_is_none_is_refused(change: dict[str, object]) -> None:
    """Bad input names the field."""
    _, fair = a_finished_game()
    with pytest.raises(NotFair, match=f"fair.{next(iter(change))}"):
        fair_from_json({**fair.to_json(), **change})
    with pytest.raises(NotFair, match="fair:"):
        fair_from_json(None)
