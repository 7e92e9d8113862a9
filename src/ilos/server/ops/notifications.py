"""Telling people that it is their turn, by e-mail or webhook, in games by days (A-20).

Nothing goes to an address before its owner has opened the link that was sent there; then at most
one notice a game and interval, and so many a day for each address, sender and host. A webhook goes
only to hosts the operator listed, over TLS, to public addresses, without following redirects, for
at most five seconds. Nothing that other people wrote is in a message.
"""

import asyncio
import http.client
import ipaddress
import logging
import re
import smtplib
import socket
import ssl
from collections.abc import Callable, Coroutine, Iterable, Sequence
from email.message import EmailMessage
from typing import Any, Literal
from urllib.parse import urlsplit

import msgspec

from ilos.protocol.http import Notifications
from ilos.protocol.tables import DaysATurn
from ilos.server.refusal import Refusal
from ilos.server.settings import Settings
from ilos.server.tables.table import Table
from ilos.server.tables.tokens import hash_token, keyed_hash, new_token
from ilos.store import StoreUnavailable
from ilos.store.people import CONFIRMED
from ilos.store.rows import ChairRow
from ilos.store.store import Store

logger = logging.getLogger(__name__)

TIMEOUT = 5.0
MAX_ANSWER = 64 * 1024
_ADDRESS = re.compile(r"[^@\s<>,;:\"]{1,64}@[A-Za-z0-9.-]{1,190}")


Kind = Literal["confirm", "turn", "nudge", "deletion"]
Way = Literal["email", "webhook"]
WAYS: tuple[Way, ...] = ("email", "webhook")
MOST_CONFIRMATIONS = 3  # to one address in a day
MOST_ASKED = 10  # confirmations that one sender may cause in a day

SUBJECTS: dict[Kind, str] = {
    "confirm": "Ilôs: confirm this address / confirmez cette adresse / Adresse bestätigen",
    "turn": "Ilôs: your turn / à vous / du bist dran",
    "nudge": "Ilôs: they wait for you / on vous attend / du wirst erwartet",
    "deletion": "Ilôs: a game ends / une partie s’efface / ein Spiel verfällt",
}
TEXTS: dict[Kind, str] = {
    "confirm": (
        "To hear by e-mail when it is your turn, open this link. Otherwise do nothing.\n"
        "Pour être prévenu par courriel quand c’est à vous, ouvrez ce lien. Sinon, ignorez-le.\n"
        "Um per E-Mail zu erfahren, wann du dran bist, öffne diesen Link. Sonst tu nichts.\n"
    ),
    "nudge": (
        "The others wait for your move.\n"
        "Les autres attendent votre coup.\n"
        "Die anderen warten auf deinen Zug.\n"
    ),
    "turn": "It is your turn.\nC’est à vous de jouer.\nDu bist am Zug.\n",
    "deletion": (
        "Nobody has moved for a long time; the game will be deleted unless a player comes back.\n"
        "Personne n’a joué depuis longtemps ; sans visite, la partie sera effacée.\n"
        "Lange hat niemand gezogen; kommt niemand vorbei, wird das Spiel gelöscht.\n"
    ),
}


class Notice(msgspec.Struct, frozen=True):
    """What is told, to whom, by which way."""

    kind: Kind
    way: Way
    to: str
    url: str
    table: str = ""


Send = Callable[[Notice], None]


