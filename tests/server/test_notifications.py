"""Notifications of a player's turn: once, to allowed places only (issue 4, point 6; A-20)."""

import asyncio
from pathlib import Path

import pytest
from playing import Running, running

from ilos.server.ops.notifications import Notifier, TurnNotice, public_address
from ilos.store.rows import ChairRow

DAYS = {"kind": "days", "days": 1}
MULLIGAN = {"type": "mulligan", "discarded": []}


async def test_an_absent_player_is_told_once_when_the_turn_begins(tmp_path: Path) -> None:
    """Only what is public is told."""
    told: asyncio.Queue[tuple[ChairRow, TurnNotice]] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    settings = {"webhook_hosts": ["hooks.example.org"], "public_url": "https://play.example.org"}
    async with running(f"sqlite:///{tmp_path}/x.sqlite", **settings) as server:
        app = server.app
        app.notifier = Notifier(
            app.settings,
            app.store,
            lambda row, notice: loop.call_soon_threadsafe(told.put_nowait, (row, notice)),
        )
        made = await server.table("mine", "mine", clock=DAYS, title="Friday")
        hook = {"webhook": "https://hooks.example.org/x?y=1"}
        path = f"/tables/{made.table.id}"
        await server.call("PUT", f"{path}/notifications", hook, made.keys[1].token)
        command = {"type": "submit_move", "id": "a", "version": 2, "move": MULLIGAN}
        await server.call("POST", f"{path}/deeds", command, made.keys[0].token)
        row, notice = await asyncio.wait_for(told.get(), 20)
        assert row.webhook == hook["webhook"]
        url = f"https://play.example.org/#/t/{made.table.id}"
        assert notice == TurnNotice(table=made.table.id, title="Friday", name="Bo", url=url)
        assert not await app.store.notify_once(made.table.id, 1, 3)


@pytest.mark.parametrize(
    "wish",
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
    wish: dict[str, str], tmp_path: Path
) -> None:
    """A-20: an allow-list, TLS, no tricks with names; no e-mail without a mail server."""
    settings = {"webhook_hosts": ["hooks.example.org"]}
    async with running(f"sqlite:///{tmp_path}/x.sqlite", **settings) as server:
        made = await server.table("mine", "mine")
        path = f"/tables/{made.table.id}/notifications"
        refused = await server.try_call("PUT", path, wish, made.keys[0].token)
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
