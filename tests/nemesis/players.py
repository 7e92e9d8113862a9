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

import msgspec
from playing import Player

from ilos.client import AsyncClient, SeatPlan, Session, TableCreated, TableSettings, random_move
from ilos.protocol.server import Acknowledged, Refused, Update, Welcome
from ilos.rules.moves import to_builtins

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


class Seated:
    """Someone at a table, who comes back after every cut."""

    def __init__(self, table: str, token: str, name: str, seed: int) -> None:
        self.table = table
        self.token = token
        self.address = ""  # of the server last connected to
        self.session = Session()
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
        tokens = [self.token] if self.token else []
        async with (
            AsyncClient(address) as client,
            client.connect(self.table, *tokens, session=self.session) as connection,
        ):
            self._line = Player(connection)
            yield self

    @property
    def line(self) -> Player:
        assert self._line is not None
        return self._line

    async def next(self) -> msgspec.Struct:
        """The next message, taken in."""
        message = await self.line.next()
        if isinstance(message, (Acknowledged, Refused)) and self.pending is not None:
            if message.id == self.pending.id:
                self.pending.take(message)
                if self.pending.outcome != "unknown":
                    self.pending = None
        return message

    async def until(self, version: int) -> None:
        """Until everything up to a version was seen."""
        while self.session.version < version:
            await self.next()

    async def heard_something(self) -> None:
        """Until the first welcome or update on this line."""
        while not isinstance(await self.next(), (Welcome, Update)):
            pass

    def is_to_move(self) -> bool:
        return self.session.is_to_move

    async def move(self) -> Sent:
        """Sends a new move, or the one whose answer never came; returns when it is answered."""
        sent = self.pending or self.new_move()
        await self.send(sent)
        while sent.outcome == "sent":
            await self.next()
        return sent

    def new_move(self) -> Sent:
        choices, base = self.session.choices, self.session.version
        assert choices is not None
        move: Json = to_builtins(random_move(choices, self._rng, activity=0.5))
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


async def a_table_of(address: str, seats: int, **settings: Any) -> TableCreated:
    """A new table where people sit in every seat."""
    names = ("Ana", "Bo", "Cy", "Di", "Eve")
    plans = [SeatPlan(kind="mine", name=name) for name in names[:seats]]
    chosen = msgspec.convert({"first_player": 0, "max_rounds": 500, **settings}, TableSettings)
    async with AsyncClient(address) as client:
        return await client.create_table(plans, chosen, start=True)


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
