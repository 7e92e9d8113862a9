/** The page as plain files without any server: played, closed, broken, updated, with the network cut. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { openPage, watch, type Watched } from './browser';
import { Files } from './files';
import { move, PATIENCE, playToTheEnd, playTurn, seen, setSail, stage } from './player';
import { playOnFromFile, simulated } from './records';

const BUILT = '../build/static';
let files: Files;
test.beforeEach(async () => {
  files = new Files(BUILT);
  await files.start();
});
test.afterEach(() => files.stop());

/** Whether the service worker has everything: page and pack. */
const kept = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const listed = (await (await fetch('pack/pack.json')).json()) as { files: Record<string, unknown> };
    const cache = await caches.open('ilos-files');
    const there = (await cache.keys()).map((request) => new URL(request.url).pathname.slice(1));
    const wanted = [
      'index.html',
      'pack/pack.json',
      ...Object.keys(listed.files).map((name) => `pack/${name}`),
    ];
    return wanted.every((path) => there.includes(path));
  });

const logged = (page: Page): Promise<number> => page.locator('[role=log] li').count();

/** Python's own start may take long where many tests share a machine. */
const ready = async (page: Page): Promise<void> => {
  await page.waitForSelector('[data-testid=in-page][data-ready=true]', { timeout: 5 * PATIENCE });
};

/** Ends the process of a tab at once, workers included, as a browser does that runs out of memory. */
async function killed(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const gone = page.waitForEvent('crash');
  devtools.send('Page.crash').catch(() => undefined); // nobody is left to answer
  await gone;
  await page.close();
}

/** A page opened with the network cut, after one visit that kept everything. */
async function inFlight(browser: Parameters<typeof openPage>[0]): Promise<[BrowserContext, Watched]> {
  const visit = await openPage(browser, files.url, { serviceWorkers: 'allow' });
  await expect.poll(() => kept(visit.page), { timeout: PATIENCE }).toBe(true);
  const context = visit.page.context();
  await visit.page.close();
  await files.stop();
  const watched = watch(await context.newPage());
  await watched.page.goto(files.url);
  await ready(watched.page);
  return [context, watched];
}

test('with the network cut, a game goes on after its tab was killed in the middle of a turn', async ({
  browser,
}) => {
  const [context, first] = await inFlight(browser);
  await setSail(first.page);
  expect(await move(first.page)).toBe('mulligan');
  await playTurn(first.page);
  await stage(first.page);
  // One move of a turn, and the tab is gone.
  await move(first.page);
  await stage(first.page);
  const before = await logged(first.page);
  const address = first.page.url();
  await killed(first.page);

  const second = watch(await context.newPage());
  await second.page.goto(address);
  await stage(second.page);
  await expect.poll(() => logged(second.page)).toBe(before);
  await playTurn(second.page);
  await stage(second.page);
  expect(await logged(second.page)).toBeGreaterThan(before);

  // It is among "My games", too.
  await second.page.goto(files.url);
  await seen(second.page, 'continue').click();
  expect(await stage(second.page)).toBe('turn');
  // Nothing promises that another browser could open it.
  await seen(second.page, 'menu').click();
  await seen(second.page, 'menu-settings').waitFor();
  expect(await second.page.getByTestId('menu-invite').count()).toBe(0);
  expect([...first.troubles, ...second.troubles]).toEqual([]);
  await context.close();
});

test('with the network cut, a record is opened, played on to the end, and shared in a link', async ({
  browser,
}) => {
  const [context, { page, troubles }] = await inFlight(browser);
  await playOnFromFile(page);
  expect(await playToTheEnd(page)).toBeGreaterThan(3);
  await page.goto(`${files.url}#/replay/${/t\/([^?]+)/.exec(page.url())![1]!}`);
  await seen(page, 'replay-screen').waitFor();
  await seen(page, 'share').click();
  const link = await seen(page, 'share-dialog').getByRole('textbox').inputValue();
  expect(link).toContain('#/replay/data-');
  const events = await seen(page, 'timeline').getAttribute('aria-valuemax');
  await context.close();
  await files.start();

  const guest = await openPage(browser, link);
  await seen(guest.page, 'replay-screen').waitFor({ timeout: 5 * PATIENCE });
  expect(await seen(guest.page, 'timeline').getAttribute('aria-valuemax')).toBe(events);
  // The same link in another page's frame.
  await guest.page.goto(link.replace('#', 'embed.html#'));
  expect(await seen(guest.page, 'timeline').getAttribute('aria-valuemax')).toBe(events);
  expect([...troubles, ...guest.troubles]).toEqual([]);
  await guest.page.context().close();
});

