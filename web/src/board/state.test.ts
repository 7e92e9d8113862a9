/** What the board shows and when it is drawn, without a page. */
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { boardConfig } from '../game/boardConfig';
import * as ctrl from '../game/ctrl';
import { setLanguage } from '../i18n/index.svelte';
import type { Tile, ViewData } from '../protocol/messages';
import { MIDDLE, MIDDLE_CHOICES } from '../sample/recorded/middle';
import { Artist } from './artist';
import type { Clock } from './clock';
import type { BoardConfig } from './config';
import { BoardState, type Shell } from './state';
import type { TileGeometry } from './tile';

/** Frames and timers that pass when the test says so. */
function fakeClock() {
  const waits = { frames: [] as Wait[], timers: [] as Wait[], idle: [] as Wait[] };
  interface Wait {
    run: () => void;
    left: number;
  }
  const wait = (list: Wait[], run: () => void, left: number): (() => void) => {
    const one = { run, left };
    list.push(one);
    return () => {
      const at = list.indexOf(one);
      if (at >= 0) list.splice(at, 1);
    };
  };
  const pass = (list: Wait[], by: number): void => {
    for (const one of [...list]) {
      one.left -= by;
      if (one.left > 0) continue;
      const at = list.indexOf(one);
      if (at >= 0) list.splice(at, 1)[0]!.run();
    }
  };
  const clock: Clock = {
    afterFrames: (run, frames) => wait(waits.frames, run, frames),
    later: (run, ms) => wait(waits.timers, run, ms),
    idle: (run) => wait(waits.idle, run, 1),
  };
  return {
    clock,
    frame: () => pass(waits.frames, 1),
    time: (ms: number) => pass(waits.timers, ms),
    rest: () => pass(waits.idle, 1),
    waiting: () => waits.frames.length,
  };
}

/** Shapes take a while to work out: once for all tests. */
const artist = new Artist();
const shapeOf = (tile: Tile): TileGeometry => artist.geometry(tile);

const GROUND = { ...MIDDLE, choices: MIDDLE_CHOICES };
const SURFACE = { night: false, reducedMotion: false, insets: { left: 0, right: 0, top: 0, bottom: 0 } };
const config = (draft = ctrl.EMPTY, view: Partial<ViewData> = {}): BoardConfig =>
  boardConfig({ world: { ...MIDDLE, view: { ...MIDDLE.view, ...view } }, ground: GROUND, draft }, SURFACE);
const card = (name: 'ship' | 'plantation'): ctrl.Draft => ctrl.pickCard(GROUND, ctrl.EMPTY, name);
const EXPLORING = ctrl.pickCell(GROUND, ctrl.pickTile(GROUND, ctrl.EMPTY, 'T02'), [3, 0]);

function board(first = config()) {
  const shell = {
    drawn: vi.fn(),
    held: () => false,
    started: vi.fn(),
    moved: vi.fn(),
    rested: vi.fn(),
    turned: vi.fn(),
    largerTurned: vi.fn(),
    paint: vi.fn(),
    opened: vi.fn(),
  } satisfies Shell;
  const time = fakeClock();
  const shapes = { known: shapeOf, learn: () => Promise.resolve() };
  const state = new BoardState(first, shapes, shell, time.clock);
  state.start();
  const open = (): void => state.painted(state.config.tiles);
  return { state, shell, open, ...time };
}

beforeAll(async () => {
  await setLanguage('en');
  for (const tile of MIDDLE.tiles.values()) shapeOf(tile);
}, 120_000);
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 1);
  vi.stubGlobal('cancelAnimationFrame', () => {});
});

