/** The fixed and the moving part of a game together: what every sentence and picture is made from. */
import type { SetupData, Tile, ViewData } from '../protocol/messages';

export interface World {
  readonly setup: SetupData;
  readonly view: ViewData;
  readonly tiles: ReadonlyMap<string, Tile>;
  /** The seat looked through; null for a spectator. */
  readonly me: number | null;
}

export const tileMap = (setup: SetupData): ReadonlyMap<string, Tile> =>
  new Map(setup.tile_set.tiles.map((tile) => [tile.id, tile]));

export const priceOf = (world: Pick<World, 'setup' | 'view'>, resource: keyof SetupData['market']): number =>
  world.setup.market[resource][world.view.prices[resource]] ?? 0;
