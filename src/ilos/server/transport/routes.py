"""Every HTTP route under /api/v1: role, types of request and answer, and what it does.

`ROUTES` gives the routing, the OpenAPI document and the test of all roles × routes (H-02).
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeVar

import msgspec

from ilos import __version__
from ilos.bots import LEVELS
from ilos.protocol import http, messages
from ilos.protocol.client import Command
from ilos.protocol.server import Acknowledged, Heartbeat, Hint, Refused, Update, Welcome
from ilos.protocol.tables import TableInfo
from ilos.records.record import parse_record
from ilos.server.botpool.jobs import Check, Read
from ilos.server.botpool.reading import text_of
from ilos.server.botpool.scheduler import QUICK
from ilos.server.refusal import Refusal
from ilos.server.table_app import TableApp, bot_levels, is_bot
from ilos.server.tables import commands, presenter, replays, seating
from ilos.server.tables.access import Access
from ilos.server.tables.admission import admit
from ilos.server.tables.commands import CommandResult, substitute
from ilos.server.tables.connection import Connection
from ilos.server.tables.hints import view_for_hint
from ilos.server.tables.lobby import table_info_of
from ilos.server.tables.move_path import handle_command, perform
from ilos.server.tables.registry import MAX_IN_LOOP, CreatedTable
from ilos.server.tables.spectator_delay import without_clocks
from ilos.server.tables.state import TableState
from ilos.server.tables.table import Table
from ilos.server.tables.tokens import hash_token, keyed_hash, new_token
from ilos.server.transport.table_socket import initial_view_chair, own_view_chair, welcome
from ilos.store.rows import Stored
from ilos.views.snapshot import ViewSnapshot, take_snapshot

T = TypeVar("T")
Role = Literal["anyone", "guest", "seat", "host"]
Answer = msgspec.Struct | bytes | None

MAX_WAIT = 25.0
PAGE = 50  # tables in a list


@dataclass(frozen=True)
class ApiRequest:
    """One request to a route."""

    app: TableApp
    path: Mapping[str, str]
    query: Mapping[str, str]
    tokens: list[str]
    address: str
    body: bytes
    admitted: list[tuple[Table, Access]] = field(default_factory=list)

    def hide_version(self, refusal: Refusal) -> None:
        """Hide the live version in a refusal from delayed spectators (H-12)."""
        for table, access in self.admitted:
            if refusal.version is not None and table.is_delayed(access):
                refusal.version = table.state_for(access).version

    def parse_body(self, kind: type[T]) -> T:
        """Parse the body, which must be exactly of this type."""
        try:
            return msgspec.json.decode(self.body or b"{}", type=kind)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            raise Refusal("bad_message", str(error) or "nested too deeply") from None

    def number(self, name: str, default: int | None = None) -> int | None:
        """Return a whole number of the query string."""
        text = self.query.get(name)
        if text is None or text == "":
            return default
        if not (text.isascii() and text.isdecimal()) or len(text) > 9:
            raise Refusal("bad_message", f"{name} is a whole number")
        return int(text)

    @property
    def creator(self) -> str:
        """The keyed hash of the requester's address, for quotas."""
        return keyed_hash(self.app.store.pepper, self.address)

    async def table(self) -> tuple[Table, Access]:
        """Return the table of the path and what the requester may do there."""
        admitted = await admit(self.app, self.path["table"], self.tokens, self.address)
        self.admitted.append(admitted)
        return admitted

    async def host_table(self) -> Table:
        """Return the table if the requester is its host."""
        table, access = await self.table()
        if not access.host:
            raise Refusal("not_allowed", "only the host may do that", table.state.version)
        return table

    async def seated(self) -> tuple[Table, int]:
        """Return the table and the requester's chair."""
        table, access = await self.table()
        if len(access.chairs) != 1:
            raise Refusal("not_allowed", "send exactly one seat token", table.state.version)
        return table, access.chairs[0]


@dataclass(frozen=True)
class Route:
    """A route."""

    method: Literal["GET", "POST", "PUT"]
    path: str
    role: Role
    run: Callable[[ApiRequest], Awaitable[Answer]]
    answer: Any
    body: Any = None
    query: tuple[str, ...] = ()
    size_limit: Literal["body", "record"] = "body"

    @property
    def summary(self) -> str:
        """The first line of the handler's docstring, for the OpenAPI document."""
        return (self.run.__doc__ or "").splitlines()[0]


