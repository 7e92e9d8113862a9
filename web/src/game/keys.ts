/** The keys of the table; `?` lists them all. */
import { change, settings } from '../lib/settings.svelte';
import type { Controls } from './controls.svelte';
import { CARDS } from '../protocol/messages';

type KeyHandler = (controls: Controls, event: KeyboardEvent) => void;

/** By letter, as the list of keys shows them; where the keyboard writes other letters, by place. */
const LETTERS: Readonly<Record<string, KeyHandler>> = {
  KeyQ: (c, e) => c.turn(-1, e.shiftKey),
  KeyE: (c, e) => c.turn(1, e.shiftKey),
  KeyZ: (c) => c.act('undo'),
  KeyM: (c) => focusOn(c, 'market'),
  KeyL: (c) => focusOn(c, 'log'),
  KeyP: (c) => focusOn(c, 'players'),
  KeyT: (c) => focusOn(c, 'tiles'),
  KeyF: (c) => c.board?.fitAll(true),
  KeyS: (c) => c.act('suggest'),
  KeyH: (c) => c.act('hint'),
  KeyN: (c) => c.act('end-turn'),
  KeyV: () => change({ textView: !settings.textView }),
};
const NAMES: Readonly<Record<string, KeyHandler>> = {
  Escape: (c) => c.back(),
  '+': (c) => c.board?.zoomBy(1.2),
  '=': (c) => c.board?.zoomBy(1.2),
  '-': (c) => c.board?.zoomBy(1 / 1.2),
  '?': (c) => {
    c.dialog = 'keys';
  },
};

/** Move the focus to a panel; on a phone its tab opens. */
function focusOn(controls: Controls, panel: 'market' | 'log' | 'players' | 'tiles'): void {
  controls.panel = panel;
  queueMicrotask(() => document.querySelector<HTMLElement>(`[data-panel="${panel}"]`)?.focus());
}

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
const pressable = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('button, a, [role="button"]:not(.target.on), [role="tab"], dialog') !== null;

const letter = (event: KeyboardEvent): string =>
  /^[a-z]$/i.test(event.key) ? `Key${event.key.toUpperCase()}` : event.code;

/** True when the key was one of ours. */
export function handleKey(controls: Controls, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return false;
  const digit = /^Digit([1-6])$/.exec(event.code)?.[1];
  if (digit) {
    const card = CARDS[Number(digit) - 1]!;
    if (event.shiftKey) controls.pay(card);
    else controls.pickCard(card);
    return true;
  }
  if (event.key === 'Enter') return enter(controls, event);
  if (event.key.startsWith('Arrow')) return arrows(controls, event);
  const handler = NAMES[event.key] ?? LETTERS[letter(event)];
  handler?.(controls, event);
  return handler !== undefined;
}

/** Enter chooses where the focus is; anywhere else it confirms, or fills the tray first. */
function enter(controls: Controls, event: KeyboardEvent): boolean {
  if (pressable(event.target)) return false;
  const { confirm, suggest } = controls.game.model.actions;
  if (!confirm?.enabled && !suggest?.enabled) return false;
  controls.act(confirm?.enabled ? 'confirm' : 'suggest');
  return true;
}

/** Arrows walk the targets when a card is chosen; the board pans by itself when it has the focus. */
function arrows(controls: Controls, event: KeyboardEvent): boolean {
  if (controls.draft.card === null && controls.draft.target === null) return false;
  const which = event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 'next' : 'previous';
  return controls.focusTarget(which);
}
