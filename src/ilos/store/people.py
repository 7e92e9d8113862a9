"""Data about people: chat, mutes, notifications, bans, imported records, bot leases."""

from collections.abc import Mapping

import msgspec
from sqlalchemy import Connection, RowMapping, delete, func, insert, select, update

from ilos.store.rows import ChairRow, ChatRow, Stored
from ilos.store.schema import (
    bans,
    chair_settings,
    chat_lines,
    keys,
    leases,
    notice_counts,
    records,
    tables,
)

DAY = 24 * 60 * 60 * 1000  # milliseconds
CONFIRMED = "confirmed"  # stands where the hash of the code stood


def say(connection: Connection, table: str, command: str, line: ChatRow) -> tuple[ChatRow, bool]:
    """Store a line of chat under the next number; return it and whether it is new."""
    # Lock the table's row, so that numbers have no gaps with several processes.
    connection.execute(select(tables.c.id).where(tables.c.id == table).with_for_update())
    known = connection.execute(
        select(*_CHAT).where(chat_lines.c.table_id == table, chat_lines.c.command_id == command)
    ).first()
    if known is not None:
        return ChatRow(*known), False
    last = select(func.coalesce(func.max(chat_lines.c.number), 0)).where(
        chat_lines.c.table_id == table
    )
    number = int(connection.execute(last).scalar_one()) + 1
    new = msgspec.structs.replace(line, number=number)
    row = {"table_id": table, "command_id": command, **msgspec.structs.asdict(new)}
    connection.execute(insert(chat_lines), row)
    return new, True


def chat(connection: Connection, table: str, after: int = 0, limit: int = 100) -> list[ChatRow]:
    """Return the last lines with a number above `after`, oldest first."""
    chosen = select(*_CHAT).where(chat_lines.c.table_id == table, chat_lines.c.number > after)
    rows = connection.execute(chosen.order_by(chat_lines.c.number.desc()).limit(limit)).all()
    return [ChatRow(*row) for row in reversed(rows)]


def chair(connection: Connection, table: str, chair: int) -> ChairRow:
    """What the person in a chair asked for."""
    here = (chair_settings.c.table_id == table) & (chair_settings.c.chair == chair)
    row = connection.execute(select(*_CHAIR).where(here)).mappings().first()
    return ChairRow() if row is None else _chair(row)


def people_at(connection: Connection, table: str) -> list[ChairRow]:
    """What the people at a table asked for."""
    here = select(*_CHAIR).where(chair_settings.c.table_id == table)
    return [_chair(row) for row in connection.execute(here).mappings()]


def _chair(row: RowMapping) -> ChairRow:
    muted = tuple(int(part) for part in row["muted"].split())
    return ChairRow(**{**row, "muted": muted})


def keep_chair(connection: Connection, table: str, chair: int, row: ChairRow) -> None:
    """Keeps what the person in a chair asks for."""
    here = (chair_settings.c.table_id == table) & (chair_settings.c.chair == chair)
    connection.execute(delete(chair_settings).where(here))
    kept = {**msgspec.structs.asdict(row), "muted": " ".join(map(str, row.muted))}
    connection.execute(insert(chair_settings), {"table_id": table, "chair": chair, **kept})


def confirm(connection: Connection, table: str, proof: str) -> bool:
    """Whether the code with this hash was sent to an address of the table; it is confirmed now."""
    found = 0
    for column in (chair_settings.c.email_proof, chair_settings.c.webhook_proof):
        mine = (chair_settings.c.table_id == table) & (column == proof)
        found += connection.execute(
            update(chair_settings).where(mine).values({column.name: CONFIRMED})
        ).rowcount
    return found > 0


def notify_once(
    connection: Connection, table: str, chair: int, version: int, now: int, interval: int
) -> bool:
    """Whether nobody has told this chair of this version, nor of any within the interval."""
    here = (
        (chair_settings.c.table_id == table)
        & (chair_settings.c.chair == chair)
        & (chair_settings.c.notified < version)
    )
    free = chair_settings.c.notified_at.is_(None) | (chair_settings.c.notified_at <= now - interval)
    sent = {"notified": version, "notified_at": now}
    return connection.execute(update(chair_settings).where(here, free).values(sent)).rowcount == 1