def info(table: Table, access: Access) -> TableInfo:
    """Return the table's description for a role."""
    return presenter.table_info(table.state_for(access), table.presence(), access.sees_code)


# The server and its tables


async def server(request: ApiRequest) -> http.ServerInfo:
    """Describe what this server offers."""
    counts = await request.app.store.counts()
    settings = request.app.settings
    ways: list[Literal["email", "webhook"]] = []
    if settings.mail_server and settings.public_url:
        ways.append("email")
    if settings.webhook_hosts:
        ways.append("webhook")
    return http.ServerInfo(
        version=__version__,
        protocol=messages.PROTOCOL,
        bots=bot_levels(),
        tile_sets=list(seating.TILE_SETS),
        notifications=ways,
        open_tables=counts.get("open", 0),
        playing=counts.get("playing", 0),
    )


async def create(request: ApiRequest) -> http.TableCreated:
    """Create a table."""
    body = request.parse_body(http.CreateTable)
    await _check_quota(request, [seat.bot for seat in body.seats if seat.kind == "bot"])
    return _made(await request.app.tables.create(body, request.creator))


async def _check_quota(request: ApiRequest, bots: Iterable[str | None]) -> None:
    request.app.creation_limit.check(request.address, "new tables")
    most = request.app.settings.tables_per_address
    mine, total = await request.app.store.open_tables(request.creator)
    if most and mine >= most:
        raise Refusal("quota", f"you have {most} open tables already; finish one first")
    if request.app.settings.tables and total >= request.app.settings.tables:
        raise Refusal("quota", "this server has as many open tables as it takes; try later")
    if not request.app.bot_seconds.has(request.creator) and any(bot in LEVELS for bot in bots):
        raise Refusal("quota", f"your share of bot time is used up for today; choose {QUICK} bots")


def _made(made: CreatedTable) -> http.TableCreated:
    access = Access(tuple(key.seat for key in made.keys), host=True)
    shown = info(made.table, access)
    return http.TableCreated(table=shown, host=made.host, keys=made.keys)


async def list_tables(request: ApiRequest) -> http.TableList:
    """List the public tables that are open or running, newest first."""
    rows = await request.app.store.listed(_place(request.query.get("before")), limit=PAGE)
    following = f"{rows[-1].created}-{rows[-1].id}" if len(rows) == PAGE else None
    return http.TableList(tables=[table_info_of(row) for row in rows], next=following)


def _place(text: str | None) -> tuple[int, str] | None:
    """Parse the cursor that `next` gave."""
    if not text:
        return None
    created, _, table = text.partition("-")
    if not (text.isascii() and created.isdecimal() and table.isalnum()) or len(created) > 15:
        raise Refusal("bad_message", "before is a value that `next` gave")
    return int(created), table


async def find(request: ApiRequest) -> http.Found:
    """Find a table that is open or running by its invitation code."""
    code = request.parse_body(http.FindTable).code.strip().lower()
    request.app.guess_limit.check_left(request.address, "wrong codes", code=True)
    row = await request.app.store.row_of_code(code)
    if row is None or row.status not in ("open", "playing"):
        request.app.guess_limit.count(request.address, code=True)
        raise Refusal("unknown_code", "no table has this code")
    table = await request.app.tables.get(row.id)
    shown = table.state_for(Access(invited=True))
    return http.Found(table=presenter.table_info(shown, table.presence(), show_code=True))


async def mine(request: ApiRequest) -> http.MyTablesAnswer:
    """List the requester's own games, by the tokens the browser holds."""
    held = request.parse_body(http.MyTables).held
    found: list[http.MyTable] = []
    rows = {row.id: row for row in await request.app.store.rows([one.table for one in held])}
    for one in held:
        row = rows.get(one.table)
        hashes = [hash_token(one.token)]
        chairs = await request.app.store.chairs_of(one.table, hashes) if row is not None else {}
        if row is not None and chairs:
            table = await request.app.tables.get(row.id)
            found.append(_my_table(table, next(iter(chairs.values()))))
    return http.MyTablesAnswer(tables=found)


