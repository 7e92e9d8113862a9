"""An event of the log in one plain sentence, told with what the viewer may know of it."""

from collections import Counter

from ilos.drawing.island_names import island_name
from ilos.drawing.words import amount, cards_in_words, joined, printable
from ilos.rules import events
from ilos.rules.events import Event
from ilos.rules.moves import Berth, Place, SiteAt
from ilos.rules.names import RUINS_GOLD
from ilos.rules.setup import Setup
from ilos.views.view_data import ViewData


def event_in_words(event: Event, view: ViewData, setup: Setup) -> str:
    """What happened; `event` and `view` (the position after it) are of one viewer."""
    if isinstance(event, events.SetupEvent):
        return f"The exploration area shows {joined(event.exploration)}."
    name = setup.players[event.seat].name
    return printable(f"{name} {_action(event, view, setup)}.")


def island_of(place: Place, view: ViewData) -> str:
    """The name of the island that a part belongs to."""
    for island in view.islands:
        if any((at.tile, at.part) == (place.tile, place.part) for at in island.parts):
            return island_name(island.name)
    return place.tile


def _good(site: SiteAt, setup: Setup) -> str:
    """What a plantation grows."""
    return setup.tile_set.tile(site.tile).parts[site.part].sites[site.site]


def _action(event: Event, view: ViewData, setup: Setup) -> str:
    match event:
        case events.DealEvent(cards=cards):
            return f"is dealt {_cards(cards)}"
        case events.MulliganEvent(discarded=()):
            return "keeps the first hand"
        case events.MulliganEvent(discarded=discarded, drawn=drawn):
            return f"gives back {_cards(discarded)} and draws {_cards(drawn)}"
        case events.FirstIslandEvent():
            return _first_island(event, view)
        case events.ShipEvent():
            return _ship(event, view)
        case events.PlantationEvent(site=site, paid=paid):
            cost = amount(len(paid), "card")
            return f"plants {_good(site, setup)} on {island_of(site, view)}, for {cost}"
        case events.GoldMineEvent(site=site, paid=paid):
            return f"digs a gold mine on {island_of(site, view)}, for {amount(len(paid), 'card')}"
        case events.RuinsEvent(site=site, paid=paid):
            found = f"searches ruins and finds {RUINS_GOLD} gold"
            return f"{found} on {island_of(site, view)}, for {amount(len(paid), 'card')}"
        case events.BuildingEvent(site=site, building="fort"):
            return f"builds a fort on {island_of(site, view)}"
        case events.BuildingEvent(site=site, resource=resource):
            return f"builds a trading post on {island_of(site, view)}, copying {resource}"
        case events.MarketEvent(resource=resource):
            return f"raises the price of {resource}"
        case events.EndTurnEvent():
            return _end_turn(event, setup)
    raise TypeError(f"{type(event).__name__} is no event")


def _cards(cards: events.Hidden) -> str:
    if isinstance(cards, int):
        return amount(cards, "card")
    return cards_in_words(Counter(cards)) or "no card"


def _turned_up(revealed: str | None) -> str:
    return f"; {revealed} is turned up" if revealed else ""


def _first_island(event: events.FirstIslandEvent, view: ViewData) -> str:
    if event.tile is None:
        assert event.to is not None
        return f"docks at {island_of(event.to, view)}, since no tile fits"
    at = island_of(Berth(event.tile, event.part), view)
    return f"lays {event.tile} and docks at {at}{_turned_up(event.revealed)}"


def _ship(event: events.ShipEvent, view: ViewData) -> str:
    ship = "a ship from the reserve"
    if not isinstance(event.origin, str):
        at = event.origin
        where = f"the hideout of {at.tile}" if at.hideout else island_of(at, view)
        ship = f"a ship from {where}"
    if event.explored is not None:
        told = (
            f"explores {event.explored.tile} with {ship} and docks at {island_of(event.to, view)}"
        )
        return told + _turned_up(event.explored.revealed)
    if event.to.hideout:
        return f"turns pirate on {event.to.tile} with {ship}"
    return f"sends {ship} to {island_of(event.to, view)}"


def _end_turn(event: events.EndTurnEvent, setup: Setup) -> str:
    made = joined(f"{count} {name}" for name, count in event.produced.items() if count)
    told = f"produces {made or 'nothing'} and draws {_cards(event.drawn)}"
    for entry in event.taken:
        card = "a card" if entry.card is None else cards_in_words({entry.card: 1})
        told += f", taking {card} from {setup.players[entry.seat].name}"
    return told
