/** What a person can do with cards: press, pay, put back. */
import { beforeEach, expect, test } from 'vitest';
import { settings } from '../lib/settings.svelte';
import { MIDDLE, MIDDLE_CHOICES } from '../sample/recorded/middle';
import { Controls } from './controls.svelte';
import { EMPTY } from './ctrl';
import { heldCards } from './fan';
import { Game } from './game.svelte';

beforeEach(() => {
  settings.muted = true;
});

/** A table in the middle of a game. */
function table(): Game {
  const game = new Game('t');
  const { setup, view, me } = MIDDLE;
  game.show({ setup, playerView: { seat: me, view, choices: null, undo: 0 } });
  return game;
}

test('the board shows the newest position, or the moment before it that is looked at', () => {
  const game = table();
  const controls = new Controls(game);
  game.setDraft({ ...EMPTY, card: 'ship' });
  expect(controls.shown).toMatchObject({ world: game.world, draft: { card: 'ship' } });
  const world = { ...MIDDLE, view: { ...MIDDLE.view, round: 1 } };
  controls.past = { world, events: [] };
  expect(controls.shown).toMatchObject({ world, events: [] });
  expect(controls.shown.draft).toBeUndefined();
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
  controls.act('cancel');
  expect(controls.idle).toBe(true);
  expect(controls.pressed.paid).toEqual([]);
});
test('a card chosen by hand stays, and takes the place of one that was suggested', () => {
  const controls = myTurn();
  const site = MIDDLE_CHOICES.sites.find((choice) => choice.card === 'plantation' && choice.cost === 2)!.site;
  controls.pick({ kind: 'site', at: site });
  expect(controls.draft.paid).toEqual(['ship', 'ruins']);
  const marked = heldCards(MIDDLE.view.hand, controls.draft).find(({ state }) => state === 'paid')!;
  expect(marked.card).toBe('ship');
  controls.tapCard(marked);
  controls.tapCard({ card: 'market', copy: 0, state: 'free' });
  expect(controls.draft.paid).toEqual(['ship', 'market']);
  controls.tapCard(marked);
  expect(controls.draft.paid).toEqual(['market']);
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
