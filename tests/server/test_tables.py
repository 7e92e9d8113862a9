"""Tables before and after the game: seats, codes, colours, names, rematch."""

import msgspec
import pytest
from playing import Running

from ilos.bots import LEVELS
from ilos.bots.hints import ADVISER
from ilos.protocol.client import AskHint, Look, Mute, React, Rematch, Say
from ilos.protocol.server import Acknowledged, Hint, LobbyChanged, Refused, Said, Update
from ilos.protocol.tables import RematchMade
from ilos.server.tables.hints import SUGGESTIONS
from ilos.store.housekeeping import delete_table


async def test_a_private_table_opens_only_to_those_invited(server: Running) -> None:
    """H-02: without code or token it does not exist."""
    made = await server.table("mine", "open", start=False)
    path = f"/tables/{made.table.id}"
    assert (await server.try_call("GET", path)).status_code == 404
    assert (await server.try_call("GET", path, token="a-wrong-token")).status_code == 403
    for token in (made.table.code or "", made.host):  # who was invited may invite others
        assert (await server.call("GET", path, token=token))["code"] == made.table.code
    found = await server.call("POST", "/tables/find", {"code": made.table.code})
    assert found["table"]["id"] == made.table.id


async def test_a_listed_table_is_found_by_everybody(server: Running) -> None:
    """Newest first; private ones are not in the list."""
    listed = await server.table("mine", "open", start=False, visibility="listed")
    await server.table("mine", "open", start=False)
    found = await server.call("GET", "/tables")
    assert [table["id"] for table in found["tables"]] == [listed.table.id]
    assert found["tables"][0]["code"] is None


async def test_seats_are_taken_freed_and_planned(server: Running) -> None:
    """The host may free a seat; who was freed has no token any more."""
    made = await server.table("mine", "open", "open", start=False)
    path = f"/tables/{made.table.id}"
    body = {"name": "Bo", "seat": 2, "colour": "blue", "code": made.table.code}
    joined = await server.call("POST", f"{path}/join", body)
    assert joined["table"]["seats"][2]["colour"] == "blue"
    token = joined["key"]["token"]
    await server.call("POST", f"{path}/free", {"seat": 2}, token=made.host)
    assert (await server.try_call("GET", path, token=token)).status_code == 403
    plan = {"seat": 1, "plan": {"kind": "bot", "bot": "greedy"}}
    planned = await server.call("POST", f"{path}/plan", plan, token=made.host)
    assert planned["seats"][1]["bot"] == "greedy"
    refused = await server.try_call("POST", f"{path}/start", {}, token=made.host)
    assert (refused.status_code, refused.json()["code"]) == (409, "seat_open")
    started = await server.call("POST", f"{path}/start", {"fill": "random"}, token=made.host)
    assert started["status"] == "playing"
    assert (await server.try_call("POST", f"{path}/start", {}, token=made.host)).status_code == 409


@pytest.mark.parametrize(
    "body, code",
    [
        ({"name": "Ana"}, "name_taken"),
        ({"name": "Аna"}, "name_taken"),  # the first letter is Cyrillic
        ({"name": "\u202e"}, "bad_name"),
        ({"name": "Bo", "seat": 0}, "seat_taken"),
        ({"name": "Bo", "colour": "red"}, "colour_taken"),
        ({"name": "x" * 40}, "bad_text"),
    ],
)
async def test_a_seat_is_refused_with_a_reason(
    server: Running, body: dict[str, object], code: str
) -> None:
    """A-07: look-alike names are one name."""
    made = await server.table("mine", "open", start=False)
    path = f"/tables/{made.table.id}/join"
    refused = await server.try_call("POST", path, {**body, "code": made.table.code})
    assert refused.json()["code"] == code


async def test_the_first_player_can_be_drawn(server: Running) -> None:
    """Seats are numbered in turn order after the start; tokens stay with their chairs."""
    made = await server.table("mine", "mine", "mine", first_player=None)
    async with server.player(made.table.id, made.keys[2].token) as cy:
        welcome = await cy.welcomed()
        (seat,) = welcome.seats
        assert welcome.table.seats[seat].name == "Cy"
        setup = msgspec.json.decode(welcome.setup)
        assert setup["players"][seat]["name"] == "Cy"


