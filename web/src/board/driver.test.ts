/** The camera in motion: flights, hands, following the board, coming to rest. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Driver } from './driver';
import { A } from './hex';

const none = { top: 0, right: 0, bottom: 0, left: 0 };
function table(more: Partial<{ still: boolean; held: boolean }> = {}) {
  const calls: string[] = [];
  const state = {
    bounds: { x: -500, y: -300, width: 1000, height: 600 },
    focus: null as { x: number; y: number; width: number; height: number } | null,
    still: false,
    held: false,
    ...more,
  };
  const driver = new Driver({
    bounds: () => state.bounds,
    focus: () => state.focus,
    still: () => state.still,
    held: () => state.held,
    started: () => calls.push('started'),
    moved: () => calls.push('moved'),
    rested: () => calls.push('rested'),
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
    driver.follow(none, true);
    vi.advanceTimersByTime(1000);
    expect(driver.toScreen([1500, 0])[0]).toBeLessThan(1000);
  });
  test('what happens in sight moves nothing', () => {
    const { driver, state } = table();
    const before = driver.camera;
    state.bounds = { x: -500, y: -300, width: 1000, height: 640 };
    state.focus = { x: -400, y: 100, width: 200, height: 200 };
    driver.follow({ ...none, bottom: 60 }, true);
    vi.advanceTimersByTime(1000);
    expect(driver.camera).toEqual(before);
  });
  test('a chart that nobody has seen yet is put between the panels', () => {
    const { driver, state } = table();
    state.focus = { x: -400, y: 100, width: 200, height: 200 };
    driver.follow({ ...none, top: 60 }, false);
    const [top, bottom] = [driver.toScreen([0, -300])[1] - 60, driver.toScreen([0, 300])[1]];
    expect(top).toBeCloseTo(driver.view.height - bottom);
  });
  test('what happens out of sight is brought into it', () => {
    const { driver, state } = table();
    state.bounds = { x: -500, y: -300, width: 2000, height: 600 };
    state.focus = { x: 1300, y: -100, width: 200, height: 200 };
    driver.follow(none, true);
    vi.advanceTimersByTime(1000);
    expect(driver.toScreen([1500, 0])[0]).toBeLessThanOrEqual(1000);
  });
  test('tiles never become too small to read: the chart pans to the action instead', () => {
    const { driver, state } = table();
    driver.resize(1440, 900, none);
    state.bounds = { x: -2000, y: -1500, width: 4000, height: 3000 };
    state.focus = { x: 1800, y: 1300, width: 200, height: 200 };
    driver.follow(none, true);
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
    const { driver, state } = table();
    state.bounds = { x: -300, y: -900, width: 600, height: 1800 };
    driver.resize(1440, 900, none);
    expect(driver.turned).toBe(true);
    const [x, y] = driver.toScreen([0, -900]);
    expect(x).toBeGreaterThan(1300);
    expect(y).toBeCloseTo(450);
    const [bx, by] = driver.fromScreen([x, y]);
    expect(bx).toBeCloseTo(0);
    expect(by).toBeCloseTo(-900);
  });
  test('after a drag the camera stays where it was put, until all is asked for', () => {
    const { driver, state } = table();
    driver.drag(50, 0);
    const put = driver.camera;
    state.bounds = { ...state.bounds, width: 1400 };
    driver.follow(none, true);
    vi.advanceTimersByTime(1000);
    expect(driver.camera).toEqual(put);
    driver.fitAll(false);
    expect(driver.camera).not.toEqual(put);
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
