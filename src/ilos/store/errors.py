"""The errors of the store."""


class Conflict(Exception):
    """Another writer appended first: load the new entries and decide again."""


class StoreUnavailable(Exception):
    """The database is full, read-only or unreachable; nothing was changed; retry later."""


class BadDatabase(Exception):
    """The database is not durable, or of another version; the server must not start."""


class InUse(BadDatabase):
    """Another process has this SQLite file open."""


def first_line(error: BaseException) -> str:
    """Return the database's message, without the statement and its secret parameters."""
    cause = getattr(error, "orig", None) or error
    return f"{type(cause).__name__}: {str(cause).splitlines()[0] if str(cause) else ''}"
