"""What can go wrong with the store, in four names."""


class Conflict(Exception):
    """Somebody else appended first: load what is new and look again."""


class StoreUnavailable(Exception):
    """The database is full, read-only or away; nothing was changed, the same may be tried again."""


class BadDatabase(Exception):
    """The database would not keep its promises (durability, version); the server must not start."""


class InUse(BadDatabase):
    """Another process has this SQLite file."""
