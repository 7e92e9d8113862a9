"""The packages of docs/architecture.md: who may import whom, and who gets chance."""

import ast
import re
import subprocess
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

# These packages get chance and time as arguments.
CHANCE_AND_CLOCK = {"random", "secrets", "uuid", "time", "datetime"}
PACKAGES_WITHOUT_CHANCE = ("engine", "rules", "bots")

# Packages that need more than the base dependencies, and the extras that bring it.
EXTRAS = {
    "client": ["client"],
    "environments": ["research", "openspiel"],
    "server": ["server"],
    "simulation": ["ray"],
    "store": ["server"],
}


def read_table(text: str) -> dict[str, set[str]]:
    """Return the table of packages: each with the packages it may import."""
    rows = re.findall(r"^\| `(\w+)` \|[^|]*\| ([^|]+) \|$", text, flags=re.MULTILINE)
    names = {area for area, _ in rows}
    words = {"nothing": set[str](), "everything": names}
    return {
        area: words[allowed] if allowed in words else set(re.split(r",\s*", allowed))
        for area, allowed in rows
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
                    # `from ilos import bots` imports a package as `from ilos.bots import Bot`.
                    yield node.lineno, f"{base}.{name.name}" if base == "ilos" else base


def package_of(module: str) -> str | None:
    """Return the package a module lies in; cimports of compiled modules count like imports."""
    parts = module.removeprefix("cython.cimports.").split(".")
    if parts[0] != "ilos" or len(parts) == 1 or parts[1] == "__version__":
        return None
    return parts[1]


def forbidden_imports(source: str, area: str, package: str, allowed: set[str]) -> list[str]:
    """One line for each import of `source` that leaves its package for one not allowed."""
    return [
        f"line {line}: {area} may not import {module}"
        for line, module in imported_modules(source, package)
        if (other := package_of(module)) and other != area and other not in allowed
    ]


installed = cache(packages_distributions)  # it reads the files of all of them


@cache
def libraries(area: str) -> set[str]:
    """The modules of the libraries that pyproject.toml declares for a package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    texts = list(project["dependencies"])
    for extra in EXTRAS.get(area, []):
        texts += project["optional-dependencies"][extra]
    declared = {canonicalize_name(Requirement(text).name) for text in texts}
    return {
        module
        for module, distributions in installed().items()
        if declared & {canonicalize_name(name) for name in distributions}
    }


PACKAGES = read_table(ARCHITECTURE.read_text(encoding="utf-8"))
MODULES = sorted(p for p in PACKAGE.rglob("*.py") if len(p.relative_to(PACKAGE).parts) > 1)


def test_the_table_of_packages_is_read_whole() -> None:
    """Architecture, Packages: lowest and highest are there; each row names others."""
    assert PACKAGES["engine"] == set()
    assert PACKAGES["cli"] == set(PACKAGES)
    assert {area for allowed in PACKAGES.values() for area in allowed} <= set(PACKAGES)


def test_every_folder_of_ilos_is_in_the_table() -> None:
    """Architecture, Packages: no code lies outside the packages."""
    assert {p.relative_to(PACKAGE).parts[0] for p in MODULES} <= set(PACKAGES)


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_a_package_imports_only_from_those_named(path: Path) -> None:
    """Architecture, Packages: the third column of the table is all that a package may import."""
    parts = path.relative_to(PACKAGE).parts
    package = ".".join(["ilos", *parts[:-1]])
    source = path.read_text(encoding="utf-8")
    assert forbidden_imports(source, parts[0], package, PACKAGES[parts[0]]) == []


@pytest.mark.parametrize("path", sorted((PACKAGE / "engine").glob("*.p*")), ids=lambda p: p.name)
def test_the_rules_of_the_engine_do_without_search_learning_and_json(path: Path) -> None:
    """Architecture, Engine: a reader of the rules meets nothing else, in Python or in C."""
    words = path.read_text(encoding="utf-8").split()
    others = ("ilos.engine.search.", "ilos.engine.learning.", "ilos.engine.json.")
    assert [word for word in words if word.startswith(others)] == []


@pytest.mark.parametrize(
    "source",
    [
        "import ilos.server.transport.http_app",
        "from ilos.server import app",
        "from ilos import server",
        "from .. import server",
        "from ..server.app import start",
        "def late():\n    from ilos.server import app",
        "from cython.cimports.ilos.server import app",
    ],
)
def test_a_forbidden_import_is_found_however_it_is_written(source: str) -> None:
    """Architecture, Packages: the check above sees absolute, relative, late, compiled imports."""
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
def test_an_import_of_the_own_package_or_one_below_is_allowed(source: str) -> None:
    """Architecture, Packages: the check above accepts what the table allows."""
    assert forbidden_imports(source, "rules", "ilos.rules", {"engine"}) == []


@pytest.mark.parametrize("area", PACKAGES_WITHOUT_CHANCE)
def test_chance_and_time_are_handed_in(area: str) -> None:
    """Engine, rules and bots import no random generator and no clock: same seed, same game."""
    found = [
        f"{path.relative_to(PACKAGE)}:{line} imports {module}"
        for path in (PACKAGE / area).rglob("*.py")
        for line, module in imported_modules(path.read_text(encoding="utf-8"), "ilos." + area)
        if module.split(".")[0] in CHANCE_AND_CLOCK
    ]
    assert found == []


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_a_package_uses_only_libraries_that_are_declared_for_it(path: Path) -> None:
    """The base packages run with the base libraries; the others with those of their extras."""
    parts = path.relative_to(PACKAGE).parts
    package = ".".join(["ilos", *parts[:-1]])
    modules = imported_modules(path.read_text(encoding="utf-8"), package)
    tops = {module.partition(".")[0] for _, module in modules}
    # `compression` is part of Python from 3.14 on, and imported only there.
    assert tops - libraries(parts[0]) <= sys.stdlib_module_names | {"ilos", "compression"}


def test_tables_run_without_web_framework_and_database_driver() -> None:
    """Architecture, sub-packages: `server/tables` runs in a browser, which has neither."""
    code = """
import importlib, pkgutil, sys
import ilos.local.bots, ilos.local.page
import ilos.server.tables as tables
for module in pkgutil.iter_modules(tables.__path__):
    importlib.import_module(f"{tables.__name__}.{module.name}")
print(*sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert "ilos" in loaded
    assert not loaded & {"starlette", "uvicorn", "sqlalchemy", "asyncpg", "alembic", "websockets"}


def test_the_path_of_a_move_names_functions_that_exist() -> None:
    """docs/architecture.md: the path of a move, in the order in which it is gone."""
    section = ARCHITECTURE.read_text(encoding="utf-8").split("## The path of a move")[1]
    steps = re.findall(r"^\| (\d) \|[^|]*\| (.*) \|$", section.split("\n## ")[0], re.MULTILINE)
    assert [int(number) for number, _ in steps] == list(range(1, 9))
    for _, cell in steps:
        named = re.findall(r"`([\w/]+\.py)` `(\w+)`", cell)
        assert named
        for path, name in named:
            tree = ast.parse((PACKAGE / path).read_text(encoding="utf-8"))
            functions = (ast.FunctionDef, ast.AsyncFunctionDef)
            defined = {node.name for node in ast.walk(tree) if isinstance(node, functions)}
            assert name in defined, f"{path} has no {name}"


def test_the_path_of_a_move_is_one_module_in_the_order_of_its_steps() -> None:
    """docs/architecture.md: steps 2 to 7 stand in `move_path.py` one below the other."""
    section = ARCHITECTURE.read_text(encoding="utf-8").split("## The path of a move")[1]
    section = section.split("\n## ")[0]
    named = re.findall(r"^\| \d \|.*?`server/tables/move_path\.py` `(\w+)`", section, re.MULTILINE)
    tree = ast.parse((PACKAGE / "server" / "tables" / "move_path.py").read_text(encoding="utf-8"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    lines = {node.name: node.lineno for node in tree.body if isinstance(node, functions)}
    steps = [lines[name] for name in named if name != "perform"]  # it calls the steps after it
    assert len(steps) == 4
    assert steps == sorted(steps)
