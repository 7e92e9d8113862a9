/** Ships at their berths: who stays, who sails, and what is counted. */
import { describe, expect, test } from 'vitest';
import { COLOURS, type Berth, type Colour } from '../protocol/messages';
import type { ShipPiece } from './config';
import { moor, stacks } from './harbour';

const A: Berth = { tile: 'T01', part: 0 };
const B: Berth = { tile: 'T02', part: 0 };
const NEST: Berth = { tile: 'T03', hideout: true };
const ship = (colour: Colour, at: Berth): ShipPiece => ({
  colour,
  at: { seat: COLOURS.indexOf(colour), ...at },
});
const six = (at: Berth): number => ('hideout' in at ? 1 : 6);

describe('mooring', () => {
  test('ships at one part take different berths', () => {
    const moored = moor([ship('red', A), ship('blue', A), ship('red', A)], [], six);
    expect(moored.map((m) => m.slot)).toEqual([0, 1, 2]);
  });
  test('a ship that stays keeps its identity and its berth', () => {
    const before = moor([ship('red', A), ship('blue', A)], [], six);
    const after = moor([ship('blue', A)], before, six);
    expect(after[0]).toMatchObject({ id: before[1]!.id, slot: 1 });
  });
  test('a ship that left one part and one that came to another are the same ship', () => {
    const before = moor([ship('red', A), ship('red', B)], [], six);
    const after = moor([ship('red', NEST), ship('red', B)], before, six);
    expect(after.map((m) => m.id)).toEqual(before.map((m) => m.id));
  });
  test('a ship never becomes one of another colour', () => {
    const before = moor([ship('red', A)], [], six);
    const after = moor([ship('blue', B)], before, six);
    expect(after[0]!.id).not.toBe(before[0]!.id);
  });
  test('a ship from the reserve is new', () => {
    const before = moor([ship('red', A)], [], six);
    const after = moor([ship('red', A), ship('red', A)], before, six);
    expect(new Set(after.map((m) => m.id)).size).toBe(2);
  });
  test('the same ships moored again stay as they are', () => {
    const ships = [ship('red', A), ship('blue', A), ship('green', B), ship('red', NEST)];
    const once = moor(ships, [], six);
    expect(moor(ships, once, six)).toEqual(once);
  });
  test('berths given while the tile was unknown are given again', () => {
    const ships = [ship('red', A), ship('blue', A)];
    const unknown = moor(ships, [], () => 1);
    expect(moor(ships, unknown, six).map((m) => m.slot)).toEqual([0, 1]);
  });
});

test('the ship that came last to a berth is known, wherever it finds room', () => {
  const before = moor([ship('red', A), ship('red', A), ship('red', B)], [], six);
  const alone = moor([ship('red', A), ship('red', B)], before, six);
  const after = moor([ship('red', A), ship('red', A)], alone, six);
  const latest = after.reduce((one, other) => (other.came > one.came ? other : one));
  expect(latest.id).toBe(before.find((m) => m.at === B)?.id ?? 2);
});

describe('more ships than berths', () => {
  const crowd = (['red', 'blue', 'red', 'blue', 'red', 'green', 'red'] as const).map((c) => ship(c, A));
  test('up to six lie alone', () => {
    expect(stacks(moor(crowd.slice(0, 6), [], six)).every((s) => s.ships.length === 1)).toBe(true);
  });
  test('beyond that those of one colour are counted together', () => {
    const drawn = stacks(moor(crowd, [], six));
    expect(drawn.map((s) => [s.colour, s.ships.length])).toEqual([
      ['red', 4],
      ['blue', 2],
      ['green', 1],
    ]);
    expect(new Set(drawn.map((s) => s.slot)).size).toBe(3);
  });
  test('with one berth for five colours all are still drawn', () => {
    const all = (['red', 'green', 'black', 'yellow', 'blue'] as const).map((c) => ship(c, A));
    const drawn = stacks(moor(all, [], () => 1));
    expect(drawn.map((s) => s.layer)).toEqual([0, 1, 2, 3, 4]);
  });
  test('no ship is lost, whatever happens', () => {
    let before = moor([], [], six);
    for (const n of [3, 7, 1, 6, 0, 7]) {
      before = moor(crowd.slice(0, n), before, six);
      expect(stacks(before).reduce((sum, s) => sum + s.ships.length, 0)).toBe(n);
    }
  });
});
