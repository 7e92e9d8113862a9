/** The board follows the hand and the panels: at once, or two frames behind after a move and when a card is taken up or put back. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settings } from '../lib/settings.svelte';
import { MIDDLE, MIDDLE_CHOICES } from '../sample/recorded/middle';
import { Controls } from './controls.svelte';
import { EMPTY } from './ctrl';
import { Game } from './game.svelte';
import type { ViewData } from '../protocol/messages';

let frames: (() => void)[] = [];
const drawn = (): void => {
  for (const run of frames.splice(0)) run();
  vi.runAllTimers();
};
const twoFrames = (): void => {
  drawn();
  drawn();
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

test('a card taken up is in the draft at once and on the board two frames later', () => {
  const controls = new Controls(new Game('t'));
  controls.set(SHIP);
  expect(controls.draft).toBe(SHIP);
  expect(controls.idle).toBe(false);
  expect(controls.shown).toBe(EMPTY);
  expect(controls.shownIdle).toBe(true);
  drawn();
  expect(controls.shown).toBe(EMPTY);
  drawn();
  expect(controls.shown).toBe(SHIP);
});
test('what changes about a card that is up is on the board at once', () => {
  const controls = new Controls(new Game('t'));
  controls.set(SHIP);
  twoFrames();
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
  twoFrames();
  expect(controls.shown).toBe(RUINS);
});
test('anyone who needs the targets at once has them', () => {
  const controls = new Controls(new Game('t'));
  controls.set(SHIP);
  controls.fitTargets();
  expect(controls.shown).toBe(SHIP);
  controls.cancel();
  expect(controls.shown).toBe(SHIP);
  controls.catchUp();
  expect(controls.shown).toBe(EMPTY);
});

/** A table in the middle of a game. */
function table(): Game {
  const game = new Game('t');
  const { setup, view, me } = MIDDLE;
  game.show({ setup, playerView: { seat: me, view, choices: null, undo: 0 } });
  return game;
}
const position = (game: Game): ViewData => game.state.playerView!.view;
/** The same table with one ship fewer. */
function moved(game: Game): void {
  const view = { ...position(game), ships: position(game).ships.slice(1) };
  game.show({ playerView: { ...game.state.playerView!, view } });
}

test('a move is on the panels at once and on the board two frames later', () => {
  const game = table();
  const controls = new Controls(game);
  const before = position(game);
  moved(game);
  expect(game.world!.view).toBe(position(game));
  expect(controls.shownWorld!.view).toBe(before);
  expect(controls.shownGround!.view).toBe(before);
  twoFrames();
  expect(controls.shownWorld!.view).toBe(position(game));
  expect(controls.shownGround!.view).toBe(position(game));
});
test('what was put together goes from the board when the move comes, not before', () => {
  const game = table();
  const controls = new Controls(game);
  game.setDraft(SHIP);
  moved(game);
  game.setDraft(EMPTY);
  expect(controls.shown).toBe(SHIP);
  twoFrames();
  expect(controls.shown).toBe(EMPTY);
});
test('of moves that come faster than frames the board is at most one behind', () => {
  const game = table();
  const controls = new Controls(game);
  moved(game);
  const first = position(game);
  moved(game);
  expect(controls.shownWorld!.view).toBe(first);
  expect(frames).toHaveLength(1);
  twoFrames();
  expect(controls.shownWorld!.view).toBe(position(game));
});
test('a window that nobody sees draws no frames, so its board is never behind', () => {
  vi.stubGlobal('document', { hidden: true });
  const game = table();
  const controls = new Controls(game);
  moved(game);
  expect(controls.shownWorld!.view).toBe(position(game));
});
test('the first position is on the board at once', () => {
  const game = new Game('t');
  const controls = new Controls(game);
  game.show(table().state);
  expect(controls.shownWorld!.view).toBe(position(game));
});
test('a line of chat is no move: the board has nothing to follow', () => {
  const game = table();
  const controls = new Controls(game);
  const line = { number: 1, seat: 0, name: 'Ana', text: 'Ahoy', audience: 'players', at: 0 } as const;
  game.receive({ type: 'said', line });
  expect(controls.shownWorld!.view).toBe(position(game));
  expect(frames).toEqual([]);
});

/** The own turn at that table. */
function myTurn(): Controls {
  const game = table();
  game.show({ playerView: { ...game.state.playerView!, choices: MIDDLE_CHOICES } });
  return new Controls(game);
}
test('a press on the chosen card puts it back, but not when cards were paid by hand', () => {
  const controls = myTurn();
  controls.tapCard({ card: 'ship', copy: 0, state: 'free' });
  controls.tapCard({ card: 'ship', copy: 0, state: 'chosen' });
  expect(controls.idle).toBe(true);
  controls.tapCard({ card: 'ship', copy: 0, state: 'free' });
  controls.tapCard({ card: 'ship', copy: 2, state: 'free' });
  expect(controls.draft.paid).toEqual(['ship']);
  expect(controls.pressed).toEqual({ played: 0, paid: ['ship2'] });
  controls.tapCard({ card: 'ship', copy: 0, state: 'chosen' });
  expect(controls.draft.paid).toEqual(['ship']);
  controls.cancel();
  expect(controls.idle).toBe(true);
  expect(controls.pressed.paid).toEqual([]);
});
test('a paid card that is pressed again is the one that comes back', () => {
  const controls = myTurn();
  controls.tapCard({ card: 'plantation', copy: 1, state: 'free' });
  controls.tapCard({ card: 'ship', copy: 0, state: 'free' });
  controls.tapCard({ card: 'ship', copy: 1, state: 'free' });
  controls.tapCard({ card: 'ship', copy: 0, state: 'paid' });
  expect(controls.draft.paid).toEqual(['ship']);
  expect(controls.pressed.paid).toEqual(['ship1']);
});
