/** The one builder of board configs: a position, what may be chosen in it, what is chosen, what is pointed at. */
import {
  type BoardConfig,
  type Cell,
  type GhostTile,
  type HintedTile,
  type Insets,
  type IslandOnBoard,
  type ReadyPiece,
  type Ref,
  type Target,
  berthRef,
  cellKey,
  isHideout,
  partKey,
  refKey,
  siteKey,
} from '../board/config';
import { currentLanguage, list, t } from '../i18n/index.svelte';
import { WAYS } from '../i18n/keys';
import { memo } from '../lib/memo';
import type { Colour, Event as GameEvent, Move, PartAt, ShipAt, SiteAt } from '../protocol/messages';
import { chartOf, colourOf } from './chart';
import type { Draft, Ground } from './ctrl';
import { EMPTY, docks, fits, hideouts, isIdle, islandOf, origins, rotationsAt, siteChoices } from './ctrl';
import { NEIGHBOURS, partAt, sideMarks } from './geometry';
import { islandsOnTile } from './islands';
import { layingOf, placeOf, ringOf } from './places';
import { berthName, nameAt, namesOnTile, playerName, siteState, targetName } from './words';
import type { World } from './world';

/** What the board is to show. */
export interface Shown {
  readonly world: World;
  readonly ground?: Ground | null;
  readonly draft?: Draft;
  /** Events so far: the last one that happened somewhere has a ring. */
  readonly events?: readonly GameEvent[];
  /** The event that someone looks at instead, by its number. */
  readonly spot?: number | null;
  readonly hint?: Move | null;
  /** Islands that someone points at. */
  readonly lit?: readonly string[];
  /** Names of islands are written on the chart. */
  readonly named?: boolean;
}
/** What it is shown on. */
export interface Surface {
  readonly night: boolean;
  readonly reducedMotion: boolean;
  readonly insets: Insets;
}

export const boardConfig = (shown: Shown, surface: Surface): BoardConfig => boardBuilder()(shown, surface);

/** The builder for a board that is shown again and again: what did not change is not worked out again. */
export function boardBuilder(): (shown: Shown, surface: Surface) => BoardConfig {
  const lyingIn = memo((world: World, _language: string) => lying(world));
  const choosing = memo((world: World, ground: Ground | null, draft: Draft, _language: string) =>
    choosable(world, ground, draft),
  );
  return ({ world, ground = null, draft = EMPTY, events = [], spot = null, hint, lit, named }, surface) => {
    const things = lyingIn(world, currentLanguage());
    return {
      ...things,
      ...choosing(world, ground, draft, currentLanguage()),
      ...surface,
      islands: raided(world, draft, things.islands),
      last: lastPlaces(world, events, spot, draft),
      ...hinted(world, hint ?? null),
      lit: lit ?? NOTHING_LIT,
      named: named ?? false,
    };
  };
}
const NOTHING_LIT: readonly string[] = [];

/** The last event that happened somewhere, until a person begins something, or the one they look at. */
function lastPlaces(world: World, events: readonly GameEvent[], spot: number | null, draft: Draft): Ref[] {
  if (spot === null && !isIdle(draft)) return [];
  const event = spot === null ? events.findLast((e) => placeOf(e) !== null) : events[spot];
  const place = event ? ringOf(world, event) : null;
  return place ? [place] : [];
}

/** What a hint marks: the tile as it would lie, or the place. */
function hinted(world: World, move: Move | null): Pick<BoardConfig, 'hint' | 'hintedTile'> {
  const laying = move && layingOf(move);
  const tile = laying && world.tiles.get(laying.tile);
  if (!laying || !tile) return { hint: move && placeOf(move), hintedTile: null };
  const { cell, rotation, part } = laying;
  const hintedTile: HintedTile = { tile, cell, rotation, dock: part, colour: myColour(world) };
  return { hint: null, hintedTile };
}

/** What lies on the table, whatever someone is about to do: it changes with a move only. */
function lying(world: World): Pick<BoardConfig, 'names' | 'tiles' | 'islands' | 'ships' | 'pioneers'> {
  const chart = chartOf(world);
  return {
    ...chart,
    names: {
      board: t('board.name', { n: world.view.archipelago.length }),
      targets: t('board.targets'),
      overview: t('board.overview'),
    },
    ships: chart.ships.map((ship) => ({
      ...ship,
      name: t('ship.at', { name: playerName(world, ship.at.seat), place: berthName(world, ship.at) }),
    })),
    pioneers: chart.pioneers.map((pioneer) => ({ ...pioneer, name: siteState(world, pioneer.at) })),
  };
}

const myColour = (world: World): Colour => colourOf(world, world.me ?? 0);

/** The islands, with those the chosen hideout would raid in the own colour. */
function raided(world: World, draft: Draft, all: readonly IslandOnBoard[]): readonly IslandOnBoard[] {
  if (draft.target?.kind !== 'hideout') return all;
  const raid = islandsOnTile(world.view, draft.target.tile);
  return all.map((island, i) => (raid.includes(i) ? { ...island, raided: myColour(world) } : island));
}