async def test_hot_seat_looks_through_one_seat_at_a_time(server: Running) -> None:
    """Nothing of another hand is on the page until it is asked for."""
    made = await server.table("mine", "mine")
    async with server.player(made.table.id, *[key.token for key in made.keys]) as both:
        welcome = await both.welcomed()
        assert welcome.seats == [0, 1]
        assert welcome.player_view is not None
        assert welcome.player_view.seat == 0
        await both.send(Look(seat=None))
        public = await both.welcomed()
        assert public.player_view is not None
        assert msgspec.json.decode(public.player_view.view)["hand"] is None
        await both.send(Look(seat=1))
        other = await both.welcomed()
        assert other.player_view is not None
        assert other.player_view.seat == 1
        await both.play(other.version, {"type": "mulligan", "discarded": []})


async def test_nobody_looks_through_a_foreign_seat(server: Running) -> None:
    """H-02: neither by message nor by HTTP."""
    made = await server.table("mine", "mine")
    ana = made.keys[0].token
    async with server.player(made.table.id, ana) as one:
        await one.welcomed()
        await one.send(Look(seat=1))
        answer = await one.hear(Refused)
        assert answer.code == "not_allowed"
    path = f"/tables/{made.table.id}/state?look=1"
    assert (await server.try_call("GET", path, token=ana)).status_code == 403


async def test_spectators_see_only_what_is_public(server: Running) -> None:
    """No hand, no choices; and none come where none are admitted."""
    made = await server.table("mine", "mine", visibility="listed")
    async with server.player(made.table.id) as guest:
        welcome = await guest.welcomed()
        assert welcome.seats == []
        assert welcome.player_view is not None
        assert msgspec.json.decode(welcome.player_view.view)["hand"] is None
        assert msgspec.json.decode(welcome.player_view.choices) is None
        events = msgspec.json.decode(welcome.events)
        assert [event["cards"] for event in events if event["type"] == "deal"] == [5, 5]
    shut = await server.table("mine", "mine", visibility="listed", spectators=False)
    assert (await server.try_call("GET", f"/tables/{shut.table.id}/state")).status_code == 403


async def test_chat_reaches_players_and_spectators_stay_apart(server: Running) -> None:
    """H-12: players do not read spectators while the game runs."""
    made = await server.table("mine", "mine", visibility="listed")
    table = made.table.id
    async with (
        server.player(table, made.keys[0].token) as ana,
        server.player(table, made.keys[1].token) as bo,
        server.player(table) as guest,
    ):
        for one in (ana, bo, guest):
            await one.welcomed()
        await guest.send(Say(id="g", text="take the gold!"))
        await ana.send(Say(id="a", text="hello <b>all</b>"))
        said = await bo.hear(Said)
        assert (said.line.seat, said.line.text) == (0, "hello <b>all</b>")
        assert [m.line.name for m in bo.told if isinstance(m, Said)] == ["Ana"]
        assert (await guest.hear(Said)).line.audience in ("players", "spectators")
        await bo.send(Mute(seat=0, muted=True))
        await bo.send(Say(id="b", text="quiet"))
        await bo.hear(Said)
        await ana.send(React(id="r", reaction="thanks"))
        while (said := await ana.hear(Said)).line.reaction is None:
            pass
        assert (said.line.seat, said.line.reaction) == (0, "thanks")
    async with server.player(table, made.keys[1].token) as again:
        welcome = await again.welcomed()
        assert [line.text for line in welcome.chat] == ["quiet"]
        assert welcome.muted == [0]


async def test_a_rematch_is_one_click_and_made_once(server: Running) -> None:
    """The same tokens open the next table."""
    made = await server.table("mine", "mine")
    tokens = [key.token for key in made.keys]
    async with server.player(made.table.id, tokens[0]) as ana:
        await ana.welcomed()
        await ana.send(Rematch(id="early"))
        assert isinstance(early := await ana.answer(), Refused)
        assert early.code == "not_finished"
    await stop(server, made.table.id, tokens)
    async with server.player(made.table.id, tokens[0]) as ana:
        await ana.welcomed()
        await ana.send(Rematch(id="r1"))
        (change,) = (await ana.hear(Update)).changes
        assert isinstance(change, RematchMade)
    message = {"type": "rematch", "id": "r2"}
    await server.call("POST", f"/tables/{made.table.id}/commands", message, tokens[1])
    info = await server.call("GET", f"/tables/{made.table.id}", token=tokens[1])
    assert info["rematch"] == change.table
    again = await server.call("GET", f"/tables/{change.table}", token=tokens[1])
    assert again["status"] == "open"
    assert [seat["name"] for seat in again["seats"]] == ["Ana", "Bo"]
    await server.call("POST", f"/tables/{change.table}/start", {}, token=made.host)


