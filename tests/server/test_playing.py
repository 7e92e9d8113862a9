"""A game over real sockets: create, join, start, play, undo, reconnect (issue 4, points 2–4)."""

from playing import Running, a_move


async def test_a_game_against_bots_is_played_to_its_end(site: Running) -> None:
    """Every move is acknowledged, and the last view has a result."""
    made = await site.table("mine", "random", "greedy", max_rounds=3)
    async with site.player(made.table.id, made.keys[0].token) as ana:
        while True:
            version, seen = await ana.until_turn()
            if seen["choices"] is None:
                break
            await ana.play(version, a_move(seen["choices"], seen["view"]["hand"]))
    assert seen["view"]["result"]["reason"] == "max_rounds"
    info = await site.call("GET", f"/tables/{made.table.id}", token=made.keys[0].token)
    assert info["status"] == "finished"
