/** After the page is shown and the browser rests: keep it for flight mode, and watch for new versions. */

class Version {
  /** A newer version lies ready; it starts when no tab needs this one, or when the person asks for it. */
  waiting = $state.raw<ServiceWorker | null>(null);

  /** Start the new version now. */
  take(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    this.waiting?.postMessage('take over');
  }
}
export const version = new Version();

/** Runs when nothing else has to; a browser that never rests gets it after a while. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 20_000 });
  else setTimeout(run, 5_000);
}

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
