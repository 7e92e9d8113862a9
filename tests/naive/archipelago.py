"""Tiles, sides, islands and the exploration rule (RULES.md 2)."""

from dataclasses import dataclass, field
from typing import Any

Cell = tuple[int, int]
PartName = tuple[str, int]  # tile id, index of the part on that tile

# Side k of a cell faces neighbour k, clockwise from east.
NEIGHBOURS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]


@dataclass
class Part:
    sides: list[int]
    sites: list[str]


@dataclass
class Tile:
    id: str
    hideout: bool
    parts: list[Part]


@dataclass
class LaidTile:
    tile: Tile
    cell: Cell
    rotation: int
    part_at: list[int | None] = field(init=False)  # by side of the cell; None is sea

    def __post_init__(self) -> None:
        self.part_at = [None] * 6
        for index, part in enumerate(self.tile.parts):
            for printed in part.sides:
                self.part_at[(printed + self.rotation) % 6] = index


def tile_from_json(value: Any) -> Tile:
    parts = [Part(list(part["sides"]), list(part["sites"])) for part in value["parts"]]
    return Tile(value["id"], value["hideout"], parts)


def neighbour(cell: Cell, side: int) -> Cell:
    q, r = NEIGHBOURS[side]
    return (cell[0] + q, cell[1] + r)


class Archipelago:
    """All tiles laid so far."""

    def __init__(self, laid: list[LaidTile] | None = None) -> None:
        self.laid: list[LaidTile] = laid if laid is not None else []
        self.by_cell = {laid.cell: laid for laid in self.laid}
        self.by_id = {laid.tile.id: laid for laid in self.laid}

    def at(self, cell: Cell) -> LaidTile | None:
        return self.by_cell.get(cell)

    def find(self, tile_id: str) -> LaidTile | None:
        return self.by_id.get(tile_id)

    def with_tile(self, tile: Tile, cell: Cell, rotation: int) -> "Archipelago":
        """A copy in which one more tile lies; nothing is checked."""
        return Archipelago([*self.laid, LaidTile(tile, cell, rotation)])

    def empty_cells_beside(self) -> list[Cell]:
        """Every empty cell next to at least one tile."""
        cells: list[Cell] = []
        for laid in self.laid:
            for side in range(6):
                cell = neighbour(laid.cell, side)
                if self.at(cell) is None and cell not in cells:
                    cells.append(cell)
        return cells

    def why_not_lay(self, tile: Tile, cell: Cell, rotation: int) -> str | None:
        """The exploration rule: a reason why this tile may not lie there, or None if it may."""
        if self.at(cell) is not None:
            return f"cell {cell} is taken"
        new = LaidTile(tile, cell, rotation)
        touching = 0
        grows = False
        for side in range(6):
            other = self.at(neighbour(cell, side))
            if other is None:
                continue
            touching += 1
            here_is_land = new.part_at[side] is not None
            there_is_land = other.part_at[(side + 3) % 6] is not None
            if here_is_land != there_is_land:
                return f"land meets sea between {tile.id!r} and {other.tile.id!r}"
            if here_is_land:
                grows = True
        if touching == 0:
            return f"cell {cell} touches no tile in play"
        if not grows:
            return f"no island grows with {tile.id!r} at {cell}"
        return None

    def placements(self, tile: Tile) -> list[tuple[Cell, int]]:
        """Every cell and rotation that the exploration rule allows for this tile."""
        found = []
        for cell in self.empty_cells_beside():
            for rotation in range(6):
                if self.why_not_lay(tile, cell, rotation) is None:
                    found.append((cell, rotation))
        return found

    def parts(self) -> list[PartName]:
        names = []
        for laid in self.laid:
            for index in range(len(laid.tile.parts)):
                names.append((laid.tile.id, index))
        return names

    def joined_to(self, name: PartName) -> list[PartName]:
        """The parts that meet this part across a side."""
        laid = self.find(name[0])
        assert laid is not None
        found = []
        for side in range(6):
            if laid.part_at[side] != name[1]:
                continue
            other = self.at(neighbour(laid.cell, side))
            if other is None:
                continue
            part = other.part_at[(side + 3) % 6]
            assert part is not None, "touching sides agree"
            found.append((other.tile.id, part))
        return found

    def island_of(self, name: PartName) -> list[PartName]:
        """All parts of the island of this part, by tile id, then index."""
        island = [name]
        for part in island:  # the list grows while we walk along it
            for other in self.joined_to(part):
                if other not in island:
                    island.append(other)
        return sorted(island)

    def islands(self) -> list[list[PartName]]:
        found: list[list[PartName]] = []
        for name in self.parts():
            if not any(name in island for island in found):
                found.append(self.island_of(name))
        return sorted(found)
