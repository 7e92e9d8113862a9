"""Positions for the pictures, the kit and the tests of the client, recorded from the engine.

`scripts/samples` writes them to `web/src/sample/recorded`: what the server would send of each
position, so that the client needs no rules to have something to show.
"""

from pathlib import Path
from typing import Any

import msgspec
from tables import a_game, a_new_game, cards, place, play

from ilos.engine.constants import PH_OVER
from ilos.records.record import setup_data
from ilos.rules.game import Game
from ilos.rules.moves import Mulligan
from ilos.rules.setup import Player
from ilos.views.view import view

FOLDER = Path(__file__).parents[1] / "web/src/sample/recorded"
HEAD = "// Recorded from the engine by `scripts/samples`; never edit by hand.\n"

TILES = {
    "T01": "!01 ebony gold | 3 ruins",
    "T02": "024 spice construction pigment",
    "T03": "03 ebony pigment | - spice",
    "T04": "!0 construction spice | 23 gold ebony",
    "T05": "012 ebony ebony spice",
    "T06": "02 pigment gold | 4 spice",
    "T07": "!01 spice pigment | 34 construction",
    "T08": "013 ebony pigment ruins construction",
    "T09": "03 spice gold | 1 pigment",
    "T10": "!05 ebony construction | 2 spice pigment",
    "T11": "0134 gold construction spice",
    "T12": "0 ebony | 2 pigment | 4 spice",
    "T13": "!01 pigment ruins | 3 spice",
    "T14": "0123 ebony pigment construction gold",
    "T15": "03 construction spice ebony",
    "T16": "!12 gold pigment | - ebony ruins",
    "T17": "023 spice gold pigment",
    "T18": "!0 ruins | 1 construction | 34 ebony pigment",
    "T19": "024 ebony spice gold",
    "T20": "!01 spice ruins | 3 gold pigment",
}

MAELLE = Player("Maëlle", "blue")
TOMAS = Player("Tomás", "black")
FOUR = [Player("Ana", "red"), MAELLE, TOMAS, Player("Pelican", "yellow", "bot", "skilled")]
FIVE = [
    Player("Annegret", "red"),
    Player("Jean-Christophe", "green"),
    TOMAS,
    Player("Pelikan", "yellow", "bot", "expert"),
    MAELLE,
]
THREE = [
    Player("Pelican", "yellow", "bot", "gentle"),
    MAELLE,
    Player("Heron", "red", "bot", "gentle"),
]

Sample = dict[str, Any]

