"""A-09: no name leads out of the client's files, and no record out of the store."""

import httpx
import msgspec
from leaks.apps import World

from ilos.server.transport.assets import read_assets
from security.corpus import PATHS


async def test_no_path_leads_out_of_the_files(world: World) -> None:
    """Whatever is asked for is a file of the client or the page itself."""
    known = {asset.body for asset in read_assets().values()}
    for path in PATHS:
        for before in ("/", "/assets/", "/api/v1/records/", "/api/v1/tables/"):
            raw = before.encode() + path.replace("\x00", "%00").replace("\\", "%5c").encode()
            url = httpx.URL("http://ilos.test").copy_with(raw_path=raw)
            answer = await world.client().get(url)
            assert answer.status_code in (200, 302, 404, 405), (raw, answer.status_code)
            if answer.status_code == 302:  # to a place within our own page, never elsewhere
                assert answer.headers["Location"].startswith("/#/"), raw
            if answer.status_code == 200 and "json" not in answer.headers["content-type"]:
                assert answer.content in known, raw


async def test_imported_records_are_named_by_us(world: World) -> None:
    """The name of a record comes from the operating system's dice, whatever is in it."""
    body = {"format": "ilos-record/1", "name": "../x", "record": "/etc/passwd", "id": "x"}
    status, _, answer = await world.ask("POST", "/records", None, body)
    assert (status, msgspec.json.decode(answer)["code"]) == (409, "bad_record")
