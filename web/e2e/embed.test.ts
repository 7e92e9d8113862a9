/** A replay inside another page. */
import { expect, test } from '@playwright/test';
import { atSea, openPage } from './browser';
import { seen } from './player';
import { keptRecord } from './records';

const sea = atSea();

for (const [width, height] of [
  [1100, 700],
  [700, 600],
  [390, 600],
] as const)
  test(`in a frame of ${width} by ${height} the board stays in view while the reader steps`, async () => {
    const address = `${sea.server.url}/embed.html#/replay/${await keptRecord(sea.server.url)}`;
    const { page, troubles } = await openPage(sea.browser, address, { viewport: { width, height } });
    const board = page.locator('main .board:not(.opening)');
    await board.waitFor();
    await expect(board).toBeInViewport({ ratio: 0.95 });
    await expect(seen(page, 'timeline')).toBeInViewport({ ratio: 0.95 });
    const last = (await seen(page, 'timeline').getAttribute('aria-valuemax'))!;
    await seen(page, 'timeline').press('End');
    await expect(seen(page, 'replay-screen')).toHaveAttribute('data-after', last);
    // The list has followed to its last line, and nothing else has moved.
    await page.waitForFunction(() => {
      const list = document.querySelector('ol.events')!.getBoundingClientRect();
      const line = document.querySelector('ol.events [aria-current]')!.getBoundingClientRect();
      return line.top >= list.top - 1 && line.bottom <= list.bottom + 1;
    });
    await expect(board).toBeInViewport({ ratio: 0.95 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(troubles).toEqual([]);
  });
