"""An outside program plays a seat: `python examples/outside_bot.py http://127.0.0.1:8765 CODE`."""

import sys
from random import Random

from ilos.client import Client, Session
from ilos.rules.moves import EndTurn, FirstIsland, Move, Mulligan, Ship

RANDOM = Random(1)


def choose(session: Session) -> Move:
    """Work every site at once, else sail somewhere while there are cards: yours will do better."""
    moves = list(session.legal_moves)
    if isinstance(moves[0], Mulligan):
        return moves[0]  # keep the hand
    if isinstance(moves[0], FirstIsland):
        return RANDOM.choice(moves)
    works = [move for move in moves if not isinstance(move, (Ship, EndTurn))]
    if works:
        return works[0]
    cards = sum(session.view.hand.values()) if session.view and session.view.hand else 0
    return RANDOM.choice(moves) if cards > 4 else EndTurn()


def main(address: str, code: str) -> None:
    """Join the table of an invitation code and play to the end."""
    with Client(address) as client:
        session = client.play(client.join(code, "Robot"), choose)
    if session.table is not None and session.table.result is not None:
        print(f"over: place {session.table.result.places[session.seats[0]]}")


if len(sys.argv) != 3:
    print(__doc__)
elif __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
