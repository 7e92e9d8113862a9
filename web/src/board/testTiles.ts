/** Tiles for the tests: the default set, read from the file the game ships, and odd ones. */
import archipelago from '../../../src/ilos/records/archipelago.toml?raw';
import type { Part, SiteKind, Tile } from '../protocol/messages';

/** Reads the little TOML that tile sets use: inline lists of parts, one key a line. */
export function defaultTiles(): Tile[] {
  const blocks = archipelago.split('[[tiles]]').slice(1);
  return blocks.map((block) => {
    const value = (key: string): string => {
      const found = new RegExp(`^${key} *= *(\\[[\\s\\S]*?\\]\\s*$|.+$)`, 'm').exec(block);
      if (!found) throw new Error(`A tile of the default set has no ${key}.`);
      return found[1]!;
    };
    const json = value('parts')
      .replace(/(sides|sites) *=/g, '"$1":')
      .replace(/,\s*\]/g, ']');
    return {
      id: JSON.parse(value('id')) as string,
      hideout: value('hideout').startsWith('true'),
      parts: JSON.parse(json) as Part[],
    };
  });
}

export const tile = (
  id: string,
  hideout: boolean,
  ...parts: readonly (readonly [sides: readonly number[], sites: string])[]
): Tile => ({
  id,
  hideout,
  parts: parts.map(([sides, sites]) => ({ sides, sites: sites.split(' ').filter(Boolean) as SiteKind[] })),
});

/** Designs a record may carry, however odd (any well-formed set plays). */
export const ODD_TILES: readonly Tile[] = [
  tile('islet', false, [[], 'spice']),
  tile('bare islet', true, [[], '']),
  tile('three islets', true, [[], 'spice'], [[], 'gold'], [[], 'ruins']),
  tile('all land', false, [[0, 1, 2, 3, 4, 5], 'ebony spice']),
  tile('all land, eight sites', true, [
    [0, 1, 2, 3, 4, 5],
    'ebony spice pigment gold construction ruins ebony spice',
  ]),
  tile('one side, eight sites', false, [[0], 'ebony spice pigment gold construction ruins ebony spice']),
  tile('islet, eight sites', true, [[], 'ebony spice pigment gold construction ruins ebony spice']),
  tile(
    'three parts, eight sites',
    true,
    [[0, 1], 'ebony spice pigment'],
    [[2, 3], 'gold construction ruins'],
    [[4, 5], 'ebony spice'],
  ),
  tile('no site', false, [[0, 3], '']),
  tile('no site anywhere', true, [[0], ''], [[2], ''], [[4], '']),
  tile('strait', false, [[0, 1, 2], 'ebony'], [[3, 4, 5], 'spice']),
  tile('islet between shores', true, [[0, 1, 2], 'ebony gold'], [[3, 4, 5], 'spice ruins'], [[], 'pigment']),
  tile('bridge and two sides', false, [[0, 3], 'ebony spice'], [[1], 'gold'], [[4, 5], 'ruins construction']),
  tile('\u{1F3DD} île "déserte" <&>', false, [[5], 'ruins']),
];
