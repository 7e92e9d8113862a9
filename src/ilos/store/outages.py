"""Times in which no server could take moves, known by a sign of life that each writes regularly."""

from sqlalchemy import Connection, delete, func, insert, select, update

from ilos.store.schema import keys, outages

ALIVE = "alive"  # when the last sign was written
INTERVAL = "alive_interval"  # in which its process writes the next
KEPT = 400 * 24 * 60 * 60 * 1000  # milliseconds; no clock runs longer
TOLERANCE = 500  # milliseconds that a sign may be late, besides one that is missing


def sign_of_life(connection: Connection, now: int, interval: int, any_gap: bool) -> bool:
    """Write that a server runs; return whether none did before for long, which is an outage.

    `interval`: milliseconds to the next sign. `any_gap`: since the last sign no server ran.
    """
    row = select(keys.c.value).where(keys.c.name == ALIVE).with_for_update()
    last = connection.execute(row).scalar_one_or_none()
    promised = connection.execute(
        select(keys.c.value).where(keys.c.name == INTERVAL)
    ).scalar_one_or_none()
    _keep(connection, ALIVE, now, last is None)
    _keep(connection, INTERVAL, interval, promised is None)
    longest = 0 if any_gap else 2 * int(promised or interval) + TOLERANCE
    if last is None or now - int(last) <= longest:
        return False
    _forget(connection, int(last), now)
    connection.execute(insert(outages), {"began": int(last), "ended": now})
    return True


def _keep(connection: Connection, name: str, value: int, is_new: bool) -> None:
    if is_new:
        connection.execute(insert(keys), {"name": name, "value": str(value)})
    else:
        connection.execute(update(keys).where(keys.c.name == name).values(value=str(value)))


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
