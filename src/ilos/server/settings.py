"""Settings of an operator: from flags, the environment (`ILOS_…`) and a TOML file."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta


class BadSettings(ValueError):
    """A setting that is unknown or has a wrong value; `str()` names it."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All settings of a server; docs/hosting/settings.md explains them."""

    host: str = "127.0.0.1"
    port: int = 8765
    database: str = ""  # empty: a SQLite file in the data folder
    data: str = ""  # empty: the platform's folder for the user's data
    public_url: str = ""  # the address people use, for links in notifications
    origins: list[str] = []  # further origins of pages that may call; the server's own always may
    hosts: list[str] = []  # further host names it answers to, besides that of `public_url`
    trusted_proxies: list[str] = []  # addresses and networks whose X-Forwarded-For is believed
    metrics_token: str = (
        ""  # with it /metrics is readable from elsewhere; else on this machine only
    )
    open_browser: bool = True
    log_format: Literal["text", "json"] = "text"
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    workers: Annotated[int, Meta(ge=1)] = 1  # bot processes
    worker_memory: int = 1024  # MiB each
    bot_pause: float = 0.6  # seconds a bot's move takes at least, so that people can follow
    substitute: str = "skilled"  # the bot that plays for an absent person

    table_memory: int = 2000  # tables kept in memory after use
    heartbeat: float = 10.0
    sweep: float = 5.0  # seconds between searches for overdue tables

    queue_messages: int = 64
    queue_bytes: int = 256 * 1024
    message_bytes: int = 8192
    body_bytes: int = 256 * 1024
    record_bytes: int = 5 * 1024 * 1024
    record_events: int = 5000  # of an imported record; a long game has 400

    # Limits; 0 lifts one, for load tools on loopback.
    messages_per_10s: int = 30
    bad_messages: int = 5
    requests_per_10s: int = 200
    creations_per_minute: int = 20
    guesses_per_minute: int = 10
    guesses_per_hour: int = 40
    wrong_codes_per_hour: int = 2000  # of all addresses together
    imports_per_minute: int = 6
    records_per_address: int = 50  # imported and not yet deleted
    records: int = 5000  # in all
    record_storage_per_address: int = 10 * 1024 * 1024  # bytes of imported records
    record_storage: int = 1024 * 1024 * 1024  # in all
    work_per_minute: int = 10  # seconds spent on long records and replays for an address
    chat_per_minute: int = 20
    hints_per_minute: int = 20
    sockets_per_address: int = 20  # that hold no seat
    seated_sockets_per_address: int = 100
    sockets: int = 5000
    handshakes_per_minute: int = 120  # of WebSockets, for each address
    frames_per_10s: int = 100  # of one WebSocket: messages, fragments, pings, pongs
    frame_bytes_per_10s: int = 256 * 1024  # of one WebSocket
    connections_per_address: int = 300  # of HTTP; a browser has six
    connections_per_10s: int = 400  # new ones, for each address
    files_per_10s: int = 12000  # of the client, for each address; 128 KiB count as one more
    pages_per_10s: int = 400  # health, metrics and links into the client, for each address
    tables_per_address: int = 30
    tables: int = 50_000  # open and running, in all
    bot_seconds_per_day: int = 4 * 60 * 60
    joins_per_minute: int = 20
    leaves_per_hour: int = 5  # of one table

    webhook_hosts: list[str] = []  # hosts that notifications may be posted to; none: no webhooks
    notice_interval: int = 3600  # seconds between two notices of one game to one seat
    notices_per_address_per_day: int = 20  # to one e-mail address or webhook
    notices_per_sender_per_day: int = 50  # asked for from one address
    notices_per_host_per_day: int = 1000  # to one domain of e-mail, or host of webhooks
    mail_server: str = ""  # host:port of an SMTP server; none: no e-mail
    mail_from: str = ""

    def database_url(self) -> str:
        """Return the database, by default a SQLite file in the data folder."""
        return self.database or f"sqlite:///{self.data_folder() / 'ilos.sqlite'}"

    def data_folder(self) -> Path:
        """Return the folder of the server's files."""
        from platformdirs import user_data_path  # not in the page, which has no folders

        return Path(self.data) if self.data else user_data_path("ilos", appauthor=False)


def read_settings(
    flags: Mapping[str, Any], environment: Mapping[str, str], file: Path | None = None
) -> Settings:
    """Return the settings from all sources; flags override the environment, that the file."""
    given: dict[str, Any] = _file(file) if file is not None else {}
    names = {field.name for field in msgspec.structs.fields(Settings)}
    for name in names:
        value = environment.get(f"ILOS_{name.upper()}")
        if value is not None:
            given[name] = _parsed(name, value)
    given |= {name: value for name, value in flags.items() if value is not None}
    try:
        settings = msgspec.convert(given, Settings, strict=False)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$.")
        name = f"setting {where.rstrip('`')}: " if where else ""
        raise BadSettings(f"{name}{what}; docs/hosting/settings.md explains each") from None
    if settings.public_url and not re.match(r"https?://[^/]", settings.public_url):
        raise BadSettings(
            f"the public URL {settings.public_url!r} is no address such as https://ilos.example.org"
        )
    return settings


def _file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSettings(f"the settings {path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeError) as error:
        raise BadSettings(f"{path}: {error}") from None


def _parsed(name: str, value: str) -> Any:
    """Lists in the environment are separated by commas."""
    kind = {field.name: field.type for field in msgspec.structs.fields(Settings)}[name]
    if kind == list[str]:
        return [part.strip() for part in value.split(",") if part.strip()]
    return value
