"""An outside program plays a seat: `python examples/outside_bot.py http://127.0.0.1:8765 CODE`."""

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
        tile, place = next((tile, places[0]) for tile, places in choices["tiles"].items() if places)
        laid = {"tile": tile, "cell": place["cell"], "rotation": place["rotations"][0]}
        return {"type": "first_island", **laid, "part": 0}
    return {"type": "end_turn"}


if len(sys.argv) != 3:
    print(__doc__)
elif __name__ == "__main__":
    server, code = f"{sys.argv[1]}/api/v1/tables", sys.argv[2]
    table = f"{server}/{call(f'{server}/find', code, {'code': code})['table']['id']}"
    token = call(f"{table}/join", code, {"name": "Robot"})["key"]["token"]
    while (state := call(f"{table}/state", token))["table"]["status"] in ("open", "playing"):
        if state["player_view"] and (choices := state["player_view"]["choices"]):
            move = {"id": f"m{state['version']}", "version": state["version"]}
            move |= {"type": "submit_move", "move": choose(choices)}
            call(f"{table}/commands", token, move)
        else:
            call(f"{table}/updates?after={state['version']}&wait=20", token)
