"""H-03: a real server with its log wide open; secrets are in the database and nowhere else."""

from pathlib import Path

import httpx
from nemesis.players import a_company
from nemesis.processes import a_server

from ilos.store.log_entries import Started
from ilos.store.store import open_store

HANDSHAKE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "12",  # refused, and libraries like to say so
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
}
SECRETS_OF_PEOPLE = ("Canary Ana Name", "canary-chat-line", "canary@mail.example")


async def test_no_secret_is_in_log_metrics_or_health(tmp_path: Path) -> None:
    """Tokens, codes, the game's secret, nonces, chat: searched in every byte that is written."""
    database, log = f"sqlite:///{tmp_path}/x.sqlite", tmp_path / "server.log"
    async with a_server(database, log=log, log_level="debug") as server:
        ana, bo = await a_company(server.address, 2, seed=41)
        async with ana.at(server.address), bo.at(server.address):
            for player in (ana, bo):
                await player.heard_something()
            for _ in range(6):
                mover = next(player for player in (ana, bo) if player.is_to_move())
                sent = await mover.move()
                for player in (ana, bo):
                    await player.until(sent.version or 0)
        async with httpx.AsyncClient(base_url=server.address, timeout=20) as client:
            head = {"Authorization": f"Bearer {ana.token}"}
            path = f"/api/v1/tables/{ana.table}"
            code = (await client.get(path, headers=head)).json()["code"]
            command = {"type": "say", "id": "x", "text": SECRETS_OF_PEOPLE[1]}
            await client.post(f"{path}/commands", headers=head, json=command)
            await client.post(
                f"{path}/commands", headers=head, content=b'{"type": "canary-junk-1"}'
            )
            await client.get(path, headers={"Authorization": "Bearer canary-wrong-token"})
            await client.get(f"{path}/socket", headers={**head, **HANDSHAKE})
            await client.post("/api/v1/tables/find", json={"code": "canarycode"})
            metrics = (await client.get("/metrics")).text
            health = (await client.get("/healthz")).text + (await client.get("/readyz")).text
    store = await open_store(database)
    entries = [stored.entry for stored in await store.load(ana.table)]
    (sealed,) = [entry.sealed for entry in entries if isinstance(entry, Started)]
    await store.close()
    assert sealed is not None
    written = log.read_text() + metrics + health
    assert "ilos" in metrics
    for secret in (
        ana.token,
        bo.token,
        code,
        sealed.secret,
        "canary",
        '"cards"',
        '"drawn"',
        *SECRETS_OF_PEOPLE,
    ):
        assert secret not in written, f"{secret!r} was written down"
    for private in (ana.table, "127.0.0.1"):
        assert private not in log.read_text(), f"{private!r} is in the log"