describe('when a config is drawn', () => {
  test('the first is there at once, the next two frames after it was set', () => {
    const { state, frame } = board();
    const before = state.picture;
    state.set(config(card('ship')));
    expect(state.picture).toBe(before);
    frame();
    expect(state.picture).toBe(before);
    frame();
    expect(state.picture.targets.length).toBeGreaterThan(0);
  });
  test('of several set within a frame the last is drawn, once', () => {
    const { state, shell, frame, waiting } = board();
    shell.drawn.mockClear();
    state.set(config(card('ship')));
    state.set(config(card('plantation')));
    expect(waiting()).toBe(1);
    frame();
    frame();
    expect(shell.drawn).toHaveBeenCalledTimes(1);
    expect(new Set(state.picture.targets.map((t) => t.ref.kind))).toEqual(new Set(['site']));
  });
  test('the answer to something done on the board itself is drawn at once', () => {
    const { state, waiting } = board();
    state.hurry();
    state.set(config(card('ship')));
    expect(state.picture.targets.length).toBeGreaterThan(0);
    state.set(config());
    expect(waiting()).toBe(1);
  });
  test('what asks for the targets waits until they are drawn', () => {
    const { state, frame } = board();
    state.resize(1200, 800);
    const fit = vi.spyOn(state.driver, 'showRegion');
    state.set(config(card('ship')));
    state.fitTargets(false, false);
    expect(fit).not.toHaveBeenCalled();
    frame();
    frame();
    expect(fit).toHaveBeenCalledTimes(1);
  });
  test('the same config again draws nothing, and a board that has gone draws no more', () => {
    const { state, shell, frame, waiting } = board();
    state.set(state.config);
    expect(waiting()).toBe(0);
    state.set(config(card('ship')));
    shell.drawn.mockClear();
    state.stop();
    frame();
    frame();
    expect(shell.drawn).not.toHaveBeenCalled();
  });
});

describe('what did not change is the same object', () => {
  const drawn = (next: BoardConfig, first = config()) => {
    const { state } = board(first);
    const before = state.picture;
    state.set(next);
    state.flush();
    return { before, after: state.picture };
  };
  test('nothing on the board changes with the very same position', () => {
    const { before, after } = drawn(config());
    expect(after.config).not.toBe(before.config);
    for (const list of ['sites', 'hideouts', 'ships', 'names', 'coasts', 'targets'] as const)
      expect(after[list]).toBe(before[list]);
    expect(after.extent).toBe(before.extent);
  });
  test('a pioneer that lands changes its site and no other', () => {
    const { site } = MIDDLE_CHOICES.sites[0]!;
    const pioneer = { seat: 0, ...site, building: null, resource: null };
    const { before, after } = drawn(config(ctrl.EMPTY, { pioneers: [...MIDDLE.view.pioneers, pioneer] }));
    const changed = after.sites.filter((s) => !before.sites.includes(s));
    expect(changed).toHaveLength(1);
    expect(changed[0]!.pioneer).toMatchObject({ at: site });
    expect(after.ships).toBe(before.ships);
  });
  test('a ship that sails stays the ship it was', () => {
    const [first, ...others] = MIDDLE.view.ships;
    const to = others.find((ship) => 'part' in ship && ship.tile !== first!.tile)!;
    const { before, after } = drawn(config(ctrl.EMPTY, { ships: [{ ...to, seat: first!.seat }, ...others] }));
    const sailed = after.ships.filter((ship) => !before.ships.includes(ship));
    expect(sailed.length).toBeGreaterThan(0);
    for (const { id } of sailed) expect(before.ships.some((ship) => ship.id === id)).toBe(true);
    expect(after.names).toBe(before.names);
  });
  test('choosing one of the targets leaves the others as they were', () => {
    const first = card('plantation');
    const chosen = ctrl.pickSite(GROUND, first, MIDDLE_CHOICES.sites[0]!.site);
    const { before, after } = drawn(config(chosen), config(first));
    const kept = after.rings.filter((ring) => before.rings.includes(ring));
    expect(kept.length).toBeGreaterThanOrEqual(after.rings.length - 1);
    expect(after.config.chosen).toHaveLength(1);
  });
});

