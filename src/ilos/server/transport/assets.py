"""The browser client's files, read once and found by exact name: no path traversal (A-09)."""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "web"
_COMPRESSED = ("text/", "application/javascript", "application/json", "image/svg")
_NOT_BUILT = (
    b"<!doctype html><title>Ilos</title><p>The browser client has not been built: make play."
)


@dataclass(frozen=True)
class Asset:
    """One file, ready to be sent."""

    body: bytes
    packed: bytes | None  # the same, compressed
    kind: str
    tag: str
    forever: bool  # its name contains its hash, so it never changes


def read_assets(folder: Path = FOLDER) -> dict[str, Asset]:
    """Return every file of the client by its path; the page itself is `index.html`."""
    found = {
        path.relative_to(folder).as_posix(): _asset(path, folder)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }
    if "index.html" not in found:
        found["index.html"] = _make(_NOT_BUILT, "text/html", forever=False)
    return found


def _asset(path: Path, folder: Path) -> Asset:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if path.suffix == ".js":
        kind = "text/javascript"
    forever = path.relative_to(folder).as_posix().startswith("assets/")
    return _make(path.read_bytes(), kind, forever)


def _make(body: bytes, kind: str, forever: bool) -> Asset:
    packs = kind.startswith(_COMPRESSED)
    packed = gzip.compress(body, 9, mtime=0) if packs else None
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    return Asset(body, packed, kind, hashlib.sha256(body).hexdigest()[:16], forever)
