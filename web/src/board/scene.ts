/** Where everything of a config lies on the board, in board units. */
import type { Berth, PartAt, SiteAt, SiteKind } from '../protocol/messages';
import {
  type BoardConfig,
  type Cell,
  type CostTag,
  type GhostTile,
  type HideoutAt,
  type LaidTile,
  type Pick,
  type Place,
  type Pointed,
  cellKey,
  isHideout,
  partKey,
  siteKey,
} from './config';
import type { Region } from './artist';
import { type Moored, type Stack, stacks } from './harbour';
import { type Point, R, cellAt, cellCentre, distance, rotate } from './hex';
import { aroundCells, aroundPoint, unite } from './region';
import { type PlacedPart, onLand } from './shore';
import { type Placed, placed } from './terrain';
import type { TileGeometry } from './tile';

/** Radius of things on the board, for clicks, focus rings and notes. */
const RADIUS = { site: 20, ship: 19, hideout: 24, coast: 40, cell: 90 } as const;
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

/** Where a name may stand, from the middle of land. */
const NAME_OFFSETS: readonly Point[] = [0, 30, -30, 44, -44].flatMap((y): Point[] => [
  [0, y],
  [34, y],
  [-34, y],
]);

/** One legal target, where it is and what choosing it gives. */
export interface BoardTarget {
  readonly key: string;
  readonly pick: Pick;
  readonly name: string;
  readonly at: Point;
  readonly radius: number;
  readonly tag: CostTag | null;
  /** Where the tag stands, from the middle of the target. */
  readonly tagAt: Point;
  /** Parts to outline, for coasts. */
  readonly parts: readonly PartAt[];
}

/** A site as it is printed on a laid tile. */
export interface PrintedSite {
  readonly key: string;
  readonly tile: string;
  readonly kind: SiteKind;
  readonly at: Point;
}

/** The laid tiles and what is printed on them: worked out when a tile is laid, not with every choice. */
export class Archipelago {
  readonly tiles: ReadonlyMap<string, Placed>;
  readonly cells: ReadonlyMap<string, Placed>;
  readonly sites: readonly PrintedSite[];

  constructor(tiles: readonly LaidTile[], geometry: (tile: LaidTile['tile']) => TileGeometry | undefined) {
    const known = tiles.flatMap((laid) => {
      const g = geometry(laid.tile);
      return g ? [placed(laid, g)] : [];
    });
    this.tiles = new Map(known.map((t) => [t.laid.tile.id, t]));
    this.cells = new Map(known.map((t) => [cellKey(t.laid.cell), t]));
    this.sites = known.flatMap((t) =>
      t.geometry.sites.map(({ part, site, kind, x, y }) => {
        const tile = t.laid.tile.id;
        return { key: siteKey({ tile, part, site }), tile, kind, at: t.at([x, y]) };
      }),
    );
  }

  /** How many ships find a berth of their own there. */
  capacity(at: Berth): number {
    return isHideout(at) ? 1 : (this.tiles.get(at.tile)?.geometry.parts[at.part]?.berths.length ?? 1);
  }
}

export class Scene {
  readonly tiles: ReadonlyMap<string, Placed>;
  readonly cells: ReadonlyMap<string, Placed>;

  constructor(
    readonly config: BoardConfig,
    readonly archipelago: Archipelago,
    readonly moored: readonly Moored[],
  ) {
    this.tiles = archipelago.tiles;
    this.cells = archipelago.cells;
  }