def count_notice(connection: Connection, limits: Mapping[str, int], now: int) -> bool:
    """Count a notice for every key, unless one of them is used up for the day; 0 is no limit."""
    rows = select(notice_counts).where(notice_counts.c.hash.in_(limits))
    known = {
        row[0]: row
        for row in connection.execute(rows.order_by(notice_counts.c.hash).with_for_update())
    }
    # A day that begins in the future was written by a clock that was wrong.
    today = {key: row[2] for key, row in known.items() if 0 <= now - row[1] < DAY}
    if any(most and today.get(key, 0) >= most for key, most in limits.items()):
        return False
    for key in sorted(limits):
        here = notice_counts.c.hash == key
        if key in today:
            counted = {"count": notice_counts.c.count + 1}
            connection.execute(update(notice_counts).where(here).values(counted))
            continue
        if key in known:
            connection.execute(delete(notice_counts).where(here))
        connection.execute(insert(notice_counts), {"hash": key, "began": now, "count": 1})
    return True


def banned(connection: Connection, kind: str, now: int) -> set[str]:
    """Return the hashes of all addresses or tokens that are banned now."""
    lasting = (bans.c.until.is_(None)) | (bans.c.until > now)
    return set(connection.scalars(select(bans.c.hash).where(bans.c.kind == kind, lasting)))


def ban(connection: Connection, kind: str, hash_token: str, until: int | None, reason: str) -> None:
    """Ban an address or token."""
    unban(connection, kind, hash_token)
    row = {"kind": kind, "hash": hash_token, "until": until, "reason": reason}
    connection.execute(insert(bans), row)


def unban(connection: Connection, kind: str, hash_token: str) -> None:
    """Lift the ban of an address or token."""
    connection.execute(delete(bans).where(bans.c.kind == kind, bans.c.hash == hash_token))


def keep_record(connection: Connection, record: str, creator: str, body: str, now: int) -> None:
    """Store an imported record."""
    size = len(body.encode())
    row = {"id": record, "created": now, "creator": creator, "body": body, "size": size}
    connection.execute(insert(records), row)


def records_stored(connection: Connection, creator: str) -> tuple[Stored, Stored]:
    """Return what imported records a creator has, and what there are in all."""
    total = select(func.count(), func.coalesce(func.sum(records.c.size), 0)).select_from(records)
    mine = total.where(records.c.creator == creator)
    found = [connection.execute(query).one() for query in (mine, total)]
    return Stored(*map(int, found[0])), Stored(*map(int, found[1]))


def record(connection: Connection, record: str) -> str | None:
    """Return an imported record."""
    return connection.execute(
        select(records.c.body).where(records.c.id == record)
    ).scalar_one_or_none()


def claim(
    connection: Connection, table: str, version: int, owner: str, now: int, until: int
) -> bool:
    """Claim the search for a bot's move at a version, unless another process has it."""
    here = leases.c.table_id == table
    free = (leases.c.version != version) | (leases.c.until <= now) | (leases.c.owner == owner)
    values = {"version": version, "owner": owner, "until": until}
    if connection.execute(update(leases).where(here, free).values(values)).rowcount:
        return True
    if connection.execute(select(leases.c.version).where(here)).first() is not None:
        return False
    connection.execute(insert(leases), {"table_id": table, **values})
    return True


def key(connection: Connection, name: str, fresh: str) -> str:
    """Return a secret of this installation; created on first use."""
    found = connection.execute(select(keys.c.value).where(keys.c.name == name)).scalar_one_or_none()
    if found is not None:
        return str(found)
    connection.execute(insert(keys), {"name": name, "value": fresh})
    return fresh


_CHAIR = [chair_settings.c[name] for name in ChairRow.__struct_fields__]
_CHAT = [chat_lines.c[name] for name in ChatRow.__struct_fields__]
