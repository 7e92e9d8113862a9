/**
 * Where land, sites and the hideout lie on a printed tile: every part gets a heart and
 * one arm to each of its sides, then sites and hideout settle by relaxation.
 */
import type { SiteKind, Tile } from '../protocol/messages';
import { A, DIRECTIONS, type Point, distance, inset, minInset } from './hex';

export interface Skeleton {
  /** The heart of the part. */
  heart: Point;
  /** Mean direction of its sides; zero for islets. */
  readonly mean: Point;
  /** One curve per side, from the side to the heart, seven points each. */
  arms: readonly (readonly Point[])[];
}
export interface PlacedSite {
  readonly part: number;
  readonly site: number;
  readonly kind: SiteKind;
  readonly x: number;
  readonly y: number;
}
export interface Cape {
  readonly part: number;
  readonly x: number;
  readonly y: number;
  readonly r: number;
}
export interface Layout {
  readonly sites: readonly PlacedSite[];
  readonly hideout: Point | null;
  readonly capes: readonly Cape[];
}

/** Square of the distance to a stretch: this runs a million times a tile. */
function squareToStretch(px: number, py: number, a: Point, b: Point): number {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const l = dx * dx + dy * dy;
  let t = l ? ((px - a[0]) * dx + (py - a[1]) * dy) / l : 0;
  t = t < 0 ? 0 : t > 1 ? 1 : t;
  const ex = px - a[0] - t * dx;
  const ey = py - a[1] - t * dy;
  return ex * ex + ey * ey;
}
export function armDistance(arm: readonly Point[], x: number, y: number): number {
  let least = Infinity;
  for (let i = 1; i < arm.length; i++) {
    const square = squareToStretch(x, y, arm[i - 1]!, arm[i]!);
    if (square < least) least = square;
  }
  return Math.sqrt(least);
}
function skeletonDistance(s: Skeleton, x: number, y: number): number {
  if (!s.arms.length) return Math.hypot(x - s.heart[0], y - s.heart[1]);
  return Math.min(...s.arms.map((arm) => armDistance(arm, x, y)));
}

// --- hearts and arms ---------------------------------------------------------------

function pull(many: boolean, sides: number, spread: number): number {
  if (!many) return sides === 1 ? 0.3 : 0.16;
  return spread > 0.8 ? 0.56 : spread > 0.6 ? 0.5 : 0.62;
}
function arm(k: number, heart: Point): Point[] {
  const d = DIRECTIONS[k]!;
  const start: Point = [d[0] * (A + 4), d[1] * (A + 4)];
  const bend: Point = [d[0] * A * 0.62, d[1] * A * 0.62];
  return Array.from({ length: 7 }, (_, i): Point => {
    const t = i / 6;
    const at = (n: 0 | 1): number => (1 - t) ** 2 * start[n] + 2 * t * (1 - t) * bend[n] + t * t * heart[n];
    return [at(0), at(1)];
  });
}
function emptiestSpot(others: readonly Skeleton[], chance: () => number): Point {
  let best: { d: number; at: Point } | null = null;
  for (let a = 0; a < 12; a++)
    for (const f of [0, 0.28, 0.46]) {
      const at: Point = [Math.cos((a * Math.PI) / 6) * A * f, Math.sin((a * Math.PI) / 6) * A * f];
      let d = (minInset(at[0], at[1]) + 4) * 1.25;
      for (const o of others) {
        d = Math.min(d, distance(at, o.heart));
        for (const points of o.arms) for (const q of points) d = Math.min(d, distance(at, q));
      }
      d += chance() * 0.5;
      if (!best || d > best.d) best = { d, at };
    }
  return best!.at;
}
export function skeletons(tile: Tile, chance: () => number): Skeleton[] {
  const many = tile.parts.length > 1;
  const found: (Skeleton | null)[] = tile.parts.map(({ sides }) => {
    if (!sides.length) return null;
    const sum = (n: 0 | 1): number => sides.reduce((s, k) => s + DIRECTIONS[k]![n], 0) / sides.length;
    const mean: Point = [sum(0), sum(1)];
    const t = pull(many, sides.length, Math.hypot(...mean));
    return { heart: [mean[0] * A * t, mean[1] * A * t], mean, arms: [] };
  });
  leanBridges(found, many);
  found.forEach((s, i) => {
    if (s) s.arms = tile.parts[i]!.sides.map((k) => arm(k, s.heart));
  });
  found.forEach((s, i) => {
    if (s) return;
    const others = found.filter((o): o is Skeleton => o !== null);
    found[i] = { heart: emptiestSpot(others, chance), mean: [0, 0], arms: [] };
  });
  return found as Skeleton[];
}
/** A bridge through the middle leans away from the other parts. */
function leanBridges(found: readonly (Skeleton | null)[], many: boolean): void {
  if (!many) return;
  for (const s of found) {
    if (!s || Math.hypot(...s.mean) >= 0.2) continue;
    let x = 0;
    let y = 0;
    for (const o of found)
      if (o && o !== s) {
        x -= o.mean[0];
        y -= o.mean[1];
      }
    const l = Math.hypot(x, y) || 1;
    s.heart = [(x / l) * 12, (y / l) * 12];
  }
}

