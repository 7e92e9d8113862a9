/** What the log or the prompt names lights up on the chart, and the other way round; far away marks are simpler. */
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { atTheKit, openPage } from './browser';
import { drawn, seen } from './player';

const kit = atTheKit();

const open = async (position: string): Promise<Page> => {
  const { page } = await openPage(kit.browser, `${kit.url}/#/dev/${position}`);
  await page.waitForFunction(() => document.querySelector('.board') && !document.querySelector('.wait'));
  return page;
};
const litNames = (page: Page): Promise<string[]> => page.locator('.board text.name.lit').allTextContents();

test('an island that the log names lights up under the pointer and with the focus', async () => {
  const page = await open('MIDDLE');
  const line = page.locator('[role=log] li', { has: page.locator('i') }).last();
  const name = await line.locator('i').first().innerText();
  await line.hover();
  await expect.poll(() => litNames(page)).toContain(name);
  await expect(page.locator('.board path.glow')).not.toHaveCount(0);
  await page.mouse.move(5, 5);
  await expect.poll(() => litNames(page)).toEqual([]);
  await line.getByRole('button').focus();
  await expect.poll(() => litNames(page)).toContain(name);
});

test('an island on the chart marks its lines in the log and its name in the prompt', async () => {
  const page = await open('MIDDLE');
  await page.locator('[data-testid=hand] [data-card=plantation]').last().click();
  await page.locator('.target.site').first().press('Enter');
  await drawn(page);
  const named = seen(page, 'prompt').locator('.isle').first();
  const name = await named.innerText();
  // From the prompt to the chart.
  await named.hover();
  await expect.poll(() => litNames(page)).toEqual([name]);
  await page.mouse.move(5, 5);
  await expect.poll(() => litNames(page)).toEqual([]);
  await seen(page, 'confirm').focus();
  await expect.poll(() => litNames(page)).toEqual([name]);
  await page.locator('.target.site.on').focus();
  await expect(named).toHaveClass(/lit/);
  // From the chart to the prompt and the log.
  await page.locator('[role=log]').focus();
  await expect(named).not.toHaveClass(/lit/);
  const site = (await page.locator('.target.site.on').boundingBox())!;
  await page.mouse.move(site.x + site.width / 2, site.y + site.height / 2);
  await expect(named).toHaveClass(/lit/);
  const lines = page.locator('[role=log] li', { hasText: name });
  await expect(page.locator('[role=log] li.lit')).toHaveCount(await lines.count());
});

test('tiles narrower than 87 pixels have simpler and larger marks', async () => {
  const page = await open('EVERYTHING');
  const marks = page.locator('.board use[href^="#mark-"]');
  const width = (): Promise<number> => tileWidth(page);
  const out = page.getByRole('button', { name: 'Zoom out' });
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(width).toBeGreaterThan(87);
  await expect(marks).toHaveCount(0);
  for (let steps = 0; steps < 12 && (await width()) >= 87; steps++) {
    const before = await width();
    await out.click();
    await expect.poll(width).toBeLessThan(before);
  }
  await expect(marks).not.toHaveCount(0);
  await drawn(page);
  const { width: mark } = (await marks.first().boundingBox())!;
  expect(mark / (await width())).toBeGreaterThan(0.2);
});

for (const [width, height, least] of [
  [1440, 900, 110],
  [1280, 720, 90],
] as const)
  test(`at ${width}×${height} no step of exploring makes a tile narrower than ${least} pixels`, async () => {
    const page = await open('EVERYTHING');
    await page.setViewportSize({ width, height });
    const readable = (): Promise<void> =>
      expect.poll(async () => Math.round(await tileWidth(page))).toBeGreaterThanOrEqual(least);
    await page.locator('[data-testid=hand] [data-card=ship]').last().click();
    await readable();
    await page.locator('.tiles button').first().click();
    await page.locator('.target.cell').first().waitFor();
    await drawn(page);
    await readable();
    await page.locator('.target.cell').first().press('Enter');
    await page.locator('[data-ghost]').waitFor();
    await drawn(page);
    await readable();
  });

test('cells out of sight are on the small map', async () => {
  const page = await open('EVERYTHING');
  await page.locator('[data-testid=hand] [data-card=ship]').last().click();
  await page.locator('.tiles button').first().click();
  const cells = page.locator('.target.cell');
  await cells.first().waitFor();
  for (let steps = 0; steps < 3; steps++) await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(seen(page, 'overview').locator('.cell')).toHaveCount(await cells.count());
});

/** Width of a tile in CSS pixels, from the scale at which the pieces are laid out. */
function tileWidth(page: Page): Promise<number> {
  return page.evaluate(() => {
    const svg = document.querySelector<SVGSVGElement>('.board svg.layer.pieces')!;
    return svg.getScreenCTM()!.a * 173.2;
  });
}
