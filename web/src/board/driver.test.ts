/** The camera in motion: flights, hands, following the board, coming to rest. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Region } from './artist';
import type { Orientation } from './config';
import { Driver } from './driver';
import { A } from './hex';

const none = { top: 0, right: 0, bottom: 0, left: 0 };
function table(more: Partial<{ still: boolean; held: boolean; land: Region | null }> = {}) {
  const calls: string[] = [];
  const state = {
    bounds: { x: -500, y: -300, width: 1000, height: 600 },
    land: undefined as Region | null | undefined,
    seen: true,
    focus: null as Region | null,
    chosen: null as Region | null,
    choosing: false,
    turns: [] as Orientation[],
    still: false,
    held: false,
    ...more,
  };
  const driver = new Driver({
    bounds: () => state.bounds,
    land: () => (state.land === undefined ? state.bounds : state.land),
    seen: () => state.seen,
    focus: () => state.focus,
    chosen: () => state.chosen,
    choosing: () => state.choosing,
    still: () => state.still,
    held: () => state.held,
    started: () => calls.push('started'),
    moved: () => calls.push('moved'),
    rested: () => calls.push('rested'),
    turned: (orientation) => state.turns.push(orientation),
  });
  driver.resize(1000, 800, none);
  return { driver, calls, state };
}

beforeEach(() => {
  vi.useFakeTimers();
  // Sixty frames a second on the clock of the test.
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) =>
    setTimeout(() => run(performance.now()), 16),
  );
  vi.stubGlobal('cancelAnimationFrame', (id: ReturnType<typeof setTimeout>) => clearTimeout(id));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('following', () => {
  test('at first everything is shown', () => {
    const { driver } = table();
    expect(driver.camera.x).toBeCloseTo(0);
    expect(driver.toScreen([-500, 0])[0]).toBeGreaterThan(0);
    expect(driver.toScreen([500, 0])[0]).toBeLessThan(1000);
  });
  test('a board that grows stays in view', () => {
    const { driver, state } = table();
    state.bounds = { x: -500, y: -300, width: 2000, height: 600 };
    driver.follow(none);
    vi.advanceTimersByTime(1000);
    expect(driver.toScreen([1500, 0])[0]).toBeLessThan(1000);
  });
  test('what happens in sight moves nothing', () => {
    const { driver, state } = table();
    const before = driver.camera;
    state.bounds = { x: -500, y: -300, width: 1000, height: 640 };
    state.focus = { x: -400, y: 100, width: 200, height: 200 };
    driver.follow({ ...none, bottom: 60 });
    vi.advanceTimersByTime(1000);
    expect(driver.camera).toEqual(before);
  });
  test('a chart that nobody has seen yet is put between the panels', () => {
    const { driver, state } = table();
    state.focus = { x: -400, y: 100, width: 200, height: 200 };
    state.seen = false;
    driver.follow({ ...none, top: 60 });
    const [top, bottom] = [driver.toScreen([0, -300])[1] - 60, driver.toScreen([0, 300])[1]];
    expect(top).toBeCloseTo(driver.view.height - bottom);
  });
  test('what happens outside the window is brought into it', () => {
    const { driver, state } = table();
    state.bounds = { x: -500, y: -300, width: 2000, height: 600 };
    state.focus = { x: 1300, y: -100, width: 200, height: 200 };
    driver.follow(none);
    vi.advanceTimersByTime(1000);
    expect(driver.toScreen([1500, 0])[0]).toBeLessThanOrEqual(1000);
  });
  test('tiles never become too small to read: the chart pans to the action instead', () => {
    const { driver, state } = table();
    driver.resize(1440, 900, none);
    state.bounds = { x: -2000, y: -1500, width: 4000, height: 3000 };
    state.focus = { x: 1800, y: 1300, width: 200, height: 200 };
    driver.follow(none);
    vi.advanceTimersByTime(1000);
    expect(driver.camera.scale * 2 * A).toBeGreaterThanOrEqual(109.9);
    expect(driver.partly).toBe(true);
    const [x, y] = driver.toScreen([1900, 1400]);
    expect(x > 0 && x < 1440 && y > 0 && y < 900).toBe(true);
    driver.fitAll(true);
    vi.advanceTimersByTime(1000);
    expect(driver.partly).toBe(false);
  });
  test('targets too far apart to be read together are shown from their middle', () => {
    const { driver, state } = table();
    driver.resize(1440, 900, none);
    state.bounds = { x: -2000, y: -1500, width: 4000, height: 3000 };
    driver.showRegion({ x: 0, y: -1500, width: 2000, height: 3000 }, false, false);
    expect(driver.camera.scale * 2 * A).toBeCloseTo(110);
    expect(driver.toScreen([1000, 0])).toEqual([720, 450]);
  });
  test('a tall chart is laid sideways in a wide window, and points keep their places', () => {
    const { driver, state } = table({ land: null });
    Object.assign(state, { land: undefined, bounds: { x: -300, y: -900, width: 600, height: 1800 } });
    driver.resize(1440, 900, none);
    expect(driver.turned).toBe(true);
    const [x, y] = driver.toScreen([0, -900]);
    expect(x).toBeGreaterThan(1300);
    expect(y).toBeCloseTo(450);
    const [bx, by] = driver.fromScreen([x, y]);
    expect(bx).toBeCloseTo(0);
    expect(by).toBeCloseTo(-900);
  });
  test('a strip over the upper edge covers nothing that fitted before', () => {
    const { driver, state } = table();
    state.focus = { x: -100, y: 100, width: 200, height: 200 };
    driver.resize(1000, 640, none);
    const top = (): number => driver.toScreen([0, -300])[1];
    expect(top()).toBeLessThan(60);
    driver.follow({ ...none, top: 60 });
    vi.advanceTimersByTime(1000);
    expect(top()).toBeGreaterThanOrEqual(60);
    expect(driver.toScreen([0, 300])[1]).toBeLessThanOrEqual(640);
  });
  test('a chart that grew beyond what can be shown is not left at the scale of a few tiles', () => {
    const { driver, state } = table();
    state.bounds = { x: -90, y: -100, width: 180, height: 200 };
    driver.resize(1440, 900, none);
    state.focus = { x: -40, y: -40, width: 80, height: 80 };
    state.bounds = { x: -2000, y: -1500, width: 4000, height: 3000 };
    driver.follow(none);
    vi.advanceTimersByTime(1000);
    expect(driver.camera.scale * 2 * A).toBeCloseTo(110);
  });
  test('what is chosen never stays under a panel, no matter who moved the camera', () => {
    const { driver, state } = table();
    driver.drag(0, 60);
    state.chosen = { x: -90, y: 200, width: 180, height: 200 };
    driver.follow({ ...none, bottom: 150 });
    vi.advanceTimersByTime(1000);
    expect(driver.toScreen([0, 400])[1]).toBeLessThanOrEqual(650);
  });
  test('after a drag the camera stays where it was put, until all is asked for', () => {
    const { driver, state } = table();
    driver.drag(50, 0);
    const put = driver.camera;
    state.bounds = { ...state.bounds, width: 1400 };
    driver.follow(none);
    vi.advanceTimersByTime(1000);
    expect(driver.camera).toEqual(put);
    driver.fitAll(false);
    expect(driver.camera).not.toEqual(put);
  });
});

describe('bearings', () => {
  /** Too tall for this window, and readable only when it lies sideways. */
  const TALL = { x: -300, y: -900, width: 600, height: 1800 };
  const SQUARE = { x: -300, y: -300, width: 600, height: 600 };
  /** A wide window on which no tile lies yet. */
  const wide = () => {
    const made = table({ land: null });
    made.driver.resize(1440, 900, none);
    return made;
  };
  test('the first tiles that are seen decide how the chart lies', () => {
    const { driver, state } = wide();
    Object.assign(state, { land: undefined, bounds: TALL });
    driver.follow(none);
    expect(state.turns.at(-1)).toEqual({ sideways: true, settled: true });
  });
  test('seen upright it stays so, however tall it grows, and turning it is offered', () => {
    const { driver, state } = wide();
    Object.assign(state, { land: undefined, bounds: SQUARE });
    driver.follow(none);
    expect([state.turns, driver.largerTurned]).toEqual([[{ sideways: false, settled: true }], false]);
    for (let height = 600; height <= 1800; height += 100) {
      state.bounds = { ...TALL, height };
      driver.follow({ ...none, bottom: height % 300 });
      driver.resize(1440 - (height % 400), 900, none);
    }
    driver.fitAll(false);
    expect([driver.turned, state.turns.length, driver.largerTurned]).toEqual([false, 1, true]);
    driver.turn();
    expect([driver.turned, driver.largerTurned]).toEqual([true, false]);
  });
  test('before it is seen it may be turned while panels find their places', () => {
    const { driver, state } = wide();
    Object.assign(state, { land: undefined, bounds: TALL, seen: false });
    driver.follow(none);
    expect(driver.orientation).toEqual({ sideways: true, settled: false });
    driver.resize(500, 900, none);
    expect(driver.orientation).toEqual({ sideways: false, settled: false });
    driver.keepBearing();
    driver.resize(1440, 900, none);
    expect(driver.orientation).toEqual({ sideways: false, settled: true });
  });
  test('it stays turned when panels come and go and when the window changes', () => {
    const { driver, state } = wide();
    Object.assign(state, { land: undefined, bounds: TALL });
    driver.follow(none);
    const { length } = state.turns;
    for (let width = 600; width <= 1700; width += 50) {
      state.bounds = { ...TALL, width };
      driver.follow({ ...none, top: width % 200, bottom: width % 300 });
      driver.resize(1100 + (width % 400), 900, none);
    }
    expect([driver.turned, state.turns.length]).toEqual([true, length]);
  });
  test('not in the middle of an action, nor for cells that may be chosen', () => {
    const { driver, state } = wide();
    Object.assign(state, { land: undefined, bounds: TALL, choosing: true });
    driver.follow(none);
    expect(driver.turned).toBe(false);
    Object.assign(state, { choosing: false, land: SQUARE });
    driver.follow(none);
    expect(driver.turned).toBe(false);
  });
  test('a choice by hand is kept, and so is how it lay before', () => {
    const { driver, state } = wide();
    Object.assign(state, { land: undefined, bounds: TALL });
    driver.turn();
    driver.turn();
    expect(state.turns.at(-1)).toEqual({ sideways: false, settled: true });
    driver.resize(1440, 901, none);
    driver.fitAll(false);
    expect(driver.turned).toBe(false);
    const again = wide();
    Object.assign(again.state, { land: undefined, bounds: SQUARE });
    again.driver.orientation = { sideways: true, settled: true };
    again.driver.follow(none);
    expect([again.driver.turned, again.state.turns]).toEqual([true, []]);
  });
});

