/** Where things lie, what is under a point, and the order in which targets are walked. */
import { describe, expect, test } from 'vitest';
import { type BoardConfig, type LaidTile, type Ref, emptyBoard } from './config';
import { moor } from './harbour';
import { type Point, cellCentre, distance } from './hex';
import { Archipelago, Scene, courseLine, ghostBerths } from './scene';
import {
  type BoardTarget,
  boardTargets,
  boundsOf,
  crowdedScale,
  isChosen,
  readingOrder,
  targetRegion,
} from './targets';
import { tile } from './testTiles';
import { tileGeometry } from './tile';

const bridge = tile('bridge', true, [[0, 3], 'ebony spice']);
const islets = tile('islets', false, [[], 'gold'], [[], 'ruins']);
const laid: LaidTile[] = [
  { tile: bridge, cell: [0, 0], rotation: 0 },
  { tile: islets, cell: [0, 1], rotation: 2 },
];
const names = { board: 'board', targets: 'targets', overview: 'overview' };
const configOf = (more: Partial<BoardConfig>): BoardConfig => ({
  ...emptyBoard(names),
  tiles: laid,
  ...more,
});
function sceneOf(more: Partial<BoardConfig> = {}): Scene {
  const config = configOf(more);
  const land = new Archipelago(config.tiles, tileGeometry);
  return new Scene(
    land,
    moor(config.ships, [], (at) => land.capacity(at)),
  );
}
function targetsOf(more: Partial<BoardConfig>): BoardTarget[] {
  const { targets, ready, ghost } = configOf(more);
  return boardTargets(sceneOf(more), targets, ready, ghost);
}
const HERE = { tile: 'bridge', part: 0 };
const HIDEOUT: Ref = { kind: 'hideout', at: { tile: 'bridge', hideout: true } };
const RED: Ref = { kind: 'ship', at: { seat: 0, ...HERE } };
const site = (t: string, part: number, n: number) => ({ tile: t, part, site: n });

describe('places', () => {
  test('sites turn with their tile', () => {
    const straight = sceneOf().land.site(site('bridge', 0, 0))!;
    const turned = sceneOf({ tiles: [{ ...laid[0]!, rotation: 3 }] }).land.site(site('bridge', 0, 0))!;
    expect(turned[0]).toBeCloseTo(-straight[0]);
    expect(turned[1]).toBeCloseTo(-straight[1]);
  });
  test('what is not on the board is nowhere', () => {
    const scene = sceneOf();
    expect(scene.land.site(site('bridge', 0, 9))).toBeNull();
    expect(scene.land.site(site('unknown', 0, 0))).toBeNull();
    expect(scene.land.hideout({ tile: 'islets', hideout: true })).toBeNull();
    expect(scene.berth({ tile: 'bridge', part: 5 }, 0)).toBeNull();
    expect(scene.place(RED)).toBeNull();
    expect(scene.place({ kind: 'coast', at: { tile: 'unknown', part: 0 } })).toBeNull();
  });
  test('tiles whose drawing is not known yet are left out', () => {
    const scene = new Scene(new Archipelago(laid, () => undefined), []);
    expect(scene.land.tiles.size).toBe(0);
    expect(boardTargets(scene, [{ ref: HIDEOUT, name: '' }], null, null)).toEqual([]);
  });
  test('the board has bounds, and bare paper too', () => {
    expect(boundsOf(configOf({})).width).toBeGreaterThan(0);
    expect(boundsOf(configOf({ tiles: [] })).width).toBeGreaterThan(0);
  });
});

describe('under a point', () => {
  const config = configOf({
    ships: [{ colour: 'red', at: { seat: 0, ...HERE } }],
    targets: [{ ref: { kind: 'cell', at: [1, 0] }, name: 'east' }],
  });
  const scene = sceneOf(config);
  const pointed = (at: Point): Ref | null => scene.pointed(at, config);
  test('a site before the land it stands on', () => {
    const ref: Ref = { kind: 'site', at: site('bridge', 0, 1) };
    expect(pointed(scene.place(ref)!.at)).toEqual(ref);
  });
  test('a ship, a hideout', () => {
    expect(pointed(scene.place(RED)!.at)).toEqual(RED);
    expect(pointed(scene.place(HIDEOUT)!.at)).toEqual(HIDEOUT);
  });
  test('land is the coast of its island', () => {
    expect(pointed([-80, 0])).toEqual({ kind: 'coast', at: HERE });
  });
  test('a cell that fits, and nothing on the bare chart', () => {
    expect(pointed(cellCentre([1, 0]))).toEqual({ kind: 'cell', at: [1, 0] });
    expect(pointed(cellCentre([5, 5]))).toBeNull();
  });
});

