"""`ilos doctor`: what is installed here, what is missing, and where data lies."""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import sys
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any

import ilos
from ilos.cli.parser import Parser

EXAMPLES = """\
  ilos doctor
  ilos doctor --json
"""
_REQUIREMENT = re.compile(r"""^([\w.-]+)(?:\[(\w+)\])?.*?extra == ["'](\w+)["']""")
OPTIONAL = {"uvloop"}  # the server runs without it, with more CPU time
CLIENT = Path(ilos.__file__).parent / "server" / "web" / "index.html"


def add_arguments(parser: Parser) -> None:
    """What `ilos doctor` takes."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Look, and tell."""
    found = examine()
    if args.json:
        print(json.dumps(found))
        return 0
    engine = "compiled" if found["compiled"] else "not compiled: slow; a C compiler is missing"
    client = (
        "there"
        if found["client"]
        else "missing: `make web` in the repository builds it, then install again"
    )
    print(f"Ilôs {found['version']} in {found['folder']}")
    print(f"Python {found['python']} on {found['system']}")
    print(f"Engine: {engine}")
    print(f"Browser client: {client}")
    for extra, missing in found["extras"].items():
        told = f"missing {', '.join(missing)}: pip install 'ilos[{extra}]'" if missing else "there"
        print(f"Extra {extra}: {told}")
    print(f"Tables of `ilos serve`: {found['data'] or 'needs the extra server'}")
    return 0


def examine() -> dict[str, Any]:
    """Everything that the command tells."""
    from ilos.engine.position import IS_COMPILED

    return {
        "version": ilos.__version__,
        "folder": str(Path(ilos.__file__).parent),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "compiled": IS_COMPILED,
        "client": CLIENT.exists(),
        "extras": _extras(),
        "data": _data(),
        "executable": sys.executable,
    }


def _extras() -> dict[str, list[str]]:
    """Each extra with the libraries it lacks."""
    found: dict[str, list[str]] = {}
    for text in requires("ilos") or []:
        named = _REQUIREMENT.match(text)
        if named is None or ("sys_platform" in text and sys.platform == "win32"):
            continue
        library, other, extra = named.groups()
        missing = found.setdefault(extra, [])
        if library == "ilos":  # all that another extra has; that one is listed before
            missing += found[other]
        elif library not in OPTIONAL and not _is_installed(library):
            missing.append(library)
    return found


def _is_installed(library: str) -> bool:
    try:
        version(library)
    except PackageNotFoundError:
        return False
    return True


def _data() -> str | None:
    from ilos.server.settings import read_settings

    try:
        return read_settings({}, os.environ).database_url()
    except ImportError:  # the library that knows where data belongs comes with the server
        return None
