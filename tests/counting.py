"""How many decisions, outcomes of chance and endings lie within a few steps of small setups.

Like perft in chess: a fault anywhere in what is legal changes a number. `tests/counts/*.txt` keeps
them, one line for each first step; `scripts/golden` writes them again.
"""

from collections.abc import Callable
from pathlib import Path

from tables import a_game, a_new_game

from ilos.engine import api
from ilos.engine.position import Position

COUNTS = Path(__file__).parent / "counts"
Counts = tuple[int, int, int]  # decisions, chances, endings


def a_market_day() -> Position:
    return a_game(
        tiles={"A": "03"},
        hand="market*2 ship",
        stock={0: {"ebony": 1, "gold": 1}, 1: {"spice": 1}},
        hands={1: "market"},
        pile="ship*3 ruins",
        max_rounds=1,
    ).position


def a_mulligan() -> Position:
    luck = "F00 F01 F02 ship*3 market*2 ruins*5"
    return a_new_game(2, {}, luck).position


def first_islands() -> Position:
    game = a_new_game(2, {"A": "0 | 3", "B": "01 | 4", "C": "024"}, "A B C ship*5 ship*5")
    for _ in range(2):
        api.take_decision(game.position, api.legal_decisions(game.position)[0])
    return game.position


def a_voyage() -> Position:
    return a_game(
        tiles={"A": "!0 ebony | 3", "B": "03 | 1", "C": "0134"},
        area="B C",
        ships="0:A0 1:A1",
        hand="ship*2",
        fields={"stack": 0},
    ).position


def a_settlement() -> Position:
    return a_game(
        tiles={"A": "!0 ebony gold construction | 3 ruins spice", "B": "3 construction pigment"},
        laid="A B@1,0",
        ships="0:A0 0:A0 0:A1 1:A!",
        pioneers="1:B0.1",
        hand="plantation gold_mine building ruins ship*4",
    ).position


def the_last_round() -> Position:
    game = a_game(
        tiles={"A": "03 ebony"},
        ships="0:A0",
        hand="plantation ship*2",
        pile="ship*2 ruins*2",
        seats=2,
        round=4,
    )
    game.position.set("pioneers", [1, 1, 10, 10, 10])
    return game.position


def empty_hands() -> Position:
    hands = {1: "ship market", 2: "ruins"}
    return a_game(tiles={"A": "03"}, seats=3, pile="", hands=hands, max_rounds=1).position


SETUPS: dict[str, tuple[Callable[[], Position], int]] = {
    "mulligan": (a_mulligan, 8),
    "first-islands": (first_islands, 10),
    "voyage": (a_voyage, 8),
    "settlement": (a_settlement, 7),
    "market-day": (a_market_day, 12),
    "last-round": (the_last_round, 16),
    "empty-hands": (empty_hands, 12),
}


def steps(p: Position) -> list[tuple[str, Position]]:
    """Every decision or outcome that may come next, by name, and what follows."""
    found = []
    for decision in api.legal_decisions(p):
        after = p.copy()
        api.take_decision(after, decision)
        found.append((f"decision {decision}", after))
    for outcome, weight in enumerate(api.chance_weights(p)):
        if weight:
            after = p.copy()
            api.let_happen(after, outcome)
            found.append((f"outcome {outcome} of weight {weight}", after))
    return found


def counts(p: Position, depth: int) -> Counts:
    """What lies within so many steps, this position included."""
    if api.is_over(p):
        return (0, 0, 1)
    chance = api.is_chance_pending(p)
    decisions, chances, endings = int(not chance), int(chance), 0
    if depth > 0:
        for _, after in steps(p):
            more = counts(after, depth - 1)
            decisions, chances, endings = (
                decisions + more[0],
                chances + more[1],
                endings + more[2],
            )
    return (decisions, chances, endings)


def report(name: str) -> list[str]:
    """A line for each first step, and one for the whole."""
    setup, depth = SETUPS[name]
    position = setup()
    lines = [f"{name}, {depth} steps: decisions, chances, endings"]
    for step, after in steps(position):
        lines.append(f"{step}: " + " ".join(map(str, counts(after, depth - 1))))
    lines.append("all: " + " ".join(map(str, counts(position, depth))))
    return lines
