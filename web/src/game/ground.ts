/** A game view and a draft become a board config: what lies there, what may be chosen, what is chosen. */
import type { Colour, PartAt, SiteAt } from '../protocol/messages';
import {
  type BoardConfig,
  type Cell,
  type CellTarget,
  type CoastTarget,
  type GhostTile,
  type HideoutTarget,
  type IslandOnBoard,
  type Place,
  type ReadyPiece,
  type ShipTarget,
  type SiteTarget,
  cellKey,
  emptyBoard,
  isHideout,
  partKey,
  siteKey,
} from '../board/config';
import { list, t } from '../i18n/index.svelte';
import { WAYS } from '../i18n/keys';
import type { Draft, Ground } from './ctrl';
import { docks, fits, hideouts, isIdle, islandOf, origins, rotationsAt, siteChoices } from './ctrl';
import { NEIGHBOURS, partAt, sideMarks } from './geometry';
import { islandNamed, islandsOnTile } from './islands';
import { berthName, nameAt, namesOnTile, playerName, siteState, targetName } from './words';
import type { World } from './world';

export interface Surface {
  readonly night: boolean;
  readonly reducedMotion: boolean;
  readonly insets: BoardConfig['insets'];
  readonly last: readonly Place[];
  readonly lit?: readonly string[];
  readonly named?: boolean;
  readonly hint: Place | null;
}

/** What lies on the table, whatever someone is about to do: it changes with a move only. */
export function lying(world: World): Pick<BoardConfig, 'names' | 'tiles' | 'islands' | 'ships' | 'pioneers'> {
  return {
    names: {
      board: t('board.name', { n: world.view.archipelago.length }),
      targets: t('board.targets'),
      overview: t('board.overview'),
    },
    tiles: world.view.archipelago.flatMap(({ tile, cell, rotation }) => {
      const design = world.tiles.get(tile);
      return design ? [{ tile: design, cell, rotation }] : [];
    }),
    islands: islands(world),
    ships: world.view.ships.map((ship) => ({
      colour: colourOf(world, ship.seat),
      at: isHideout(ship) ? { tile: ship.tile, hideout: true } : { tile: ship.tile, part: ship.part },
      name: t('ship.at', { name: playerName(world, ship.seat), place: berthName(world, ship) }),
    })),
    pioneers: world.view.pioneers.map((pioneer) => ({
      colour: colourOf(world, pioneer.seat),
      at: pioneer,
      building: pioneer.building,
      resource: pioneer.resource,
      name: siteState(world, pioneer),
    })),
  };
}

export function boardConfig(
  world: World,
  ground: Ground | null,
  draft: Draft,
  surface: Surface,
  things = lying(world),
): BoardConfig {
  return {
    ...emptyBoard(things.names),
    ...surface,
    ...things,
    lit: surface.lit ?? [],
    named: surface.named ?? false,
    islands: raided(world, draft, things.islands),
    ...chosenParts(world, ground, draft),
  };
}

export const colourOf = (world: World, seat: number): Colour => world.setup.players[seat]?.colour ?? 'black';
const myColour = (world: World): Colour => colourOf(world, world.me ?? 0);

/** Piracy as it meets the person looking; spectators see every raid. */
function islands(world: World): IslandOnBoard[] {
  return world.view.islands.map((island) => {
    const attacked = island.raiders.some((seat) => seat !== world.me);
    const safe = world.me !== null && island.forts.includes(world.me);
    return {
      name: islandNamed(island.name),
      parts: island.parts,
      coast: attacked ? (safe ? 'protected' : 'piracy') : 'peace',
    };
  });
}

/** The islands, with those the chosen hideout would raid in the own colour. */
export function raided(world: World, draft: Draft, all: readonly IslandOnBoard[]): readonly IslandOnBoard[] {
  if (draft.target?.kind !== 'hideout') return all;
  const raid = islandsOnTile(world.view, draft.target.tile);
  return all.map((island, i) => (raid.includes(i) ? { ...island, raided: myColour(world) } : island));
}

