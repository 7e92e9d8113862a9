"""The rooms of docs/architecture.md: who may import from whom, and who does without chance."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "ilos"
ARCHITECTURE = ROOT / "docs" / "architecture.md"

# Whoever needs luck or time in these rooms is handed it as an argument.
LUCK_AND_CLOCK = {"random", "secrets", "uuid", "time", "datetime"}
ROOMS_WITHOUT_LUCK = ("engine", "rules", "bots")

# Rooms that need more than the base is installed with, and by which extras they get it.
EXTRAS = {
    "environments": ["research"],
    "server": ["server"],
    "simulation": ["ray"],
    "store": ["server"],
}


def read_table(text: str) -> dict[str, set[str]]:
    """The table of rooms: each room with the rooms it may import."""
    rows = re.findall(r"^\| `(\w+)` \|[^|]*\| ([^|]+) \|$", text, flags=re.MULTILINE)
    names = {room for room, _ in rows}
    words = {"nothing": set[str](), "everything": names}
    return {
        room: words[allowed] if allowed in words else set(re.split(r",\s*", allowed))
        for room, allowed in rows
    }


def imported_modules(source: str, package: str) -> Iterator[tuple[int, str]]:
    """Line and full name of every module that `source`, a module of `package`, imports."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                for name in names:
                    yield node.lineno, name.name
            case ast.ImportFrom(module=module, level=level, names=names):
                above = package.split(".")[: len(package.split(".")) - level + 1] if level else []
                base = ".".join([*above, *([module] if module else [])])
                for name in names:
                    # `from ilos import bots` imports a room just like `from ilos.bots import Bot`.
                    yield node.lineno, f"{base}.{name.name}" if base == "ilos" else base


def room_of(module: str) -> str | None:
    """The room that a module lies in; cimports of compiled modules count like imports."""
    parts = module.removeprefix("cython.cimports.").split(".")
    if parts[0] != "ilos" or len(parts) == 1 or parts[1] == "__version__":
        return None
    return parts[1]


def forbidden_imports(source: str, room: str, package: str, allowed: set[str]) -> list[str]:
    """One line for each import of `source` that leaves its room for one not allowed."""
    return [
        f"line {line}: {room} may not import {module}"
        for line, module in imported_modules(source, package)
        if (other := room_of(module)) and other != room and other not in allowed
    ]


@cache
def libraries(room: str) -> set[str]:
    """The modules of the libraries that pyproject.toml declares for a room."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    texts = list(project["dependencies"])
    for extra in EXTRAS.get(room, []):
        texts += project["optional-dependencies"][extra]
    declared = {canonicalize_name(Requirement(text).name) for text in texts}
    return {
        module
        for module, distributions in packages_distributions().items()
        if declared & {canonicalize_name(name) for name in distributions}
    }


ROOMS = read_table(ARCHITECTURE.read_text(encoding="utf-8"))
MODULES = sorted(p for p in PACKAGE.rglob("*.py") if len(p.relative_to(PACKAGE).parts) > 1)


def test_the_table_of_rooms_is_read_whole() -> None:
    """Architecture, Rooms: floor and roof are there, and each row names rooms of the table."""
    assert ROOMS["engine"] == set()
    assert ROOMS["cli"] == set(ROOMS)
    assert {room for allowed in ROOMS.values() for room in allowed} <= set(ROOMS)


def test_every_folder_of_the_package_is_a_room() -> None:
    """Architecture, Rooms: no code lies outside the rooms."""
    assert {p.relative_to(PACKAGE).parts[0] for p in MODULES} <= set(ROOMS)


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_a_room_imports_only_from_the_rooms_named(path: Path) -> None:
    """Architecture, Rooms: the third column of the table is all that a room may import."""
    parts = path.relative_to(PACKAGE).parts
    package = ".".join(["ilos", *parts[:-1]])
    source = path.read_text(encoding="utf-8")
    assert forbidden_imports(source, parts[0], package, ROOMS[parts[0]]) == []


@pytest.mark.parametrize(
    "source",
    [
        "import ilos.server.app",
        "from ilos.server import app",
        "from ilos import server",
        "from .. import server",
        "from ..server.app import start",
        "def late():\n    from ilos.server import app",
        "from cython.cimports.ilos.server import app",
    ],
)
def test_an_import_out_of_the_room_is_found_however_it_is_written(source: str) -> None:
    """Architecture, Rooms: the check above sees absolute, relative, late and compiled imports."""
    assert forbidden_imports(source, "rules", "ilos.rules", {"engine"})


@pytest.mark.parametrize(
    "source",
    [
        "from ilos.engine import position",
        "from . import names",
        "from .names import CARDS",
        "from ilos import __version__",
        "import os",
    ],
)
def test_an_import_of_the_own_room_or_one_below_is_allowed(source: str) -> None:
    """Architecture, Rooms: the check above accepts what the table allows."""
    assert forbidden_imports(source, "rules", "ilos.rules", {"engine"}) == []


@pytest.mark.parametrize("room", ROOMS_WITHOUT_LUCK)
def test_chance_and_time_are_handed_in(room: str) -> None:
    """Engine, rules and bots import no random generator and no clock: same seed, same game."""
    found = [
        f"{path.relative_to(PACKAGE)}:{line} imports {module}"
        for path in (PACKAGE / room).rglob("*.py")
        for line, module in imported_modules(path.read_text(encoding="utf-8"), "ilos." + room)
        if module.split(".")[0] in LUCK_AND_CLOCK
    ]
    assert found == []


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_a_room_uses_only_libraries_that_are_declared_for_it(path: Path) -> None:
    """The base rooms run with the base libraries; the others with those of their extras."""
    parts = path.relative_to(PACKAGE).parts
    package = ".".join(["ilos", *parts[:-1]])
    modules = imported_modules(path.read_text(encoding="utf-8"), package)
    tops = {module.partition(".")[0] for _, module in modules}
    # `compression` is part of Python from 3.14 on, and imported only there.
    assert tops - libraries(parts[0]) <= sys.stdlib_module_names | {"ilos", "compression"}
