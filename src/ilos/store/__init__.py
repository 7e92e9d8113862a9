"""The SQL event log of every table, migrations and housekeeping; one SQL for SQLite and PostgreSQL.

The log, keyed (table, version), is the only truth; everything else in the row of a table is a
summary that can be made again from it. Who won a race is decided by the database: an append names
the version it expects, and exactly one of two that name the same goes through.
"""

from ilos.store.errors import BadDatabase, Conflict, InUse, StoreUnavailable
from ilos.store.store import Store, open_store

__all__ = ["BadDatabase", "Conflict", "InUse", "Store", "StoreUnavailable", "open_store"]
