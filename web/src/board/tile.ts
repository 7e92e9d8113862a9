/**
 * Everything needed to draw a printed tile, computed once from its id and design: a
 * height field below zero on land, its contours, decoration and berths.
 */
import type { Tile } from '../protocol/messages';
import { CELLS, LOW, STEP, WIDTH, contour } from './contour';
import { DIRECTIONS, type Point, distance, hash, inset, minInset, noise, random } from './hex';
import { type Layout, type PlacedSite, type Skeleton, armDistance, layout, skeletons } from './skeleton';

/** The coast crosses a land side at u = ±24; corners stay sea. */
const CROSSING = 24;
/** Within this distance of a land side the profile of the side takes over. */
const EDGE = 20;
/** Half the width of the channel between two parts. */
const CHANNEL = 7.6;
const CLEAR_OF_HIDEOUT = 23;

export type Loops = readonly (readonly Point[])[];
export const LEVELS = ['ink', 'coast', 'dry', 'grass', 'wood', 'deep'] as const;
export type Level = (typeof LEVELS)[number];

export interface PartGeometry extends Readonly<Record<Level, Loops>> {
  readonly heart: Point;
  /** Up to six places for ships, just offshore. */
  readonly berths: readonly Point[];
}
/** x, y, size and a number in [0, 1) that picks the variant. */
export type Mark = readonly [x: number, y: number, size: number, pick: number];
export interface TileGeometry {
  readonly id: string;
  readonly parts: readonly PartGeometry[];
  readonly sites: readonly PlacedSite[];
  readonly hideout: Point | null;
  readonly tufts: readonly Mark[];
  readonly palms: readonly Mark[];
  readonly waves: readonly Mark[];
  readonly shoals: readonly Mark[];
  readonly washes: readonly Wash[];
}
/** A broad brush patch of the sea; its angle stays with the page, not with the tile. */
export interface Wash {
  readonly at: Point;
  readonly rx: number;
  readonly ry: number;
  readonly angle: number;
  readonly dark: boolean;
}

// --- the height field -------------------------------------------------------------

const smoothMin = (a: number, b: number, k: number): number => {
  const h = Math.max(k - Math.abs(a - b), 0) / k;
  return Math.min(a, b) - h * h * k * 0.25;
};
const smoothStep = (a: number, b: number, x: number): number => {
  const t = Math.min(1, Math.max(0, (x - a) / (b - a)));
  return t * t * (3 - 2 * t);
};

/** Height and calm (how much noise is allowed) of one part over the grid. */
interface Grid {
  readonly height: Float64Array;
  readonly calm: Float64Array;
}
class Field {
  private readonly coarse: (x: number, y: number) => number;
  private readonly fine: (x: number, y: number) => number;
  private readonly owner: (number | undefined)[] = [];

  constructor(
    private readonly tile: Tile,
    private readonly bones: readonly Skeleton[],
    private readonly plan: Layout,
    seed: number,
  ) {
    this.coarse = noise(seed);
    this.fine = noise(seed ^ 0x9e37);
    tile.parts.forEach((p, i) => p.sides.forEach((k) => (this.owner[k] = i)));
  }

  /** The part alone, before channels and sides. */
  private raw(i: number, x: number, y: number): number {
    const s = this.bones[i]!;
    let f = 1e3;
    for (const arm of s.arms) f = smoothMin(f, armDistance(arm, x, y) - 19, 12);
    for (const p of this.plan.sites)
      if (p.part === i) f = smoothMin(f, Math.sqrt((x - p.x) ** 2 + (y - p.y) ** 2) - 21, 12);
    for (const l of this.plan.capes)
      if (l.part === i) f = smoothMin(f, Math.sqrt((x - l.x) ** 2 + (y - l.y) ** 2) - l.r, 16);
    if (f > 900) f = Math.hypot(x - s.heart[0], y - s.heart[1]) - 13;
    // So far out nothing is drawn, and noise is dear.
    if (f > 60) return f;
    return f + 4.2 * this.coarse(x * 0.05 + i * 7, y * 0.05) + 1.7 * this.fine(x * 0.12, y * 0.12 + i * 5);
  }

