"""Files that are compressed by their ending: `.gz` (gzip), `.zst` (Zstandard), else plain."""

from __future__ import annotations

import gzip
import sys
import zlib
from os import PathLike, fsdecode
from typing import BinaryIO, Final, Literal, cast

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

ENDINGS: Final = (".gz", ".zst")
# Endings that promise a compression we do not know: nothing is written under them.
OTHER_ENDINGS: Final = (".7z", ".br", ".bz2", ".lz4", ".lzma", ".xz", ".zip")
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
    name = fsdecode(path) if ending is None else ending
    if mode != "rb" and name.endswith(OTHER_ENDINGS):
        raise ValueError(f"{name} promises a format that is not written here: use .gz or .zst")
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
    name = fsdecode(path)
    for ending in ENDINGS:
        name = name.removesuffix(ending)
    return name
