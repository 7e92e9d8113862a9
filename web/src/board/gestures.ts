/**
 * What fingers and mouse mean on the board: a tap, a drag, a pinch, a long press.
 * Holds no element; the board tells it where pointers are and does what it answers.
 */
import type { Point } from './hex';

/** A press that moves further than this many pixels is a drag. */
export const SLOP = { mouse: 4, pen: 6, touch: 9 } as const;
export const LONG_PRESS = 500;

export type Move =
  | { readonly kind: 'none' }
  | { readonly kind: 'drag'; readonly dx: number; readonly dy: number; readonly first: boolean }
  | {
      readonly kind: 'pinch';
      readonly factor: number;
      readonly at: Point;
      readonly dx: number;
      readonly dy: number;
    };
const NONE: Move = { kind: 'none' };

interface Pressed {
  readonly start: Point;
  last: Point;
  readonly slop: number;
}

export class Gestures {
  private readonly pointers = new Map<number, Pressed>();
  private mode: 'idle' | 'pressed' | 'drag' | 'pinch' = 'idle';
  /** The last press became a drag or pinch, so that its click does not count. */
  moved = false;

  get dragging(): boolean {
    return this.mode === 'drag' || this.mode === 'pinch';
  }
  get active(): boolean {
    return this.pointers.size > 0;
  }

  down(id: number, at: Point, type: string): void {
    const slop = SLOP[type as keyof typeof SLOP] ?? SLOP.mouse;
    if (!this.pointers.size) this.moved = false;
    this.pointers.set(id, { start: at, last: at, slop });
    if (this.pointers.size === 2) {
      this.mode = 'pinch';
      this.moved = true;
    } else if (this.pointers.size === 1) this.mode = 'pressed';
  }

  move(id: number, at: Point): Move {
    const pressed = this.pointers.get(id);
    if (!pressed) return NONE;
    if (this.mode === 'pinch') return this.pinch(pressed, at);
    const first = this.mode === 'pressed';
    if (first) {
      if (Math.hypot(at[0] - pressed.start[0], at[1] - pressed.start[1]) <= pressed.slop) return NONE;
      this.mode = 'drag';
      this.moved = true;
    }
    const [dx, dy] = [at[0] - pressed.last[0], at[1] - pressed.last[1]];
    pressed.last = at;
    return { kind: 'drag', dx, dy, first };
  }
  private pinch(pressed: Pressed, at: Point): Move {
    const other = [...this.pointers.values()].find((p) => p !== pressed);
    if (!other) return NONE;
    const spread = (p: Point): number => Math.max(10, Math.hypot(p[0] - other.last[0], p[1] - other.last[1]));
    const factor = spread(at) / spread(pressed.last);
    const middle: Point = [(at[0] + other.last[0]) / 2, (at[1] + other.last[1]) / 2];
    const move = {
      kind: 'pinch',
      factor,
      at: middle,
      dx: (at[0] - pressed.last[0]) / 2,
      dy: (at[1] - pressed.last[1]) / 2,
    } as const;
    pressed.last = at;
    return move;
  }

  /** Returns true when the last pointer is up. */
  up(id: number): boolean {
    this.pointers.delete(id);
    if (this.pointers.size === 1) this.mode = 'drag';
    else if (!this.pointers.size) this.mode = 'idle';
    return !this.pointers.size;
  }
}

/** Wheel delta to a zoom factor; trackpad pinches come with Control held. */
export function wheelFactor(event: { deltaY: number; deltaMode: number; ctrlKey: boolean }): number {
  const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1);
  const step = Math.max(-160, Math.min(160, pixels));
  return Math.exp(-step * (event.ctrlKey ? 0.01 : 0.0016));
}
