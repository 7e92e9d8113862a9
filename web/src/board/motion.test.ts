/** Ships sail in an arc. */
import { expect, test } from 'vitest';
import { arc } from './motion';

const place = (frame: Keyframe): number[] =>
  /translate\((.*)px, (.*)px\)/.exec(String(frame.transform))!.slice(1).map(Number);

test('a ship starts where it was, ends where it is, and rises on the way', () => {
  const frames = arc([100, 50], [0, 0]);
  expect(place(frames[0]!)).toEqual([100, 50]);
  expect(place(frames[frames.length - 1]!).map(Math.abs)).toEqual([0, 0]);
  const middle = place(frames[4]!);
  expect(middle[0]).toBeCloseTo(50);
  expect(middle[1]).toBeLessThan(25);
});
test('even a very long way keeps the arc low', () => {
  expect(place(arc([5000, 0], [0, 0])[4]!)[1]).toBeGreaterThanOrEqual(-60);
});
