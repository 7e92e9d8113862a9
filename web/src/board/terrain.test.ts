/** Terrain of whole boards: layers over all tiles at once. */
import { describe, expect, test } from 'vitest';
import type { LaidTile } from './config';
import { placed } from './design';
import { type Terrain, terrain } from './terrain';
import { ODD_TILES, defaultTiles } from './testTiles';
import { tileGeometry } from './tile';

const row = (tiles: readonly LaidTile['tile'][]): Terrain =>
  terrain(tiles.map((tile, i) => placed({ tile, cell: [i, 0], rotation: i % 6 }, tileGeometry(tile))));

describe('a board', () => {
  test.each([
    ['of the default set', defaultTiles()],
    ['of odd tiles', ODD_TILES],
  ])('%s is drawn with numbers everywhere', (_, tiles) => {
    const { under, inside, over, clip } = row(tiles);
    for (const shape of [...under, ...inside, ...over]) expect(shape.d).not.toMatch(/NaN|undefined|Infinity/);
    expect(clip.split('Z').length - 1).toBe(tiles.length);
  });
  test('of no tile is empty', () => {
    expect(terrain([]).clip).toBe('');
  });
  test('has an ink rim only where a tile meets the bare chart', () => {
    const [a, b] = defaultTiles();
    const alone = row([a!]).over[0]!.d.split('M').length - 1;
    const two = row([a!, b!]).over[0]!.d.split('M').length - 1;
    expect([alone, two]).toEqual([6, 10]);
  });
  test('without detail leaves out tufts and palms, without bands the water bands', () => {
    const [a] = defaultTiles();
    const tile = placed({ tile: a!, cell: [0, 0], rotation: 0 }, tileGeometry(a!));
    const all = terrain([tile]).inside.length;
    expect(terrain([tile], { detail: false }).inside.length).toBeLessThan(all - 40);
    expect(terrain([tile], { bands: false }).inside.length).toBe(all - 5);
  });
});
