"""What differs between operating systems: locks, limits, signals, sockets, processes.

This is the only module with calls that Windows does not have; each has its other half here, or
says what is missing there.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio
    import socket
    from collections.abc import Awaitable, Callable, Iterator
    from types import FrameType


def lock_file(handle: int) -> None:
    """Lock an open file for this process, until it is closed; OSError if another has it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def limit_memory(mebibytes: int) -> None:
    """Let this process have no more memory than this; Windows has no such limit."""
    if sys.platform != "win32":
        import resource

        size = mebibytes * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def allow_open_files(most: int) -> None:
    """Have so many files and connections open, or what the system allows: shells say 1,024."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = most if hard == resource.RLIM_INFINITY else min(hard, most)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def lower_priority(steps: int) -> None:
    """Let other processes go first; on Windows this process stays as it is."""
    if sys.platform == "win32":
        return
    if sys.platform == "linux" and os.sched_getscheduler(0) in (os.SCHED_FIFO, os.SCHED_RR):
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))  # that of the parent
    os.nice(steps)


@contextmanager
def cpu_limit(seconds: float, error: type[Exception]) -> Iterator[None]:
    """Raise the error after so much processor time in the main thread; not on Windows."""
    if sys.platform == "win32":
        yield
        return

    def too_long(_number: int, _frame: FrameType | None) -> None:
        raise error

    before = signal.signal(signal.SIGPROF, too_long)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextmanager
def interruptible() -> Iterator[None]:
    """End on SIGTERM, and on SIGHUP where there is one, as on Ctrl-C: what was reached is kept."""
    signals = [signal.SIGTERM]
    if sys.platform != "win32":
        signals.append(signal.SIGHUP)
    before = [signal.signal(number, _interrupt) for number in signals]
    try:
        yield
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def kill_this_process() -> None:
    """End at once, without any cleaning up."""
    os.kill(os.getpid(), signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)


def sync_file(path: Path) -> None:
    """Return when the file and its name are on the disk."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())
    if sys.platform != "win32":  # where a folder cannot be opened
        handle = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


async def listen_locally(
    path: Path,
    handler: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]],
) -> asyncio.Server:
    """Serve a socket in the file system that only this user can open; OSError if there is none."""
    if sys.platform == "win32":
        raise OSError("Windows has no sockets in the file system")
    import asyncio  # not where the command line would wait for it

    listener = _bound(path)
    try:
        return await asyncio.start_unix_server(handler, sock=listener)
    except OSError:
        listener.close()
        raise


def _bound(path: Path) -> socket.socket:
    """A socket that nobody else can open, not yet listening."""
    import socket

    path.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX)
    try:
        listener.bind(str(path))
        path.chmod(0o600)
    except OSError:
        listener.close()
        raise
    return listener


async def connect_locally(path: Path) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a socket in the file system; OSError if nothing listens there."""
    if sys.platform == "win32":
        raise OSError("Windows has no sockets in the file system")
    import asyncio

    return await asyncio.open_unix_connection(path)


def cpu_seconds(pid: int | None) -> float:
    """Processor time that a process has used; 0 where there is no /proc."""
    path = Path(f"/proc/{pid}/stat")
    if sys.platform == "win32" or pid is None or not path.exists():
        return 0.0
    fields = path.read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_bytes(pid: int | None) -> int:
    """Memory that a process holds; 0 where there is no /proc."""
    path = Path(f"/proc/{pid}/statm")
    if sys.platform == "win32" or pid is None or not path.exists():
        return 0
    return int(path.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
