"""Headers on every answer, and whose page may call: Origin and address (A-04, A-05, A-14, A-19)."""

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; "
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
SECURE = {"Strict-Transport-Security": "max-age=31536000"}
NO_STORE = {"Cache-Control": "no-store"}


def is_own_origin(origin: str, host: str, allowed: Sequence[str]) -> bool:
    """Whether a page of that origin is ours: the host it was called by, or one that is allowed."""
    if origin and origin in allowed:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:  # such as half an IPv6 address
        return False
    plain = parts.scheme in ("http", "https") and not (parts.path or parts.query or parts.fragment)
    return plain and bool(host) and parts.netloc.lower() == host.lower()


def origin_of(url: str) -> str:
    """The origin of an address: what a page there calls itself."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""


def address_of(peer: str, forwarded: str, trusted: Sequence[str]) -> str:
    """The caller's address; `X-Forwarded-For` is believed only from proxies that are trusted.

    Hops are read from the right: the first one that no trusted proxy wrote is the caller.
    """
    address = peer
    hops = [hop.strip() for hop in forwarded.split(",") if hop.strip()]
    while address in trusted and hops:
        address = hops.pop()
    return address


def bearer_tokens(headers: Mapping[str, str]) -> list[str]:
    """Tokens in the Authorization header, several separated by commas (hot seat)."""
    scheme, _, rest = headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return []
    return [token.strip() for token in rest.split(",") if token.strip()]
