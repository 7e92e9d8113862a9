/** Smooth lines through points, as path data. */
import { type Point, toBoard } from './hex';

const one = (n: number): string => n.toFixed(1);
/** Catmull-Rom through points, closed or open, as path data. */
export function smooth(points: readonly Point[], closed: boolean): string {
  const n = points.length;
  if (n < 2) return '';
  const get = (i: number): Point =>
    closed ? points[((i % n) + n) % n]! : points[Math.max(0, Math.min(n - 1, i))]!;
  let d = `M${one(points[0]![0])} ${one(points[0]![1])}`;
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [p0, p1, p2, p3] = [get(i - 1), get(i), get(i + 1), get(i + 2)];
    d +=
      `C${one(p1[0] + (p2[0] - p0[0]) / 6)} ${one(p1[1] + (p2[1] - p0[1]) / 6)}` +
      ` ${one(p2[0] - (p3[0] - p1[0]) / 6)} ${one(p2[1] - (p3[1] - p1[1]) / 6)}` +
      ` ${one(p2[0])} ${one(p2[1])}`;
  }
  return closed ? d + 'Z' : d;
}
/** Loops of a printed tile as one path on the board. */
export const loopsPath = (loops: readonly (readonly Point[])[], rotation: number, centre: Point): string =>
  loops
    .map((loop) =>
      smooth(
        loop.map((p) => toBoard(p, rotation, centre)),
        true,
      ),
    )
    .join('');
