"""Linearizability of a table: acknowledged commands form one order that all views agree with.

The order is the log's. It is right if a command that was sent after another had been acknowledged
stands behind it, and if every view that anyone was ever given is the one that the log gives at its
version. The database decides the order, so nothing has to be searched for.
"""

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ilos.protocol.server import Update, Welcome
from ilos.rules.moves import to_builtins
from ilos.server.tables.fold import apply, blank
from ilos.store.store import Store, open_store
from ilos.views import view
from nemesis.checker import check_table
from nemesis.players import Seated, Sent

Digest = bytes


@dataclass(frozen=True)
class Interval:
    """From when a command was first sent to when it was acknowledged."""

    id: str
    version: int
    sent: float
    answered: float


@dataclass
class Observations:
    """What one person's connections saw, and when."""

    first_sent: dict[str, float] = field(default_factory=dict)
    answered: dict[str, float] = field(default_factory=dict)
    views: list[tuple[int, int | None, Digest]] = field(default_factory=list)  # version, seat, view


class ObservedPlayer(Seated):
    """A player who remembers the time of each command and every view."""

    def __init__(self, table: str, token: str, name: str, seed: int) -> None:
        super().__init__(table, token, name, seed)
        self.seen = Observations()

    async def send(self, sent: Sent) -> None:
        self.seen.first_sent.setdefault(sent.id, time.monotonic())
        await super().send(sent)

    async def next(self) -> msgspec.Struct:
        waiting = self.pending
        before = self.session.version
        message = await super().next()
        if waiting is not None and waiting.outcome == "acknowledged":
            self.seen.answered.setdefault(waiting.id, time.monotonic())
        if isinstance(message, (Welcome, Update)) and message.player_view is not None:
            assert message.version >= before, "a view older than the last"
            shown = self.session.view
            assert shown is not None
            self.seen.views.append((message.version, shown.viewer, digest(shown)))
        return message


def digest(shown: Any) -> Digest:
    """A short name for a view."""
    return hashlib.sha256(msgspec.json.encode(shown, order="sorted")).digest()[:8]


def intervals(players: Sequence[ObservedPlayer]) -> list[Interval]:
    """All acknowledged commands of these players."""
    return [
        Interval(sent.id, sent.version, player.seen.first_sent[sent.id], answered)
        for player in players
        for sent in player.history
        if sent.version is not None and (answered := player.seen.answered.get(sent.id)) is not None
    ]


def check_order(commands: Sequence[Interval]) -> None:
    """No two commands share a version; who was answered first stands before who was sent later."""
    ordered = sorted(commands, key=lambda one: one.version)
    assert len({one.version for one in ordered}) == len(ordered), "two commands at one version"
    latest_start, latest = 0.0, None
    for command in ordered:
        assert command.answered >= latest_start, f"{command} stands behind the later {latest}"
        if command.sent > latest_start:
            latest_start, latest = command.sent, command


async def check_views(store: Store, table: str, players: Sequence[ObservedPlayer]) -> int:
    """Every view anyone was given is the log's at its version; how many were compared."""
    row = await store.row(table)
    assert row is not None
    wanted: dict[int, set[tuple[int | None, Digest]]] = {}
    for player in players:
        for version, seat, shown in player.seen.views:
            wanted.setdefault(version, set()).add((seat, shown))
    state = blank(row)
    for entry in await store.load(table):
        apply(state, entry)
        for seat, shown in wanted.pop(state.version, ()):
            assert state.game is not None
            expected = digest(to_builtins(view(state.game, seat).data))
            assert shown == expected, f"seat {seat} at {state.version} saw another game"
    assert not wanted, f"views of versions that are not in the log: {sorted(wanted)}"
    return sum(len(player.seen.views) for player in players)


@dataclass(frozen=True)
class Checked:
    """How much was looked at."""

    acknowledged: int
    views: int


async def check_tables(database: str, players: Sequence[ObservedPlayer]) -> Checked:
    """Every invariant and the order of every table where these people sat."""
    store = await open_store(database)
    acknowledged = views = 0
    try:
        for table in sorted({player.table for player in players}):
            here = [player for player in players if player.table == table]
            await check_table(store, table, here)
            commands = intervals(here)
            check_order(commands)
            acknowledged += len(commands)
            views += await check_views(store, table, here)
    finally:
        await store.close()
    return Checked(acknowledged, views)
