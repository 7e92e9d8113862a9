/** Things that did not change are the same objects, so that they are not drawn again. */
import { expect, test } from 'vitest';
import { alike, keeping } from './stable';

const keep = (): ((
  items: readonly { id: number; at: readonly number[]; more?: object | null }[],
) => readonly object[]) => keeping((x) => x.id);

test('equal things stay the same object', () => {
  const k = keep();
  const [a] = k([{ id: 1, at: [1, 2], more: { x: 1 } }]);
  expect(k([{ id: 1, at: [1, 2], more: { x: 1 } }])[0]).toBe(a);
});
test('a list in which nothing changed is the same list', () => {
  const k = keep();
  const first = k([{ id: 1, at: [1] }]);
  expect(k([{ id: 1, at: [1] }])).toBe(first);
  expect(k([])).not.toBe(first);
});
test('changed things are new', () => {
  const k = keep();
  const [a] = k([{ id: 1, at: [1, 2] }]);
  expect(k([{ id: 1, at: [1, 3] }])[0]).not.toBe(a);
  expect(k([{ id: 1, at: [1, 3], more: null }])[0]).toEqual({ id: 1, at: [1, 3], more: null });
});
test('order and number follow the list', () => {
  const k = keep();
  const [a, b] = k([
    { id: 1, at: [] },
    { id: 2, at: [] },
  ]);
  expect(
    k([
      { id: 2, at: [] },
      { id: 1, at: [] },
    ]),
  ).toEqual([b, a]);
  expect(k([])).toEqual([]);
});
test('where a look one level deep is enough, only the very same parts are the same', () => {
  const k = keeping<{ id: number; at: readonly number[] }>((x) => x.id, alike);
  const at = [1, 2];
  const [a] = k([{ id: 1, at }]);
  expect(k([{ id: 1, at }])[0]).toBe(a);
  expect(k([{ id: 1, at: [1, 2] }])[0]).not.toBe(a);
});
