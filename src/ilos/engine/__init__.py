"""The one implementation of the rules: small integers in flat arrays, compiled by Cython.

Every module runs compiled or as plain Python, with the same results. `ILOS_PURE=1` loads the
Python files even where compiled ones lie beside them, for debugging and for tests.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path


class _SourceFinder:
    """Finds the engine's `.py` files before the compiled ones."""

    @classmethod
    def find_spec(cls, name: str, _path: object, _target: object = None) -> ModuleSpec | None:
        folder = Path(__file__).parent
        source = folder.joinpath(*name.removeprefix(__name__).split(".")).with_suffix(".py")
        if not name.startswith(f"{__name__}.") or not source.exists():
            return None
        return importlib.util.spec_from_file_location(name, source)


if os.environ.get("ILOS_PURE", "") not in ("", "0"):
    sys.meta_path.insert(0, _SourceFinder)

from ilos.engine.position import IS_COMPILED  # noqa: E402  the finder must be in place first

if not IS_COMPILED and "ILOS_PURE" not in os.environ:
    # Child processes inherit the variable, so a person reads this once.
    os.environ["ILOS_PURE"] = "0"
    print(
        "ilos: the engine runs uncompiled, about 50 times slower; "
        "install a C compiler and reinstall ilos for full speed",
        file=sys.stderr,
    )
