/** Where a note may lie: near the thing it explains, and over nothing that someone may want to press. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
/** Something on the page and how much it matters not to cover it. */
export interface Obstacle extends Box {
  readonly weight: number;
}
export interface Spot {
  readonly x: number;
  readonly y: number;
}

function shared(a: Box, b: Box): number {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return w > 0 && h > 0 ? w * h : 0;
}
/** Between the nearest edges of two boxes. */
export function gap(a: Box, b: Box): number {
  const dx = Math.max(0, b.x - a.x - a.w, a.x - b.x - b.w);
  const dy = Math.max(0, b.y - a.y - a.h, a.y - b.y - b.h);
  return Math.hypot(dx, dy);
}

/** Does nothing of weight lie between two boxes, but for what the second is a part of? */
export function isClear(a: Box, b: Box, obstacles: readonly Obstacle[]): boolean {
  const from = { x: a.x + a.w / 2, y: a.y + a.h / 2 };
  const to = { x: b.x + b.w / 2, y: b.y + b.h / 2 };
  const holds = (box: Box, p: Spot): boolean =>
    p.x > box.x && p.x < box.x + box.w && p.y > box.y && p.y < box.y + box.h;
  const way = Array.from({ length: STEPS }, (_, i): Spot => {
    const t = (i + 0.5) / STEPS;
    return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t };
  }).filter((p) => !holds(a, p) && !holds(b, p));
  return !obstacles.some((o) => o.weight >= 3 && !holds(o, to) && way.some((p) => holds(o, p)));
}
const STEPS = 24;

/** Distance of a note from its thing, and how far apart the places are that are tried elsewhere. */
const THREAD = 40;
const GRID = 48;
/** The least distance from its thing, and how much it matters not to cover that. */
const CLOSE = 8;
const COVERED = 20;
/** A pixel further away is worth this many covered ones. */
const FAR = 14;
/** A note that lies well enough stays where it is. */
const STAY = 1500;

/**
 * The best place for a note of this size beside a thing.
 * @param free the part of the page where notes may lie
 * @param now where it lies, to keep it there if that is nearly as good
 */
export function spotFor(
  thing: Box,
  size: { readonly w: number; readonly h: number },
  free: Box,
  obstacles: readonly Obstacle[],
  now: Spot | null = null,
): Spot {
  const [right, bottom] = [free.x + free.w - size.w, free.y + free.h - size.h];
  const inside = (x: number, y: number): Spot => ({
    x: Math.max(free.x, Math.min(right, x)),
    y: Math.max(free.y, Math.min(bottom, y)),
  });
  const middle = { x: thing.x + thing.w / 2, y: thing.y + thing.h / 2 };
  const tries: Spot[] = [
    inside(thing.x + thing.w + THREAD, thing.y),
    inside(thing.x - size.w - THREAD, thing.y),
    inside(middle.x - 60, thing.y - size.h - THREAD),
    inside(middle.x - 60, thing.y + thing.h + THREAD),
  ];
  for (let x = free.x; x <= Math.max(free.x, right); x += GRID)
    for (let y = free.y; y <= Math.max(free.y, bottom); y += GRID) tries.push({ x, y });
  // Close beside it, where there is too little room for a thread.
  for (let x = free.x; x <= Math.max(free.x, right); x += GRID)
    tries.push(inside(x, thing.y - size.h - CLOSE), inside(x, thing.y + thing.h + CLOSE));
  for (let y = free.y; y <= Math.max(free.y, bottom); y += GRID)
    tries.push(inside(thing.x - size.w - CLOSE, y), inside(thing.x + thing.w + CLOSE, y));
  const all = [...obstacles, { ...thing, weight: COVERED }];
  /** No more than it takes to know that another place is better. */
  const cost = (at: Spot, limit = Infinity): number => {
    const box = { ...at, ...size };
    let sum = FAR * Math.max(0, gap(box, thing) - THREAD);
    for (const o of all) {
      if (sum >= limit) return sum;
      sum += o.weight * shared(box, o);
    }
    return sum;
  };
  let best = tries[0]!;
  let least = Infinity;
  for (const at of tries) {
    const price = cost(at, least);
    if (price < least) [best, least] = [at, price];
  }
  return now && cost(inside(now.x, now.y)) <= least + STAY ? inside(now.x, now.y) : best;
}