describe('windows that change their size', () => {
  test('what a hand or a choice led to stays in sight in a smaller one', () => {
    const { driver } = table();
    driver.centre([300, 200], 1, false);
    driver.resize(700, 500, none);
    for (const corner of [
      [-190, -190],
      [490, 290],
    ] as const) {
      const [x, y] = driver.toScreen(corner);
      expect(x > 0 && x < 700 && y > 0 && y < 500).toBe(true);
    }
  });
  test('it becomes no larger in a larger one, and no smaller than can be read', () => {
    const { driver } = table();
    driver.centre([300, 200], 1, false);
    driver.resize(1400, 1000, none);
    expect(driver.camera.scale).toBe(1);
    driver.resize(300, 250, none);
    expect(driver.camera.scale * 2 * A).toBeGreaterThanOrEqual(60);
  });
});

describe('flights', () => {
  test('move a frame at a time and end exactly at the goal', () => {
    const { driver, calls } = table();
    vi.advanceTimersByTime(500);
    calls.length = 0;
    driver.centre([100, 50], 2, true);
    vi.advanceTimersByTime(100);
    expect(driver.camera.scale).toBeGreaterThan(1);
    expect(driver.camera.scale).toBeLessThan(2);
    vi.advanceTimersByTime(1000);
    expect(driver.camera).toEqual({ x: 100, y: 50, scale: 2 });
    expect(calls.filter((c) => c === 'started')).toHaveLength(1);
    expect(calls.filter((c) => c === 'moved').length).toBeGreaterThan(5);
    expect(calls.at(-1)).toMatch(/rested|moved/);
  });
  test('jump when motion is unwanted', () => {
    const { driver } = table({ still: true });
    driver.centre([100, 50], 2, true);
    expect(driver.camera).toEqual({ x: 100, y: 50, scale: 2 });
  });
  test('a hand on the board ends them', () => {
    const { driver } = table();
    driver.centre([400, 200], 2, true);
    vi.advanceTimersByTime(60);
    driver.drag(1, 0);
    const held = driver.camera;
    vi.advanceTimersByTime(1000);
    expect(driver.camera).toEqual(held);
  });
  test('what is in view already starts none', () => {
    const { driver } = table();
    const { camera } = driver;
    driver.reveal([0, 0], 20, true);
    vi.advanceTimersByTime(1000);
    expect(driver.camera).toBe(camera);
  });
});

describe('rest', () => {
  test('comes once after the last move', () => {
    const { driver, calls } = table();
    vi.advanceTimersByTime(500);
    calls.length = 0;
    for (let i = 0; i < 5; i++) {
      driver.zoom(1.1, [500, 400]);
      vi.advanceTimersByTime(30);
    }
    expect(calls).not.toContain('rested');
    vi.advanceTimersByTime(500);
    expect(calls.filter((c) => c === 'rested')).toHaveLength(1);
  });
  test('does not come while a finger is down', () => {
    const { driver, calls, state } = table({ held: true });
    calls.length = 0;
    driver.drag(30, 0);
    vi.advanceTimersByTime(2000);
    expect(calls).not.toContain('rested');
    state.held = false;
    vi.advanceTimersByTime(500);
    expect(calls).toContain('rested');
  });
  test('does not come after the end', () => {
    const { driver, calls } = table();
    driver.drag(30, 0);
    driver.stop();
    calls.length = 0;
    vi.advanceTimersByTime(2000);
    expect(calls).toEqual([]);
  });
});