// --- sites and hideout ---------------------------------------------------------------

interface Body {
  readonly part: number;
  readonly site: number;
  readonly kind: SiteKind | null;
  x: number;
  y: number;
}
const STEPS = 260;

function hideoutStart(sk: readonly Skeleton[], sites: readonly Body[]): Body {
  let best: { d: number; x: number; y: number } | null = null;
  for (let a = 0; a < 24; a++)
    for (const f of [0, 0.25, 0.45, 0.6]) {
      const x = Math.cos((a * Math.PI) / 12) * A * f;
      const y = Math.sin((a * Math.PI) / 12) * A * f;
      let d = minInset(x, y) + 12;
      for (const s of sk) d = Math.min(d, skeletonDistance(s, x, y) - (s.arms.length ? 0 : 8));
      for (const q of sites) d = Math.min(d, Math.hypot(x - q.x, y - q.y) - 2);
      if (!best || d > best.d) best = { d, x, y };
    }
  return { part: -1, site: -1, kind: null, x: best!.x, y: best!.y };
}
/** Nearest point of a skeleton that is not close to a side, and how far it is. */
function anchor(s: Skeleton, x: number, y: number): [Point, number] {
  let best = s.heart;
  let least = distance(best, [x, y]);
  for (const points of s.arms)
    for (let i = 2; i < points.length; i++) {
      const d = distance(points[i]!, [x, y]);
      if (d < least) [best, least] = [points[i]!, d];
    }
  return [best, least];
}
function relax(tile: Tile, sk: readonly Skeleton[], bodies: readonly Body[]): void {
  for (let step = 0; step < STEPS; step++) {
    const strength = 0.5 * (1 - step / 320);
    for (const p of bodies) {
      const [fx, fy] = force(tile, sk, bodies, p);
      p.x += fx * strength;
      p.y += fy * strength;
    }
  }
}
function force(tile: Tile, sk: readonly Skeleton[], bodies: readonly Body[], p: Body): Point {
  const hideout = p.kind === null;
  let fx = 0;
  let fy = 0;
  const push = (x: number, y: number, want: number): void => {
    const dx = p.x - x;
    const dy = p.y - y;
    const d = Math.hypot(dx, dy) || 0.01;
    if (d >= want) return;
    fx += (dx / d) * (want - d);
    fy += (dy / d) * (want - d);
  };
  for (const o of bodies)
    if (o !== p) push(o.x, o.y, hideout || o.kind === null ? 45 : o.part === p.part ? 42.5 : 55);
  sk.forEach((s, i) => {
    if (i === p.part) return;
    for (const points of s.arms) points.forEach((q, n) => push(q[0], q[1], hideout ? 42 : n === 6 ? 46 : 47));
  });
  if (!hideout) {
    const [to, d] = anchor(sk[p.part]!, p.x, p.y);
    if (d > 4) {
      const f = Math.min(d - 4, 14) * 0.11;
      fx += ((to[0] - p.x) / d) * f;
      fy += ((to[1] - p.y) / d) * f;
    }
  }
  const own = hideout ? [] : tile.parts[p.part]!.sides;
  for (let k = 0; k < 6; k++) {
    const want = hideout ? 27 : own.includes(k) ? 23 : 31;
    const e = inset(p.x, p.y, k);
    if (e < want) {
      fx -= DIRECTIONS[k]![0] * (want - e);
      fy -= DIRECTIONS[k]![1] * (want - e);
    }
  }
  return [fx, fy];
}
/** Crowded tiles (up to eight sites): plates must never cover one another. */
const PLATE = 36;
function spread(bodies: readonly Body[]): void {
  for (let step = 0; step < 400; step++) {
    let moved = false;
    for (const p of bodies)
      for (const o of bodies) {
        if (o === p) continue;
        const dx = p.x - o.x;
        const dy = p.y - o.y;
        const d = Math.hypot(dx, dy) || 0.01;
        if (d >= PLATE) continue;
        p.x += (dx / d) * (PLATE - d) * 0.5;
        p.y += (dy / d) * (PLATE - d) * 0.5;
        moved = true;
      }
    for (const p of bodies)
      for (let k = 0; k < 6; k++) {
        const e = inset(p.x, p.y, k);
        if (e >= 19) continue;
        p.x -= DIRECTIONS[k]![0] * (19 - e);
        p.y -= DIRECTIONS[k]![1] * (19 - e);
      }
    if (!moved) return;
  }
}