async def test_a_rematch_starts_when_all_who_were_asked_have_accepted(server: Running) -> None:
    """Or when the host has given the seat of one who did not to a bot."""
    made = await server.table("mine", "open", "open", start=False)
    path = f"/tables/{made.table.id}"
    ana, tokens = made.keys[0].token, []
    for name in ("Bo", "Cleo"):
        body = {"name": name, "code": made.table.code}
        tokens.append((await server.call("POST", f"{path}/join", body))["key"]["token"])
    await server.call("POST", f"{path}/start", {}, token=made.host)
    asked = await server.call("POST", f"{path}/commands", {"type": "propose_end", "id": "e"}, ana)
    for token in tokens:
        vote = {"type": "vote", "id": f"v{token[:4]}", "proposal": asked["version"], "agree": True}
        await server.call("POST", f"{path}/commands", vote, token)

    await server.call("POST", f"{path}/commands", {"type": "rematch", "id": "a"}, ana)
    rematch = (await server.call("GET", path, token=ana))["rematch"]
    next_path = f"/tables/{rematch}"

    async def asked_names() -> list[str]:
        info = await server.call("GET", next_path, token=ana)
        return [seat["name"] for seat in info["seats"] if seat["asked"]]

    assert await asked_names() == ["Bo", "Cleo"]
    await server.call("POST", f"{path}/commands", {"type": "rematch", "id": "b"}, tokens[0])
    assert await asked_names() == ["Cleo"]
    early = await server.try_call("POST", f"{next_path}/start", {"fill": "gentle"}, made.host)
    assert early.json()["code"] == "seat_open"
    await server.call("POST", f"{next_path}/free", {"seat": 2}, token=made.host)
    started = await server.call("POST", f"{next_path}/start", {"fill": "gentle"}, token=made.host)
    assert sorted(seat["kind"] for seat in started["seats"]) == ["bot", "human", "human"]


async def stop(server: Running, table: str, tokens: list[str]) -> None:
    """Both agree to break the game off."""
    path = f"/tables/{table}/commands"
    asked = await server.call("POST", path, {"type": "propose_end", "id": "e"}, tokens[0])
    vote = {"type": "vote", "id": "v", "proposal": asked["version"], "agree": True}
    assert (await server.call("POST", path, vote, tokens[1]))["type"] == "acknowledged"


async def test_a_hint_is_a_legal_move_with_a_reason(server: Running) -> None:
    """A bot that sees what the requester sees; another idea is another move."""
    made = await server.table("mine", "mine")
    async with server.player(made.table.id, *[key.token for key in made.keys]) as both:
        version, _ = await both.until_turn()
        await both.send(AskHint(id="h"))
        hint = await both.hear(Hint)
        assert (hint.id, hint.version) == ("h", version)
        assert hint.reason in ("keep_hand", "better_hand")
        await both.play(version, msgspec.json.decode(hint.move))


async def test_another_idea_is_another_move_of_the_same_adviser(server: Running) -> None:
    """No move is suggested twice for one position; when there is no other idea, that is said."""
    made = await server.table("mine", "mine")
    path = f"/tables/{made.table.id}/commands"
    token = made.keys[0].token
    answers = [
        await server.call("POST", path, {"type": "ask_hint", "id": f"h{rank}", "rank": rank}, token)
        for rank in range(SUGGESTIONS)
    ]
    hints = [answer for answer in answers if answer["type"] == "hint"]
    moves = [hint["move"] for hint in hints]
    assert len(moves) > 1
    assert all(move not in moves[:i] for i, move in enumerate(moves))
    assert {hint["bot"] for hint in hints} == {ADVISER}
    assert ADVISER in LEVELS
    last = await server.call(
        "POST", path, {"type": "ask_hint", "id": "h", "rank": SUGGESTIONS}, token
    )
    assert (last["type"], last["code"]) == ("refused", "no_hint")


async def test_hints_are_for_the_seat_that_decides(server: Running) -> None:
    """Nobody asks for another's hand."""
    made = await server.table("mine", "mine")
    async with server.player(made.table.id, made.keys[1].token) as bo:
        await bo.welcomed()
        await bo.send(AskHint(id="h"))
        answer = await bo.answer()
        assert isinstance(answer, Refused)
        assert answer.code == "not_your_turn"


