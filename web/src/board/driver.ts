/**
 * Drives the camera: by hand, in flight, or following the board by itself until somebody
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
  revealed,
  toScreen,
  zoomAt,
} from './camera';
import type { Camera, Insets } from './config';
import type { Point } from './hex';

export interface Stage {
  /** What there is to see. */
  readonly bounds: () => Region;
  /** Motion is unwanted. */
  readonly still: () => boolean;
  /** A finger or button is still dragging. */
  readonly held: () => boolean;
  readonly started: () => void;
  /** Once a frame while the camera moves. */
  readonly moved: () => void;
  readonly rested: () => void;
}
const FLIGHT = 320;
/** The camera rests when nothing has moved it for so long. */
const REST = 140;
/** After a flight nobody will move it on. */
const LANDED = 40;

export class Driver {
  camera: Camera = { x: 0, y: 0, scale: 1 };
  view: Viewport = { width: 800, height: 600, insets: { top: 0, right: 0, bottom: 0, left: 0 } };
  private following = true;
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

  /** The window of the board has this size; the first time everything is shown at once. */
  resize(width: number, height: number, insets: Insets): void {
    this.view = { width, height, insets };
    if (this.following || !this.measured) {
      this.measured = true;
      this.fly(fit(this.stage.bounds(), this.view), false);
    } else this.set(this.camera);
  }
  /** The board or the panels changed; without a hand on the camera it follows. */
  follow(insets: Insets, animate: boolean): void {
    this.view = { ...this.view, insets };
    if (this.following && this.measured) this.fly(fit(this.stage.bounds(), this.view), animate);
  }

  toScreen(p: Point): Point {
    return toScreen(this.camera, this.view, p);
  }
  fromScreen(p: Point): Point {
    return fromScreen(this.camera, this.view, p);
  }

  // --- flights ---------------------------------------------------------------------

  fitAll(animate: boolean): void {
    this.following = true;
    this.fly(fit(this.stage.bounds(), this.view), animate && this.measured);
  }
  fitRegion(region: Region, animate: boolean): void {
    this.flyTo(fit(region, this.view, 24, Math.max(this.camera.scale, 1.1)), animate);
  }
  centre(at: Point, scale: number, animate: boolean): void {
    this.flyTo(centred(at, scale, this.view), animate);
  }
  /** Brings a circle into view by the least move; stays when it is in view. */
  reveal(at: Point, radius: number, animate: boolean): void {
    const next = revealed(this.camera, this.view, at, radius);
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
    this.following = false;
    this.set(next);
  }

  // --- moving -----------------------------------------------------------------------

  private flyTo(to: Camera, animate: boolean): void {
    this.following = false;
    this.fly(to, animate);
  }
  private land(): void {
    cancelAnimationFrame(this.flight);
    this.flight = 0;
  }
  private fly(to: Camera, animate: boolean): void {
    this.land();
    const from = this.camera;
    const goal = clamped(to, this.stage.bounds(), this.view);
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
      // Not within the last frame of the flight: laying everything out anew is a frame of its own.
      if (!this.flight) this.settleIn(LANDED);
    };
    this.flight = requestAnimationFrame(step);
  }
  private set(next: Camera): void {
    if (!this.moving) {
      this.moving = true;
      this.stage.started();
    }
    this.camera = clamped(next, this.stage.bounds(), this.view);
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
