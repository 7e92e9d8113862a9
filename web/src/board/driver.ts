/**
 * Drives the camera: by hand, in flight, or following the board by itself until someone
 * moves it. Tells the stage at most once a frame, and once more when the camera rests.
 */
import type { Region } from './artist';
import {
  type Viewport,
  between,
  centred,
  clamped,
  fit,
  fromScreen,
  panned,
  inSight,
  leastTile,
  revealed,
  toScreen,
  visible,
  zoomAt,
} from './camera';
import type { Camera, Insets, Orientation } from './config';
import { A, type Point } from './hex';
import { contains, grown, regionBack, turnedBack, turnedPoint, turnedRegion } from './region';

/** Width of a tile in board units. */
const TILE = 2 * A;

export interface Stage {
  /** What there is to see. */
  readonly bounds: () => Region;
  /** The tiles alone, which decide how the chart lies; null: none yet. */
  readonly land: () => Region | null;
  /** Someone has the chart before their eyes. */
  readonly seen: () => boolean;
  /** What matters most now: the last move, the targets, the tile being laid. */
  readonly focus: () => Region | null;
  /** What is chosen: it is never left under a panel. */
  readonly chosen: () => Region | null;
  /** Someone is in the middle of an action. */
  readonly choosing: () => boolean;
  /** Motion is unwanted. */
  readonly still: () => boolean;
  /** A finger or button is still dragging. */
  readonly held: () => boolean;
  readonly started: () => void;
  /** Once a frame while the camera moves. */
  readonly moved: () => void;
  readonly rested: () => void;
  readonly turned: (orientation: Orientation) => void;
}
const FLIGHT = 320;
/** The camera rests when nothing has moved it for so long. */
const REST = 140;
/** After a flight nobody will move it on. */
const LANDED = 40;

/** What cannot be read together as it lies is turned when that makes tiles larger by this much, */
const NEED_TURNING = 1.15;
/** and what is not yet this wide, in CSS pixels, when it makes them larger by this much. */
const ROOMY = 150;
const WORTH_TURNING = 1.34;
/** The camera stays while all is in sight, unless tiles could be larger by this much. */
const WORTH_MOVING = 1.3;
/** With so small a share of the board outside the window no small map is needed. */
const LITTLE = 0.07;
/** How far a tile may be covered before the camera moves, in CSS pixels. */
const SLACK = 6;

/**
 * The camera looks at the chart as it is laid: its points are those of the board, turned when the chart
 * lies sideways. Callers speak of points of the board only.
 */
