/** Notes lie beside their thing and cover nothing that matters. */
import { describe, expect, test } from 'vitest';
import { isClear, spotFor } from './spot';

const free = { x: 10, y: 60, w: 1420, h: 830 };
const size = { w: 296, h: 150 };
const covers = (at: { x: number; y: number }, o: { x: number; y: number; w: number; h: number }): boolean =>
  at.x < o.x + o.w && o.x < at.x + size.w && at.y < o.y + o.h && o.y < at.y + size.h;

describe('a note', () => {
  const thing = { x: 700, y: 400, w: 40, h: 40 };
  test('lies beside its thing where there is room', () => {
    const at = spotFor(thing, size, free, []);
    expect(covers(at, thing)).toBe(false);
    expect(Math.abs(at.x - (thing.x + thing.w))).toBeLessThan(60);
  });
  test('goes elsewhere when a slip lies there', () => {
    const slip = { x: 750, y: 300, w: 420, h: 200, weight: 3 };
    expect(covers(spotFor(thing, size, free, [slip]), slip)).toBe(false);
  });
  test('stays inside the page beside a thing at its edge', () => {
    const at = spotFor({ x: 1380, y: 840, w: 60, h: 60 }, size, free, []);
    expect(at.x + size.w).toBeLessThanOrEqual(free.x + free.w);
    expect(at.y + size.h).toBeLessThanOrEqual(free.y + free.h);
  });
  test('does not jump about while its place is good enough', () => {
    const first = spotFor(thing, size, free, []);
    const later = spotFor({ ...thing, x: thing.x + 6 }, size, free, [], first);
    expect(later).toEqual(first);
  });
  test('on a phone it covers the board rather than a button', () => {
    const phone = { x: 10, y: 60, w: 370, h: 774 };
    const buttons = [190, 245, 300].map((x) => ({ x, y: 105, w: 46, h: 46, weight: 3 }));
    const at = spotFor({ x: 150, y: 160, w: 50, h: 50 }, size, phone, buttons);
    for (const button of buttons) expect(covers(at, button)).toBe(false);
  });
  test('on a phone it lies close beside its thing rather than over it', () => {
    const thing = { x: 208, y: 262, w: 56, h: 54 };
    const size = { w: 296, h: 188 };
    const sheet = { x: 0, y: 514, w: 390, h: 330, weight: 3 };
    const header = { x: 0, y: 0, w: 390, h: 90, weight: 3 };
    const at = spotFor(thing, size, { x: 10, y: 58, w: 370, h: 776 }, [sheet, header]);
    expect(at.y >= thing.y + thing.h || at.y + size.h <= thing.y).toBe(true);
    expect(at.y + size.h).toBeLessThanOrEqual(sheet.y);
  });
});

describe('the thread between a note and its thing', () => {
  const note = { x: 100, y: 100, w: 200, h: 100 };
  const thing = { x: 500, y: 120, w: 40, h: 40 };
  test('is drawn where nothing lies between', () => {
    expect(isClear(note, thing, [])).toBe(true);
    expect(isClear(note, thing, [{ x: 350, y: 400, w: 60, h: 60, weight: 3 }])).toBe(true);
  });
  test('never runs across something to press', () => {
    expect(isClear(note, thing, [{ x: 350, y: 100, w: 60, h: 90, weight: 3 }])).toBe(false);
  });
  test('may run into what its thing is a part of, and over what matters little', () => {
    expect(isClear(note, thing, [{ x: 400, y: 100, w: 200, h: 90, weight: 3 }])).toBe(true);
    expect(isClear(note, thing, [{ x: 350, y: 100, w: 60, h: 90, weight: 0.4 }])).toBe(true);
  });
});
