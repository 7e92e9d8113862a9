/** The camera: fitting, zooming, panning, between panels and within limits. */
import { describe, expect, test } from 'vitest';
import {
  FIT_SCALE,
  MAX_SCALE,
  MIN_SCALE,
  type Viewport,
  between,
  centred,
  clamped,
  fit,
  freeArea,
  fromScreen,
  panned,
  revealed,
  toScreen,
  visible,
  zoomAt,
} from './camera';

const view: Viewport = { width: 1440, height: 900, insets: { top: 60, right: 280, bottom: 220, left: 260 } };
const board = { x: -500, y: -300, width: 1000, height: 600 };

describe('fitting', () => {
  test('the whole region lies between the panels', () => {
    const camera = fit(board, view);
    const [left, top] = toScreen(camera, view, [board.x, board.y]);
    const [right, bottom] = toScreen(camera, view, [board.x + board.width, board.y + board.height]);
    expect(left).toBeGreaterThanOrEqual(260);
    expect(right).toBeLessThanOrEqual(1440 - 280);
    expect(top).toBeGreaterThanOrEqual(60);
    expect(bottom).toBeLessThanOrEqual(900 - 220);
  });
  test('a single tile does not fill the screen', () => {
    expect(fit({ x: -87, y: -100, width: 174, height: 200 }, view).scale).toBe(FIT_SCALE);
  });
  test('an endless board stops at the smallest scale', () => {
    expect(fit({ x: 0, y: 0, width: 1e6, height: 1e6 }, view).scale).toBe(MIN_SCALE);
  });
  test('panels that cover nearly everything leave a fifth, where they cover least', () => {
    const narrow = { width: 390, height: 400, insets: { top: 0, right: 200, bottom: 380, left: 200 } };
    expect(freeArea(narrow)).toEqual({ x: 156, y: 0, width: 78, height: 80 });
  });
  test('a window without size gives a camera all the same', () => {
    const none = { width: 0, height: 0, insets: { top: 0, right: 0, bottom: 0, left: 0 } };
    expect(Number.isFinite(fit(board, none).x)).toBe(true);
  });
});

describe('moving', () => {
  const camera = { x: 20, y: -30, scale: 0.8 };
  test('screen and board agree both ways', () => {
    const [x, y] = fromScreen(camera, view, toScreen(camera, view, [123, -45]));
    expect(x).toBeCloseTo(123);
    expect(y).toBeCloseTo(-45);
  });
  test('zooming keeps the point under the pointer', () => {
    const at = [300, 700] as const;
    const before = fromScreen(camera, view, at);
    const after = fromScreen(zoomAt(camera, view, 1.7, at), view, at);
    expect(after[0]).toBeCloseTo(before[0]);
    expect(after[1]).toBeCloseTo(before[1]);
  });
  test('zooming stops at both ends', () => {
    expect(zoomAt(camera, view, 1e9, [0, 0]).scale).toBe(MAX_SCALE);
    expect(zoomAt(camera, view, 1e-9, [0, 0]).scale).toBe(MIN_SCALE);
  });
  test('dragging right by 80 pixels moves the board right by 80 pixels', () => {
    const before = toScreen(camera, view, [0, 0]);
    const after = toScreen(panned(camera, 80, 0), view, [0, 0]);
    expect(after[0] - before[0]).toBeCloseTo(80);
  });
  test('the board never leaves the window, however far one drags', () => {
    for (const [dx, dy] of [
      [1e6, 0],
      [-1e6, 0],
      [0, 1e6],
      [0, -1e6],
    ] as const) {
      const there = clamped(panned(camera, dx, dy), board, view);
      const [left, top] = toScreen(there, view, [board.x, board.y]);
      const [right, bottom] = toScreen(there, view, [board.x + board.width, board.y + board.height]);
      expect(right).toBeGreaterThan(260);
      expect(left).toBeLessThan(1440 - 280);
      expect(bottom).toBeGreaterThan(60);
      expect(top).toBeLessThan(900 - 220);
    }
  });
  test('a target already in view does not move the camera', () => {
    const now = centred([0, 0], 1, view);
    expect(revealed(now, view, [0, 0], 20)).toEqual(now);
  });
  test('a target under a panel comes out by the shortest way', () => {
    const now = centred([0, 0], 1, view);
    const next = revealed(now, view, [900, 0], 20);
    expect(next.y).toBe(now.y);
    expect(toScreen(next, view, [900, 0])[0]).toBeLessThanOrEqual(1440 - 280 - 20);
  });
  test('a flight starts and ends exactly where it should', () => {
    const goal = { x: 400, y: 100, scale: 2 };
    const start = between(camera, goal, 0);
    expect(start.x).toBeCloseTo(camera.x);
    expect(start.scale).toBeCloseTo(camera.scale);
    expect(between(camera, goal, 1)).toEqual(goal);
  });
  test('what is seen grows by the share asked for', () => {
    expect(visible(camera, view, 0.5).width).toBeCloseTo((1440 / 0.8) * 2);
  });
});
