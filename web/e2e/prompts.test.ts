/** Every prompt in every language at every size: nothing overlaps, sticks out, is covered or leaves no board. */
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { atTheKit } from './browser';
import { clipped, sideways } from './layout';
import { drawn } from './player';
import { type Laid, laid } from './laid';
import {
  type Step,
  SIZES,
  card,
  inEveryLanguage,
  openSample,
  press,
  sampleDrawn,
  target,
  tile,
} from './steps';

const kit = atTheKit();

const TURN: Readonly<Record<string, readonly Step[]>> = {
  'choose a card': [],
  'choose a site': [card('plantation')],
  'pay for a plantation': [card('plantation'), target('site')],
  'pay for a gold mine': [card('gold_mine'), target('site')],
  'fort or trading post': [card('building'), target('site')],
  'a trading post': [card('building'), target('site'), press('build-post')],
  'pay for ruins': [card('ruins'), target('site')],
  'where to sail': [card('ship')],
  'take a hideout': [card('ship'), target('hideout')],
  'choose a cell': [card('ship'), tile],
  'turn the tile': [card('ship'), tile, target('cell')],
  'raise a price': [card('market')],
  'which price': [card('market'), press('rise-ebony')],
};

for (const size of SIZES)
  test(`prompts at ${size.width}×${size.height} in every language`, async () => {
    const faults: Record<string, string[]> = {};
    const look = (page: Page, name: string): Promise<void> =>
      inEveryLanguage(page, async (language) => {
        const found: Laid = await page.evaluate(laid, size.touch);
        const all = [...found, ...(await clipped(page)), ...(await sideways(page))];
        if (all.length > 0) faults[`${name} ${language}`] = [...new Set(all)];
      });
    const page = await openSample(kit.browser, `${kit.url}/#/dev/EVERYTHING`, size);
    for (const [name, steps] of Object.entries(TURN)) {
      for (const step of steps) {
        await step(page);
        await drawn(page);
      }
      await look(page, name);
      for (let back = 0; back < 6; back++) await page.keyboard.press('Escape');
      if ((await page.getByTestId('tab-hand').count()) > 0) await page.getByTestId('tab-hand').press('Enter');
    }
    for (const state of ['FIRST', 'MULLIGAN', 'WAITING', 'LAST']) {
      await page.goto(`${kit.url}/?${state}#/dev/${state}`);
      await sampleDrawn(page);
      await look(page, state);
    }
    expect(faults).toEqual({});
  });
