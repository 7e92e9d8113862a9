/** Whether a newer version of the page lies ready. */

class Version {
  /** It starts when no tab needs this one, or when the person asks for it. */
  waiting = $state.raw<ServiceWorker | null>(null);
}
export const version = new Version();

/** Runs when nothing else has to; a browser that never rests gets it after a while. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 20_000 });
  else setTimeout(run, 5_000);
}