  site(ref: SiteAt): Point | null {
    const tile = this.tiles.get(ref.tile);
    const found = tile?.geometry.sites.find((s) => s.part === ref.part && s.site === ref.site);
    return tile && found ? tile.at([found.x, found.y]) : null;
  }
  hideout(ref: HideoutAt): Point | null {
    const tile = this.tiles.get(ref.tile);
    return tile?.geometry.hideout ? tile.at(tile.geometry.hideout) : null;
  }
  berth(at: Berth, slot: number): Point | null {
    if (isHideout(at)) {
      const p = this.hideout(at);
      return p && [p[0], p[1] + 6];
    }
    const tile = this.tiles.get(at.tile);
    const berths = tile?.geometry.parts[at.part]?.berths;
    return tile && berths?.length ? tile.at(berths[slot % berths.length]!) : null;
  }
  stackAt(stack: Stack): Point | null {
    const p = this.berth(stack.at, stack.slot);
    return p && [p[0] + 8 * stack.layer, p[1] - 5 * stack.layer];
  }
  ship(index: number): Point | null {
    const stack = stacks(this.moored).find((s) => s.ships.some((m) => m.index === index));
    return stack ? this.stackAt(stack) : null;
  }
  /** Where ships lie at these parts. */
  berthsAt(parts: readonly PartAt[]): Point[] {
    const here = new Set(parts.map(partKey));
    return stacks(this.moored)
      .filter(({ at }) => !isHideout(at) && here.has(partKey(at)))
      .map((stack) => this.stackAt(stack))
      .filter((at): at is Point => at !== null);
  }
  /** The middle of a part's land. */
  heart(ref: PartAt): Point | null {
    const tile = this.tiles.get(ref.tile);
    const part = tile?.geometry.parts[ref.part];
    return tile && part ? tile.at(part.heart) : null;
  }
  parts(refs: readonly PartAt[]): PlacedPart[] {
    return refs.flatMap((ref) => {
      const tile = this.tiles.get(ref.tile);
      return tile?.geometry.parts[ref.part] ? [{ tile, part: ref.part }] : [];
    });
  }
  place(place: Place): { readonly at: Point; readonly radius: number } | null {
    const found = ((): [Point | null, number] => {
      if ('site' in place) return [this.site(place.site), RADIUS.site];
      if ('hideout' in place) return [this.hideout(place.hideout), RADIUS.hideout];
      if ('ship' in place) return [this.ship(place.ship), RADIUS.ship];
      if ('coast' in place) return [this.heart(place.coast), RADIUS.coast];
      return [cellCentre(place.cell), RADIUS.cell];
    })();
    return found[0] && { at: found[0], radius: found[1] };
  }

  /** The laid tiles, with the ghost and the cells it may go to. */
  bounds(): Region {
    return (this.around ??= this.measured());
  }
  private around: Region | null = null;
  private measured(): Region {
    const { tiles, ghost, targets } = this.config;
    const cells: Cell[] = tiles.map((t) => t.cell);
    return aroundCells([...cells, ...targets.cells.map((t) => t.cell), ...(ghost ? [ghost.cell] : [])]);
  }

  /** What matters most now: the tile being laid, what may be chosen, or the last move. */
  focus(): Region | null {
    const chosen = this.targetRegion();
    if (chosen) return chosen;
    const last = this.config.last.map((p) => this.place(p)).filter((p) => p !== null);
    return last.length ? unite(last.map(({ at, radius }) => aroundPoint(at, radius + 20))) : null;
  }

  targets(): BoardTarget[] {
    const { sites, coasts, hideouts, ships, cells } = this.config.targets;
    const out: BoardTarget[] = [];
    const add = (
      key: string,
      pick: Pick,
      name: string,
      at: Point | null,
      radius: number,
      more?: { tag?: CostTag | null; parts?: readonly PartAt[] },
    ): void => {
      if (!at) return;
      const tag = more?.tag ?? null;
      const tagAt = tag ? this.tagSpot(at) : at;
      out.push({ key, pick, name, at, radius, tag, tagAt, parts: more?.parts ?? [] });
    };
    for (const t of sites)
      add(`site ${siteKey(t.at)}`, { kind: 'site', at: t.at }, t.name, this.site(t.at), RADIUS.site, {
        tag: t.tag ?? null,
      });
    for (const t of hideouts)
      add(`hideout ${t.at.tile}`, { kind: 'hideout', at: t.at }, t.name, this.hideout(t.at), RADIUS.hideout);
    for (const t of coasts)
      add(`coast ${partKey(t.at)}`, { kind: 'coast', at: t.at }, t.name, this.middle(t.parts), RADIUS.coast, {
        parts: t.parts,
      });
    for (const t of ships) {
      const ship = this.config.ships[t.index];
      if (ship)
        add(
          `ship ${t.index}`,
          { kind: 'ship', index: t.index, at: ship.at },
          t.name,
          this.ship(t.index),
          RADIUS.ship,
        );
    }
    const ghost = this.config.ghost && cellKey(this.config.ghost.cell);
    for (const t of cells)
      if (cellKey(t.cell) !== ghost)
        add(
          `cell ${cellKey(t.cell)}`,
          { kind: 'cell', cell: t.cell },
          t.name,
          cellCentre(t.cell),
          RADIUS.cell,
        );
    return readingOrder(out);
  }
  private middle(parts: readonly PartAt[]): Point | null {
    const hearts = parts.map((p) => this.heart(p)).filter((p): p is Point => p !== null);
    if (!hearts.length) return null;
    const mean: Point = [
      hearts.reduce((s, p) => s + p[0], 0) / hearts.length,
      hearts.reduce((s, p) => s + p[1], 0) / hearts.length,
    ];
    return hearts.reduce((best, p) => (distance(p, mean) < distance(best, mean) ? p : best));
  }