  /** Writes height and calm of one part at grid place `o`; `raws` are all parts there. */
  private settle(grid: Grid, o: number, i: number, x: number, y: number, raws: readonly number[]): void {
    const own = raws[i]!;
    let f = own;
    for (let j = 0; j < raws.length; j++) if (j !== i) f = Math.max(f, CHANNEL - (raws[j]! - own) / 2);
    const hide = this.plan.hideout;
    if (hide) f = Math.max(f, CLEAR_OF_HIDEOUT - Math.hypot(x - hide[0], y - hide[1]));
    this.blendSides(grid, o, i, x, y, f);
  }
  /** Own land sides pull the coast to ±24, other sides push it back, so seams match exactly. */
  private blendSides(grid: Grid, o: number, i: number, x: number, y: number, f: number): void {
    let sum = f;
    let weight = 1;
    let calm = 1;
    for (let k = 0; k < 6; k++) {
      const e = inset(x, y, k);
      if (this.owner[k] !== i) {
        sum = Math.max(sum, (9.5 - e) * weight);
        continue;
      }
      const u = Math.abs(-x * DIRECTIONS[k]![1] + y * DIRECTIONS[k]![0]);
      const profile = u - CROSSING;
      if (u > 62) continue;
      if (e <= 0.05) {
        // On the side and up to four units past it the profile alone counts; then land ends.
        grid.height[o] = e <= -4 ? Math.max(profile, 20) : profile;
        grid.calm[o] = 0;
        return;
      }
      if (e >= EDGE) continue;
      const w = ((EDGE - e) / (e + 0.6)) ** 2 * 1.7;
      sum += profile * w;
      weight += w;
      calm = Math.min(calm, smoothStep(0, EDGE, e));
    }
    grid.height[o] = sum / weight;
    grid.calm[o] = calm;
  }

  grids(): Grid[] {
    const parts = this.tile.parts.length;
    const empty = (): Grid => ({
      height: new Float64Array(WIDTH * WIDTH).fill(30),
      calm: new Float64Array(WIDTH * WIDTH),
    });
    const grids = Array.from({ length: parts }, empty);
    const raws: number[] = Array.from({ length: parts }, () => 0);
    for (let b = 0; b <= CELLS; b++)
      for (let a = 0; a <= CELLS; a++) {
        const x = LOW + a * STEP;
        const y = LOW + b * STEP;
        if (minInset(x, y) < -7) continue;
        for (let i = 0; i < parts; i++) raws[i] = this.raw(i, x, y);
        for (let i = 0; i < parts; i++) this.settle(grids[i]!, b * WIDTH + a, i, x, y, raws);
      }
    return grids;
  }
}

function level(grid: Grid, shift: (calm: number, x: number, y: number) => number): Point[][] {
  const out = new Float64Array(WIDTH * WIDTH);
  for (let b = 0; b <= CELLS; b++)
    for (let a = 0; a <= CELLS; a++) {
      const o = b * WIDTH + a;
      const f = grid.height[o]!;
      // Far from every contour the shift cannot matter, and noise is dear.
      const v = Math.abs(f) > 34 ? f : f + shift(grid.calm[o]!, LOW + a * STEP, LOW + b * STEP);
      out[o] = v || 1e-6;
    }
  return contour(out);
}
function look(grid: Grid, x: number, y: number): number {
  const a = (x - LOW) / STEP;
  const b = (y - LOW) / STEP;
  const c = Math.floor(a);
  const d = Math.floor(b);
  const u = a - c;
  const w = b - d;
  const o = d * WIDTH + c;
  const h = grid.height;
  return (h[o]! * (1 - u) + h[o + 1]! * u) * (1 - w) + (h[o + WIDTH]! * (1 - u) + h[o + WIDTH + 1]! * u) * w;
}

// --- decoration and berths --------------------------------------------------------

interface Ground {
  readonly tile: Tile;
  readonly plan: Layout;
  readonly grids: readonly Grid[];
  readonly chance: () => number;
}
const highest = (g: Ground, x: number, y: number): number =>
  Math.min(1e9, ...g.grids.map((grid) => look(grid, x, y)));
const toHideout = (g: Ground, x: number, y: number): number =>
  g.plan.hideout ? distance(g.plan.hideout, [x, y]) : Infinity;

