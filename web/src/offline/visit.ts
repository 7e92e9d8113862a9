/** After the page is shown and the browser rests: keep it for flight mode, and watch for new versions. */

import { version, whenIdle } from './version.svelte';

/** Only secure pages may keep anything; elsewhere the game is played as long as there is a network. */
export async function keepForLater(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register('sw.js');
    const look = (): void => {
      if (registration.waiting && navigator.serviceWorker.controller) version.waiting = registration.waiting;
    };
    look();
    registration.addEventListener('updatefound', () =>
      registration.installing?.addEventListener('statechange', look),
    );
    const ready = await navigator.serviceWorker.ready;
    whenIdle(() => ready.active?.postMessage('keep the pack'));
  } catch {
    // A private window, or a host without the file: nothing is lost but flight mode.
  }
}

/** Start the new version now. */
export function takeNewVersion(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  version.waiting?.postMessage('take over');
}
