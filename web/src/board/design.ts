/** A printed tile by its design, and where it is laid. */
import type { Tile } from '../protocol/messages';
import type { LaidTile } from './config';
import { type Point, cellCentre, toBoard } from './hex';
import type { TileGeometry } from './tile';

const keys = new WeakMap<Tile, string>();
/** Designs may share an id between sets, so that the whole design is the key. */
export function designKey(tile: Tile): string {
  const key = keys.get(tile) ?? JSON.stringify([tile.id, tile.hideout, tile.parts]);
  keys.set(tile, key);
  return key;
}

/** A tile on the board with its geometry. */
export interface Placed {
  readonly laid: LaidTile;
  readonly geometry: TileGeometry;
  readonly centre: Point;
  /** From the printed tile to the board. */
  readonly at: (p: Point) => Point;
}
export const placed = (laid: LaidTile, geometry: TileGeometry): Placed => {
  const centre = cellCentre(laid.cell);
  return { laid, geometry, centre, at: (p) => toBoard(p, laid.rotation, centre) };
};
