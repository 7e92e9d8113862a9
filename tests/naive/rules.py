"""The rules of Ilôs (RULES.md 1-5, 7) as a slow and plain replay of a record's events.

Each `_do_...` method first checks everything and only then changes the game, so a refused
event leaves no trace.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .archipelago import Archipelago, Cell, LaidTile, PartName, Tile, tile_from_json
from .header import header_problems
from .shapes import (
    BUILDINGS,
    CARD_COUNTS,
    PLANTATION_RESOURCES,
    RESOURCES,
    Broken,
    Event,
    Record,
    Refused,
    cards,
    key,
    listed,
    one_of,
    whole,
)

TURN_EVENTS = ("ship", "plantation", "gold_mine", "building", "ruins", "market", "end_turn")
# RULES 4.1: cost, cost under piracy, own ships needed
SITE_ACTIONS = {
    "plantation": (2, 3, 1),
    "gold_mine": (5, 7, 2),
    "building": (2, 4, 2),
    "ruins": (7, 7, 1),
}
SITES_FOR = {
    "plantation": PLANTATION_RESOURCES,
    "gold_mine": ("gold",),
    "building": ("construction",),
    "ruins": ("ruins",),
}


@dataclass
class Seat:
    """What one player owns; ships and pioneers are those still in the reserve."""

    ships: int = 5
    pioneers: int = 10
    hand: Counter[str] = field(default_factory=Counter)
    stock: Counter[str] = field(default_factory=Counter)
    production: Counter[str] = field(default_factory=Counter)


@dataclass
class Ship:
    """A ship in play: on the shore of a part, or on the hideout of a tile (part is None)."""

    seat: int
    tile: str
    part: int | None


@dataclass
class Pioneer:
    seat: int
    tile: str
    part: int
    site: int
    kind: str  # the kind of its site
    building: str | None = None


@dataclass
class Site:
    tile: str
    part: int
    site: int
    kind: str


@dataclass
class Exploration:
    """A face-up tile that is being laid, and the tile turned up in its place."""

    tile: Tile
    cell: Cell
    rotation: int
    revealed: str | None


class NaiveGame:
    """One game, replayed event by event from a record's header."""

    def __init__(self, header: Record) -> None:
        for broken in header_problems(header):
            raise Refused(None, broken.rule, broken.message)
        self.edition: str = header["rules"]["edition"]
        self.max_rounds: int = header["rules"]["max_rounds"]
        self.prices: dict[str, list[int]] = {name: header["market"][name] for name in RESOURCES}
        self.tiles: dict[str, Tile] = {}
        for value in header["tile_set"]["tiles"]:
            self.tiles[value["id"]] = tile_from_json(value)
        self.seats = [Seat() for _ in header["players"]]
        self.phase = "setup"  # then deal, mulligan, first_island, turn, over
        self.to_move = 0
        self.round = 1
        self.market_played = False
        self.event_count = 0
        self.archipelago = Archipelago()
        self.exploration: list[str] = []
        self.seen_tiles: list[str] = []
        self.stack = 4 * len(self.seats)
        self.pile: Counter[str] = Counter(CARD_COUNTS)
        self.discard: Counter[str] = Counter()
        self.ships: list[Ship] = []
        self.pioneers: list[Pioneer] = []
        self.steps: Counter[str] = Counter()

    # ---- the one way in ----------------------------------------------------------------

    def apply(self, event: Any) -> None:
        """Play one event, or raise `Refused` and change nothing."""
        try:
            self._apply(event)
        except Broken as broken:
            raise Refused(self.event_count, broken.rule, broken.message) from None
        self.event_count += 1

    def _apply(self, event: Any) -> None:
        doers: dict[str, Callable[[Event], None]] = {
            "setup": self._do_setup,
            "deal": self._do_deal,
            "mulligan": self._do_mulligan,
            "first_island": self._do_first_island,
            "ship": self._do_ship,
            "plantation": self._do_site_action,
            "gold_mine": self._do_site_action,
            "building": self._do_site_action,
            "ruins": self._do_site_action,
            "market": self._do_market,
            "end_turn": self._do_end_turn,
        }
        kind = one_of(key(event, "type"), tuple(doers), "the type of an event")
        if self.phase == "over":
            raise Broken("RULES 5", f"the game is over, no {kind} can follow")
        if self.phase == "turn":
            if kind not in TURN_EVENTS:
                raise Broken("RULES 4", f"a {kind} cannot happen during a turn")
        elif kind != self.phase:
            raise Broken("RULES 3", f"expected a {self.phase}, found a {kind}")
        if kind != "setup":
            seat = whole(key(event, "seat"), "the seat", 0, len(self.seats) - 1)
            if seat != self.to_move:
                raise Broken("RULES 3.1", f"it is seat {self.to_move}'s turn, not seat {seat}'s")
        doers[kind](event)

    # ---- questions ---------------------------------------------------------------------

    @property
    def pending(self) -> tuple[str, int | None]:
        """Who decides next: ("seat", n), ("chance", None) or ("over", None)."""
        if self.phase == "over":
            return ("over", None)
        if self.phase in ("setup", "deal"):
            return ("chance", None)
        return ("seat", self.to_move)

    def ships_on_island(self, seat: int, island: list[PartName]) -> int:
        count = 0
        for ship in self.ships:
            if ship.seat == seat and ship.part is not None and (ship.tile, ship.part) in island:
                count += 1
        return count

    def pirate_on(self, tile_id: str) -> Ship | None:
        for ship in self.ships:
            if ship.tile == tile_id and ship.part is None:
                return ship
        return None

    def pioneer_on(self, site: Site) -> Pioneer | None:
        for pioneer in self.pioneers:
            if (pioneer.tile, pioneer.part, pioneer.site) == (site.tile, site.part, site.site):
                return pioneer
        return None

    def has_fort_on(self, seat: int, island: list[PartName]) -> bool:
        for pioneer in self.pioneers:
            if pioneer.seat == seat and pioneer.building == "fort":
                if (pioneer.tile, pioneer.part) in island:
                    return True
        return False

    def is_under_piracy(self, seat: int, island: list[PartName]) -> bool:
        """RULES 4.5: another player's pirate on a tile of the island, and no own fort on it."""
        if self.has_fort_on(seat, island):
            return False
        island_tiles = [tile for tile, _ in island]
        for ship in self.ships:
            if ship.part is None and ship.seat != seat and ship.tile in island_tiles:
                return True
        return False

    def worked_on(self, island: list[PartName]) -> list[str]:
        """RULES 4.3: resources of the plantations that anybody works on the island."""
        found = []
        for resource in PLANTATION_RESOURCES:
            for pioneer in self.pioneers:
                if pioneer.kind == resource and (pioneer.tile, pioneer.part) in island:
                    found.append(resource)
                    break
        return found

    def buildings_left(self) -> int:
        return 10 - sum(1 for pioneer in self.pioneers if pioneer.building is not None)

    def markers_left(self) -> int:
        return 8 - sum(self.steps.values())

    def cost_of(self, kind: str, seat: int, island: list[PartName]) -> int:
        cost, cost_under_piracy, _ = SITE_ACTIONS[kind]
        return cost_under_piracy if self.is_under_piracy(seat, island) else cost

    def cards_to_draw(self, seat: int) -> int:
        """RULES 4.7 and 7: 3, +1 per ship in play (pirates by edition), +1 per fort."""
        count = 3
        for ship in self.ships:
            if ship.seat == seat and (ship.part is not None or self.edition in ("fr", "de")):
                count += 1
        for pioneer in self.pioneers:
            if pioneer.seat == seat and pioneer.building == "fort":
                count += 1
        return count

    def fullest_other_hand(self, seat: int, hands: list[Counter[str]]) -> int | None:
        """RULES 4.7: ties go to the first clockwise; None when nobody else has cards."""
        fullest = None
        for step in range(1, len(hands)):
            other = (seat + step) % len(hands)
            size = hands[other].total()
            if size > 0 and (fullest is None or size > hands[fullest].total()):
                fullest = other
        return fullest

    def some_face_up_tile_fits(self) -> bool:
        if not self.archipelago.laid:
            return True
        return any(self.archipelago.placements(self.tiles[name]) for name in self.exploration)

    def result(self) -> dict[str, Any]:
        """RULES 5; the scores of a game that is over."""
        scores = []
        for seat in self.seats:
            stock = {name: seat.stock[name] for name in RESOURCES}
            value = sum(stock[name] * self.prices[name][self.steps[name]] for name in RESOURCES)
            scores.append({"stock": stock, "value": value, "pioneers": 10 - seat.pioneers})
        best = max((score["value"], score["pioneers"]) for score in scores)
        winners = []
        for number, score in enumerate(scores):
            if (score["value"], score["pioneers"]) == best:
                winners.append(number)
        reason = "pioneers" if self._end_triggered() else "max_rounds"
        return {"reason": reason, "winners": winners, "scores": scores}

    def _end_triggered(self) -> bool:
        return any(seat.pioneers == 0 for seat in self.seats)

    # ---- setup (RULES 3) ---------------------------------------------------------------

    def _do_setup(self, event: Event) -> None:
        names = listed(key(event, "exploration"), "the exploration area", 3)
        for name in names:
            self._known_tile(name)
        if len(set(names)) != 3:
            raise Broken("RULES 3.2", "a tile is face up twice")
        self.exploration = list(names)
        self.seen_tiles = list(names)
        self.stack -= 3
        self.phase = "deal"

    def _do_deal(self, event: Event) -> None:
        dealt = cards(key(event, "cards"), "the deal", 5)
        self.pile, self.discard = self._after_drawing(dealt)
        self.seats[self.to_move].hand.update(dealt)
        self._next_in_setup("mulligan")

    def _do_mulligan(self, event: Event) -> None:
        discarded = cards(key(event, "discarded"), "the cards discarded")
        drawn = cards(key(event, "drawn"), "the cards drawn", len(discarded))
        hand = self.seats[self.to_move].hand
        if not Counter(discarded) <= hand:
            raise Broken("RULES 3.4", "cards are discarded that are not in the hand")
        pile, discard = self._after_drawing(drawn)
        self.pile, self.discard = pile, discard
        self.discard.update(discarded)
        hand.subtract(discarded)
        hand.update(drawn)
        self._next_in_setup("first_island")

    def _do_first_island(self, event: Event) -> None:
        names = ("tile", "cell", "rotation", "part", "revealed")
        values = [key(event, name) for name in names]
        if values[0] is None:
            self._do_first_dock(event, values)
            return
        if self.archipelago.laid:
            exploration = self._read_exploration(event)
        else:
            exploration = self._read_first_tile(event)
        parts = len(exploration.tile.parts)
        part = whole(event["part"], "the part", 0, parts - 1)
        self._explore(exploration)
        self._deploy_ship(exploration.tile.id, part)
        self._next_in_setup("turn")

    def _do_first_dock(self, event: Event, values: list[Any]) -> None:
        """RULES 3.5: if none of the face-up tiles can be placed, dock on any shore in play."""
        if any(value is not None for value in values):
            raise Broken("RECORD events", "without a tile, cell to revealed must all be null")
        tile, part = self._read_part(key(event, "to"))
        if self.some_face_up_tile_fits():
            raise Broken("RULES 3.5", "a face-up tile can be placed, so one must be placed")
        self._deploy_ship(tile, part)
        self._next_in_setup("turn")

    def _deploy_ship(self, tile: str, part: int) -> None:
        self.seats[self.to_move].ships -= 1
        self.ships.append(Ship(self.to_move, tile, part))

    def _next_in_setup(self, next_phase: str) -> None:
        self.to_move += 1
        if self.to_move == len(self.seats):
            self.to_move = 0
            self.phase = next_phase

    # ---- tiles and places --------------------------------------------------------------

    def _known_tile(self, name: Any) -> Tile:
        if not isinstance(name, str) or name not in self.tiles:
            raise Broken("RECORD names", f"no tile of the set is called {name!r}")
        return self.tiles[name]

    def _tile_in_play(self, name: Any) -> LaidTile:
        self._known_tile(name)
        laid = self.archipelago.find(name)
        if laid is None:
            raise Broken("RULES 2", f"tile {name!r} is not in play")
        return laid

    def _read_part(self, value: Any) -> PartName:
        """A part of a tile in play."""
        laid = self._tile_in_play(key(value, "tile"))
        last = len(laid.tile.parts) - 1
        return (laid.tile.id, whole(key(value, "part"), "the part", 0, last))

    def _read_site(self, value: Any) -> Site:
        """A site of a tile in play."""
        tile_id, part = self._read_part(value)
        sites = self.tiles[tile_id].parts[part].sites
        index = whole(key(value, "site"), "the site", 0, len(sites) - 1)
        return Site(tile_id, part, index, sites[index])

    def _read_place(self, value: Any) -> tuple[str, int | None]:
        """A part of a tile in play, or (with None) the hideout of a tile in play."""
        if not isinstance(value, dict) or "hideout" not in value:
            return self._read_part(value)
        if "part" in value or value["hideout"] is not True:
            raise Broken("RECORD places", f"{value!r} is neither a part nor a hideout")
        laid = self._tile_in_play(key(value, "tile"))
        if not laid.tile.hideout:
            raise Broken("RULES 2", f"tile {laid.tile.id!r} has no hideout")
        return (laid.tile.id, None)

    def _read_laying(self, value: Any) -> tuple[Tile, Cell, int]:
        """A face-up tile, a cell and a rotation; whether it fits is not asked here."""
        tile = self._known_tile(key(value, "tile"))
        cell = listed(key(value, "cell"), "the cell", 2)
        q, r = whole(cell[0], "q"), whole(cell[1], "r")
        rotation = whole(key(value, "rotation"), "the rotation", 0, 5)
        if tile.id not in self.exploration:
            raise Broken("RULES 4.2", f"tile {tile.id!r} is not in the exploration area")
        return (tile, (q, r), rotation)

    def _read_first_tile(self, value: Any) -> Exploration:
        tile, cell, rotation = self._read_laying(value)
        if cell != (0, 0) or rotation != 0:
            raise Broken("RULES 3.5", "the first tile lies at cell (0, 0) with rotation 0")
        return Exploration(tile, cell, rotation, self._read_revealed(value))

    def _read_exploration(self, value: Any) -> Exploration:
        tile, cell, rotation = self._read_laying(value)
        reason = self.archipelago.why_not_lay(tile, cell, rotation)
        if reason is not None:
            raise Broken("RULES 2 exploration rule", reason)
        return Exploration(tile, cell, rotation, self._read_revealed(value))

    def _read_revealed(self, value: Any) -> str | None:
        """The tile that refills the exploration area: null exactly when the stack is empty."""
        revealed = key(value, "revealed")
        if self.stack == 0:
            if revealed is not None:
                raise Broken("RULES 4.2", "the stack is empty, no tile can be turned up")
            return None
        name = self._known_tile(revealed).id
        if name in self.seen_tiles:
            raise Broken("RULES 3.2", f"tile {name!r} was already turned up")
        return name

    def _explore(self, exploration: Exploration) -> None:
        tile = exploration.tile
        self.archipelago = self.archipelago.with_tile(tile, exploration.cell, exploration.rotation)
        place = self.exploration.index(tile.id)
        if exploration.revealed is None:
            del self.exploration[place]
        else:
            self.exploration[place] = exploration.revealed
            self.seen_tiles.append(exploration.revealed)
            self.stack -= 1

    # ---- cards -------------------------------------------------------------------------

    def _after_drawing(self, drawn: list[str]) -> tuple[Counter[str], Counter[str]]:
        """Draw pile and discard pile after these draws; an empty pile is refilled when needed."""
        pile, discard = self.pile.copy(), self.discard.copy()
        for card in drawn:
            if pile.total() == 0:
                pile, discard = discard, Counter()
            if pile[card] == 0:
                raise Broken("RULES 4.7", f"a {card} card cannot be in the draw pile")
            pile[card] -= 1
        return pile, discard

    def _read_payment(self, event: Event, cost: int) -> list[str]:
        """The cards that leave the hand: the played one and its exact payment."""
        paid = cards(key(event, "paid"), "the payment")
        if len(paid) != cost:
            raise Broken("RULES 4.1", f"this costs {cost} cards, but {len(paid)} were paid")
        used = [event["type"], *paid]
        hand = self.seats[self.to_move].hand
        if hand[event["type"]] == 0:
            raise Broken("RULES 4.1", f"no {event['type']} card is in the hand")
        if not Counter(used) <= hand:
            raise Broken("RULES 4.1", "cards are paid that are not in the hand")
        return used

    def _put_away(self, used: list[str]) -> None:
        self.seats[self.to_move].hand.subtract(used)
        self.discard.update(used)

    # ---- actions (RULES 4) -------------------------------------------------------------

    def _do_ship(self, event: Event) -> None:
        used = self._read_payment(event, 1)
        moved = self._read_moved_ship(key(event, "from"))
        explored = key(event, "explored")
        to = key(event, "to")
        if explored is None:
            tile, part = self._read_place(to)
            self._check_destination(moved, tile, part)
        else:
            exploration = self._read_exploration(explored)
            tile = exploration.tile.id
            part = self._read_new_shore(exploration.tile, to)
            self._explore(exploration)
        if moved is None:
            self.seats[self.to_move].ships -= 1
        else:
            self.ships.remove(moved)
        self.ships.append(Ship(self.to_move, tile, part))
        self._put_away(used)

    def _read_moved_ship(self, value: Any) -> Ship | None:
        """The ship that moves, or None for one from the reserve."""
        if value == "reserve":
            if self.seats[self.to_move].ships == 0:
                raise Broken("RULES 4.2", "no ship is left in the reserve")
            return None
        tile, part = self._read_place(value)
        island = [] if part is None else self.archipelago.island_of((tile, part))
        for ship in self.ships:
            if ship.seat != self.to_move:
                continue
            if part is None and ship.part is None and ship.tile == tile:
                return ship
            if ship.part is not None and (ship.tile, ship.part) in island:
                return ship
        raise Broken("RULES 4.2", f"no own ship lies at {value!r}")

    def _check_destination(self, moved: Ship | None, tile: str, part: int | None) -> None:
        if part is None:
            if self.pirate_on(tile) is not None:
                raise Broken("RULES 4.2", f"the hideout of {tile!r} is occupied")
            return
        if moved is None or moved.part is None:
            return
        if (moved.tile, moved.part) in self.archipelago.island_of((tile, part)):
            raise Broken("RULES 4.2", "the ship already lies at this island")

    def _read_new_shore(self, tile: Tile, value: Any) -> int:
        """RULES 4.2: who explores docks at a part of that very tile."""
        if key(value, "tile") != tile.id or "hideout" in value:
            raise Broken("RULES 4.2", f"the ship must dock at a part of the tile {tile.id!r}")
        return whole(key(value, "part"), "the part", 0, len(tile.parts) - 1)

    def _do_site_action(self, event: Event) -> None:
        """Plantation, gold mine, building, ruins: a pioneer on a free site."""
        kind = event["type"]
        seat = self.seats[self.to_move]
        site = self._read_site(key(event, "site"))
        island = self.archipelago.island_of((site.tile, site.part))
        if site.kind not in SITES_FOR[kind]:
            raise Broken("RULES 4.1", f"a {kind} card cannot be used on a {site.kind} site")
        if self.pioneer_on(site) is not None:
            raise Broken("RULES 4.1", "the site is not free")
        if seat.pioneers == 0:
            raise Broken("RULES 4.1", "no pioneer is left in the reserve")
        needed = SITE_ACTIONS[kind][2]
        if self.ships_on_island(self.to_move, island) < needed:
            raise Broken("RULES 4.1", f"a {kind} needs {needed} own ships on the island's shore")
        pioneer = Pioneer(self.to_move, site.tile, site.part, site.site, site.kind)
        produces = self._read_produce(event, pioneer, island)
        used = self._read_payment(event, self.cost_of(kind, self.to_move, island))
        self._put_away(used)
        seat.pioneers -= 1
        self.pioneers.append(pioneer)
        if kind == "ruins":
            seat.stock["gold"] += 3
        elif produces is not None:
            seat.production[produces] += 1

    def _read_produce(self, event: Event, pioneer: Pioneer, island: list[PartName]) -> str | None:
        """The token added to the production board; a building is noted on its pioneer."""
        if event["type"] in ("plantation", "gold_mine"):
            return pioneer.kind
        if event["type"] == "ruins":
            return None
        building = one_of(key(event, "building"), BUILDINGS, "the building")
        resource = key(event, "resource")
        if self.buildings_left() == 0:
            raise Broken("RULES 1", "all 10 building tokens are in play")
        pioneer.building = building
        if building == "fort":
            if resource is not None:
                raise Broken("RECORD events", "the resource of a fort must be null")
            return None
        copied = one_of(resource, RESOURCES, "the resource of a trading post")
        if copied not in self.worked_on(island):
            raise Broken("RULES 4.3", f"no plantation on the island works {copied}")
        return copied

    def _do_market(self, event: Event) -> None:
        """RULES 4.4."""
        seat = self.seats[self.to_move]
        resource = one_of(key(event, "resource"), RESOURCES, "the resource")
        if self.market_played:
            raise Broken("RULES 4.4", "a Market card was already played this turn")
        if seat.hand["market"] == 0:
            raise Broken("RULES 4.1", "no market card is in the hand")
        if seat.stock[resource] == 0:
            raise Broken("RULES 4.4", f"no {resource} is in the stock")
        if self.markers_left() == 0:
            raise Broken("RULES 4.4", "all 8 price markers are in play")
        if self.steps[resource] == 4:
            raise Broken("RULES 4.4", f"the price of {resource} is at its top")
        self._put_away(["market"])
        seat.stock[resource] -= 1
        self.steps[resource] += 1
        self.market_played = True

    # ---- end of the turn (RULES 4.6, 4.7, 5) -------------------------------------------

    def _do_end_turn(self, event: Event) -> None:
        self._check_produced(key(event, "produced"))
        drawn = self._read_drawn(event)
        pile, discard = self._after_drawing(drawn)
        hands = self._after_taking(event, self.cards_to_draw(self.to_move) - len(drawn))
        self.pile, self.discard = pile, discard
        for seat, hand in zip(self.seats, hands, strict=True):
            seat.hand = hand
        mover = self.seats[self.to_move]
        mover.hand.update(drawn)
        mover.stock.update(mover.production)
        self._pass_turn()

    def _check_produced(self, produced: Any) -> None:
        if not isinstance(produced, dict):
            raise Broken("RECORD types", "produced must be an object")
        for name, count in produced.items():
            one_of(name, RESOURCES, "a resource produced")
            whole(count, f"the {name} produced", 0)
        board = self.seats[self.to_move].production
        for name in RESOURCES:
            if produced.get(name, 0) != board[name]:
                raise Broken("RULES 4.6", f"the production board gives {board[name]} {name}")

    def _read_drawn(self, event: Event) -> list[str]:
        drawn = cards(key(event, "drawn"), "the cards drawn")
        in_piles = self.pile.total() + self.discard.total()
        expected = min(self.cards_to_draw(self.to_move), in_piles)
        if len(drawn) != expected:
            raise Broken("RULES 4.7", f"{expected} cards must be drawn, found {len(drawn)}")
        return drawn

    def _after_taking(self, event: Event, missing: int) -> list[Counter[str]]:
        """All hands after the missing cards were taken from the fullest other hands."""
        hands = [seat.hand.copy() for seat in self.seats]
        taken = listed(key(event, "taken"), "taken")
        victim: int | None = None
        for entry in taken:
            seat = whole(key(entry, "seat"), "the seat taken from", 0, len(hands) - 1)
            (card,) = cards([key(entry, "card")], "taken")
            if missing == 0:
                raise Broken("RULES 4.7", "more cards are taken than are missing")
            if victim is None or hands[victim].total() == 0:
                victim = self.fullest_other_hand(self.to_move, hands)
            if victim is None:
                raise Broken("RULES 4.7", "nobody has a card left to take")
            if seat != victim:
                raise Broken("RULES 4.7", f"cards must be taken from seat {victim}")
            if hands[victim][card] == 0:
                raise Broken("RULES 4.7", f"seat {victim} has no {card} card")
            hands[victim][card] -= 1
            hands[self.to_move][card] += 1
            missing -= 1
        if missing > 0 and self.fullest_other_hand(self.to_move, hands) is not None:
            raise Broken("RULES 4.7", f"{missing} more cards must be taken from other hands")
        return hands

    def _pass_turn(self) -> None:
        self.market_played = False
        self.to_move = (self.to_move + 1) % len(self.seats)
        if self.to_move != 0:
            return
        if self._end_triggered() or self.round == self.max_rounds:
            self.phase = "over"
        else:
            self.round += 1


def part_json(name: PartName) -> dict[str, Any]:
    return {"tile": name[0], "part": name[1]}


def hideout_json(tile_id: str) -> dict[str, Any]:
    return {"tile": tile_id, "hideout": True}
