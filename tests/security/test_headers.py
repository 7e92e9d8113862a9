"""A-19, H-03: headers on every route and method, also when the answer is a refusal."""

from pathlib import Path

import pytest
from leaks.apps import World, open_world

from ilos.server.transport import headers
from ilos.server.transport.openapi import PREFIX
from ilos.server.transport.routes import ROUTES

PAGES = ("/", "/t/abc", "/healthz", "/readyz", "/metrics", f"{PREFIX}/openapi.json", "/nothing.js")
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH", "TRACE")


@pytest.mark.parametrize("method", METHODS)
async def test_every_route_carries_the_headers(world: World, method: str) -> None:
    """Generated from the table of calls; game data is never kept by a cache."""
    paths = [PREFIX + call.path.replace("{table}", "x").replace("{record}", "x") for call in ROUTES]
    for path in (*paths, *PAGES):
        answer = await world.client().request(method, path)
        assert answer.status_code < 500 or path == "/readyz", path
        for name, value in headers.ALWAYS.items():
            assert answer.headers.get(name) == value, (method, path, name)
        if path.startswith(f"{PREFIX}/") and "openapi" not in path:
            assert answer.headers["Cache-Control"] == "no-store", (method, path)
        assert "set-cookie" not in answer.headers
        assert "server" not in answer.headers


async def test_no_other_page_is_let_in_by_asking_first(world: World) -> None:
    """A-05: OPTIONS names the methods of a route, and lets nobody in from elsewhere."""
    head = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    for call in ROUTES:
        path = PREFIX + call.path.replace("{table}", "x").replace("{record}", "x")
        answer = await world.client().options(path, headers=head)
        assert (answer.status_code, answer.content) == (204, b"")
        assert call.method in answer.headers["allow"].split(", ")
        assert not [name for name in answer.headers if name.startswith("access-control")]


async def test_a_site_behind_tls_says_so(tmp_path: Path) -> None:
    """Strict transport, as soon as the public address is https."""
    world = await open_world(tmp_path, "tls", public_url="https://ilos.example.org")
    answer = await world.client().get("/")
    assert answer.headers["Strict-Transport-Security"].startswith("max-age=")
    await world.close()


def test_the_policy_lets_no_foreign_or_inline_script_run() -> None:
    """A-06: the last line of defence against script in a name."""
    rules = dict(part.strip().split(" ", 1) for part in headers.POLICY.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == "'self' 'wasm-unsafe-eval'", "WebAssembly, but no text as script"
    assert rules["frame-ancestors"] == "'none'"
    assert rules["base-uri"] == "'none'"
    others = headers.POLICY.replace("'wasm-unsafe-eval'", "")
    assert "unsafe" not in others, "styles too come from files; what moves is set by script"


async def test_only_the_embedded_replay_may_stand_in_a_frame_of_another_page(world: World) -> None:
    """A-14: it holds no key of a seat; every other page is refused there."""
    embedded = (await world.client().get("/embed.html")).headers
    assert "x-frame-options" not in embedded
    assert embedded["Content-Security-Policy"] == headers.POLICY.replace(
        "frame-ancestors 'none'", "frame-ancestors *"
    )
    for path in ("/", "/index.html", "/embed"):
        answer = await world.client().get(path)
        assert answer.headers["X-Frame-Options"] == "DENY", path
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"], path
