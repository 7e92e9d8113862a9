/** Whom a ship in a hideout would hurt, read off the public board. */
import { partKey } from '../board/config';
import { islandNamed, islandsOnTile, seatsAt } from './islands';
import type { World } from './world';

export interface RaidedIsland {
  readonly name: string;
  /** Rivals with ships or pioneers there; forts protect. */
  readonly there: readonly { readonly seat: number; readonly fort: boolean }[];
}

export function raid(world: World, tile: string): RaidedIsland[] {
  return islandsOnTile(world.view, tile).map((index) => {
    const island = world.view.islands[index]!;
    const parts = new Set(island.parts.map(partKey));
    const working = world.view.pioneers.filter((p) => parts.has(partKey(p))).map((p) => p.seat);
    const seats = [...new Set([...seatsAt(island), ...working])].sort((a, b) => a - b);
    return {
      name: islandNamed(island.name),
      there: seats
        .filter((seat) => seat !== world.me)
        .map((seat) => ({ seat, fort: island.forts.includes(seat) })),
    };
  });
}
