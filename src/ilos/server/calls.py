"""Every HTTP call under /api/v1: who may call it, what it takes and gives, and what it does.

This one table gives the routes, the OpenAPI document and the test of all roles × calls (H-02).
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from typing import Any, Literal, TypeVar

import msgspec

from ilos.bots import LEVELS
from ilos.protocol import http, messages
from ilos.protocol.client import Deed
from ilos.protocol.server import Acknowledged, Heartbeat, Hint, Refused, Update, Welcome
from ilos.protocol.tables import TableInfo
from ilos.records.record import BadRecord, parse_record
from ilos.server import replays, seating, sights
from ilos.server.access import Access
from ilos.server.deeds import Decision, substitute
from ilos.server.delay import without_clocks
from ilos.server.doing import do
from ilos.server.entering import enter
from ilos.server.house import House, is_bot, levels
from ilos.server.hub import Connection
from ilos.server.lobby import summary
from ilos.server.refusal import Refusal
from ilos.server.sockets import first_look, look_through, welcome
from ilos.server.state import TableState
from ilos.server.table import Table
from ilos.server.tables import Made
from ilos.server.thinking import QUICK
from ilos.server.tokens import hashed, keyed, new_id, new_token
from ilos.server.worker import Check
from ilos.server.workers import WorkerLost
from ilos.store.rows import ChairRow

T = TypeVar("T")
Role = Literal["anyone", "guest", "seat", "host"]
Given = msgspec.Struct | bytes | None

LONGEST_WAIT = 25.0
PAGE = 50  # tables in a list
CHECK_SECONDS = 5.0  # by the clock on the wall; the worker itself stops at two of computing


@dataclass(frozen=True)
class Ask:
    """One call."""

    house: House
    path: Mapping[str, str]
    query: Mapping[str, str]
    tokens: list[str]
    address: str
    body: bytes
    entered: list[tuple[Table, Access]] = field(default_factory=list)

    def hide_news(self, refusal: Refusal) -> None:
        """A refusal tells who is some moves behind no version that they may not know (H-12)."""
        for table, access in self.entered:
            if refusal.version is not None and table.is_behind(access):
                refusal.version = table.shown_to(access).version

    def read(self, kind: type[T]) -> T:
        """The body, which must be exactly of this kind."""
        try:
            return msgspec.json.decode(self.body or b"{}", type=kind)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            raise Refusal("bad_message", str(error) or "nested too deeply") from None

    def number(self, name: str, default: int | None = None) -> int | None:
        """A number of the query."""
        text = self.query.get(name)
        if text is None or text == "":
            return default
        if not (text.isascii() and text.isdecimal()) or len(text) > 9:
            raise Refusal("bad_message", f"{name} is a whole number")
        return int(text)

    @property
    def creator(self) -> str:
        """The asker, as quotas know them: never the address itself."""
        return keyed(self.house.store.pepper, self.address)

    async def table(self) -> tuple[Table, Access]:
        """The table of the path and what the asker may do there."""
        found = await enter(self.house, self.path["table"], self.tokens, self.address)
        self.entered.append(found)
        return found

    async def host_table(self) -> Table:
        """The table, if the asker is its host."""
        table, access = await self.table()
        if not access.host:
            raise Refusal("not_allowed", "only the host may do that", table.state.version)
        return table

    async def seated(self) -> tuple[Table, int]:
        """The table and the asker's chair."""
        table, access = await self.table()
        if len(access.chairs) != 1:
            raise Refusal("not_allowed", "show one seat token", table.state.version)
        return table, access.chairs[0]


@dataclass(frozen=True)
class Call:
    """A route."""

    method: Literal["GET", "POST", "PUT"]
    path: str
    role: Role
    run: Callable[[Ask], Awaitable[Given]]
    answer: Any
    body: Any = None
    query: tuple[str, ...] = ()
    most_bytes: Literal["body", "record"] = "body"

    @property
    def summary(self) -> str:
        """One sentence for the documentation."""
        return (self.run.__doc__ or "").splitlines()[0]