MIDDLE: Sample = {
    "players": FOUR,
    "laid": "T12@0,0/0 T18@1,0/0 T14@1,-1/4 T20@0,-1/1 T17@2,-1/3 T09@2,0/0 T05@-1,0/3"
    " T11@-1,1/2 T10@0,1/1 T04@1,1/1 T08@-2,1/0 T03@3,-1/3",
    "area": "T02 T07 T16",
    "ships": "0:T170 0:T182 0:T201 0:T100 1:T140 1:T120 1:T050 1:T100"
    " 2:T041 2:T090 2:T110 2:T18! 3:T110 3:T080 3:T050 3:T200",
    "pioneers": "0:T170.1 0:T182.1 0:T122.0 0:T201.1 0:T200.1 1:T140.0 1:T120.0 1:T050.2 1:T030.1"
    " 2:T041.1 2:T090.0 2:T091.0 2:T041.0 3:T110.2 3:T110.0 3:T080.1 3:T050.0"
    " 0:T100.1=ebony 1:T140.2=fort 2:T110.1=fort 3:T080.3=spice",
    "hand": "ship*3 plantation*2 building gold_mine market ruins",
    "others": [6, 4, 8],
    "stock": {1: {"ebony": 6, "spice": 3, "pigment": 4, "gold": 2}},
    "steps": {"ebony": 1, "spice": 1, "pigment": 2, "gold": 1},
    "round": 9,
}
# Two own ships at an island with a free construction site.
BUILDING: Sample = {
    **MIDDLE,
    "ships": MIDDLE["ships"].replace("1:T050 1:T100", "1:T080 1:T121"),
    "pioneers": MIDDLE["pioneers"].removesuffix(" 3:T080.3=spice"),
}
# Every card can be played.
EVERYTHING: Sample = {**BUILDING, "ships": BUILDING["ships"].replace("1:T120 ", "1:T140 ")}
# Everybody's ship lies at one island.
CROWDED: Sample = {
    **MIDDLE,
    "players": [*FOUR, Player("Heron", "green")],
    "others": [6, 4, 8, 5],
    "laid": "T14",
    "pioneers": "",
    "ships": "0:T140 1:T140 2:T140 3:T140 4:T140",
}
# An island and a ship of one's own.
HOME: Sample = {**CROWDED, "pioneers": "1:T140.0", "ships": "1:T140"}
EARLY: Sample = {
    "players": THREE,
    "laid": "T12@0,0/0 T18@1,0/0 T14@1,-1/4 T20@0,-1/1 T17@2,-1/3 T05@-1,0/3 T11@-1,1/2",
    "area": "T02 T07 T16",
    "ships": "0:T110 0:T121 1:T140 1:T120 2:T201 2:T170",
    "pioneers": "0:T110.2 0:T121.0 1:T140.1 1:T120.0 2:T201.1",
    "hand": "ship*2 plantation building market ruins",
    "others": [5, 6],
    "stock": {1: {"ebony": 1, "pigment": 2}},
    "steps": {"pigment": 1},
    "round": 3,
}
# The same with a pirate off the person's island.
PIRATE: Sample = {
    **EARLY,
    "ships": EARLY["ships"].replace("0:T121", "0:T18!"),
    "hand": "ship plantation*2 building gold_mine market ruins",
}
# A late game with five seats and all tiles on the board.
LATE: Sample = {
    "players": FIVE,
    "me": 4,
    "laid": "T03@0,0/0 T04@-1,0/4 T09@1,0/3 T19@1,-1/5 T05@0,-1/4 T14@-1,-1/1 T11@-2,0/1"
    " T18@-2,-1/0 T01@1,-2/2 T13@0,-2/0 T17@-1,-2/4 T02@-1,1/0 T15@0,1/0 T16@-2,1/2 T06@2,-2/0"
    " T20@-3,1/5 T12@1,1/1 T07@2,0/5 T08@3,-1/5 T10@3,0/3",
    "area": "",
    "ships": "0:T041 0:T150 0:T190 0:T010 1:T040 1:T200 1:T122 1:T050 2:T181 2:T020 2:T080 2:T13!"
    " 3:T140 3:T110 3:T060 3:T07! 4:T090 4:T150 4:T190 4:T070",
    "pioneers": "0:T030.0 0:T041.0 0:T150.1 0:T170.2 0:T190.1 0:T010.1 0:T130.0 0:T011.0"
    " 1:T020.0 1:T122.0 1:T040.1 1:T140.1 1:T110.0 1:T200.0 1:T050.1"
    " 2:T041.1 2:T020.2 2:T140.3 2:T170.0 2:T050.2 2:T130.1 2:T080.1 2:T182.0"
    " 3:T140.0 3:T110.2 3:T180.0 3:T170.1 3:T160.1 3:T050.0 3:T060.0"
    " 4:T030.1 4:T090.0 4:T150.2 4:T091.0 4:T190.0 4:T190.2 4:T070.1"
    " 0:T150.0=ebony 1:T040.0=fort 2:T181.0=fort 3:T140.2=pigment 4:T020.1=fort",
    "hand": "ship*2 plantation*2 building gold_mine*2 market*2 ruins",
    "others": [6, 11, 4, 8],
    "stock": {4: {"ebony": 12, "spice": 10, "pigment": 14, "gold": 7}},
    "steps": {"ebony": 1, "spice": 2, "pigment": 2, "gold": 2},
    "round": 14,
}
# A player has deployed the last pioneer.
LAST: Sample = {**LATE, "pioneers": LATE["pioneers"] + " 0:T160.0", "fields": {"ending": 1}}
# Another seat is to move.
WAITING: Sample = {**EVERYTHING, "to_act": 2}
# A spectator looks on.
WATCHED: Sample = {**MIDDLE, "viewer": None}
# The end, with all stocks open.
OVER: Sample = {
    **MIDDLE,
    "stock": {
        0: {"ebony": 11, "spice": 8, "pigment": 9, "gold": 6},
        1: {"ebony": 7, "spice": 7, "pigment": 12, "gold": 5},
        2: {"ebony": 6, "spice": 12, "pigment": 5, "gold": 4},
        3: {"ebony": 8, "spice": 6, "pigment": 6, "gold": 7},
    },
    "fields": {"phase": PH_OVER},
}
# The first hand, before and after it was swapped.
MULLIGAN: Sample = {"players": FOUR, "round": 0, "moves": 1}
FIRST: Sample = {"players": FOUR, "round": 0, "moves": 4, "me": 0}
DEAL = "T02 T07 T16 ship*3 market*2 ship plantation building ruins*2 ship*5 plantation*5"

