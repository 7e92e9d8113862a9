"""Headers of every response; origin and address of a request (A-04, A-05, A-14, A-19)."""

from collections.abc import Iterable, Mapping, Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit

from ilos.server.settings import Settings

POLICY = (
    # 'wasm-unsafe-eval' lets the page compile the engine; no text ever becomes script.
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; media-src 'self' data:; connect-src 'self'; "
    "worker-src 'self' blob:; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)

ALWAYS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
# A replay inside another page: it holds no key of a seat, so that it may stand in any frame.
EMBEDDED = {
    **{name: value for name, value in ALWAYS.items() if name != "X-Frame-Options"},
    "Content-Security-Policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors *"),
    "Cross-Origin-Resource-Policy": "cross-origin",
}
SECURE = {"Strict-Transport-Security": "max-age=31536000"}
NO_STORE = {"Cache-Control": "no-store"}


# Names that nobody can register, so no page of another site can be served under them.
_LOCAL_NAMES = ("localhost", "local", "lan", "internal", "home.arpa", "test")


class KnownHosts:
    """The host names that a server answers to; others may be a page's DNS rebinding (A-05)."""

    def __init__(self, settings: Settings) -> None:
        urls = [settings.public_url, *settings.origins]
        names = [urlsplit(url).hostname or "" for url in urls]
        self._names = {name.lower() for name in (*names, *settings.hosts, settings.host) if name}

    def problem(self, fields: Iterable[tuple[bytes, bytes]]) -> str | None:
        """Return what is wrong with a request's headers, or None."""
        names = [name.lower() for name, _ in fields]
        if b"content-length" in names and b"transfer-encoding" in names:
            return "a request has Content-Length or Transfer-Encoding, not both"
        given = [value.decode("latin-1") for name, value in fields if name.lower() == b"host"]
        if len(given) > 1:
            return "a request has one Host"
        if given and not self.has(given[0]):
            return "unknown host name: set public_url, or add the name to hosts"
        return None

    def has(self, host: str) -> bool:
        """Return whether a Host header names this server."""
        try:
            name = (urlsplit(f"//{host}").hostname or "").lower().rstrip(".")
        except ValueError:
            return False
        if name in self._names or "." not in name:
            return bool(name)
        return name.endswith(tuple(f".{local}" for local in _LOCAL_NAMES)) or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_own_origin(origin: str, host: str, allowed: Sequence[str]) -> bool:
    """Return whether a page of that origin may call: the same host, or an allowed origin."""
    if origin and origin in allowed:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:  # such as half an IPv6 address
        return False
    plain = parts.scheme in ("http", "https") and not (parts.path or parts.query or parts.fragment)
    return plain and bool(host) and parts.netloc.lower() == host.lower()


def origin_of(url: str) -> str:
    """Return the origin of a URL."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""


def bearer_tokens(headers: Mapping[str, str]) -> list[str]:
    """Return the tokens of the Authorization header, separated by commas (hot seat)."""
    scheme, _, rest = headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return []
    return [token.strip() for token in rest.split(",") if token.strip()]
