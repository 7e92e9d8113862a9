"""Telling somebody that it is their turn, by e-mail or webhook, in games by days (A-20)."""

import re
from urllib.parse import urlsplit

from ilos.protocol.http import Notifications
from ilos.server.refusal import Refusal
from ilos.server.settings import Settings

_ADDRESS = re.compile(r"[^@\s<>,;:\"]{1,64}@[A-Za-z0-9.-]{1,190}")


class Notices:
    """Who may be told, and how."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def check(self, wish: Notifications) -> None:
        """Refuses what this server does not send or to where it may not."""
        if wish.email is not None:
            if not self._settings.mail_server:
                raise Refusal("bad_settings", "this server sends no e-mail")
            if not _ADDRESS.fullmatch(wish.email):
                raise Refusal("bad_settings", "this is no e-mail address")
        if wish.webhook is not None:
            host = urlsplit(wish.webhook).hostname or ""
            allowed = wish.webhook.startswith("https://") and host in self._settings.webhook_hosts
            if not allowed:
                raise Refusal("bad_settings", "this server posts only to hosts on its list")
