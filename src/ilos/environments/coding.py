"""The codings of observations and actions in words: `python -m ilos.environments.coding`.

`docs/environments.md` holds what this prints; a test compares the two.
"""

from __future__ import annotations

from functools import lru_cache

from ilos.engine import constants as c
from ilos.engine.learning.observation import GROUPS, OBSERVATION_SIZE, places
from ilos.rules.moves import PartAt
from ilos.rules.names import CARDS, RESOURCES
from ilos.rules.setup import Setup

# First decision, how many, what it means.
DECISIONS = (
    (c.D_CARD, c.CARD_KINDS, "give up a card of this kind: as payment, or in the mulligan"),
    (c.D_DONE, 1, "end of the mulligan"),
    (c.D_END_TURN, 1, "end the turn"),
    (c.D_RESERVE, 1, "play Ship with a ship of the reserve"),
    (c.D_FROM_ISLAND, c.ALL_PARTS, "play Ship with a ship at the island with this oldest part"),
    (c.D_FROM_HIDEOUT, c.TILES, "play Ship with the ship on this tile's hideout"),
    (c.D_DOCK, c.ALL_PARTS, "the ship docks at the island with this oldest part"),
    (c.D_HIDEOUT, c.TILES, "the ship occupies this tile's hideout"),
    (c.D_EXPLORE, c.AREA, "the ship explores with the tile at this place of the exploration area"),
    (c.D_CELL, c.FRONTIER, "the tile goes to this place of the frontier"),
    (c.D_ROTATION, 6, "the tile is turned by this rotation"),
    (c.D_PART, c.PARTS, "the ship docks at this part of the tile just laid"),
    (c.D_SITE, c.ALL_SITES, "a pioneer goes to this site; the site tells which card is played"),
    (c.D_BUILD, 4, "build a fort, or a trading post for ebony, spice, pigment"),
    (c.D_MARKET, c.RESOURCES, "play Market to raise the price of this resource"),
)


def observation_table() -> str:
    """Every field of an observation as a row of a Markdown table."""
    lines = ["| numbers | field | least | most | meaning |", "| --- | --- | ---: | ---: | --- |"]
    base, last = 0, None
    for group, field, at in places():
        if group is not last:
            base, last = at, group
            end = base + group.times * group.width - 1
            many = f", {group.times} times {group.width} numbers" if group.times > 1 else ""
            lines.append(f"| **{base}–{end}** | **{group.name}**{many} | | | |")
        place = (
            f"{at - base}" if field.length == 1 else f"{at - base}–{at - base + field.length - 1}"
        )
        lines.append(
            f"| +{place} | `{field.name}` | {field.low} | {field.high} | {field.meaning} |"
        )
    return "\n".join(lines)


def action_table() -> str:
    """Every kind of decision as a row of a Markdown table."""
    lines = ["| actions | meaning |", "| --- | --- |"]
    for first, count, meaning in DECISIONS:
        span = str(first) if count == 1 else f"{first}–{first + count - 1}"
        lines.append(f"| {span} | {meaning} |")
    return "\n".join(lines)


def field_slice(group: str, field: str, index: int = 0) -> slice:
    """Where a field stands in an observation, for one of its group's seats, tiles, parts, ...

    >>> field_slice("table", "hand")
    slice(33, 39, None)
    """
    for a_group, a_field, at in places():
        if (a_group.name, a_field.name) == (group, field):
            if not 0 <= index < a_group.times:
                raise ValueError(f"{group} has {a_group.times}, so there is no number {index}")
            start = at + index * a_group.width
            return slice(start, start + a_field.length)
    known = ", ".join(f"{a_group.name}.{a_field.name}" for a_group, a_field, _ in places())
    raise ValueError(f"there is no field {group}.{field}; there are {known}")


_SEPARATE = {
    c.D_DONE: "keep the rest",
    c.D_END_TURN: "end turn",
    c.D_RESERVE: "ship from reserve",
}


@lru_cache(maxsize=8)
def action_names(setup: Setup) -> tuple[str, ...]:
    """Every action in words, by its number; all are different."""
    posts = [f"build trading post {resource}" for resource in RESOURCES[:3]]
    parts = [_place(setup.part_at(part)) for part in range(c.ALL_PARTS)]
    tiles = [setup.tile_id(tile) for tile in range(c.TILES)]
    names = dict(_SEPARATE)
    for first, words in (
        (c.D_CARD, [f"card {card}" for card in CARDS]),
        (c.D_FROM_ISLAND, [f"ship from {part}" for part in parts]),
        (c.D_FROM_HIDEOUT, [f"ship from hideout {tile}" for tile in tiles]),
        (c.D_DOCK, [f"dock {part}" for part in parts]),
        (c.D_HIDEOUT, [f"hideout {tile}" for tile in tiles]),
        (c.D_EXPLORE, [f"explore {slot}" for slot in range(c.AREA)]),
        (c.D_CELL, [f"frontier {where}" for where in range(c.FRONTIER)]),
        (c.D_ROTATION, [f"rotation {rotation}" for rotation in range(6)]),
        (c.D_PART, [f"part {part}" for part in range(c.PARTS)]),
        (c.D_SITE, [f"site {tile}.{site}" for tile in tiles for site in range(c.SITES)]),
        (c.D_BUILD, ["build fort", *posts]),
        (c.D_MARKET, [f"market {resource}" for resource in RESOURCES]),
    ):
        names.update(enumerate(words, first))
    return tuple(names[action] for action in range(c.DECISIONS))


def _place(part: PartAt) -> str:
    return f"{part.tile}.{part.part}"


def action_to_string(setup: Setup, action: int) -> str:
    """Return an action in words.

    >>> from ilos.environments.table import bare_setup
    >>> action_to_string(bare_setup(2), 392)
    'market gold'
    """
    if not 0 <= action < c.DECISIONS:
        raise ValueError(f"{action} is no action; they are 0 to {c.DECISIONS - 1}")
    return action_names(setup)[action]


def string_to_action(setup: Setup, text: str) -> int:
    """Return the action that words stand for.

    >>> from ilos.environments.table import bare_setup
    >>> string_to_action(bare_setup(2), "market gold")
    392
    """
    try:
        return action_names(setup).index(text)
    except ValueError:
        raise ValueError(f"{text!r} is no action; action_names lists them") from None


if __name__ == "__main__":
    print(f"{OBSERVATION_SIZE} numbers in {len(GROUPS)} groups\n")
    print(observation_table() + "\n")
    print(action_table())
