/** Keys do what the table model offers, and nothing else. */
import { beforeAll, expect, test, vi } from 'vitest';
import { setLanguage } from '../i18n/index.svelte';
import { settings } from '../lib/settings.svelte';
import { MIDDLE, MIDDLE_CHOICES } from '../sample/recorded/middle';
import { Controls } from './controls.svelte';
import { Game } from './game.svelte';
import { handleKey } from './keys';

beforeAll(async () => {
  await setLanguage('en');
  settings.muted = true;
  // No key is pressed in a field here.
  vi.stubGlobal('HTMLElement', Object);
  vi.stubGlobal('Element', Object);
});

/** The own turn with a move to take back. */
function myTurn(connection: 'live' | 'offline'): Controls {
  const game = new Game('t');
  const { setup, view, me } = MIDDLE;
  game.show({ setup, playerView: { seat: me, view, choices: MIDDLE_CHOICES, undo: 2 } });
  const lost = { kind: 'waiting', tries: 3, at: 0 } as const;
  game.dispatch({ type: 'connection', state: connection === 'live' ? { kind: 'live' } : lost });
  return new Controls(game);
}

const press = (controls: Controls, key: string): boolean =>
  handleKey(controls, {
    key,
    code: `Key${key.toUpperCase()}`,
    shiftKey: false,
    target: null,
  } as unknown as KeyboardEvent);

test('N ends the turn and Z takes back, while the table is there', () => {
  const controls = myTurn('live');
  const undo = vi.spyOn(controls.game, 'undo').mockReturnValue();
  press(controls, 'z');
  expect(undo).toHaveBeenCalledOnce();
  const submit = vi.spyOn(controls.game, 'submit').mockReturnValue();
  press(controls, 'n');
  expect(submit).toHaveBeenCalledExactlyOnceWith({ type: 'end_turn' });
});

test('no key does what the model does not offer: with the connection lost, N and Z do nothing', () => {
  const controls = myTurn('offline');
  const undo = vi.spyOn(controls.game, 'undo').mockReturnValue();
  const submit = vi.spyOn(controls.game, 'submit').mockReturnValue();
  for (const key of ['n', 'z', 's', 'h']) press(controls, key);
  expect(undo).not.toHaveBeenCalled();
  expect(submit).not.toHaveBeenCalled();
  expect(controls.button('undo')).toMatchObject({
    'aria-disabled': true,
    title: 'Not while the connection is lost.',
  });
});
