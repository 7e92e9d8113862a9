/**
 * What the board shows, worked out from one config after another. `set(config)` may be called at any time;
 * `picture` is what is drawn. What did not change stays the very same object from picture to picture, so
 * components draw only what did. No DOM and no framework.
 */
import { memo } from '../lib/memo';
import type { PartAt } from '../protocol/messages';
import type { Region } from './artist';
import { BROWSER, type Clock } from './clock';
import type { BoardConfig, GhostTile, HintedTile, Insets, LaidTile, Orientation, Ref } from './config';
import { Driver } from './driver';
import { type Moored, moor } from './harbour';
import { A, type Point, R, cellCentre, distance } from './hex';
import { Laying } from './laying';
import type { Motion } from './motion';
import { type Lying, Pieces } from './pieces';
import { aroundCells, grown } from './region';
import { Archipelago, Scene } from './scene';
import { type Shore, Shores } from './shore';
import { keeping, same } from './stable';
import {
  type BoardTarget,
  boardTargets,
  boundsOf,
  chosenRegion,
  focusRegion,
  isChoosing,
  targetRegion,
} from './targets';
import type { TileGeometry } from './tile';

/** Where the shapes of tiles come from. */
export interface TileShapes {
  known(tile: LaidTile['tile']): TileGeometry | undefined;
  learn(tiles: readonly LaidTile['tile'][]): Promise<void>;
}
/** What the state asks of the page. */
export interface Shell {
  /** There is another picture. */
  drawn(): void;
  /** A finger or button is dragging. */
  held(): boolean;
  /** The camera begins to move, moves (once a frame), rests. */
  started(): void;
  moved(): void;
  rested(): void;
  turned(orientation: Orientation): void;
  /** Tiles would be much larger if the chart lay the other way, or no longer. */
  largerTurned(larger: boolean): void;
  /** The terrain is to be painted. */
  paint(): void;
  /** Terrain and pieces are there for the first time. */
  opened(): void;
}

/** A coast that may be chosen, with where ships lie at it. */
export interface ShoreTarget extends BoardTarget {
  readonly shore: Shore;
  readonly berths: readonly Point[];
}
type Shaped<T> = T & { readonly geometry: TileGeometry };
export type Ghost = Shaped<GhostTile>;
export type Hinted = Shaped<HintedTile>;

export interface Picture extends Lying {
  readonly config: BoardConfig;
  readonly scene: Scene;
  /** All targets in reading order, and by the layer that draws them. */
  readonly targets: readonly BoardTarget[];
  readonly shores: readonly ShoreTarget[];
  readonly spaces: readonly BoardTarget[];
  readonly rings: readonly BoardTarget[];
  readonly ghost: Ghost | null;
  readonly ghostDrag: Point | null;
  readonly hinted: Hinted | null;
  /** The tile being laid can be turned: where it fits one way only there is nothing to turn. */
  readonly turning: boolean;
  readonly bounds: Region;
  /** What panels cover, and the bar that turns the tile. */
  readonly insets: Insets;
  readonly opened: boolean;
  readonly motion: Motion;
  readonly bare: ReadonlySet<string>;
  readonly dropping: readonly LaidTile[];
  readonly falling: boolean;
  /** Scale at which the stage is laid out; a transform does the rest. */
  readonly scale: number;
  /** The size of the stage. */
  readonly extent: Region;
  /** Tiles are too small for words and fine lines: pieces are simpler and larger marks. */
  readonly sketch: boolean;
  readonly grow: number;
  /** The chart lies sideways: what stands on it is turned back, by so many degrees. */
  readonly turned: boolean;
  readonly upright: number;
  /** Some of the board is outside the window. */
  readonly partly: boolean;
  /** Middles of tiles under which no soundings are. */
  readonly middles: readonly Point[];
  readonly rose: Point;
}

/**
 * A config is drawn so many frames after it was set: the panels, the hand and the prompt are drawn in the
 * first, the board is worked out in the second; all at once would be more than a frame can hold.
 */
const BEHIND = 2;
/** Tiles narrower than this, in CSS pixels, have simpler and larger marks. */
const SIMPLE_BELOW = 87;
/** The bar that turns a tile is this high, with the air round it. */
const TURNER = 60;

export const isDetailed = (scale: number): boolean => scale * 2 * A >= SIMPLE_BELOW;