  /** Where the names of islands cover the least: beside the land of one of their parts. */
  names(turned: boolean): { readonly name: string; readonly at: Point }[] {
    const busy = [
      ...this.archipelago.sites.map((s) => s.at),
      ...[...this.tiles.values()].flatMap((t) => (t.geometry.hideout ? [t.at(t.geometry.hideout)] : [])),
    ];
    // A name is much wider than high; on a chart laid sideways it runs along the other way.
    const room = (p: Point): number =>
      Math.min(
        ...busy.map((b) => {
          const [dx, dy] = turned ? [b[1] - p[1], b[0] - p[0]] : [b[0] - p[0], b[1] - p[1]];
          return Math.hypot(dx / 2.4, dy);
        }),
      );
    return this.config.islands.flatMap(({ name, parts }) => {
      const spots = parts.flatMap((ref) => {
        const heart = this.heart(ref);
        if (!heart) return [];
        return NAME_OFFSETS.map(([x, y]): Point => [
          heart[0] + (turned ? y : x),
          heart[1] + (turned ? -x : y),
        ]);
      });
      const inside = spots.filter((p) => this.cells.has(cellKey(cellAt(p))));
      const best = inside.reduce<Point | null>((a, b) => (a && room(a) >= room(b) ? a : b), null);
      return best ? [{ name, at: best }] : [];
    });
  }

