"""The event log of every table in SQL, migrations and housekeeping, on SQLite and PostgreSQL.

The log, keyed (table, version), is the only truth; everything else in the row of a table is a
summary that can be rebuilt from it. The database decides races: an append names the version it
expects, and exactly one of two that name the same succeeds.

This package imports no database driver by itself; `ilos.store.store` does. So the types of log
entries and rows can be used without one.
"""

from ilos.store.errors import BadDatabase, Conflict, InUse, StoreUnavailable

__all__ = ["BadDatabase", "Conflict", "InUse", "StoreUnavailable"]
