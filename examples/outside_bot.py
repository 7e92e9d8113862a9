"""An outside program plays a seat: `python examples/outside_bot.py http://127.0.0.1:8765 CODE`."""

import itertools
import json
import sys
import urllib.request
from typing import Any


def call(url: str, token: str, body: object = None) -> Any:
    """One call of the API: POST with a body, else GET."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def choose(choices: dict[str, Any]) -> dict[str, Any]:
    """Keep the hand, lay the first tile that fits, then end every turn: yours will do better."""
    if choices["kind"] == "mulligan":
        return {"type": "mulligan", "discarded": []}
    if choices["kind"] == "first_island":
        tile, (place, *_) = next((t, p) for t, p in choices["tiles"].items() if p)
        laid = {"tile": tile, "cell": place["cell"], "rotation": place["rotations"][0]}
        return {"type": "first_island", **laid, "part": 0}
    return {"type": "end_turn"}


def play(server: str, code: str) -> None:
    """Join the table with this invitation code, and play until the game is over."""
    found = call(f"{server}/api/v1/tables/find", code, {"code": code})
    table = f"{server}/api/v1/tables/{found['table']['id']}"
    token = call(f"{table}/join", code, {"name": "Robot"})["key"]["token"]
    for number in itertools.count():
        state = call(f"{table}/state", token)
        if state["table"]["status"] in ("finished", "stopped"):
            return
        if state["sight"] and (choices := state["sight"]["choices"]):
            deed = {"id": f"m{number}", "version": state["version"], "move": choose(choices)}
            call(f"{table}/deeds", token, {"type": "submit_move", **deed})
        else:
            call(f"{table}/updates?after={state['version']}&wait=20", token)


if __name__ == "__main__":
    play(*sys.argv[1:])
