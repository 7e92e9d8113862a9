/** Games that are played while the server is away, and shared when it is back. */
import { expect, test } from '@playwright/test';
import { atOwnServer, openPage } from './browser';
import { PATIENCE, playToTheEnd, seen } from './player';
import { playOnFromFile } from './records';

const sea = atOwnServer();

test('a game played while the server was away is uploaded when it is shared', async () => {
  const { page, troubles } = await openPage(sea.browser, sea.server.url, { serviceWorkers: 'allow' });
  const hasPack = (): Promise<boolean> =>
    page.evaluate(async () => (await caches.match('pack/ilos.zip', { ignoreSearch: true })) !== undefined);
  await expect.poll(hasPack, { timeout: PATIENCE }).toBe(true);
  await sea.server.kill();

  await page.goto(sea.server.url);
  await seen(page, 'in-page').waitFor();
  await playOnFromFile(page);
  await playToTheEnd(page);
  const table = /t\/(page-[^?]+)/.exec(page.url())![1]!;

  await sea.server.start();
  await page.goto(sea.server.url);
  await seen(page, 'in-page').waitFor({ state: 'hidden' });
  await page.goto(`${sea.server.url}/#/replay/${table}`);
  await seen(page, 'replay-screen').waitFor();
  const events = await seen(page, 'timeline').getAttribute('aria-valuemax');
  await seen(page, 'share').click();
  const link = await seen(page, 'share-dialog').getByRole('textbox').inputValue();
  expect(link).toContain('#/replay/record-');

  const guest = await openPage(sea.browser, link);
  await seen(guest.page, 'replay-screen').waitFor();
  expect(await seen(guest.page, 'timeline').getAttribute('aria-valuemax')).toBe(events);
  expect([...troubles, ...guest.troubles]).toEqual([]);
});
