/** The tile sheet and the main screens look as they did. New looks: UPDATE_PICTURES=1 npm run e2e. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer, type ViteDevServer } from 'vite';
import { atSea, openPage } from './browser';
import { PHONE } from './layout';
import { difference } from './pictures';
import { seen } from './player';
import { still } from './still';

const sea = atSea();
let vite: ViteDevServer;
let kit = '';

// The kit and the sample tables are for developers: only their server has them.
beforeAll(async () => {
  vite = await createServer({ logLevel: 'error', server: { port: 0, host: '127.0.0.1' } });
  await vite.listen();
  const at = vite.httpServer!.address();
  kit = `http://127.0.0.1:${String(typeof at === 'object' && at ? at.port : 0)}`;
});
afterAll(() => vite.close());

test.each([
  ['tiles', 'kit.html#tiles', 'main'],
  ['pieces', 'kit.html#pieces', 'main'],
  ['table', '#/dev/MIDDLE', '[data-testid=table]'],
  ['five', '#/dev/LATE', '[data-testid=table]'],
  ['first-hand', '#/dev/MIDDLE.mulligan', '[data-testid=mulligan]'],
])('%s', async (name, address, there) => {
  const { page } = await openPage(sea.browser, `${kit}/${address}`);
  await page.locator(there).first().waitFor();
  expect(await difference(page, name)).toBeNull();
});

test('phone', async () => {
  const { page } = await openPage(sea.browser, `${kit}/#/dev/MIDDLE`, { ...PHONE, deviceScaleFactor: 1 });
  await page.locator('[data-layout=phone]').waitFor();
  expect(await difference(page, 'phone')).toBeNull();
});

test.each([
  ['lobby', '', 'set-sail'],
  ['how', '#/how', 'how'],
  ['unknown', '#/t/nowhere', 'notice'],
])('%s', async (name, address, id) => {
  const { page } = await openPage(sea.browser, `${sea.server.url}/${address}`);
  await seen(page, id).waitFor();
  expect(await difference(page, name)).toBeNull();
});

test('a panel that has moved is noticed', async () => {
  const { page } = await openPage(sea.browser, `${kit}/#/dev/MIDDLE`);
  await seen(page, 'market').waitFor();
  await still(page);
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('.right')!.style.transform = 'translateX(-90px)';
  });
  const update = process.env.UPDATE_PICTURES;
  delete process.env.UPDATE_PICTURES;
  expect(await difference(page, 'table')).toMatch(/differs/);
  if (update) process.env.UPDATE_PICTURES = update;
});
