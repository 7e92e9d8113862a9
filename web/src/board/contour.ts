/** Lines of equal height: marching squares over a grid, and smooth paths through them. */
import { type Point, distance } from './hex';

export const LOW = -108;
export const STEP = 3;
export const CELLS = 72;
export const WIDTH = CELLS + 1;

/** Closed loops where the grid crosses zero, land (below zero) on one hand throughout. */
export function contour(heights: Float64Array): Point[][] {
  const next = new Int32Array(WIDTH * WIDTH * 2).fill(-1);
  const at = new Map<number, Point>();
  const starts: number[] = [];
  const height = (i: number, j: number): number => heights[j * WIDTH + i]!;

  /** The crossing on the grid edge right of (i, j), or below it when `down` is 1. */
  const edge = (i: number, j: number, down: 0 | 1): number => {
    const key = (j * WIDTH + i) * 2 + down;
    if (!at.has(key)) {
      const a = height(i, j);
      const b = down ? height(i, j + 1) : height(i + 1, j);
      const t = a / (a - b);
      at.set(key, down ? [LOW + i * STEP, LOW + (j + t) * STEP] : [LOW + (i + t) * STEP, LOW + j * STEP]);
    }
    return key;
  };
  const add = (from: number, to: number): void => {
    next[from] = to;
    starts.push(from);
  };
  for (let j = 0; j < CELLS; j++)
    for (let i = 0; i < CELLS; i++) {
      const mask =
        (height(i, j) < 0 ? 1 : 0) |
        (height(i + 1, j) < 0 ? 2 : 0) |
        (height(i + 1, j + 1) < 0 ? 4 : 0) |
        (height(i, j + 1) < 0 ? 8 : 0);
      if (mask === 0 || mask === 15) continue;
      const ends: Record<Edge, () => number> = {
        T: () => edge(i, j, 0),
        B: () => edge(i, j + 1, 0),
        L: () => edge(i, j, 1),
        R: () => edge(i + 1, j, 1),
      };
      for (const [from, to] of STEPS[mask]!) add(ends[from](), ends[to]());
    }
  return walk(starts, next, at);
}

type Edge = 'T' | 'B' | 'L' | 'R';
/** By the four corners below zero (1 top left, 2 top right, 4 bottom right, 8 bottom left). */
const STEPS: readonly (readonly (readonly [Edge, Edge])[])[] = [
  [],
  [['T', 'L']],
  [['R', 'T']],
  [['R', 'L']],
  [['B', 'R']],
  [
    ['T', 'L'],
    ['B', 'R'],
  ],
  [['B', 'T']],
  [['B', 'L']],
  [['L', 'B']],
  [['T', 'B']],
  [
    ['L', 'B'],
    ['R', 'T'],
  ],
  [['R', 'B']],
  [['L', 'R']],
  [['T', 'R']],
  [['L', 'T']],
  [],
];

function walk(starts: readonly number[], next: Int32Array, at: ReadonlyMap<number, Point>): Point[][] {
  const loops: Point[][] = [];
  for (const start of starts) {
    const loop: Point[] = [];
    for (let k = start; k >= 0 && next[k]! >= 0;) {
      loop.push(at.get(k)!);
      const to = next[k]!;
      next[k] = -1;
      k = to;
    }
    if (loop.length > 7) loops.push(thin(loop));
  }
  return loops;
}
/** Drops points that crowd together, so that the curve does not wobble. */
function thin(loop: readonly Point[]): Point[] {
  const out: Point[] = [];
  for (const p of loop) {
    const last = out[out.length - 1];
    if (!last || distance(p, last) > STEP * 0.72) out.push(p);
  }
  return out;
}
