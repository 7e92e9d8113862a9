/** Coasts of whole islands as lines that run on across seams. */
import { describe, expect, test } from 'vitest';
import type { LaidTile } from './config';
import { type Point, minInset } from './hex';
import { type PlacedPart, coastline, landArea, onLand, stretches } from './shore';
import { placed } from './design';
import { tile } from './testTiles';
import { tileGeometry } from './tile';

const bridge = tile('bridge', false, [[0, 3], 'ebony']);
const cape = tile('cape', false, [[3], 'spice']);
const islet = tile('islet', false, [[], 'gold']);
const at = (design: typeof bridge, q: number, r: number, rotation = 0): PlacedPart => {
  const laid: LaidTile = { tile: design, cell: [q, r], rotation };
  return { tile: placed(laid, tileGeometry(design)), part: 0 };
};
const count = (text: string, letter: string): number => text.split(letter).length - 1;

describe('the coast of an island', () => {
  test('an islet is one closed line', () => {
    const d = coastline([at(islet, 0, 0)]);
    expect([count(d, 'M'), count(d, 'Z')]).toEqual([1, 1]);
  });
  test('a land bridge alone has two open shores', () => {
    const d = coastline([at(bridge, 0, 0)]);
    expect([count(d, 'M'), count(d, 'Z')]).toEqual([2, 0]);
  });
  test('two bridges in a row still have two shores: no line crosses the seam', () => {
    const d = coastline([at(bridge, 0, 0), at(bridge, 1, 0)]);
    expect([count(d, 'M'), count(d, 'Z')]).toEqual([2, 0]);
  });
  test('a bridge closed by a cape on both ends is one closed line', () => {
    const d = coastline([at(bridge, 0, 0), at(cape, 1, 0), at(cape, -1, 0, 3)]);
    expect([count(d, 'M'), count(d, 'Z')]).toEqual([1, 1]);
  });
  test('the order of the parts does not matter', () => {
    const parts = [at(bridge, 0, 0), at(cape, 1, 0), at(bridge, -1, 0), at(cape, -2, 0, 3)];
    expect(count(coastline([...parts].reverse()), 'Z')).toBe(1);
    expect(count(coastline(parts), 'M')).toBe(1);
  });
  test('no part gives no line', () => {
    expect(coastline([])).toBe('');
  });
});

describe('cutting at the hexagon', () => {
  const { parts } = tileGeometry(bridge);
  test('stretches lie inside and end on the rim', () => {
    for (const loop of parts[0]!.coast)
      for (const { line, closed } of stretches(loop)) {
        expect(closed).toBe(false);
        for (const [x, y] of line) expect(minInset(x, y)).toBeGreaterThan(-1e-6);
        for (const [x, y] of [line[0]!, line[line.length - 1]!])
          expect(Math.abs(minInset(x, y))).toBeLessThan(0.5);
      }
  });
});

test('land and water are told apart', () => {
  const { parts, sites } = tileGeometry(bridge);
  const here = (p: Point): boolean => onLand(p, parts[0]!.coast);
  expect(here([sites[0]!.x, sites[0]!.y])).toBe(true);
  expect(here([0, 95])).toBe(false);
  expect(here([0, -95])).toBe(false);
});

describe('the land of an island', () => {
  const points = (d: string): Point[] =>
    d
      .split(/[MLZ]/)
      .filter(Boolean)
      .map((pair) => pair.split(' ').map(Number) as unknown as Point);
  test('stays in its own hexagons, so that no neighbour loses a click to it', () => {
    for (const [x, y] of points(landArea([at(bridge, 0, 0)]))) expect(minInset(x, y)).toBeGreaterThan(-0.1);
  });
  test('is one area for each part', () => {
    expect(count(landArea([at(bridge, 0, 0), at(cape, 1, 0)]), 'Z')).toBe(2);
    expect(landArea([])).toBe('');
  });
});
