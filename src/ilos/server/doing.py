"""Deeds: whatever a client asks for at a table, by socket or HTTP, done and answered once."""

from collections.abc import Callable

from ilos.bots.hints import reason_for
from ilos.protocol import client
from ilos.protocol.client import Deed
from ilos.protocol.server import Acknowledged, Hint, Refused
from ilos.server import chat, deeds
from ilos.server.access import Access
from ilos.server.house import House
from ilos.server.hub import Connection
from ilos.server.refusal import Refusal
from ilos.server.sights import raw
from ilos.server.state import TableState
from ilos.server.table import Table
from ilos.server.tokens import keyed
from ilos.store import StoreUnavailable
from ilos.store.rows import ChairRow
from ilos.views import view

Answer = Callable[[Acknowledged | Hint | Refused], None]


async def do(
    house: House,
    table: Table,
    access: Access,
    address: str,
    deed: Deed,
    answer: Answer,
    connection: Connection | None = None,
) -> None:
    """Do it and answer; a deed with an id gets exactly one answer."""
    try:
        match deed:
            case client.Say():
                house.chat.check(address, "lines of chat")
                await chat.say(house.store, table, access, deed.id, deed.text)
                answer(Acknowledged(id=deed.id, version=0))  # not in the log
            case client.React():
                house.chat.check(address, "reactions")
                chat.react(table, access, deed.reaction)
            case client.Mute():
                await _mute(house, table, access, deed, connection)
            case client.AskHint():
                house.hints.check(address, "hints")
                answer(await _hint(house, table, access, address, deed))
            case client.Rematch():
                if not access.inside:
                    raise Refusal("not_allowed", "only those at the table may ask for a rematch")
                await house.tables.rematch(table, deed.id)
                answer(Acknowledged(id=deed.id, version=table.state.version))
            case _:
                await _play(house, table, access, deed, answer)
    except Refusal as refusal:
        if table.is_behind(access):
            refusal.version = None  # what it says now is not for spectators behind it (H-12)
        answer(refused(refusal, getattr(deed, "id", None), table.shown_to(access)))
        if refusal.code == "unknown_table":
            house.tables.forget(table.state.id)
    except StoreUnavailable:
        no = Refusal("try_again", "the store is not available; send it again with the same id")
        answer(refused(no, getattr(deed, "id", None), table.shown_to(access)))


def refused(refusal: Refusal, deed_id: str | None, state: TableState | None) -> Refused:
    """The message that says no."""
    version = refusal.version
    if version is None and state is not None:
        version = state.version
    return Refused(
        id=deed_id,
        code=refusal.code,
        message=refusal.message,
        version=version,
        rule=refusal.rule,
    )


async def _play(
    house: House, table: Table, access: Access, deed: deeds.TableDeed, answer: Answer
) -> None:
    if not access.chairs:
        raise Refusal("not_allowed", "only players may do that")
    bot = house.settings.substitute
    votes = isinstance(deed, (client.ProposeUndo, client.ProposeEnd, client.Vote))
    now = await house.store.now() if votes else 0
    await table.perform(
        lambda state: deeds.decide(state, access.seats(state), deed, bot, now),
        deed.id,
        access.chairs,
        lambda version: answer(Acknowledged(id=deed.id, version=version)),
    )


async def _mute(
    house: House, table: Table, access: Access, deed: client.Mute, connection: Connection | None
) -> None:
    state = table.state
    if deed.seat is not None and deed.seat >= len(state.chairs):
        raise Refusal("not_allowed", "there is no such seat")
    order = state.order or list(range(len(state.chairs)))
    speaker = chat.SPECTATORS if deed.seat is None else order[deed.seat]
    listeners = [c for c in table.connections if set(c.access.chairs) & set(access.chairs)]
    for listener in {*listeners, *([connection] if connection is not None else [])}:
        if deed.muted:
            listener.muted.add(speaker)
        else:
            listener.muted.discard(speaker)
    for chair in access.chairs:
        kept = await house.store.chair(state.id, chair)
        muted = set(kept.muted) | {speaker} if deed.muted else set(kept.muted) - {speaker}
        row = ChairRow(kept.email, kept.webhook, tuple(sorted(muted)), kept.notified)
        await house.store.keep_chair(state.id, chair, row)


async def _hint(
    house: House, table: Table, access: Access, address: str, deed: client.AskHint
) -> Hint:
    state = table.state
    seat = state.to_move
    if seat is None or seat not in access.seats(state) or state.game is None:
        raise Refusal("not_your_turn", "hints are for the seat that is to move", state.version)
    seen, version = view(state.game, seat), state.version
    key = f"{state.id}:{seat}:{version}"
    asker = keyed(house.store.pepper, address)
    if not house.bot_seconds.has(asker):
        raise Refusal("quota", "bots have thought enough for you today", state.version)
    move, bot = await house.advice.find(seen, deed.rank, key, asker)
    reason, values = reason_for(seen.setup, seen.position, move)
    return Hint(
        id=deed.id,
        version=version,
        move=raw(move.to_json()),
        bot=bot,
        reason=reason,
        values=values,
    )