test('files that the command line compressed are opened, and a damaged one is said to be so', async ({
  browser,
}) => {
  const { page, troubles } = await openPage(browser, files.url);
  await ready(page);
  const open = (name: string, buffer: Buffer): Promise<void> =>
    page.getByTestId('record-file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  for (const name of ['games.jsonl.gz', 'games.jsonl.zst']) {
    const written = simulated(name);
    await open(name, written.subarray(0, written.length / 2));
    await expect(page.getByRole('alert')).toContainText('part of it is missing or damaged');
    await open(name, written);
    await expect(seen(page, 'choose-game').getByRole('option')).toHaveCount(2);
    await seen(page, 'open-game').click();
    await seen(page, 'replay-screen').waitFor();
    await page.goto(files.url);
  }
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('a link with a game in it that was cut short says what is missing', async ({ browser }) => {
  const code = deflateRawSync(JSON.stringify({ format: 'ilos-record/1' })).toString('base64url');
  const { page, troubles } = await openPage(browser, files.url);
  const says = async (link: string, words: string): Promise<void> => {
    await page.goto(`${files.url}#/replay/data-${link}`);
    await expect(seen(page, 'notice')).toContainText(words);
  };
  await says(code.slice(0, -9), 'This link holds a game, but part of it is missing');
  // Whole, but no game: what the reader of records says stands behind it.
  await says(code, 'The reader says');
  for (const [language, words] of [
    ['fr', 'Ce lien contient une partie'],
    ['de', 'Dieser Link enthält eine Partie'],
  ] as const) {
    await page.goto(files.url);
    await seen(page, `lang-${language}`).click();
    await says(code.slice(0, -9), words);
  }
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('with the network cut, everything that the start page offers is there, in every language', async ({
  browser,
}) => {
  const [context, { page, troubles }] = await inFlight(browser);
  await seen(page, 'first-voyage').click();
  await seen(page, 'welcome-start').waitFor();
  await page.goto(files.url);
  await seen(page, 'hotseat-start').click();
  await seen(page, 'lift').waitFor();
  for (const language of ['fr', 'de', 'en']) {
    await page.goto(files.url);
    await seen(page, `lang-${language}`).click();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await page.goto(`${files.url}#/how`);
    await seen(page, 'how').waitFor();
    await page.goto(`${files.url}#/games`);
    await expect(page.getByTestId('game')).toHaveCount(2);
  }
  expect(troubles).toEqual([]);
  await context.close();
});

test('without a server, a table or replay that this browser does not know is said to be unknown', async ({
  browser,
}) => {
  const { page, troubles } = await openPage(browser, `${files.url}#/t/somewhere-else`);
  for (const place of ['t/somewhere-else', 'replay/somewhere-else', 'replay/record-somewhere-else']) {
    await page.goto(`${files.url}#/${place}`);
    await page.getByRole('heading', { name: 'This table has sailed' }).waitFor();
    await page.goto(`${files.url}#/how`);
  }
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('while a bot in the page thinks, it is shown who and how far, and nothing moves', async ({
  browser,
}) => {
  const { page, troubles } = await openPage(browser, files.url);
  await ready(page);
  for (const value of ['1', 'master'])
    await page.locator(`section[aria-labelledby=play-now] input[type=radio][value="${value}"]`).check();
  await seen(page, 'set-sail').click();
  expect(await move(page)).toBe('mulligan');
  // The person's first island; then a bot is next, in any order of seats.
  await stage(page);
  const header = seen(page, 'header');
  const before = await header.boundingBox();
  await move(page);
  const thinking = seen(page, 'thinking');
  await expect(thinking).toHaveAccessibleName(/is thinking$/);
  const share = async (): Promise<number> => Number(await thinking.getAttribute('aria-valuenow'));
  await expect.poll(share, { timeout: PATIENCE }).toBeGreaterThan(10);
  expect(await header.boundingBox()).toEqual(before);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test('the browser is asked to keep the games when the first one begins', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE);
  let asked = 0;
  await context.exposeFunction('persistenceAsked', () => (asked += 1));
  await context.addInitScript(
    'navigator.storage.persist = () => { persistenceAsked(); return Promise.resolve(true); }',
  );
  const page = await context.newPage();
  await page.goto(files.url);
  await ready(page);
  expect(asked).toBe(0);
  await setSail(page);
  await expect.poll(() => asked).toBe(1);
  await context.close();
});

test('a worker that the browser has ended starts again, and the game goes on', async ({ browser }) => {
  const { page } = await openPage(browser, files.url);
  await ready(page);
  await setSail(page);
  expect(await move(page)).toBe('mulligan');
  await stage(page);
  const before = await logged(page);
  const tables = page.workers().find((worker) => worker.url().includes('tables.worker'));
  await tables!.evaluate(() => close());
  await seen(page, 'hint').click();
  await expect(seen(page, 'offline')).toContainText(/starting again.*nothing is lost|your move is kept/s);
  await seen(page, 'offline').waitFor({ state: 'hidden' });
  await expect.poll(() => logged(page)).toBe(before);
  await playTurn(page);
  await page.context().close();
});

/** Runs a script in the worker of the tables, before its own. */
const inWorker = (page: Page, script: string): Promise<unknown> =>
  page.route('**/tables.worker-*.js', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: script + (await answer.text()) });
  });

/** A browser that ends every transaction with something new in it, while it is told to. */
const REFUSING = `
  let refusing = false;
  new BroadcastChannel('refuse').onmessage = (event) => (refusing = event.data);
  const { add } = IDBObjectStore.prototype;
  const ended = new WeakSet();
  IDBObjectStore.prototype.add = function (...words) {
    const { transaction } = this;
    if (refusing && !ended.has(transaction)) queueMicrotask(() => transaction.abort());
    ended.add(transaction);
    return add.apply(this, words);
  };
`;
const refuse = (page: Page, refusing: boolean): Promise<void> =>
  page.evaluate((on) => new BroadcastChannel('refuse').postMessage(on), refusing);

test('a browser without room says so, keeps the game, and goes on when there is room again', async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  await inWorker(page, REFUSING);
  await page.goto(files.url);
  await ready(page);
  await refuse(page, true);
  await seen(page, 'set-sail').click();
  await expect(page.getByRole('alert')).toContainText('Nothing was changed; try again');
  await expect(seen(page, 'in-page')).toContainText('no room left');
  await refuse(page, false);
  await setSail(page);
  await seen(page, 'welcome-start').click();
  await seen(page, 'keep').waitFor();
  await refuse(page, true);
  await seen(page, 'keep').click();
  await seen(page, 'storage-full').waitFor();
  expect(await seen(page, 'storage-full').innerText()).toContain('no room left');
  await refuse(page, false);
  expect(await move(page)).toBe('mulligan');
  await seen(page, 'storage-full').waitFor({ state: 'hidden' });
  await context.close();
});

test('a disk that is really full: the button to start a game says why and can be pressed again', async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  await page.goto(files.url);
  await ready(page);
  const devtools = await context.newCDPSession(page);
  const quota = (quotaSize?: number): Promise<unknown> =>
    devtools.send('Storage.overrideQuotaForOrigin', {
      origin: new URL(files.url).origin,
      ...(quotaSize === undefined ? {} : { quotaSize }),
    });
  await quota(10);
  await seen(page, 'set-sail').click();
  await expect(page.getByRole('alert')).toContainText('Nothing was changed; try again');
  await expect(seen(page, 'in-page')).toContainText('no room left');
  await expect(seen(page, 'set-sail')).toBeEnabled();
  await quota();
  await setSail(page);
  await context.close();
});

test('a window that keeps nothing says so, and plays all the same', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  await inWorker(page, 'indexedDB.open = () => { throw new Error("refused") };');
  await page.goto(files.url);
  await ready(page);
  expect(await seen(page, 'in-page').innerText()).toContain('games end when it is closed');
  await setSail(page);
  await seen(page, 'welcome-start').click();
  expect(await move(page)).toBe('mulligan');
  await context.close();
});

