"""RULES 6: nothing that a viewer receives allows to learn more than a person in that seat may.

Two positions that differ only in what a seat cannot see give it equal views. The second world is
imagined from the first one's view, and every secret in it is shuffled.
"""

from random import Random
from typing import Any

import msgspec
from strategies import a_played_game, a_setup_of_any_sort, amount, plays

from ilos.engine.constants import RESOURCES as RESOURCE_COUNT
from ilos.records.record import setup_data, write_record
from ilos.rules.chance import SeededChance
from ilos.rules.events import DealEvent, EndTurnEvent, Event, MulliganEvent, Taken, read_event
from ilos.rules.game import Game
from ilos.rules.moves import to_builtins
from ilos.rules.names import CARDS
from ilos.views import View, imagine, mask_record, view

PAIRS = 10_000


def another_world(game: Game, viewer: int | None, rng: Random) -> Game:
    """The same table for this viewer, with other cards, stocks and luck behind the screens."""
    twin = game.copy()
    twin.position = imagine(view(game, viewer), SeededChance(rng.randrange(2**32)))
    twin.position.set("rng", rng.randrange(2**64))
    if game.setup.options.stocks == "screened" and not game.is_over:
        stock = [
            count if place // RESOURCE_COUNT == viewer else rng.randint(0, 99)
            for place, count in enumerate(game.position.stock)
        ]
        twin.position.set("stock", stock)
    twin.events = [with_other_secrets(event, viewer, rng) for event in game.events]
    return twin


def with_other_secrets(event: Event, viewer: int | None, rng: Random) -> Event:
    """The event with other cards wherever the viewer does not see them."""
    new: dict[str, Any] = {}
    if isinstance(event, (DealEvent, MulliganEvent, EndTurnEvent)) and event.seat != viewer:
        key = "cards" if isinstance(event, DealEvent) else "drawn"
        new[key] = tuple(rng.choice(CARDS) for _ in getattr(event, key))
    if isinstance(event, EndTurnEvent):
        new["taken"] = tuple(
            entry if viewer in (event.seat, entry.seat) else Taken(entry.seat, rng.choice(CARDS))
            for entry in event.taken
        )
    return msgspec.structs.replace(event, **new)


def everything_seen(seen: View) -> tuple[Any, ...]:
    """All that a person's browser or a bot can get out of a view."""
    choices = seen.choices()
    return (
        to_builtins(seen.data),
        to_builtins(setup_data(seen.setup)),
        seen.position.snapshot(),
        seen.events,
        seen.fleet,
        to_builtins(choices),
    )


def test_two_positions_that_differ_in_secrets_look_the_same() -> None:
    """RULES 6: 10,000 pairs, for seats and spectators, on odd and on default tiles."""
    pairs = seed = 0
    different = 0
    while pairs < amount(PAIRS):
        rng = Random(seed)
        for game in plays(a_setup_of_any_sort(rng), seed):
            viewer = rng.choice((None, *range(len(game.setup.players))))
            other = another_world(game, viewer, rng)
            assert everything_seen(view(other, viewer)) == everything_seen(view(game, viewer))
            different += other.position.hand != game.position.hand
            pairs += 1
        seed += 1
    assert different > pairs // 2, "the worlds must differ, or nothing is tested"


def test_masked_records_of_two_worlds_are_the_same() -> None:
    """RECORD, partial views: neither do records tell more, at whatever moment."""
    for seed in range(amount(40)):
        rng = Random(seed)
        record = write_record(a_played_game(a_setup_of_any_sort(rng, 5), seed))
        record["notes"] = "a secret in an unknown key"
        for viewer in (None, 0, 1):
            events = [
                {**to_builtins(with_other_secrets(read_event(event), viewer, rng)), "note": after}
                for after, event in enumerate(record["events"])
            ]
            other = {**record, "events": events, "notes": "another secret"}
            after = rng.randrange(len(events))
            assert mask_record(other, viewer, after) == mask_record(record, viewer, after)
            assert "result" not in mask_record(record, viewer, after)


def test_every_seat_sees_its_own_secrets() -> None:
    """RULES 6: the own hand and the own stock."""
    rng = Random(9)
    for game in plays(a_setup_of_any_sort(rng, 5), 9):
        for seat in range(len(game.setup.players)):
            seen = view(game, seat)
            own = slice(seat * 6, seat * 6 + 6)
            assert list(seen.position.hand)[own] == list(game.position.hand)[own]
            stock = seen.data.seats[seat].stock
            assert stock is not None
            assert list(stock.values()) == list(game.position.stock)[seat * 4 : seat * 4 + 4]