type Choosable = Pick<BoardConfig, 'targets' | 'chosen' | 'ready' | 'ghost' | 'course' | 'dimOthers'>;

/** One object for every moment without targets, so that nothing is worked out for it. */
const NOTHING_TO_CHOOSE: Choosable = {
  targets: [],
  chosen: [],
  ready: null,
  ghost: null,
  course: null,
  dimOthers: false,
};

/** What may be chosen on the board, and what is. */
function choosable(world: World, ground: Ground | null, draft: Draft): Choosable {
  if (!ground?.choices || (ground.choices.kind === 'turn' && isIdle(draft))) return NOTHING_TO_CHOOSE;
  const exploring = draft.target?.kind === 'explore';
  const sailing = draft.card === 'ship' && !exploring;
  const coasts = sailing || ground.choices.kind === 'first_island' ? docks(ground, draft) : [];
  return {
    targets: [
      ...siteTargets(world, ground, draft),
      ...(sailing ? hideoutTargets(world, ground) : []),
      ...coastTargets(world, coasts),
      ...(draft.card === 'ship' ? shipTargets(world, ground, sailing ? coasts : []) : []),
      ...cellTargets(world, ground, draft),
    ],
    chosen: [...targetRef(draft), ...originShip(world, ground, draft)],
    ready: readyPiece(world, draft),
    ghost: ghostTile(world, ground, draft),
    course: course(world, draft),
    dimOthers: draft.card !== null,
  };
}

/** The site, coast or hideout that is chosen. */
function targetRef({ target }: Draft): Ref[] {
  if (target?.kind === 'site') return [{ kind: 'site', at: target.site }];
  if (target?.kind === 'dock') return [{ kind: 'coast', at: target.to }];
  return target?.kind === 'hideout' ? [berthRef({ tile: target.tile, hideout: true })] : [];
}

function siteTargets(world: World, ground: Ground, draft: Draft): Target[] {
  return siteChoices(ground, draft.card).map((choice) => ({
    ref: { kind: 'site', at: choice.site },
    tag: { cost: choice.cost, piracy: choice.piracy, fort: choice.fort },
    name: targetName(world, choice),
  }));
}

function coastTargets(world: World, coasts: readonly PartAt[]): Target[] {
  return coasts.map((at) => ({
    ref: { kind: 'coast', at },
    parts: world.view.islands[islandOf(world.view, at)]?.parts ?? [at],
    name: t('target.dock', { island: nameAt(world, at) }),
  }));
}

function hideoutTargets(world: World, ground: Ground): Target[] {
  return hideouts(ground).map((tile) => ({
    ref: berthRef({ tile, hideout: true }),
    name: t('target.hideout', { islands: list(namesOnTile(world, tile)) }),
  }));
}

/** Do ships lie at the same island, or in the same hideout? */
function together(world: World, a: Exclude<Draft['from'], 'reserve' | null>, b: ShipAt): boolean {
  if (isHideout(a) || isHideout(b)) return isHideout(a) && isHideout(b) && a.tile === b.tile;
  return islandOf(world.view, a) === islandOf(world.view, b);
}

/** Own ships that may be taken up; at a coast where one may dock, a click means the coast. */
function shipTargets(world: World, ground: Ground, coasts: readonly PartAt[]): Target[] {
  const from = origins(ground).filter((origin) => origin !== 'reserve');
  const open = new Set(coasts.map((part) => islandOf(world.view, part)));
  const own = world.view.ships.filter(
    (ship) =>
      ship.seat === world.me &&
      (isHideout(ship) || !open.has(islandOf(world.view, ship))) &&
      from.some((origin) => together(world, origin, ship)),
  );
  const targets = own.map((ship): Target => ({
    ref: { kind: 'ship', at: ship },
    name: t('target.ship', { place: berthName(world, ship) }),
  }));
  return [...new Map(targets.map((target) => [refKey(target.ref), target])).values()];
}

/** The own ship that the draft takes up. */
function originShip(world: World, ground: Ground, { card, from }: Draft): Ref[] {
  if (!from || from === 'reserve' || card !== 'ship') return [];
  const refs = shipTargets(world, ground, []).map((target) => target.ref);
  return refs.filter((ref) => ref.kind === 'ship' && together(world, from, ref.at)).slice(0, 1);
}

function cellTargets(world: World, ground: Ground, draft: Draft): Target[] {
  if (draft.target?.kind !== 'explore') return [];
  const held = draft.target.ghost.cell;
  return fits(ground, draft.target.ghost.tile)
    .filter((fit) => !held || cellKey(fit.cell) !== cellKey(held))
    .map((fit) => ({
      ref: { kind: 'cell', at: fit.cell },
      name: cellName(world, fit.cell, fit.rotations.length),
    }));
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
  const [ref] = targetRef(draft);
  if (!ref) return null;
  const colour = myColour(world);
  if (ref.kind !== 'site') return { ref, colour, kind: 'ship' };
  return { ref, colour, kind: draft.building ?? 'pioneer', resource: draft.resource };
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
    docks: several
      ? tile.parts.map((_, part) => ({ at: { tile: tile.id, part }, name: t('ghost.dock', { n: part + 1 }) }))
      : [],
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
