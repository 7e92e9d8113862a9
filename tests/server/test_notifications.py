"""Notices that it is someone's turn: once, to allowed places only (A-20)."""

import asyncio
import smtplib
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from playing import Running, running

from ilos.server.ops.notifications import (
    SUBJECTS,
    TEXTS,
    Notice,
    Notifier,
    Way,
    public_address,
)
from ilos.server.settings import Settings

DAYS = {"kind": "days", "days": 1}
MULLIGAN = {"type": "mulligan", "discarded": []}


HOOK = "https://hooks.example.org/x?y=1"
POSTING = {"webhook_hosts": ["hooks.example.org"], "public_url": "https://play.example.org"}
MAILING = {"mail_server": "localhost:25", "public_url": "https://play.example.org"}


def caught(server: Running) -> asyncio.Queue[Notice]:
    """What the server sends, instead of sending it."""
    told: asyncio.Queue[Notice] = asyncio.Queue()
    loop, app = asyncio.get_running_loop(), server.app
    app.notifier = Notifier(
        app.settings,
        app.store,
        lambda notice: loop.call_soon_threadsafe(told.put_nowait, notice),  # type: ignore[arg-type]
    )
    return told


async def next_of(told: asyncio.Queue[Notice]) -> Notice:
    return await asyncio.wait_for(told.get(), 20)


async def open_link(server: Running, notice: Notice, press: bool = True) -> int:
    """Follow the link of a message, and press the button on its page."""
    url = notice.url.replace("https://play.example.org", server.address)
    page = await server.http.get(url)
    assert "<button>" in page.text
    return (await server.http.post(url)).status_code if press else page.status_code


async def move(server: Running, table: str, version: int, token: str) -> None:
    message = {"type": "submit_move", "id": f"m{version}", "version": version, "move": MULLIGAN}
    answer = await server.call("POST", f"/tables/{table}/commands", message, token)
    assert answer["type"] == "acknowledged", answer


async def test_an_absent_player_is_told_once_when_the_turn_begins(tmp_path: Path) -> None:
    """After the link was opened; nothing that people wrote is in the message."""
    async with running(f"sqlite:///{tmp_path}/x.sqlite", **POSTING) as server:
        told = caught(server)
        made = await server.table("mine", "mine", clock=DAYS, title="Friday")
        table = made.table.id
        hook = {"webhook": HOOK}
        await server.call("PUT", f"/tables/{table}/notifications", hook, made.keys[1].token)
        asked = await next_of(told)
        assert (asked.kind, asked.to) == ("confirm", HOOK)
        assert await open_link(server, asked) == 200
        await move(server, table, 2, made.keys[0].token)
        url = f"https://play.example.org/#/t/{table}"
        assert await next_of(told) == Notice(
            kind="turn", way="webhook", to=HOOK, url=url, table=table
        )
        assert not await server.app.store.notify_once(table, 1, 3, 0)
        assert not await server.app.store.notify_once(table, 1, 9, 3_600_000)
        assert await server.app.store.notify_once(table, 1, 9, 0)


@pytest.mark.parametrize(
    "setting, way, address",
    [(POSTING, "webhook", HOOK), (MAILING, "email", "ben@example.org")],
)
async def test_who_is_reminded_is_told_where_they_asked_to_be_told(
    tmp_path: Path, setting: dict[str, Any], way: Way, address: str
) -> None:
    async with running(f"sqlite:///{tmp_path}/x.sqlite", **setting) as server:
        told = caught(server)
        made = await server.table("mine", "mine", clock=DAYS)
        table, (ana, ben) = made.table.id, (key.token for key in made.keys)
        await server.call("PUT", f"/tables/{table}/notifications", {way: address}, ana)
        assert await open_link(server, await next_of(told)) == 200
        reminder = {"type": "nudge", "id": "n", "seat": 0}
        answer = await server.call("POST", f"/tables/{table}/commands", reminder, ben)
        assert answer["type"] == "acknowledged"
        url = f"https://play.example.org/#/t/{table}"
        expected = Notice(kind="nudge", way=way, to=address, url=url, table=table)
        assert await next_of(told) == expected


@pytest.mark.parametrize("press", [False, True])
async def test_an_address_nobody_confirmed_gets_one_message_and_no_more(
    tmp_path: Path, press: bool
) -> None:
    """A-20: a link that was only looked at, as programs do, confirms nothing."""
    async with running(f"sqlite:///{tmp_path}/x.sqlite", **MAILING) as server:
        told = caught(server)
        made = await server.table("mine", "mine", clock=DAYS, title="Buy now")
        path = f"/tables/{made.table.id}/notifications"
        for _ in range(5):
            await server.call("PUT", path, {"email": "ana@example.org"}, made.keys[1].token)
        assert await open_link(server, await next_of(told), press) == 200
        await move(server, made.table.id, 2, made.keys[0].token)
        await asyncio.gather(*server.app.notifier._tasks)
        await asyncio.sleep(0)
        assert told.qsize() == (1 if press else 0)


