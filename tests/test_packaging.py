"""What `pip install .` gives, with a C compiler and without, and what the lock files hold."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ENGINE = ROOT / "src/ilos/engine"
COMPILED = {p.relative_to(ENGINE).with_suffix("").as_posix() for p in ENGINE.rglob("*.py")}
COMPILED -= {"constants", "fields", "search/evaluation"}
COMPILED -= {f"{folder}__init__" for folder in ("", "json/", "learning/", "search/")}
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
PACKAGE_LOCK = ROOT / "web" / "package-lock.json"

# Importing the base must not bring in any of these, even where they are installed.
WEB = {"alembic", "asyncpg", "starlette", "sqlalchemy", "uvicorn", "websockets"}
LEARNING = {"gymnasium", "matplotlib", "numpy", "pettingzoo", "ray", "stable_baselines3", "torch"}


def run(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command that must succeed, in an environment that says nothing of Ilôs or Python."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("ILOS_", "PYTHON"))}
    done = subprocess.run(
        command, env=clean | environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def build_wheel(folder: Path, **environment: str) -> Path:
    """The wheel that `pip install .` would build and install from a clean clone."""
    clone = folder / "clone"
    shutil.copytree(
        ROOT / "src",
        clone / "src",
        ignore=shutil.ignore_patterns("*.so", "*.pxd", "*.pxi", "*.egg-info", "__pycache__", "web"),
    )
    for name in (
        "pyproject.toml",
        "setup.py",
        "declarations.py",
        "MANIFEST.in",
        "README.md",
        "LICENSE",
    ):
        shutil.copy(ROOT / name, clone)
    return wheel_of(clone, folder, **environment)


def wheel_of(clone: Path, folder: Path, **environment: str) -> Path:
    """The wheel that pip builds in a clone, where something may have been built before."""
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    build = ["wheel", "--no-deps", "--no-build-isolation", "--no-index"]
    run(*pip, *build, "--wheel-dir", folder, clone, **environment)
    (wheel,) = folder.glob("*.whl")
    return wheel


def base_requirements(name: str = "ilos") -> set[str]:
    """Every distribution that the base needs, and what those need in turn."""
    needed = set()
    for text in distribution(name).requires or []:
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            needed |= {requirement.name, *base_requirements(requirement.name)}
    return needed


def install(wheel: Path, folder: Path) -> Path:
    """A fresh virtual environment with the wheel and only what the base declares; its bin folder.

    The declared distributions are linked from this environment, so that no test needs the network.
    """
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    purelib = Path(
        run(python, "-c", "import sysconfig as s; print(s.get_path('purelib'))").stdout.strip()
    )
    for name in base_requirements():
        found = distribution(name)
        for top in {file.parts[0] for file in found.files or [] if ".." not in file.parts}:
            if top != "__pycache__" and not (purelib / top).exists():
                (purelib / top).symlink_to(found.locate_file(top))  # type: ignore[arg-type]
    pip: list[str | Path] = [
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "--python",
        python,
    ]
    run(*pip, "install", "--no-deps", "--no-index", wheel)
    return folder / "bin"


@pytest.fixture(scope="module")
def compiled_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built where there is a C compiler."""
    return build_wheel(tmp_path_factory.mktemp("compiled"))


@pytest.fixture(scope="module")
def plain_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built where the C compiler fails at everything."""
    return build_wheel(tmp_path_factory.mktemp("plain"), CC="/bin/false")


@pytest.fixture(scope="module")
def compiled(compiled_wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of a fresh environment with the compiled wheel."""
    return install(compiled_wheel, tmp_path_factory.mktemp("compiled-venv"))


