/** Twenty tiles for pictures that need no game: the start page, the how-to, notices, tests. */
import type { SiteKind, Tile } from '../protocol/messages';

const tile = (id: string, hideout: boolean, ...parts: readonly (readonly [number[], string])[]): Tile => ({
  id,
  hideout,
  parts: parts.map(([sides, sites]) => ({ sides, sites: sites.split(' ') as SiteKind[] })),
});

export const TILES: readonly Tile[] = [
  tile('T01', true, [[0, 1], 'ebony gold'], [[3], 'ruins']),
  tile('T02', false, [[0, 2, 4], 'spice construction pigment']),
  tile('T03', false, [[0, 3], 'ebony pigment'], [[], 'spice']),
  tile('T04', true, [[0], 'construction spice'], [[2, 3], 'gold ebony']),
  tile('T05', false, [[0, 1, 2], 'ebony ebony spice']),
  tile('T06', false, [[0, 2], 'pigment gold'], [[4], 'spice']),
  tile('T07', true, [[0, 1], 'spice pigment'], [[3, 4], 'construction']),
  tile('T08', false, [[0, 1, 3], 'ebony pigment ruins construction']),
  tile('T09', false, [[0, 3], 'spice gold'], [[1], 'pigment']),
  tile('T10', true, [[0, 5], 'ebony construction'], [[2], 'spice pigment']),
  tile('T11', false, [[0, 1, 3, 4], 'gold construction spice']),
  tile('T12', false, [[0], 'ebony'], [[2], 'pigment'], [[4], 'spice']),
  tile('T13', true, [[0, 1], 'pigment ruins'], [[3], 'spice']),
  tile('T14', false, [[0, 1, 2, 3], 'ebony pigment construction gold']),
  tile('T15', false, [[0, 3], 'construction spice ebony']),
  tile('T16', true, [[1, 2], 'gold pigment'], [[], 'ebony ruins']),
  tile('T17', false, [[0, 2, 3], 'spice gold pigment']),
  tile('T18', true, [[0], 'ruins'], [[1], 'construction'], [[3, 4], 'ebony pigment']),
  tile('T19', false, [[0, 2, 4], 'ebony spice gold']),
  tile('T20', true, [[0, 1], 'spice ruins'], [[3], 'gold pigment']),
];
