"""A game over real sockets: create, join, start, play, undo, reconnect."""

import msgspec
import pytest
from playing import Player, Running, a_move

from ilos.protocol.client import ProposeEnd, ProposeUndo, Resign, Resync, Return, Undo, Vote
from ilos.protocol.server import Acknowledged, Refused, Update, Welcome
from ilos.protocol.tables import Played, Stopped, Substituted, Undone
from ilos.server.tables import seating


async def past_the_setup(player: Player) -> tuple[int, dict]:  # type: ignore[type-arg]
    """Plays mulligan and first island; the first turn."""
    while True:
        version, seen = await player.until_turn()
        if seen["choices"]["kind"] == "turn":
            return version, seen
        await player.play(version, a_move(seen["choices"]))


def a_ship(choices: dict) -> dict:  # type: ignore[type-arg]
    """A ship from the reserve to a known shore: it reveals nothing."""
    return {
        "type": "ship",
        "from": "reserve",
        "to": choices["ship"]["docks"][0],
        "explored": None,
    }


async def test_a_game_against_bots_is_played_to_its_end(server: Running) -> None:
    """Every move is acknowledged, and the last view has a result."""
    made = await server.table("mine", "random", "greedy", max_rounds=3)
    async with server.player(made.table.id, made.keys[0].token) as ana:
        while True:
            version, seen = await ana.until_turn()
            if seen["choices"] is None:
                break
            await ana.play(version, a_move(seen["choices"]))
    assert seen["view"]["result"]["reason"] == "max_rounds"
    info = await server.call("GET", f"/tables/{made.table.id}", token=made.keys[0].token)
    assert info["status"] == "finished"


async def test_friends_join_by_link_and_play_each_other(server: Running) -> None:
    """Two people, two sockets; both see the same versions, each the own hand only."""
    made = await server.table("mine", "open", start=False)
    joined = await server.call(
        "POST", f"/tables/{made.table.id}/join", {"name": "Bo", "code": made.table.code}
    )
    await server.call("POST", f"/tables/{made.table.id}/start", {}, token=made.host)
    token = joined["key"]["token"]
    async with (
        server.player(made.table.id, made.keys[0].token) as ana,
        server.player(made.table.id, token) as bo,
    ):
        version, _ = await ana.until_turn()
        welcome = await bo.welcomed()
        assert (welcome.seats, welcome.version) == ([1], version)
        view = msgspec.json.decode(welcome.player_view.view)  # type: ignore[union-attr]
        assert (view["viewer"], sum(view["hand"].values())) == (1, 5)
        await ana.play(version, {"type": "mulligan", "discarded": []})
        update = await bo.hear(Update)
        assert update.version == version + 1
        (change,) = update.changes
        assert isinstance(change, Played)
        assert msgspec.json.decode(change.events)[0]["type"] == "mulligan"


async def test_the_acknowledgement_comes_before_the_broadcast(server: Running) -> None:
    """Commit, then acknowledge, then tell everybody."""
    made = await server.table("mine", "mine")
    async with server.player(made.table.id, made.keys[0].token) as ana:
        version, _ = await ana.until_turn()
        await ana.submit(version, {"type": "mulligan", "discarded": []})
        first, second = await ana.next(), await ana.next()
        assert isinstance(first, Acknowledged)
        assert isinstance(second, Update)
        assert first.version == second.version == version + 1


async def test_a_stale_move_is_refused_with_the_current_version(server: Running) -> None:
    """F-06: never silent, and nothing changes."""
    made = await server.table("mine", "mine")
    async with server.player(made.table.id, *[key.token for key in made.keys]) as both:
        version, _ = await both.until_turn()
        await both.play(version, {"type": "mulligan", "discarded": []})
        await both.submit(version, {"type": "mulligan", "discarded": []}, "late")
        answer = await both.answer()
        assert isinstance(answer, Refused)
        assert (answer.code, answer.id, answer.version) == ("stale", "late", version + 1)


