/** The camera: which part of the board is seen, and how large. Pure functions. */
import type { Region } from './artist';
import type { Camera, Insets } from './config';
import type { Point } from './hex';

/** The window of the board in CSS pixels, and how much of it panels cover. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
  readonly insets: Insets;
}
export const MIN_SCALE = 0.18;
export const MAX_SCALE = 3;
/** A single tile should not fill the screen. */
export const FIT_SCALE = 1.35;

const clampScale = (scale: number, max = MAX_SCALE): number => Math.max(MIN_SCALE, Math.min(max, scale));

export const toScreen = (camera: Camera, view: Viewport, [x, y]: Point): Point => [
  (x - camera.x) * camera.scale + view.width / 2,
  (y - camera.y) * camera.scale + view.height / 2,
];
export const fromScreen = (camera: Camera, view: Viewport, [x, y]: Point): Point => [
  (x - view.width / 2) / camera.scale + camera.x,
  (y - view.height / 2) / camera.scale + camera.y,
];

/** What is left between the panels; never less than a fifth of the window, on the side that is freer. */
export function freeArea({ width, height, insets }: Viewport): Region {
  const span = (size: number, before: number, after: number): [number, number] => {
    const least = size / 5;
    if (size - before - after >= least) return [before, size - before - after];
    return [((size - least) * before) / (before + after), least];
  };
  const [x, w] = span(width, insets.left, insets.right);
  const [y, h] = span(height, insets.top, insets.bottom);
  return { x, y, width: w, height: h };
}

/** The camera that shows a region as large as possible between the panels. */
export function fit(region: Region, view: Viewport, margin = 14, max = FIT_SCALE): Camera {
  const free = freeArea(view);
  const scale = clampScale(
    Math.min(
      Math.max(1, free.width - 2 * margin) / Math.max(1, region.width),
      Math.max(1, free.height - 2 * margin) / Math.max(1, region.height),
    ),
    max,
  );
  return centred([region.x + region.width / 2, region.y + region.height / 2], scale, view);
}
/** The camera that shows a point in the middle of the free area. */
export function centred([x, y]: Point, scale: number, view: Viewport): Camera {
  const free = freeArea(view);
  return {
    x: x - (free.x + free.width / 2 - view.width / 2) / scale,
    y: y - (free.y + free.height / 2 - view.height / 2) / scale,
    scale,
  };
}
/** Zooms so that the board point under `at` stays under it. */
export function zoomAt(camera: Camera, view: Viewport, factor: number, at: Point): Camera {
  const scale = clampScale(camera.scale * factor);
  const [x, y] = fromScreen(camera, view, at);
  return { x: x - (at[0] - view.width / 2) / scale, y: y - (at[1] - view.height / 2) / scale, scale };
}
export const panned = (camera: Camera, dx: number, dy: number): Camera => ({
  ...camera,
  x: camera.x - dx / camera.scale,
  y: camera.y - dy / camera.scale,
});
/** Keeps some of the board in the free area, however far one drags. */
export function clamped(camera: Camera, board: Region, view: Viewport): Camera {
  const free = freeArea(view);
  const keep = (
    at: number,
    low: number,
    size: number,
    start: number,
    span: number,
    window: number,
  ): number => {
    const hold = Math.min(120, size * camera.scale * 0.5, span * 0.5) / camera.scale;
    const first = (start - window / 2) / camera.scale;
    const last = first + span / camera.scale;
    return Math.max(low + hold - last, Math.min(low + size - hold - first, at));
  };
  return {
    x: keep(camera.x, board.x, board.width, free.x, free.width, view.width),
    y: keep(camera.y, board.y, board.height, free.y, free.height, view.height),
    scale: camera.scale,
  };
}
/** The least move that brings a circle into the free area. */
export function revealed(camera: Camera, view: Viewport, centre: Point, radius: number): Camera {
  const free = freeArea(view);
  const [x, y] = toScreen(camera, view, centre);
  const r = radius * camera.scale + 8;
  const shift = (at: number, low: number, size: number): number => {
    if (size < 2 * r) return low + size / 2 - at;
    return Math.max(low + r - at, 0) + Math.min(low + size - r - at, 0);
  };
  return panned(camera, shift(x, free.x, free.width), shift(y, free.y, free.height));
}
/** Between two cameras, t from 0 to 1; scale moves by ratio, so zooming feels even. */
export function between(a: Camera, b: Camera, t: number): Camera {
  if (t >= 1) return b;
  const scale = a.scale * (b.scale / a.scale) ** t;
  // The point that keeps its place on the screen moves evenly, or a zoom would swing.
  const s = Math.abs(b.scale - a.scale) < 1e-6 ? t : (1 / a.scale - 1 / scale) / (1 / a.scale - 1 / b.scale);
  return { x: a.x + (b.x - a.x) * s, y: a.y + (b.y - a.y) * s, scale };
}
/** The part of the board between the panels. */
export function inSight(camera: Camera, view: Viewport): Region {
  const free = freeArea(view);
  const [x, y] = fromScreen(camera, view, [free.x, free.y]);
  return { x, y, width: free.width / camera.scale, height: free.height / camera.scale };
}
/** Width of a tile below which nobody can read it, in CSS pixels: 110 on a desktop, 90 on a small one. */
export const leastTile = ({ width, height }: Viewport): number =>
  Math.max(60, Math.min(110, Math.min(width, height * 1.6) / 12.8));
export const visible = (camera: Camera, view: Viewport, grow = 0): Region => {
  const width = (view.width / camera.scale) * (1 + 2 * grow);
  const height = (view.height / camera.scale) * (1 + 2 * grow);
  return { x: camera.x - width / 2, y: camera.y - height / 2, width, height };
};
