/**
 * The service worker: keeps every file of this version, so that the page opens without a network.
 *
 * Each file is kept under its path and hash. A new version fetches only what changed, waits until no
 * tab uses the old one, or a person asks for it in the only tab, and then drops what it does not need.
 */
import type { FromServiceWorker } from './version.svelte';

const worker = globalThis as unknown as ServiceWorkerGlobalScope;

/** Path and hash of every file; written by `plugins/offline.ts`. */
declare const __FILES__: Readonly<Record<string, string>>;
const FILES = __FILES__;
const CACHE = 'ilos-files';

const keyOf = (path: string): string => new URL(`${path}?${FILES[path]}`, worker.registration.scope).href;
const pathOf = (address: string): string =>
  address.slice(worker.registration.scope.length).replace(/[?#].*$/, '') || 'index.html';
const isPack = (path: string): boolean => path.startsWith('pack/');

async function keep(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(
    paths.map(async (path) => {
      if (await cache.match(keyOf(path))) return;
      // With its hash in the address no cache on the way can answer with an older version's file.
      const answer = await fetch(keyOf(path), { cache: 'no-cache' });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      await cache.put(keyOf(path), answer);
    }),
  );
}

async function dropOld(): Promise<void> {
  const cache = await caches.open(CACHE);
  const wanted = new Set(Object.keys(FILES).map(keyOf));
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
}

async function answer(path: string, request: Request): Promise<Response> {
  const kept = await (await caches.open(CACHE)).match(keyOf(path));
  return kept ?? fetch(request);
}

/** A new version keeps the pack at once where the old one had it: an update never costs the flight mode. */
async function install(): Promise<void> {
  await keep(Object.keys(FILES).filter((path) => !isPack(path)));
  const kept = (await (await caches.open(CACHE)).keys()).map((request) => pathOf(request.url));
  if (kept.some(isPack)) await keep(Object.keys(FILES).filter(isPack));
}

/** The other tabs would miss files that only the old version has: they finish their games first. */
async function takeOver(refuse: () => void): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tabs = pages.filter(
    ({ frameType, url }) => frameType !== 'nested' && url.startsWith(worker.registration.scope),
  );
  if (tabs.length > 1) refuse();
  else await worker.skipWaiting();
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => {
  event.waitUntil(dropOld().then(() => worker.clients.claim()));
});
worker.addEventListener('message', (event) => {
  const tell = (message: FromServiceWorker): void => event.source?.postMessage(message);
  if (event.data === 'keep the pack')
    event.waitUntil(keep(Object.keys(FILES).filter(isPack)).then(() => tell('the pack is kept')));
  if (event.data === 'take over') event.waitUntil(takeOver(() => tell('other tabs are open')));
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(worker.registration.scope)) return;
  const path = pathOf(request.url);
  if (path in FILES) event.respondWith(answer(path, request));
});

export {};