/** A few lobes off the skeleton, only over open water. */
function capes(
  sk: readonly Skeleton[],
  sites: readonly Body[],
  hide: Body | null,
  chance: () => number,
): Cape[] {
  const out: Cape[] = [];
  sk.forEach((s, part) => {
    const own = sites.filter((p) => p.part === part);
    const spine = [...s.arms.flatMap((points) => points.slice(2, 6)), ...own.map((p): Point => [p.x, p.y])];
    let made = 0;
    for (let n = 0; n < 26 && made < 3 && spine.length; n++) {
      const b = spine[Math.floor(chance() * spine.length)]!;
      const a = chance() * 6.28;
      const d = 12 + chance() * 9;
      const x = b[0] + Math.cos(a) * d;
      const y = b[1] + Math.sin(a) * d;
      const r = 12 + chance() * 7;
      const open =
        minInset(x, y) > r + 15 &&
        out.every((l) => Math.hypot(l.x - x, l.y - y) > 30) &&
        (!hide || Math.hypot(hide.x - x, hide.y - y) > r + 34) &&
        sk.every((o, j) => j === part || skeletonDistance(o, x, y) >= r + 44) &&
        sites.every((p) => p.part === part || Math.hypot(p.x - x, p.y - y) >= r + 44);
      if (!open) continue;
      out.push({ part, x, y, r });
      made++;
    }
  });
  return out;
}

export function layout(tile: Tile, sk: readonly Skeleton[], chance: () => number): Layout {
  const sites: Body[] = tile.parts.flatMap(({ sites: kinds }, part) =>
    kinds.map((kind, site) => {
      const a = chance() * 6.28 + (site * 6.28) / kinds.length;
      const r = kinds.length > 1 ? 14 : 2;
      const [hx, hy] = sk[part]!.heart;
      return { part, site, kind, x: hx + Math.cos(a) * r, y: hy + Math.sin(a) * r };
    }),
  );
  const hide = tile.hideout ? hideoutStart(sk, sites) : null;
  const bodies = hide ? [...sites, hide] : sites;
  relax(tile, sk, bodies);
  spread(bodies);
  return {
    capes: capes(sk, sites, hide, chance),
    sites: sites.map(({ part, site, kind, x, y }) => ({ part, site, kind: kind!, x, y })),
    hideout: hide ? [hide.x, hide.y] : null,
  };
}
