/** A whole game on a phone, by touch alone. */
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { atSea, openPage } from './browser';
import { PHONE, sideways } from './layout';
import { move, playToTheEnd, seen, setSail, tap } from './player';

const sea = atSea();

test('a whole game is played by touch on a phone, and nothing sticks out sideways', async () => {
  const { page, troubles } = await openPage(sea.browser, sea.server.url, PHONE);
  expect(await sideways(page)).toEqual([]);
  await setSail(page, tap);
  const wide = new Set<string>();
  const look = async (): Promise<void> => {
    for (const what of await sideways(page)) wide.add(what);
  };
  expect(await playToTheEnd(page, tap, look)).toBeGreaterThan(10);
  expect([...wide]).toEqual([]);
  expect(await seen(page, 'rank-1').count()).toBe(1);
  expect(troubles).toEqual([]);
});

test('every tab of the sheet opens on a tap, and the sheet folds away', async () => {
  const { page } = await openPage(sea.browser, await sea.server.against(1), PHONE);
  await move(page, tap);
  for (const tab of ['players', 'market', 'tiles', 'log', 'hand']) {
    await tap(seen(page, `tab-${tab}`));
    await expect.poll(() => seen(page, `tab-${tab}`).getAttribute('aria-selected')).toBe('true');
    expect(await sideways(page)).toEqual([]);
  }
  // By arrow keys too, and the focus goes with them.
  await seen(page, 'tab-hand').focus();
  for (const tab of ['players', 'market']) {
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => seen(page, `tab-${tab}`).getAttribute('aria-selected')).toBe('true');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe(`tab-${tab}`);
  }
  const board = await boardHeight(page);
  await tap(page.locator('.grab'));
  await expect.poll(() => boardHeight(page)).toBeGreaterThan(board);
});

const boardHeight = (page: Page): Promise<number> =>
  page.locator('main.wrap').evaluate((element) => element.getBoundingClientRect().height);
