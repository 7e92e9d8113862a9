"""Imagined worlds agree with everything a viewer knows, and with nothing more."""

from collections import Counter
from random import Random

from strategies import a_setup_of_any_sort, amount, plays
from tables import a_new_game, play

from ilos.engine.position import Position
from ilos.rules.chance import SeededChance
from ilos.rules.game import Game
from ilos.rules.moves import EndTurn, FirstIsland, Mulligan
from ilos.rules.names import CARDS
from ilos.views import imagine, view

# What may differ between the truth and an imagined world.
SECRET = {"hand", "pile", "rng"}


def worlds(game: Game, viewer: int | None, count: int) -> list[Position]:
    seen = view(game, viewer)
    return [imagine(seen, SeededChance(seed)) for seed in range(count)]


def hand_in(world: Position, seat: int) -> Counter[str]:
    held = zip(map(str, CARDS), list(world.hand)[seat * 6 : seat * 6 + 6], strict=True)
    return +Counter(dict(held))


def test_all_that_is_public_is_as_it_is() -> None:
    """RULES 6: only hands and piles of others are imagined; stocks can be counted."""
    for seed in range(amount(30)):
        rng = Random(seed)
        for turn, game in enumerate(plays(a_setup_of_any_sort(rng), seed)):
            if turn % 5:
                continue
            viewer = rng.choice((None, *range(len(game.setup.players))))
            truth = game.position.snapshot()
            world = worlds(game, viewer, 1)[0].snapshot()
            assert {key: world[key] for key in set(world) - SECRET} == {
                key: truth[key] for key in set(truth) - SECRET
            }
            if viewer is not None:
                assert hand_in_snapshot(world, viewer) == hand_in_snapshot(truth, viewer)


def hand_in_snapshot(fields: dict[str, int | list[int]], seat: int) -> list[int]:
    hand = fields["hand"]
    assert isinstance(hand, list)
    return hand[seat * 6 : seat * 6 + 6]


def test_different_luck_imagines_different_worlds() -> None:
    """And the same luck the same."""
    game = a_new_game(3)
    found = worlds(game, 0, 20)
    assert len({tuple(world.hand) for world in found}) > 10
    again = worlds(game, 0, 20)
    assert [world.snapshot() for world in found] == [world.snapshot() for world in again]


def test_every_card_has_its_chance() -> None:
    """A hidden hand is like a deal from all cards not seen."""
    game = a_new_game(2, {}, "F00 F01 F02 ship*5 ruins*5")
    seen: Counter[str] = Counter()
    for world in worlds(game, 0, amount(2_000)):
        seen += hand_in(world, 1)
    dealt = seen.total()
    for card, unseen in (("ship", 25), ("plantation", 20), ("gold_mine", 10), ("ruins", 6)):
        assert abs(seen[card] / dealt - unseen / 85) < (0.02 if dealt > 5_000 else 0.1)


def exhausted() -> Game:
    """Two players who only draw, until the pile is all drawn and the mulligan's discards too."""
    game = a_new_game(2, {"A": "03"}, "A F00 F01 ship*5 ruins*5", max_rounds=40)
    play(game, Mulligan(("ship",) * 5), Mulligan(()))
    while game.round == 0:
        game.play(next(m for m in game.legal_moves if isinstance(m, FirstIsland)))
    return game


def test_after_a_reshuffle_the_other_hand_is_known() -> None:
    """RULES 6: the new pile is the discards, so with two players the rest is the other's hand."""
    game = exhausted()
    while game.position.discard_size:
        play(game, EndTurn())
    for viewer in (0, 1):
        truth = hand_in(game.position, 1 - viewer)
        for world in worlds(game, viewer, 5):
            known = hand_in(world, 1 - viewer)
            assert sum((known - truth).values()) <= 5, "only the five discards can be unsure"


def test_when_all_cards_are_in_hands_nothing_is_left_to_imagine() -> None:
    """RULES 4.7: with two players, each then knows the other's hand."""
    game = exhausted()
    while game.position.pile_size or game.position.discard_size:
        play(game, EndTurn())
    for viewer in (0, 1):
        assert worlds(game, viewer, 1)[0].hand == game.position.hand


def test_taken_cards_are_remembered_by_taker_and_victim() -> None:
    """RULES 4.7: taker and victim know which cards moved."""
    game = exhausted()
    while not getattr(game.events[-1], "taken", ()):
        play(game, EndTurn())
    for viewer in (0, 1):
        for world in worlds(game, viewer, 3):
            assert world.hand == game.position.hand
