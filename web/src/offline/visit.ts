/** After the page is shown and the browser rests: keep it for flight mode, and watch for new versions. */

import { type FromServiceWorker, version, whenIdle } from './version.svelte';

const HOUR = 3_600_000;

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
    lookEveryHour(registration);
    navigator.serviceWorker.addEventListener('message', (event: MessageEvent<FromServiceWorker>) => {
      if (event.data === 'the pack is kept') version.kept = true;
      else version.hindered = true;
    });
    const ready = await navigator.serviceWorker.ready;
    whenIdle(() => ready.active?.postMessage('keep the pack'));
  } catch {
    // A private window, or a host without the file: nothing is lost but flight mode.
  }
}

/** Browsers look for a new version when a page is opened; one that stays open looks when it is seen again. */
function lookEveryHour(registration: ServiceWorkerRegistration): void {
  let looked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - looked < HOUR) return;
    looked = Date.now();
    registration.update().catch(() => undefined);
  });
}

/** Start the new version now, if this is the only tab. */
export function takeNewVersion(): void {
  version.hindered = false;
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  version.waiting?.postMessage('take over');
}
