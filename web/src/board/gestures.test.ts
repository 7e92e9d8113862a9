/** Fingers and mouse: taps, drags and pinches. */
import { describe, expect, test } from 'vitest';
import { Gestures, SLOP, wheelFactor } from './gestures';

describe('a press', () => {
  test('that hardly moves stays a tap', () => {
    const g = new Gestures();
    g.down(1, [100, 100], 'touch');
    expect(g.move(1, [100 + SLOP.touch - 1, 100]).kind).toBe('none');
    expect(g.up(1)).toBe(true);
    expect(g.moved).toBe(false);
  });
  test('that moves further is a drag from where it began, and its click does not count', () => {
    const g = new Gestures();
    g.down(1, [100, 100], 'mouse');
    expect(g.move(1, [110, 100])).toEqual({ kind: 'drag', dx: 10, dy: 0, first: true });
    expect(g.move(1, [115, 103])).toEqual({ kind: 'drag', dx: 5, dy: 3, first: false });
    g.up(1);
    expect(g.moved).toBe(true);
  });
  test('after a drag is a tap again', () => {
    const g = new Gestures();
    g.down(1, [0, 0], 'mouse');
    g.move(1, [50, 0]);
    g.up(1);
    g.down(1, [0, 0], 'mouse');
    expect(g.moved).toBe(false);
  });
  test('a pointer that was never pressed says nothing', () => {
    expect(new Gestures().move(7, [1, 1]).kind).toBe('none');
  });
});

describe('two fingers', () => {
  test('that part zoom in about their middle', () => {
    const g = new Gestures();
    g.down(1, [100, 100], 'touch');
    g.down(2, [200, 100], 'touch');
    expect(g.move(2, [300, 100])).toEqual({ kind: 'pinch', factor: 2, at: [200, 100], dx: 50, dy: 0 });
    expect(g.moved).toBe(true);
  });
  test('when one is lifted the other goes on dragging', () => {
    const g = new Gestures();
    g.down(1, [100, 100], 'touch');
    g.down(2, [200, 100], 'touch');
    expect(g.up(1)).toBe(false);
    expect(g.move(2, [210, 100]).kind).toBe('drag');
    expect(g.up(2)).toBe(true);
  });
  test('on the same spot do not divide by nothing', () => {
    const g = new Gestures();
    g.down(1, [100, 100], 'touch');
    g.down(2, [100, 100], 'touch');
    const move = g.move(2, [100, 100]);
    expect(move.kind === 'pinch' && Number.isFinite(move.factor)).toBe(true);
  });
});

describe('the wheel', () => {
  test('up zooms in, down zooms out, evenly', () => {
    const up = wheelFactor({ deltaY: -100, deltaMode: 0, ctrlKey: false });
    const down = wheelFactor({ deltaY: 100, deltaMode: 0, ctrlKey: false });
    expect(up).toBeGreaterThan(1);
    expect(up * down).toBeCloseTo(1);
  });
  test('one huge turn does not throw the camera away', () => {
    expect(wheelFactor({ deltaY: -1e6, deltaMode: 2, ctrlKey: false })).toBeLessThan(1.5);
  });
});
