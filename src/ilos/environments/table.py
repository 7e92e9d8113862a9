"""What all environments share: a table with nobody's name on it, spaces, and pictures of a game."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.spaces import Box

from ilos.drawing import position_in_words, position_text
from ilos.engine.constants import ALL_PARTS, CARD_KINDS, DECISIONS, SEATS, TILES
from ilos.engine.learning.observation import OBSERVATION_SIZE, bounds, mask_into, observe_into
from ilos.environments.picture import picture
from ilos.records.tile_sets import default_tile_set
from ilos.rules.errors import wrong_type
from ilos.rules.game import Fleet, Game, ship_at
from ilos.rules.names import COLOURS
from ilos.rules.setup import Options, Player, Setup
from ilos.views import View, view

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ilos.engine.position import Position
    from ilos.rules.names import Edition
    from ilos.rules.setup import Stocks
    from ilos.rules.tiles import TileSet

RENDER_MODES = ("human", "ansi", "rgb_array")


def bare_setup(
    players: int,
    edition: Edition = "en",
    stocks: Stocks = "screened",
    max_rounds: int = 100,
    tile_set: TileSet | None = None,
) -> Setup:
    """A table of so many players, called by their colours."""
    count = whole_number("players", players, 2, len(COLOURS))
    seats = tuple(Player(colour, colour, "bot") for colour in COLOURS[:count])
    options = Options(edition=edition, max_rounds=max_rounds, stocks=stocks)
    return Setup(seats, options, default_tile_set() if tile_set is None else tile_set)


def whole_number(name: str, value: object, least: int, most: int = 10**9) -> int:
    """Return an argument that is a whole number within bounds, or say what it may be."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]  # whatever is none raises
    except TypeError:
        raise wrong_type(name, value, "a whole number") from None
    if not least <= number <= most:
        raise ValueError(f"{name} is {number}, not a whole number from {least} to {most}")
    return number


def one_each(decisions: Any, games: int) -> NDArray[np.int64]:
    """Return decisions as an array with one for each game; ValueError if they are none."""
    given = np.asarray(decisions)
    if given.shape != (games,) or given.dtype.kind not in "iu":
        raise ValueError(
            f"{games} whole numbers are needed, one decision for each game; "
            f"given was an array of shape {given.shape} and type {given.dtype}"
        )
    return np.ascontiguousarray(given, np.int64)


def check_seat(seat: int | None, players: int) -> None:
    """Refuse a seat that the table has not; None is drawn for each game."""
    if seat is not None:
        whole_number("seat", seat, 0, players - 1)


def observation_space() -> Box:
    """The bounds of every number of an observation."""
    low, high = bounds()
    return Box(np.array(low, np.int8), np.array(high, np.int8), dtype=np.int8)


def observation(p: Position, seat: int, stocks: Stocks) -> NDArray[np.int8]:
    """What a seat may know, as a new array."""
    seen: NDArray[np.int8] = np.empty(OBSERVATION_SIZE, np.int8)
    observe_into(p, seat, stocks == "open", seen)
    return seen


def action_mask(p: Position, seat: int) -> NDArray[np.int8]:
    """1 for every decision that the seat may take now."""
    mask: NDArray[np.int8] = np.zeros(DECISIONS, np.int8)
    if p.seat == seat:
        mask_into(p, mask.view(np.uint8))
    return mask


ORACLE_SIZE = OBSERVATION_SIZE + SEATS * CARD_KINDS


def oracle(p: Position) -> NDArray[np.int8]:
    """Everything there is to know: what the seat to act sees, all stocks, then all hands.

    Hands stand seat after seat, counted from the seat to act; empty seats hold 0. What is drawn
    later is not decided yet, so there is nothing else that is hidden.
    """
    whole: NDArray[np.int8] = np.zeros(ORACLE_SIZE, np.int8)
    observe_into(p, p.seat, True, whole[:OBSERVATION_SIZE])
    players, hand = p.printed.players, p.hand
    for place in range(players):
        seat = (p.seat + place) % players
        start = OBSERVATION_SIZE + place * CARD_KINDS
        whole[start : start + CARD_KINDS] = hand[seat * CARD_KINDS : (seat + 1) * CARD_KINDS]
    return whole


def oracle_space() -> Box:
    """The bounds of every number of `oracle`."""
    low, high = bounds()
    hands = SEATS * CARD_KINDS
    return Box(
        np.array([*low, *[0] * hands], np.int8), np.array([*high, *[30] * hands], np.int8),
        dtype=np.int8,
    )  # fmt: skip


def spectator_view(setup: Setup, p: Position) -> View:
    """What everybody sees of a position that has no record of how it came about."""
    game = Game(setup)
    game.position = p
    game.fleet = _fleet(setup, p)
    return view(game, None)


def _fleet(setup: Setup, p: Position) -> Fleet:
    """The ships in play; without a record, each lies at the oldest part of its island."""
    ships, pirate = p.ships, p.pirate
    docked = [
        ship_at(seat, setup.shore_at(part))
        for part in range(ALL_PARTS)
        for seat in range(SEATS)
        for _ in range(ships[part * SEATS + seat])
    ]
    pirates = [
        ship_at(pirate[tile], setup.hideout_at(tile)) for tile in range(TILES) if pirate[tile] >= 0
    ]
    return Fleet((*docked, *pirates))


def rendered(seen: View, mode: str | None) -> Any:
    """A view as the render mode asks for; text for people is printed."""
    if mode == "rgb_array":
        return picture(seen.data, seen.setup)
    if mode not in ("ansi", "human"):
        return None
    shown, setup = seen.data, seen.setup
    words = "\n".join(position_in_words(shown, setup))
    text = f"{position_text(shown, setup)}\n{words}\n"
    if mode == "ansi":
        return text
    print(text)  # "human" means a terminal here
    return None


def check_render_mode(mode: str | None) -> None:
    """Refuse a mode that there is not."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode {mode!r} is not one of {', '.join(RENDER_MODES)}")