def _my_table(table: Table, chair: int | None) -> http.MyTable:
    access = Access(() if chair is None else (chair,), host=chair is None)
    state = table.state_for(access)
    seat = state.seat_of(chair) if chair is not None else None
    turn = seat is not None and seat in state.deciding() and state.bot_of(seat) is None
    shown = presenter.table_info(state, table.presence(), show_code=True)
    return http.MyTable(table=shown, seat=seat, your_turn=turn)


# One table before the start


async def look(request: ApiRequest) -> TableInfo:
    """Describe a table."""
    table, access = await request.table()
    return info(table, access)


async def join(request: ApiRequest) -> http.Seated:
    """Take a seat."""
    body = request.parse_body(http.JoinTable)
    if body.code is not None:
        request = _with_token(request, body.code)
    table, access = await request.table()
    if table.state.status != "open":
        version = table.state_for(access).version
        raise Refusal("already_started", "the game has started", version)
    request.app.join_limit.check(request.address, "seats taken")
    request.app.leave_limit.check(table.state.id, request.address)
    token = new_token()
    chairs: list[int] = []

    def decide(state: TableState) -> CommandResult:
        result = seating.take_chair(state, body, hash_token(token))
        chairs[:] = [grant.chair for grant in result.grants if grant.chair is not None]
        return result

    await perform(table, decide)
    request.app.leave_limit.sat(table.state.id, chairs[0], request.address)
    key = http.SeatKey(seat=chairs[0], token=token)
    return http.Seated(table=info(table, Access(chairs=(chairs[0],))), key=key)


def _with_token(request: ApiRequest, token: str) -> ApiRequest:
    return replace(request, tokens=[*request.tokens, token])


async def leave(request: ApiRequest) -> TableInfo:
    """Leave: before the start the seat is free again, later a bot plays on until one returns."""
    table, chair = await request.seated()
    if table.state.status == "open":
        await perform(table, lambda state: seating.free_chair(state, chair))
        request.app.leave_limit.left(table.state.id, chair)
        table.revoke_chair(chair)
        return info(table, Access())
    bot = request.app.settings.substitute
    await perform(table, lambda state: substitute(state, state.seat_of(chair), bot, "left"))
    return info(table, Access(chairs=(chair,)))


async def free(request: ApiRequest) -> TableInfo:
    """Free a seat as host; during the game a bot plays on for an absent player.

    At a table without a clock others may ask for the bot too, once they have waited ten minutes.
    """
    table, access = await request.table()
    seat = request.parse_body(http.FreeSeat).seat
    if not access.host:
        now = await request.app.store.now()
        commands.check_waited(table.state, access.seats(table.state), seat, now)
    if table.state.status == "open":
        await perform(table, lambda state: seating.free_chair(state, seat))
        request.app.leave_limit.left(table.state.id, seat)
        table.revoke_chair(seat)
    else:
        if seat >= len(table.state.order) or seat in table.presence().online:
            raise Refusal("not_allowed", "only an absent player's seat can be given to a bot")
        bot = request.app.settings.substitute
        await perform(table, lambda state: substitute(state, seat, bot, "left"))
    return info(table, access)


async def offer(request: ApiRequest) -> http.SeatOffered:
    """Make a link by which another person takes over a seat that a bot plays, once."""
    table, access = await request.table()
    seat = request.parse_body(http.OfferSeat).seat
    if not access.is_member:
        raise Refusal("not_allowed", "only those at the table may do that")
    by = access.chairs[0] if access.chairs else None
    token, now = new_token(), await request.app.store.now()
    await perform(table, lambda state: commands.offer_seat(state, seat, by, hash_token(token), now))
    return http.SeatOffered(offer=token)


