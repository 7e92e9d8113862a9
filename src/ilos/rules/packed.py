"""Events kept small: a server holds the logs of many games and seldom looks at them."""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence
from typing import Any, overload

import msgspec

from ilos.rules.events import Event

_decoder: msgspec.msgpack.Decoder[Event] = msgspec.msgpack.Decoder(Event)


class PackedEvents(MutableSequence[Event]):
    """A list of events, each as a short text (MessagePack): about half of what structs take.

    >>> from ilos.rules.events import MarketEvent
    >>> events = PackedEvents([MarketEvent(0, "gold")])
    >>> events.append(MarketEvent(1, "spice"))
    >>> len(events), events[-1]
    (2, MarketEvent(seat=1, resource='spice'))
    """

    __slots__ = ("_texts",)

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self._texts = [msgspec.msgpack.encode(event) for event in events]

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> PackedEvents: ...
    def __getitem__(self, index: int | slice) -> Event | PackedEvents:
        if isinstance(index, slice):
            some = PackedEvents()
            some._texts = self._texts[index]
            return some
        return _decoder.decode(self._texts[index])

    def __setitem__(self, index: Any, event: Any) -> None:
        self._texts[index] = msgspec.msgpack.encode(event)

    def __delitem__(self, index: int | slice) -> None:
        del self._texts[index]

    def insert(self, index: int, value: Event) -> None:
        """Put an event before another."""
        self._texts.insert(index, msgspec.msgpack.encode(value))

    def __len__(self) -> int:
        return len(self._texts)
