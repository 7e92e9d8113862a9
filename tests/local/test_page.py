"""Tables inside a page: the server's own answers and messages, kept by what a browser has."""

import asyncio
import json
import time
from itertools import islice
from typing import Any

import msgspec
from bot_games import positions

from ilos.bots import LEVELS
from ilos.local import bots
from ilos.local.backend import MemoryBackend
from ilos.local.page import Page, offer, start
from ilos.protocol.shapes import PROTOCOL
from ilos.records.record import read_record
from ilos.rules.moves import read_move
from ilos.server.botpool.jobs import JobRunner, bot_job
from ilos.views import View, view


class Browser:
    """A backend that outlives its pages, and the pages that are open on it."""

    def __init__(self) -> None:
        self.backend = MemoryBackend()
        self.pages: list[Page] = []

    def open(self) -> "Tab":
        tab = Tab(self)
        self.pages.append(tab.page)
        return tab


class Tab:
    """One page with its client: what it was told, and the questions it asks."""

    def __init__(self, browser: Browser) -> None:
        self.told: list[dict[str, Any]] = []
        self.closed: list[int] = []
        self._heard = asyncio.Event()
        self._browser = browser
        self.stopped: list[str] = []
        self.has_stopped = asyncio.Event()
        self.page = start(
            browser.backend,
            self,
            self._hear,
            lambda _socket, code: self.closed.append(code),
            self._announce,
        )
        self.page.app.scheduler._pause = 0.0  # nobody watches

    def _hear(self, _socket: int, text: str) -> None:
        self.told.append(json.loads(text))
        self._heard.set()

    async def think(self, _key: str, job: str, _seconds: float) -> str:
        return await bots.answer(job, lambda _: None)

    def stop(self, prefix: str) -> None:
        self.stopped.append(prefix)
        self.has_stopped.set()

    def _announce(self, table: str, head: int) -> None:
        for page in self._browser.pages:
            if page is not self.page:
                page.changed(table, head)

    async def ask(self, method: str, path: str, body: Any = None, token: str = "") -> Any:
        text = "" if body is None else json.dumps(body)
        status, answer = json.loads(
            await self.page.request(method, path, [token] if token else [], text)
        )
        return status, json.loads(answer)

    async def create(self, *seats: dict[str, str]) -> tuple[str, list[str]]:
        status, made = await self.ask("POST", "tables", {"seats": seats, "start": True})
        assert status == 200, made
        return made["table"]["id"], [key["token"] for key in made["keys"]]

    def join(self, table: str, tokens: list[str], socket: int = 1) -> None:
        self.page.open(socket, f"tables/{table}/socket")
        hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            "tokens": tokens,
            "seen": None,
            "look": None,
        }
        self.send(hello, socket)

    def send(self, message: dict[str, Any], socket: int = 1) -> None:
        self.page.receive(socket, json.dumps(message))

    async def until(self, ready: Any) -> Any:
        """Wait until something the client was told is what a test waits for."""
        while (found := ready(self.told)) is None:
            self._heard.clear()
            await self._heard.wait()
        return found


ME = {"kind": "mine", "name": "Ana"}
BOT = {"kind": "bot", "bot": "greedy"}


def my_turn(told: list[dict[str, Any]]) -> tuple[int, dict[str, Any]] | None:
    """The last version and view, if the client is to move."""
    seen = [m for m in told if m["type"] in ("welcome", "update") and m.get("player_view")]
    if not seen or seen[-1]["version"] != max(m["version"] for m in told if m.get("version")):
        return None
    mine = seen[-1]["player_view"]
    over = mine["view"]["phase"] == "over"
    return (seen[-1]["version"], mine["view"]) if mine["choices"] or over else None


def turn_at(version: int) -> Any:
    """Wait for the client's turn at a version."""

    def ready(told: list[dict[str, Any]]) -> tuple[int, dict[str, Any]] | None:
        turn = my_turn(told)
        return turn if turn is not None and turn[0] == version else None

    return ready


