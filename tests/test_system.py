"""Calls that Windows does not have lie in `ilos.system` alone, and every module loads without."""

import ast
import itertools
import subprocess
import sys
from pathlib import Path

import pytest

from ilos.system import cpu_limit, lock_file, sync_file

PACKAGE = Path(__file__).parent.parent / "src" / "ilos"
POSIX_MODULES = set("crypt curses fcntl grp nis ossaudiodev posix pty pwd resource spwd".split())
POSIX_MODULES |= set("syslog termios tty".split())
POSIX_NAMES = set(
    "AF_UNIX ITIMER_PROF O_DIRECTORY SIGALRM SIGHUP SIGKILL SIGPROF SIGQUIT SIGUSR1 SIGUSR2 "
    "add_signal_handler alarm chown fork forkpty getegid geteuid getgid getloadavg getpgid getuid "
    "killpg mkfifo nice open_unix_connection pread pwrite register_at_fork sched_getaffinity "
    "sched_setaffinity setitimer setpgid setsid start_unix_server sysconf uname waitpid".split()
)
MODULES = sorted(PACKAGE.rglob("*.py"))


def posix_only(source: str) -> list[str]:
    """Every use of what Windows does not have."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                found += [name.name for name in names if name.name in POSIX_MODULES]
            case ast.ImportFrom(module=module) if module in POSIX_MODULES:
                found.append(module)
            case ast.Attribute(attr=name) if name in POSIX_NAMES:
                found.append(name)
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_only_one_module_calls_what_windows_does_not_have(path: Path) -> None:
    """Architecture: Windows needs `ilos.system` only."""
    found = posix_only(path.read_text(encoding="utf-8"))
    assert bool(found) == (path.name == "system.py" and path.parent == PACKAGE), found


# Runs in a Python that says it is Windows, without the modules and names that are POSIX's.
LOADS = """
import asyncio, importlib, multiprocessing, os, pkgutil, signal, socket, subprocess, sys, sysconfig
import ctypes, uuid, zipfile, http.server, ssl, sqlite3, logging.handlers, concurrent.futures
import gymnasium, pettingzoo, numpy, starlette, uvicorn, sqlalchemy, alembic, asyncpg, rich, msgspec
import websockets, prometheus_client, h11, openskill, backports.zstd, pyspiel
import sqlalchemy.ext.asyncio, alembic.command, starlette.routing, uvicorn.config, uvicorn.server
import uvicorn.protocols.http.auto, uvicorn.protocols.websockets.auto
import rich.console, rich.progress, rich.table, gymnasium.vector, pettingzoo.utils
for name in {modules}:
    sys.modules[name] = None
for module in (asyncio, os, signal, socket):
    for name in {names}:
        if hasattr(module, name):
            delattr(module, name)
sys.platform = "win32"
import ilos
for found in pkgutil.walk_packages(ilos.__path__, "ilos."):
    if not found.name.endswith("__main__") and ".migrations" not in found.name:
        importlib.import_module(found.name)
print(len(ilos.play_game(["greedy", "random"], seed=1).events))
"""


def test_every_module_loads_where_nothing_of_posix_is() -> None:
    """Install anywhere: a Python without fcntl, SIGHUP, AF_UNIX and the like plays a game."""
    names = sorted(POSIX_NAMES - {"sysconf", "uname", "getloadavg", "sched_getaffinity"})
    script = LOADS.format(modules=sorted(POSIX_MODULES - {"posix"}), names=names)
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr[-2000:]
    assert int(run.stdout) > 20


def test_a_locked_file_is_refused_to_another(tmp_path: Path) -> None:
    """Hosting: SQLite is for one process."""
    with (tmp_path / "one").open("w") as mine, (tmp_path / "one").open("w") as other:
        lock_file(mine.fileno())
        with pytest.raises(OSError):
            lock_file(other.fileno())


def test_what_takes_too_long_is_ended() -> None:
    """Hosting: a record that is slow to check does not hold a worker."""

    class TooLong(Exception):
        pass

    with pytest.raises(TooLong), cpu_limit(0.01, TooLong):
        sum(0 for _ in itertools.count())  # without end


def test_a_synced_file_is_as_it_was(tmp_path: Path) -> None:
    """Backups: contents do not change when they are forced to the disk."""
    path = tmp_path / "copy"
    path.write_bytes(b"abc")
    sync_file(path)
    assert path.read_bytes() == b"abc"