async def test_a_doubled_move_has_one_effect_and_the_same_answer(server: Running) -> None:
    """F-05: over the same socket, another socket and HTTP."""
    made = await server.table("mine", "mine")
    table, token = made.table.id, made.keys[0].token
    move = {"type": "mulligan", "discarded": []}
    async with server.player(table, token) as tab, server.player(table, token) as other:
        version, _ = await tab.until_turn()
        await other.welcomed()
        first = await tab.play(version, move, "once")
        assert first == await tab.play(version, move, "once")
        assert first == await other.play(version, move, "once")
        command = {"type": "submit_move", "id": "once", "version": version, "move": move}
        again = await server.call("POST", f"/tables/{table}/commands", command, token)
        assert again == {"type": "acknowledged", "id": "once", "version": first}
    assert (await server.call("GET", f"/tables/{table}", token=token))["version"] == first


async def test_an_id_used_by_another_seat_is_refused(server: Running) -> None:
    """A-17: nobody gets another's acknowledgement."""
    made = await server.table("mine", "mine")
    ana, bo = (key.token for key in made.keys)
    move = {"type": "mulligan", "discarded": []}
    command = {"type": "submit_move", "id": "x", "version": 2, "move": move}
    path = f"/tables/{made.table.id}/commands"
    assert (await server.call("POST", path, command, ana))["type"] == "acknowledged"
    assert (await server.call("POST", path, command, bo))["code"] == "id_taken"


async def test_illegal_moves_name_the_rule(server: Running) -> None:
    """The refusal says why; the state is untouched."""
    made = await server.table("mine", "mine")
    async with server.player(made.table.id, made.keys[0].token) as ana:
        version, _ = await ana.until_turn()
        for move, code in (
            ({"type": "end_turn"}, "illegal_move"),
            ({"type": "mulligan", "discarded": ["ship"] * 6}, "illegal_move"),
            ({"type": "mulligan", "discarded": ["boat"]}, "not_a_move"),
            ({"type": "mulligan", "discarded": [], "seat": 1}, "not_a_move"),
            ({"type": "dance"}, "not_a_move"),
            ([], "not_a_move"),
        ):
            await ana.submit(version, move)
            answer = await ana.answer()
            assert isinstance(answer, Refused)
            assert (answer.code, answer.version) == (code, version)


async def test_nobody_moves_for_another_seat(server: Running) -> None:
    """The seat comes from the token, never from the message."""
    made = await server.table("mine", "mine")
    async with server.player(made.table.id, made.keys[1].token) as bo:
        welcome = await bo.welcomed()
        await bo.submit(welcome.version, {"type": "mulligan", "discarded": []})
        answer = await bo.answer()
        assert isinstance(answer, Refused)
        assert answer.code == "not_your_turn"