async def play(tab: Tab, most: int = 10_000) -> int:
    """Play what hints suggest, until the game is over or so many moves are made."""
    made = 0
    while made < most:
        version, view = await tab.until(my_turn)
        if view["phase"] == "over":
            break
        ident = f"{version}-{made}"
        tab.send({"type": "ask_hint", "id": f"h{ident}", "rank": 0})
        hint = await tab.until(lambda told: answer(told, f"h{ident}"))  # noqa: B023
        assert hint["type"] == "hint", hint
        read_move(hint["move"])
        tab.send(
            {"type": "submit_move", "id": f"m{ident}", "version": version, "move": hint["move"]}
        )
        done = await tab.until(lambda told: answer(told, f"m{ident}"))  # noqa: B023
        assert done["type"] == "acknowledged", done
        made += 1
    return made


def answer(told: list[dict[str, Any]], ident: str) -> dict[str, Any] | None:
    return next((m for m in told if m.get("id") == ident), None)


async def test_a_whole_game_is_played_without_a_server_and_leaves_a_normal_record() -> None:
    tab = Browser().open()
    table, tokens = await tab.create(ME, BOT)
    assert table.startswith("page-")
    tab.join(table, tokens)
    assert await play(tab) > 10
    status, record = await tab.ask("GET", f"tables/{table}/record", token=tokens[0])
    assert status == 200
    assert read_record(record).is_over
    status, replay = await tab.ask("GET", f"tables/{table}/replay?viewer=all", token=tokens[0])
    assert (status, replay["finished"]) == (200, True)


async def test_a_page_killed_in_mid_turn_goes_on_where_it_was() -> None:
    browser = Browser()
    first = browser.open()
    table, tokens = await first.create(ME, BOT)
    first.join(table, tokens)
    await play(first, 5)
    version, view = await first.until(my_turn)
    browser.pages.clear()  # it is gone: nothing of it is asked again
    second = browser.open()
    second.join(table, tokens)
    assert await second.until(my_turn) == (version, view)
    status, mine = await second.ask(
        "POST", "tables/mine", {"held": [{"table": table, "token": tokens[0]}]}
    )
    assert (status, mine["tables"][0]["your_turn"]) == (200, True)
    assert await play(second, 3) == 3


async def test_a_move_is_acknowledged_only_after_the_browser_has_kept_it() -> None:
    browser = Browser()
    tab = browser.open()
    table, tokens = await tab.create(ME, BOT)
    tab.join(table, tokens)
    version, _ = await tab.until(my_turn)
    kept = browser.backend.write
    full = asyncio.Event()

    async def refuse(writes: str) -> bool:
        if full.is_set():
            raise OSError("QuotaExceededError")
        return await kept(writes)

    browser.backend.write = refuse  # type: ignore[method-assign]
    full.set()
    keep = {"type": "mulligan", "discarded": []}
    move = {"type": "submit_move", "id": "m", "version": version, "move": keep}
    tab.send(move)
    assert (await tab.until(lambda told: answer(told, "m")))["code"] == "try_again"
    assert await tab.page.app.store.row(table) is not None
    full.clear()
    tab.told.clear()
    tab.send(move)
    done = await tab.until(lambda told: answer(told, "m"))
    assert (done["type"], done["version"]) == ("acknowledged", version + 1)


async def test_two_tabs_of_one_browser_show_the_same_game() -> None:
    browser = Browser()
    one, two = browser.open(), browser.open()
    table, tokens = await one.create(ME, BOT)
    one.join(table, tokens)
    two.join(table, tokens)
    await play(one, 2)
    version, _ = await one.until(my_turn)
    assert await two.until(turn_at(version)) == await one.until(my_turn)
    await play(two, 1)
    version, _ = await two.until(my_turn)
    assert await one.until(turn_at(version)) == await two.until(my_turn)


async def test_a_wrong_question_is_refused_in_the_servers_words() -> None:
    tab = Browser().open()
    status, problem = await tab.ask("GET", "tables/page-nothing/record")
    assert (status, problem["code"]) == (404, "unknown_table")
    status, problem = await tab.ask("POST", "records", {"format": "something"})
    assert (status, problem["code"]) == (409, "bad_record")
    tab.page.open(1, "lobby/socket")
    assert tab.closed == [4004]