def info(table: Table, access: Access) -> TableInfo:
    """The table's head for somebody."""
    return sights.table_info(table.shown_to(access), table.presence(), access.sees_code)


# The server and its tables


async def server(ask: Ask) -> http.ServerInfo:
    """What this server offers."""
    counts = await ask.house.store.counts()
    settings = ask.house.settings
    ways: list[Literal["email", "webhook"]] = []
    if settings.mail_server:
        ways.append("email")
    if settings.webhook_hosts:
        ways.append("webhook")
    return http.ServerInfo(
        version=version("ilos"),
        protocol=messages.PROTOCOL,
        bots=levels(),
        tile_sets=list(seating.TILE_SETS),
        notifications=ways,
        open_tables=counts.get("open", 0),
        playing=counts.get("playing", 0),
    )


async def create(ask: Ask) -> http.TableCreated:
    """Make a table."""
    wish = ask.read(http.CreateTable)
    await _check_quota(ask, [seat.bot for seat in wish.seats if seat.kind == "bot"])
    return _made(await ask.house.tables.create(wish, ask.creator))


async def _check_quota(ask: Ask, bots: Iterable[str | None]) -> None:
    ask.house.creations.check(ask.address, "new tables")
    most = ask.house.settings.tables_per_address
    if most and await ask.house.store.open_tables_of(ask.creator) >= most:
        raise Refusal("quota", f"you have {most} open tables already; finish one first")
    if not ask.house.bot_seconds.has(ask.creator) and any(bot in LEVELS for bot in bots):
        raise Refusal("quota", f"bots have thought enough for you today; take {QUICK} ones")


def _made(made: Made) -> http.TableCreated:
    access = Access(tuple(key.seat for key in made.keys), host=True)
    shown = info(made.table, access)
    return http.TableCreated(table=shown, host=made.host, keys=made.keys)


async def list_tables(ask: Ask) -> http.TableList:
    """Listed tables that are open or running, newest first."""
    rows = await ask.house.store.listed(_place(ask.query.get("before")), limit=PAGE)
    following = f"{rows[-1].created}-{rows[-1].id}" if len(rows) == PAGE else None
    return http.TableList(tables=[summary(row) for row in rows], next=following)


def _place(text: str | None) -> tuple[int, str] | None:
    """The place in the list that `next` named."""
    if not text:
        return None
    created, _, table = text.partition("-")
    if not (text.isascii() and created.isdecimal() and table.isalnum()) or len(created) > 15:
        raise Refusal("bad_message", "before is what `next` said")
    return int(created), table


async def find(ask: Ask) -> http.Found:
    """Find a table by its invitation code."""
    code = ask.read(http.FindTable).code.strip().lower()
    ask.house.guesses.check_left(ask.address, "wrong codes")
    row = await ask.house.store.row_of_code(code)
    if row is None:
        ask.house.guesses.check(ask.address, "wrong codes")
        raise Refusal("unknown_code", "no table has this code")
    table = await ask.house.tables.get(row.id)
    shown = table.shown_to(Access(invited=True))
    return http.Found(table=sights.table_info(shown, table.presence(), show_code=True))


async def mine(ask: Ask) -> http.MyTablesAnswer:
    """The own games, by the tokens the browser holds."""
    held = ask.read(http.MyTables).held
    found: list[http.MyTable] = []
    rows = {row.id: row for row in await ask.house.store.rows([one.table for one in held])}
    for one in held:
        row = rows.get(one.table)
        hashes = [hashed(one.token)]
        chairs = await ask.house.store.chairs_of(one.table, hashes) if row is not None else {}
        if row is not None and chairs:
            table = await ask.house.tables.get(row.id)
            found.append(_my_table(table, next(iter(chairs.values()))))
    return http.MyTablesAnswer(tables=found)


