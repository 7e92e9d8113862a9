"""Times in which no server could take moves, known by a sign of life that each writes regularly."""

from sqlalchemy import Connection, delete, func, insert, select, update

from ilos.store.schema import keys, outages

ALIVE = "alive"
KEPT = 400 * 24 * 60 * 60 * 1000  # milliseconds; no clock runs longer


def sign_of_life(connection: Connection, now: int, longest: int) -> bool:
    """Write that a server runs; whether none did for longer than `longest` before, an outage."""
    row = select(keys.c.value).where(keys.c.name == ALIVE).with_for_update()
    last = connection.execute(row).scalar_one_or_none()
    if last is None:
        connection.execute(insert(keys), {"name": ALIVE, "value": str(now)})
        return False
    connection.execute(update(keys).where(keys.c.name == ALIVE).values(value=str(now)))
    if now - int(last) <= longest:
        return False
    _forget(connection, int(last), now)
    connection.execute(insert(outages), {"began": int(last), "ended": now})
    return True


def lost_time(connection: Connection, since: int) -> int:
    """Milliseconds after `since` that fell into outages."""
    ours = outages.c.ended - func.max(outages.c.began, since)
    if connection.dialect.name == "postgresql":
        ours = outages.c.ended - func.greatest(outages.c.began, since)
    chosen = select(ours).where(outages.c.ended > since)
    return sum(int(value) for value in connection.scalars(chosen))


def _forget(connection: Connection, began: int, now: int) -> None:
    old = (outages.c.ended < now - KEPT) | (outages.c.began == began)
    connection.execute(delete(outages).where(old))