# With choices those that a person plays; a picture needs none.
PLAYED = {
    "middle": MIDDLE,
    "building": BUILDING,
    "everything": EVERYTHING,
    "early": EARLY,
    "pirate": PIRATE,
    "late": LATE,
    "last": LAST,
    "mulligan": MULLIGAN,
    "first": FIRST,
}
SEEN = {"crowded": CROWDED, "home": HOME, "waiting": WAITING, "watched": WATCHED, "over": OVER}


def files() -> dict[str, str]:
    """Every file of the folder and what stands in it."""
    return {
        "tile_set.ts": _tile_set(),
        **{f"{name}.ts": _recorded(name, sample, True) for name, sample in PLAYED.items()},
        **{f"{name}.ts": _recorded(name, sample, False) for name, sample in SEEN.items()},
    }


def _recorded(name: str, sample: Sample, played: bool) -> str:
    me = sample.get("me", 1)
    game = _in_turns(sample, me) if sample["round"] else _before_turns(sample)
    seen = view(game, sample.get("viewer", me))
    world = f"sampleWorld({_literal(sample['players'])}, {_literal(seen.data)})"
    parts = [HEAD + "import { sampleWorld } from '../world';\n"]
    if played:
        found = seen.choices()
        assert found is not None
        kind = type(found).__name__
        parts.append(f"import type {{ {kind} }} from '../../protocol/messages';\n")
        parts.append(f"\nexport const {name.upper()}_CHOICES: {kind} = {_literal(found)};\n")
    parts.append(f"\nexport const {name.upper()} = /* @__PURE__ */ {world};\n")
    return "".join(parts)


def _in_turns(sample: Sample, me: int) -> Game:
    seats = len(sample["players"])
    hands = {me: sample["hand"], **_others(sample, seats, me)}
    fleet = sample["ships"].split()
    game = a_game(
        seats=seats,
        tiles=TILES,
        hands=hands,
        to_act=sample.get("to_act", me),
        **{key: sample[key] for key in ("laid", "area", "ships", "pioneers", "stock", "steps")},
        round=sample["round"],
        fields=sample.get("fields"),
    )
    assert [(ship.seat, ship.tile) for ship in game.fleet] == [
        (int(seat), place(where).tile) for seat, _, where in (text.partition(":") for text in fleet)
    ]
    return game


def _others(sample: Sample, seats: int, me: int) -> dict[int, str]:
    """Cards that nobody will see, as many as each of the others holds."""
    others = [seat for seat in range(seats) if seat != me]
    kinds = ["plantation", "market", "ship", "building", "gold_mine", "ship"]
    return {
        seat: " ".join(kinds[i % len(kinds)] for i in range(count))
        for seat, count in zip(others, sample["others"], strict=True)
    }


def _before_turns(sample: Sample) -> Game:
    game = a_new_game(len(sample["players"]), TILES, DEAL)
    play(game, *[Mulligan(cards("")) for _ in range(sample["moves"])])
    return game


def _tile_set() -> str:
    setup = setup_data(_in_turns(MIDDLE, 1).setup)
    return (
        HEAD
        + "import type { SetupData } from '../../protocol/messages';\n\n"
        + "export const TILE_SET: SetupData['tile_set'] = "
        + _literal({"name": "sample", "tiles": setup.tile_set.tiles})
        + ";\n\nexport const MARKET: SetupData['market'] = "
        + _literal(setup.market)
        + ";\n"
    )


def _literal(value: object) -> str:
    """A value as TypeScript, one line for each of its keys."""
    data = msgspec.to_builtins(value)
    if not isinstance(data, dict):
        return msgspec.json.encode(data).decode()
    lines = [f"  {key}: {msgspec.json.encode(part).decode()},\n" for key, part in data.items()]
    return "{\n" + "".join(lines) + "}"


def main() -> None:
    """Write the files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.ts"):
        old.unlink()
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
