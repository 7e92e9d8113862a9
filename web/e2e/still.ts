/** A page at rest: everything has come, the terrain is painted, nothing changes any more. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { PATIENCE } from './player';

/** The picture of a page at rest. */
export async function still(page: Page): Promise<Buffer> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => !document.querySelector('.board .wait'), undefined, { polling: 50 });
  await page.evaluate(() => document.fonts.ready);
  // A running clock never rests, and on a busy machine a picture takes longer than its second.
  const mask = [page.locator('.clock')];
  let picture: Buffer = Buffer.alloc(0);
  await expect
    .poll(
      async () => {
        const before = picture;
        picture = await page.screenshot({ animations: 'disabled', caret: 'hide', mask });
        return picture.equals(before);
      },
      { timeout: PATIENCE, intervals: [200] },
    )
    .toBe(true);
  return page.screenshot({ animations: 'disabled', caret: 'hide' });
}
