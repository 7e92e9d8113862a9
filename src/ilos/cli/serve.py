"""`ilos serve`: tables in the browser; everything else about the server is in `ilos.server`."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from ilos.cli.doctor import CLIENT
from ilos.cli.parser import CommandError, Parser, whole_number

EXAMPLES = """\
  ilos serve
  ilos serve --port 8080 --no-browser
  ilos serve --host 0.0.0.0 --public-url https://ilos.example.org
  ilos serve --database postgresql://ilos@localhost/ilos --config server.toml
"""

_NOT_SETTINGS = ("config", "no_browser", "without_client")


def add_arguments(parser: Parser) -> None:
    """What `ilos serve` takes; each is also a line of the TOML file and a variable `ILOS_…`."""
    parser.add_argument(
        "--host",
        metavar="ADDRESS",
        help="address to listen at (default 127.0.0.1: this machine only)",
    )
    parser.add_argument(
        "--port",
        metavar="N",
        type=whole_number(0, 65535),
        help="port (default 8765; 0 takes any free one)",
    )
    parser.add_argument(
        "--data", metavar="FOLDER", help="where tables are kept (default: `ilos doctor` tells)"
    )
    parser.add_argument(
        "--database", metavar="URL", help="sqlite:///FILE or postgresql://… instead of --data"
    )
    parser.add_argument(
        "--public-url",
        metavar="URL",
        help="the address at which people open it, for links and to refuse other origins",
    )
    parser.add_argument(
        "--workers",
        metavar="N",
        type=whole_number(1, 64),
        help="processes in which bots think (default 1)",
    )
    parser.add_argument(
        "--log-format", choices=("text", "json"), help="how the log is written (default text)"
    )
    parser.add_argument("--config", metavar="FILE", type=Path, help="a TOML file with settings")
    parser.add_argument(
        "--without-client",
        action="store_true",
        help="serve only the API for programs, without the page",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    try:
        from ilos.server.run import serve
        from ilos.server.settings import BadSettings, read_settings
        from ilos.store import BadDatabase, StoreUnavailable
    except ModuleNotFoundError as error:
        raise CommandError(
            f"the server needs {error.name}: install it with `pip install 'ilos[server]'`"
        ) from None
    if not CLIENT.exists() and not args.without_client:
        raise CommandError(
            "the browser client is not part of this installation: run `make web` in the repository "
            "and `pip install '.[server]'` again, or install a wheel, which has it; "
            "--without-client serves only the API for programs"
        )
    flags = {key: value for key, value in vars(args).items() if key not in _NOT_SETTINGS}
    if args.no_browser:
        flags["open_browser"] = False
    try:
        serve(read_settings(flags, os.environ, args.config))
    except (BadSettings, BadDatabase) as error:
        raise CommandError(str(error)) from None
    except StoreUnavailable as error:
        raise CommandError(f"the database cannot be used: {error}") from None
    return 0
