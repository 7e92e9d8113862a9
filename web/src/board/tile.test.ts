/** The measured properties of drawn tiles. */
import { describe, expect, test } from 'vitest';
import type { Tile } from '../protocol/messages';
import { DIRECTIONS, type Point, distance, inset, minInset } from './hex';
import { ODD_TILES, defaultTiles } from './testTiles';
import { type Loops, tileGeometry } from './tile';

const geometries = new Map<Tile, ReturnType<typeof tileGeometry>>();
const drawn = (tile: Tile): ReturnType<typeof tileGeometry> => {
  const known = geometries.get(tile) ?? tileGeometry(tile);
  geometries.set(tile, known);
  return known;
};

/** Where the loops cross side k, as positions along the side. */
function crossings(loops: Loops, k: number): number[] {
  const along = (p: Point): number => -p[0] * DIRECTIONS[k]![1] + p[1] * DIRECTIONS[k]![0];
  const out: number[] = [];
  for (const loop of loops)
    loop.forEach((p, i) => {
      const q = loop[(i + 1) % loop.length]!;
      const [e, f] = [inset(p[0], p[1], k), inset(q[0], q[1], k)];
      if (e > 0 === f > 0) return;
      const t = e / (e - f);
      const u = along(p) + (along(q) - along(p)) * t;
      if (Math.abs(u) < 50) out.push(u);
    });
  return out.sort((a, b) => a - b);
}
function dense(loops: Loops): Point[] {
  return loops.flatMap((loop) =>
    loop.flatMap((p, i): Point[] => {
      const q = loop[(i + 1) % loop.length]!;
      return [p, [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2]];
    }),
  );
}
const toCoast = (p: Point, loops: Loops): number =>
  Math.min(
    ...dense(loops)
      .filter((q) => minInset(q[0], q[1]) > -0.5)
      .map((q) => distance(p, q)),
  );
function inside([x, y]: Point, loops: Loops): boolean {
  let odd = false;
  for (const loop of loops)
    loop.forEach(([ax, ay], i) => {
      const [bx, by] = loop[(i + 1) % loop.length]!;
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
    });
  return odd;
}
const pairs = <T>(list: readonly T[]): [T, T][] =>
  list.flatMap((a, i) => list.slice(i + 1).map((b): [T, T] => [a, b]));

const SET = defaultTiles();
test('the default set has twenty tiles', () => {
  expect(SET).toHaveLength(20);
});

describe.each(SET.map((tile) => [tile.id, tile] as const))('tile %s of the default set', (_, tile) => {
  test('the coast crosses each land side at 24 from its middle, and no other side', () => {
    const { parts } = drawn(tile);
    parts.forEach((part, i) => {
      for (let k = 0; k < 6; k++) {
        const found = crossings(part.coast, k);
        if (!tile.parts[i]!.sides.includes(k)) expect(found).toEqual([]);
        else {
          expect(found).toHaveLength(2);
          expect(Math.abs(found[0]! + 24)).toBeLessThanOrEqual(0.03);
          expect(Math.abs(found[1]! - 24)).toBeLessThanOrEqual(0.03);
        }
      }
    });
  });
  test('parts lie at least 13 apart', () => {
    for (const [a, b] of pairs(drawn(tile).parts))
      for (const p of dense(a.coast).filter((q) => minInset(q[0], q[1]) >= 0))
        expect(toCoast(p, b.coast)).toBeGreaterThanOrEqual(13);
  });
  test('sites lie at least 40 apart, on land and 13 from the coast', () => {
    const { sites, parts } = drawn(tile);
    for (const [a, b] of pairs(sites)) expect(distance([a.x, a.y], [b.x, b.y])).toBeGreaterThanOrEqual(40);
    for (const s of sites) {
      expect(inside([s.x, s.y], parts[s.part]!.coast)).toBe(true);
      expect(toCoast([s.x, s.y], parts[s.part]!.coast)).toBeGreaterThanOrEqual(13);
    }
  });
  test('the hideout lies at least 23 from any coast', () => {
    const { hideout, parts } = drawn(tile);
    expect(hideout !== null).toBe(tile.hideout);
    if (!hideout) return;
    for (const part of parts) {
      expect(inside(hideout, part.coast)).toBe(false);
      expect(toCoast(hideout, part.coast)).toBeGreaterThanOrEqual(22.9);
    }
  });
  test('every part has room for a ship of each colour', () => {
    for (const part of drawn(tile).parts) expect(part.berths.length).toBeGreaterThanOrEqual(3);
  });
  test('berths lie in open water, clear of sites and of one another', () => {
    const { parts, sites } = drawn(tile);
    for (const part of parts)
      for (const berth of part.berths) {
        for (const any of parts) expect(inside(berth, any.coast)).toBe(false);
        for (const s of sites) expect(distance(berth, [s.x, s.y])).toBeGreaterThan(20);
      }
    for (const part of parts)
      for (const [a, b] of pairs(part.berths)) expect(distance(a, b)).toBeGreaterThanOrEqual(18);
  });
  test('is the same on every machine and at every call', () => {
    expect(tileGeometry(tile)).toEqual(drawn(tile));
  });
});

describe.each(ODD_TILES.map((tile) => [tile.id, tile] as const))('odd tile "%s"', (_, tile) => {
  test('draws every part and every site without hiding one', () => {
    const { parts, sites, hideout } = drawn(tile);
    expect(parts).toHaveLength(tile.parts.length);
    expect(sites).toHaveLength(tile.parts.reduce((n, p) => n + p.sites.length, 0));
    for (const part of parts) expect(part.coast.length).toBeGreaterThan(0);
    for (const [a, b] of pairs(sites)) expect(distance([a.x, a.y], [b.x, b.y])).toBeGreaterThanOrEqual(33);
    for (const s of sites) {
      expect(minInset(s.x, s.y)).toBeGreaterThan(17);
      if (hideout) expect(distance(hideout, [s.x, s.y])).toBeGreaterThan(33);
    }
    for (const part of parts) expect(part.berths.length).toBeGreaterThan(0);
  });
  test('sites stand on the land of their own part', () => {
    const { parts, sites } = drawn(tile);
    for (const s of sites) expect(inside([s.x, s.y], parts[s.part]!.coast)).toBe(true);
  });
  test('land sides cross at 24 and sea sides stay sea', () => {
    drawn(tile).parts.forEach((part, i) => {
      for (let k = 0; k < 6; k++)
        expect(crossings(part.coast, k).map(Math.round)).toEqual(
          tile.parts[i]!.sides.includes(k) ? [-24, 24] : [],
        );
    });
  });
});
