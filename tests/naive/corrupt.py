"""Makes a legal record illegal in one named way, to see that readers refuse it.

Three sorts of ways: one event is changed, an event is put in, or the record around the events
is changed. Each is a small function in `corrupt_events`, `corrupt_turns` or `corrupt_records`;
it gives None where it does not apply.
"""

import copy
from random import Random

from .corrupt_events import EVENT_CHANGES
from .corrupt_records import RECORD_CHANGES
from .corrupt_turns import EXTRA_EVENTS, TURN_CHANGES
from .rules import NaiveGame
from .shapes import Record

CHANGES = {**EVENT_CHANGES, **TURN_CHANGES}
CORRUPTIONS = (*CHANGES, *EXTRA_EVENTS, *RECORD_CHANGES)


def corrupt(record: Record, rng: Random) -> tuple[Record, str]:
    """An illegal copy of a finished legal record, and the name of what is wrong with it."""
    for kind in rng.sample(CORRUPTIONS, len(CORRUPTIONS)):
        done = corrupt_with(kind, record, rng)
        if done is not None:
            return done[0], kind
    raise ValueError("no corruption applies to this record")


def corrupt_with(kind: str, record: Record, rng: Random) -> tuple[Record, int | None] | None:
    """The illegal copy and the index of the event to be refused (None: outside the events)."""
    bad = copy.deepcopy(record)
    if kind in RECORD_CHANGES:
        return RECORD_CHANGES[kind](bad, rng)
    game = NaiveGame(record)
    found = []
    for index, event in enumerate(record["events"]):
        if kind in CHANGES:
            new = CHANGES[kind](copy.deepcopy(event), game, rng)
        else:
            new = EXTRA_EVENTS[kind](game, rng)
        if new is not None:
            found.append((index, new))
        game.apply(event)
    if not found:
        return None
    index, new = rng.choice(found)
    bad["events"][index : index + 1 if kind in CHANGES else index] = [new]
    return bad, index
