/** When someone is told that the end is near, and who is said to have brought it (rules, section 5). */
import { describe, expect, test } from 'vitest';
import { MIDDLE } from '../sample/recorded/middle';
import { nearing, tenthBy } from './ending';
import type { Event as GameEvent } from '../protocol/messages';
import type { World } from './world';

const base = MIDDLE;
const me = base.me!;
/** The own turn, with so many pioneers left by seat; five for everybody else. */
function withLeft(left: Readonly<Record<number, number>>, more: Partial<World['view']> = {}): World {
  const seats = base.view.seats.map((seat, i) => ({ ...seat, pioneers: left[i] ?? 5 }));
  return { ...base, view: { ...base.view, to_move: me, seats, ...more } };
}
const plants = (seat: number, times: number): GameEvent[] =>
  Array.from({ length: times }, () => ({
    type: 'plantation',
    seat,
    site: { tile: 'T14', part: 0, site: 0 },
    paid: [],
  }));

describe('at the start of a turn', () => {
  test('nothing is said while everybody has plenty', () => {
    expect(nearing(withLeft({}))).toBeNull();
  });
  test('anyone who plays later in the round may make this turn the last', () => {
    expect(nearing(withLeft({ 2: 1 }))).toEqual({ key: 'nearing.after', params: { name: 'Tomás', n: 1 } });
  });
  test('anyone who plays before has played: another turn is sure', () => {
    expect(nearing(withLeft({ 0: 2 }))).toEqual({ key: 'nearing.before', params: { name: 'Ana', n: 2 } });
  });
  test('the nearest danger is told, and it comes before the own reserve', () => {
    const world = withLeft({ 0: 1, [me]: 1, 2: 2, 3: 1 });
    expect(nearing(world)).toEqual({ key: 'nearing.after', params: { name: 'Pelican', n: 1 } });
    expect(nearing(withLeft({ 0: 1, [me]: 2 }))?.key).toBe('nearing.mine');
  });
  test('in the last round, or when someone else is to move, there is nothing to foresee', () => {
    expect(nearing(withLeft({ 2: 1 }, { last_round: true }))).toBeNull();
    expect(nearing(withLeft({ 2: 1 }, { to_move: 2 }))).toBeNull();
    expect(nearing({ ...withLeft({ 2: 1 }), me: null })).toBeNull();
  });
});

describe('the tenth pioneer', () => {
  test('is that of the seat that placed ten first', () => {
    const events = [...plants(2, 9), ...plants(1, 10), ...plants(2, 1)];
    expect(tenthBy(withLeft({}), events)).toBe(1);
  });
  test('is known from the reserves when the first moves are not told', () => {
    expect(tenthBy(withLeft({ 3: 0 }), plants(3, 2))).toBe(3);
    expect(tenthBy(withLeft({}), [])).toBeNull();
  });
});