  /** Where the tag of a legal site covers the least. */
  tagSpot(at: Point): Point {
    const near = this.obstacles().filter((o) => distance(o, at) > 1 && distance(o, at) < 80);
    const others = [...near, ...this.readyCorners(at)];
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
  private found: Point[] | null = null;
  /** Sites and ships that a tag should not cover. */
  private obstacles(): readonly Point[] {
    this.found ??= [
      ...this.archipelago.sites.map((s) => s.at),
      ...stacks(this.moored)
        .map((s) => this.stackAt(s))
        .filter((p): p is Point => p !== null),
    ];
    return this.found;
  }
  /** Corners of the plate that the piece standing ready needs for itself. */
  private readyCorners(at: Point): Point[] {
    const { ready } = this.config;
    const here = ready && 'site' in ready.at && this.site(ready.at);
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

  /** Region of all targets, or of the tile being laid and its neighbours; null when there is none. */
  targetRegion(): Region | null {
    if (this.config.ghost) return aroundPoint(cellCentre(this.config.ghost.cell), NEIGHBOURHOOD);
    const regions = this.targets().flatMap((t) => [
      aroundPoint(t.at, t.radius + 14),
      ...t.parts.flatMap((p) => {
        const heart = this.heart(p);
        return heart ? [aroundPoint(heart, COAST)] : [];
      }),
    ]);
    return regions.length ? unite(regions) : null;
  }

  /** What lies under a point of the board. */
  pointed(p: Point): Pointed | null {
    const near = (q: Point | null, r: number): boolean => q !== null && distance(p, q) <= r;
    for (const s of stacks(this.moored))
      if (!isHideout(s.at) && near(this.stackAt(s), 16)) return { kind: 'ship', index: s.ships[0]!.index };
    const cell = cellAt(p);
    const tile = this.cells.get(cellKey(cell));
    if (!tile) {
      const free = this.config.targets.cells.some((t) => cellKey(t.cell) === cellKey(cell));
      return free ? { kind: 'cell', cell } : null;
    }
    const id = tile.laid.tile.id;
    for (const s of tile.geometry.sites)
      if (near(tile.at([s.x, s.y]), 18))
        return { kind: 'site', at: { tile: id, part: s.part, site: s.site } };
    if (near(tile.geometry.hideout && tile.at(tile.geometry.hideout), 22))
      return { kind: 'hideout', at: { tile: id, hideout: true } };
    const local = rotate([p[0] - tile.centre[0], p[1] - tile.centre[1]], -tile.laid.rotation);
    const part = tile.geometry.parts.findIndex((g) => onLand(local, g.coast));
    if (part < 0) return { kind: 'tile', tile: id };
    const island = this.config.islands.find((i) => i.parts.some((r) => r.tile === id && r.part === part));
    return { kind: 'part', at: { tile: id, part }, island: island?.name ?? null };
  }
}
/** Is this target the one chosen? */
export function isChosen({ chosen }: BoardConfig, pick: Pick): boolean {
  switch (pick.kind) {
    case 'site':
      return !!chosen.site && siteKey(chosen.site) === siteKey(pick.at);
    case 'coast':
      return !!chosen.coast && partKey(chosen.coast) === partKey(pick.at);
    case 'hideout':
      return chosen.hideout?.tile === pick.at.tile;
    case 'ship':
      return chosen.ship === pick.index;
    default:
      return false;
  }
}

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
    .filter((t) => t.pick.kind !== 'coast' && t.pick.kind !== 'cell')
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
  if (tapped.pick.kind === 'coast' || tapped.pick.kind === 'cell') return null;
  let nearest = Infinity;
  for (const t of targets)
    if (t.key !== tapped.key && t.pick.kind !== 'coast' && t.pick.kind !== 'cell')
      nearest = Math.min(nearest, distance(t.at, tapped.at));
  if (nearest * scale >= FINGER) return null;
  const wanted = Math.min(most, (FINGER * 1.15) / nearest);
  return wanted > scale * 1.05 ? wanted : null;
}

/** A line that arcs from one place to another and leaves both of them free. */
export function courseLine(from: Point, to: Point, free = 21): Point[] {
  const lift = distance(from, to) * 0.32;
  const top: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 - lift];
  const at = (t: number, n: 0 | 1): number =>
    (1 - t) ** 2 * from[n] + 2 * t * (1 - t) * top[n] + t * t * to[n];
  return Array.from({ length: 41 }, (_, i): Point => [at(i / 40, 0), at(i / 40, 1)]).filter(
    (p) => distance(p, from) > free && distance(p, to) > free,
  );
}

/** Discs on the ghost's coasts lie at least so far apart, if they can. */
const DISC = 31;
/**
 * Where the ghost's docks are drawn, part by part: the ship at the best berth of its part, the others
 * at the best berth that is clear of it and of each other.
 */
export function ghostBerths(ghost: GhostTile, geometry: TileGeometry): (Point | null)[] {
  const laid = placed({ tile: ghost.tile, cell: [0, 0], rotation: ghost.rotation }, geometry);
  const berths = geometry.parts.map((part) => part.berths.map((berth) => laid.at(berth)));
  const spots: (Point | null)[] = berths.map(() => null);
  const clear = (p: Point): number => Math.min(DISC, ...spots.map((s) => (s ? distance(s, p) : DISC)));
  const order = berths.map((_, part) => part).sort((a, b) => +(b === ghost.dock) - +(a === ghost.dock));
  for (const part of order)
    spots[part] = berths[part]!.reduce<Point | null>(
      (best, p) => (best && clear(best) >= clear(p) ? best : p),
      null,
    );
  return spots;
}
