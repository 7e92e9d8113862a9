"""Addresses of clients: proxies that are trusted, and the group that limits and bans apply to."""

import ipaddress
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address

from ilos.server.settings import BadSettings


def address_group(text: str) -> str:
    """Return what limits and bans apply to: an IPv4 address, or the /64 network of an IPv6 one.

    One subscriber usually has a whole /64 to choose addresses from.
    """
    address = _parse(text)
    if address is None:
        return text
    if isinstance(address, IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def is_loopback(text: str) -> bool:
    """Return whether an address is this machine's own."""
    address = _parse(text)
    return address is not None and address.is_loopback


class TrustedProxies:
    """Addresses and networks whose `X-Forwarded-For` is believed; raises BadSettings."""

    def __init__(self, proxies: Iterable[str]) -> None:
        self._networks = [_network(proxy) for proxy in proxies]

    def __contains__(self, text: str) -> bool:
        address = _parse(text)
        return address is not None and any(address in network for network in self._networks)

    def client_address(self, peer: str, forwarded: Iterable[str]) -> str:
        """Return the client's address, from the values of all `X-Forwarded-For` lines in order.

        Hops are read from the right: the first one that is no trusted proxy is the client.
        """
        address = peer
        hops = [hop.strip() for line in forwarded for hop in line.split(",") if hop.strip()]
        while address in self and hops:
            hop = _parse(hops.pop())
            if hop is None:  # not written by a proxy we know how to read
                break
            address = str(hop)
        return address


def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError as error:
        raise BadSettings(f"trusted_proxies: {error}; give addresses or networks") from None


def _parse(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an address, with or without a port; IPv4 written as IPv6 is IPv4."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
