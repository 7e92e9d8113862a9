"""The errors of the store."""


class Conflict(Exception):
    """Another writer appended first: load the new entries and decide again."""


class StoreUnavailable(Exception):
    """The database is full, read-only or unreachable; nothing was changed; retry later."""


class BadDatabase(Exception):
    """The database is not durable, or of another version; the server must not start."""


class InUse(BadDatabase):
    """Another process has this SQLite file open."""
