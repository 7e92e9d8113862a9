/** The legal targets of a config: where they are, in which order they are walked, which one a finger means. */
import type { PartAt } from '../protocol/messages';
import type { Region } from './artist';
import {
  type BoardConfig,
  type CostTag,
  type GhostTile,
  type ReadyPiece,
  type Ref,
  type Target,
  cellKey,
  refKey,
} from './config';
import { type Point, R, cellCentre, distance } from './hex';
import { aroundCells, aroundPoint, unite } from './region';
import { RADIUS, type Scene } from './scene';

/** A coast runs about this far round the middle of its land. */
const COAST = 66;
/** A tile and what of its neighbours matters for laying it. */
const NEIGHBOURHOOD = 2.4 * R;
/** A tag is a pill of about this radius. */
const TAG_OFFSETS: readonly Point[] = [
  [-17, 15],
  [17, 15],
  [0, 23],
  [-25, 0],
  [0, -23],
];

/** One legal target, where it is and what choosing it gives. */
export interface BoardTarget {
  readonly key: string;
  readonly ref: Ref;
  readonly name: string;
  readonly at: Point;
  readonly radius: number;
  readonly tag: CostTag | null;
  /** Where the tag stands, from the middle of the target. */
  readonly tagAt: Point;
  /** Parts to outline, for coasts. */
  readonly parts: readonly PartAt[];
}

/** The targets in reading order; what is nowhere on the board is left out. */
export function boardTargets(
  scene: Scene,
  targets: readonly Target[],
  ready: ReadyPiece | null,
  ghost: GhostTile | null,
): BoardTarget[] {
  const covered = ghost && `cell ${cellKey(ghost.cell)}`;
  const found = targets.flatMap(({ ref, name, tag = null, parts = [] }) => {
    const key = refKey(ref);
    if (key === covered) return [];
    return spots(scene, ref, parts).map((at, n) => ({
      key: n ? `${key} ${n}` : key,
      ref,
      name,
      at,
      radius: RADIUS[ref.kind],
      tag,
      tagAt: tag ? tagSpot(scene, at, ready) : at,
      parts,
    }));
  });
  return readingOrder(found);
}
/** Where a target is: ships of one seat may lie at several places of one shore. */
function spots(scene: Scene, ref: Ref, parts: readonly PartAt[]): readonly Point[] {
  if (ref.kind === 'ship') return scene.ships(ref.at);
  const at = ref.kind === 'coast' ? middle(scene, parts) : (scene.place(ref)?.at ?? null);
  return at ? [at] : [];
}
function middle(scene: Scene, parts: readonly PartAt[]): Point | null {
  const hearts = parts.map((p) => scene.land.heart(p)).filter((p): p is Point => p !== null);
  if (!hearts.length) return null;
  const mean: Point = [
    hearts.reduce((s, p) => s + p[0], 0) / hearts.length,
    hearts.reduce((s, p) => s + p[1], 0) / hearts.length,
  ];
  return hearts.reduce((best, p) => (distance(p, mean) < distance(best, mean) ? p : best));
}

/** Where the tag of a legal site covers the least. */
function tagSpot(scene: Scene, at: Point, ready: ReadyPiece | null): Point {
  const near = scene.obstacles.filter((o) => distance(o, at) > 1 && distance(o, at) < 80);
  const others = [...near, ...readyCorners(scene, at, ready)];
  const room = ([x, y]: Point): number =>
    Math.min(40, ...others.map((o) => Math.hypot(o[0] - at[0] - x, o[1] - at[1] - y)));
  let best = TAG_OFFSETS[0]!;
  let most = -1;
  for (const offset of TAG_OFFSETS) {
    const free = room(offset);
    if (free > most + 1e-9) [best, most] = [offset, free];
  }
  return best;
}
/** Corners of the plate that the piece standing ready needs for itself. */
function readyCorners(scene: Scene, at: Point, ready: ReadyPiece | null): Point[] {
  const here = ready?.ref.kind === 'site' && scene.land.site(ready.ref.at);
  if (!here || distance(here, at) > 1) return [];
  const corners: Point[] =
    ready.kind === 'pioneer'
      ? [[14, -12]]
      : [
          [-12, 9],
          [14, 8],
          [0, 4],
        ];
  return corners.map(([x, y]) => [at[0] + x, at[1] + y]);
}

/** What the camera may go to. */
export function boundsOf({ tiles, ghost, hintedTile, targets }: BoardConfig): Region {
  const free = targets.flatMap(({ ref }) => (ref.kind === 'cell' ? [ref.at] : []));
  const held = [ghost, hintedTile].flatMap((tile) => (tile ? [tile.cell] : []));
  return aroundCells([...tiles.map((t) => t.cell), ...free, ...held]);
}

