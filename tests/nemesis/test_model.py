"""F-06: a state machine drives a server and a small model of a table side by side.

The model knows the rules of a table only: who sits where, which version it is, what was played. The
game in it is replayed from what the server stored, by the rules and not by the server's own fold.
"""

import asyncio
import itertools
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from leaks.apps import World, connected, open_world
from sizes import size
from strategies import a_random_move

from ilos.protocol.messages import decode_server
from ilos.protocol.server import Update, Welcome
from ilos.rules.game import Game
from ilos.rules.moves import to_builtins
from ilos.store.log_entries import Played, Started
from ilos.views import view

T = TypeVar("T")
Json = dict[str, Any]
NAMES = ("Ana", "Bo", "Cy", "Di", "Eve")

seats = st.integers(min_value=0, max_value=2)
seeds = st.integers(min_value=0, max_value=999)


class Tables(RuleBasedStateMachine):
    """One table with three chairs, and the model of it."""

    def __init__(self) -> None:
        super().__init__()
        self._runner = asyncio.Runner()
        self._folder = tempfile.TemporaryDirectory(prefix="ilos-model-")
        self._ids = itertools.count()
        self.version = 0
        self.tokens: dict[int, str] = {}
        self.absent: set[int] = set()  # seats for which a bot plays
        self.game: Game | None = None
        self.game_version = 0
        self.decided: set[int] = set()  # seats whose mulligans wait for their turns
        self.done: list[tuple[int, Json, int]] = []  # seat, command, version of what was accepted

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self._runner.run(work)

    async def _open_house(self) -> World:
        world = await open_world(Path(self._folder.name), "app")
        world.app.scheduler.schedule = lambda _table: None  # type: ignore[method-assign, assignment]
        return world

    def teardown(self) -> None:
        self.run(self.world.close())
        self._runner.close()
        self._folder.cleanup()

    def ask(self, method: str, path: str, token: str | None, body: Any = None) -> tuple[int, Json]:
        status, _, answer = self.run(self.world.ask(method, path, token, body))
        found: Json = msgspec.json.decode(answer)
        return status, found

    def command(self, seat: int, command: Json) -> Json:
        status, answer = self.ask("POST", f"{self.path}/commands", self.tokens[seat], command)
        assert status == 200
        return answer

    def new_id(self) -> str:
        return f"d{next(self._ids)}"

    # ---- the rules ---------------------------------------------------------------------

    @initialize()
    def make(self) -> None:
        self.world = self.run(self._open_house())
        chairs = [{"kind": "mine", "name": "Ana"}, {"kind": "open"}, {"kind": "open"}]
        body = {"seats": chairs, "settings": {"first_player": 0, "max_rounds": 3}}
        _, made = self.ask("POST", "/tables", None, body)
        self.path = f"/tables/{made['table']['id']}"
        self.table, self.code, self.host = made["table"]["id"], made["table"]["code"], made["host"]
        self.tokens = {0: made["keys"][0]["token"]}
        self.version = 1

    @rule(name=st.sampled_from(NAMES))
    def join(self, name: str) -> None:
        status, answer = self.ask(
            "POST", f"{self.path}/join", None, {"name": name, "code": self.code}
        )
        if self.game is not None:
            assert answer["code"] == "already_started"
        elif len(self.tokens) == 3:
            assert answer["code"] == "table_full"
        elif status == 200:
            seat = answer["key"]["seat"]
            assert seat == min({0, 1, 2} - set(self.tokens))
            self.tokens[seat] = answer["key"]["token"]
            self.version += 1
        else:
            assert answer["code"] == "name_taken"

    @rule(seat=seats)
    def leave(self, seat: int) -> None:
        if seat not in self.tokens or (self.game is None and seat == 0):
            return
        status, answer = self.ask("POST", f"{self.path}/leave", self.tokens[seat])
        if self.game is None:
            assert status == 200
            del self.tokens[seat]
        elif self.game.is_over:
            assert answer["code"] == "game_over"
            return
        elif seat in self.absent:
            assert answer["code"] == "not_allowed"
            return
        else:
            assert status == 200
            self.absent.add(seat)
        self.version += 1

    @rule()
    def start(self) -> None:
        status, answer = self.ask("POST", f"{self.path}/start", self.host, {})
        if self.game is not None:
            assert answer["code"] == "already_started"
        elif len(self.tokens) < 3:
            assert answer["code"] == "seat_open"
        else:
            assert status == 200
            self.version += 1
            self._take_in()

    def _take_in(self, count: int = 1) -> None:
        """Replays what was stored last."""
        stored = self.run(self.world.app.store.load(self.table, self.version - count))
        assert [one.version for one in stored] == [
            *range(self.version - count + 1, self.version + 1)
        ]
        for one in stored:
            if isinstance(one.entry, Started):
                state = self.run(self.world.app.tables.get(self.table)).state
                assert state.game is not None
                self.game = Game(state.game.setup)
                for event in one.entry.events:
                    self.game.replay(event)
            else:
                assert isinstance(one.entry, Played)
                assert self.game is not None
                self.game.replay(one.entry.event)
                self.decided.discard(one.entry.seat)
        self.game_version = self.version

    def _submit(self, seat: int, version: int, seed: int) -> tuple[Json, Json]:
        assert self.game is not None
        move: Json = {"type": "end_turn"}
        if not self.game.is_over:
            found = a_random_move(self.game.setup, self.game.position, Random(seed), 0.5)
            move = to_builtins(found)
            if move["type"] == "mulligan" and seat != self.game.pending.seat:
                move["discarded"] = self._hand(seat)[: seed % 3]  # of the own hand, not the mover's
        command = {"type": "submit_move", "id": self.new_id(), "version": version, "move": move}
        return command, self.command(seat, command)

    @precondition(lambda self: self.game is not None)
    @rule(seat=seats, seed=seeds, back=st.integers(min_value=0, max_value=3))
    def move(self, seat: int, seed: int, back: int) -> None:
        """By the seat whose turn it is, or another, on this version or an older one."""
        assert self.game is not None
        version = max(0, self.version - back)
        command, answer = self._submit(seat, version, seed)
        to_move = self.game.pending.seat
        mulligan = command["move"]["type"] == "mulligan" and seat not in self.absent
        if mulligan and to_move is not None and seat > to_move and seat not in self.decided:
            # Before its turn: nothing but the own hand matters.
            self.decided.add(seat)
            self._accepted(seat, command, answer, 1)
            return
        if version < self.game_version and not (mulligan and seat == to_move):
            expected = "stale"
        elif self.game.is_over:
            expected = "game_over"
        elif seat != to_move or seat in self.absent:
            expected = "not_your_turn"
        else:
            waiting = itertools.takewhile(self.decided.__contains__, range(to_move + 1, 3))
            count = 1 + (len(list(waiting)) if mulligan else 0)
            self._accepted(seat, command, answer, count)
            self._take_in(count)
            return
        assert (answer["type"], answer["code"]) == ("refused", expected), answer
        assert answer["version"] == self.version

    def _hand(self, seat: int) -> list[str]:
        assert self.game is not None
        hand: dict[str, int] = to_builtins(view(self.game, seat).data)["hand"]
        return [card for card, count in hand.items() for _ in range(count)]

    def _accepted(self, seat: int, command: Json, answer: Json, count: int) -> None:
        self.version += count
        assert answer == {"type": "acknowledged", "id": command["id"], "version": self.version}
        self.done.append((seat, command, self.version))

    @precondition(lambda self: bool(self.done))
    @rule(index=seeds)
    def repeat(self, index: int) -> None:
        """An accepted command once more: the same answer, and no effect."""
        seat, command, version = self.done[index % len(self.done)]
        assert self.command(seat, command) == {
            "type": "acknowledged",
            "id": command["id"],
            "version": version,
        }

    @precondition(lambda self: self.game is not None)
    @rule(seat=seats, whole=st.booleans())
    def undo(self, seat: int, whole: bool) -> None:
        assert self.game is not None
        command = {
            "type": "undo",
            "id": self.new_id(),
            "version": self.version,
            "whole_turn": whole,
        }
        answer = self.command(seat, command)
        mine = not self.game.is_over and seat == self.game.pending.seat and seat not in self.absent
        if self.game.is_over:
            assert answer["code"] == "game_over"
        elif not mine:
            assert answer["code"] == "not_your_turn"
        elif not self.game.can_undo:
            assert answer["code"] == "cannot_undo"
        else:
            assert answer["type"] == "acknowledged"
            for _ in range(self.game.undo_count if whole else 1):
                self.game.undo()
            self.version += 1
            self.game_version = self.version
            self.done.append((seat, command, self.version))

    @precondition(lambda self: self.game is not None)
    @rule(seat=seats)
    def come_back(self, seat: int) -> None:
        assert self.game is not None
        answer = self.command(seat, {"type": "return", "id": self.new_id()})
        if self.game.is_over:
            assert answer["code"] == "game_over"
        elif seat not in self.absent:
            assert answer["code"] == "not_allowed"
        else:
            assert answer["type"] == "acknowledged"
            self.absent.remove(seat)
            self.version += 1

    @rule(seat=seats, missed=st.integers(min_value=0, max_value=8), whole=st.booleans())
    def reconnect(self, seat: int, missed: int, whole: bool) -> None:
        """On a new line, from some version or from nothing."""
        if seat not in self.tokens:
            return
        seen = None if whole else max(1, self.version - missed)
        message = self.run(self._first_message(self.tokens[seat], seen))
        assert isinstance(message, Welcome if whole else Update)
        assert message.version == self.version
        if isinstance(message, Update):
            assert len(message.changes) == self.version - (seen or 0)
        if self.game is not None:
            assert message.player_view is not None
            assert bytes(message.player_view.view) == view(self.game, seat).text

    async def _first_message(self, token: str, seen: int | None) -> msgspec.Struct:
        async with connected(self.world, self.table, [token], seen) as line:
            return decode_server(line.heard[0])

    @rule()
    def restart(self) -> None:
        """The app is closed, and another one opens on the same database."""
        self.run(self.world.close())
        self.world = self.run(self._open_house())

    @invariant()
    def agrees_with_the_model(self) -> None:
        if not self.version:
            return
        status, answer = self.ask("GET", f"{self.path}/state?look=public", self.host)
        assert (status, answer["version"]) == (200, self.version)
        if self.game is not None:
            assert answer["player_view"]["view"] == to_builtins(view(self.game, None).data)


TestTables = Tables.TestCase
TestTables.settings = settings(max_examples=size(12, 10_000), stateful_step_count=30, deadline=None)
