"""Scripted players: one connection a seat, and a history of all that was sent and answered.

A player keeps what a browser keeps: the last version, the events so far, the last view. It checks
that versions follow each other, so a lost or doubled change is noticed where it happens.
"""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal

import httpx
import msgspec
from playing import Player, a_move
from websockets.asyncio.client import connect

from ilos.protocol import messages
from ilos.protocol.client import Hello
from ilos.protocol.http import TableCreated
from ilos.protocol.server import Acknowledged, Refused, Update, Welcome
from ilos.protocol.tables import Played, Started, Undone

Json = dict[str, Any]
Outcome = Literal["sent", "acknowledged", "refused", "unknown"]


@dataclass
class Sent:
    """One line of a history."""

    table: str
    id: str
    base: int
    move: Json
    outcome: Outcome = "sent"
    version: int | None = None  # where it stands in the log, if acknowledged
    code: str = ""  # why, if refused
    answers: list[tuple[str, int | None]] = field(default_factory=list)  # all of them, resent too

    def take(self, answer: Acknowledged | Refused) -> None:
        """What the server said; `try_again` leaves open whether it was stored."""
        self.answers.append((type(answer).__name__, answer.version))
        if isinstance(answer, Acknowledged):
            self.outcome, self.version = "acknowledged", answer.version
        elif answer.code == "try_again":
            self.outcome, self.code = "unknown", answer.code
        else:
            self.outcome, self.code = "refused", answer.code


class Replica:
    """A seat's knowledge of a table, kept up to date by messages alone."""

    def __init__(self) -> None:
        self.version: int | None = None
        self.events: list[Json] = []
        self.view: Json | None = None
        self.choices: Json | None = None

    def take(self, message: msgspec.Struct) -> None:
        """Takes a message in; refuses a gap."""
        if isinstance(message, Welcome):
            self.events = msgspec.json.decode(message.events)
        elif isinstance(message, Update):
            assert self.version is not None
            first = message.version - len(message.changes)
            assert first == self.version, f"at {self.version}, told of {first + 1} and on"
            for change in message.changes:
                self._change(change)
        else:
            return
        self.version = message.version
        if message.player_view is not None:
            self.view = msgspec.json.decode(message.player_view.view)
            self.choices = msgspec.json.decode(message.player_view.choices)

    def _change(self, change: msgspec.Struct) -> None:
        match change:
            case Started() | Played():
                self.events += msgspec.json.decode(change.events)
            case Undone():
                del self.events[change.events :]


class Seated:
    """Someone at a table, who comes back after every cut."""

    def __init__(self, table: str, token: str, name: str, seed: int) -> None:
        self.table = table
        self.token = token
        self.address = ""  # of the server last connected to
        self.replica = Replica()
        self.history: list[Sent] = []
        self.pending: Sent | None = None  # sent, and not answered yet
        self._name = name
        self._ids = itertools.count()
        self._rng = Random(f"{name} {seed}")
        self._line: Player | None = None

    @asynccontextmanager
    async def at(self, address: str) -> AsyncIterator[Seated]:
        """Connected, resuming from the last version seen."""
        self.address = address
        url = f"{address.replace('http', 'ws', 1)}/api/v1/tables/{self.table}/socket"
        async with connect(url, origin=address) as socket:  # type: ignore[arg-type]
            self._line = Player(socket)
            tokens = [self.token] if self.token else []
            seen = self.replica.version
            await self._line.send(Hello(protocol=messages.PROTOCOL, tokens=tokens, seen=seen))
            yield self

    @property
    def line(self) -> Player:
        assert self._line is not None
        return self._line

    async def next(self) -> msgspec.Struct:
        """The next message, taken in."""
        message = await self.line.next()
        self.replica.take(message)
        if isinstance(message, (Acknowledged, Refused)) and self.pending is not None:
            if message.id == self.pending.id:
                self.pending.take(message)
                if self.pending.outcome != "unknown":
                    self.pending = None
        return message

    async def until(self, version: int) -> None:
        """Until everything up to a version was seen."""
        while (self.replica.version or 0) < version:
            await self.next()

    async def heard_something(self) -> None:
        """Until the first welcome or update on this line."""
        while not isinstance(await self.next(), (Welcome, Update)):
            pass

    def is_to_move(self) -> bool:
        return self.replica.choices is not None

    async def move(self) -> Sent:
        """Sends a new move, or the one whose answer never came; returns when it is answered."""
        sent = self.pending or self.new_move()
        await self.send(sent)
        while sent.outcome == "sent":
            await self.next()
        return sent

    def new_move(self) -> Sent:
        choices, view, base = self.replica.choices, self.replica.view, self.replica.version
        assert choices is not None
        assert view is not None
        assert base is not None
        move = any_move(choices, view, self._rng)
        sent = Sent(self.table, f"{self._name}-{next(self._ids)}", base, move)
        self.history.append(sent)
        return sent

    async def send(self, sent: Sent) -> None:
        self.pending = sent
        sent.outcome = "sent"
        await self.line.submit(sent.base, sent.move, sent.id)

    def cut_off(self) -> None:
        """The line was cut: what was not answered may or may not have happened."""
        self._line = None
        if self.pending is not None:
            self.pending.outcome = "unknown"


def any_move(choices: Json, view: Json, rng: Random) -> Json:
    """Some legal move; half of the turns begin with a ship, if there is one."""
    if choices["kind"] == "turn" and choices["ship"] and choices["ship"]["docks"]:
        ship = choices["ship"]
        hand = [card for card, count in view["hand"].items() for _ in range(count)]
        if rng.random() < 0.5 and ship["from"][0] == "reserve":
            hand.remove("ship")
            paid = hand[: ship["cost"]]
            dock = rng.choice(ship["docks"])
            return {"type": "ship", "from": "reserve", "to": dock, "explored": None, "paid": paid}
    return a_move(choices, view["hand"])


async def a_table_of(address: str, seats: int, **settings: Any) -> TableCreated:
    """A new table where people sit in every seat."""
    names = ("Ana", "Bo", "Cy", "Di", "Eve")
    wish = {
        "seats": [{"kind": "mine", "name": names[seat]} for seat in range(seats)],
        "start": True,
        "settings": {"first_player": 0, "max_rounds": 500, **settings},
    }
    async with httpx.AsyncClient(base_url=f"{address}/api/v1", timeout=20) as client:
        answer = await client.post("/tables", json=wish)
    assert answer.status_code == 200, answer.text
    return msgspec.convert(answer.json(), TableCreated)


async def a_company(address: str, seats: int, seed: int, **settings: Any) -> list[Seated]:
    """People in every seat of a new table."""
    made = await a_table_of(address, seats, **settings)
    return [Seated(made.table.id, key.token, f"p{key.seat}", seed) for key in made.keys]


async def play_on(people: list[Seated], moves: int) -> None:
    """So many moves by connected people."""
    for _ in range(moves):
        mover = next(one for one in people if one.is_to_move())
        sent = await mover.move()
        assert sent.version is not None
        for one in people:
            await one.until(sent.version)