async def take_over(request: ApiRequest) -> http.Seated:
    """Take over a seat that a bot plays, by a link that a player gave."""
    body = request.parse_body(http.TakeOver)
    if body.code is not None:
        request = _with_token(request, body.code)
    table, access = await request.table()
    if access.chairs:
        raise Refusal("not_allowed", "you have a seat here already", table.state.version)
    request.app.join_limit.check(request.address, "seats taken")
    token, now = new_token(), await request.app.store.now()
    chairs: list[int] = []

    def decide(state: TableState) -> CommandResult:
        name = seating.free_name(body.name, state.chairs)
        result = commands.take_over(state, hash_token(body.offer), name, hash_token(token), now)
        chairs[:] = result.revoked
        return result

    try:
        await perform(table, decide)
    except Refusal as refusal:
        if refusal.code == "wrong_token":
            request.app.guess_limit.count(request.address)
        raise
    table.revoke_chair(chairs[0])
    key = http.SeatKey(seat=chairs[0], token=token)
    return http.Seated(table=info(table, Access(chairs=(chairs[0],))), key=key)


async def plan(request: ApiRequest) -> TableInfo:
    """Open a seat or give it to a bot, as host."""
    table = await request.host_table()
    body = request.parse_body(http.PlanSeat)
    await perform(table, lambda state: seating.plan_chair(state, body.seat, body.plan, is_bot))
    return info(table, Access(host=True))


async def start(request: ApiRequest) -> TableInfo:
    """Start the game, as host."""
    table = await request.host_table()
    fill = request.parse_body(http.StartTable).fill
    await perform(table, lambda state: seating.start(state, fill, is_bot))
    return info(table, Access(host=True))


async def shuffle_part(request: ApiRequest) -> TableInfo:
    """Commit to the own part of the shuffle, or open it when the game is about to start."""
    table, chair = await request.seated()
    body = request.parse_body(http.ShufflePart)
    if body.nonce:
        try:
            await perform(table, lambda state: seating.open_nonce(state, chair, body.nonce))
        except Refusal:
            if table.state.chairs[chair].nonce != body.nonce:  # sent again, it is done
                raise
    else:
        await perform(table, lambda state: seating.commit_nonce(state, chair, body.nonce_hash))
    return info(table, Access(chairs=(chair,)))


async def change_token(request: ApiRequest) -> http.TokenChanged:
    """Replace the seat token; the old one is revoked at once."""
    table, chair = await request.seated()
    token = new_token()
    await request.app.store.change_token(table.state.id, chair, hash_token(token))
    table.revoke_chair(chair)
    return http.TokenChanged(key=http.SeatKey(seat=chair, token=token))


async def notifications(request: ApiRequest) -> http.Notifications:
    """Set where this seat is notified of its turn, once the link sent there was opened."""
    table, chair = await request.seated()
    body = request.parse_body(http.Notifications)
    await request.app.notifier.ask(table.state.id, chair, body, request.creator)
    return body


# Playing


async def state(request: ApiRequest) -> Welcome:
    """Return everything the requester may know of the table now."""
    table, access = await request.table()
    connection = _connection(request, table, access)
    return await welcome(request.app, table, connection)


def _connection(request: ApiRequest, table: Table, access: Access) -> Connection:
    body = request.query.get("look")
    connection = Connection(access, 1, 1)
    if body == "public":
        connection.view_chair = own_view_chair(table, access, None)
    else:
        connection.view_chair = initial_view_chair(table, access, request.number("look"))
    return connection


async def updates(request: ApiRequest) -> Update | Welcome | Heartbeat:
    """Return what is new after a version; wait up to 25 seconds for it."""
    table, access = await request.table()
    after = request.number("after", 0) or 0
    wait = min(float(request.number("wait", 0) or 0), MAX_WAIT)
    connection = _connection(request, table, access)
    if wait:
        await table.wait_for_change(access, after, wait)
    async with table.locked():
        now = table.state_for(access)
        if after == now.version:
            return Heartbeat(version=now.version, now=request.app.store.clock.now())
        if not 0 < after < now.version <= after + 1000:
            return await welcome(request.app, table, connection)
        new = [s for s in await request.app.store.load(now.id, after) if s.version <= now.version]
        seat, clock = table.viewing_seat(connection), request.app.store.clock.now()
        seen = presenter.player_view(now, seat)
        news = presenter.UpdateBuilder(now, new, table.presence, clock).build(
            seat, access.sees_code, seen
        )
        return without_clocks(news) if table.is_delayed(access) else news