def _my_table(table: Table, chair: int | None) -> http.MyTable:
    access = Access(() if chair is None else (chair,), host=chair is None)
    state = table.shown_to(access)
    seat = state.seat_of(chair) if chair is not None else None
    turn = seat is not None and state.to_move == seat and state.bot_of(seat) is None
    shown = sights.table_info(state, table.presence(), show_code=True)
    return http.MyTable(table=shown, seat=seat, your_turn=turn)


# One table before the start


async def look(ask: Ask) -> TableInfo:
    """A table's head."""
    table, access = await ask.table()
    return info(table, access)


async def join(ask: Ask) -> http.Seated:
    """Take a seat."""
    wish = ask.read(http.JoinTable)
    if wish.code is not None:
        ask = _with_token(ask, wish.code)
    table, access = await ask.table()
    if table.state.status != "open":
        version = table.shown_to(access).version
        raise Refusal("already_started", "the game has started", version)
    ask.house.joins.check(ask.address, "seats taken")
    ask.house.leavers.check(table.state.id, ask.address)
    token = new_token()
    chairs: list[int] = []

    def decide(state: TableState) -> Decision:
        decision = seating.take_chair(state, wish, hashed(token))
        chairs[:] = [grant.chair for grant in decision.grants if grant.chair is not None]
        return decision

    await table.perform(decide)
    ask.house.leavers.sat(table.state.id, chairs[0], ask.address)
    key = http.SeatKey(seat=chairs[0], token=token)
    return http.Seated(table=info(table, Access(chairs=(chairs[0],))), key=key)


def _with_token(ask: Ask, token: str) -> Ask:
    return replace(ask, tokens=[*ask.tokens, token])


async def leave(ask: Ask) -> TableInfo:
    """Get up: before the start the seat is free again, later a bot plays on until one returns."""
    table, chair = await ask.seated()
    if table.state.status == "open":
        await table.perform(lambda state: seating.free_chair(state, chair))
        ask.house.leavers.left(table.state.id, chair)
        table.void_chair(chair)
        return info(table, Access())
    bot = ask.house.settings.substitute
    await table.perform(lambda state: substitute(state, state.seat_of(chair), bot, "left"))
    return info(table, Access(chairs=(chair,)))


async def free(ask: Ask) -> TableInfo:
    """The host frees a seat; during the game a bot plays on for somebody who is not there."""
    table = await ask.host_table()
    seat = ask.read(http.FreeSeat).seat
    if table.state.status == "open":
        await table.perform(lambda state: seating.free_chair(state, seat))
        ask.house.leavers.left(table.state.id, seat)
        table.void_chair(seat)
    else:
        if seat >= len(table.state.order) or seat in table.presence().online:
            raise Refusal("not_allowed", "only an absent player's seat can be given to a bot")
        bot = ask.house.settings.substitute
        await table.perform(lambda state: substitute(state, seat, bot, "left"))
    return info(table, Access(host=True))


async def plan(ask: Ask) -> TableInfo:
    """The host opens a seat or gives it to a bot."""
    table = await ask.host_table()
    wish = ask.read(http.PlanSeat)
    await table.perform(lambda state: seating.plan_chair(state, wish.seat, wish.plan, is_bot))
    return info(table, Access(host=True))


async def start(ask: Ask) -> TableInfo:
    """The host starts the game."""
    table = await ask.host_table()
    fill = ask.read(http.StartTable).fill
    await table.perform(lambda state: seating.start(state, fill, is_bot))
    return info(table, Access(host=True))


async def change_token(ask: Ask) -> http.TokenChanged:
    """A fresh seat token; the old one is void at once."""
    table, chair = await ask.seated()
    token = new_token()
    await ask.house.store.change_token(table.state.id, chair, hashed(token))
    table.void_chair(chair)
    return http.TokenChanged(key=http.SeatKey(seat=chair, token=token))


