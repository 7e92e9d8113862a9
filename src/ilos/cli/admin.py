"""`ilos admin`: looking after the tables of a server."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from ilos.cli.parser import CommandError, Parser, positive_number

EXAMPLES = """\
  ilos admin list --status playing
  ilos admin show 3dd503266bcf1284
  ilos admin export 3dd503266bcf1284 --out table.json
  ilos admin backup ilos-backup.sqlite
  ilos admin restore ilos-backup.sqlite
  ilos admin ban-address 203.0.113.7 --days 7 --reason flooding
  ilos admin move sqlite:///ilos.sqlite postgresql://ilos@localhost/ilos
"""


_REQUEST_FIELDS = ("command", "status", "table", "hidden", "address", "days", "reason", "token")


TAKES = {
    "table": "the id of the table",
    "address": "an IP address",
    "token": "the token",
    "source": "the URL of the database to copy",
    "target": "the URL of an empty database",
}


def add_arguments(parser: Parser) -> None:
    """What `ilos admin` takes."""
    _add_place(parser, None)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, about: str, *takes: str) -> Parser:
        found: Parser = commands.add_parser(name, about=about, help=about)
        _add_place(found, argparse.SUPPRESS)  # what stands before the command counts too
        for one in takes:
            found.add_argument(one, help=TAKES[one], type=_address if one == "address" else str)
        return found

    listing = command("list", "all tables")
    listing.add_argument(
        "--status",
        choices=("open", "playing", "finished", "stopped"),
        help="only tables of this status (default: all)",
    )
    show = command("show", "one table, as a spectator sees it", "table")
    show.add_argument("--hidden", action="store_true", help="also what is secret; this is logged")
    export = command("export", "everything about a table, secrets too", "table")
    export.add_argument("--out", metavar="FILE", type=Path, required=True, help="a new file")
    command("import", "take in an exported table").add_argument(
        "file", type=Path, help="what `export` wrote"
    )
    command("repair", "replay a table's log and make its summary again", "table")
    command("delete", "delete a table for good", "table")
    command("expire", "mark what is past its time, delete what was marked long ago")
    backup = command("backup", "copy a SQLite database while it is in use")
    backup.add_argument("target", type=Path, help="a new file")
    restoring = command("restore", "put a backup in the place of a SQLite database")
    restoring.add_argument("source", type=Path, help="what `backup` wrote")
    ban = command("ban-address", "shut an address out", "address")
    ban.add_argument("--days", type=positive_number, help="how long (default: for good)")
    ban.add_argument("--reason", default="", help="a note for yourselves (default: none)")
    command("unban-address", "let an address in again", "address")
    command("ban-token", "void a token", "token")
    command("move", "copy everything to a new, empty database", "source", "target")


def _add_place(parser: Parser, default: str | None) -> None:
    """The options that say where the server keeps its tables."""
    add = parser.add_argument
    add("--database", metavar="URL", default=default, help="the server's, as for `ilos serve`")
    add("--data", metavar="FOLDER", default=default, help="the server's, as for `ilos serve`")


def _address(text: str) -> str:
    try:
        ip_address(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no IP address") from None
    return text


def run(args: argparse.Namespace) -> int:
    """Do one thing."""
    try:
        from ilos.server.ops.admin import AdminError
        from ilos.server.settings import BadSettings, read_settings
        from ilos.store import BadDatabase, StoreUnavailable
    except ModuleNotFoundError as error:
        raise CommandError(
            f"this needs {error.name}: install it with `pip install 'ilos[server]'`"
        ) from None
    try:
        flags = {"database": args.database, "data": args.data}
        url = read_settings(flags, os.environ).database_url()
        return asyncio.run(_do(args, url))
    except (AdminError, BadSettings, BadDatabase, StoreUnavailable, OSError) as error:
        raise CommandError(str(error)) from None


async def _do(args: argparse.Namespace, url: str) -> int:
    from ilos.store.backup import back_up, restore
    from ilos.store.housekeeping import check_there, move_everything

    if args.command == "backup":
        back_up(_sqlite_file(url), args.target)
        print(f"{args.target} written; it holds secrets", file=sys.stderr)
        return 0
    if args.command == "restore":
        kept = restore(_sqlite_file(url), args.source)
        print(f"restored from {args.source}", file=sys.stderr)
        if kept is not None:
            print(f"the database before is {kept}; delete it when all is well", file=sys.stderr)
        return 0
    if args.command == "move":
        _print(await move_everything(args.source, args.target))
        return 0
    if args.command != "import":  # which may be the first thing that a new server gets
        check_there(url)
    _tell(args, await _perform(url, _request(args)))
    return 0


def _sqlite_file(url: str) -> Path:
    if not url.startswith("sqlite:///"):
        raise CommandError("PostgreSQL has its own tools for backups: see docs/hosting/properly.md")
    return Path(url.removeprefix("sqlite:///"))


def _request(args: argparse.Namespace) -> dict[str, Any]:
    request = {key: value for key, value in vars(args).items() if key in _REQUEST_FIELDS}
    if args.command == "import":
        request["exported"] = _read(args.file)
    return request


async def _perform(url: str, request: dict[str, Any]) -> object:
    """On the database itself; or by the server that has it, if that runs here."""
    from ilos.server.ops import admin
    from ilos.server.ops.admin_socket import admin_socket_path, send_command
    from ilos.store import InUse
    from ilos.store.store import open_store

    try:
        store = await open_store(url)
    except InUse:
        path = admin_socket_path(url)
        if path is None or not path.exists():
            raise
        return await send_command(path, request)
    try:
        return await admin.perform(store, request)
    finally:
        await store.close()


def _tell(args: argparse.Namespace, done: object) -> None:
    match done:
        case _ if args.command == "export":
            with open(args.out, "w", encoding="utf-8", opener=_for_the_owner) as file:
                json.dump(done, file)
            print(f"{args.out} written; it holds secrets", file=sys.stderr)
        case list() if args.command == "list":
            for line in done:
                _print(line)
            if not done:
                print("no tables", file=sys.stderr)
        case str():
            print(done)
        case dict():
            _print(done)
        case _:
            print(f"{args.command}: done")


def _for_the_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise CommandError(f"{path} is not JSON: {error}") from None
    if not isinstance(found, dict):
        raise CommandError(f"{path} holds no exported table")
    return found


def _print(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False))
