"""The codings of observations and actions in words: `python -m ilos.environments.coding`.

`docs/environments.md` holds what this prints; a test compares the two.
"""

from __future__ import annotations

from ilos.engine import constants as c
from ilos.engine.observation import GROUPS, OBSERVATION_SIZE, places

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


if __name__ == "__main__":
    print(f"{OBSERVATION_SIZE} numbers in {len(GROUPS)} groups\n")
    print(observation_table() + "\n")
    print(action_table())
