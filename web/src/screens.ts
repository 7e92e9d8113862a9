/** The screens of the page, each loaded when it is first shown. */
import type { Route } from './lib/router.svelte';
import { isLinked } from './local/place.svelte';

const lobby = () => import('./lobby/Lobby.svelte');
export const SCREENS = {
  lobby,
  hotseat: lobby,
  table: () => import('./game/view/TableScreen.svelte'),
  replay: () => import('./replay/ReplayScreen.svelte'),
  linked: () => import('./replay/LinkedReplay.svelte'),
  how: () => import('./howto/HowTo.svelte'),
  games: () => import('./lobby/GamesScreen.svelte'),
  unknown: () => import('./notices/Notice.svelte'),
};

/** Fetch what an address will show, while the words are on their way. */
export async function fetchScreen(route: Route): Promise<void> {
  if (route.screen === 'dev') return;
  const screen = route.screen === 'replay' && isLinked(route.code) ? 'linked' : route.screen;
  // A screen that cannot be had says so when it is to be shown.
  await SCREENS[screen]().catch(() => undefined);
}
