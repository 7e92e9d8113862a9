/**
 * Coasts of whole islands as lines: each part's coast is cut at the sides of its hexagon
 * and joined to the neighbour's, so that dashes run on across seams and no line crosses
 * a land side.
 */
import { smooth } from './curve';
import { A, type Point, distance, minInset, side } from './hex';
import type { Placed } from './design';

/** An island as it is drawn and felt for: the line of its coast, and its land. */
export interface Shore {
  readonly line: string;
  readonly land: string;
}
export interface PlacedPart {
  readonly tile: Placed;
  readonly part: number;
}

/** Where the way from an inner to an outer point meets the hexagon. */
function atRim(inner: Point, outer: Point): Point {
  const a = minInset(inner[0], inner[1]);
  const b = minInset(outer[0], outer[1]);
  const t = a / (a - b || 1);
  return [inner[0] + (outer[0] - inner[0]) * t, inner[1] + (outer[1] - inner[1]) * t];
}
/** The stretches of a loop inside the hexagon; a loop wholly inside comes back closed. */
export function stretches(loop: readonly Point[]): { readonly line: Point[]; readonly closed: boolean }[] {
  const n = loop.length;
  const isIn = loop.map((p) => minInset(p[0], p[1]) >= 0);
  if (isIn.every(Boolean)) return [{ line: [...loop], closed: true }];
  const first = isIn.indexOf(false);
  const out: { line: Point[]; closed: boolean }[] = [];
  let line: Point[] | null = null;
  for (let s = 1; s <= n; s++) {
    const i = (first + s) % n;
    const before = (i + n - 1) % n;
    if (isIn[i]) {
      if (!line) line = isIn[before] ? [] : [atRim(loop[i]!, loop[before]!)];
      line.push(loop[i]!);
    } else if (line) {
      line.push(atRim(loop[before]!, loop[i]!));
      out.push({ line, closed: false });
      line = null;
    }
  }
  return out;
}

/** Ends nearer than this belong together; seams match within a few hundredths. */
const JOIN = 3;
function chain(lines: Point[][]): { line: Point[]; closed: boolean }[] {
  const left = [...lines];
  const out: { line: Point[]; closed: boolean }[] = [];
  const take = (fits: (line: readonly Point[]) => boolean): Point[] | undefined => {
    const i = left.findIndex(fits);
    return i < 0 ? undefined : left.splice(i, 1)[0];
  };
  for (let line = left.shift(); line; line = left.shift()) {
    let joined: Point[] = line;
    for (;;) {
      const end = joined[joined.length - 1]!;
      const start = joined[0]!;
      const after = take((l) => distance(l[0]!, end) < JOIN);
      if (after) {
        joined = [...joined, ...after.slice(1)];
        continue;
      }
      const before = take((l) => distance(l[l.length - 1]!, start) < JOIN);
      if (!before) break;
      joined = [...before, ...joined.slice(1)];
    }
    const closed = joined.length > 3 && distance(joined[0]!, joined[joined.length - 1]!) < JOIN;
    out.push({ line: closed ? joined.slice(0, -1) : joined, closed });
  }
  return out;
}

/** The coast of these parts together, as path data. */
export function coastline(parts: readonly PlacedPart[]): string {
  const open: Point[][] = [];
  let d = '';
  for (const { tile, part } of parts)
    for (const loop of tile.geometry.parts[part]?.coast ?? [])
      for (const { line, closed } of stretches(loop)) {
        const laid = line.map(tile.at);
        if (closed) d += smooth(laid, true);
        else open.push(laid);
      }
  return (
    d +
    chain(open)
      .map(({ line, closed }) => smooth(line, closed))
      .join('')
  );
}
/** What of a loop lies in the hexagon. */
function within(loop: readonly Point[]): readonly Point[] {
  let left = loop;
  for (let k = 0; k < 6; k++) {
    const [nx, ny] = side(k);
    const room = ([x, y]: Point): number => A - nx * x - ny * y;
    left = left.flatMap((p, i) => {
      const before = left[(i + left.length - 1) % left.length]!;
      const [a, b] = [room(before), room(p)];
      const t = a / (a - b || 1);
      const cut: Point = [before[0] + (p[0] - before[0]) * t, before[1] + (p[1] - before[1]) * t];
      return [...(a < 0 !== b < 0 ? [cut] : []), ...(b < 0 ? [] : [p])];
    });
  }
  return left;
}
/** The land of these parts, as path data: what a click on the island itself falls on. */
export function landArea(parts: readonly PlacedPart[]): string {
  return parts
    .flatMap(
      ({ tile, part }) => tile.geometry.parts[part]?.coast.map((loop) => within(loop).map(tile.at)) ?? [],
    )
    .filter((loop) => loop.length > 2)
    .map((loop) => `M${loop.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`)
    .join('');
}
/** Is a point of the printed tile on this land? */
export function onLand([x, y]: Point, loops: readonly (readonly Point[])[]): boolean {
  let odd = false;
  for (const loop of loops)
    for (let i = 0; i < loop.length; i++) {
      const [ax, ay] = loop[i]!;
      const [bx, by] = loop[(i + 1) % loop.length]!;
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
    }
  return odd;
}

/** Coasts drawn up so far: their lines are long texts, and most stay the same from move to move. */
export class Shores {
  private readonly known = new Map<string, Shore>();

  of(parts: readonly PlacedPart[]): Shore {
    const key = parts
      .map(({ tile: { laid }, part }) => `${laid.tile.id}/${part}/${laid.cell}/${laid.rotation}`)
      .join(' ');
    const before = this.known.get(key);
    if (before) return before;
    if (this.known.size > MOST_SHORES) this.known.clear();
    const made = { line: coastline(parts), land: landArea(parts) };
    this.known.set(key, made);
    return made;
  }
}
const MOST_SHORES = 400;