async def test_my_games_are_found_by_the_tokens_the_browser_holds(server: Running) -> None:
    """Wrong tokens and tables that are gone are passed over."""
    made = await server.table("mine", "mine")
    held = [
        {"table": made.table.id, "token": made.keys[0].token},
        {"table": made.table.id, "token": "wrong"},
        {"table": "gone", "token": made.keys[0].token},
    ]
    found = await server.call("POST", "/tables/mine", {"held": held})
    (mine,) = found["tables"]
    assert (mine["seat"], mine["your_turn"]) == (0, True)


async def test_a_changed_token_voids_the_old_one_and_cuts_its_sockets(server: Running) -> None:
    """A-01."""
    made = await server.table("mine", "mine")
    old = made.keys[0].token
    async with server.player(made.table.id, old) as ana:
        await ana.welcomed()
        changed = await server.call("POST", f"/tables/{made.table.id}/token", token=old)
        await ana.socket.wait_closed()
        assert ana.socket.close_code == 4009
    path = f"/tables/{made.table.id}"
    assert (await server.try_call("GET", path, token=old)).status_code == 403
    await server.call("GET", path, token=changed["key"]["token"])


async def test_who_leaves_during_the_game_can_come_back(server: Running) -> None:
    """A bot takes over and hands the seat back."""
    made = await server.table("mine", "mine")
    ana, path = made.keys[0].token, f"/tables/{made.table.id}"
    left = await server.call("POST", f"{path}/leave", token=ana)
    assert (left["seats"][0]["substitute"], left["seats"][0]["why"]) == ("skilled", "left")
    back = await server.call("POST", f"{path}/commands", {"type": "return", "id": "b"}, token=ana)
    assert back["type"] == "acknowledged"
    seats = (await server.call("GET", path, token=ana))["seats"]
    assert seats[0]["substitute"] is None


async def test_the_list_of_tables_is_live(server: Running) -> None:
    """Anyone who looks at the lobby is told of new tables."""
    async with server.lobby() as socket:
        first = msgspec.json.decode(await socket.recv(), type=LobbyChanged)
        assert first.tables == []
        made = await server.table("mine", "open", start=False, visibility="listed")
        message = msgspec.json.decode(await socket.recv(), type=LobbyChanged)
        assert [table.id for table in message.tables] == [made.table.id]


async def test_acknowledged_is_what_a_command_gets(server: Running) -> None:
    """Chat too is answered."""
    made = await server.table("mine", "mine")
    async with server.player(made.table.id, made.keys[0].token) as ana:
        await ana.welcomed()
        await ana.send(Say(id="s", text="hello"))
        assert isinstance(await ana.answer(), Acknowledged)
        await ana.send(Say(id="t", text="\u200b"))
        assert isinstance(empty := await ana.answer(), Refused)
        assert empty.code == "bad_text"


async def test_a_line_sent_again_is_one_line_told_once_and_answered_alike(server: Running) -> None:
    """F-05 for chat: also when the game has moved on meanwhile; another seat's id is refused."""
    made = await server.table("mine", "mine")
    ana_token, bo_token = (key.token for key in made.keys)
    async with (
        server.player(made.table.id, ana_token) as ana,
        server.player(made.table.id, bo_token) as bo,
    ):
        version, _ = await ana.until_turn()
        await bo.welcomed()
        await ana.send(Say(id="s", text="hello"))
        first = await ana.answer()
        await ana.play(version, {"type": "mulligan", "discarded": []})
        await ana.send(Say(id="s", text="hello"))
        assert await ana.answer() == first
        await bo.send(Say(id="s", text="hello"))
        assert isinstance(no := await bo.answer(), Refused)
        assert no.code == "id_taken"
        await bo.send(Say(id="t", text="good bye"))
        assert isinstance(await bo.answer(), Acknowledged)
        await ana.hear(Said)
        lines = [m.line.text for player in (ana, bo) for m in player.told if isinstance(m, Said)]
    assert lines == ["hello", "good bye"] * 2


async def test_a_table_that_was_deleted_is_gone_for_those_at_it(server: Running) -> None:
    """A command is refused and the socket closed, instead of waiting for ever."""
    made = await server.table("mine", "mine")
    async with server.player(made.table.id, made.keys[0].token) as ana:
        version, _ = await ana.until_turn()
        await server.app.store.run(lambda c: delete_table(c, made.table.id))
        await ana.submit(version, {"type": "mulligan", "discarded": []})
        answer = await ana.answer()
        assert isinstance(answer, Refused)
        assert answer.code == "unknown_table"
        await ana.socket.wait_closed()
        assert ana.socket.close_code == 4004