class Notifier:
    """Sends notifications to the addresses that players gave."""

    def __init__(self, settings: Settings, store: Store, send: Send | None = None) -> None:
        self._settings = settings
        self._store = store
        self._send = send or self._send_out
        self._tasks: set[asyncio.Task[None]] = set()

    def check(self, wanted: Notifications) -> None:
        """Refuses what this server does not send or to where it may not."""
        if wanted.email is not None:
            if not (self._settings.mail_server and self._settings.public_url):
                raise Refusal("bad_settings", "this server sends no e-mail")
            if not _ADDRESS.fullmatch(wanted.email):
                raise Refusal("bad_settings", "this is no e-mail address")
        if wanted.webhook is not None and not self._settings.public_url:
            raise Refusal("bad_settings", "this server posts nothing: it does not know its address")
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
        """Tell the person whose turn has just begun, if they asked for it and are not here."""
        state = table.state
        if not isinstance(state.settings.clock, DaysATurn):
            return
        if state.game is None:
            return
        here = table.presence().online
        for seat in state.deciding():
            begun = state.game.events[-1].seat != seat
            if begun and state.bot_of(seat) is None and seat not in here:
                self._begin(self._tell(table, seat, "turn", state.game_version))

    def notify_nudge(self, table: Table, seat: int) -> None:
        """Remind a person who is not here, if they asked for notices and had none lately."""
        if seat not in table.presence().online:
            # The turn itself was told with this version; the next one's is higher still.
            self._begin(self._tell(table, seat, "nudge", table.state.version + 1))

    async def ask(self, table: str, chair: int, wanted: Notifications, requester: str) -> None:
        """Keep where a seat wants to be told, and send a link to every address that is new."""
        self.check(wanted)
        kept = await self._store.chair(table, chair)
        proofs: dict[Way, str | None] = {}
        new: list[Notice] = []
        for way in WAYS:
            to: str | None = getattr(wanted, way)
            proofs[way] = getattr(kept, f"{way}_proof") if to == getattr(kept, way) else None
            if to is not None and proofs[way] is None:
                code = new_token()
                proofs[way] = hash_token(code)
                url = f"{self._settings.public_url}/confirm/{table}/{code}"
                new.append(Notice(kind="confirm", way=way, to=to, url=url, table=table))
        for notice in new:
            if not await self._may_send(notice, requester):
                raise Refusal("too_many", "too many notices there, or from you; wait a day")
        row = msgspec.structs.replace(
            kept,
            email=wanted.email,
            webhook=wanted.webhook,
            email_proof=proofs["email"],
            webhook_proof=proofs["webhook"],
            requester=requester,
        )
        await self._store.keep_chair(table, chair, row)
        for notice in new:
            self._begin(self._deliver(notice))

    async def _tell(self, table: Table, seat: int, kind: Kind, version: int) -> None:
        state = table.state
        chair = state.order[seat]
        row = await self._store.chair(state.id, chair)
        notices = self._confirmed(row, kind, state.id)
        interval = self._settings.notice_interval * 1000
        if notices and await self._store.notify_once(state.id, chair, version, interval):
            for notice in notices:
                if await self._may_send(notice, row.requester or ""):
                    await self._deliver(notice)

    def tell_of_deletion(self, tables: Sequence[str]) -> None:
        """Running games were marked: people who asked for notices are told."""
        for table in tables:
            self._begin(self._tell_everybody(table))

    async def _tell_everybody(self, table: str) -> None:
        for row in await self._store.people_at(table):
            for notice in self._confirmed(row, "deletion", table):
                if await self._may_send(notice, row.requester or ""):
                    await self._deliver(notice)

    def _confirmed(self, row: ChairRow, kind: Kind, table: str) -> list[Notice]:
        url = f"{self._settings.public_url}/#/t/{table}"
        found: list[Notice] = []
        for way in WAYS:
            to = getattr(row, way)
            if to is not None and getattr(row, f"{way}_proof") == CONFIRMED:
                found.append(Notice(kind=kind, way=way, to=to, url=url, table=table))
        return found

    async def _may_send(self, notice: Notice, requester: str) -> bool:
        """Count it against the address, its host, and who asked for it."""
        settings = self._settings
        to = _without_tag(notice.to.casefold()) if notice.way == "email" else notice.to.casefold()
        host = to.rpartition("@")[2] if notice.way == "email" else urlsplit(to).hostname or ""
        limits = {
            f"to {to}": settings.notices_per_address_per_day,
            f"from {requester}": settings.notices_per_sender_per_day,
            f"host {host}": settings.notices_per_host_per_day,
        }
        if notice.kind == "confirm":
            limits[f"confirm {to}"] = MOST_CONFIRMATIONS
            limits[f"confirm from {requester}"] = MOST_ASKED
        pepper = self._store.pepper
        hashed = {keyed_hash(pepper, key): most for key, most in limits.items()}
        return await self._store.count_notice(hashed)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(_quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _deliver(self, notice: Notice) -> None:
        await asyncio.to_thread(self._send, notice)

    def _send_out(self, notice: Notice) -> None:
        if notice.way == "email" and self._settings.mail_server:
            self._mail(notice)
        if notice.way == "webhook" and self._may_post_to(notice.to):
            body = {"kind": notice.kind, "table": notice.table, "url": notice.url}
            post(notice.to, msgspec.json.encode(body))

    def _mail(self, notice: Notice) -> None:
        letter = EmailMessage()
        letter["From"], letter["To"] = self._settings.mail_from, notice.to
        letter["Subject"] = SUBJECTS[notice.kind]
        letter.set_content(f"{TEXTS[notice.kind]}\n{notice.url}\n")
        host, _, port = self._settings.mail_server.partition(":")
        with smtplib.SMTP(host, int(port or 25), timeout=TIMEOUT) as server:
            server.send_message(letter)


async def _quietly(work: Coroutine[Any, Any, None]) -> None:
    """A notice that cannot be sent is lost; the log says so."""
    try:
        await work
    except (StoreUnavailable, OSError, smtplib.SMTPException, http.client.HTTPException) as no:
        logger.warning("a notice could not be sent: %s", type(no).__name__)


def _without_tag(address: str) -> str:
    """Return an e-mail address without "+…", which many hosts deliver to the same box."""
    name, _, host = address.rpartition("@")
    return f"{name.partition('+')[0]}@{host}"


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