async def run_command(request: ApiRequest) -> Acknowledged | Hint | Refused:
    """Send a command to the table: the same commands as over a WebSocket."""
    table, access = await request.table()
    try:
        body = messages.decode_command(request.body)
    except messages.BadMove as error:
        no = Refusal("not_a_move", str(error))
        return presenter.refused(no, error.command_id, table.state_for(access))
    except messages.BadMessage as error:
        raise Refusal("bad_message", str(error), table.state_for(access).version) from None
    answers: list[Acknowledged | Hint | Refused] = []
    await handle_command(request.app, table, access, request.address, body, answers.append)
    return answers[0] if answers else Acknowledged(id="", version=0)


class SeatView(msgspec.Struct, frozen=True):
    """What a bot in a seat would be given."""

    version: int
    view: ViewSnapshot


async def seat_view(request: ApiRequest) -> bytes:
    """Return what a bot in the requester's seat would be given; pages find their hints with it."""
    table, access = await request.table()
    seen = view_for_hint(table.state, access)
    return msgspec.json.encode(SeatView(table.state.version, take_snapshot(seen)))


# Records and replays


async def record(request: ApiRequest) -> bytes:
    """Return the game's record: masked while it runs, whole after the end."""
    table, access = await request.table()
    async with table.locked():  # nothing changes while the thread reads
        state = table.state_for(access)
        if state.game is None or len(state.game.events) <= MAX_IN_LOOP:
            return _shown_record(state, access)
        return await request.app.run_aside(request.creator, _shown_record, state, access)


def _shown_record(state: TableState, access: Access) -> bytes:
    return msgspec.json.encode(replays.shown_record(state, access))


async def replay(request: ApiRequest) -> http.Replay:
    """Return the game so far, to step through."""
    history = await _history(request)
    viewer = replays.parse_viewer(history, request.query.get("viewer"))
    return await request.app.run_aside(request.creator, replays.replay, history, viewer)


async def frames(request: ApiRequest) -> http.Frames:
    """Return the game at single moments."""
    history = await _history(request)
    viewer = replays.parse_viewer(history, request.query.get("viewer"))
    after, count = request.number("after", len(history.events)), request.number("count", 1)
    return await request.app.run_aside(
        request.creator, replays.frames, history, viewer, after or 0, count or 1
    )


async def record_replay(request: ApiRequest) -> bytes:
    """Return the game of an imported record, to step through."""
    return await _read_record(request)


async def record_frames(request: ApiRequest) -> bytes:
    """Return the game of an imported record at single moments."""
    return await _read_record(request, request.number("count", 1) or 1, request.number("after"))


async def _read_record(request: ApiRequest, moments: int = 0, after: int | None = None) -> bytes:
    body, viewer = await _record_body(request), request.query.get("viewer")
    job = Read(body, request.path["record"], viewer, moments, after)
    return text_of(await request.app.read_record(request.creator, job))


async def play_on(request: ApiRequest) -> http.TableCreated:
    """Play on from an event of a finished game, against bots."""
    body = request.parse_body(http.PlayOn)
    await _check_quota(request, [body.bot])
    if "record" in request.path:
        source = await _record(request)
        name = request.path["record"]
    else:
        table, access = await request.table()
        if table.state.status not in ("finished", "stopped"):
            shown = table.state_for(access)
            raise Refusal("not_finished", "the game is still running", shown.version)
        source, name = replays.full_record(table.state), table.state.id
    return _made(await request.app.tables.play_on(source, name, body, request.creator))


async def _history(request: ApiRequest) -> replays.GameHistory:
    table, access = await request.table()
    return replays.history_of_table(table.state_for(access), access)


async def _record(request: ApiRequest) -> dict[str, Any]:
    body = await _record_body(request)
    return await request.app.run_aside(request.creator, parse_record, body.encode())


async def _record_body(request: ApiRequest) -> str:
    body = await request.app.store.record(request.path["record"])
    if body is None:
        raise Refusal(
            "unknown_record", "there is no such record; imported records are deleted after 30 days"
        )
    return body


async def import_record(request: ApiRequest) -> http.RecordImported:
    """Import a record to view; it is replayed, and refused if it breaks a rule."""
    await _check_record_quota(request)
    job = Check(request.body, request.app.settings.record_events)
    answer = await request.app.read_record(request.creator, job)
    if answer.get("bad") or "error" in answer:
        message = str(answer.get("bad") or "this record cannot be checked")
        raise Refusal("bad_record", message, rule=answer.get("rule"), event=answer.get("event"))
    name = request.app.new_id()
    await request.app.store.keep_record(name, request.creator, answer["record"])
    return http.RecordImported(record=name)


