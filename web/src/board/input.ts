/**
 * What a hand does on the board: pans and zooms, points, chooses, turns and drags the tile being laid; and
 * the keys that walk the targets. It tells `BoardEvents`; the camera is the state's.
 */
import { MAX_SCALE } from './camera';
import { type BoardEvents, type Cell, type Ref, cellKey } from './config';
import { Gestures, LONG_PRESS, wheelFactor } from './gestures';
import { type Point, R, cellCentre, distance } from './hex';
import type { BoardState } from './state';
import { type BoardTarget, FINGER, crowdedScale, isChosen, nearestTo } from './targets';

/** Where on the page: `root` feels for the pointer, `floor` is what is grabbed. */
export interface Elements {
  readonly root: HTMLElement;
  readonly floor: HTMLElement;
  /** Puts the keyboard focus on a target. */
  focus(target: BoardTarget): void;
}
interface AtPointer {
  readonly clientX: number;
  readonly clientY: number;
}

const ARROWS: Readonly<Record<string, { readonly pan: Point; readonly step: 1 | -1 }>> = {
  ArrowLeft: { pan: [-0.12, 0], step: -1 },
  ArrowRight: { pan: [0.12, 0], step: 1 },
  ArrowUp: { pan: [0, -0.12], step: -1 },
  ArrowDown: { pan: [0, 0.12], step: 1 },
};
/** A wheel turns the tile by one when it has gone this far. */
const NOTCH = 40;

const within = (event: Event, selector: string): Element | null =>
  event.target instanceof Element ? event.target.closest(selector) : null;

export class BoardInput {
  readonly gestures = new Gestures();
  /** The target that has the keyboard focus, by its key. */
  focused: string | null = null;
  /** Measured with each new size, press or entry: asking while the stage moves would force a layout. */
  corner: Point = [0, 0];
  #pointer = 'mouse';
  #press: ReturnType<typeof setTimeout> | undefined;
  #onGhost = false;
  #rightMoved = false;
  #wheelTurn = 0;
  #hoverFrame = 0;

  constructor(
    private readonly state: BoardState,
    private readonly events: BoardEvents,
    private readonly page: Elements,
  ) {}