/** Region of all targets, or of the tile being laid and its neighbours; null when there is none. */
export function targetRegion(
  scene: Scene,
  targets: readonly BoardTarget[],
  ghost: GhostTile | null,
): Region | null {
  if (ghost) return aroundPoint(cellCentre(ghost.cell), NEIGHBOURHOOD);
  const regions = targets.flatMap((t) => [
    aroundPoint(t.at, t.radius + 14),
    ...t.parts.flatMap((p) => {
      const heart = scene.land.heart(p);
      return heart ? [aroundPoint(heart, COAST)] : [];
    }),
  ]);
  return regions.length ? unite(regions) : null;
}

/** What matters most now: the tile being laid, what may be chosen, or the last move. */
export function focusRegion(
  scene: Scene,
  targets: readonly BoardTarget[],
  { ghost, last }: Pick<BoardConfig, 'ghost' | 'last'>,
): Region | null {
  const chosen = targetRegion(scene, targets, ghost);
  if (chosen) return chosen;
  const regions = last.flatMap((ref) => {
    const place = scene.place(ref);
    // With a ship comes what it sailed to.
    return place ? [aroundPoint(place.at, (ref.kind === 'ship' ? R : place.radius) + 20)] : [];
  });
  return regions.length ? unite(regions) : null;
}

/** The tile being laid, or what is chosen. */
export function chosenRegion(
  scene: Scene,
  { ghost, chosen }: Pick<BoardConfig, 'ghost' | 'chosen'>,
): Region | null {
  if (ghost) return aroundCells([ghost.cell]);
  const places = chosen.flatMap((ref) => scene.place(ref) ?? []);
  return places.length ? unite(places.map(({ at, radius }) => aroundPoint(at, radius))) : null;
}

/** Is someone in the middle of an action? */
export const isChoosing = ({
  targets,
  ghost,
  dimOthers,
}: Pick<BoardConfig, 'targets' | 'ghost' | 'dimOthers'>): boolean =>
  targets.length > 0 || ghost !== null || dimOthers;

/** Is this one chosen? */
export const isChosen = ({ chosen }: Pick<BoardConfig, 'chosen'>, ref: Ref): boolean =>
  chosen.some((other) => refKey(other) === refKey(ref));

/** Coasts and cells are large enough to be hit themselves. */
const isSmall = ({ ref }: BoardTarget): boolean => ref.kind !== 'coast' && ref.kind !== 'cell';

/** Rows from the top, each from the left; a row is a bit less than half a tile high. */
export function readingOrder<T extends { readonly at: Point }>(list: readonly T[]): T[] {
  const byHeight = [...list].sort((a, b) => a.at[1] - b.at[1] || a.at[0] - b.at[0]);
  const rows: T[][] = [];
  for (const item of byHeight) {
    const row = rows[rows.length - 1];
    if (row && item.at[1] - row[0]!.at[1] <= ROW) row.push(item);
    else rows.push([item]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.at[0] - b.at[0]));
}
const ROW = 45;

/**
 * The target that a finger means: the nearest within its reach, and whether no other is nearly as near.
 * Coasts and cells are large enough to be hit themselves.
 */
export function nearestTo(
  targets: readonly BoardTarget[],
  at: Point,
  reach: number,
): { readonly target: BoardTarget; readonly clear: boolean } | null {
  const near = targets
    .filter(isSmall)
    .map((target) => ({ target, away: distance(target.at, at) }))
    .filter(({ away }) => away <= reach)
    .sort((a, b) => a.away - b.away);
  const [first, second] = near;
  return first ? { target: first.target, clear: !second || first.away < second.away * CLEARLY } : null;
}
/** Nearer by this share than any other. */
const CLEARLY = 0.7;

/** Fingers need this much, in CSS pixels. */
export const FINGER = 44;
/**
 * A tap on a target with another one closer than a finger is wide: the scale at which
 * they are far enough apart, or null when the tap may count.
 */
export function crowdedScale(
  targets: readonly BoardTarget[],
  tapped: BoardTarget,
  scale: number,
  most: number,
): number | null {
  if (!isSmall(tapped)) return null;
  let nearest = Infinity;
  for (const t of targets)
    if (t.key !== tapped.key && isSmall(t)) nearest = Math.min(nearest, distance(t.at, tapped.at));
  if (nearest * scale >= FINGER) return null;
  const wanted = Math.min(most, (FINGER * 1.15) / nearest);
  return wanted > scale * 1.05 ? wanted : null;
}
