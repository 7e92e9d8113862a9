/** Pages that remember what they received, and what counts as trouble. */
import { test, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { PATIENCE } from './player';
import { Host, Server } from './server';

/** A page, every text its server sent, and every error it complained of. */
export interface Watched {
  readonly page: Page;
  readonly received: string[];
  readonly troubles: string[];
}

export interface Wishes extends BrowserContextOptions {
  /** What the person has set before: language, text view, notes. */
  readonly settings?: Record<string, unknown>;
}

/** Nothing moves by itself, nobody waits for bots and no coach speaks, unless a test asks for it. */
export const CALM = { muted: true, notes: null, speed: 'instant' };

export async function openPage(browser: Browser, url: string, wishes: Wishes = {}): Promise<Watched> {
  const { settings, ...options } = wishes;
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    // Files kept for flight mode would be loaded by every page of every test.
    serviceWorkers: 'block',
    locale: 'en-GB',
    ...options,
  });
  context.setDefaultTimeout(PATIENCE);
  await context.addInitScript(
    (kept) => {
      if (localStorage.getItem('ilos.settings') === null)
        localStorage.setItem('ilos.settings', JSON.stringify(kept));
    },
    { ...CALM, ...settings },
  );
  const page = await context.newPage();
  const watched = watch(page);
  await page.goto(url);
  return watched;
}

/** Remembers what a page receives and complains of. */
export function watch(page: Page): Watched {
  const received: string[] = [];
  const troubles: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', (frame) => received.push(frame.payload.toString())),
  );
  page.on('response', (response) => {
    if (response.url().includes('/api/'))
      void response.text().then(
        (text) => received.push(text),
        () => undefined,
      );
  });
  page.on('pageerror', (error) => troubles.push(String(error.stack ?? error)));
  page.on('console', (message) => {
    // A cut line is told by the browser itself, a refused service worker by Playwright.
    const loud = message.type() === 'error' || message.type() === 'warning';
    if (loud && !/WebSocket|ERR_CONNECTION|Service Worker registration blocked/.test(message.text()))
      troubles.push(`${message.text()} ${message.location().url}`);
  });
  return { page, received, troubles };
}

/** The server that all tests share, and the browser of the worker: a test's tables are its own, the lists are not. */
export function atSea(): { readonly server: Host; browser: Browser } {
  const sea = { server: new Host(process.env.ILOS_E2E_SERVER), browser: null as unknown as Browser };
  inBrowser(sea);
  return sea;
}

/** A server for the tests of this file alone, which kill it or look at its lists: they run one after another. */
export function atOwnServer(): { readonly server: Server; browser: Browser } {
  const sea = { server: new Server(), browser: null as unknown as Browser };
  test.describe.configure({ mode: 'default' });
  test.beforeAll(() => sea.server.start());
  inBrowser(sea);
  test.afterAll(() => sea.server.stop());
  return sea;
}

/** The kit that all tests share, and the browser of the worker. */
export function atTheKit(): { readonly url: string; browser: Browser } {
  const kit = { url: process.env.ILOS_E2E_KIT ?? '', browser: null as unknown as Browser };
  inBrowser(kit);
  return kit;
}

function inBrowser(place: { browser: Browser }): void {
  test.beforeAll(({ browser }) => {
    place.browser = browser;
  });
  test.afterEach(async () => {
    for (const context of place.browser.contexts()) await context.close();
  });
}