describe('tiles', () => {
  test('shapes that are not known yet are learned, then everything is there', async () => {
    const known = new Set<Tile>();
    const shapes = {
      known: (tile: Tile) => (known.has(tile) ? shapeOf(tile) : undefined),
      learn: async (tiles: readonly Tile[]) => void tiles.forEach((tile) => known.add(tile)),
    };
    const shell = board().shell;
    const state = new BoardState(config(), shapes, shell, fakeClock().clock);
    state.start();
    expect(state.picture.sites).toEqual([]);
    await vi.waitFor(() => expect(state.picture.sites.length).toBeGreaterThan(0));
  });
  const { archipelago } = MIDDLE.view;
  test('the board opens when its terrain is painted for the first time', () => {
    const { state, shell, open } = board();
    expect(state.picture).toMatchObject({ opened: false, motion: 'none' });
    open();
    open();
    expect(state.picture).toMatchObject({ opened: true, motion: 'full' });
    expect(shell.opened).toHaveBeenCalledTimes(1);
  });
  test('a tile just laid drops in, and what is printed on it waits for the paint', () => {
    const { state, shell, open, frame, time } = board(
      config(ctrl.EMPTY, { archipelago: archipelago.slice(1) }),
    );
    open();
    state.set(config());
    state.flush();
    const { tile } = archipelago[0]!;
    expect([...state.picture.bare]).toEqual([tile]);
    expect(state.picture.sites.some((site) => site.tile === tile)).toBe(false);
    frame();
    frame();
    expect(state.picture.dropping.map((laid) => laid.tile.id)).toEqual([tile]);
    shell.paint.mockClear();
    time(0);
    expect(shell.paint).toHaveBeenCalled();
    state.pictured();
    expect(state.picture.falling).toBe(true);
    expect(state.picture.sites.find((site) => site.tile === tile)).toMatchObject({ slow: true });
    open();
    expect(state.picture.dropping).toHaveLength(1);
    time(1000);
    expect(state.picture.dropping).toEqual([]);
  });
  test('another moment of the game lays many tiles at once, and none of them drops', () => {
    const { state, open, frame } = board(config(ctrl.EMPTY, { archipelago: archipelago.slice(5) }));
    open();
    state.set(config());
    state.flush();
    frame();
    frame();
    expect(state.picture.dropping).toEqual([]);
    expect(state.picture.middles).toHaveLength(archipelago.length);
  });
  test('a tile that can be turned makes room for the bar that turns it', () => {
    const { state } = board(config(EXPLORING));
    expect(state.picture.ghost).toMatchObject({ cell: [3, 0] });
    expect(state.picture.insets.bottom > 0).toBe(state.picture.turning);
  });
});

describe('the camera', () => {
  test('follows the board, and the stage is laid out at its scale when it rests', () => {
    const { state, shell } = board();
    state.resize(1200, 800);
    expect(shell.rested).toHaveBeenCalled();
    expect(state.picture.scale).toBe(state.driver.camera.scale);
    const { scale } = state;
    state.resize(300, 200);
    expect(state.picture.scale).toBeLessThan(scale);
    expect(state.picture.sketch).toBe(true);
  });
  test('panels that come and go are followed, hints and lights are not', () => {
    const { state } = board();
    state.resize(1200, 800);
    const follow = vi.spyOn(state.driver, 'follow');
    state.set({ ...config(), lit: ['Cardamom'] });
    state.flush();
    expect(follow).not.toHaveBeenCalled();
    state.set({ ...config(), insets: { ...SURFACE.insets, bottom: 200 } });
    state.flush();
    expect(follow).toHaveBeenCalledTimes(1);
  });
});

test('coasts are drawn up while there is nothing else to do', () => {
  const { state, rest } = board();
  for (let i = 0; i <= MIDDLE.view.islands.length; i++) rest();
  state.set(config(card('ship')));
  state.flush();
  expect(state.picture.shores.length).toBeGreaterThan(0);
  for (const { shore } of state.picture.shores) expect(shore.line).toMatch(/^M/);
});