async def notifications(ask: Ask) -> http.Notifications:
    """Where to tell this seat that it is its turn."""
    table, chair = await ask.seated()
    wish = ask.read(http.Notifications)
    ask.house.notices.check(wish)
    kept = await ask.house.store.chair(table.state.id, chair)
    row = ChairRow(wish.email, wish.webhook, kept.muted, kept.notified)
    await ask.house.store.keep_chair(table.state.id, chair, row)
    return wish


# Playing


async def state(ask: Ask) -> Welcome:
    """Everything the asker may know of the table now."""
    table, access = await ask.table()
    connection = _connection(ask, table, access)
    return await welcome(ask.house, table, connection)


def _connection(ask: Ask, table: Table, access: Access) -> Connection:
    wish = ask.query.get("look")
    connection = Connection(access, 1, 1)
    if wish == "public":
        connection.look = look_through(table, access, None)
    else:
        connection.look = first_look(table, access, ask.number("look"))
    return connection


async def updates(ask: Ask) -> Update | Welcome | Heartbeat:
    """What is new after a version; waits up to 25 seconds for it."""
    table, access = await ask.table()
    after = ask.number("after", 0) or 0
    wait = min(float(ask.number("wait", 0) or 0), LONGEST_WAIT)
    connection = _connection(ask, table, access)
    if wait:
        await table.wait_for_news(access, after, wait)
    async with table.quiet():
        now = table.shown_to(access)
        if after == now.version:
            return Heartbeat(version=now.version, now=ask.house.store.clock.now())
        if not 0 < after < now.version <= after + 1000:
            return await welcome(ask.house, table, connection)
        new = [s for s in await ask.house.store.load(now.id, after) if s.version <= now.version]
        seat, clock = table.seat_looked_through(connection), ask.house.store.clock.now()
        seen = sights.sight(now, seat)
        news = sights.News(now, new, table.presence, clock).told(seat, access.sees_code, seen)
        return without_clocks(news) if table.is_behind(access) else news


async def deed(ask: Ask) -> Acknowledged | Hint | Refused:
    """Do something at the table: the same deeds as over a socket."""
    table, access = await ask.table()
    try:
        wish = messages.decode_deed(ask.body)
    except messages.BadMessage as error:
        raise Refusal("bad_message", str(error), table.shown_to(access).version) from None
    answers: list[Acknowledged | Hint | Refused] = []
    await do(ask.house, table, access, ask.address, wish, answers.append)
    return answers[0] if answers else Acknowledged(id="", version=0)


# Looking back


async def record(ask: Ask) -> bytes:
    """The game's record: masked while it runs, whole after the end."""
    table, access = await ask.table()
    return msgspec.json.encode(replays.shown_record(table.shown_to(access), access))


async def replay(ask: Ask) -> http.Replay:
    """The game so far, to step through."""
    past = await _past(ask)
    viewer = replays.read_viewer(past, ask.query.get("viewer"))
    return await asyncio.to_thread(replays.replay, past, viewer)


async def frames(ask: Ask) -> http.Frames:
    """Single moments of the game."""
    past = await _past(ask)
    viewer = replays.read_viewer(past, ask.query.get("viewer"))
    after, count = ask.number("after", len(past.events)), ask.number("count", 1)
    return await asyncio.to_thread(replays.frames, past, viewer, after or 0, count or 1)


async def play_on(ask: Ask) -> http.TableCreated:
    """Go on from an event of a finished game, against bots."""
    wish = ask.read(http.PlayOn)
    await _check_quota(ask, [wish.bot])
    if "record" in ask.path:
        source = await _record(ask)
        name = ask.path["record"]
    else:
        table, access = await ask.table()
        if table.state.status not in ("finished", "stopped"):
            shown = table.shown_to(access)
            raise Refusal("not_finished", "the game is still running", shown.version)
        source, name = replays.full_record(table.state), table.state.id
    return _made(await ask.house.tables.play_on(source, name, wish, ask.creator))


async def _past(ask: Ask) -> replays.Past:
    if "record" in ask.path:
        return replays.past_of_record(ask.path["record"], await _record(ask))
    table, access = await ask.table()
    return replays.past_of_table(table.shown_to(access), access)


