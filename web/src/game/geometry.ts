/** Cells, sides and what touches what, for pictures and words only; the server judges what is legal. */
import type { Tile, ViewData } from '../protocol/messages';
import { type Cell, cellKey } from '../board/config';

/** Neighbour across side k, clockwise from east (rules, section 2). */
export const NEIGHBOURS: readonly Cell[] = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
];

type Laid = { tile: string; rotation: number };

function laidByCell(view: ViewData): Map<string, Laid> {
  return new Map(view.archipelago.map((laid) => [cellKey(laid.cell), laid]));
}

/** Is this side of a turned tile land? */
function isLand(tile: Tile, rotation: number, side: number): boolean {
  const printed = (((side - rotation) % 6) + 6) % 6;
  return tile.parts.some((part) => part.sides.includes(printed));
}

type Contact = 'land' | 'sea' | null;

/** What each side of a cell would touch: land, sea or bare chart. */
function contacts(view: ViewData, tiles: ReadonlyMap<string, Tile>, cell: Cell): Contact[] {
  const laid = laidByCell(view);
  return NEIGHBOURS.map(([q, r], side) => {
    const neighbour = laid.get(cellKey([cell[0] + q, cell[1] + r]));
    const design = neighbour && tiles.get(neighbour.tile);
    if (!neighbour || !design) return null;
    return isLand(design, neighbour.rotation, (side + 3) % 6) ? 'land' : 'sea';
  });
}

/** Sides of a cell beyond which land lies. */
export function landSides(view: ViewData, tiles: ReadonlyMap<string, Tile>, cell: Cell): Set<number> {
  return new Set(contacts(view, tiles, cell).flatMap((contact, side) => (contact === 'land' ? [side] : [])));
}

/** Does each touching side of the ghost agree? */
export function sideMarks(
  view: ViewData,
  tiles: ReadonlyMap<string, Tile>,
  tile: Tile,
  cell: Cell,
  rotation: number,
): ('land' | 'sea' | 'clash' | null)[] {
  return contacts(view, tiles, cell).map((contact, side) => {
    if (contact === null) return null;
    const own = isLand(tile, rotation, side) ? 'land' : 'sea';
    return own === contact ? own : 'clash';
  });
}

/** The part of a tile behind a turned side, or null for sea. */
export function partAt(tile: Tile, rotation: number, side: number): number | null {
  const printed = (((side - rotation) % 6) + 6) % 6;
  const index = tile.parts.findIndex((part) => part.sides.includes(printed));
  return index < 0 ? null : index;
}