def test_what_a_page_offers_is_what_its_tables_offer() -> None:
    found = json.loads(offer())
    assert [bot["name"] for bot in found["bots"]][-4:] == ["gentle", "skilled", "expert", "master"]
    assert found["notifications"] == []


def a_view() -> View:
    """What a seat sees in the middle of a game, with a choice."""
    game = next(islice(positions(2, seed=3), 30, None))
    return view(game, game.pending.seat)


async def test_a_bot_in_a_page_plays_the_move_of_the_server_bot_with_the_same_seed() -> None:
    seen = a_view()
    job = bot_job(seen, "skilled", "table:0", seed=7)
    shares: list[float] = []
    in_page = json.loads(await bots.answer(msgspec.json.encode(job).decode(), shares.append))
    assert in_page == json.loads(msgspec.json.encode(JobRunner().run(job)))
    assert shares == sorted(shares)
    assert len(shares) > 5
    assert 0.0 <= shares[0] < 0.2 < 0.8 < shares[-1] < 1.0


async def test_a_bot_that_is_stopped_answers_with_the_best_it_has() -> None:
    seen = a_view()
    job = msgspec.json.encode(bot_job(seen, "master", "table:0", seed=7)).decode()
    asyncio.get_running_loop().call_soon(bots.stop)
    started = time.process_time()
    answered = json.loads(await bots.answer(job, lambda _: None))
    assert read_move(answered["move"]) in seen.legal_moves
    assert time.process_time() - started < LEVELS["master"].pace.move / 2


async def test_a_search_is_stopped_when_another_tab_has_moved_for_the_bot() -> None:
    browser = Browser()
    slow, quick = browser.open(), browser.open()

    async def think(_key: str, _job: str, _seconds: float) -> None:
        await asyncio.Event().wait()

    slow.think = think  # type: ignore[assignment, method-assign]
    table, tokens = await quick.create(ME, BOT)
    slow.join(table, tokens)
    quick.join(table, tokens)
    await play(quick, 6)
    await slow.has_stopped.wait()
    assert set(slow.stopped) == {f"{table}:"}
    await slow.page.app.scheduler.stop()


async def test_the_next_hint_of_a_person_who_had_one_is_searched_before_they_ask() -> None:
    tab = Browser().open()
    searches = tab.page.app.hint_service._searches
    table, tokens = await tab.create(ME, BOT)
    tab.join(table, tokens)
    await tab.until(my_turn)
    assert not searches
    assert await play(tab, 1) == 1
    version, seen = await tab.until(my_turn)
    ahead = searches[f"{table}:{seen['viewer']}:{version}"]
    known = len(searches)
    tab.send({"type": "ask_hint", "id": "ahead", "rank": 0})
    hint = await tab.until(lambda told: answer(told, "ahead"))
    assert read_move(hint["move"]) == (await ahead)[0].move
    assert len(searches) == known


async def test_a_hint_at_a_servers_table_comes_from_the_view_that_the_server_gave() -> None:
    server, page = Browser().open(), Browser().open()
    table, tokens = await server.create(ME, BOT)
    server.join(table, tokens)
    version, _ = await server.until(my_turn)
    status, seen = await server.ask("GET", f"tables/{table}/view", token=tokens[0])
    assert (status, seen["version"]) == (200, version)
    command = {"type": "ask_hint", "id": "h", "rank": 0}
    status, hint = await page.ask(
        "POST", "hints", {"command": command, "table": table, "seen": seen}
    )
    assert (status, hint["type"], hint["id"], hint["version"]) == (200, "hint", "h", version)
    assert read_move(hint["move"])
    command["rank"] = 3
    status, problem = await page.ask(
        "POST", "hints", {"command": command, "table": table, "seen": seen}
    )
    assert (status, problem["code"]) == (409, "no_hint")
