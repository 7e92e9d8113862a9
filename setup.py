"""Compiles the engine; everything else about the package stands in pyproject.toml.

`declarations.py` writes the C declarations of the engine from its Python files; each of them below
`src/ilos/engine/` that has a `.pxd` of its name beside it then becomes an extension.
The extensions are optional: where no compiler is at hand the same `.py` files run instead.

ILOS_PURE=1 compiles nothing, as it makes Python load nothing compiled.
ILOS_SOURCE_URL is where the files of this version are read on the web, for links of the index page.
ILOS_DEBUG_BUILD=1 keeps every assert and has each index of a fixed-size C array checked.
"""

import os
import re
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_py import build_py

sys.path.insert(0, str(Path(__file__).parent))  # pip runs this file from elsewhere
from declarations import write_declarations

ENGINE = Path("src/ilos/engine")
PURE = os.environ.get("ILOS_PURE", "") not in ("", "0")
DEBUG = os.environ.get("ILOS_DEBUG_BUILD", "") not in ("", "0")
BUILD = Path("build/engine-debug" if DEBUG else "build/engine")

# Modules whose .pxd only names C constants for the others: they have nothing to compile.
TYPES_ONLY = {"constants"}

DIRECTIVES = {
    "language_level": "3",
    "infer_types": True,  # C types for local names, from what is assigned to them
    "binding": False,  # built-in functions: Cython's own are slow to call in the stable ABI
    "always_allow_keywords": False,  # in the stable ABI a lone argument would come in a new tuple
    "annotation_typing": False,  # they stand in the .pxd, as declarations.py reads the annotations
    "boundscheck": DEBUG,
    "wraparound": False,
    "initializedcheck": DEBUG,
    "cdivision": True,
}

# Stops the program at an index outside a C array; only the last array of a struct goes unchecked.
CHECK_INDICES = ["-fsanitize=bounds", "-fno-sanitize-recover=bounds"]

# Cython writes more C than each module needs, and that is no news.
QUIET = ["-Wno-unused-function", "-Wno-unused-variable"]

# Python's own flags ask for debug symbols, which would triple the wheel.
RELEASE = ["-O3", "-g0", *QUIET]


def build_mode() -> str:
    """A file that changes with the kind of build and so makes the other kind's extensions stale."""
    mode = Path("build/mode")
    if not mode.exists() or mode.read_text() != BUILD.name:
        mode.parent.mkdir(exist_ok=True)
        mode.write_text(BUILD.name)
    return str(mode)


def compiled_modules() -> list[Extension]:
    """One optional extension for each module of the engine that has C types."""
    write_declarations()
    extensions = [
        Extension(
            ".".join(types.with_suffix("").relative_to("src").parts),
            [str(types.with_suffix(".py"))],
            define_macros=[] if DEBUG else [("CYTHON_WITHOUT_ASSERTIONS", "1")],
            extra_compile_args=["-O1", "-g", *QUIET, *CHECK_INDICES] if DEBUG else RELEASE,
            extra_link_args=CHECK_INDICES if DEBUG else [],
            depends=[build_mode()],
        )
        for types in sorted(ENGINE.rglob("*.pxd"))
        if types.stem not in TYPES_ONLY and types.with_suffix(".py").exists()
    ]
    cythonized: list[Extension] = cythonize(
        extensions,
        build_dir=str(BUILD),
        compiler_directives=DIRECTIVES,
        emit_linenums=DEBUG,
        quiet=True,
    )
    for extension in cythonized:
        extension.optional = True  # lost if set before cythonize()
    return cythonized


class BuildPackage(build_py):
    """Pack nothing that an earlier version left in build/, and keep what is still good."""

    def run(self) -> None:
        build = Path(self.build_lib)
        for made in [path for path in build.rglob("*") if path.is_file()]:
            source = "src" / made.relative_to(build)
            if made.suffix in (".so", ".pyd"):
                source = source.with_name(f"{made.name.split('.')[0]}.py")
            if not source.exists():
                made.unlink()
        super().run()


def index_page() -> str:
    """README.md for the package index: pictures and links lead to ILOS_SOURCE_URL.

    Without it there are no pictures, and links inside the repository are text.
    """
    text = Path("README.md").read_text(encoding="utf-8")
    picture, link = r"!\[([^\]]*)\]\((?!https?:)([^)]*)\)", r"\[([^\]]+)\]\((?!https?:)([^)]*)\)"
    if url := os.environ.get("ILOS_SOURCE_URL"):
        text = re.sub(picture, rf"![\1]({url}/\2?raw=true)", text)
        return re.sub(link, rf"[\1]({url}/\2)", text)
    text = re.sub(rf"^{picture}\n\n", "", text, flags=re.MULTILINE)
    return re.sub(link, r"\1", text)


setup(
    long_description=index_page(),
    long_description_content_type="text/markdown",
    cmdclass={"build_py": BuildPackage},
    ext_modules=[] if PURE else compiled_modules(),
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
)
