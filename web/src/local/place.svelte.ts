/**
 * Where games are played: at the server this page came from, or in the page itself.
 * Everything about a game goes to the place that its id names; new games go to the server while it answers.
 */
import { whenIdle } from '../offline/version.svelte';
import type { ServerInfo } from '../protocol/messages';
import type { Host } from './host';

/** Ids of tables and records made in a page begin like this; `src/ilos/local/page.py` makes them. */
const OWN = 'page-';
/** Without a server everything is of this page, also what it does not know. */
export const isOwn = (id: string): boolean => withoutServer || id.startsWith(OWN);
/** Codes of replays that hold the whole record begin like this (`linked.ts`). */
export const LINKED = 'data-';
export const isLinked = (code: string): boolean => code.startsWith(LINKED);

/** Set by the build: whether the pack lies beside the page, and whether there may be a server. */
declare const __PACK__: boolean;
declare const __SERVER__: boolean;
const hasPack = typeof __PACK__ !== 'undefined' && __PACK__;
const hasServer = typeof __SERVER__ === 'undefined' || __SERVER__;

class Place {
  /** The server does not answer, or there is none: new games are played in the page. */
  inPage = $state(hasPack && !hasServer);
  /** Games end with the page: this browser keeps nothing, as in a private window. */
  forgets = $state(false);
  /** The browser keeps nothing more: moves are refused until there is room again. */
  full = $state(false);
  /** How far the bot of a table is with its move, by table and seat. */
  thinking = $state.raw<{ readonly job: string; readonly share: number } | null>(null);
  /** Python is on its way; the first time it is loaded from the network. */
  starting = $state(false);
  ready = $state(false);
  /** Python does not start here: the browser is too old, or the pack is damaged. */
  broken = $state(false);
}
export const place = new Place();
export const withoutServer = hasPack && !hasServer;

let host: Promise<Host> | null = null;
const packFolder = (): string => new URL('pack/', document.baseURI).href;

/** How far a bot of a table in this page is with its move, from 0 to 1; null where nothing is known. */
export const thoughtShare = (table: string, seat: number): number | null =>
  place.thinking?.job === `${table}:${seat}` ? place.thinking.share : null;

/** The tables of this page; their script is loaded when they are first wanted. */
export function ownTables(): Promise<Host> {
  host ??= import('./host').then(
    ({ Host }) =>
      new Host(
        packFolder(),
        (stage) => {
          place.broken = stage === 'ended' && place.starting;
          place.starting = stage === 'starting';
          place.ready = stage === 'keeping' || stage === 'forgetting';
          if (stage !== 'ended') place.forgets = stage === 'forgetting';
        },
        (left) => (place.full = !left),
        (job, share) => (place.thinking = { job, share }),
      ),
  );
  return host;
}

/**
 * Python takes a moment to start: let it, before the person has chosen. What is kept here starts as soon as
 * the page is drawn; what must be loaded waits until the browser rests.
 */
export function startOwnTables(): void {
  const start = (): void => void ownTables().then((host) => host.start());
  void packIsKept().then((kept) => {
    if (kept) requestAnimationFrame(() => setTimeout(start));
    else whenIdle(start);
  });
}

/** What the page offers, without starting Python: it was written into the pack. Null: no pack. */
export async function ownOffer(): Promise<ServerInfo | null> {
  if (!hasPack) return null;
  try {
    const answer = await fetch(new URL('pack.json', packFolder()));
    return ((await answer.json()) as { offer: ServerInfo }).offer;
  } catch {
    return null;
  }
}

/** Whether the service worker keeps the pack here, so that Python starts without loading anything. */
export async function packIsKept(): Promise<boolean> {
  if (!hasPack || !('caches' in globalThis)) return false;
  const engine = new URL('ilos.zip', packFolder()).href;
  return (await caches.match(engine, { ignoreSearch: true }).catch(() => undefined)) !== undefined;
}

/** Browsers short of room delete what pages keep, unless they were asked not to; some ask the person. */
export function askToKeepGames(): void {
  void navigator.storage?.persist?.().catch(() => false);
}
