"""Files that are compressed by their ending: `.gz` (gzip), `.zst` (Zstandard), else plain."""

from __future__ import annotations

import gzip
import sys
import zlib
from os import PathLike, fspath
from typing import BinaryIO, Final, Literal, cast

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

ENDINGS: Final = (".gz", ".zst")
# What reading a file raises that does not hold what its ending says.
BROKEN: Final = (gzip.BadGzipFile, zlib.error, zstd.ZstdError, EOFError)

Path = str | PathLike[str]


def open_compressed(
    path: Path, mode: Literal["rb", "wb", "xb"], ending: str | None = None
) -> BinaryIO:
    """Open a file, compressed as its own or the given ending says.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with open_compressed(f"{folder}/game.json.zst", "wb") as file:
    ...         _ = file.write(b"{}")
    ...     with open_compressed(f"{folder}/game.json.zst", "rb") as file:
    ...         file.read()
    b'{}'
    """
    name = fspath(path) if ending is None else ending
    if name.endswith(".gz"):
        return cast("BinaryIO", gzip.open(path, mode))
    if name.endswith(".zst"):
        return cast("BinaryIO", zstd.open(path, mode))
    return open(path, mode)  # noqa: PTH123  as the two above


def without_ending(path: Path) -> str:
    """Return the name without the ending that says how it is compressed.

    >>> without_ending("games.jsonl.gz"), without_ending("games.jsonl")
    ('games.jsonl', 'games.jsonl')
    """
    name = fspath(path)
    for ending in ENDINGS:
        name = name.removesuffix(ending)
    return name