async def test_a_move_that_revealed_nothing_is_taken_back(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Undo one step; a second time the whole turn; then nothing is left to take back."""
    monkeypatch.setattr(seating, "new_secret", lambda: bytes(32))  # it deals Ana two ships
    made = await server.table("mine", "greedy")
    async with server.player(made.table.id, made.keys[0].token) as ana:
        version, seen = await past_the_setup(ana)
        before = seen["view"]
        move = a_ship(seen["choices"])
        hand = [card for card, count in before["hand"].items() for _ in range(count)]
        hand.remove("ship")
        move["paid"] = hand[:1]
        await ana.play(version, move)
        version, seen = await ana.until_turn()
        await ana.send(Undo(id="u1", version=version))
        assert isinstance(await ana.answer(), Acknowledged)
        update = await ana.hear(Update)
        assert isinstance(update.changes[0], Undone)
        view = msgspec.json.decode(update.player_view.view)  # type: ignore[union-attr]
        assert view == before
        await ana.send(Undo(id="u2", version=update.version, whole_turn=True))
        answer = await ana.answer()
        assert isinstance(answer, Refused)
        assert answer.code == "cannot_undo"


async def test_behind_the_barrier_all_people_must_agree(server: Running) -> None:
    """One asks, the other agrees; draws taken back are never used again."""
    made = await server.table("mine", "mine")
    ana, bo = (key.token for key in made.keys)
    table = made.table.id
    async with server.player(table, ana) as one, server.player(table, bo) as two:
        version, _ = await one.until_turn()
        await two.welcomed()
        await one.play(version, {"type": "mulligan", "discarded": []})
        update = await two.hear(Update)
        await one.send(ProposeUndo(id="p", version=update.version, events=3))
        asked = await two.hear(Update)
        (proposal,) = asked.proposals
        assert (proposal.kind, proposal.by, proposal.needed) == ("undo", 0, [1])
        await two.send(Vote(id="v", proposal=proposal.id, agree=True))
        done = await two.hear(Update)
        assert isinstance(done.changes[-1], Undone)
        assert done.changes[-1].agreed
        assert done.proposals == []


async def test_a_refused_proposal_is_closed(server: Running) -> None:
    """One no is enough."""
    made = await server.table("mine", "mine")
    ana, bo = (key.token for key in made.keys)
    table = made.table.id
    async with server.player(table, ana) as one, server.player(table, bo) as two:
        await one.welcomed()
        await two.welcomed()
        await one.send(ProposeEnd(id="p"))
        asked = await two.hear(Update)
        await two.send(Vote(id="v", proposal=asked.proposals[0].id, agree=False))
        assert (await two.hear(Update)).proposals == []
        await two.send(Vote(id="w", proposal=asked.proposals[0].id, agree=True))
        answer = await two.answer()
        while isinstance(answer, Acknowledged):
            answer = await two.answer()
        assert answer.code == "no_proposal"


async def test_an_agreed_end_stops_the_game(server: Running) -> None:
    """A game that was broken off has no result."""
    made = await server.table("mine", "greedy")
    async with server.player(made.table.id, made.keys[0].token) as ana:
        await ana.welcomed()
        await ana.send(ProposeEnd(id="p"))
        update = await ana.hear(Update)
        assert isinstance(update.changes[-1], Stopped)
    record = await server.call("GET", f"/tables/{made.table.id}/record", token=made.keys[0].token)
    assert record["stopped"] == "agreed"
    assert "result" not in record


async def test_who_resigns_is_replaced_by_a_bot(server: Running) -> None:
    """The game goes on to its end, and the record tells of the substitute."""
    made = await server.table("mine", "random", max_rounds=2)
    async with server.player(made.table.id, made.keys[0].token) as ana:
        await ana.welcomed()
        await ana.send(Resign(id="r"))
        update = await ana.hear(Update)
        assert isinstance(update.changes[0], Substituted)
        while update.table is None or update.table.status != "finished":
            update = await ana.hear(Update)
        await ana.send(Return(id="b"))
        answer = await ana.answer()
        while isinstance(answer, Acknowledged):
            answer = await ana.answer()
        assert answer.code == "game_over"
    record = await server.call("GET", f"/tables/{made.table.id}/record", token=made.keys[0].token)
    assert record["substitutes"][0]["seat"] == 0


async def test_a_reconnecting_client_gets_exactly_what_it_missed(server: Running) -> None:
    """F-07: the contiguous run, whose last view is that of a fresh client."""
    made = await server.table("mine", "greedy")
    table, token = made.table.id, made.keys[0].token
    async with server.player(table, token) as ana:
        seen = await ana.welcomed()
        version = seen.version
        await ana.play(version, {"type": "mulligan", "discarded": []})
        await ana.until_turn()
    async with (
        server.player(table, token, seen=version) as again,
        server.player(table, token) as new,
    ):
        missed = await again.hear(Update)
        fresh = await new.welcomed()
        assert missed.version - len(missed.changes) == version
        assert missed.version == fresh.version
        assert missed.player_view == fresh.player_view
        await again.send(Resync(seen=missed.version))
        nothing = await again.hear(Update)
        assert nothing.changes == []


async def test_a_client_from_the_future_is_given_everything(server: Running) -> None:
    """A version the table never had is no reason to be silent."""
    made = await server.table("mine", "greedy")
    async with server.player(made.table.id, made.keys[0].token, seen=999) as ana:
        assert isinstance(await ana.next(), Welcome)
