/**
 * Works out tiles and paints terrain: the part that runs in the worker, or in the page
 * where there is no worker. Printed tiles are kept by design, paths by position.
 */
import type { Tile } from '../protocol/messages';
import type { LaidTile } from './config';
import { designKey, placed } from './design';
import { type PreparedTerrain, paint, prepare } from './paint';
import { terrain } from './terrain';
import { type TileGeometry, tileGeometry } from './tile';

/** A rectangle of the board in board units. */
export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface BitmapOrder {
  readonly tiles: readonly LaidTile[];
  readonly region: Region;
  /** Device pixels per board unit. */
  readonly scale: number;
  /** False below zoom one half: no tufts, no palms. */
  readonly detail: boolean;
  readonly bands?: boolean;
}
/** Positions whose paths are kept: the board, the ghost and what lies in the exploration area. */
const KEPT = 12;

export class Artist {
  private readonly geometries = new Map<string, TileGeometry>();
  private readonly kept = new Map<string, PreparedTerrain>();

  geometry(tile: Tile): TileGeometry {
    const key = designKey(tile);
    const known = this.geometries.get(key) ?? tileGeometry(tile);
    this.geometries.set(key, known);
    return known;
  }

  private prepared({ tiles, detail, bands = true }: BitmapOrder): PreparedTerrain {
    const key = JSON.stringify([tiles, detail, bands]);
    const known = this.kept.get(key);
    const laid = (): PreparedTerrain =>
      prepare(
        terrain(
          tiles.map((t) => placed(t, this.geometry(t.tile))),
          { detail, bands },
        ),
      );
    const made = known ?? laid();
    this.kept.delete(key);
    this.kept.set(key, made);
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value!);
    return made;
  }

  paint(context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D, order: BitmapOrder): void {
    const { region, scale } = order;
    context.setTransform(scale, 0, 0, scale, -region.x * scale, -region.y * scale);
    paint(context, this.prepared(order));
  }
}

export type WorkerRequest =
  | { readonly id: number; readonly kind: 'geometry'; readonly tiles: readonly Tile[] }
  | { readonly id: number; readonly kind: 'bitmap'; readonly order: BitmapOrder };
export type WorkerAnswer =
  | { readonly id: number; readonly kind: 'geometry'; readonly geometries: readonly TileGeometry[] }
  | { readonly id: number; readonly kind: 'bitmap'; readonly bitmap: ImageBitmap }
  | { readonly id: number; readonly kind: 'failed'; readonly reason: string };
