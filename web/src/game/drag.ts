/** A card dragged from the hand onto its target with the mouse. */
import type { Controls } from './controls.svelte';
import type { Card } from '../protocol/messages';

/** A press that moves further than this many pixels is a drag. */
const SLOP = 6;
/** What a card can be let go over: targets on the board, rows of the market, tiles to explore. */
const TARGETS = '.target, [data-drop]';

/** Follows the pointer from a press on a card; a press that does not move stays a click. */
export function dragCard(controls: Controls, card: Card, press: PointerEvent, onstart: () => void): void {
  if (press.pointerType !== 'mouse' || press.button !== 0) return;
  const listening = new AbortController();
  const { signal } = listening;
  const end = (): void => {
    listening.abort();
    controls.dragged = null;
  };
  const move = (event: PointerEvent): void => {
    const far = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) > SLOP;
    if (!controls.dragged) {
      if (!far) return;
      onstart();
      if (controls.draft.card !== card) controls.pickCard(card);
      if (controls.draft.card !== card) return end();
    }
    controls.dragged = { card, x: event.clientX, y: event.clientY };
  };
  const up = (event: PointerEvent): void => {
    const dropped = controls.dragged !== null;
    end();
    if (!dropped) return;
    // The click that follows belongs to the drag: it must not put the card back.
    const swallow = (click: Event): void => click.stopPropagation();
    addEventListener('click', swallow, { capture: true });
    setTimeout(() => {
      removeEventListener('click', swallow, { capture: true });
      const target = targetAt(event.clientX, event.clientY);
      target?.dispatchEvent(new Event('click', { bubbles: true }));
    });
  };
  addEventListener('pointermove', move, { signal });
  addEventListener('pointerup', up, { signal });
  addEventListener('pointercancel', end, { signal });
}

function targetAt(x: number, y: number): Element | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const row = element.closest('[data-drop-row]');
    const target = element.closest(TARGETS) ?? row?.querySelector('[data-drop]');
    if (target) return target;
  }
  return null;
}
