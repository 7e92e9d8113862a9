"""A view in JSON, written straight from the numbers: done for every viewer after every move.

It holds no rule and hides nothing: `ilos.views` hands in positions from which everything is left
out that a viewer may not know. docs/protocol.md tells every key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

if not cython.compiled:
    from ilos.engine.chance import is_chance
    from ilos.engine.constants import *
    from ilos.engine.effects import draw_count
    from ilos.engine.json.fragments import number

if TYPE_CHECKING:
    from ilos.engine.json.fragments import JsonFragments
    from ilos.engine.position import Position


_SEATS_IN: list[bytes] = [
    b"[%b]" % b",".join(b"%d" % seat for seat in range(SEATS) if bits >> seat & 1)
    for bits in range(1 << SEATS)
]


def write_common(
    fragments: JsonFragments, p: Position, phase: bytes, ships: bytes, events: int, result: bytes
) -> bytes:
    """What is the same for every viewer, up to where the viewer's own part follows."""
    out: list[bytes] = []
    _board(fragments, p, out)
    out.append(b',"events":')
    out.append(number(events))
    out.append(b',"phase":"')
    out.append(phase)
    out.append(b'","round":')
    out.append(number(p.round))
    out.append(b',"to_move":')
    out.append(b"null" if p.phase == PH_OVER or is_chance(p) else number(p.seat))
    out.append(b',"last_round":')
    out.append(b"true" if p.ending or p.round == p.printed.max_rounds else b"false")
    out.append(b',"stack":')
    out.append(number(p.stack))
    out.append(b',"ships":')
    out.append(ships)
    out.append(b',"pile":')
    out.append(number(p.pile_size))
    _market(fragments, p, out)
    out.append(b',"result":')
    out.append(result)
    return b"".join(out)


def _market(fragments: JsonFragments, p: Position, out: list[bytes]) -> None:
    """The discards, the prices, and what is left of markers and tokens."""
    out.append(b',"discard":')
    for card in range(CARD_KINDS):
        out.append(b"," if card else b"{")
        out.append(fragments.card_keys[card])
        out.append(number(p.discard[card]))
    out.append(b'},"prices":')
    for resource in range(RESOURCES):
        out.append(b"," if resource else b"{")
        out.append(fragments.resource_keys[resource])
        out.append(number(p.step[resource]))
    out.append(b'},"markers":')
    out.append(number(p.markers))
    out.append(b',"market_played":true' if p.market_played else b',"market_played":false')
    out.append(b',"buildings":')
    out.append(number(p.buildings))


def _board(fragments: JsonFragments, p: Position, out: list[bytes]) -> None:
    """What lies on the table."""
    separator = b'{"exploration":['
    for slot in range(AREA):
        if p.area[slot] >= 0:
            out.append(separator)
            out.append(fragments.tiles[p.area[slot]])
            separator = b","
    if separator != b",":
        out.append(separator)
    out.append(b'],"archipelago":[')
    for k in range(p.laid_count):
        tile = p.laid[k]
        out.append(b',{"tile":' if k else b'{"tile":')
        out.append(fragments.tiles[tile])
        out.append(b',"cell":[')
        out.append(number(p.cell[tile] // GRID - HALF_GRID))
        out.append(b",")
        out.append(number(p.cell[tile] % GRID - HALF_GRID))
        out.append(b'],"rotation":')
        out.append(number(p.rotation[tile]))
        out.append(b"}")
    out.append(b'],"islands":[')
    _islands(fragments, p, out)
    out.append(b'],"pioneers":[')
    _pioneers(fragments, p, out)
    out.append(b"]")


def _islands(fragments: JsonFragments, p: Position, out: list[bytes]) -> None:
    """Oldest first; an island is named by the number of its oldest part in order of laying."""
    name = 0
    separator = b'{"name":'
    for k in range(p.laid_count):
        first = p.laid[k] * PARTS
        for part in range(first, first + p.printed.parts[p.laid[k]]):
            if p.island[part] == part:
                out.append(separator)
                out.append(number(name))
                separator = b',{"name":'
                _island(fragments, p, part, k, out)
            name += 1


def _island(
    fragments: JsonFragments, p: Position, root: int, oldest: int, out: list[bytes]
) -> None:
    separator = b',"parts":['
    for k in range(oldest, p.laid_count):
        first = p.laid[k] * PARTS
        for part in range(first, first + p.printed.parts[p.laid[k]]):
            if p.island[part] == root:
                out.append(separator)
                out.append(fragments.parts[part])
                separator = b","
    out.append(b'],"ships":')
    for seat in range(p.printed.players):
        out.append(b"," if seat else b"[")
        out.append(number(p.ships[root * SEATS + seat]))
    out.append(b'],"forts":')
    out.append(_SEATS_IN[p.forts[root]])
    out.append(b',"raiders":')
    out.append(_SEATS_IN[p.raiders[root]])
    out.append(b',"worked":')
    out.append(fragments.resources_in[p.worked[root]])
    out.append(b"}")


def _pioneers(fragments: JsonFragments, p: Position, out: list[bytes]) -> None:
    separator = b'{"seat":'
    for k in range(p.laid_count):
        first = p.laid[k] * SITES
        for site in range(first, first + p.printed.sites[p.laid[k]]):
            if p.pioneer[site] >= 0:
                out.append(separator)
                out.append(number(p.pioneer[site]))
                out.append(b",")
                out.append(fragments.sites[site])
                out.append(fragments.buildings[p.building[site]])
                separator = b',{"seat":'


def write_own(fragments: JsonFragments, p: Position, viewer: int) -> bytes:
    """What each viewer sees in another way, to the end; a spectator is -1."""
    out: list[bytes] = [b',"viewer":']
    if viewer < 0:
        out.append(b'null,"hand":null')
    else:
        out.append(number(viewer))
        out.append(b',"hand":')
        for card in range(CARD_KINDS):
            out.append(b"," if card else b"{")
            out.append(fragments.card_keys[card])
            out.append(number(p.hand[viewer * CARD_KINDS + card]))
        out.append(b"}")
    out.append(b',"seats":')
    for seat in range(p.printed.players):
        out.append(b',{"hand":' if seat else b'[{"hand":')
        _seat(fragments, p, seat, out)
    out.append(b"]}")
    return b"".join(out)


def _seat(fragments: JsonFragments, p: Position, seat: int, out: list[bytes]) -> None:
    out.append(number(p.hand_size[seat]))
    out.append(b',"ships":')
    out.append(number(p.reserve[seat]))
    out.append(b',"pioneers":')
    out.append(number(p.pioneers[seat]))
    out.append(b',"production":')
    board = seat * RESOURCES
    known = True
    for resource in range(RESOURCES):
        out.append(b"," if resource else b"{")
        out.append(fragments.resource_keys[resource])
        out.append(number(p.production[board + resource]))
        if p.stock[board + resource] < 0:
            known = False
    out.append(b'},"stock":')
    if known:
        for resource in range(RESOURCES):
            out.append(b"," if resource else b"{")
            out.append(fragments.resource_keys[resource])
            out.append(number(p.stock[board + resource]))
        out.append(b'},"draw":')
    else:
        out.append(b'null,"draw":')
    out.append(number(draw_count(p, seat)))
    out.append(b"}")
