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
    nonce_hash,
    promise,
    seal,
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


HASHES = (nonce_hash("aa"), "", nonce_hash("bb"))


def a_finished_game(hashes: tuple[str, ...] | None = HASHES) -> tuple[list[Event], Fair]:
    """A short game at random, in which one move is taken back."""
    chance = FairChance(SECRET, NONCES, hashes=hashes)
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
            game = replayed(list(game.events[:-3]), chance)
            del draws[-3:]
    return list(game.events), Fair(commitment(SECRET), NONCES, SECRET, tuple(draws), first, hashes)


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


def test_a_record_of_the_first_scheme_is_checked_and_its_weaker_promise_named() -> None:
    """Its nonces were not committed to, so who knew the secret and sat down last could choose."""
    events, fair = a_finished_game(hashes=None)
    assert fair.to_json()["scheme"] == "ilos-fair/1"
    assert "could choose the shuffle" in check_draws(SETUP, events, fair).promise
    with pytest.raises(NotFair):
        check_draws(SETUP, events, replace(fair, hashes=HASHES))


def test_a_nonce_that_was_not_committed_to_is_found() -> None:
    """Ground after the others were known, it does not fit its hash."""
    events, fair = a_finished_game()
    assert "no one chose" in check_draws(SETUP, events, fair).promise
    with pytest.raises(NotFair, match="chair 2 is not what it committed to"):
        check_draws(SETUP, events, replace(fair, nonces=("aa", "", "cc")))


def test_the_promise_says_who_opened_their_part() -> None:
    """Each that stayed closed doubles the choice of the host and of those who kept it closed."""
    _, fair = a_finished_game()
    assert "could choose one of 2 shuffles" in promise(replace(fair, nonces=("aa", "", "")))
    assert "alone" in promise(replace(fair, nonces=("", "", "")))
    assert "alone" in promise(replace(fair, hashes=("", "", "")))


def test_a_nonce_without_a_hash_could_be_ground_and_is_told() -> None:
    """It is in no list that the others kept: the host could try many once theirs were open."""
    found = {}
    for ground in ("1", "2"):
        nonces = ("aa", ground, "bb")
        chance = FairChance(SECRET, nonces, hashes=HASHES)
        game = Game(SETUP, chance)
        draws = tuple(draws_of_deal(game.events, 0))
        fair = Fair(commitment(SECRET), nonces, SECRET, draws, None, HASHES)
        found[ground] = list(game.events)
        assert "could choose the shuffle" in check_draws(SETUP, game.events, fair).promise
    assert found["1"] != found["2"]


def test_skipped_draws_and_a_first_player_who_was_not_drawn_are_told() -> None:
    """Only who played knows whether moves were taken back and what the table's settings said."""
    events, fair = a_finished_game()
    found = check_draws(SETUP, events, fair)
    assert f"{found.skipped} draws were skipped" in found.promise
    game = Game(SETUP, FairChance(SECRET, NONCES, hashes=HASHES))
    plain = replace(fair, first=None, draws=tuple(draws_of_deal(game.events, 0)))
    promised = check_draws(SETUP, game.events, plain).promise
    assert "the first player was not drawn" in promised
    assert "skipped" not in promised


@pytest.mark.parametrize("index", [5, 20, -1])
def test_an_event_in_the_middle_cannot_be_called_another_games(index: int) -> None:
    """Its outcome would not be checked."""
    events, fair = a_finished_game()
    draws = list(fair.draws or ())
    draws[index] = None
    with pytest.raises(NotFair, match="only a game's first events"):
        check_draws(SETUP, events, replace(fair, draws=tuple(draws)))


def test_events_of_another_game_are_told() -> None:
    """A game that was played on from a record is checked from there on."""
    events, fair = a_finished_game()
    strange = (None,) * 10
    draws = (*strange, *(fair.draws or ())[10:])
    found = check_draws(SETUP, events, replace(fair, draws=draws))
    assert "10 events are another game's" in found.promise


def test_the_seal_holds_all_that_is_fixed_before_a_nonce_is_opened() -> None:
    """The commitment, every hash, and every nonce without one; not the nonces to be opened."""
    sealed = seal(commitment(SECRET), HASHES, ("", "", ""))
    assert sealed == seal(commitment(SECRET), HASHES, NONCES)
    assert sealed != seal(commitment(bytes(32)), HASHES, NONCES)
    assert sealed != seal(commitment(SECRET), (*HASHES[:2], nonce_hash("cc")), NONCES)
    assert sealed != seal(commitment(SECRET), HASHES, ("aa", "dd", "bb"))


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
    drawn: tuple[str, ...] = getattr(events[where], "drawn")  # noqa: B009  an end of a turn
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
        {"scheme": "ilos-fair/3"},
        {"hashes": None},
        {"hashes": ["ab"]},
        {"hashes": ["ab", "", ""]},
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