type Chosen = Pick<BoardConfig, 'targets' | 'chosen' | 'ready' | 'ghost' | 'course' | 'dimOthers'>;

/** One object for every moment without targets, so that nothing is worked out for it. */
const NOTHING_CHOSEN: Chosen = {
  targets: { sites: [], coasts: [], hideouts: [], ships: [], cells: [] },
  chosen: {},
  ready: null,
  ghost: null,
  course: null,
  dimOthers: false,
};

/** What may be chosen on the board, and what is. */
export function chosenParts(world: World, ground: Ground | null, draft: Draft): Chosen {
  if (!ground?.choices || (ground.choices.kind === 'turn' && isIdle(draft))) return NOTHING_CHOSEN;
  const exploring = draft.target?.kind === 'explore';
  const sailing = draft.card === 'ship' && !exploring;
  return {
    targets: {
      sites: siteTargets(world, ground, draft),
      coasts: sailing || ground.choices?.kind === 'first_island' ? coastTargets(world, ground, draft) : [],
      hideouts: sailing ? hideoutTargets(world, ground) : [],
      ships: draft.card === 'ship' ? shipTargets(world, ground, sailing ? docks(ground, draft) : []) : [],
      cells: cellTargets(world, ground, draft),
    },
    chosen: {
      site: draft.target?.kind === 'site' ? draft.target.site : null,
      coast: draft.target?.kind === 'dock' ? draft.target.to : null,
      hideout: draft.target?.kind === 'hideout' ? { tile: draft.target.tile, hideout: true } : null,
      ship: originShip(world, ground, draft),
    },
    ready: readyPiece(world, draft),
    ghost: ghostTile(world, ground, draft),
    course: course(world, draft),
    dimOthers: draft.card !== null,
  };
}

function siteTargets(world: World, ground: Ground, draft: Draft): SiteTarget[] {
  return siteChoices(ground, draft.card).map((choice) => ({
    at: choice.site,
    tag: { cost: choice.cost, piracy: choice.piracy, fort: choice.fort },
    name: targetName(world, choice),
  }));
}

function coastTargets(world: World, ground: Ground, draft: Draft): CoastTarget[] {
  return docks(ground, draft).map((at) => ({
    at,
    parts: world.view.islands[islandOf(world.view, at)]?.parts ?? [at],
    name: t('target.dock', { island: nameAt(world, at) }),
  }));
}

function hideoutTargets(world: World, ground: Ground): HideoutTarget[] {
  return hideouts(ground).map((tile) => ({
    at: { tile, hideout: true },
    name: t('target.hideout', { islands: list(namesOnTile(world, tile)) }),
  }));
}

/** Own ships that may be taken up; at a coast where one may dock, a click means the coast. */
function shipTargets(world: World, ground: Ground, coasts: readonly PartAt[]): ShipTarget[] {
  const from = origins(ground);
  const open = new Set(coasts.map((part) => islandOf(world.view, part)));
  return world.view.ships.flatMap((ship, index) => {
    if (ship.seat !== world.me) return [];
    if (!isHideout(ship) && open.has(islandOf(world.view, ship))) return [];
    const known = from.some((o) => {
      if (o === 'reserve') return false;
      if (isHideout(o) || isHideout(ship)) return isHideout(o) && isHideout(ship) && o.tile === ship.tile;
      return islandOf(world.view, o) === islandOf(world.view, ship);
    });
    return known ? [{ index, name: t('target.ship', { place: berthName(world, ship) }) }] : [];
  });
}

/** The own ship that the draft takes up, by its place among all ships. */
function originShip(world: World, ground: Ground, draft: Draft): number | null {
  const from = draft.from;
  if (!from || from === 'reserve' || draft.card !== 'ship') return null;
  const target = shipTargets(world, ground, []).find(({ index }) => {
    const ship = world.view.ships[index]!;
    if (isHideout(from) || isHideout(ship))
      return isHideout(from) && isHideout(ship) && from.tile === ship.tile;
    return islandOf(world.view, from) === islandOf(world.view, ship);
  });
  return target?.index ?? null;
}

