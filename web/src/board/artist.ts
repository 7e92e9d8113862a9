/**
 * Works out tiles and paints terrain: the part that runs in the worker, or in the page
 * where there is no worker. Printed tiles are kept by design, paths by position.
 */
import type { LaidTile, TileDesign } from './config';
import { type PreparedTerrain, paint, prepare } from './paint';
import { placed, terrain } from './terrain';
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
}

export const designKey = (tile: TileDesign): string => JSON.stringify([tile.id, tile.hideout, tile.parts]);

export class Artist {
  private readonly geometries = new Map<string, TileGeometry>();
  private last: { readonly key: string; readonly terrain: PreparedTerrain } | null = null;

  geometry(tile: TileDesign): TileGeometry {
    const key = designKey(tile);
    const known = this.geometries.get(key) ?? tileGeometry(tile);
    this.geometries.set(key, known);
    return known;
  }

  private prepared(tiles: readonly LaidTile[], detail: boolean): PreparedTerrain {
    const key = JSON.stringify([tiles, detail]);
    if (this.last?.key !== key)
      this.last = {
        key,
        terrain: prepare(
          terrain(
            tiles.map((t) => placed(t, this.geometry(t.tile))),
            detail,
          ),
        ),
      };
    return this.last.terrain;
  }

  paint(
    context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
    { tiles, region, scale, detail }: BitmapOrder,
  ): void {
    context.setTransform(scale, 0, 0, scale, -region.x * scale, -region.y * scale);
    paint(context, this.prepared(tiles, detail));
  }
}

export type WorkerRequest =
  | { readonly id: number; readonly kind: 'geometry'; readonly tiles: readonly TileDesign[] }
  | { readonly id: number; readonly kind: 'bitmap'; readonly order: BitmapOrder };
export type WorkerAnswer =
  | { readonly id: number; readonly kind: 'geometry'; readonly geometries: readonly TileGeometry[] }
  | { readonly id: number; readonly kind: 'bitmap'; readonly bitmap: ImageBitmap }
  | { readonly id: number; readonly kind: 'failed'; readonly reason: string };