describe('targets', () => {
  const config = configOf({
    ships: [{ colour: 'red', at: { seat: 0, ...HERE } }],
    targets: [
      { ref: { kind: 'site', at: site('islets', 0, 0) }, name: 'gold', tag: { cost: 7, piracy: true } },
      { ref: { kind: 'site', at: site('bridge', 0, 0) }, name: 'ebony', tag: { cost: 2 } },
      { ref: { kind: 'site', at: site('unknown', 0, 0) }, name: 'nowhere' },
      { ref: { kind: 'coast', at: HERE }, parts: [HERE], name: 'Heron' },
      { ref: HIDEOUT, name: 'hideout' },
      { ref: RED, name: 'your ship' },
      { ref: { kind: 'ship', at: { seat: 1, ...HERE } }, name: 'no ship' },
      { ref: { kind: 'cell', at: [0, -1] }, name: 'north-west' },
    ],
    chosen: [{ kind: 'site', at: site('bridge', 0, 0) }, RED],
  });
  const scene = sceneOf(config);
  const targets = targetsOf(config);
  test('each is there once, those that are nowhere are left out', () => {
    expect(targets.map((t) => t.name).sort()).toEqual([
      'Heron',
      'ebony',
      'gold',
      'hideout',
      'north-west',
      'your ship',
    ]);
    expect(new Set(targets.map((t) => t.key)).size).toBe(targets.length);
  });
  test('they are walked from the top row down', () => {
    expect(targets[0]!.name).toBe('north-west');
    expect(targets[targets.length - 1]!.name).toBe('gold');
  });
  test('the chosen ones are known', () => {
    const chosen = targets.filter((t) => isChosen(config, t.ref)).map((t) => t.name);
    expect(chosen.sort()).toEqual(['ebony', 'your ship']);
  });
  test('the cell under the ghost is no target', () => {
    const ghost = {
      name: '',
      turnLeft: '',
      turnRight: '',
      tile: islets,
      cell: [0, -1] as const,
      rotation: 0,
      sides: [],
      fits: [],
    };
    expect(targetsOf({ ...config, ghost }).map((t) => t.name)).not.toContain('north-west');
  });
  test('ships of one seat that lie apart are one choice in two places', () => {
    const ships = [RED, RED].map(() => ({ colour: 'red' as const, at: { seat: 0, ...HERE } }));
    const two = targetsOf({ ...config, ships }).filter((t) => t.ref.kind === 'ship');
    expect(two.map((t) => t.ref)).toEqual([RED, RED]);
    expect(new Set(two.map((t) => t.key)).size).toBe(2);
  });
  test('a tag covers no other site', () => {
    for (const t of targets.filter((x) => x.tag)) {
      const at: Point = [t.at[0] + t.tagAt[0], t.at[1] + t.tagAt[1]];
      for (const [, other] of scene.land.tiles)
        for (const s of other.geometry.sites) {
          const p = other.at([s.x, s.y]);
          if (distance(p, t.at) > 1) expect(distance(p, at)).toBeGreaterThan(14);
        }
    }
  });
  test('the region to show holds them all', () => {
    const region = targetRegion(scene, targets, null)!;
    for (const t of targets) {
      expect(t.at[0]).toBeGreaterThan(region.x);
      expect(t.at[1]).toBeLessThan(region.y + region.height);
    }
    expect(targetRegion(scene, [], null)).toBeNull();
  });
});

describe('reading order', () => {
  test('things of about one height form a row, each row from the left', () => {
    const list = (
      [
        [300, 10],
        [0, 0],
        [100, 30],
        [50, 200],
        [0, 210],
      ] as Point[]
    ).map((at) => ({ at }));
    expect(readingOrder(list).map((t) => t.at)).toEqual([
      [0, 0],
      [100, 30],
      [300, 10],
      [0, 210],
      [50, 200],
    ]);
  });
});

describe('a tap where targets crowd', () => {
  const target = (key: string, at: Point): BoardTarget => ({
    key,
    at,
    name: key,
    radius: 20,
    tag: null,
    tagAt: at,
    parts: [],
    ref: { kind: 'site', at: site(key, 0, 0) },
  });
  const pair = [target('a', [0, 0]), target('b', [42, 0])];
  test('comes closer until a finger fits between them', () => {
    const scale = crowdedScale(pair, pair[0]!, 0.5, 3)!;
    expect(42 * scale).toBeGreaterThanOrEqual(44);
  });
  test('counts at once when there is room', () => {
    expect(crowdedScale(pair, pair[0]!, 1.2, 3)).toBeNull();
    expect(crowdedScale([pair[0]!], pair[0]!, 0.2, 3)).toBeNull();
  });
  test('counts when the camera cannot come closer', () => {
    expect(crowdedScale(pair, pair[0]!, 0.5, 0.5)).toBeNull();
  });
});

test('a course leaves both of its ends free', () => {
  const line = courseLine([0, 0], [200, 0]);
  expect(line.length).toBeGreaterThan(10);
  for (const p of line) {
    expect(distance(p, [0, 0])).toBeGreaterThan(20);
    expect(distance(p, [200, 0])).toBeGreaterThan(20);
  }
});

describe('docks of the tile about to be laid', () => {
  const three = tile('three', false, [[0], 'gold'], [[2], 'ruins'], [[4], 'spice']);
  const geometry = tileGeometry(three);
  const ghost = {
    tile: three,
    cell: [5, 5] as const,
    rotation: 1,
    sides: [null, null, null, null, null, null],
    fits: [true, true, true, true, true, true],
    turnLeft: '',
    turnRight: '',
    name: '',
  };
  const lying = sceneOf({ tiles: [{ tile: three, cell: [0, 0], rotation: 1 }] });
  test('every part has one, at a berth of its own', () => {
    const spots = ghostBerths(ghost, geometry);
    expect(spots).toHaveLength(3);
    for (const spot of spots) expect(spot).not.toBeNull();
  });
  test('the ship lies at the best berth, and the others keep clear of it and of each other', () => {
    for (const dock of [0, 1, 2]) {
      const spots = ghostBerths({ ...ghost, dock }, geometry) as Point[];
      expect(spots[dock]).toEqual(lying.berth({ tile: 'three', part: dock }, 0));
      for (const [i, a] of spots.entries())
        for (const b of spots.slice(i + 1)) expect(distance(a, b)).toBeGreaterThan(26);
    }
  });
});
