"""Notifications by e-mail or webhook that it is a player's turn, in games with days a turn (A-20).

A webhook goes only to hosts the operator listed, over TLS, to public addresses, without following
redirects, for at most five seconds. Their content is public: the table's title and its address.
"""

import asyncio
import http.client
import ipaddress
import logging
import re
import smtplib
import socket
import ssl
from collections.abc import Callable, Iterable
from email.message import EmailMessage
from urllib.parse import urlsplit

import msgspec

from ilos.protocol.http import Notifications
from ilos.protocol.tables import DaysATurn
from ilos.server.refusal import Refusal
from ilos.server.settings import Settings
from ilos.server.tables.table import Table
from ilos.store import StoreUnavailable
from ilos.store.rows import ChairRow
from ilos.store.store import Store

logger = logging.getLogger(__name__)

TIMEOUT = 5.0
MAX_ANSWER = 64 * 1024
_ADDRESS = re.compile(r"[^@\s<>,;:\"]{1,64}@[A-Za-z0-9.-]{1,190}")


class TurnNotice(msgspec.Struct, frozen=True):
    """The content of a notification."""

    table: str
    title: str
    name: str
    url: str


Send = Callable[[ChairRow, TurnNotice], None]


class Notifier:
    """Sends notifications to the addresses that players gave."""

    def __init__(self, settings: Settings, store: Store, send: Send | None = None) -> None:
        self._settings = settings
        self._store = store
        self._send = send or self._send_out
        self._tasks: set[asyncio.Task[None]] = set()

    def check(self, wanted: Notifications) -> None:
        """Refuse a way or an address this server does not send to."""
        if wanted.email is not None:
            if not self._settings.mail_server:
                raise Refusal("bad_settings", "this server sends no e-mail")
            if not _ADDRESS.fullmatch(wanted.email):
                raise Refusal("bad_settings", "this is not an e-mail address")
        if wanted.webhook is not None and not self._may_post_to(wanted.webhook):
            raise Refusal("bad_settings", "this server posts only to hosts on its list")

    def _may_post_to(self, url: str) -> bool:
        try:
            parts = urlsplit(url)
            plain = parts.scheme == "https" and parts.username is None and parts.port in (None, 443)
        except ValueError:  # such as a port that is no number
            return False
        return plain and (parts.hostname or "") in self._settings.webhook_hosts

    def notify_turn(self, table: Table) -> None:
        """Notify the person whose turn has just begun, if they asked for it and are offline."""
        state = table.state
        if not isinstance(state.settings.clock, DaysATurn):
            return
        seat, game = state.to_move, state.game
        if seat is None or game is None:
            return
        begun = game.events[-1].get("seat") != seat
        if begun and state.bot_of(seat) is None and seat not in table.presence().online:
            task = asyncio.create_task(self._notify(table, seat))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _notify(self, table: Table, seat: int) -> None:
        state = table.state
        chair = state.order[seat]
        notice = TurnNotice(
            table=state.id,
            title=state.settings.title,
            name=state.chairs[chair].name or "",
            url=f"{self._settings.public_url}/#/t/{state.id}",
        )
        try:
            row = await self._store.chair(state.id, chair)
            asked = row.email is not None or row.webhook is not None
            if asked and await self._store.notify_once(state.id, chair, state.game_version):
                await asyncio.to_thread(self._send, row, notice)
        except (StoreUnavailable, OSError, smtplib.SMTPException, http.client.HTTPException) as no:
            logger.warning("a notification could not be sent: %s", type(no).__name__)

    def _send_out(self, row: ChairRow, notice: TurnNotice) -> None:
        if row.email is not None and self._settings.mail_server:
            self._mail(row.email, notice)
        if row.webhook is not None and self._may_post_to(row.webhook):
            post(row.webhook, msgspec.json.encode(notice))

    def _mail(self, address: str, notice: TurnNotice) -> None:
        mail = EmailMessage()
        mail["From"], mail["To"] = self._settings.mail_from, address
        mail["Subject"] = f"Ilôs: your turn{' — ' + notice.title if notice.title else ''}"
        mail.set_content(f"{notice.name}, it is your turn.\n\n{notice.url}\n")
        host, _, port = self._settings.mail_server.partition(":")
        with smtplib.SMTP(host, int(port or 25), timeout=TIMEOUT) as server:
            server.send_message(mail)


def public_address(host: str, found: Iterable[str]) -> str:
    """Return the first address of a host if all of them are public; else raise OSError (A-20)."""
    addresses = list(found)
    if not addresses or not all(ipaddress.ip_address(a).is_global for a in addresses):
        raise OSError(f"{host} has an address that is not public")
    return addresses[0]


def post(url: str, body: bytes) -> int:
    """Post to the address that was checked, not to one a second look-up might give."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    entries = socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)
    address = public_address(host, (str(entry[4][0]) for entry in entries))
    plain = socket.create_connection((address, 443), timeout=TIMEOUT)
    connection = http.client.HTTPSConnection(host, timeout=TIMEOUT)
    connection.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=host)
    try:
        path = parts.path or "/"
        headers = {"Content-Type": "application/json", "User-Agent": "ilos"}
        connection.request("POST", f"{path}?{parts.query}" if parts.query else path, body, headers)
        answer = connection.getresponse()
        answer.read(MAX_ANSWER)
        return answer.status
    finally:
        connection.close()
