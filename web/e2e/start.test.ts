/** The start page: what one comes for is in sight, however much is listed. */
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { atOwnServer, openPage } from './browser';
import { seen } from './player';

const sea = atOwnServer();
const LAPTOP = { width: 1280, height: 720 };

/** Whether a control is wholly in the window, without scrolling. */
async function inSight(page: Page, id: string): Promise<boolean> {
  const box = await seen(page, id).boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= page.viewportSize()!.height;
}

test('First voyage, Play now and Create table are in sight at 1280 × 720, whatever is listed', async () => {
  for (let tables = 0; tables < 9; tables++)
    await sea.server.table(
      [{ kind: 'mine', name: `Host ${tables}` }, { kind: 'open' }],
      { visibility: 'listed' },
      false,
    );
  for (const language of ['en', 'fr', 'de']) {
    const { page } = await openPage(sea.browser, sea.server.url, {
      viewport: LAPTOP,
      settings: { language, name: 'Ana' },
    });
    for (let games = 0; games < 4; games++) {
      await page.goto(await sea.server.against(1));
      await seen(page, 'table').waitFor();
    }
    await page.goto(`${sea.server.url}/#/`);
    await seen(page, 'all-games').waitFor();
    await expect.poll(() => page.locator('section[aria-labelledby=open] li').count()).toBe(8);
    for (const id of ['first-voyage', 'set-sail', 'create'])
      expect([language, id, await inSight(page, id)]).toEqual([language, id, true]);
    // One scrollbar: that of the window.
    const scrolling = await page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
        .filter((element) => element.scrollHeight > element.clientHeight)
        .map((element) => element.className),
    );
    expect(scrolling).toEqual([]);
    // On a phone the game that goes on is there at once.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => inSight(page, 'continue')).toBe(true);
  }
});

test('who plays against bots again finds their number as it was chosen last', async () => {
  const { page } = await openPage(sea.browser, sea.server.url);
  const playNow = page.locator('section').filter({ has: page.getByTestId('name') });
  const two = playNow.locator('input[type=radio][value="2"]');
  await two.check();
  await page.reload();
  await expect(two).toBeChecked();
});
