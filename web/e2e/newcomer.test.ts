/** What someone meets who has never played: everything explains itself, nothing is offered in vain. */
import { expect, test } from '@playwright/test';
import { atSea, openPage } from './browser';
import { PHONE } from './layout';
import { move, seen, tap } from './player';

const sea = atSea();

test('cards and goods of the first hand explain themselves; tiles that may be taken shine', async () => {
  const { page, troubles } = await openPage(sea.browser, await sea.server.against(1));
  await seen(page, 'keep').waitFor();
  for (const card of await page.locator('.mulligan .card').all())
    await expect(card).toHaveAttribute('title', /^Costs .+\./);
  await expect(seen(page, 'market').locator('[title="ebony, price 1"]')).toHaveCount(1);
  await move(page);
  await expect(page.locator('.tiles .asked').first()).toBeVisible();
  await seen(page, 'tile-0').click();
  await expect(page.locator('.tiles .asked')).toHaveCount(0);
  for (const card of await page.locator('[data-testid=hand] .card').all())
    await expect(card).toHaveAttribute('title', /^Costs .+\./);
  expect(troubles).toEqual([]);
});

test('against bots nobody is invited and nobody is asked to agree', async () => {
  const { page } = await openPage(sea.browser, await sea.server.against(1));
  await move(page);
  await move(page);
  await seen(page, 'menu').click();
  const menu = seen(page, 'menu-dialog');
  await expect(menu.getByRole('button', { name: 'Resign' })).toBeVisible();
  await expect(menu.getByTestId('menu-propose-end')).toHaveCount(0);
  await expect(menu.getByTestId('menu-propose-undo')).toHaveCount(0);
  await menu.getByRole('button', { name: 'Your own link' }).click();
  await expect(seen(page, 'invite-dialog').getByRole('textbox')).toHaveCount(1);
});

for (const locale of ['en-GB', 'fr-FR', 'de-DE'])
  test(`on a phone the welcome of First voyage is read whole above its buttons: ${locale}`, async () => {
    const { page } = await openPage(sea.browser, sea.server.url, { ...PHONE, locale });
    await tap(seen(page, 'first-voyage'));
    const start = seen(page, 'welcome-start');
    await start.waitFor();
    const last = await seen(page, 'welcome').locator('dd').last().boundingBox();
    const buttons = await start.locator('..').boundingBox();
    expect(last!.y + last!.height).toBeLessThanOrEqual(buttons!.y);
  });

test('on a phone nothing lies over the tile that a hint would lay', async () => {
  const { page } = await openPage(sea.browser, await sea.server.against(3), PHONE);
  await move(page, tap);
  await page.locator('.tiles .asked').first().waitFor();
  await tap(seen(page, 'hint'));
  await expect(seen(page, 'hinted-tile')).toHaveCount(1);
  await expect(seen(page, 'overview')).toHaveCount(0);
});
