"""Which bot a name stands for: its version and a hash of its source.

Results are only counted together while both stay the same. Bots are made in a child process
first, so that one that cannot be loaded is known before the first game.
"""

from __future__ import annotations

import hashlib
import sys
import traceback
from collections.abc import Iterable, Sequence
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from pathlib import Path
from typing import Any

import ilos
from ilos.bots import UnknownBot, create
from ilos.simulation.pool import Limits, Report, run_tasks

Identity = dict[str, Any]  # "version": text or None, "source": hash


class BadBot(ValueError):
    """A bot that cannot be made; `traceback` tells where, if its own code is to blame."""

    def __init__(self, message: str, trace: str = "") -> None:
        super().__init__(message)
        self.traceback = trace


def identities(bots: Sequence[str], limits: Limits | None = None) -> dict[str, Identity]:
    """Identify every bot, or raise BadBot for the first that cannot be made."""
    found = run_tasks(_identify, bots, 1, limits=limits or Limits(), on_lost=_lost)
    known = dict(zip(bots, found, strict=True))
    for identity in known.values():
        if "error" in identity:
            raise BadBot(identity["error"], identity["traceback"])
    return known


def _lost(name: str, report: object, why: str) -> Identity:  # noqa: ARG001
    why = why.replace("made no move", "was not ready")
    return {"error": f"bot {name!r} cannot be loaded: {why}", "traceback": ""}


def _identify(name: str, report: Report) -> Identity:
    report(name)
    try:
        bot = create(name)
    except UnknownBot as error:
        cause = error.__cause__
        trace = "".join(traceback.format_exception(cause)) if cause else ""
        return {"error": str(error), "traceback": trace}
    return identity_of(bot)


def identity_of(bot: object) -> Identity:
    """Return the version and the source hash of a bot that is already loaded."""
    top = type(bot).__module__.partition(".")[0]
    if top == "ilos":
        package = Path(ilos.__file__).parent
        files = [*package.glob("bots/*.py"), *package.glob("engine/**/*.py")]
        return {"version": ilos.__version__, "source": _hash(files, package)}
    module = sys.modules[top]
    file = getattr(module, "__file__", None)
    root = Path(file).resolve().parent if file else None
    own = getattr(bot, "version", None) or getattr(module, "__version__", None)
    return {
        "version": str(own) if own is not None else _installed_version(top),
        "source": _hash(_loaded_below(root), root) if root else None,
    }


def _installed_version(package: str) -> str | None:
    try:
        return version(packages_distributions()[package][0])
    except (KeyError, PackageNotFoundError):
        return None


def _loaded_below(root: Path) -> list[Path]:
    """The sources that the bot has imported from its own folder; not what is installed there."""
    files = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    found = {Path(file).resolve() for file in files if file and file.endswith(".py")}
    return [
        file
        for file in found
        if file.is_relative_to(root) and "site-packages" not in file.relative_to(root).parts
    ]


def _hash(files: Iterable[Path], root: Path) -> str:
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(f"{file.relative_to(root)}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
