"""Events that take little room are the same events (docs/record.md)."""

from ilos import new_game
from ilos.rules.chance import SeededChance
from ilos.rules.events import MarketEvent
from ilos.rules.game import Game
from ilos.rules.packed import PackedEvents
from ilos.views import view


def a_game_of_both_kinds(moves: int) -> tuple[Game, Game]:
    """The same game twice, with its events in a list and packed."""
    plain, luck = new_game(["Ana", "Bo", "Cy"], seed=5), SeededChance(5)
    packed = plain.copy(SeededChance(6))
    packed.events = PackedEvents(packed.events)
    for _ in range(moves):
        options = list(plain.legal_moves)
        packed.replay(plain.play(options[luck.below(len(options))]))
    return plain, packed


def test_a_game_keeps_the_same_events_packed() -> None:
    """Whole, one by one, from the end, and some of them."""
    plain, packed = a_game_of_both_kinds(60)
    assert list(packed.events) == plain.events
    assert packed.events[-1] == plain.events[-1]
    assert list(packed.events[3:9]) == plain.events[3:9]
    assert isinstance(packed.copy().events, PackedEvents)


def test_what_happens_in_a_copy_stays_there() -> None:
    """A table tries a move on a copy, and keeps the game as it was if it is refused."""
    _, packed = a_game_of_both_kinds(20)
    before = list(packed.events)
    twin = packed.copy(SeededChance(1))
    twin.play(next(iter(twin.legal_moves)))
    assert list(packed.events) == before
    assert len(twin.events) == len(before) + 1


def test_views_of_packed_events_are_the_same() -> None:
    """RULES 6: how events are kept changes nothing of what is shown."""
    plain, packed = a_game_of_both_kinds(60)
    for viewer in (None, 0, 1, 2):
        assert view(packed, viewer).events == view(plain, viewer).events


def test_events_can_be_changed_like_a_list() -> None:
    """Taken back, replaced, and put in between."""
    events = PackedEvents([MarketEvent(seat, "gold") for seat in range(4)])
    assert events.pop() == MarketEvent(3, "gold")
    del events[1:]
    events[0] = MarketEvent(4, "gold")
    events.insert(0, MarketEvent(5, "gold"))
    assert [event.seat for event in events] == [5, 4]
