/**
 * The whole contract of the board. The board knows no rule: it draws a `BoardConfig`
 * and tells, through `BoardEvents`, what a person pointed at. A thing on the board is
 * named in one way, a `Ref`, which holds what the wire says: a tile by its id, parts and
 * sites by index, cells as axial `[q, r]`, ships by their seat and berth.
 */

import type {
  Berth,
  BuildingKind,
  Colour,
  ShipAt,
  PartAt,
  Resource,
  SiteAt,
  Tile,
} from '../protocol/messages';

export type Cell = readonly [q: number, r: number];
export type HideoutAt = Extract<Berth, { hideout: true }>;

/** A thing on the board; ships of one seat at one berth are alike. */
export type Ref =
  | { readonly kind: 'site'; readonly at: SiteAt }
  /** The shore of an island, by any of its parts. */
  | { readonly kind: 'coast'; readonly at: PartAt }
  | { readonly kind: 'hideout'; readonly at: HideoutAt }
  | { readonly kind: 'ship'; readonly at: ShipAt }
  | { readonly kind: 'cell'; readonly at: Cell };

// --- what lies on the table -------------------------------------------------

export interface LaidTile {
  readonly tile: Tile;
  readonly cell: Cell;
  readonly rotation: number;
}
/**
 * A ship. Ships of one colour are alike, so no id is needed: the board pairs the ship
 * that left with the ship that arrived, and lets it sail between the two.
 */
export interface ShipPiece {
  readonly colour: Colour;
  readonly at: ShipAt;
  /** Full sentence for hover titles, e.g. "Ana's ship at Heron". */
  readonly name?: string;
}
export interface PioneerPiece {
  readonly colour: Colour;
  readonly at: SiteAt;
  readonly building?: BuildingKind | null;
  /** What a trading post copies. */
  readonly resource?: Resource | null;
  readonly name?: string;
}
/** What the coast of an island says to the person looking. */
export type CoastState = 'peace' | 'piracy' | 'protected';
export interface IslandOnBoard {
  readonly name: string;
  readonly parts: readonly PartAt[];
  /** piracy: red dashes (it attacks me); protected: blue dots (attacked, my fort holds). */
  readonly coast?: CoastState;
  /** Dashes in this colour: a chosen hideout would raid this coast. */
  readonly raided?: Colour | null;
}

// --- targets ------------------------------------------------------------------

/** The small tag of a legal site. */
export interface CostTag {
  readonly cost: number;
  /** Dearer because of piracy: red tag with sabres. */
  readonly piracy?: boolean;
  /** Attacked, but the own fort keeps the usual cost: shield in the tag. */
  readonly fort?: boolean;
}
interface Named {
  /** aria-label, e.g. "Pigment site on Cardamom, free, cost 2, protected by your fort". */
  readonly name: string;
}
/** Something that may be chosen; a click gives back its `ref`. */
export interface Target extends Named {
  readonly ref: Ref;
  readonly tag?: CostTag | null;
  /** All parts of the island, for coasts. */
  readonly parts?: readonly PartAt[];
}
/** The piece that would stand on the chosen target, drawn ready. */
export interface ReadyPiece {
  readonly ref: Ref;
  readonly colour: Colour;
  readonly kind: 'pioneer' | 'ship' | BuildingKind;
  readonly resource?: Resource | null;
}
/** One touching side of the ghost; null where the neighbour cell is bare chart. */
export type SideMark = 'land' | 'sea' | 'clash' | null;
export interface GhostTile extends Named {
  readonly tile: Tile;
  readonly cell: Cell;
  readonly rotation: number;
  /** By side 0..5 of the cell, as turned. */
  readonly sides: readonly SideMark[];
  /** By rotation 0..5: does it fit here? Six dots under the ghost. */
  readonly fits: readonly boolean[];
  /** Coasts of this tile the ship may dock at, each a button; empty: no choice. */
  readonly docks?: readonly (Named & { readonly at: PartAt })[];
  /** The part chosen for docking: the ship is drawn ready there. */
  readonly dock?: number | null;
  readonly colour?: Colour | null;
  /** Names of the two buttons that turn it. */
  readonly turnLeft: string;
  readonly turnRight: string;
}

/** The tile that a hint would lay, with the ship at the part where it would dock. */
export interface HintedTile extends LaidTile {
  readonly dock: number | null;
  readonly colour: Colour;
}

export interface BoardNames {
  /** Name of the whole board region. */
  readonly board: string;
  /** Name of the group of targets, read before the targets. */
  readonly targets: string;
  /** Name of the small map of everything. */
  readonly overview: string;
}
/** Space covered by floating panels, in CSS pixels; the camera fits into the rest. */
export interface Insets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export interface BoardConfig {
  readonly tiles: readonly LaidTile[];
  readonly ships: readonly ShipPiece[];
  readonly pioneers: readonly PioneerPiece[];
  readonly islands: readonly IslandOnBoard[];
  readonly targets: readonly Target[];
  /** The targets chosen so far (sun halo): one, or a ship and a coast. */
  readonly chosen: readonly Ref[];
  readonly ready: ReadyPiece | null;
  readonly ghost: GhostTile | null;
  /** Cream dashed rings round the last move. */
  readonly last: readonly Ref[];
  /** The islands that someone points at, in the log, in the prompt or on the chart. */
  readonly lit: readonly string[];
  /** Names of islands are written on the chart. */
  readonly named: boolean;
  /** Deep cross-hair of a hint. */
  readonly hint: Ref | null;
  readonly hintedTile: HintedTile | null;
  /** Dotted line from the copied plantation to the trading post. */
  readonly course: { readonly from: SiteAt; readonly to: SiteAt } | null;
  /** Free sites that are no target fade to 70 % while a card is chosen. */
  readonly dimOthers: boolean;
  readonly night: boolean;
  readonly reducedMotion: boolean;
  readonly insets: Insets;
  readonly names: BoardNames;
}