async def test_an_address_is_written_to_so_many_times_a_day(tmp_path: Path) -> None:
    """A-20: anyone who makes tables to pester someone is stopped, and others are not."""
    async with running(f"sqlite:///{tmp_path}/x.sqlite", **MAILING) as server:
        told = caught(server)
        answers = []
        for to in ["victim@example.org"] * 6 + [f"v{n}@example.org" for n in range(12)]:
            made = await server.table("mine", "mine", clock=DAYS)
            path = f"/tables/{made.table.id}/notifications"
            answer = await server.try_call("PUT", path, {"email": to}, made.keys[1].token)
            answers.append(answer.status_code)
        assert answers == [200] * 3 + [429] * 3 + [200] * 7 + [429] * 5
        await asyncio.gather(*server.app.notifier._tasks)
        await asyncio.sleep(0)
        assert told.qsize() == 10


def test_a_mail_holds_words_of_our_own_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """No title, no name: nobody advertises by e-mail from here."""
    sent: list[EmailMessage] = []

    class Post:
        def __init__(self, *_: object, **__: object) -> None: ...
        def __enter__(self) -> "Post":
            return self

        def __exit__(self, *_: object) -> None: ...
        def send_message(self, letter: EmailMessage) -> None:
            sent.append(letter)

    monkeypatch.setattr(smtplib, "SMTP", Post)
    settings = Settings(mail_server="localhost", mail_from="ilos@example.org")
    notices = Notifier(settings, None)  # type: ignore[arg-type]
    notices._send_out(Notice(kind="turn", way="email", to="a@b.example", url="https://x/#/t/1"))
    (letter,) = sent
    assert letter["Subject"] == SUBJECTS["turn"]
    assert letter.get_content() == f"{TEXTS['turn']}\nhttps://x/#/t/1\n"


async def test_processes_count_together(database_url: str) -> None:
    """Point 6: asking another process, or one that was started again, gains nothing."""
    answers = []
    limits = {"notices_per_address_per_day": 0, "notices_per_sender_per_day": 0}
    for way, to in (("email", "victim{}@example.org"), ("webhook", "https://hooks.example.org/{}")):
        for process in range(3):
            body = {**MAILING, **POSTING, **limits, "notices_per_host_per_day": 4}
            async with running(database_url, **body) as server:
                caught(server)
                for n in range(2):
                    made = await server.table("mine", "mine", clock=DAYS)
                    path = f"/tables/{made.table.id}/notifications"
                    body = {way: to.format(f"{process}{n}")}
                    answer = await server.try_call("PUT", path, body, made.keys[1].token)
                    answers.append(answer.status_code)
    assert answers == [200, 200, 200, 200, 429, 429] * 2


async def test_a_tag_makes_no_other_address(tmp_path: Path) -> None:
    """Point 6: "+…" is delivered to the same box."""
    async with running(f"sqlite:///{tmp_path}/x.sqlite", **MAILING) as server:
        caught(server)
        answers = []
        for n in range(5):
            made = await server.table("mine", "mine", clock=DAYS)
            path, body = f"/tables/{made.table.id}/notifications", f"Victim+{n}@example.org"
            answer = await server.try_call("PUT", path, {"email": body}, made.keys[1].token)
            answers.append(answer.status_code)
        assert answers == [200] * 3 + [429] * 2


@pytest.mark.parametrize(
    "body",
    [
        {"webhook": "http://hooks.example.org/"},
        {"webhook": "https://hooks.example.org.evil.example/"},
        {"webhook": "https://hooks.example.org@evil.example/"},
        {"webhook": "https://user@hooks.example.org/"},
        {"webhook": "https://hooks.example.org:8443/"},
        {"webhook": "https://127.0.0.1/"},
        {"webhook": "file:///etc/passwd"},
        {"email": "ana@example.org"},
    ],
)
async def test_places_that_are_not_allowed_are_refused(
    body: dict[str, str], tmp_path: Path
) -> None:
    """A-20: an allow-list, TLS, no tricks with names; no e-mail without a mail server."""
    async with running(f"sqlite:///{tmp_path}/x.sqlite", **POSTING) as server:
        made = await server.table("mine", "mine")
        path = f"/tables/{made.table.id}/notifications"
        refused = await server.try_call("PUT", path, body, made.keys[0].token)
        assert refused.json()["code"] == "bad_settings"


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "10.1.2.3", "192.168.0.1", "::1", "169.254.169.254"]
)
def test_a_private_address_is_never_posted_to(address: str) -> None:
    """A-20: even if a listed name points there."""
    with pytest.raises(OSError, match="not public"):
        public_address("hooks.example.org", ["93.184.216.34", address])
    assert public_address("hooks.example.org", ["93.184.216.34"]) == "93.184.216.34"


async def test_players_at_the_table_are_not_told(server: Running) -> None:
    """They see it; and a table without days tells nobody."""
    made = await server.table("mine", "mine")
    table = await server.app.tables.get(made.table.id)
    server.app.notifier.notify_turn(table)
    assert not server.app.notifier._tasks
