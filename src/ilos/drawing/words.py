"""A position in plain sentences, for screen readers and for terminals.

Built from the data of a view, so it tells only what that viewer may know.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ilos.drawing.island_names import island_name
from ilos.rules.names import CARDS, RESOURCES, Card, Resource
from ilos.rules.setup import Setup
from ilos.rules.tiles import Tile, TileSet
from ilos.views.view_data import Island, Pioneer, ViewData

SIDE_NAMES: Final = ("east", "south-east", "south-west", "west", "north-west", "north-east")
BUILDING_NAMES: Final = {"fort": "a fort", "trading_post": "a trading post"}


def position_in_words(view: ViewData, setup: Setup) -> list[str]:
    """Everything: the turn, islands, hideouts, exploration area, market, seats, own hand."""
    told = [
        turn_in_words(view, setup),
        *islands_in_words(view, setup),
        *hideouts_in_words(view, setup),
        *exploration_in_words(view, setup),
        *market_in_words(view, setup),
        *seats_in_words(view, setup),
        *hand_in_words(view),
    ]
    return [printable(sentence) for sentence in told]


def turn_in_words(view: ViewData, setup: Setup) -> str:
    """The round, and who is to move or who has won."""
    names = _names(setup)
    result = view.result
    if result:
        return f"The game is over. {joined([names[seat] for seat in result.winners])} won."
    when = {"mulligan": "Mulligan", "first_islands": "First islands"}.get(
        view.phase, f"Round {view.round}"
    )
    last = ", the last one" if view.last_round else ""
    seat = view.to_move
    return f"{when}{last}." + (f" {names[seat]} is to move." if seat is not None else "")


def islands_in_words(view: ViewData, setup: Setup) -> list[str]:
    """One paragraph for each island, the oldest first."""
    names, tile_set = _names(setup), setup.tile_set
    islands = view.islands
    return [printable(_island(island, view, names, tile_set)) for island in islands]


def _island(island: Island, view: ViewData, names: Sequence[str], tile_set: TileSet) -> str:
    parts = {(part.tile, part.part) for part in island.parts}
    tiles = joined(dict.fromkeys(str(part.tile) for part in island.parts))
    pioneers = [p for p in view.pioneers if (p.tile, p.part) in parts]
    sentences = [f"{island_name(island.name)}, on {tiles}."]
    ships = [f"{count} of {names[seat]}" for seat, count in enumerate(island.ships) if count]
    sentences.append(f"Ships: {joined(ships)}." if ships else "No ships.")
    free = _free_sites(island, pioneers, tile_set)
    sentences.append(f"Free: {joined(free)}." if free else "No free site.")
    for seat in sorted({pioneer.seat for pioneer in pioneers}):
        work = (_work(pioneer, tile_set) for pioneer in pioneers if pioneer.seat == seat)
        sentences.append(f"{names[seat]} has {joined(_counted(work))}.")
    sentences += _piracy(island, view.viewer, names)
    return " ".join(sentences)


def _free_sites(island: Island, pioneers: Iterable[Pioneer], tile_set: TileSet) -> list[str]:
    """Each kind with its tile, such as "gold on T03"."""
    taken = {(p.tile, p.part, p.site) for p in pioneers}
    return _counted(
        f"{kind} on {part.tile}"
        for part in island.parts
        for site, kind in enumerate(tile_set.tile(part.tile).parts[part.part].sites)
        if (part.tile, part.part, site) not in taken
    )


def _work(pioneer: Pioneer, tile_set: TileSet) -> str:
    """What a pioneer does and where, such as "a fort on T03"."""
    tile_id = pioneer.tile
    if pioneer.building:
        copied = f" for {pioneer.resource}" if pioneer.resource else ""
        return f"{BUILDING_NAMES[pioneer.building]}{copied} on {tile_id}"
    kind = tile_set.tile(tile_id).parts[pioneer.part].sites[pioneer.site]
    return f"{kind} on {tile_id}"


def _piracy(island: Island, viewer: int | None, names: Sequence[str]) -> list[str]:
    if not island.raiders:
        return []
    told = [f"Attacked by pirates of {joined([names[seat] for seat in island.raiders])}."]
    if viewer is not None and any(seat != viewer for seat in island.raiders):
        protected = viewer in island.forts
        told.append("Your fort protects you." if protected else "You pay more here.")
    return told


def hideouts_in_words(view: ViewData, setup: Setup) -> list[str]:
    """One sentence for each hideout in play, with the islands that it threatens."""
    names, tile_set = _names(setup), setup.tile_set
    pirates = {ship.tile: ship.seat for ship in view.ships if ship.hideout}
    told = []
    for laid in view.archipelago:
        tile_id = laid.tile
        if not tile_set.tile(tile_id).hideout:
            continue
        near = [
            island_name(island.name)
            for island in view.islands
            if any(part.tile == tile_id for part in island.parts)
        ]
        holder = f"a ship of {names[pirates[tile_id]]}" if tile_id in pirates else "free"
        told.append(f"Hideout on {tile_id}: {holder}, beside {joined(near)}.")
    return told


def exploration_in_words(view: ViewData, setup: Setup) -> list[str]:
    """The face-up tiles, one sentence each, and the number still to come."""
    tile_set, stack = setup.tile_set, view.stack
    count = f"{stack} tile{'' if stack == 1 else 's'} still to come."
    if not view.exploration:
        return [f"The exploration area is empty, {count}"]
    tiles = [tile_in_words(tile_set.tile(tile_id)) for tile_id in view.exploration]
    return [f"Exploration area, {count}", *tiles]


def tile_in_words(tile: Tile, rotation: int = 0) -> str:
    """A tile by its compass sides.

    >>> from ilos.records.tile_sets import default_tile_set
    >>> tile_in_words(default_tile_set().tile("T09"))
    'Tile T09: land to the east and west with spice and ebony; an islet with pigment.'
    """
    told = []
    for part in tile.parts:
        sides = [SIDE_NAMES[side] for side in sorted((s + rotation) % 6 for s in part.sides)]
        where = f"land to the {joined(sides)}" if sides else "an islet"
        told.append(f"{where} with {joined(part.sites)}" if part.sites else where)
    if tile.hideout:
        told.append("a hideout")
    return printable(f"Tile {tile.id}: {'; '.join(told)}.")


def market_in_words(view: ViewData, setup: Setup) -> list[str]:
    """The price of each resource and what it may rise to."""
    told, markers = [], view.markers
    for resource in RESOURCES:
        row, step = setup.tile_set.market[resource], view.prices[resource]
        higher = joined(map(str, row[step + 1 :]), "then")
        rise = f", can rise to {higher}" if higher and markers else ""
        told.append(f"{resource.capitalize()} is worth {row[step]}{rise}.")
    told.append(f"{markers} price marker{'' if markers == 1 else 's'} left.")
    return told


def seats_in_words(view: ViewData, setup: Setup) -> list[str]:
    """One sentence for each seat: what it holds, makes and owns."""
    told = []
    for seat, player in enumerate(setup.players):
        shown = view.seats[seat]
        makes = _amounts(shown.production) or "nothing"
        owns = "a secret stock" if shown.stock is None else _amounts(shown.stock) or "nothing"
        told.append(
            f"{player.name}, {player.colour}: {amount(shown.hand, 'card')} in hand, "
            f"{amount(shown.ships, 'ship')} and {amount(shown.pioneers, 'pioneer')} in "
            f"reserve, makes {makes}, owns {owns}, draws {shown.draw}."
        )
    result = view.result
    for seat, score in enumerate(result.scores if result else ()):
        told.append(
            f"{setup.players[seat].name} scores {score.value} with "
            f"{amount(score.pioneers, 'pioneer')}."
        )
    return told


def hand_in_words(view: ViewData) -> list[str]:
    """The viewer's own hand, if the viewer has a seat."""
    hand = view.hand
    if hand is None:
        return []
    return [f"Your hand: {cards_in_words(hand) or 'no cards'}."]


def cards_in_words(count: Mapping[Card, int]) -> str:
    """Cards by kind: `2 plantations and 1 gold mine`; empty if there are none."""
    return joined(
        f"{count[card]} ruins" if card == "ruins" else amount(count[card], card.replace("_", " "))
        for card in CARDS
        if count.get(card)
    )


def joined(things: Iterable[str], last: str = "and") -> str:
    """Words in a row.

    >>> joined(["gold", "spice", "ruins"]), joined(["gold"])
    ('gold, spice and ruins', 'gold')
    """
    *first, end = [*things] or [""]
    return f"{', '.join(first)} {last} {end}" if first else end


def _counted(things: Iterable[str]) -> list[str]:
    """Each thing once, with its number where there are several."""
    return [f"{n} {thing}" if n > 1 else thing for thing, n in Counter(things).items()]


def _amounts(counts: Mapping[Resource, int]) -> str:
    return joined(f"{counts[name]} {name}" for name in RESOURCES if counts.get(name))


def amount(number: int, thing: str) -> str:
    """A number of things: `1 game`, `2 games`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def printable(text: str) -> str:
    """A text without line breaks and escape sequences: names and ids come from anywhere."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _names(setup: Setup) -> list[str]:
    return [player.name for player in setup.players]
