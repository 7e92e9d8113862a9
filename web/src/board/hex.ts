/**
 * Hexagons and chance. Unit: circumradius R = 100, pointy top, y down; side k of a
 * cell lies at the angle 60° · k, as the rules count sides.
 */
import type { Cell } from './config';

export type Point = readonly [x: number, y: number];

export const R = 100;
export const A = (R * Math.sqrt(3)) / 2;
export const SIDES = [0, 1, 2, 3, 4, 5] as const;

const polar = (radius: number, degrees: number): Point => [
  radius * Math.cos((degrees * Math.PI) / 180),
  radius * Math.sin((degrees * Math.PI) / 180),
];
/** Unit vectors towards the six sides. */
export const DIRECTIONS: readonly Point[] = SIDES.map((k) => polar(1, 60 * k));
/** Corner k is the first corner of side k, clockwise. */
const CORNERS: readonly Point[] = SIDES.map((k) => polar(R, 60 * k - 30));
/** Neighbour k of a cell, as an axial step. */
const NEIGHBOURS: readonly Cell[] = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
];

export const side = (k: number): Point => DIRECTIONS[((k % 6) + 6) % 6]!;
export const corner = (k: number): Point => CORNERS[((k % 6) + 6) % 6]!;
export const neighbour = (cell: Cell, k: number): Cell => {
  const step = NEIGHBOURS[((k % 6) + 6) % 6]!;
  return [cell[0] + step[0], cell[1] + step[1]];
};
export const cellCentre = ([q, r]: Cell): Point => [2 * A * (q + r / 2), 1.5 * R * r];

/** The cell that holds a point (cube rounding). */
export function cellAt([x, y]: Point): Cell {
  const r = y / (1.5 * R);
  const q = x / (2 * A) - r / 2;
  const s = -q - r;
  let [rq, rr] = [Math.round(q), Math.round(r)];
  const rs = Math.round(s);
  const [dq, dr, ds] = [Math.abs(rq - q), Math.abs(rr - r), Math.abs(rs - s)];
  if (dq > dr && dq > ds) rq = -rr - rs;
  else if (dr > ds) rr = -rq - rs;
  return [rq + 0, rr + 0];
}

/** Distance to side k, positive inside the hexagon at the origin. */
export const inset = (x: number, y: number, k: number): number => {
  const d = DIRECTIONS[k]!;
  return A - (x * d[0] + y * d[1]);
};
/** Distance to the nearest side. */
export function minInset(x: number, y: number): number {
  let least = Infinity;
  for (let k = 0; k < 6; k++) least = Math.min(least, inset(x, y, k));
  return least;
}

const ROTATIONS: readonly Point[] = SIDES.map((k) => polar(1, 60 * k));
/** Turns a point by t sixths of a turn, clockwise on the screen. */
export const rotate = (p: Point, t: number): Point => {
  const [c, s] = ROTATIONS[((t % 6) + 6) % 6]!;
  return [p[0] * c - p[1] * s, p[0] * s + p[1] * c];
};
/** From the printed tile to the board. */
export const toBoard = (p: Point, rotation: number, centre: Point): Point => {
  const q = rotate(p, rotation);
  return [q[0] + centre[0], q[1] + centre[1]];
};

export const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

const two = (n: number): string => n.toFixed(2);
export const hexPath = (scale = 1, [cx, cy]: Point = [0, 0]): string =>
  'M' + CORNERS.map((c) => `${two(cx + c[0] * scale)} ${two(cy + c[1] * scale)}`).join('L') + 'Z';

// --- chance: the same id gives the same coast on every machine ------------------

/** FNV-1a of a text. */
export function hash(text: string): number {
  let h = 2166136261;
  for (const c of text) {
    h ^= c.codePointAt(0)!;
    h = Math.imul(h, 16777619);
  }
  return h >>> 0;
}
/** mulberry32: numbers in [0, 1). */
export function random(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
/** Smooth value noise in [-1, 1]. */
export function noise(seed: number): (x: number, y: number) => number {
  const value = (x: number, y: number): number => {
    let h = (Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(seed, 2246822519)) | 0;
    h = Math.imul(h ^ (h >>> 13), 1274126177);
    return ((h ^ (h >>> 16)) >>> 0) / 2147483648 - 1;
  };
  const fade = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10);
  return (x, y) => {
    const i = Math.floor(x);
    const j = Math.floor(y);
    const u = fade(x - i);
    const w = fade(y - j);
    return (
      (value(i, j) * (1 - u) + value(i + 1, j) * u) * (1 - w) +
      (value(i, j + 1) * (1 - u) + value(i + 1, j + 1) * u) * w
    );
  };
}
