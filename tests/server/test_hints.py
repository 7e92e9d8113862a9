"""Hints are an option of the table where several people play, and off unless chosen."""

from playing import Running

from ilos.protocol.client import AskHint
from ilos.protocol.http import TableCreated
from ilos.protocol.server import Hint, Refused


async def _two_people(server: Running, **settings: object) -> TableCreated:
    made = await server.table("mine", "open", start=False, first_player=0, **settings)
    path = f"/tables/{made.table.id}"
    await server.call("POST", f"{path}/join", {"name": "Bo", "code": made.table.code})
    await server.call("POST", f"{path}/start", {}, token=made.host)
    return made


async def _ask(server: Running, made: TableCreated) -> Hint | Refused:
    async with server.player(made.table.id, made.keys[0].token) as ana:
        await ana.welcomed()
        await ana.send(AskHint(id="h"))
        while not isinstance(answer := await ana.next(), (Hint, Refused)):
            pass
        return answer


async def test_people_among_themselves_play_without_hints(server: Running) -> None:
    """Neither the server's bot nor one in the page is given the view."""
    made = await _two_people(server)
    assert made.table.hints is False
    answer = await _ask(server, made)
    assert isinstance(answer, Refused)
    assert answer.code == "hints_off"
    token = made.keys[0].token
    response = await server.try_call("GET", f"/tables/{made.table.id}/view", token=token)
    assert (response.status_code, response.json()["code"]) == (409, "hints_off")


async def test_the_host_may_allow_hints(server: Running) -> None:
    made = await _two_people(server, hints=True)
    assert made.table.hints
    assert isinstance(await _ask(server, made), Hint)
    await server.call("GET", f"/tables/{made.table.id}/view", token=made.keys[0].token)


async def test_alone_with_bots_and_at_one_device_hints_are_there(server: Running) -> None:
    alone = await server.table("mine", "greedy")
    hot_seat = await server.table("mine", "mine")
    assert alone.table.hints
    assert hot_seat.table.hints
    assert isinstance(await _ask(server, hot_seat), Hint)


async def test_hints_may_be_refused_against_bots_too(server: Running) -> None:
    made = await server.table("mine", "greedy", hints=False)
    answer = await _ask(server, made)
    assert isinstance(answer, Refused)
    assert answer.code == "hints_off"