@pytest.fixture(scope="module")
def plain(plain_wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of a fresh environment with the wheel built without a compiler."""
    return install(plain_wheel, tmp_path_factory.mktemp("plain-venv"))


def files_of_the_engine(wheel: Path) -> Iterator[str]:
    """The names of the files that a wheel puts into the engine's folder."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.startswith("ilos/engine/"):
                yield name.removeprefix("ilos/engine/")


def metadata_of(wheel: Path) -> str:
    """What a wheel says about itself; its end is the page of the package index."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
        return archive.read(name).decode()


def engine_says(bin_folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Ask an installed engine, twice in one process, whether it is compiled."""
    program = "import ilos.engine.position as p, ilos.rules; print(p.IS_COMPILED, p.__file__)"
    return run(bin_folder / "python", "-c", program, **environment)


def test_a_second_build_compiles_nothing_again_and_keeps_nothing_old(
    compiled_wheel: Path, tmp_path: Path
) -> None:
    """An extra is added to an installed copy without a compiler's minute.

    And a module that a new version has moved is not installed beside the new one.
    """
    clone = compiled_wheel.parent / "clone"
    (made,) = clone.glob("build/lib.*/ilos/engine/position.*.so")
    before = made.stat().st_mtime_ns
    old = [made.with_name("moved.py"), made.with_name(made.name.replace("position", "moved"))]
    for path in old:
        path.write_bytes(b"")
    files = set(files_of_the_engine(wheel_of(clone, tmp_path)))
    assert made.stat().st_mtime_ns == before
    assert files == set(files_of_the_engine(compiled_wheel))


def test_each_typed_module_of_the_engine_is_compiled_and_ships_its_sources(
    compiled_wheel: Path,
) -> None:
    """With a compiler: the extension, the .py and the .pxd of each module lie side by side."""
    files = set(files_of_the_engine(compiled_wheel))
    assert {name.partition(".")[0] for name in files if name.endswith(".so")} == COMPILED
    assert {f"{name}.py" for name in COMPILED} <= files
    assert {f"{name}.pxd" for name in COMPILED} <= files
    assert not [name for name in files if name.endswith((".c", ".html"))]


def test_what_the_package_reads_ships_with_it(compiled_wheel: Path) -> None:
    """The mark of a typed package and the default tile set are in the wheel."""
    with zipfile.ZipFile(compiled_wheel) as archive:
        assert {"ilos/py.typed", "ilos/records/archipelago.toml"} <= set(archive.namelist())


def test_the_page_of_the_package_index_has_no_link_that_leads_nowhere(compiled_wheel: Path) -> None:
    """Release: pictures and files of the repository are not there; everything else is."""
    metadata = metadata_of(compiled_wheel)
    assert "Description-Content-Type: text/markdown" in metadata
    assert "import ilos" in metadata
    links = re.findall(r"\]\(([^)]*)\)", metadata)
    assert [link for link in links if not link.startswith("https://")] == []


def test_a_released_page_shows_pictures_and_links_of_its_version(tmp_path: Path) -> None:
    """Release: the workflow says where the files of the tag are read on the web."""
    url = "https://example.org/ilos/blob/v1"
    metadata = metadata_of(build_wheel(tmp_path, ILOS_PURE="1", ILOS_SOURCE_URL=url))
    assert f"({url}/docs/images/archipelago.svg?raw=true)" in metadata
    assert f"[contributing]({url}/CONTRIBUTING.md)" in metadata
    links = re.findall(r"\]\(([^)]*)\)", metadata)
    assert [link for link in links if not link.startswith("https://")] == []
    for link in links:
        named = link.removeprefix(f"{url}/").removesuffix("?raw=true")
        assert (ROOT / named).exists(), link


def test_the_base_declares_nothing_of_the_web_or_of_learning() -> None:
    """`pip install .` pulls in few and small libraries; all that is heavy is an extra."""
    names = {Requirement(text).name for text in PROJECT["project"]["dependencies"]}
    assert names == {"backports.zstd", "cython", "msgspec", "openskill", "rich"}


def test_an_install_with_a_compiler_runs_compiled_and_says_nothing(compiled: Path) -> None:
    """The installed engine is the compiled one."""
    answer = engine_says(compiled)
    assert answer.stdout.startswith("True ")
    assert answer.stderr == ""


def test_an_install_without_a_compiler_works_and_says_so_once(
    plain_wheel: Path, plain: Path
) -> None:
    """The same .py files run instead of the extensions, and one line on stderr says so."""
    assert not [name for name in files_of_the_engine(plain_wheel) if name.endswith(".so")]
    answer = engine_says(plain)
    assert answer.stdout.startswith("False ")
    assert len(answer.stderr.splitlines()) == 1
    assert "uncompiled" in answer.stderr


def test_ilos_pure_loads_the_python_file_beside_the_compiled_one(compiled: Path) -> None:
    """ILOS_PURE=1, for tests and debugging: asked for, so nothing is said."""
    answer = engine_says(compiled, ILOS_PURE="1")
    assert answer.stdout.startswith("False ")
    assert answer.stdout.strip().endswith("position.py")
    assert answer.stderr == ""


def test_the_base_imports_nothing_of_the_web_or_of_learning(compiled: Path) -> None:
    """Even where such libraries are installed, the command line starts without them."""
    program = "import sys, ilos.cli; print(*{name.partition('.')[0] for name in sys.modules})"
    loaded = run(sys.executable, "-c", program).stdout.split()
    assert set(loaded).isdisjoint(WEB | LEARNING)
    assert "Ilôs" in run(compiled / "ilos", "--help").stdout


def test_both_installs_play_the_same_games(compiled: Path, plain: Path, tmp_path: Path) -> None:
    """The same seed gives the same records, compiled and uncompiled, from the command line."""
    records = []
    for bin_folder in (compiled, plain):
        out = tmp_path / "games.jsonl"
        options = "--players 3 --games 2 --seed 7 --jobs 1 --out".split()
        run(bin_folder / "ilos", "simulate", *options, out)
        run(bin_folder / "ilos", "verify", out)
        records.append(out.read_text(encoding="utf-8"))
        out.unlink()
    assert records[0] == records[1]


def locked(path: Path) -> dict[str, str]:
    """Each requirement of a lock file, by name, with its hashes."""
    text = path.read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return {canonicalize_name(re.split(r"[=\[ ]", line)[0]): line for line in lines}


@pytest.mark.parametrize("path", LOCKS, ids=lambda p: p.name)
def test_a_lock_pins_everything_by_hash_and_names_no_registry(path: Path) -> None:
    """Every line is name==version with hashes; where to fetch it is the machine's business."""
    for name, line in locked(path).items():
        assert "==" in line, name
        assert "--hash=sha256:" in line, name
        assert "://" not in line, name
        assert not re.search(r"--(index|extra|find|trusted)", line), name


def test_the_locks_hold_what_the_project_declares() -> None:
    """A library added to pyproject.toml stands in requirements/ too: `scripts/lock` adds it."""
    project, groups = PROJECT["project"], PROJECT["dependency-groups"]
    extras = project["optional-dependencies"]
    play = [*project["dependencies"], *extras["server"], *groups["play"]]
    develop = [text for text in groups["develop"] if isinstance(text, str)]
    develop += [*play, *extras["research"], *extras["ray"]]
    for name, texts in {"play.txt": play, "develop.txt": develop}.items():
        declared = {canonicalize_name(Requirement(text).name) for text in texts}
        assert declared <= set(locked(ROOT / "requirements" / name)), name


def test_the_lock_of_the_browser_client_names_no_registry() -> None:
    """The lock of npm has an integrity hash for each package and the address of none."""
    packages = json.loads(PACKAGE_LOCK.read_text(encoding="utf-8"))["packages"]
    for name, package in packages.items():
        assert "resolved" not in package, name
        assert name == "" or package["integrity"].startswith("sha512-"), name


def test_the_lock_of_the_browser_client_serves_every_platform() -> None:
    """`npm ci` refuses a lock without the bundler's builds for machines other than its author's."""
    packages = json.loads(PACKAGE_LOCK.read_text(encoding="utf-8"))["packages"]
    present = {name.rpartition("node_modules/")[2] for name in packages}
    for name, package in packages.items():
        assert set(package.get("optionalDependencies", {})) <= present, name
