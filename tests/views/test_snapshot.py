"""A view that travelled is the view that was sent (H-10)."""

import msgspec
import pytest

from ilos import new_game
from ilos.rules.chance import SeededChance
from ilos.views import View, view
from ilos.views.snapshot import ViewSnapshot, restore, shorten, take_snapshot


@pytest.mark.parametrize("players", [2, 5])
def test_a_view_survives_the_way_to_another_process(players: int) -> None:
    """JSON there and back; the same view, the same legal moves."""
    game = new_game(["A", "B", "C", "D", "E"][:players], seed=4, max_rounds=6)
    luck = SeededChance(4)
    sent: dict[int | None, tuple[ViewSnapshot, View]] = {}
    while not game.is_over:
        seen = view(game, game.pending.seat)
        text = msgspec.json.encode(take_snapshot(seen))
        arrived = restore(msgspec.json.decode(text, type=ViewSnapshot))
        assert arrived.data == seen.data
        assert arrived.events == seen.events
        if seen.viewer in sent:  # what the receiver has needs not be sent again
            before, there = sent[seen.viewer]
            short = msgspec.json.encode(shorten(take_snapshot(seen), before))
            part = msgspec.json.decode(short, type=ViewSnapshot)
            assert (part.setup, part.known) == (None, len(before.events))
            again = restore(part, there)
            assert (again.data, again.events) == (arrived.data, arrived.events)
        sent[seen.viewer] = take_snapshot(seen), arrived
        moves = list(seen.legal_moves)
        assert list(arrived.legal_moves) == moves
        game.play(moves[luck.below(len(moves))])


def test_a_view_is_short_for_who_has_the_one_before_though_moves_were_taken_back() -> None:
    """Events that were taken back are dropped; another table's view is sent whole."""
    gone, game = (new_game(["A", "B"], seed=4) for _ in range(2))
    gone.play(gone.legal_moves[0])
    game.play(game.legal_moves[-1])
    before = view(gone, 0)
    after, other = view(game, 0), view(new_game(["A", "C"], seed=5), 0)
    short = shorten(take_snapshot(after), take_snapshot(before))
    assert short.setup is None
    assert restore(short, before).events == after.events != before.events
    assert shorten(take_snapshot(other), take_snapshot(before)) == take_snapshot(other)
    with pytest.raises(ValueError, match="needs the view before it"):
        restore(short)
