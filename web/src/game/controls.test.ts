/** The board follows the hand: at once, or a frame behind when a card is taken up or put back. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settings } from '../lib/settings.svelte';
import { Controls } from './controls.svelte';
import { EMPTY } from './ctrl';
import { Game } from './game.svelte';

let frames: (() => void)[] = [];
const nextFrame = (): void => {
  for (const run of frames.splice(0)) run();
  vi.runAllTimers();
};
beforeEach(() => {
  vi.useFakeTimers();
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  vi.stubGlobal('cancelAnimationFrame', () => (frames = []));
  settings.muted = true;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const SHIP = { ...EMPTY, card: 'ship' as const };
const RUINS = { ...EMPTY, card: 'ruins' as const };

test('a card taken up is in the draft at once and on the board a frame later', () => {
  const controls = new Controls(new Game('t'));
  controls.set(SHIP);
  expect(controls.draft).toBe(SHIP);
  expect(controls.idle).toBe(false);
  expect(controls.shown).toBe(EMPTY);
  expect(controls.shownIdle).toBe(true);
  nextFrame();
  expect(controls.shown).toBe(SHIP);
});
test('what changes about a card that is up is on the board at once', () => {
  const controls = new Controls(new Game('t'));
  controls.set(SHIP);
  nextFrame();
  const paid = { ...SHIP, paid: ['ruins' as const] };
  controls.set(paid);
  expect(controls.shown).toBe(paid);
  expect(frames).toEqual([]);
});
test('of two cards taken up within a frame the board shows the last', () => {
  const controls = new Controls(new Game('t'));
  controls.set(SHIP);
  controls.set(RUINS);
  expect(frames).toHaveLength(1);
  nextFrame();
  expect(controls.shown).toBe(RUINS);
});
test('whoever needs the targets at once has them', () => {
  const controls = new Controls(new Game('t'));
  controls.set(SHIP);
  controls.fitTargets();
  expect(controls.shown).toBe(SHIP);
  controls.cancel();
  expect(controls.shown).toBe(SHIP);
  controls.catchUp();
  expect(controls.shown).toBe(EMPTY);
});
