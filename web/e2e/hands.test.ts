/** Cards dragged and tapped onto what is beside the board, and keys on any keyboard. */
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { atTheKit, openPage } from './browser';
import { PHONE } from './layout';
import { drawn, seen } from './player';
import { still } from './still';

const kit = atTheKit();

/** Press, move in steps as a hand does, let go. */
async function drag(page: Page, card: string, to: string): Promise<void> {
  await seen(page, 'hand').waitFor();
  await still(page);
  const from = await page.locator(`[data-testid=hand] [data-card=${card}]`).last().boundingBox();
  await page.mouse.move(from!.x + 30, from!.y + 30);
  await page.mouse.down();
  await page.mouse.move(from!.x + 44, from!.y + 10, { steps: 3 });
  await seen(page, 'dragged').waitFor();
  // Panels open for the card in hand: its targets are where they stay once the page is at rest.
  await still(page);
  const target = await seen(page, to).boundingBox();
  await page.mouse.move(target!.x + target!.width / 2, target!.y + target!.height / 2, { steps: 6 });
  await page.mouse.up();
  await seen(page, 'dragged').waitFor({ state: 'hidden' });
}
const pressed = (page: Page, id: string): Promise<string | null> =>
  seen(page, id).getAttribute('aria-pressed');

test('a Market card is dragged onto the price it raises', async () => {
  const { page, troubles } = await openPage(kit.browser, `${kit.url}/#/dev/MIDDLE`);
  await drag(page, 'market', 'raise-ebony');
  await expect.poll(() => pressed(page, 'raise-ebony')).toBe('true');
  await expect.poll(() => seen(page, 'confirm').isEnabled()).toBe(true);
  expect(troubles).toEqual([]);
});

test('a Market card is dragged onto a row of what a rise would change', async () => {
  const { page } = await openPage(kit.browser, `${kit.url}/#/dev/MIDDLE`);
  await drag(page, 'market', 'rise-gold');
  await expect.poll(() => pressed(page, 'raise-gold')).toBe('true');
});

test('ending the turn with a prepared move asks, and going back keeps the move', async () => {
  const { page } = await openPage(kit.browser, `${kit.url}/#/dev/MIDDLE`);
  await drag(page, 'market', 'raise-ebony');
  await expect.poll(() => pressed(page, 'raise-ebony')).toBe('true');
  await page.keyboard.press('n');
  await seen(page, 'question').getByText('The move you have prepared is not confirmed').waitFor();
  await seen(page, 'question').getByRole('button', { name: 'Back' }).click();
  await seen(page, 'question').waitFor({ state: 'hidden' });
  expect(await pressed(page, 'raise-ebony')).toBe('true');
});

test('a Ship card is dragged onto the tile it explores with', async () => {
  const { page } = await openPage(kit.browser, `${kit.url}/#/dev/MIDDLE`);
  await drag(page, 'ship', 'tile-1');
  await expect.poll(() => pressed(page, 'tile-1')).toBe('true');
  await page.locator('.target.cell').first().waitFor();
});

test('by touch the same targets are tapped', async () => {
  const { page } = await openPage(kit.browser, `${kit.url}/#/dev/MIDDLE`, PHONE);
  await page.locator('[data-card=market]').first().tap();
  await page.locator('#ptab-market').tap();
  await seen(page, 'raise-spice').tap();
  await expect.poll(() => seen(page, 'confirm').isEnabled()).toBe(true);
  await seen(page, 'cancel').tap();
  await page.locator('#ptab-hand').tap();
  await page.locator('[data-card=ship]').last().tap();
  await page.locator('#ptab-tiles').tap();
  await seen(page, 'tile-1').tap();
  await page.locator('.target.cell').first().waitFor();
});

test('keys go by the letter they show, on a French keyboard and a Russian one too', async () => {
  const { page } = await openPage(kit.browser, `${kit.url}/#/dev/MIDDLE`);
  const press = (key: string, code: string): Promise<void> =>
    page.evaluate(
      ([k, c]) =>
        void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: k!, code: c!, bubbles: true })),
      [key, code],
    );
  const focused = (): Promise<string | null | undefined> =>
    page.evaluate(() => document.activeElement?.getAttribute('data-panel'));
  await seen(page, 'market').waitFor();
  await press('m', 'Semicolon');
  await expect.poll(focused).toBe('market');
  await press('\u0434', 'KeyL');
  await expect.poll(focused).toBe('log');
});

test('a plantation is ready to confirm after two clicks, an exploration after three', async () => {
  const { page } = await openPage(kit.browser, `${kit.url}/#/dev/MIDDLE`);
  const ready = (): Promise<boolean> =>
    seen(page, 'confirm')
      .isEnabled({ timeout: 1000 })
      .catch(() => false);
  await page.locator('[data-testid=hand] [data-card=plantation]').last().click();
  await drawn(page);
  await page.locator('.target.site').first().click();
  await expect.poll(ready).toBe(true);
  await seen(page, 'cancel').click();
  await page.locator('[data-testid=hand] [data-card=ship]').last().click();
  await drawn(page);
  await seen(page, 'tile-1').click();
  await drawn(page);
  await page.locator('.target.cell').first().click();
  await expect.poll(ready).toBe(true);
});
