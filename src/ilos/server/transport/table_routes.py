"""Routes of tables until the game starts: create, find, join, leave, plan, start."""

from collections.abc import Iterable
from typing import Literal

from ilos import __version__
from ilos.bots import LEVELS
from ilos.protocol import http, messages
from ilos.protocol.tables import TableInfo
from ilos.server.botpool.scheduler import QUICK
from ilos.server.refusal import Refusal
from ilos.server.table_app import bot_levels, is_bot
from ilos.server.tables import commands, presenter, seating
from ilos.server.tables.access import Access
from ilos.server.tables.commands import CommandResult, substitute
from ilos.server.tables.lobby import table_info_of
from ilos.server.tables.move_path import perform
from ilos.server.tables.registry import CreatedTable
from ilos.server.tables.state import TableState
from ilos.server.tables.table import Table
from ilos.server.tables.tokens import hash_token, new_token
from ilos.server.transport.api import ApiRequest, Routes

PAGE = 50  # tables in a list

routes = Routes()


def info(table: Table, access: Access) -> TableInfo:
    """Return the table's description for a role."""
    return presenter.table_info(table.state_for(access), table.presence(), access.sees_code)


@routes.get("/server")
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


@routes.post("/tables")
async def create(request: ApiRequest, body: http.CreateTable) -> http.TableCreated:
    """Create a table."""
    await check_quota(request, [seat.bot for seat in body.seats if seat.kind == "bot"])
    return created(await request.app.tables.create(body, request.creator))


async def check_quota(request: ApiRequest, bots: Iterable[str | None]) -> None:
    """Refuse another table to an address that has enough, or whose bots have thought enough."""
    request.app.creation_limit.check(request.address, "new tables")
    most = request.app.settings.tables_per_address
    mine, total = await request.app.store.open_tables(request.creator)
    if most and mine >= most:
        raise Refusal("quota", f"you have {most} open tables already; finish one first")
    if request.app.settings.tables and total >= request.app.settings.tables:
        raise Refusal("quota", "this server has as many open tables as it takes; try later")
    if not request.app.bot_seconds.has(request.creator) and any(bot in LEVELS for bot in bots):
        raise Refusal("quota", f"your share of bot time is used up for today; choose {QUICK} bots")


def created(made: CreatedTable) -> http.TableCreated:
    """Return the answer to who created a table: with every token."""
    access = Access(tuple(key.seat for key in made.keys), host=True)
    shown = info(made.table, access)
    return http.TableCreated(table=shown, host=made.host, keys=made.keys)


@routes.get("/tables", query=("before",))
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


@routes.post("/tables/find")
async def find(request: ApiRequest, body: http.FindTable) -> http.Found:
    """Find a table that is open or running by its invitation code."""
    code = body.code.strip().lower()
    request.app.guess_limit.check_left(request.address, "wrong codes", code=True)
    row = await request.app.store.row_of_code(code)
    if row is None or row.status not in ("open", "playing"):
        request.app.guess_limit.count(request.address, code=True)
        raise Refusal("unknown_code", "no table has this code")
    table = await request.app.tables.get(row.id)
    shown = table.state_for(Access(invited=True))
    return http.Found(table=presenter.table_info(shown, table.presence(), show_code=True))


@routes.post("/tables/mine")
async def mine(request: ApiRequest, body: http.MyTables) -> http.MyTablesAnswer:
    """List the requester's own games, by the tokens the browser holds."""
    held = body.held
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


@routes.get("/tables/{table}", role="guest")
async def look(request: ApiRequest) -> TableInfo:
    """Describe a table."""
    table, access = await request.table()
    return info(table, access)


@routes.post("/tables/{table}/join", role="guest")
async def join(request: ApiRequest, body: http.JoinTable) -> http.Seated:
    """Take a seat."""
    table, access = await request.table(body.code)
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


@routes.post("/tables/{table}/leave", role="seat")
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


@routes.post("/tables/{table}/free", role="seat")
async def free(request: ApiRequest, body: http.FreeSeat) -> TableInfo:
    """Free a seat as host; during the game a bot plays on for an absent player.

    At a table without a clock others may ask for the bot too, once they have waited ten minutes.
    """
    table, access = await request.table()
    seat = body.seat
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


@routes.post("/tables/{table}/offer", role="seat")
async def offer(request: ApiRequest, body: http.OfferSeat) -> http.SeatOffered:
    """Make a link by which another person takes over a seat that a bot plays, once."""
    table, access = await request.table()
    seat = body.seat
    if not access.is_member:
        raise Refusal("not_allowed", "only those at the table may do that")
    by = access.chairs[0] if access.chairs else None
    token, now = new_token(), await request.app.store.now()
    await perform(table, lambda state: commands.offer_seat(state, seat, by, hash_token(token), now))
    return http.SeatOffered(offer=token)


@routes.post("/tables/{table}/take-over", role="guest")
async def take_over(request: ApiRequest, body: http.TakeOver) -> http.Seated:
    """Take over a seat that a bot plays, by a link that a player gave."""
    table, access = await request.table(body.code)
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


@routes.post("/tables/{table}/plan", role="host")
async def plan(request: ApiRequest, body: http.PlanSeat) -> TableInfo:
    """Open a seat or give it to a bot, as host."""
    table = await request.host_table()
    await perform(table, lambda state: seating.plan_chair(state, body.seat, body.plan, is_bot))
    return info(table, Access(host=True))


@routes.post("/tables/{table}/start", role="host")
async def start(request: ApiRequest, body: http.StartTable) -> TableInfo:
    """Start the game, as host."""
    table = await request.host_table()
    await perform(table, lambda state: seating.start(state, body.fill, is_bot))
    return info(table, Access(host=True))


@routes.post("/tables/{table}/nonce", role="seat")
async def shuffle_part(request: ApiRequest, body: http.ShufflePart) -> TableInfo:
    """Commit to the own part of the shuffle, or open it when the game is about to start."""
    table, chair = await request.seated()
    if body.nonce:
        try:
            await perform(table, lambda state: seating.open_nonce(state, chair, body.nonce))
        except Refusal:
            if table.state.chairs[chair].nonce != body.nonce:  # sent again, it is done
                raise
    else:
        await perform(table, lambda state: seating.commit_nonce(state, chair, body.nonce_hash))
    return info(table, Access(chairs=(chair,)))


@routes.post("/tables/{table}/token", role="seat")
async def change_token(request: ApiRequest) -> http.TokenChanged:
    """Replace the seat token; the old one is revoked at once."""
    table, chair = await request.seated()
    token = new_token()
    await request.app.store.change_token(table.state.id, chair, hash_token(token))
    table.revoke_chair(chair)
    return http.TokenChanged(key=http.SeatKey(seat=chair, token=token))


@routes.put("/tables/{table}/notifications", role="seat")
async def notifications(request: ApiRequest, body: http.Notifications) -> http.Notifications:
    """Set where this seat is notified of its turn, once the link sent there was opened."""
    table, chair = await request.seated()
    await request.app.notifier.ask(table.state.id, chair, body, request.creator)
    return body
