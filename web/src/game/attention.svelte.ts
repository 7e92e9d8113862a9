/** Your turn, piracy on an island of yours, the end: title, favicon, sound, speech, notification. */
import type { Event as GameEvent } from '../protocol/messages';
import { isHideout } from '../board/config';
import { t } from '../i18n/index.svelte';
import { announcer } from '../lib/announce.svelte';
import { settings } from '../lib/settings.svelte';
import type { SoundName } from '../lib/sound';
import type { Controls } from './controls.svelte';
import { isHurtFrom } from './islands';
import type { World } from './world';

const SOUNDS: Partial<Record<GameEvent['type'], SoundName>> = {
  ship: 'rope',
  first_island: 'brush',
  plantation: 'thud',
  gold_mine: 'gold',
  ruins: 'gold',
  building: 'mallet',
  market: 'coin',
};

export function attend(controls: Controls): void {
  const game = controls.game;
  game.onevents = (events) => {
    const last = events.at(-1);
    const sound = last && SOUNDS[last.type];
    if (sound) controls.sound(last.type === 'ship' && last.explored ? 'brush' : sound);
    const world = game.world;
    if (world && events.some((event) => raidsMe(world, event))) {
      controls.sound('horn');
      announcer.now(t('piracy.now'));
    }
    if (game.state.playerView?.view.phase === 'over') controls.sound('cadence');
  };

  let was = false;
  $effect(() => {
    const mine = game.myTurn && game.curtain === null;
    document.title = mine ? t('title.your_turn') : t('title.table');
    favicon(mine);
    if (mine && !was) yourTurn(controls);
    was = mine;
  });
  $effect(() => {
    if (game.nudge && game.nudge.seat === game.me) yourTurn(controls);
  });
  $effect(() => () => {
    document.title = 'Ilôs';
    favicon(false);
  });
}

/** Someone else's ship turned pirate off an island where this seat lies, without a fort. */
function raidsMe(world: World, event: GameEvent): boolean {
  if (event.type !== 'ship' || world.me === null || event.seat === world.me || !isHideout(event.to))
    return false;
  return isHurtFrom(world.view, event.to.tile, world.me);
}

function yourTurn(controls: Controls): void {
  controls.sound('bell');
  announcer.now(t('turn.yours'));
  if (!settings.notify || !document.hidden || typeof Notification === 'undefined') return;
  if (Notification.permission === 'granted')
    new Notification('Ilôs', { body: t('turn.yours'), tag: 'ilos-turn' });
}

/** The page holds both icons, so that changing them asks the server for nothing. */
function favicon(mine: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link#favicon');
  if (!link) return;
  link.dataset.rest ??= link.getAttribute('href') ?? '';
  const icon = mine ? link.dataset.turn : link.dataset.rest;
  if (icon && link.getAttribute('href') !== icon) link.setAttribute('href', icon);
}
