/** Cells and sides as the rules count them (rules, section 2). */
import { describe, expect, test } from 'vitest';
import { A, SIDES, cellAt, cellCentre, distance, hash, neighbour, noise, random, rotate, side } from './hex';

describe('cells', () => {
  test('side k of a cell faces neighbour k', () => {
    for (const k of SIDES) {
      const [x, y] = cellCentre(neighbour([2, -3], k));
      const [cx, cy] = cellCentre([2, -3]);
      expect(x - cx).toBeCloseTo(side(k)[0] * 2 * A);
      expect(y - cy).toBeCloseTo(side(k)[1] * 2 * A);
    }
  });
  test('a point belongs to the cell whose middle is nearest', () => {
    const chance = random(7);
    for (let i = 0; i < 400; i++) {
      const p = [(chance() - 0.5) * 1200, (chance() - 0.5) * 1200] as const;
      const here = distance(p, cellCentre(cellAt(p)));
      for (const k of SIDES)
        expect(here).toBeLessThanOrEqual(distance(p, cellCentre(neighbour(cellAt(p), k))) + 1e-9);
    }
  });
  test('a printed side s turned by t shows at side (s + t) mod 6', () => {
    for (const s of SIDES)
      for (const t of SIDES) {
        const [x, y] = rotate(side(s), t);
        expect(x).toBeCloseTo(side(s + t)[0]);
        expect(y).toBeCloseTo(side(s + t)[1]);
      }
  });
});

describe('chance', () => {
  test('is the same everywhere', () => {
    expect(hash('T01')).toBe(3544959528);
    const chance = random(hash('T01'));
    expect([chance(), chance()].map((n) => n.toFixed(6))).toEqual(['0.310318', '0.404779']);
  });
  test('noise is smooth and bounded', () => {
    const n = noise(5);
    for (let i = 0; i < 300; i++) {
      const x = i * 0.13;
      expect(Math.abs(n(x, -x))).toBeLessThanOrEqual(1);
      expect(Math.abs(n(x, 1) - n(x + 0.001, 1))).toBeLessThan(0.01);
    }
  });
});
