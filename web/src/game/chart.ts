/** What lies on the table, as the board draws it; and a board that is a picture only. */
import { type BoardConfig, type Insets, emptyBoard } from '../board/config';
import type { Colour } from '../protocol/messages';
import { islandNamed, piracyAt } from './islands';
import type { World } from './world';

export const colourOf = (world: World, seat: number): Colour => world.setup.players[seat]?.colour ?? 'black';

type Lying = Pick<BoardConfig, 'tiles' | 'islands' | 'ships' | 'pioneers'>;

export function chartOf(world: World): Lying {
  return {
    tiles: world.view.archipelago.flatMap(({ tile, cell, rotation }) => {
      const design = world.tiles.get(tile);
      return design ? [{ tile: design, cell, rotation }] : [];
    }),
    // Piracy as it meets the person looking; spectators see every raid.
    islands: world.view.islands.map((island) => ({
      name: islandNamed(island.name),
      parts: island.parts,
      coast: piracyAt(island, world.me).state,
    })),
    ships: world.view.ships.map((ship) => ({ colour: colourOf(world, ship.seat), at: ship })),
    pioneers: world.view.pioneers.map((pioneer) => ({
      colour: colourOf(world, pioneer.seat),
      at: pioneer,
      building: pioneer.building,
      resource: pioneer.resource,
    })),
  };
}

/** A picture of peace: raids would be red for a spectator. */
export function pictureOf(world: World, night: boolean, insets: Insets): BoardConfig {
  const chart = chartOf(world);
  return {
    ...emptyBoard({ board: '', targets: '', overview: '' }),
    ...chart,
    islands: chart.islands.map((island) => ({ ...island, coast: 'peace' })),
    night,
    reducedMotion: true,
    insets,
  };
}
