/** The samples of the kit at every size, and the steps of an action there. */
import type { Browser, Page } from '@playwright/test';
import { openPage } from './browser';
import { drawn, seen } from './player';

export const SIZES = [
  { width: 1280, height: 720, touch: false },
  { width: 1440, height: 900, touch: false },
  { width: 390, height: 844, touch: true },
  { width: 844, height: 390, touch: true },
  { width: 820, height: 1180, touch: true },
] as const;

/** A sample of the kit, once its board is drawn. */
export async function openSample(
  browser: Browser,
  address: string,
  { touch, ...viewport }: { readonly width: number; readonly height: number; readonly touch: boolean },
): Promise<Page> {
  const wishes = { viewport, hasTouch: touch, isMobile: touch };
  const { page } = await openPage(browser, address, wishes);
  await sampleDrawn(page);
  return page;
}

export async function sampleDrawn(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.board') && !document.querySelector('.wait'));
}

/** The same sample in each language in turn, where it stands; English, in which it began, comes last. */
export async function inEveryLanguage(page: Page, look: (language: string) => Promise<void>): Promise<void> {
  for (const language of ['fr', 'de', 'en']) {
    await page.evaluate((next) => {
      const { kit } = window as unknown as { kit: { setLanguage: (to: string) => Promise<void> } };
      return kit.setLanguage(next);
    }, language);
    await drawn(page);
    await look(language);
  }
}

export type Step = (page: Page) => Promise<void>;
export const card =
  (kind: string): Step =>
  (page) =>
    page.locator(`[data-testid=hand] [data-card=${kind}][tabindex="0"]`).press('Enter');
export const target =
  (kind: string): Step =>
  (page) =>
    page.locator(`.target.${kind}`).first().press('Enter');
export const press =
  (id: string): Step =>
  (page) =>
    seen(page, id).press('Enter');
export const tile: Step = async (page) => {
  const tab = page.getByTestId('tab-tiles');
  if ((await tab.count()) > 0) await tab.press('Enter');
  await page.locator('.tiles button').first().press('Enter');
};
