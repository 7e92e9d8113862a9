"""The legal moves of a position, as a plain enumeration of RULES.md 3 and 4.

A move is an event without payment and without outcomes of chance. Of several parts of one
island only the first (by tile id, then index) is named; on a tile being laid, the first part
of that tile that then belongs to the same island.
"""

import json
from typing import Any

from .archipelago import Archipelago, Cell, PartName, Tile
from .rules import SITE_ACTIONS, SITES_FOR, NaiveGame, Site, hideout_json, part_json
from .shapes import RESOURCES, Event

OUTCOMES = ("paid", "revealed", "drawn", "discarded", "produced", "taken")
LAYING = ("tile", "cell", "rotation")


def sort_key(move: Event) -> str:
    return json.dumps(move, sort_keys=True)


def legal_moves(game: NaiveGame) -> list[Event]:
    """All legal moves, sorted by their text; none when chance is pending or the game is over."""
    kind, seat = game.pending
    if kind != "seat":
        return []
    if game.phase == "mulligan":
        moves: list[Event] = [{"type": "mulligan"}]
    elif game.phase == "first_island":
        moves = first_island_moves(game)
    else:
        moves = ship_moves(game) + site_moves(game) + market_moves(game) + [{"type": "end_turn"}]
    return sorted(({**move, "seat": seat} for move in moves), key=sort_key)


# ---- first islands (RULES 3.5) -----------------------------------------------------------


def first_island_moves(game: NaiveGame) -> list[Event]:
    moves: list[Event] = []
    for tile, cell, rotation in layings(game):
        for part in shores_of_laid(game.archipelago, tile, cell, rotation):
            moves.append(
                {"type": "first_island", **laying_json(tile, cell, rotation), "part": part}
            )
    if moves:
        return moves
    nothing = {"tile": None, "cell": None, "rotation": None, "part": None}
    for island in game.archipelago.islands():
        moves.append({"type": "first_island", **nothing, "to": part_json(island[0])})
    return moves


def layings(game: NaiveGame) -> list[tuple[Tile, Cell, int]]:
    """Every face-up tile with every cell and rotation where it may be laid."""
    found: list[tuple[Tile, Cell, int]] = []
    for name in game.exploration:
        tile = game.tiles[name]
        if not game.archipelago.laid:
            found.append((tile, (0, 0), 0))
            continue
        for cell, rotation in game.archipelago.placements(tile):
            found.append((tile, cell, rotation))
    return found


def laying_json(tile: Tile, cell: Cell, rotation: int) -> dict[str, Any]:
    return {"tile": tile.id, "cell": list(cell), "rotation": rotation}


def first_part_on_tile(after: Archipelago, name: PartName) -> int:
    """The first part of the same tile that belongs to the same island."""
    island = after.island_of(name)
    return min(part for tile, part in island if tile == name[0])


def shores_of_laid(archipelago: Archipelago, tile: Tile, cell: Cell, rotation: int) -> list[int]:
    """One part of the new tile for each island to which its parts then belong."""
    after = archipelago.with_tile(tile, cell, rotation)
    shores = []
    for part in range(len(tile.parts)):
        if first_part_on_tile(after, (tile.id, part)) == part:
            shores.append(part)
    return shores


# ---- actions (RULES 4) -------------------------------------------------------------------


def can_pay(game: NaiveGame, card: str, cost: int) -> bool:
    hand = game.seats[game.to_move].hand
    return hand[card] > 0 and hand.total() >= cost + 1


def ship_moves(game: NaiveGame) -> list[Event]:
    if not can_pay(game, "ship", 1):
        return []
    islands = game.archipelago.islands()
    explorations = []
    for tile, cell, rotation in layings(game):
        for part in shores_of_laid(game.archipelago, tile, cell, rotation):
            explorations.append((laying_json(tile, cell, rotation), part_json((tile.id, part))))
    moves: list[Event] = []
    for origin, own_island in ship_origins(game, islands):
        for island in islands:
            if island != own_island:
                moves.append(ship_move(origin, part_json(island[0]), None))
        for laid in game.archipelago.laid:
            if laid.tile.hideout and game.pirate_on(laid.tile.id) is None:
                moves.append(ship_move(origin, hideout_json(laid.tile.id), None))
        for explored, to in explorations:
            moves.append(ship_move(origin, to, explored))
    return moves


def ship_move(origin: Any, to: Any, explored: Any) -> Event:
    return {"type": "ship", "from": origin, "to": to, "explored": explored}


