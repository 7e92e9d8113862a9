"""A position as an array of colours, for `render_mode="rgb_array"`: a plain chart, quickly made.

Coasts, sites and berths are those of the drawn chart (`ilos.drawing`); the pieces are discs and
squares in the colours of their players.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ilos.drawing.hexes import CORNERS, RADIUS, Point
from ilos.drawing.landscape import Placed, laid
from ilos.drawing.symbols import PAINTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ilos.rules.setup import Setup
    from ilos.views.view_data import ViewData

WIDTH, HEIGHT = 640, 480  # always the same, so that pictures make a film
LARGEST = 0.9  # pixels for each unit of the chart, however few tiles there are
MARGIN = 30.0  # units of open sea round the archipelago
SEA, WATER, LAND, FREE = "#BFD8D2", "#8FBFC4", "#E9D9A8", "#FFF6E2"
SITES = {
    "ebony": "#3B2618",
    "spice": "#C96A1B",
    "pigment": "#5B4B9A",
    "gold": "#E3B505",
    "construction": "#8A8078",
    "ruins": "#5E6B5A",
}


def picture(view: ViewData, setup: Setup) -> NDArray[np.uint8]:
    """Height × width × red, green, blue."""
    tiles = {
        entry.tile: laid(setup.tile_set.tile(entry.tile), entry.cell, entry.rotation)
        for entry in view.archipelago
    }
    canvas = _Canvas(list(tiles.values()))
    for tile in tiles.values():
        canvas.tile(tile)
    colours = [PAINTS[player.colour].fill for player in setup.players]
    for pioneer in view.pioneers:
        tile, at = tiles[pioneer.tile], (pioneer.part, pioneer.site)
        spot = next(s for s in tile.landscape.sites if (s.part, s.site) == at)
        size = 15 if pioneer.building else 11
        canvas.disc(tile.at(spot.point), size, colours[pioneer.seat], pioneer.building)
    berthed: dict[tuple[str, int], int] = {}
    for ship in view.ships:
        tile = tiles[ship.tile]
        if ship.hideout:
            assert tile.landscape.hideout is not None
            point = tile.landscape.hideout
        else:
            assert ship.part is not None
            berths = tile.landscape.berths[ship.part]
            count = berthed[ship.tile, ship.part] = berthed.get((ship.tile, ship.part), -1) + 1
            point = berths[count % len(berths)]
        canvas.disc(tile.at(point), 9, colours[ship.seat], "ship")
    return canvas.pixels


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


class _Canvas:
    """Pixels, and the way from the chart's units to them."""

    def __init__(self, tiles: list[Placed]) -> None:
        xs = [tile.centre[0] for tile in tiles] or [0.0]
        ys = [tile.centre[1] for tile in tiles] or [0.0]
        border = 2 * (RADIUS + MARGIN)
        across, down = max(xs) - min(xs) + border, max(ys) - min(ys) + border
        self._scale = min(WIDTH / across, HEIGHT / down, LARGEST)
        self._left = (min(xs) + max(xs) - WIDTH / self._scale) / 2
        self._top = (min(ys) + max(ys) - HEIGHT / self._scale) / 2
        self.pixels: NDArray[np.uint8] = np.empty((HEIGHT, WIDTH, 3), np.uint8)
        self.pixels[:] = _rgb(SEA)

    def tile(self, tile: Placed) -> None:
        """A printed tile: its water, its land, its free sites, its hideout."""
        hexagon = [tile.at(corner) for corner in CORNERS]
        self._fill([hexagon], WATER)
        for loops in tile.landscape.outlines:
            self._fill([[tile.at(point) for point in loop] for loop in loops], LAND, within=hexagon)
        for spot in tile.landscape.sites:
            self.disc(tile.at(spot.point), 12, FREE)
            self.disc(tile.at(spot.point), 8, SITES[str(spot.kind)])
        if tile.landscape.hideout is not None:
            self.disc(tile.at(tile.landscape.hideout), 12, "#2C2A30")
            self.disc(tile.at(tile.landscape.hideout), 9, WATER)

    def disc(self, at: Point, radius: float, colour: str, kind: str | None = None) -> None:
        """A round piece; a building is square and a ship has a white rim."""
        rim = 3 if kind else 0
        for size, paint in ((radius + rim, FREE), (radius, colour)):
            rows, columns, xs, ys = self._window(at, size)
            far = np.maximum if kind in ("fort", "trading_post") else np.hypot
            near = far(np.abs(xs - at[0]), np.abs(ys - at[1])) <= size
            self.pixels[rows, columns][near] = _rgb(paint)

    def _window(self, at: Point, size: float) -> tuple[slice, slice, Any, Any]:
        """The pixels round a point, and where they lie on the chart."""
        x0, x1 = (int((at[0] + side * (size + 2) - self._left) * self._scale) for side in (-1, 1))
        y0, y1 = (int((at[1] + side * (size + 2) - self._top) * self._scale) for side in (-1, 1))
        rows, columns = slice(max(y0, 0), y1 + 1), slice(max(x0, 0), x1 + 1)
        height, width = self.pixels[rows, columns].shape[:2]
        xs = (np.arange(width) + columns.start + 0.5) / self._scale + self._left
        ys = (np.arange(height) + rows.start + 0.5) / self._scale + self._top
        return rows, columns, xs[None, :], ys[:, None]

    def _fill(
        self, loops: Sequence[Sequence[Point]], colour: str, within: Sequence[Point] | None = None
    ) -> None:
        corners = within or loops[0]
        middle = (sum(x for x, _ in corners) / 6, sum(y for _, y in corners) / 6)
        rows, columns, xs, ys = self._window(middle, RADIUS)
        inside = _inside(loops, xs, ys)
        if within is not None:
            inside &= _inside([within], xs, ys)
        self.pixels[rows, columns][inside] = _rgb(colour)


def _inside(loops: Sequence[Sequence[Point]], xs: Any, ys: Any) -> NDArray[np.bool_]:
    """Which points lie inside: a ray from them crosses the loops an odd number of times."""
    odd = np.zeros(np.broadcast_shapes(xs.shape, ys.shape), np.bool_)
    for loop in loops:
        for (ax, ay), (bx, by) in zip(loop, [*loop[1:], loop[0]], strict=True):
            if ay != by:
                crosses = (ay > ys) != (by > ys)
                odd ^= crosses & (xs < ax + (ys - ay) * ((bx - ax) / (by - ay)))
    return odd
