/** Where everything on the board lies, in board units, and what lies under a point. */
import type { Berth, PartAt, ShipAt, SiteAt, SiteKind } from '../protocol/messages';
import {
  type BoardConfig,
  type GhostTile,
  type HideoutAt,
  type LaidTile,
  type Ref,
  berthKey,
  cellKey,
  isHideout,
  partKey,
  refKey,
  siteKey,
} from './config';
import { type Placed, placed } from './design';
import { type Moored, type Stack, stacks } from './harbour';
import { type Point, cellAt, cellCentre, distance, rotate } from './hex';
import { type PlacedPart, onLand } from './shore';
import type { TileGeometry } from './tile';

/** Radius of things on the board, for clicks, focus rings and notes. */
export const RADIUS = { site: 20, ship: 19, hideout: 24, coast: 40, cell: 90 } as const;

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

  site(ref: SiteAt): Point | null {
    const tile = this.tiles.get(ref.tile);
    const found = tile?.geometry.sites.find((s) => s.part === ref.part && s.site === ref.site);
    return tile && found ? tile.at([found.x, found.y]) : null;
  }
  hideout(ref: HideoutAt): Point | null {
    const tile = this.tiles.get(ref.tile);
    return tile?.geometry.hideout ? tile.at(tile.geometry.hideout) : null;
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
  /** How many ships find a berth of their own there. */
  capacity(at: Berth): number {
    return isHideout(at) ? 1 : (this.tiles.get(at.tile)?.geometry.parts[at.part]?.berths.length ?? 1);
  }
}

export class Scene {
  readonly stacks: readonly Stack[];

  constructor(
    readonly land: Archipelago,
    readonly moored: readonly Moored[],
  ) {
    this.stacks = stacks(moored);
  }

  berth(at: Berth, slot: number): Point | null {
    if (isHideout(at)) {
      const p = this.land.hideout(at);
      return p && [p[0], p[1] + 6];
    }
    const tile = this.land.tiles.get(at.tile);
    const berths = tile?.geometry.parts[at.part]?.berths;
    return tile && berths?.length ? tile.at(berths[slot % berths.length]!) : null;
  }
  stackAt(stack: Stack): Point | null {
    const p = this.berth(stack.at, stack.slot);
    return p && [p[0] + 8 * stack.layer, p[1] - 5 * stack.layer];
  }
  /** Where the ships of a seat lie at a berth; the one that came last is first. */
  ships(at: ShipAt): Point[] {
    const key = berthKey(at);
    const came = (stack: Stack): number => Math.max(...stack.ships.map((ship) => ship.came));
    return this.stacks
      .filter((s) => berthKey(s.at) === key && s.ships.some((ship) => ship.at.seat === at.seat))
      .sort((a, b) => came(b) - came(a))
      .map((stack) => this.stackAt(stack))
      .filter((at) => at !== null);
  }
  /** Where ships lie at these parts. */
  berthsAt(parts: readonly PartAt[]): Point[] {
    const here = new Set(parts.map(partKey));
    return this.stacks
      .filter(({ at }) => !isHideout(at) && here.has(partKey(at)))
      .map((stack) => this.stackAt(stack))
      .filter((at) => at !== null);
  }
  place(ref: Ref): { readonly at: Point; readonly radius: number } | null {
    const at = this.point(ref);
    return at && { at, radius: RADIUS[ref.kind] };
  }
  private point(ref: Ref): Point | null {
    switch (ref.kind) {
      case 'site':
        return this.land.site(ref.at);
      case 'hideout':
        return this.land.hideout(ref.at);
      case 'ship':
        return this.ships(ref.at)[0] ?? null;
      case 'coast':
        return this.land.heart(ref.at);
      case 'cell':
        return cellCentre(ref.at);
    }
  }

  private found: readonly Point[] | null = null;
  /** Sites and ships that a tag should not cover. */
  get obstacles(): readonly Point[] {
    this.found ??= [
      ...this.land.sites.map((s) => s.at),
      ...this.stacks.map((stack) => this.stackAt(stack)).filter((at) => at !== null),
    ];
    return this.found;
  }

  /** What lies under a point of the board: land counts as the coast of its island, and a cell if it is a target. */
  pointed(p: Point, { targets }: Pick<BoardConfig, 'targets'>): Ref | null {
    const near = (q: Point | null, r: number): boolean => q !== null && distance(p, q) <= r;
    for (const s of this.stacks)
      if (!isHideout(s.at) && near(this.stackAt(s), 16)) return { kind: 'ship', at: s.ships[0]!.at };
    const cell = cellAt(p);
    const tile = this.land.cells.get(cellKey(cell));
    if (!tile) {
      const ref: Ref = { kind: 'cell', at: cell };
      return targets.some((target) => refKey(target.ref) === refKey(ref)) ? ref : null;
    }
    const id = tile.laid.tile.id;
    for (const s of tile.geometry.sites)
      if (near(tile.at([s.x, s.y]), 18))
        return { kind: 'site', at: { tile: id, part: s.part, site: s.site } };
    if (near(tile.geometry.hideout && tile.at(tile.geometry.hideout), 22))
      return { kind: 'hideout', at: { tile: id, hideout: true } };
    const local = rotate([p[0] - tile.centre[0], p[1] - tile.centre[1]], -tile.laid.rotation);
    const part = tile.geometry.parts.findIndex((g) => onLand(local, g.coast));
    return part < 0 ? null : { kind: 'coast', at: { tile: id, part } };
  }
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
export function ghostBerths(
  ghost: Pick<GhostTile, 'tile' | 'rotation' | 'dock'>,
  geometry: TileGeometry,
): (Point | null)[] {
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
