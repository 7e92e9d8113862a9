"""The words of the game (RULES 8) as the record spells them.

A value is the record's own string, so one search finds it in Python, TypeScript, SQL and a saved
game. The tuples give the order in which the engine numbers the names; the `Literal`s are for the
type checker and must list the same words.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta

from ilos.engine.constants import RUINS_GOLD as RUINS_GOLD  # RULES 4.1: what ruins give at once

Card = Literal["ship", "plantation", "gold_mine", "building", "ruins", "market"]
SiteCard = Literal["plantation", "gold_mine", "building", "ruins"]
Resource = Literal["ebony", "spice", "pigment", "gold"]
SiteKind = Literal["ebony", "spice", "pigment", "gold", "construction", "ruins"]
BuildingKind = Literal["fort", "trading_post"]
Colour = Literal["red", "green", "black", "yellow", "blue"]
Edition = Literal["en", "fr", "de"]

CARDS: Final[tuple[Card, ...]] = (
    "ship",
    "plantation",
    "gold_mine",
    "building",
    "ruins",
    "market",
)
RESOURCES: Final[tuple[Resource, ...]] = ("ebony", "spice", "pigment", "gold")
SITE_KINDS: Final[tuple[SiteKind, ...]] = (
    "ebony",
    "spice",
    "pigment",
    "gold",
    "construction",
    "ruins",
)
BUILDINGS: Final[tuple[BuildingKind, ...]] = ("fort", "trading_post")
COLOURS: Final[tuple[Colour, ...]] = ("red", "green", "black", "yellow", "blue")
EDITIONS: Final[tuple[Edition, ...]] = ("en", "fr", "de")

# A number for each card type, for each resource; and a row of prices for each resource.
CardCounts = Annotated[dict[Card, int], Meta(extra_json_schema={"required": [*CARDS]})]
ResourceCounts = Annotated[dict[Resource, int], Meta(extra_json_schema={"required": [*RESOURCES]})]
PriceRows = Annotated[
    dict[Resource, tuple[int, ...]], Meta(extra_json_schema={"required": [*RESOURCES]})
]
