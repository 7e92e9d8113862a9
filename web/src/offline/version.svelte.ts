/** What of the page is kept here, and whether a newer version lies ready. */

/** What the service worker says. */
export type FromServiceWorker = 'the pack is kept' | 'other tabs are open';

class Version {
  /** It starts when no tab needs this one, or when the person asks for it. */
  waiting = $state.raw<ServiceWorker | null>(null);
  /** The person asked for it while other tabs needed this one. */
  hindered = $state(false);
  /** The page and the pack are kept: it opens without a network. */
  kept = $state(false);
}
export const version = new Version();

/** Runs when nothing else has to; a browser that never rests gets it after a while. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 20_000 });
  else setTimeout(run, 5_000);
}
