/** At a server's table, a page that keeps the pack finds its hints itself. */
import { expect, test } from '@playwright/test';
import { atSea, openPage } from './browser';
import { PATIENCE, playTurn, seen, setUp, stage } from './player';

const sea = atSea();

test('hints at an online table are found in the page once it keeps the pack', async () => {
  const seat = await sea.server.against(1, { first_player: 0 });
  const { page, troubles } = await openPage(sea.browser, seat, { serviceWorkers: 'allow' });
  const sent: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', (frame) => sent.push(frame.payload.toString())));
  await page.reload();
  await stage(page);
  const asked = (): number => sent.filter((text) => text.includes('"ask_hint"')).length;
  const hasPack = (): Promise<boolean> =>
    page.evaluate(async () => (await caches.match('pack/ilos.zip', { ignoreSearch: true })) !== undefined);
  await expect.poll(hasPack, { timeout: PATIENCE }).toBe(true);
  await playTurn(page);
  await stage(page);
  const before = asked();
  await setUp(page);
  expect(asked()).toBe(before);
  await seen(page, 'menu').waitFor();
  expect(troubles).toEqual([]);
});
