/** The tile sheet and the main screens look as they did. New looks: UPDATE_PICTURES=1 npm run e2e. */
import { expect, test } from '@playwright/test';
import type { Replay, Verdict } from '../src/protocol/messages';
import { MIDDLE } from '../src/sample/recorded/middle';
import { atOwnServer, atTheKit, openPage } from './browser';
import { PHONE } from './layout';
import { difference } from './pictures';
import { seen } from './player';
import { still } from './still';

const sea = atOwnServer();
const kit = atTheKit();

for (const [name, address, there] of [
  ['tiles', 'kit.html#tiles', 'main'],
  ['pieces', 'kit.html#pieces', 'main'],
  ['table', '#/dev/MIDDLE', '[data-testid=table]'],
  ['five', '#/dev/LATE', '[data-testid=table]'],
  ['first-hand', '#/dev/MULLIGAN', '[data-testid=mulligan]'],
] as const)
  test(name, async () => {
    const { page } = await openPage(sea.browser, `${kit.url}/${address}`);
    await page.locator(there).first().waitFor();
    expect(await difference(page, name)).toBeNull();
  });

test('phone', async () => {
  const { page } = await openPage(sea.browser, `${kit.url}/#/dev/MIDDLE`, { ...PHONE, deviceScaleFactor: 1 });
  await page.locator('[data-layout=phone]').waitFor();
  expect(await difference(page, 'phone')).toBeNull();
});

for (const [name, address, id] of [
  ['lobby', '', 'set-sail'],
  ['how', '#/how', 'how'],
  ['unknown', '#/t/nowhere', 'notice'],
] as const)
  test(name, async () => {
    const { page } = await openPage(sea.browser, `${sea.server.url}/${address}`);
    await seen(page, id).waitFor();
    expect(await difference(page, name)).toBeNull();
  });

test('reckoning', async () => {
  const { page } = await openPage(sea.browser, `${kit.url}/#/dev/MIDDLE`);
  // The sample table has no server: its wealth over the rounds is told here.
  const timeline = Array.from({ length: 9 }, (_, i) => ({
    round: i + 1,
    seat: 0,
    wealth: [i * 12 + 4, i * 11 + 6, i * 10 + 3, i * 9 + 8],
    prices: { ebony: 3, spice: 2, pigment: 2, gold: 4 },
  }));
  const verdict: Verdict = {
    kind: 'price',
    rival: 1,
    margin: 3,
    event: 5,
    resource: 'ebony',
    price: 3,
    count: 2,
  };
  const told: Replay = {
    source: 'dev',
    setup: MIDDLE.setup,
    events: [],
    timeline,
    verdicts: Array.from({ length: 4 }, () => verdict),
    finished: true,
    verified: true,
    length: 2_700_000,
  };
  await page.route('**/tables/dev/replay*', (route) => route.fulfill({ json: told }));
  await page.goto(`${kit.url}/#/dev/OVER`);
  await page.reload();
  await seen(page, 'rematch').waitFor();
  await page.locator('.chart .box svg').waitFor();
  expect(await difference(page, 'reckoning')).toBeNull();
});

test('a panel that has moved is noticed', async () => {
  const { page } = await openPage(sea.browser, `${kit.url}/#/dev/MIDDLE`);
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