function cellTargets(world: World, ground: Ground, draft: Draft): CellTarget[] {
  if (draft.target?.kind !== 'explore') return [];
  const held = draft.target.ghost.cell;
  return fits(ground, draft.target.ghost.tile)
    .filter((fit) => !held || cellKey(fit.cell) !== cellKey(held))
    .map((fit) => ({ cell: fit.cell, name: cellName(world, fit.cell, fit.rotations.length) }));
}

/** "Empty cell north-east of Heron and west of Tern, 2 rotations fit". */
export function cellName(world: World, cell: Cell, n: number): string {
  // Islands beside a cell, by the way that leads from them to it.
  const ways = new Map<number, string[]>();
  around(world, cell).forEach((names, side) => {
    if (names.length > 0) ways.set((side + 3) % 6, names);
  });
  if (ways.size === 0) return t('target.first_cell');
  const where = [...ways].map(([way, names]) => t(WAYS[way]!, { islands: list(names) }));
  return t('target.cell', { where: list(where), n });
}

/** By side of a cell: the island that meets it there, or those on the tile beyond the water. */
export function around(world: World, cell: Cell): string[][] {
  return NEIGHBOURS.map(([q, r], side) => {
    const key = cellKey([cell[0] + q, cell[1] + r]);
    const laid = world.view.archipelago.find((tile) => cellKey(tile.cell) === key);
    const design = laid && world.tiles.get(laid.tile);
    if (!laid || !design) return [];
    const part = partAt(design, laid.rotation, (side + 3) % 6);
    return part === null ? namesOnTile(world, laid.tile) : [nameAt(world, { tile: laid.tile, part })];
  });
}

function readyPiece(world: World, draft: Draft): ReadyPiece | null {
  const target = draft.target;
  const colour = myColour(world);
  if (target?.kind === 'dock') return { at: target.to, colour, kind: 'ship' };
  if (target?.kind === 'hideout') return { at: { tile: target.tile, hideout: true }, colour, kind: 'ship' };
  if (target?.kind !== 'site') return null;
  return { at: target.site, colour, kind: draft.building ?? 'pioneer', resource: draft.resource };
}

function ghostTile(world: World, ground: Ground, draft: Draft): GhostTile | null {
  if (draft.target?.kind !== 'explore') return null;
  const { ghost } = draft.target;
  const tile = world.tiles.get(ghost.tile);
  if (!tile || !ghost.cell) return null;
  const allowed = rotationsAt(ground, ghost);
  const several = tile.parts.length > 1;
  return {
    tile,
    cell: ghost.cell,
    rotation: ghost.rotation,
    sides: sideMarks(world.view, world.tiles, tile, ghost.cell, ghost.rotation),
    fits: [0, 1, 2, 3, 4, 5].map((rotation) => allowed.includes(rotation)),
    docks: several ? tile.parts.map((_, part) => ({ part, name: t('ghost.dock', { n: part + 1 }) })) : [],
    dock: ghost.part,
    colour: myColour(world),
    turnLeft: t('ghost.left'),
    turnRight: t('ghost.right'),
    name: t('ghost.name'),
  };
}

/** From the plantation a trading post copies to the post. */
function course(world: World, draft: Draft): { from: SiteAt; to: SiteAt } | null {
  if (draft.building !== 'trading_post' || !draft.resource || draft.target?.kind !== 'site') return null;
  const to = draft.target.site;
  const from = copied(world, to, draft.resource);
  return from ? { from, to } : null;
}

/** The worked plantation of this good on the island of a site. */
export function copied(world: World, site: SiteAt, resource: string): (SiteAt & { seat: number }) | null {
  const here = new Set(world.view.islands[islandOf(world.view, site)]?.parts.map(partKey));
  return (
    world.view.pioneers.find((pioneer) => {
      if (pioneer.building !== null || !here.has(partKey(pioneer))) return false;
      const kind = world.tiles.get(pioneer.tile)?.parts[pioneer.part]?.sites[pioneer.site];
      return kind === resource && siteKey(pioneer) !== siteKey(site);
    }) ?? null
  );
}