test('a browser in which Python does not start says which ones can play', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block', locale: 'en-GB' });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  await page.route('**/pack/pyodide.asm.wasm.packed', (route) => route.fulfill({ status: 404 }));
  await page.goto(files.url);
  await expect(seen(page, 'cannot-start')).toContainText('does not start in this browser', {
    timeout: PATIENCE,
  });
  await context.close();
});

test('a week-old version plays its game on, offers the new one, and loses nothing', async ({ browser }) => {
  const folder = mkdtempSync(join(tmpdir(), 'ilos-week-'));
  cpSync(BUILT, folder, { recursive: true });
  // Another version: another start page, and so another list of files.
  const page = join(folder, 'index.html');
  const [start, worker] = [readFileSync(page, 'utf-8'), readFileSync(join(folder, 'sw.js'), 'utf-8')];
  writeFileSync(page, start.replace('</head>', '<meta name="week" content="old" /></head>'));
  writeFileSync(
    join(folder, 'sw.js'),
    worker.replace(/"index\.html":"\w+"/, '"index.html":"0123456789abcdef"'),
  );
  const host = new Files(folder);
  await host.start();

  const old = await openPage(browser, host.url, { serviceWorkers: 'allow' });
  await ready(old.page);
  await expect.poll(() => kept(old.page), { timeout: PATIENCE }).toBe(true);
  await setSail(old.page);
  expect(await move(old.page)).toBe('mulligan');

  const other = watch(await old.page.context().newPage());
  await other.page.clock.install();
  await other.page.goto(host.url);
  await expect(seen(other.page, 'in-page')).toContainText('also opens without a network');
  writeFileSync(page, start);
  writeFileSync(join(folder, 'sw.js'), worker);
  // A tab that is looked at again after an hour or more finds the new version.
  await other.page.clock.fastForward('02:00:00');
  await other.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await seen(other.page, 'update').click();
  await expect(seen(other.page, 'new-version')).toContainText('Another tab still plays');
  // The old tab goes on as if nothing had happened.
  expect(await other.page.locator('meta[name=week]').count()).toBe(1);
  await playTurn(old.page);
  await stage(old.page);
  const before = await logged(old.page);
  await old.page.close();
  await seen(other.page, 'update').click();
  await expect.poll(() => other.page.locator('meta[name=week]').count(), { timeout: PATIENCE }).toBe(0);
  await seen(other.page, 'continue').click();
  expect(await stage(other.page)).toBe('turn');
  await expect.poll(() => logged(other.page)).toBe(before);
  expect([...old.troubles, ...other.troubles]).toEqual([]);
  await other.page.context().close();
  await host.stop();
  rmSync(folder, { recursive: true, force: true });
});