export class Driver {
  camera: Camera = { x: 0, y: 0, scale: 1 };
  view: Viewport = { width: 800, height: 600, insets: { top: 0, right: 0, bottom: 0, left: 0 } };
  orientation: Orientation = { sideways: false, settled: false };
  /** What moves the camera: the board itself, something it was led to, or a hand. */
  private led: 'home' | 'away' | 'by hand' = 'home';
  private measured = false;
  private moving = false;
  private flight = 0;
  private frame = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly stage: Stage) {}

  stop(): void {
    cancelAnimationFrame(this.frame);
    cancelAnimationFrame(this.flight);
    clearTimeout(this.rest);
  }

  /**
   * The window of the board has this size; the first time everything is shown at once. What a hand or a
   * choice has led the camera to stays in sight.
   */
  resize(width: number, height: number, insets: Insets): void {
    const before = inSight(this.camera, this.view);
    this.view = { width, height, insets };
    if (this.led === 'home' || !this.measured) {
      this.measured = true;
      this.lay();
      this.fly(this.home(), false);
    } else this.set(this.withAll(before));
  }
  /** The same region of the laid chart, no larger than now and no smaller than can be read. */
  private withAll(region: Region): Camera {
    const now = this.camera.scale;
    const { scale } = fit(region, this.view, 0, now);
    return centred(this.middleOf(region), Math.max(scale, Math.min(now, this.least)), this.view);
  }
  /**
   * The board or the panels changed. Without a hand on the camera it stays as long as nothing is covered
   * that can be shown, so that the chart lies still while others play; a chart that nobody has seen yet
   * need not. Where a hand or a choice has led it, it stays with what is chosen.
   */
  follow(insets: Insets): void {
    this.view = { ...this.view, insets };
    if (!this.measured) return;
    if (this.led !== 'home') {
      this.uncover(this.stage.chosen());
      return;
    }
    if (this.lay() || !this.stage.seen()) {
      this.fly(this.home(), false);
      return;
    }
    const home = this.home();
    const needed = this.focus() ?? this.bounds();
    // Come close when there was little to see: with more of it outside the window, further off shows more.
    const close = this.camera.scale > home.scale * WORTH_MOVING && !this.isSeen(this.bounds());
    if (this.isSeen(needed) && !close && home.scale < this.camera.scale * WORTH_MOVING) return;
    this.fly(home, true);
  }
  private isSeen(laid: Region): boolean {
    return contains(grown(inSight(this.camera, this.view), SLACK / this.camera.scale), laid);
  }
  private uncover(region: Region | null): void {
    if (!region || this.isSeen(this.region(region))) return;
    const laid = this.region(region);
    const radius = Math.max(laid.width, laid.height) / 2;
    this.fly(revealed(this.camera, this.view, this.middleOf(laid), radius), true);
  }
  /** The chart lies sideways. */
  get turned(): boolean {
    return this.orientation.sideways;
  }
  /**
   * Lays the chart so that its tiles are large; true when it was turned. That is decided once, when tiles
   * are seen for the first time: later it would take the bearings from who looks at it.
   */
  private lay(): boolean {
    const { sideways, settled } = this.orientation;
    if (settled || !this.stage.land() || this.stage.choosing()) return false;
    const turns = this.largerTurned;
    if (turns) this.orient({ sideways: !sideways, settled: false });
    if (this.stage.seen()) this.keepBearing();
    return turns;
  }
  /** The chart is seen: from now on it lies as it does until a hand turns it. */
  keepBearing(): void {
    if (!this.orientation.settled && this.stage.land()) this.orient({ ...this.orientation, settled: true });
  }
  /** Would tiles be much larger if the chart lay the other way? */
  get largerTurned(): boolean {
    const land = this.stage.land();
    if (!land) return false;
    const [upright, sideways] = [fit(land, this.view).scale, fit(turnedRegion(land), this.view).scale];
    const [now, other] = this.turned ? [sideways, upright] : [upright, sideways];
    const worth = now < this.least ? NEED_TURNING : WORTH_TURNING;
    return now * TILE < ROOMY && other >= now * worth;
  }
  private orient(orientation: Orientation): void {
    this.orientation = orientation;
    this.stage.turned(orientation);
  }
  private bounds(): Region {
    const bounds = this.stage.bounds();
    return this.turned ? turnedRegion(bounds) : bounds;
  }
  /** What must be in sight when not everything can be; null when everything can. */
  private focus(): Region | null {
    if (fit(this.bounds(), this.view).scale >= this.least) return null;
    const focus = this.stage.focus();
    return focus && (this.turned ? turnedRegion(focus) : focus);
  }
  private get least(): number {
    return leastTile(this.view) / TILE;
  }
  /** Everything, as large as it can be; or as much round the place of action as can be read. */
  private home(): Camera {
    const whole = fit(this.bounds(), this.view);
    if (whole.scale >= this.least) return whole;
    const near = { ...centred(this.middleOf(this.bounds()), this.least, this.view) };
    const focus = this.focus();
    const at = focus ? this.middleOf(focus) : this.middleOf(this.bounds());
    const radius = focus ? Math.max(focus.width, focus.height) / 2 : 0;
    return this.filled(focus ? revealed(near, this.view, at, radius) : near);
  }
  private middleOf({ x, y, width, height }: Region): Point {
    return [x + width / 2, y + height / 2];
  }
  /** No bare paper on one side while tiles lie outside the window on the other. */
  private filled(camera: Camera): Camera {
    const [seen, board] = [inSight(camera, this.view), grown(this.bounds(), 14 / camera.scale)];
    const shift = (at: number, span: number, low: number, size: number): number =>
      size <= span
        ? low + size / 2 - (at + span / 2)
        : Math.max(low - at, Math.min(low + size - span - at, 0));
    return {
      ...camera,
      x: camera.x + shift(seen.x, seen.width, board.x, board.width),
      y: camera.y + shift(seen.y, seen.height, board.y, board.height),
    };
  }
  /** Is some of the board outside the window? */
  get partly(): boolean {
    const seen = grown(
      inSight(this.camera, this.view),
      (LITTLE * Math.min(this.view.width, this.view.height)) / this.camera.scale,
    );
    return !contains(seen, this.bounds());
  }
  /** What is in sight, in points of the board. */
  seen(grow = 0): Region {
    const region = visible(this.camera, this.view, grow);
    return this.turned ? regionBack(region) : region;
  }
  /** The same between the panels. */
  free(): Region {
    const region = inSight(this.camera, this.view);
    return this.turned ? regionBack(region) : region;
  }
  private point(p: Point): Point {
    return this.turned ? turnedPoint(p) : p;
  }
  private region(region: Region): Region {
    return this.turned ? turnedRegion(region) : region;
  }

  toScreen(p: Point): Point {
    return toScreen(this.camera, this.view, this.point(p));
  }
  fromScreen(p: Point): Point {
    const at = fromScreen(this.camera, this.view, p);
    return this.turned ? turnedBack(at) : at;
  }
  /** A way on the screen as a way on the board. */
  across(dx: number, dy: number): Point {
    const way: Point = [dx / this.camera.scale, dy / this.camera.scale];
    return this.turned ? turnedBack(way) : way;
  }

  // --- flights ---------------------------------------------------------------------

  /** Back to what is shown without a hand on the camera. */
  release(): void {
    this.led = 'home';
    this.follow(this.view.insets);
  }
  /** Lays the chart the other way, for good. */
  turn(): void {
    this.led = 'home';
    this.orient({ sideways: !this.turned, settled: true });
    this.fly(this.home(), false);
  }
  fitAll(animate: boolean): void {
    this.led = 'home';
    this.lay();
    this.fly(fit(this.bounds(), this.view), animate && this.measured);
  }
  /** Brings a region into view; what is in view stays as it is, unless coming closer is worth it. */
  showRegion(region: Region, closer: boolean, animate: boolean): void {
    const { scale } = this.closeUp(region);
    const near = closer && scale > this.camera.scale * WORTH_MOVING;
    if (near || !this.isSeen(this.region(region))) this.fitRegion(region, animate);
  }
  fitRegion(region: Region, animate: boolean): void {
    this.flyTo(this.closeUp(region, Math.max(this.camera.scale, 1.1)), animate);
  }
  /** A region between the panels; as much of it as can be read when it is too large. */
  private closeUp(region: Region, max = 1.1): Camera {
    const laid = this.region(region);
    const whole = fit(laid, this.view, 24, max);
    return whole.scale >= this.least ? whole : centred(this.middleOf(laid), this.least, this.view);
  }
  centre(at: Point, scale: number, animate: boolean): void {
    this.flyTo(centred(this.point(at), scale, this.view), animate);
  }
  /** Brings a circle into view by the least move; stays when it is in view. */
  reveal(at: Point, radius: number, animate: boolean): void {
    const next = revealed(this.camera, this.view, this.point(at), radius);
    const far = Math.hypot(next.x - this.camera.x, next.y - this.camera.y) * next.scale;
    if (far > 1) this.flyTo(next, animate);
  }
  zoomBy(factor: number): void {
    this.flyTo(zoomAt(this.camera, this.view, factor, [this.view.width / 2, this.view.height / 2]), true);
  }
  /** By a share of the view. */
  panBy(dx: number, dy: number): void {
    this.flyTo(panned(this.camera, -dx * this.view.width, -dy * this.view.height), true);
  }

  // --- by hand ------------------------------------------------------------------------

  drag(dx: number, dy: number): void {
    this.byHand(panned(this.camera, dx, dy));
  }
  zoom(factor: number, at: Point, dx = 0, dy = 0): void {
    this.byHand(zoomAt(panned(this.camera, dx, dy), this.view, factor, at));
  }
  private byHand(next: Camera): void {
    this.land();
    this.led = 'by hand';
    this.set(next);
  }

  // --- moving -----------------------------------------------------------------------

  private flyTo(to: Camera, animate: boolean): void {
    this.led = 'away';
    this.fly(to, animate);
  }
  private land(): void {
    cancelAnimationFrame(this.flight);
    this.flight = 0;
  }
  private fly(to: Camera, animate: boolean): void {
    this.land();
    const from = this.camera;
    const goal = clamped(to, this.bounds(), this.view);
    const near =
      Math.hypot(goal.x - from.x, goal.y - from.y) * goal.scale < 1 &&
      Math.abs(goal.scale / from.scale - 1) < 0.004;
    if (!animate || near || this.stage.still()) {
      this.set(goal);
      this.settle();
      return;
    }
    const started = performance.now();
    const step = (now: number): void => {
      const t = Math.min(1, Math.max(0, (now - started) / FLIGHT));
      this.set(between(from, goal, 1 - (1 - t) ** 3));
      this.flight = t < 1 ? requestAnimationFrame(step) : 0;
      // Not within the last frame of the flight: laying everything out again is a frame of its own.
      if (!this.flight) this.settleIn(LANDED);
    };
    this.flight = requestAnimationFrame(step);
  }
  private set(next: Camera): void {
    if (!this.moving) {
      this.moving = true;
      this.stage.started();
    }
    this.camera = clamped(next, this.bounds(), this.view);
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.stage.moved();
    });
    this.settleIn(REST);
  }
  private settleIn(ms: number): void {
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.settle(), ms);
  }
  private settle(): void {
    clearTimeout(this.rest);
    if (this.stage.held() || this.flight) {
      this.settleIn(REST);
      return;
    }
    this.moving = false;
    this.stage.rested();
  }
}
