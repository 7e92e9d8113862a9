"""`ilos load`: how much a server on this machine can carry."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from urllib.parse import urlsplit

from ilos.cli.parser import CommandError, Parser, whole_number
from ilos.system import cpu_seconds, memory_bytes

EXAMPLES = """\
  ilos load
  ilos load --tables 500 --seats 4 --rate 100 --seconds 60
  ilos load --url http://127.0.0.1:8765 --json
"""

# Limits on rate and number are lifted for the tool's own server; a person could not play so fast.
LIFTED = {
    "ILOS_MESSAGES_PER_10S": "0",
    "ILOS_REQUESTS_PER_10S": "0",
    "ILOS_CREATIONS_PER_MINUTE": "0",
    "ILOS_GUESSES_PER_MINUTE": "0",
    "ILOS_SOCKETS_PER_ADDRESS": "0",
    "ILOS_SOCKETS": "0",
    "ILOS_HANDSHAKES_PER_MINUTE": "0",
    "ILOS_FRAMES_PER_10S": "0",
    "ILOS_CONNECTIONS_PER_ADDRESS": "0",
    "ILOS_PAGES_PER_10S": "0",
    "ILOS_TABLES_PER_ADDRESS": "0",
    "ILOS_TABLES": "0",
    "ILOS_TABLE_MEMORY": "100000",
    "ILOS_LOG_LEVEL": "warning",
}


WARM_UP = 10  # tables played for a second before anything counts


def add_arguments(parser: Parser) -> None:
    """What `ilos load` takes."""
    parser.add_argument("--url", help="a server on this machine; without it one is started")
    parser.add_argument("--database", metavar="URL", help="database of the server that is started")
    parser.add_argument(
        "--tables", type=whole_number(1, 5000), default=100, help="how many tables (default 100)"
    )
    parser.add_argument(
        "--seats", type=whole_number(2, 5), default=4, help="seats at each table (default 4)"
    )
    parser.add_argument(
        "--rate", type=whole_number(1), help="moves a second over all tables (default: no limit)"
    )
    parser.add_argument(
        "--seconds", type=whole_number(1, 3600), default=20, help="seconds of play (default 20)"
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def run(args: argparse.Namespace) -> int:
    """Play, measure, and tell; 1 if anything was lost or refused."""
    try:
        from ilos.client.load import LoadFailed
    except ModuleNotFoundError as error:
        raise CommandError(
            f"the load tool needs {error.name}: install it with `pip install 'ilos[server]'`"
        ) from None
    if args.url and urlsplit(args.url).hostname not in ("127.0.0.1", "localhost", "::1"):
        raise CommandError("a load test may only be run against a server on this machine")
    try:
        if args.url:
            figures = _play(args, args.url.rstrip("/"), None)
        else:
            figures = _with_own_server(args)
    except LoadFailed as error:
        raise CommandError(f"the run failed: {error}") from None
    print(json.dumps(figures) if args.json else _table(figures))
    return 1 if figures["lost"] or figures["refused"] else 0


def _with_own_server(args: argparse.Namespace) -> dict[str, float]:
    with tempfile.TemporaryDirectory(prefix="ilos-load-") as folder:
        command = [sys.executable, "-m", "ilos.cli", "serve", "--port", "0", "--no-browser"]
        command += ["--without-client"]
        command += ["--data", folder]
        if args.database:
            command += ["--database", args.database]
        server = subprocess.Popen(  # noqa: S603  ourselves
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, **LIFTED}
        )
        try:
            assert server.stdout is not None
            said = server.stdout.readline().strip()
            if not said:
                raise CommandError("the server did not start")
            return _play(args, said.rsplit(" ", 1)[-1], server.pid)
        finally:
            server.terminate()
            server.wait()


def _play(args: argparse.Namespace, url: str, pid: int | None) -> dict[str, float]:
    from ilos.client.load import Load, Stage

    if pid is not None:  # what a server needs once is not counted to its tables and sockets
        asyncio.run(Load(url, WARM_UP, args.seats).run(1, None))
    cpu: dict[str, float] = {}
    memory: dict[str, int] = {"idle": memory_bytes(pid)}

    def reached(stage: Stage) -> None:
        cpu[stage], memory[stage] = cpu_seconds(pid), memory_bytes(pid)

    load = Load(url, args.tables, args.seats)
    figures = asyncio.run(load.run(args.seconds, args.rate, reached))
    found: dict[str, float] = figures.to_json()
    if pid is not None:
        sockets = memory["seated"] - memory["made"]
        tables = memory["played"] - memory["idle"] - sockets
        used = cpu["played"] - cpu["seated"]
        found["server_cpu_ms_per_move"] = round(1000 * used / max(1, figures.moves), 2)
        found["server_mib"] = round(memory["played"] / 2**20, 1)
        found["kib_per_socket"] = round(sockets / 1024 / args.tables / args.seats, 1)
        found["kib_per_table"] = round(tables / 1024 / args.tables, 1)
        found["moves_per_table"] = round(figures.moves / args.tables, 1)
    return found


def _table(figures: dict[str, float]) -> str:
    return "\n".join(f"{name.replace('_', ' '):<32} {value}" for name, value in figures.items())
