"""Names of islands, the same at every table.

An island keeps the name of its oldest part. The view gives that part's number in the order of
laying, which is public, so map, words and browser agree for everybody. Every name has a beginning
of three letters of its own, for maps drawn with characters.
"""

from typing import Final

ISLAND_NAMES: Final = (
    "Cardamom", "Lantern", "Heron", "Saltmark", "Halcyon", "Tern", "Gannet", "Osprey", "Mote",
    "Petrel", "Vesper", "Sorrel", "Kestrel", "Fathom", "Anise", "Quill", "Marl", "Larkspur",
    "Ember", "Curlew", "Dunlin", "Brine", "Saffron", "Thistle", "Pollock", "Ravel", "Ibis",
    "Merrow", "Jasper", "Plover", "Clove", "Sandpiper", "Mallow", "Avocet", "Tamarind", "Beacon",
    "Fulmar", "Indigo", "Wrack", "Madder", "Skerry", "Turnstone", "Nutmeg", "Shoal", "Bittern",
    "Amber", "Whimbrel", "Sumac", "Grebe", "Cove", "Hazel", "Dotterel", "Flint", "Eider",
    "Juniper", "Razorbill", "Umber", "Godwit", "Myrtle", "Pintail",
)  # fmt: skip


def island_name(number: int) -> str:
    """The name of the island whose oldest part has this number; there are at most 60 parts."""
    return ISLAND_NAMES[number]
