/** Every state of the kit in every language: nothing missing, clipped or sideways, no complaint, clean by axe. */
import './runes';
import { expect, test } from '@playwright/test';
import { STATES } from '../src/kit/states';
import { violations } from './axe';
import { atTheKit, openPage } from './browser';
import { PHONE, clipped, sideways } from './layout';
import { drawn } from './player';
import { strays } from './words';

const kit = atTheKit();
const LANGUAGES = ['en', 'fr', 'de'] as const;
const WINDOWS = { desktop: { viewport: { width: 1280, height: 720 } }, phone: PHONE };

for (const [name, window] of Object.entries(WINDOWS))
  test(`every state on a ${name} in every language`, async () => {
    const { page, troubles } = await openPage(kit.browser, `${kit.url}/kit.html#state,idle,en`, window);
    const faults: Record<string, string[]> = {};
    for (const language of LANGUAGES)
      for (const state of Object.keys(STATES)) {
        const address = `state,${state},${language}`;
        await page.evaluate((to) => (location.hash = to), address);
        await page.locator(`[data-state-shown="${address}"]`).waitFor({ state: 'attached' });
        await drawn(page);
        const found = [
          ...(await clipped(page)),
          ...(await sideways(page)),
          ...(await strays(page, language)),
        ];
        // The rules of axe ask for roles, names and contrast, which no language changes.
        if (language === 'en') found.push(...(await violations(page)));
        // A screen that failed on purpose reports it.
        if (state !== 'crash') found.push(...troubles);
        troubles.length = 0;
        if (found.length > 0) faults[`${state} ${language}`] = [...new Set(found)];
      }
    expect(faults).toEqual({});
  });