def ship_origins(
    game: NaiveGame, islands: list[list[PartName]]
) -> list[tuple[Any, list[PartName] | None]]:
    """Where the mover has ships, each with the island it lies at, if any."""
    origins: list[tuple[Any, list[PartName] | None]] = []
    if game.seats[game.to_move].ships > 0:
        origins.append(("reserve", None))
    for island in islands:
        if game.ships_on_island(game.to_move, island) > 0:
            origins.append((part_json(island[0]), island))
    for ship in game.ships:
        if ship.seat == game.to_move and ship.part is None:
            origins.append((hideout_json(ship.tile), None))
    return origins


def free_sites(game: NaiveGame) -> list[Site]:
    found = []
    for laid in game.archipelago.laid:
        for part_index, part in enumerate(laid.tile.parts):
            for site_index, kind in enumerate(part.sites):
                site = Site(laid.tile.id, part_index, site_index, kind)
                if game.pioneer_on(site) is None:
                    found.append(site)
    return found


def site_moves(game: NaiveGame) -> list[Event]:
    if game.seats[game.to_move].pioneers == 0:
        return []
    moves: list[Event] = []
    for site in free_sites(game):
        island = game.archipelago.island_of((site.tile, site.part))
        ships = game.ships_on_island(game.to_move, island)
        for card, (_, _, ships_needed) in SITE_ACTIONS.items():
            if site.kind not in SITES_FOR[card] or ships < ships_needed:
                continue
            if not can_pay(game, card, game.cost_of(card, game.to_move, island)):
                continue
            where = {"tile": site.tile, "part": site.part, "site": site.site}
            if card == "building":
                moves.extend(building_moves(game, where, island))
            else:
                moves.append({"type": card, "site": where})
    return moves


def building_moves(game: NaiveGame, where: dict[str, Any], island: list[PartName]) -> list[Event]:
    if game.buildings_left() == 0:
        return []
    moves: list[Event] = [{"type": "building", "site": where, "building": "fort", "resource": None}]
    for resource in game.worked_on(island):
        moves.append(
            {"type": "building", "site": where, "building": "trading_post", "resource": resource}
        )
    return moves


def market_moves(game: NaiveGame) -> list[Event]:
    seat = game.seats[game.to_move]
    if game.market_played or seat.hand["market"] == 0 or game.markers_left() == 0:
        return []
    moves: list[Event] = []
    for resource in RESOURCES:
        if seat.stock[resource] > 0 and game.steps[resource] < 4:
            moves.append({"type": "market", "resource": resource})
    return moves


# ---- comparing with other lists ----------------------------------------------------------


def canonical(move: Event, game: NaiveGame) -> Event:
    """The entry of `legal_moves` that means the same, from any part of the same islands.

    Payments and outcomes are dropped; what names no part in play is left as it is.
    """
    plain = {name: value for name, value in move.items() if name not in OUTCOMES}
    if plain.get("type") == "first_island":
        return canonical_first_island(plain, game)
    if plain.get("type") == "ship":
        return canonical_ship(plain, game)
    return plain


def canonical_first_island(move: Event, game: NaiveGame) -> Event:
    if move.get("tile") is None:
        return {**move, "to": first_part(move.get("to"), game.archipelago)}
    plain = {name: value for name, value in move.items() if name != "to"}
    shore = part_json((plain["tile"], plain["part"]))
    return {**plain, "part": first_shore(shore, plain, game)["part"]}


def canonical_ship(move: Event, game: NaiveGame) -> Event:
    origin = first_part(move["from"], game.archipelago)
    if move["explored"] is None:
        return {**move, "from": origin, "to": first_part(move["to"], game.archipelago)}
    explored = {name: move["explored"][name] for name in LAYING}
    to = first_shore(move["to"], explored, game)
    return {**move, "from": origin, "to": to, "explored": explored}


def first_part(place: Any, archipelago: Archipelago) -> Any:
    if not isinstance(place, dict) or "part" not in place:
        return place
    name = (place["tile"], place["part"])
    return part_json(archipelago.island_of(name)[0]) if name in archipelago.parts() else place


def first_shore(shore: Any, laying: dict[str, Any], game: NaiveGame) -> Any:
    if laying["tile"] not in game.tiles or shore.get("tile") != laying["tile"]:
        return shore
    tile = game.tiles[laying["tile"]]
    q, r = laying["cell"]
    fits = game.archipelago.why_not_lay(tile, (q, r), laying["rotation"]) is None
    if not fits or shore.get("part") not in range(len(tile.parts)):
        return shore
    after = game.archipelago.with_tile(tile, (q, r), laying["rotation"])
    return part_json((tile.id, first_part_on_tile(after, (tile.id, shore["part"]))))