export class BoardState {
  readonly driver: Driver;
  readonly #shores = new Shores();
  readonly #pieces = new Pieces(this.#shores);
  readonly #laying: Laying;
  readonly #keepTiles = keeping<LaidTile>((t) => t.tile.id);
  readonly #keepTargets = keeping<BoardTarget>((t) => t.key);
  #picture: Picture;
  #config: BoardConfig;
  /** The newest config; it waits until it is drawn. */
  #wanted: BoardConfig;
  #callOff: (() => void) | null = null;
  #hurried = false;
  #afterwards: (() => void)[] = [];
  #callOffLaying = (): void => {};
  #callOffShores = (): void => {};
  /** How often tiles became known: what depends on their shapes is worked out again. */
  #learned = 0;
  #laid: readonly [tiles: readonly LaidTile[], learned: number] | null = null;
  #prepared: unknown = null;
  #opened = false;
  #scale = 1;
  #partly = false;
  #ghostDrag: Point | null = null;
  #middles: readonly Point[] = [];
  #rose: Point | null = null;
  #stopped = false;

  constructor(
    config: BoardConfig,
    private readonly shapes: TileShapes,
    private readonly shell: Shell,
    private readonly clock: Clock = BROWSER,
  ) {
    this.#config = this.#wanted = config;
    this.#laying = new Laying(clock, () => this.#redraw());
    this.driver = new Driver({
      bounds: () => this.#picture.bounds,
      land: () => (this.#config.tiles.length ? aroundCells(this.#config.tiles.map((t) => t.cell)) : null),
      seen: () => this.#opened,
      focus: () => this.#focus(),
      chosen: () => this.#chosen(),
      choosing: () => isChoosing(this.#config),
      still: () => this.#config.reducedMotion,
      held: () => shell.held(),
      started: () => shell.started(),
      moved: () => this.#moved(),
      rested: () => this.#rested(),
      turned: (orientation) => shell.turned(orientation),
    });
    this.#picture = this.#compose();
  }

  /** Begins to paint and to learn tiles. */
  start(): void {
    this.#settle();
  }
  stop(): void {
    this.#stopped = true;
    this.#callOff?.();
    this.#callOffLaying();
    this.#callOffShores();
    this.#laying.stop();
    this.driver.stop();
  }

  get picture(): Picture {
    return this.#picture;
  }
  /** Scale at which the stage is laid out. */
  get scale(): number {
    return this.#scale;
  }
  /** The config set last, drawn or not. */
  get config(): BoardConfig {
    return this.#wanted;
  }

  // --- configs, and when they are drawn ---------------------------------------------------------

  /** Show this; of several within a few frames the last is drawn. */
  set(config: BoardConfig): void {
    if (config === this.#wanted) return;
    this.#wanted = config;
    if (this.#hurried) this.flush();
    else this.#callOff ??= this.clock.afterFrames(() => this.flush(), BEHIND);
  }
  /** What is done on the board itself is answered in the same frame: the next config is drawn at once. */
  hurry(): void {
    this.#hurried = true;
  }
  /** Draws now what waits to be drawn. */
  flush(): void {
    this.#hurried = false;
    this.#callOff?.();
    this.#callOff = null;
    if (this.#stopped) return;
    if (this.#config !== this.#wanted) {
      this.#config = this.#wanted;
      this.#redraw();
      this.#settle();
    }
    for (const run of this.#afterwards.splice(0)) run();
  }
  /** At once, or when what waits to be drawn is drawn. */
  #whenDrawn(run: () => void): void {
    if (this.#callOff) this.#afterwards.push(run);
    else run();
  }

  #redraw(): void {
    if (this.#stopped) return;
    this.#picture = this.#compose();
    this.shell.drawn();
  }

  /** What follows from another config: tiles to learn and to lay, coasts to draw up, the camera. */
  #settle(): void {
    const { tiles, ghost, hintedTile } = this.#config;
    const designs = [...tiles, ghost, hintedTile].flatMap((laid) => (laid ? [laid.tile] : []));
    if (designs.some((tile) => !this.shapes.known(tile)))
      void this.shapes.learn(designs).then(() => {
        this.#learned += 1;
        this.#redraw();
        this.#settle();
      });
    this.#lay();
    this.#prepareShores();
    this.#follow();
  }

  // --- what is on the board -----------------------------------------------------------------------

  readonly #land = memo(
    (tiles: readonly LaidTile[], _learned: number) => new Archipelago(tiles, (t) => this.shapes.known(t)),
  );
  #before: readonly Moored[] = [];
  readonly #moored = memo((ships: BoardConfig['ships'], land: Archipelago) => {
    this.#before = moor(ships, this.#before, (at) => land.capacity(at));
    return this.#before;
  });
  readonly #scene = memo((land: Archipelago, moored: readonly Moored[]) => new Scene(land, moored));
  readonly #targets = memo((...args: Parameters<typeof boardTargets>) =>
    this.#keepTargets(boardTargets(...args)),
  );
  readonly #layers = memo((targets: readonly BoardTarget[], scene: Scene) => {
    const shore = (parts: readonly PartAt[]): Shore => this.#shores.of(scene.land.parts(parts));
    const of = (kind: Ref['kind']): BoardTarget[] => targets.filter((t) => t.ref.kind === kind);
    return {
      shores: of('coast').map((t) => ({ ...t, shore: shore(t.parts), berths: scene.berthsAt(t.parts) })),
      spaces: of('cell'),
      rings: targets.filter((t) => t.ref.kind !== 'coast' && t.ref.kind !== 'cell'),
    };
  });
  #shaped<T extends Pick<LaidTile, 'tile'>>(laid: T | null): Shaped<T> | null {
    const geometry = laid && this.shapes.known(laid.tile);
    return laid && geometry ? { ...laid, geometry } : null;
  }
  readonly #ghost = memo((ghost: GhostTile | null, _learned: number) => this.#shaped(ghost));
  readonly #hinted = memo((hinted: HintedTile | null, _learned: number) => this.#shaped(hinted));
  #tiles: readonly LaidTile[] = [];
  #bounds: Region | null = null;
  #insets: Insets | null = null;
  #extent: Region | null = null;

  #compose(): Picture {
    const config = this.#config;
    const tiles = (this.#tiles = this.#keepTiles(config.tiles));
    const land = this.#land(tiles, this.#learned);
    const scene = this.#scene(land, this.#moored(config.ships, land));
    const targets = this.#targets(scene, config.targets, config.ready, config.ghost);
    const turning = isTurning(config.ghost);
    const bounds = kept(this.#bounds, boundsOf(config));
    const insets = kept(this.#insets, turning ? raised(config.insets) : config.insets);
    [this.#bounds, this.#insets, this.#extent] = [bounds, insets, kept(this.#extent, stageOf(bounds))];
    const { bare, fresh, dropping, falling } = this.#laying;
    const stage = this.#stage();
    return {
      ...this.#pieces.lying(scene, config, { ...stage, bare, fresh }),
      ...stage,
      ...this.#layers(targets, scene),
      config,
      scene,
      targets,
      ghost: this.#ghost(config.ghost, this.#learned),
      ghostDrag: this.#ghostDrag,
      hinted: this.#hinted(config.hintedTile, this.#learned),
      turning,
      bounds,
      insets,
      opened: this.#opened,
      motion: !this.#opened ? 'none' : config.reducedMotion ? 'fade' : 'full',
      bare,
      dropping,
      falling,
      extent: this.#extent,
      partly: this.#partly,
      middles: this.#middles,
      rose: this.#roseAt(tiles),
    };
  }
  #stage(): Pick<Picture, 'scale' | 'sketch' | 'grow' | 'turned' | 'upright'> {
    const scale = this.#scale;
    const sketch = !isDetailed(scale);
    // Signs do not shrink with the chart as far as it does; beyond this their neighbours are in the way.
    const grow = sketch ? Math.min(1.5, 0.55 / scale) : scale < 0.78 ? 1.14 : 1;
    const { turned } = this.driver;
    return { scale, sketch, grow, turned, upright: turned ? -90 : 0 };
  }
  /** The rose keeps its place until a tile comes near: moving it draws all rhumb lines again. */
  #roseAt(tiles: readonly LaidTile[]): Point {
    const rose = this.#rose;
    if (rose && this.#middles.every((m) => distance(m, rose) >= R + 130)) return rose;
    const { x, y, height } = aroundCells(tiles.map((t) => t.cell));
    return (this.#rose = [Math.round(x - 165), Math.round(y + height - 10)]);
  }

  /** Coasts are drawn up while nothing else is to do, so that choosing a ship shows them at once. */
  #prepareShores(): void {
    const { land } = this.#picture.scene;
    if (this.#prepared === land) return;
    this.#prepared = land;
    this.#callOffShores();
    const waiting = this.#config.islands.map((island) => island.parts);
    const next = (): void => {
      const parts = waiting.pop();
      if (!parts) return;
      this.#shores.of(land.parts(parts));
      this.#callOffShores = this.clock.idle(next);
    };
    this.#callOffShores = this.clock.idle(next);
  }

  // --- tiles that are laid ---------------------------------------------------------------------------

  #lay(): void {
    const tiles = this.#tiles;
    if (tiles.some((t) => !this.shapes.known(t.tile))) return;
    if (this.#laid?.[0] === tiles && this.#laid[1] === this.#learned) return;
    this.#laid = [tiles, this.#learned];
    const fresh = this.#laying.lay(tiles, this.#opened);
    if (fresh.length) this.#redraw();
    this.#callOffLaying();
    const rest = (): void => {
      this.#middles = tiles.map((t) => cellCentre(t.cell));
      if (this.#picture.motion === 'full') this.#laying.drop(fresh);
      this.#redraw();
      // After the tile that drops has been asked for: it is smaller and seen first.
      this.#callOffLaying = this.clock.later(() => this.#paint(), 0);
    };
    // What stands on the table comes first, then the camera; drawing a tile takes a while anyway.
    if (this.#opened) this.#callOffLaying = this.clock.afterFrames(rest, 2);
    else rest();
  }
  #paint(): void {
    this.#partly = this.driver.partly;
    this.#offerTurning();
    this.#redraw();
    this.shell.paint();
  }
  #largerTurned = false;
  #offerTurning(): void {
    const larger = this.driver.largerTurned;
    if (larger === this.#largerTurned) return;
    this.#largerTurned = larger;
    this.shell.largerTurned(larger);
  }
  /** The picture of a tile that drops is there. */
  pictured(): void {
    this.#laying.pictured();
  }
  /** The terrain of these tiles is painted. */
  painted(tiles: readonly LaidTile[]): void {
    this.#laying.painted(tiles);
    const opens = !this.#opened && this.#config.tiles.every((t) => this.shapes.known(t.tile));
    this.#opened ||= opens;
    this.#redraw();
    if (!opens) return;
    this.driver.keepBearing();
    this.shell.opened();
  }

  // --- the camera --------------------------------------------------------------------------------------

  #followed: unknown = null;
  /** While nobody moves the camera, it follows what is on the table; what is chosen, always. */
  #follow(): void {
    const { bounds, insets } = this.#picture;
    const now = { bounds, insets, focus: this.#focus(), chosen: this.#chosen() };
    if (same(this.#followed, now)) return;
    this.#followed = now;
    this.driver.follow(insets);
  }
  #focus(): Region | null {
    return focusRegion(this.#picture.scene, this.#picture.targets, this.#config);
  }
  #chosen(): Region | null {
    return chosenRegion(this.#picture.scene, this.#config);
  }
  resize(width: number, height: number): void {
    this.driver.resize(width, height, this.#picture.insets);
  }
  #moved(): void {
    if (this.driver.turned !== this.#picture.turned) this.#redraw();
    this.shell.moved();
  }
  /** The stage is laid out at the scale of the camera. */
  #rested(): void {
    const { scale } = this.driver.camera;
    if (Math.abs(this.#scale / scale - 1) > 1e-4) this.#scale = scale;
    this.shell.rested();
    this.#paint();
  }

  fitTargets(closer: boolean, animate: boolean): void {
    this.#whenDrawn(() => {
      const { scene, targets, config } = this.#picture;
      const region = targetRegion(scene, targets, config.ghost);
      if (!region) return;
      if (config.ghost) this.driver.fitRegion(region, animate);
      else this.driver.showRegion(region, closer, animate);
    });
  }
  release(): void {
    this.#whenDrawn(() => this.driver.release());
  }
  show(ref: Ref, scale: number | undefined, animate: boolean): void {
    this.#whenDrawn(() => {
      const found = this.#picture.scene.place(ref);
      if (!found) return;
      if (scale) this.driver.centre(found.at, scale, animate);
      else this.driver.reveal(found.at, found.radius + 20, animate);
    });
  }

  // --- the tile being laid --------------------------------------------------------------------------

  /** So far from its cell, in board units; null: let go. */
  dragGhost(by: Point | null): void {
    if (by === this.#ghostDrag) return;
    this.#ghostDrag = by;
    this.#redraw();
  }
}

const isTurning = (ghost: GhostTile | null): boolean =>
  ghost !== null && (ghost.fits.filter(Boolean).length > 1 || !ghost.fits[ghost.rotation]);
const raised = (insets: Insets): Insets => ({ ...insets, bottom: insets.bottom + TURNER });
const kept = <T extends object>(before: T | null, now: T): T => (before && same(before, now) ? before : now);

/** The stage grows in large steps: changing its size lays everything out again. */
function stageOf(bounds: Region): Region {
  const { x, y, width, height } = grown(bounds, 200);
  const step = (n: number): number => Math.ceil(n / 500) * 500;
  const [left, top] = [step(-x), step(-y)];
  return { x: -left, y: -top, width: left + step(x + width), height: top + step(y + height) };
}
