"""A record without its events (RECORD.md): options, players, tile set and market chart."""

from collections.abc import Callable
from typing import Any

from .shapes import (
    COLOURS,
    EDITIONS,
    RESOURCES,
    SITE_KINDS,
    Broken,
    Record,
    key,
    listed,
    one_of,
    text,
    whole,
)

FORMAT = "ilos-record/1"
TILES = 20


def header_problems(record: Any) -> list[Broken]:
    """Everything wrong with a record outside its events and result."""
    if not isinstance(record, dict):
        return [Broken("RECORD format", "a record must be one JSON object")]
    checks: list[Callable[[Record], None]] = [
        check_format,
        check_rules,
        check_players,
        check_tile_set,
        check_market,
        check_substitutes,
    ]
    problems: list[Broken] = []
    for check in checks:
        try:
            check(record)
        except Broken as broken:
            problems.append(broken)
    return problems


def check_format(record: Record) -> None:
    if key(record, "format") != FORMAT:
        raise Broken("RECORD format", f"unknown format {record['format']!r}")
    if "viewer" in record:
        raise Broken("RECORD partial views", "a masked view is not a full record")


def check_rules(record: Record) -> None:
    rules = key(record, "rules")
    one_of(key(rules, "edition"), EDITIONS, "the edition")
    whole(key(rules, "max_rounds"), "max_rounds", 1, 500)
    if "stocks" in rules:
        one_of(rules["stocks"], ("screened", "open"), "stocks")
    if "version" in rules:
        whole(rules["version"], "the version of the rules", 1, 1)


def check_players(record: Record) -> None:
    players = listed(key(record, "players"), "players")
    whole(len(players), "the number of players", 2, 5)
    colours = []
    for player in players:
        text(key(player, "name"), "a player's name")
        colours.append(one_of(key(player, "colour"), COLOURS, "a player's colour"))
        kind = one_of(key(player, "kind"), ("human", "bot"), "a player's kind")
        if kind == "bot":
            text(key(player, "bot"), "a bot's name")
        elif player.get("bot") is not None:
            raise Broken("RECORD players", "only bots have the key 'bot'")
    if len(set(colours)) != len(colours):
        raise Broken("RECORD players", "two players have the same colour")


def check_tile_set(record: Record) -> None:
    tile_set = key(record, "tile_set")
    text(key(tile_set, "name"), "the name of the tile set")
    tiles = listed(key(tile_set, "tiles"), "tiles", TILES)
    seen: list[str] = []
    for tile in tiles:
        tile_id = text(key(tile, "id"), "a tile's id")
        if tile_id in seen:
            raise Broken("RECORD tile sets", f"the tile id {tile_id!r} is used twice")
        seen.append(tile_id)
        try:
            check_tile(tile)
        except Broken as broken:
            raise Broken(broken.rule, f"tile {tile_id!r}: {broken.message}") from broken


def check_tile(tile: Any) -> None:
    if not isinstance(key(tile, "hideout"), bool):
        raise Broken("RECORD types", "hideout must be true or false")
    parts = listed(key(tile, "parts"), "parts")
    whole(len(parts), "the number of parts", 1, 3)
    all_sides: list[int] = []
    site_count = 0
    for part in parts:
        for side in listed(key(part, "sides"), "sides"):
            all_sides.append(whole(side, "a side", 0, 5))
        for site in listed(key(part, "sites"), "sites"):
            one_of(site, SITE_KINDS, "a site")
            site_count += 1
    if len(set(all_sides)) != len(all_sides):
        raise Broken("RECORD tile sets", "a side is owned twice")
    if site_count > 8:
        raise Broken("RECORD tile sets", f"{site_count} sites, at most 8 are allowed")
    for i in range(len(parts)):
        for j in range(i):
            if parts_cross(parts[i]["sides"], parts[j]["sides"]):
                raise Broken("RECORD tile sets", f"parts {j} and {i} cross")


def parts_cross(first: list[int], second: list[int]) -> bool:
    """RULES 2: going round the tile, the sides of two parts must not interleave."""
    owners = []
    for side in range(6):
        if side in first:
            owners.append("first")
        elif side in second:
            owners.append("second")
    changes = 0
    for i in range(len(owners)):
        if owners[i] != owners[i - 1]:
            changes += 1
    return changes > 2


def check_market(record: Record) -> None:
    market = key(record, "market")
    for resource in RESOURCES:
        row = listed(key(market, resource), f"the {resource} row", 5)
        for i in range(5):
            whole(row[i], f"a price of {resource}", 1)
            if i > 0 and row[i] <= row[i - 1]:
                raise Broken("RECORD tile sets", f"the {resource} row must rise at every step")
    for name in market:
        one_of(name, RESOURCES, "a row of the market")


def check_substitutes(record: Record) -> None:
    if "substitutes" not in record:
        return
    seats = len(listed(key(record, "players"), "players"))
    for substitute in listed(record["substitutes"], "substitutes"):
        whole(key(substitute, "seat"), "the seat of a substitute", 0, seats - 1)
        whole(key(substitute, "after"), "the event count of a substitute", 0)
        text(key(substitute, "bot"), "the bot of a substitute")