/** A config of bare paper; spread it and fill in what there is. */
export function emptyBoard(names: BoardNames): BoardConfig {
  return {
    tiles: [],
    ships: [],
    pioneers: [],
    islands: [],
    targets: [],
    chosen: [],
    ready: null,
    ghost: null,
    last: [],
    lit: [],
    named: false,
    hint: null,
    hintedTile: null,
    course: null,
    dimOthers: false,
    night: false,
    reducedMotion: false,
    insets: { top: 0, right: 0, bottom: 0, left: 0 },
    names,
  };
}

// --- what the board tells --------------------------------------------------------

/** A point of the window in CSS pixels. */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}
/** Centre of the view in board units (tile circumradius 100) and pixels per unit. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** How the chart lies: north at the top, or to the right; and whether only a hand may turn it now. */
export interface Orientation {
  readonly sideways: boolean;
  readonly settled: boolean;
}

/** Props of `Board.svelte` beside `config`; all optional. */
export interface BoardEvents {
  /** How the chart lay when it was last seen; read once. */
  orientation?: Orientation;
  /** The chart was turned, or will stay as it lies. */
  onturned?: (orientation: Orientation) => void;
  /** Tiles would be much larger if the chart lay the other way, or no longer. */
  onlargerturned?: (larger: boolean) => void;
  /** Something chosen by click, tap or Enter: a target, or a coast of the ghost. */
  onpick?: (ref: Ref) => void;
  /** Turn the ghost by one: +1 clockwise. `all`: Shift held, also rotations that do not fit. */
  onturn?: (step: 1 | -1, all: boolean) => void;
  /** A dot under the ghost was clicked. */
  onrotation?: (rotation: number) => void;
  /** Anything under the pointer, target or not. */
  onhover?: (ref: Ref | null, at: ScreenPoint | null) => void;
  /** Long press (touch) or right click without drag: show details. */
  ondetails?: (ref: Ref, at: ScreenPoint) => void;
  /** A tap between two targets came closer instead of choosing one. */
  onagain?: () => void;
  /** Click or tap on nothing that is a target. */
  onmiss?: (ref: Ref | null) => void;
  oncamera?: (camera: Camera) => void;
  /** Is something being chosen? Then arrow keys walk the targets, also from the board itself. */
  choosing?: () => boolean;
  /** The keyboard focus moved to this target, or left the targets. */
  ontargetfocus?: (ref: Ref | null) => void;
  /** Terrain and pieces are drawn for the first time. */
  onready?: () => void;
}

/** Functions of the component instance (`bind:this`). */
export interface BoardApi {
  fitAll(animate?: boolean): void;
  /** Back to where the camera is without a hand on it. */
  release(): void;
  /** Lays the chart the other way: upright or sideways. */
  turn(): void;
  /** Move the camera so that all legal targets (and the ghost) are in view; no-op without targets. */
  fitTargets(animate?: boolean): void;
  /** Show this place, zooming in only if `scale` is given. */
  show(ref: Ref, scale?: number, animate?: boolean): void;
  zoomBy(factor: number): void;
  /** By a share of the view: `panBy(0.2, 0)` moves the view right. */
  panBy(dx: number, dy: number): void;
  /** Walk the targets in reading order; false when there is none. */
  focusTarget(which: 'next' | 'previous'): boolean;
  /** Centre and radius of a place on the screen, for notes and slips; null if unknown. */
  locate(ref: Ref): (ScreenPoint & { readonly radius: number }) | null;
}

// --- keys ----------------------------------------------------------------------------

export const partKey = (p: PartAt): string => `${p.tile}/${p.part}`;
export const siteKey = (s: SiteAt): string => `${s.tile}/${s.part}/${s.site}`;
export const cellKey = (c: Cell): string => `${c[0]},${c[1]}`;
export const isHideout = <B extends Berth | ShipAt>(b: B): b is Extract<B, { hideout: true }> =>
  'hideout' in b;
export const berthKey = (b: Berth | ShipAt): string => (isHideout(b) ? `${b.tile}/hideout` : partKey(b));

export function refKey(ref: Ref): string {
  switch (ref.kind) {
    case 'site':
      return `site ${siteKey(ref.at)}`;
    case 'coast':
      return `coast ${partKey(ref.at)}`;
    case 'hideout':
      return `hideout ${ref.at.tile}`;
    case 'ship':
      return `ship ${ref.at.seat} ${berthKey(ref.at)}`;
    case 'cell':
      return `cell ${cellKey(ref.at)}`;
  }
}
/** The shore or the hideout that a ship lies at. */
export const berthRef = (at: Berth): Ref =>
  isHideout(at)
    ? { kind: 'hideout', at: { tile: at.tile, hideout: true } }
    : { kind: 'coast', at: { tile: at.tile, part: at.part } };