/** Throws darts until `most` of them stick. */
function scatter(
  g: Ground,
  darts: number,
  most: number,
  reach: Point,
  apart: number,
  sticks: (x: number, y: number) => boolean,
  size: () => number,
): Mark[] {
  const out: Mark[] = [];
  for (let i = 0; i < darts && out.length < most; i++) {
    const x = (g.chance() * 2 - 1) * reach[0];
    const y = (g.chance() * 2 - 1) * reach[1];
    if (!sticks(x, y) || out.some((t) => Math.hypot(t[0] - x, t[1] - y) < apart)) continue;
    out.push([x, y, size(), g.chance()]);
  }
  return out;
}
function decoration(g: Ground): Pick<TileGeometry, 'tufts' | 'palms' | 'waves' | 'shoals'> {
  const clear = (x: number, y: number, d: number): boolean =>
    g.plan.sites.every((s) => Math.hypot(s.x - x, s.y - y) > d);
  const nothing = (): number => 0;
  const tufts = scatter(
    g,
    900,
    60,
    [92, 100],
    6.4,
    (x, y) => minInset(x, y) >= 4 && highest(g, x, y) <= -10.5 && clear(x, y, 18.6),
    () => 2.6 + g.chance() * 1.7,
  );
  const palms = scatter(
    g,
    700,
    4,
    [84, 92],
    34,
    (x, y) => {
      if (minInset(x, y) < 14) return false;
      const f = highest(g, x, y);
      return f <= -3.4 && f >= -7.5 && clear(x, y, 21);
    },
    nothing,
  );
  const waves = scatter(
    g,
    500,
    4,
    [80, 90],
    24,
    (x, y) => minInset(x, y) >= 12 && highest(g, x, y) >= 25 && toHideout(g, x, y) >= 26,
    nothing,
  );
  const shoals = scatter(
    g,
    200,
    1,
    [70, 76],
    0,
    (x, y) => minInset(x, y) >= 24 && highest(g, x, y) >= 37 && toHideout(g, x, y) >= 46,
    nothing,
  );
  const open = waves.filter((w) => shoals.every((q) => Math.hypot(q[0] - w[0], q[1] - w[1]) > 22));
  return { tufts, palms, waves: open, shoals };
}

const BERTHS = 6;
/** Offshore places of one part that are clear of other parts and the hideout. */
function offshore(g: Ground, part: number, near: number, far: number, clearance: number): [Point, number][] {
  const out: [Point, number][] = [];
  for (let x = -88; x <= 88; x += 4)
    for (let y = -92; y <= 92; y += 4) {
      const e = minInset(x, y);
      if (e < 15) continue;
      const f = look(g.grids[part]!, x, y);
      if (f < near || f > far) continue;
      let others = Math.min(99, toHideout(g, x, y) - 17);
      g.grids.forEach((grid, j) => {
        if (j !== part) others = Math.min(others, look(grid, x, y));
      });
      if (others < clearance) continue;
      out.push([[x, y], Math.min(others, 22) + Math.min(e, 26) * 0.5 + y * 0.02 - Math.abs(f - 12)]);
    }
  return out.sort((a, b) => b[1] - a[1]);
}
function berths(g: Ground, part: number, heart: Point): Point[] {
  const out: Point[] = [];
  const take = (candidates: readonly [Point, number][], gap: number, most: number): void => {
    for (const [p] of candidates)
      if (out.length < most && out.every((o) => distance(o, p) >= gap)) out.push(p);
  };
  const best = offshore(g, part, 9.5, 15, 9.5);
  for (const gap of [29, 25, 20]) take(best, gap, BERTHS);
  // Land all round, or a strait between parts: closer in, so that a few colours still find room.
  if (out.length < 3) take(offshore(g, part, 4, 22, 3), 18, 3);
  if (!out.length) out.push(heart);
  return out;
}

function washes(seed: number): Wash[] {
  const chance = random(seed ^ 5);
  return [0, 1, 2].map((i) => {
    const a = chance() * 6.28;
    const d = chance() * 52;
    const at: Point = [Math.cos(a) * d, Math.sin(a) * d];
    return {
      at,
      rx: 30 + chance() * 26,
      ry: 12 + chance() * 12,
      angle: Math.round(chance() * 40 - 20),
      dark: i % 2 === 0,
    };
  });
}

export function tileGeometry(tile: Tile): TileGeometry {
  const seed = hash(tile.id);
  const chance = random(seed);
  const bones = skeletons(tile, chance);
  const plan = layout(tile, bones, chance);
  const grids = new Field(tile, bones, plan, seed).grids();
  const ground: Ground = { tile, plan, grids, chance };
  const broad = noise(seed ^ 77);
  const pen = noise(seed ^ 991);
  const parts = grids.map((grid, i): PartGeometry => ({
    ink: level(grid, (c, x, y) => -1.15 - 0.75 * c * pen(x * 0.09, y * 0.09)),
    coast: level(grid, () => 0),
    dry: level(grid, (c, x, y) => 2.4 + 1.1 * c * pen(x * 0.08, y * 0.08 + 9)),
    grass: level(grid, (c, x, y) => 6.3 + 1.7 * c * broad(x * 0.07, y * 0.07)),
    wood: level(grid, (c, x, y) => 10.2 + 2.6 * c * broad(x * 0.06 + 20, y * 0.06)),
    deep: level(grid, (c, x, y) => 15.5 + 4 * c * broad(x * 0.05 + 40, y * 0.05)),
    heart: bones[i]!.heart,
    berths: [],
  }));
  const marks = decoration(ground);
  return {
    id: tile.id,
    parts: parts.map((p, i) => ({ ...p, berths: berths(ground, i, p.heart) })),
    sites: plan.sites,
    hideout: plan.hideout,
    ...marks,
    washes: washes(seed),
  };
}