async def _check_record_quota(request: ApiRequest) -> None:
    """Refuse a record if the requester, or all together, have as many as the server stores."""
    settings = request.app.settings
    mine, total = await request.app.store.records_stored(request.creator)
    if _is_full(mine, settings.records_per_address, settings.record_storage_per_address):
        raise Refusal("quota", f"you have {mine.count} imported records; they go after 30 days")
    if _is_full(total, settings.records, settings.record_storage):
        raise Refusal("quota", "this server stores no more records for now")


def _is_full(stored: Stored, most: int, storage: int) -> bool:
    return bool((most and stored.count >= most) or (storage and stored.size >= storage))


async def imported(request: ApiRequest) -> bytes:
    """Return an imported record."""
    return (await _record_body(request)).encode()


Answers = Acknowledged | Hint | Refused
_VIEW = ("viewer",)
_FRAMES = ("viewer", "after", "count")

ROUTES: tuple[Route, ...] = (
    Route("GET", "/server", "anyone", server, http.ServerInfo),
    Route("POST", "/tables", "anyone", create, http.TableCreated, http.CreateTable),
    Route("GET", "/tables", "anyone", list_tables, http.TableList, query=("before",)),
    Route("POST", "/tables/find", "anyone", find, http.Found, http.FindTable),
    Route("POST", "/tables/mine", "anyone", mine, http.MyTablesAnswer, http.MyTables),
    Route("GET", "/tables/{table}", "guest", look, TableInfo),
    Route("POST", "/tables/{table}/join", "guest", join, http.Seated, http.JoinTable),
    Route("POST", "/tables/{table}/leave", "seat", leave, TableInfo),
    Route("POST", "/tables/{table}/free", "seat", free, TableInfo, http.FreeSeat),
    Route("POST", "/tables/{table}/offer", "seat", offer, http.SeatOffered, http.OfferSeat),
    Route("POST", "/tables/{table}/take-over", "guest", take_over, http.Seated, http.TakeOver),
    Route("POST", "/tables/{table}/plan", "host", plan, TableInfo, http.PlanSeat),
    Route("POST", "/tables/{table}/start", "host", start, TableInfo, http.StartTable),
    Route("POST", "/tables/{table}/nonce", "seat", shuffle_part, TableInfo, http.ShufflePart),
    Route("POST", "/tables/{table}/token", "seat", change_token, http.TokenChanged),
    Route(
        "PUT",
        "/tables/{table}/notifications",
        "seat",
        notifications,
        http.Notifications,
        http.Notifications,
    ),
    Route("GET", "/tables/{table}/state", "guest", state, Welcome, query=("look",)),
    Route(
        "GET",
        "/tables/{table}/updates",
        "guest",
        updates,
        Update | Welcome | Heartbeat,
        query=("after", "wait", "look"),
    ),
    Route("POST", "/tables/{table}/commands", "guest", run_command, Answers, Command),
    Route("GET", "/tables/{table}/view", "seat", seat_view, dict[str, Any]),
    Route("GET", "/tables/{table}/record", "guest", record, dict[str, Any]),
    Route("GET", "/tables/{table}/replay", "guest", replay, http.Replay, query=_VIEW),
    Route("GET", "/tables/{table}/frames", "guest", frames, http.Frames, query=_FRAMES),
    Route("POST", "/tables/{table}/play-on", "guest", play_on, http.TableCreated, http.PlayOn),
    Route(
        "POST",
        "/records",
        "anyone",
        import_record,
        http.RecordImported,
        dict[str, Any],
        size_limit="record",
    ),
    Route("GET", "/records/{record}", "anyone", imported, dict[str, Any]),
    Route("GET", "/records/{record}/replay", "anyone", record_replay, http.Replay, query=_VIEW),
    Route("GET", "/records/{record}/frames", "anyone", record_frames, http.Frames, query=_FRAMES),
    Route("POST", "/records/{record}/play-on", "anyone", play_on, http.TableCreated, http.PlayOn),
)
