/** What someone meets who has never played: everything explains itself, nothing is offered in vain. */
import { expect, test } from '@playwright/test';
import { atSea, openPage } from './browser';
import { move, seen } from './player';

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
  await expect(menu.getByTestId('propose-end')).toHaveCount(0);
  await expect(menu.getByTestId('propose-undo')).toHaveCount(0);
  await menu.getByRole('button', { name: 'Your own link' }).click();
  await expect(seen(page, 'invite-dialog').getByRole('textbox')).toHaveCount(1);
});
