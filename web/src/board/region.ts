/** Rectangles of the board. */
import type { Region } from './artist';
import type { Cell } from './config';
import { A, type Point, R, cellCentre } from './hex';

/** The region round some hexagons, or a piece of bare chart when there are none. */
export function aroundCells(cells: readonly Cell[]): Region {
  if (!cells.length) return { x: -300, y: -220, width: 600, height: 440 };
  return unite(
    cells.map((cell) => {
      const [x, y] = cellCentre(cell);
      return { x: x - A, y: y - R, width: 2 * A, height: 2 * R };
    }),
  );
}
export const aroundPoint = ([x, y]: Point, radius: number): Region => ({
  x: x - radius,
  y: y - radius,
  width: 2 * radius,
  height: 2 * radius,
});
export function unite(regions: readonly Region[]): Region {
  const x = Math.min(...regions.map((r) => r.x));
  const y = Math.min(...regions.map((r) => r.y));
  return {
    x,
    y,
    width: Math.max(...regions.map((r) => r.x + r.width)) - x,
    height: Math.max(...regions.map((r) => r.y + r.height)) - y,
  };
}
export const grown = (r: Region, by: number): Region => ({
  x: r.x - by,
  y: r.y - by,
  width: r.width + 2 * by,
  height: r.height + 2 * by,
});
/** What two regions share; null when they do not meet. */
export function common(a: Region, b: Region): Region | null {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}
export const contains = (outer: Region, inner: Region): boolean =>
  inner.x >= outer.x - 0.01 &&
  inner.y >= outer.y - 0.01 &&
  inner.x + inner.width <= outer.x + outer.width + 0.01 &&
  inner.y + inner.height <= outer.y + outer.height + 0.01;

/** A quarter turn clockwise, as a chart is laid sideways; `back` undoes it. */
export const turnedPoint = ([x, y]: Point): Point => [-y, x];
export const turnedBack = ([x, y]: Point): Point => [y, -x];
export const turnedRegion = ({ x, y, width, height }: Region): Region => ({
  x: -(y + height),
  y: x,
  width: height,
  height: width,
});
export const regionBack = ({ x, y, width, height }: Region): Region => ({
  x: y,
  y: -(x + width),
  width: height,
  height: width,
});
