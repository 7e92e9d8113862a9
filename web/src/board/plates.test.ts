/** The outline of a plate lies round its site, whatever its shape. */
import { expect, test } from 'vitest';
import { PLATES, type PlateShape } from '../art/shapes';
import { plateOutline } from './plates';

const SHAPES = Object.keys(PLATES) as PlateShape[];
/** Where a path begins. */
const start = (d: string): number[] => /^M(-?[\d.]+) (-?[\d.]+)/.exec(d)!.slice(1).map(Number);

test.each(SHAPES)('%s is one closed line that moves with its site', (shape) => {
  const here = plateOutline(shape, [0, 0], 1);
  const there = plateOutline(shape, [100, -50], 1);
  expect(here).toMatch(/^M[^M]*Z$/);
  expect(here).not.toMatch(/NaN|undefined/);
  const [x, y] = start(here) as [number, number];
  expect(start(there)[0]).toBeCloseTo(x + 100, 0);
  expect(start(there)[1]).toBeCloseTo(y - 50, 0);
});
test.each(SHAPES)('%s begins on the rim of the plate and grows with it', (shape) => {
  const [x, y] = start(plateOutline(shape, [0, 0], 1)) as [number, number];
  expect(Math.hypot(x, y)).toBeGreaterThan(12);
  expect(Math.hypot(x, y)).toBeLessThan(22);
  const [bx, by] = start(plateOutline(shape, [0, 0], 2)) as [number, number];
  expect(Math.hypot(bx, by)).toBeCloseTo(2 * Math.hypot(x, y), 0);
});
