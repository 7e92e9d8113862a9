"""Copies of a SQLite database: taken while a server uses it, put back while none does."""

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from ilos.store.errors import BadDatabase, InUse
from ilos.store.sqlite import lock_for_this_process
from ilos.system import sync_file


def back_up(path: Path, target: Path) -> None:
    """Write a whole copy, also while a server uses the database; a failed one leaves no file."""
    if not path.exists():
        raise BadDatabase(f"there is no database {path}")
    if target.exists():
        raise BadDatabase(f"{target} exists already")
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o600))  # it holds the secrets of games
        _copy(path, target)
    except (OSError, sqlite3.Error) as error:
        target.unlink(missing_ok=True)
        raise BadDatabase(f"the copy {target} could not be written: {error}") from None


def restore(path: Path, source: Path) -> Path | None:
    """Put a copy in the place of a database that no server uses; where the old one is kept.

    What a crash left beside the old file (`-wal`, `-shm`) belongs to it alone: replayed onto the
    copy it would break it, so it goes with the old one.
    """
    _check_is_ours(source)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        lock = lock_for_this_process(path)
    except InUse:
        raise InUse(f"a server uses {path}: stop it first, then restore") from None
    fresh = Path(f"{path}.restoring")
    try:
        fresh.unlink(missing_ok=True)
        back_up(source, fresh)
        kept = _set_aside(path)
        fresh.replace(path)
        sync_file(path)
    finally:
        fresh.unlink(missing_ok=True)
        os.close(lock)
    return kept


def _copy(path: Path, target: Path) -> None:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        connection.execute("VACUUM INTO ?", [str(target)])
    sync_file(target)


def _check_is_ours(source: Path) -> None:
    if not source.exists():
        raise BadDatabase(f"there is no backup {source}")
    try:
        with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as connection:
            found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
            connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as error:
        raise BadDatabase(f"{source} is no backup of a server: {error}") from None
    if found != "ok":
        raise BadDatabase(f"{source} is damaged: {found}")


def _set_aside(path: Path) -> Path | None:
    """Keep the old database with what belongs to it under another name."""
    shared = Path(f"{path}-shm")
    shared.unlink(missing_ok=True)  # made again from the log when it is missing
    log = Path(f"{path}-wal")
    if path.stat().st_size == 0:
        log.unlink(missing_ok=True)
        return None
    kept = Path(f"{path}.replaced-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}")
    os.link(path, kept)  # the old one stays in its place until the copy replaces it at once
    if log.exists():
        log.replace(f"{kept}-wal")
    return kept
