"""`ilos admin`: looking after the tables of a server."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
from pathlib import Path
from typing import Any

from ilos.cli.parser import CommandError, Parser

EXAMPLES = """\
  ilos admin list --status playing
  ilos admin show 3dd503266bcf1284
  ilos admin export 3dd503266bcf1284 --out table.json
  ilos admin backup ilos-backup.sqlite
  ilos admin ban-address 203.0.113.7 --days 7 --reason flooding
  ilos admin move sqlite:///ilos.sqlite postgresql://ilos@localhost/ilos
"""


def add_arguments(parser: Parser) -> None:
    """What `ilos admin` takes."""
    parser.add_argument("--database", metavar="URL", help="as for `ilos serve`")
    parser.add_argument("--data", metavar="FOLDER", help="as for `ilos serve`")
    deeds = parser.add_subparsers(dest="deed", required=True, metavar="DEED")
    listing = deeds.add_parser("list", about="all tables")
    listing.add_argument("--status", choices=("open", "playing", "finished", "stopped"))
    show = deeds.add_parser("show", about="one table, as a spectator sees it")
    show.add_argument("table")
    show.add_argument("--hidden", action="store_true", help="also what is secret; this is logged")
    export = deeds.add_parser("export", about="everything about a table, secrets too")
    export.add_argument("table")
    export.add_argument("--out", metavar="FILE", type=Path, required=True)
    deeds.add_parser("import", about="take in an exported table").add_argument("file", type=Path)
    deeds.add_parser("repair", about="make a table's summary anew").add_argument("table")
    deeds.add_parser("delete", about="delete a table for good").add_argument("table")
    deeds.add_parser("expire", about="delete what is past its time")
    backup = deeds.add_parser("backup", about="copy a SQLite database while it is in use")
    backup.add_argument("target", type=Path)
    ban = deeds.add_parser("ban-address", about="shut an address out")
    ban.add_argument("address")
    ban.add_argument("--days", type=float, help="for good without it")
    ban.add_argument("--reason", default="")
    deeds.add_parser("unban-address", about="let an address in again").add_argument("address")
    deeds.add_parser("ban-token", about="void a token").add_argument("token")
    move = deeds.add_parser("move", about="copy everything to a new, empty database")
    move.add_argument("source")
    move.add_argument("target")


def run(args: argparse.Namespace) -> int:
    """Do one thing."""
    try:
        from ilos.server.admin import AdminError
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
    from ilos.server import admin
    from ilos.store import open_store
    from ilos.store.housekeeping import move_everything

    if args.deed == "backup":
        if not url.startswith("sqlite:///"):
            raise CommandError("PostgreSQL has its own tools for backups: see docs/hosting")
        admin.back_up(Path(url.removeprefix("sqlite:///")), args.target)
        return 0
    if args.deed == "move":
        _print(await move_everything(args.source, args.target))
        return 0
    store = await open_store(url)
    try:
        await _with_store(args, store)
    finally:
        await store.close()
    return 0


async def _with_store(args: argparse.Namespace, store: Any) -> None:
    from ilos.server import admin

    match args.deed:
        case "list":
            for line in await admin.list_tables(store, args.status):
                _print(line)
        case "show":
            _print(await admin.show_table(store, args.table, args.hidden))
        case "export":
            exported = await admin.export_table(store, args.table)
            args.out.write_text(json.dumps(exported), encoding="utf-8")
        case "import":
            print(await admin.import_table(store, _read(args.file)))
        case "repair":
            print(await admin.repair_table(store, args.table))
        case "delete":
            await admin.remove_table(store, args.table)
        case "expire":
            print(f"{await store.expire()} deleted")
        case "ban-address":
            await admin.ban_address(store, args.address, args.days, args.reason)
        case "unban-address":
            await admin.unban_address(store, args.address)
        case "ban-token":
            await admin.ban_token(store, args.token)


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