async def _record(ask: Ask) -> dict[str, Any]:
    body = await ask.house.store.record(ask.path["record"])
    if body is None:
        raise Refusal("unknown_record", "there is no such record; imported ones go after 30 days")
    return parse_record(body.encode())


async def import_record(ask: Ask) -> http.RecordImported:
    """Import a record to look at; it is replayed and refused if it breaks a rule."""
    ask.house.imports.check(ask.address, "imported records")
    try:
        parse_record(ask.body)
        answer = await ask.house.workers.think(Check(ask.body), CHECK_SECONDS, ask.creator)
    except BadRecord as error:
        raise Refusal("bad_record", str(error)) from None
    except WorkerLost:
        raise Refusal("bad_record", "this record takes too long to check") from None
    if answer.get("bad") or "error" in answer:
        raise Refusal("bad_record", str(answer.get("bad") or "this record cannot be checked"))
    name = new_id()
    await ask.house.store.keep_record(name, ask.creator, ask.body.decode())
    return http.RecordImported(record=name)


async def imported(ask: Ask) -> bytes:
    """An imported record."""
    return msgspec.json.encode(await _record(ask))


Answers = Acknowledged | Hint | Refused
_VIEW = ("viewer",)
_FRAMES = ("viewer", "after", "count")

CALLS: tuple[Call, ...] = (
    Call("GET", "/server", "anyone", server, http.ServerInfo),
    Call("POST", "/tables", "anyone", create, http.TableCreated, http.CreateTable),
    Call("GET", "/tables", "anyone", list_tables, http.TableList, query=("before",)),
    Call("POST", "/tables/find", "anyone", find, http.Found, http.FindTable),
    Call("POST", "/tables/mine", "anyone", mine, http.MyTablesAnswer, http.MyTables),
    Call("GET", "/tables/{table}", "guest", look, TableInfo),
    Call("POST", "/tables/{table}/join", "guest", join, http.Seated, http.JoinTable),
    Call("POST", "/tables/{table}/leave", "seat", leave, TableInfo),
    Call("POST", "/tables/{table}/free", "host", free, TableInfo, http.FreeSeat),
    Call("POST", "/tables/{table}/plan", "host", plan, TableInfo, http.PlanSeat),
    Call("POST", "/tables/{table}/start", "host", start, TableInfo, http.StartTable),
    Call("POST", "/tables/{table}/token", "seat", change_token, http.TokenChanged),
    Call(
        "PUT",
        "/tables/{table}/notifications",
        "seat",
        notifications,
        http.Notifications,
        http.Notifications,
    ),
    Call("GET", "/tables/{table}/state", "guest", state, Welcome, query=("look",)),
    Call(
        "GET",
        "/tables/{table}/updates",
        "guest",
        updates,
        Update | Welcome | Heartbeat,
        query=("after", "wait", "look"),
    ),
    Call("POST", "/tables/{table}/deeds", "guest", deed, Answers, Deed),
    Call("GET", "/tables/{table}/record", "guest", record, dict[str, Any]),
    Call("GET", "/tables/{table}/replay", "guest", replay, http.Replay, query=_VIEW),
    Call("GET", "/tables/{table}/frames", "guest", frames, http.Frames, query=_FRAMES),
    Call("POST", "/tables/{table}/play-on", "guest", play_on, http.TableCreated, http.PlayOn),
    Call(
        "POST",
        "/records",
        "anyone",
        import_record,
        http.RecordImported,
        dict[str, Any],
        most_bytes="record",
    ),
    Call("GET", "/records/{record}", "anyone", imported, dict[str, Any]),
    Call("GET", "/records/{record}/replay", "anyone", replay, http.Replay, query=_VIEW),
    Call("GET", "/records/{record}/frames", "anyone", frames, http.Frames, query=_FRAMES),
    Call("POST", "/records/{record}/play-on", "anyone", play_on, http.TableCreated, http.PlayOn),
)
