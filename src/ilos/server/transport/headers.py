"""Headers of every response; origin and address of a request (A-04, A-05, A-14, A-19)."""

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


def address_of(peer: str, forwarded: str, trusted: Sequence[str]) -> str:
    """Return the client's address; `X-Forwarded-For` is used only from trusted proxies.

    Hops are read from the right: the first one that is no trusted proxy is the client.
    """
    address = peer
    hops = [hop.strip() for hop in forwarded.split(",") if hop.strip()]
    while address in trusted and hops:
        address = hops.pop()
    return address


def bearer_tokens(headers: Mapping[str, str]) -> list[str]:
    """Return the tokens of the Authorization header, separated by commas (hot seat)."""
    scheme, _, rest = headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return []
    return [token.strip() for token in rest.split(",") if token.strip()]