  stop(): void {
    cancelAnimationFrame(this.#hoverFrame);
    clearTimeout(this.#press);
  }

  measure(): DOMRect {
    const box = this.page.root.getBoundingClientRect();
    this.corner = [box.left, box.top];
    return box;
  }
  #local({ clientX, clientY }: AtPointer): Point {
    return [clientX - this.corner[0], clientY - this.corner[1]];
  }
  #pointed(event: AtPointer): Ref | null {
    const { scene, config } = this.state.picture;
    return scene.pointed(this.state.driver.fromScreen(this.#local(event)), config);
  }

  // --- pressing, dragging, pinching --------------------------------------------------------------

  down(event: PointerEvent): void {
    this.measure();
    this.#pointer = event.pointerType;
    if (event.button !== 0 && event.button !== 2) return;
    if (within(event, '[data-turner]')) return;
    const movable = this.state.config.targets.some((target) => target.ref.kind === 'cell');
    this.#onGhost = event.button === 0 && movable && within(event, '[data-ghost]') !== null;
    this.gestures.down(event.pointerId, this.#local(event), event.pointerType);
    this.#rightMoved = false;
    clearTimeout(this.#press);
    if (event.pointerType !== 'touch' || this.gestures.moved) return;
    const { clientX, clientY } = event;
    this.#press = setTimeout(() => this.#details({ clientX, clientY }), LONG_PRESS);
  }

  move(event: PointerEvent): void {
    if (!this.gestures.active) {
      this.#hover(event);
      return;
    }
    const did = this.gestures.move(event.pointerId, this.#local(event));
    if (did.kind === 'none') return;
    clearTimeout(this.#press);
    if (did.kind === 'drag' && did.first) {
      this.page.floor.setPointerCapture(event.pointerId);
      this.#rightMoved = true;
      this.#hoverEnds();
    }
    const { driver } = this.state;
    if (did.kind === 'pinch') {
      this.state.dragGhost(null);
      this.#onGhost = false;
      driver.zoom(did.factor, did.at, did.dx, did.dy);
    } else if (this.#onGhost) {
      const [x, y] = this.state.picture.ghostDrag ?? [0, 0];
      const [dx, dy] = driver.across(did.dx, did.dy);
      this.state.dragGhost([x + dx, y + dy]);
    } else driver.drag(did.dx, did.dy);
  }

  up(event: PointerEvent): void {
    clearTimeout(this.#press);
    if (!this.gestures.active || !this.gestures.up(event.pointerId)) return;
    const { ghostDrag } = this.state.picture;
    const { ghost } = this.state.config;
    this.state.dragGhost(null);
    this.#onGhost = false;
    if (ghostDrag && ghost) this.#dropGhost(ghost.cell, ghostDrag);
  }

  leave(event: PointerEvent): void {
    if (event.pointerType !== 'touch') this.#hoverEnds();
  }

  /** The tile was let go: the nearest cell that fits takes it. */
  #dropGhost(cell: Cell, by: Point): void {
    const [x, y] = cellCentre(cell);
    const away = (to: Cell): number => distance(cellCentre(to), [x + by[0], y + by[1]]);
    const cells = this.state.config.targets.flatMap(({ ref }) => (ref.kind === 'cell' ? [ref] : []));
    const near = cells.sort((a, b) => away(a.at) - away(b.at))[0];
    if (near && away(near.at) < R * 1.2 && cellKey(near.at) !== cellKey(cell)) this.#tell('onpick', near);
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    if (!within(event, '[data-ghost]') || event.ctrlKey) {
      this.state.driver.zoom(wheelFactor(event), this.#local(event));
      return;
    }
    this.#wheelTurn += event.deltaY || event.deltaX;
    if (Math.abs(this.#wheelTurn) < NOTCH) return;
    this.#tell('onturn', this.#wheelTurn > 0 ? 1 : -1, event.shiftKey);
    this.#wheelTurn = 0;
  }

  // --- pointing --------------------------------------------------------------------------------------

  #hover(event: PointerEvent): void {
    if (event.pointerType === 'touch') return;
    const { clientX, clientY } = event;
    cancelAnimationFrame(this.#hoverFrame);
    this.#hoverFrame = requestAnimationFrame(() => {
      this.events.onhover?.(this.#pointed({ clientX, clientY }), { x: clientX, y: clientY });
    });
  }
  #hoverEnds(): void {
    cancelAnimationFrame(this.#hoverFrame);
    this.events.onhover?.(null, null);
  }
  #details(event: AtPointer): void {
    const ref = this.#pointed(event);
    if (!ref || !this.events.ondetails) return;
    this.gestures.moved = true;
    this.events.ondetails(ref, { x: event.clientX, y: event.clientY });
  }
  menu(event: MouseEvent): void {
    event.preventDefault();
    if (!this.#rightMoved && this.#pointer !== 'touch') this.#details(event);
  }
  miss(event: MouseEvent): void {
    if (!this.gestures.moved) this.events.onmiss?.(this.#pointed(event));
  }

  // --- choosing -----------------------------------------------------------------------------------------

  /** What is done on the board is answered on the board at once. */
  #tell<K extends 'onpick' | 'onturn' | 'onrotation'>(
    what: K,
    ...words: Parameters<NonNullable<BoardEvents[K]>>
  ): void {
    this.state.hurry();
    (this.events[what] as ((...words: unknown[]) => void) | undefined)?.(...words);
  }
  pick: NonNullable<BoardEvents['onpick']> = (ref) => this.#tell('onpick', ref);
  turn: NonNullable<BoardEvents['onturn']> = (step, all) => this.#tell('onturn', step, all);
  rotate: NonNullable<BoardEvents['onrotation']> = (rotation) => this.#tell('onrotation', rotation);

  /** A click or a key on the tile being laid. */
  turnGhost(event: MouseEvent | KeyboardEvent): void {
    event.stopPropagation();
    if (event instanceof MouseEvent && this.gestures.moved) return;
    this.turn(1, event.shiftKey);
  }

  /** The target that an event happened in. */
  #targetOf(event: Event): BoardTarget | null {
    const key = within(event, '[data-key]')?.getAttribute('data-key');
    return this.state.picture.targets.find((t) => t.key === key) ?? null;
  }
  click(event: MouseEvent): void {
    const target = this.#targetOf(event);
    if (target) this.#choose(target, event);
  }
  #choose(target: BoardTarget, event: Event): void {
    if (!(event instanceof MouseEvent)) {
      this.pick(target.ref);
      return;
    }
    event.stopPropagation();
    if (this.gestures.moved) return;
    if (this.#pointer === 'touch') this.#tap(target, event);
    else this.pick(target.ref);
  }
  /** A finger means the nearest target; where two are as near, the first tap comes closer and says so. */
  #tap(hit: BoardTarget, event: MouseEvent): void {
    const { driver, picture } = this.state;
    const { scale } = driver.camera;
    const found = nearestTo(picture.targets, driver.fromScreen(this.#local(event)), FINGER / 2 / scale);
    const target = found?.target ?? hit;
    const closer = found?.clear === false ? crowdedScale(picture.targets, target, scale, MAX_SCALE) : null;
    if (closer) {
      driver.centre(target.at, closer, true);
      this.events.onagain?.();
    } else this.pick(target.ref);
  }

  // --- keys -----------------------------------------------------------------------------------------------

  /** Arrows on the board itself move the camera. */
  key(event: KeyboardEvent): void {
    const arrow = ARROWS[event.key];
    const modified = event.ctrlKey || event.metaKey || event.altKey;
    if (!arrow || event.target !== this.page.root || modified || this.events.choosing?.()) return;
    event.preventDefault();
    this.state.driver.panBy(...arrow.pan);
  }
  /** On a target Enter or Space choose, arrows walk on. */
  targetKey(event: KeyboardEvent): void {
    const target = this.#targetOf(event);
    if (!target) return;
    const arrow = ARROWS[event.key];
    // Enter chooses, then confirms: a chosen target leaves the key to the table.
    if (event.key === 'Enter' && isChosen(this.state.config, target.ref)) return;
    if (event.key === 'Enter' || event.key === ' ') this.#choose(target, event);
    else if (arrow) this.walk(target.key, arrow.step);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  /** Moves the focus along the targets; false when there is none. */
  walk(from: string | null, step: 1 | -1): boolean {
    const { targets } = this.state.picture;
    if (!targets.length) return false;
    const now = targets.findIndex((t) => t.key === from);
    const next =
      now < 0 ? (step > 0 ? 0 : targets.length - 1) : (now + step + targets.length) % targets.length;
    this.page.focus(targets[next]!);
    return true;
  }
  focusIn(event: FocusEvent): void {
    const target = this.#targetOf(event);
    if (!target) return;
    this.focused = target.key;
    this.events.ontargetfocus?.(target.ref);
    if (!this.gestures.active) this.state.driver.reveal(target.at, Math.min(target.radius, 60), true);
  }
  focusOut(event: FocusEvent): void {
    if (!within(event, '[data-key]')) return;
    this.focused = null;
    this.events.ontargetfocus?.(null);
  }
}
