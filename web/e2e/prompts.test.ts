/** Every prompt in every language at every size: nothing overlaps, sticks out, is covered or leaves no board. */
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { atSea, openPage } from './browser';
import { atTheKit } from './kit';
import { clipped, sideways } from './layout';
import { drawn, seen } from './player';
import { type Laid, laid } from './laid';

const sea = atSea();
const kit = atTheKit();

const SIZES = [
  { width: 1280, height: 720, touch: false },
  { width: 1440, height: 900, touch: false },
  { width: 390, height: 844, touch: true },
  { width: 844, height: 390, touch: true },
  { width: 820, height: 1180, touch: true },
] as const;
const LANGUAGES = ['en', 'fr', 'de'] as const;

type Step = (page: Page) => Promise<void>;
const card =
  (kind: string): Step =>
  (page) =>
    page.locator(`[data-testid=hand] [data-card=${kind}][tabindex="0"]`).press('Enter');
const target =
  (kind: string): Step =>
  (page) =>
    page.locator(`.target.${kind}`).first().press('Enter');
const press =
  (id: string): Step =>
  (page) =>
    seen(page, id).press('Enter');
const tile: Step = async (page) => {
  const tab = page.getByTestId('tab-tiles');
  if ((await tab.count()) > 0) await tab.press('Enter');
  await page.locator('.ex button').first().press('Enter');
};

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

for (const { touch, ...viewport } of SIZES)
  for (const language of LANGUAGES)
    test(`prompts at ${viewport.width}×${viewport.height} in ${language}`, async () => {
      const open = async (state: string): Promise<Page> => {
        const { page } = await openPage(sea.browser, `${kit.url}/#/dev/${state}`, {
          viewport,
          hasTouch: touch,
          isMobile: touch,
          settings: { language },
        });
        await page.waitForFunction(
          () => document.querySelector('.board') && !document.querySelector('.wait'),
        );
        return page;
      };
      const faults: Record<string, string[]> = {};
      const look = async (page: Page, name: string): Promise<void> => {
        await drawn(page);
        const found: Laid = await page.evaluate(laid, touch);
        const all = [...found, ...(await clipped(page)), ...(await sideways(page))];
        if (all.length > 0) faults[name] = [...new Set(all)];
      };
      const page = await open('EVERYTHING');
      for (const [name, steps] of Object.entries(TURN)) {
        for (const step of steps) {
          await step(page);
          await drawn(page);
        }
        await look(page, name);
        for (let back = 0; back < 6; back++) await page.keyboard.press('Escape');
        if ((await page.getByTestId('tab-hand').count()) > 0)
          await page.getByTestId('tab-hand').press('Enter');
      }
      for (const state of ['EVERYTHING.first', 'EVERYTHING.mulligan', 'EVERYTHING.waiting', 'LATE.last']) {
        const other = await open(state);
        await look(other, state);
        await other.context().close();
      }
      expect(faults).toEqual({});
    });
