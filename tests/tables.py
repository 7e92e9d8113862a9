"""Positions in few words, for tests that read like the rulebook.

Tiles are written as text: `"! 03 ebony gold | - ruins"` is a tile with a hideout, a part that
reaches sides 0 and 3 with an ebony and a gold site, and an islet with ruins. On the table, `A0`
is part 0 of tile A, `A!` its hideout and `A0.1` site 1 of that part; `B@1,0/3` is tile B laid at
cell (1, 0) and turned by 3. Cards are written `"ship*3 market"`.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, cast

import pytest

from ilos.engine import api
from ilos.engine.constants import (
    CARD_KINDS,
    D_CELL,
    D_ROTATION,
    PARTS,
    PH_ACTION,
    PH_CELL,
    SEATS,
    TILES,
)
from ilos.engine.constants import RESOURCES as RESOURCE_COUNT
from ilos.engine.position import Position
from ilos.rules.cards import CARD_FOR
from ilos.rules.errors import IllegalMove
from ilos.rules.game import Game
from ilos.rules.moves import (
    Berth,
    Building,
    Cards,
    Cell,
    Exploration,
    FirstIsland,
    GoldMine,
    Move,
    Origin,
    PartAt,
    Plantation,
    Ruins,
    Ship,
    SiteAt,
    shore,
)
from ilos.rules.names import CARDS, COLOURS, RESOURCES, Card, Resource
from ilos.rules.playing import carry_out
from ilos.rules.setup import Options, Player, Setup, cell_number
from ilos.rules.tiles import Part, Tile, TileSet

DECK = "ship*30 plantation*20 building*12 market*12 gold_mine*10 ruins*6"
MARKET: dict[Resource, tuple[int, ...]] = {
    "ebony": (1, 2, 3, 4, 5),
    "spice": (1, 2, 3, 4, 5),
    "pigment": (1, 2, 3, 4, 5),
    "gold": (3, 4, 5, 6, 7),
}


# ---- words -------------------------------------------------------------------------------


def cards(text: str) -> Cards:
    """The cards of a text such as "ship*2 market"."""
    found: list[str] = []
    for word in text.split():
        name, _, count = word.partition("*")
        assert name in CARDS
        found += [name] * int(count or 1)
    return cast("Cards", tuple(found))


def part(text: str) -> PartAt:
    """`A0`: part 0 of tile A."""
    return PartAt(text[:-1], int(text[-1]))


def place(text: str) -> Berth:
    """`A0` or `A!`: a shore or a hideout."""
    return Berth(text[:-1], hideout=True) if text.endswith("!") else shore(part(text))


def site(text: str) -> SiteAt:
    """`A0.1`: site 1 of part 0 of tile A."""
    where, _, index = text.partition(".")
    return SiteAt(part(where).tile, part(where).part, int(index))


def laying(text: str) -> Exploration:
    """`B@1,0/3`: tile B at cell (1, 0), turned by 3."""
    tile, _, rest = text.partition("@")
    cell, _, rotation = rest.partition("/")
    q, r = (cell or "0,0").split(",")
    return Exploration(tile, (int(q), int(r)), int(rotation or 0))


# ---- moves -------------------------------------------------------------------------------


def sail(origin: str, to: str, paid: str = "ship", explore: str | None = None) -> Ship:
    """A ship from `reserve`, a part or a hideout to a part or a hideout."""
    start: Origin = "reserve" if origin == "reserve" else place(origin)
    return Ship(start, place(to), laying(explore) if explore else None, cards(paid))


def work(card: str, at: str, paid: str) -> Plantation | GoldMine | Ruins:
    """A plantation, gold mine or ruins card on a site."""
    kinds: dict[str, type[Plantation] | type[GoldMine] | type[Ruins]] = {
        "plantation": Plantation,
        "gold_mine": GoldMine,
        "ruins": Ruins,
    }
    return kinds[card](site(at), cards(paid))


def build(what: str, at: str, paid: str) -> Building:
    """A `fort`, or a trading post that copies `ebony`, `spice`, `pigment` (or `gold`)."""
    if what == "fort":
        return Building(site(at), "fort", None, cards(paid))
    return Building(site(at), "trading_post", cast("Resource", what), cards(paid))


def first_island(laid: str, at: int = 0) -> FirstIsland:
    """A first tile, laid as `B@1,0/3`, and a ship at one of its parts."""
    found = laying(laid)
    return FirstIsland(found.tile, found.cell, found.rotation, at)


# ---- tile sets and chance ----------------------------------------------------------------


def a_tile(name: str, text: str) -> Tile:
    """A tile from its text; see the head of this file."""
    hideout = text.startswith("!")
    parts = []
    for words in text.removeprefix("!").split("|"):
        sides, *sites = words.split()
        parts.append(Part(() if sides == "-" else tuple(map(int, sides)), tuple(sites)))  # type: ignore[arg-type]
    return Tile(name, hideout, tuple(parts))


def a_tile_set(
    tiles: dict[str, str],
    filler: str = "03",
    market: dict[Resource, tuple[int, ...]] = MARKET,
) -> TileSet:
    """The tiles named, and as many fillers F00, F01 … as make twenty."""
    named = [a_tile(name, text) for name, text in tiles.items()]
    fillers = [a_tile(f"F{n:02}", filler) for n in range(TILES - len(named))]
    return TileSet("small", (*named, *fillers), market)


class Luck:
    """Outcomes as told (cards, or tiles by id), then always the first possible one."""

    def __init__(self, tile_set: TileSet, told: str = "") -> None:
        self._tiles = [tile.id for tile in tile_set.tiles]
        self._told = [name for word in told.split() for name in _repeated(word)]

    def draw(self, weights: Sequence[int]) -> int:
        names: Sequence[str] = CARDS if len(weights) == CARD_KINDS else self._tiles
        if not self._told:
            return next(i for i, weight in enumerate(weights) if weight)
        outcome = names.index(self._told.pop(0))
        assert weights[outcome] > 0, f"{names[outcome]} cannot come up"
        return outcome


def _repeated(word: str) -> list[str]:
    name, _, count = word.partition("*")
    return [name] * int(count or 1)


# ---- tables ------------------------------------------------------------------------------


def a_setup(seats: int = 2, tile_set: TileSet | None = None, **options: Any) -> Setup:
    """Seats 0, 1, … with the colours in their order."""
    players = tuple(Player(f"Seat {n}", COLOURS[n]) for n in range(seats))
    return Setup(players, Options(**options), tile_set or a_tile_set({}))


def a_new_game(
    seats: int = 2,
    tiles: dict[str, str] | None = None,
    luck: str = "",
    filler: str = "03",
    **options: Any,
) -> Game:
    """A game just dealt; `luck` tells first three tiles, then five cards a seat."""
    tile_set = a_tile_set(tiles or {}, filler)
    return Game(a_setup(seats, tile_set, **options), Luck(tile_set, luck))


def a_game(
    *,
    seats: int = 2,
    tiles: dict[str, str],
    laid: str = "A",
    area: str = "",
    ships: str = "",
    pioneers: str = "",
    hand: str = "",
    hands: dict[int, str] | None = None,
    pile: str | None = None,
    discard: str = "",
    stock: dict[int, dict[str, int]] | None = None,
    steps: dict[str, int] | None = None,
    to_act: int = 0,
    round: int = 1,  # noqa: A002  the rulebook's word
    fields: dict[str, int] | None = None,
    luck: str = "",
    filler: str = "03",
    **options: Any,
) -> Game:
    """A game in the middle of turns.

    `ships` such as "0:A0 1:A!" and `pioneers` such as "0:A0.0 1:A0.1=fort 0:A0.2=spice" are put
    there by the rules themselves, at no cost; `hand` is that of the seat to act. Cards not
    mentioned are in the draw pile, unless `pile` says what is.
    """
    market = options.pop("market", MARKET)
    tile_set = a_tile_set(tiles, filler, market)
    game = Game(a_setup(seats, tile_set, **options)).copy(Luck(tile_set, luck))
    p = game.position
    p.set("phase", PH_ACTION)
    p.set("round", round)
    p.set("draws", 0)
    for text in laid.split():
        _lay(game.setup, p, laying(text))
    for text in ships.split():
        seat, _, where = text.partition(":")
        _for_free(game, int(seat), sail("reserve", where))
    for text in pioneers.split():
        seat, _, where = text.partition(":")
        _settle(game, int(seat), where)
    p = game.position  # every move made a new one
    _turn_up(game.setup, p, area.split())
    p.set("seat", to_act)
    _set_cards(p, {**(hands or {}), to_act: hand or (hands or {}).get(to_act, "")}, pile, discard)
    _set_riches(p, stock or {}, steps or {})
    for name, value in (fields or {}).items():
        p.set(name, value)
    return game


def _lay(setup: Setup, p: Position, laid: Exploration) -> None:
    tile = setup.tile_numbers[laid.tile]
    p.set("phase", PH_CELL)
    p.set("laying", tile)
    frontier = list(p.frontier_cell)[: p.frontier_count]
    api.take_decision(p, D_CELL + frontier.index(cell_number(laid.cell)))
    api.take_decision(p, D_ROTATION + laid.rotation)
    for name, value in (("phase", PH_ACTION), ("laying", 0), ("where", 0)):
        p.set(name, value)
    _see(p, tile)


def _see(p: Position, tile: int) -> None:
    unseen = list(p.unseen)
    unseen[tile] = 0
    p.set("unseen", unseen)
    p.set("unseen_count", sum(unseen))
    p.set("stack", p.stack - 1)


def _turn_up(setup: Setup, p: Position, area: list[str]) -> None:
    numbers = [setup.tile_numbers[name] for name in area]
    for tile in numbers:
        _see(p, tile)
    p.set("area", numbers + [-1] * (3 - len(numbers)))


def _for_free(game: Game, seat: int, move: Move) -> None:
    """Let a seat make a move with cards conjured up for it."""
    p = game.position
    p.set("seat", seat)
    set_hand(p, seat, (cast("Card", move.type), *getattr(move, "paid", ())))
    game.play(move)
    game.events.clear()
    game._undo.clear()
    game.position.set("discard", [0] * CARD_KINDS)
    game.position.set("discard_size", 0)


def _settle(game: Game, seat: int, text: str) -> None:
    """A pioneer, with as many ships lent as it needs."""
    where, _, what = text.partition("=")
    p = game.position
    number = game.setup.site_number(site(where))
    assert number is not None
    lent = list(p.ships)
    island = p.island[game.setup.tile_numbers[site(where).tile] * PARTS + site(where).part]
    p.set("ships", [2 if i == island * SEATS + seat else n for i, n in enumerate(lent)])
    p.set("seat", seat)
    card = CARD_FOR[game.setup.site_kind(number)]
    paid = f"ship*{api.cost_at(p, number)}"
    move = build(what, where, paid) if card == "building" else work(card, where, paid)
    _for_free(game, seat, move)
    game.position.set("ships", lent)
    game.position.set("stock", [0] * (SEATS * RESOURCE_COUNT))


def set_hand(p: Position, seat: int, held: Sequence[Card]) -> None:
    """Give a seat these cards and no others."""
    hand, sizes = list(p.hand), list(p.hand_size)
    counts = Counter(held)
    hand[seat * CARD_KINDS : (seat + 1) * CARD_KINDS] = [counts[card] for card in CARDS]
    sizes[seat] = len(held)
    p.set("hand", hand)
    p.set("hand_size", sizes)


def _set_cards(p: Position, hands: dict[int, str], pile: str | None, discard: str) -> None:
    left = Counter(cards(DECK))
    for seat in range(SEATS):
        held = cards(hands.get(seat, ""))
        set_hand(p, seat, held)
        left -= Counter(held)
    left -= Counter(cards(discard))
    in_pile = left if pile is None else Counter(cards(pile))
    for name, counts in (("pile", in_pile), ("discard", Counter(cards(discard)))):
        p.set(name, [counts[card] for card in CARDS])
        p.set(f"{name}_size", counts.total())


def _set_riches(p: Position, stock: dict[int, dict[str, int]], steps: dict[str, int]) -> None:
    owned = [stock.get(seat, {}).get(r, 0) for seat in range(SEATS) for r in RESOURCES]
    p.set("stock", owned)
    p.set("step", [steps.get(r, 0) for r in RESOURCES])
    p.set("markers", p.markers - sum(steps.values()))


# ---- what a test looks at ----------------------------------------------------------------


def state(game: Game) -> dict[str, Any]:
    """Everything about the position, for comparing before and after."""
    return game.position.snapshot()


def play(game: Game, *moves: Move) -> Any:
    """Play moves that must be legal, each also listed as legal; the last event, of any kind."""
    for move in moves:
        assert move in game.legal_moves, f"{move} is not legal"
        event = game.play(move)
    return event


def refused(game: Game, move: Move) -> str:
    """The rule that forbids a move; nothing changes by trying."""
    before, events, fleet = state(game), list(game.events), game.fleet
    assert move not in game.legal_moves
    with pytest.raises(IllegalMove) as caught:
        game.play(move)
    assert (state(game), game.events, game.fleet) == (before, events, fleet)
    return caught.value.rule


def why(game: Game, move: Move) -> str:
    """The words with which a move is refused."""
    with pytest.raises(IllegalMove) as caught:
        carry_out(game.setup, game.position.copy(), move)
    return caught.value.message


def hand(game: Game, seat: int) -> Counter[str]:
    """The cards of a seat."""
    counts = list(game.position.hand)[seat * CARD_KINDS : (seat + 1) * CARD_KINDS]
    return _counted(CARDS, counts)


def discards(game: Game) -> Counter[str]:
    """The discard pile."""
    return _counted(CARDS, game.position.discard)


def stock(game: Game, seat: int) -> Counter[str]:
    """What lies behind the screen of a seat."""
    return _row(game.position.stock, seat)


def board(game: Game, seat: int) -> Counter[str]:
    """The production board of a seat."""
    return _row(game.position.production, seat)


def _row(numbers: Sequence[int], seat: int) -> Counter[str]:
    row = numbers[seat * RESOURCE_COUNT : (seat + 1) * RESOURCE_COUNT]
    return _counted(RESOURCES, row)


def _counted(names: Sequence[str], counts: Sequence[int]) -> Counter[str]:
    """Without the zeros."""
    return +Counter(dict(zip(names, counts, strict=True)))


def ships_at(game: Game, text: str, seat: int) -> int:
    """A seat's ships on the shore of the island that a part belongs to."""
    where = game.setup.part_number(part(text))
    assert where is not None
    return int(game.position.ships[game.position.island[where] * SEATS + seat])


def are_one_island(game: Game, a: str, b: str) -> bool:
    """Do two parts belong to the same island?"""
    numbers = [game.setup.part_number(part(text)) for text in (a, b)]
    assert None not in numbers
    first, second = (game.position.island[number] for number in numbers if number is not None)
    assert first >= 0
    return bool(first == second)


def kinds_of_moves(game: Game) -> set[str]:
    """The kinds of moves that are legal now."""
    return {move.type for move in game.legal_moves}


def cells(game: Game, tile: str) -> set[tuple[Cell, int]]:
    """Where a face-up tile may be laid by the seat to act: cell and rotation."""
    found = set()
    for move in game.legal_moves:
        laid = None
        if isinstance(move, (Ship, FirstIsland)):
            laid = move.explored if isinstance(move, Ship) else move.laid
        if laid is not None and laid.tile == tile:
            found.add((laid.cell, laid.rotation))
    return found
