/** The fixed and the moving part of a game together: what every sentence and picture is made from. */
import type { GameSetup, TileDesign, View } from './types';

export interface World {
  readonly setup: GameSetup;
  readonly view: View;
  readonly tiles: ReadonlyMap<string, TileDesign>;
  /** The seat looked through; null for a spectator. */
  readonly me: number | null;
}

export const tileMap = (setup: GameSetup): ReadonlyMap<string, TileDesign> =>
  new Map(setup.tile_set.tiles.map((tile) => [tile.id, tile]));

export const priceOf = (world: Pick<World, 'setup' | 'view'>, resource: keyof GameSetup['market']): number =>
  world.setup.market[resource][world.view.prices[resource]] ?? 0;
