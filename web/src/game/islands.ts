/**
 * Names of islands. An island keeps the name of its oldest part: the view gives that part's number in
 * the order of laying, which is public, so log, tooltips and speech agree for everybody.
 */
import type { PartAt, ViewData } from '../protocol/messages';
import { type CoastState, partKey } from '../board/config';

export const ISLAND_NAMES: readonly string[] = [
  'Cardamom',
  'Lantern',
  'Heron',
  'Saltmark',
  'Halcyon',
  'Tern',
  'Gannet',
  'Osprey',
  'Mote',
  'Petrel',
  'Vesper',
  'Sorrel',
  'Kestrel',
  'Fathom',
  'Anise',
  'Quill',
  'Marl',
  'Larkspur',
  'Ember',
  'Curlew',
  'Dunlin',
  'Brine',
  'Saffron',
  'Thistle',
  'Pollock',
  'Ravel',
  'Ibis',
  'Merrow',
  'Jasper',
  'Plover',
  'Clove',
  'Sandpiper',
  'Mallow',
  'Avocet',
  'Tamarind',
  'Beacon',
  'Fulmar',
  'Indigo',
  'Wrack',
  'Madder',
  'Skerry',
  'Turnstone',
  'Nutmeg',
  'Shoal',
  'Bittern',
  'Amber',
  'Whimbrel',
  'Sumac',
  'Grebe',
  'Cove',
  'Hazel',
  'Dotterel',
  'Flint',
  'Eider',
  'Juniper',
  'Razorbill',
  'Umber',
  'Godwit',
  'Myrtle',
  'Pintail',
];

export const islandNamed = (number: number): string => ISLAND_NAMES[number] ?? `N° ${number + 1}`;

/** The name of the island a part belongs to, or null for a tile not in play. */
export function islandName(view: ViewData, part: PartAt): string | null {
  const key = partKey(part);
  const island = view.islands.find((i) => i.parts.some((p) => partKey(p) === key));
  return island ? islandNamed(island.name) : null;
}

/** Ships of a seat at the shore of an island. */
export const shipsOf = (island: ViewData['islands'][number], seat: number | null): number =>
  seat === null ? 0 : (island.ships[seat] ?? 0);

/** Seats with a ship at the shore of an island. */
export const seatsAt = (island: ViewData['islands'][number]): number[] =>
  island.ships.flatMap((ships, seat) => (ships > 0 ? [seat] : []));

/** What piracy means for a viewer at an island: who attacks, and whether the own fort holds. */
export interface Piracy {
  readonly state: CoastState;
  /** Others whose pirates attack it, each once. */
  readonly raiders: readonly number[];
  /** The viewer has ships there and pays more. */
  readonly hurts: boolean;
}
export function piracyAt(island: ViewData['islands'][number], me: number | null): Piracy {
  const raiders = [...new Set(island.raiders)].filter((seat) => seat !== me);
  const safe = me !== null && island.forts.includes(me);
  const state = raiders.length === 0 ? 'peace' : safe ? 'protected' : 'piracy';
  return { state, raiders, hurts: state === 'piracy' && shipsOf(island, me) > 0 };
}
/** Whether a pirate in the hideout of a tile hurts a viewer. */
export const isHurtFrom = (view: ViewData, tile: string, me: number | null): boolean =>
  islandsOnTile(view, tile).some((index) => piracyAt(view.islands[index]!, me).hurts);

/** Indexes of the islands that have a part on a tile: those a ship in its hideout raids. */
export function islandsOnTile(view: ViewData, tile: string): number[] {
  return view.islands.flatMap((island, i) => (island.parts.some((p) => p.tile === tile) ? [i] : []));
}

/** A sentence cut at the names of islands in it, which are at the odd places. */
export function cutAtIslands(text: string, names: readonly string[]): string[] {
  // Of two names that begin alike the longer one.
  const longest = [...names].sort((a, b) => b.length - a.length);
  return names.length > 0
    ? text.split(new RegExp(`(?<!\\p{L})(${longest.join('|')})(?!\\p{L})`, 'u'))
    : [text];
}
export const islandsIn = (text: string, names: readonly string[]): string[] => [
  ...new Set(cutAtIslands(text, names).filter((_, i) => i % 2 === 1)),
];
