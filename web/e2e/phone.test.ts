/** A whole game on a phone, by touch alone. */
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { atSea, atTheKit, openPage } from './browser';
import { PHONE, sideways } from './layout';
import { drawn, move, playToTheEnd, seen, setSail, tap } from './player';
import { type Step, SIZES, card, openSample, target } from './steps';

const sea = atSea();
const kit = atTheKit();

test('a whole game is played by touch on a phone, and nothing sticks out sideways', async () => {
  const { page, troubles } = await openPage(sea.browser, sea.server.url, PHONE);
  expect(await sideways(page)).toEqual([]);
  await setSail(page, tap);
  const wide = new Set<string>();
  const look = async (): Promise<void> => {
    for (const what of await sideways(page)) wide.add(what);
  };
  expect(await playToTheEnd(page, tap, look)).toBeGreaterThan(10);
  expect([...wide]).toEqual([]);
  expect(await seen(page, 'rank-1').count()).toBe(1);
  expect(troubles).toEqual([]);
});

test('every tab of the sheet opens on a tap, and the sheet folds away', async () => {
  const { page } = await openPage(sea.browser, await sea.server.against(1), PHONE);
  await move(page, tap);
  for (const tab of ['players', 'market', 'tiles', 'log', 'hand']) {
    await tap(seen(page, `tab-${tab}`));
    await expect.poll(() => seen(page, `tab-${tab}`).getAttribute('aria-selected')).toBe('true');
    expect(await sideways(page)).toEqual([]);
  }
  // By arrow keys too, and the focus goes with them.
  await seen(page, 'tab-hand').focus();
  for (const tab of ['players', 'market']) {
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => seen(page, `tab-${tab}`).getAttribute('aria-selected')).toBe('true');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe(`tab-${tab}`);
  }
  const board = await boardHeight(page);
  await tap(page.locator('.grab'));
  await expect.poll(() => boardHeight(page)).toBeGreaterThan(board);
});

const boardHeight = (page: Page): Promise<number> =>
  page.locator('main.wrap').evaluate((element) => element.getBoundingClientRect().height);

const LANDSCAPE = { ...PHONE, viewport: { width: 844, height: 390 } };

test('in a window of 320×256 every action can be chosen and confirmed by touch', async () => {
  const size = { width: 320, height: 256, touch: true };
  const page = await openSample(sea.browser, `${kit.url}/#/dev/EVERYTHING`, size);
  const take = (kind: string): Step => {
    const top = `[data-testid=hand] [data-card=${kind}][tabindex="0"]`;
    return async () => tap(page.locator(top));
  };
  const finger =
    (id: string): Step =>
    () =>
      tap(seen(page, id));
  const actions: Readonly<Record<string, readonly Step[]>> = {
    plantation: [take('plantation'), target('site')],
    // There is one site for each of these, which is chosen with the card.
    'gold mine': [take('gold_mine')],
    fort: [take('building'), finger('build-fort')],
    ruins: [take('ruins')],
    dock: [take('ship'), target('coast')],
    hideout: [take('ship'), target('hideout')],
    explore: [take('ship'), finger('tab-tiles'), finger('tile-0'), target('cell')],
    market: [take('market'), finger('rise-ebony')],
  };
  for (const [name, steps] of Object.entries(actions))
    await test.step(name, async () => {
      for (const step of steps) {
        await step(page);
        await drawn(page);
      }
      await expect(seen(page, 'confirm')).toBeEnabled();
      await seen(page, 'confirm').tap({ trial: true });
      for (let back = 0; back < 6; back++) await page.keyboard.press('Escape');
      await tap(seen(page, 'tab-hand'));
    });
});

test('where a ship docks on a new tile is chosen with buttons in the sheet', async () => {
  for (const size of SIZES.filter(({ touch, width }) => touch && width !== 820)) {
    const page = await openSample(sea.browser, `${kit.url}/#/dev/EVERYTHING`, size);
    // Of the tiles with several islands the first.
    const tile: Step = async () => {
      await seen(page, 'tab-tiles').press('Enter');
      await page.locator('.tiles button[aria-label*="island 2"]').first().press('Enter');
    };
    for (const step of [card('ship'), tile, target('cell')]) {
      await step(page);
      await drawn(page);
    }
    const docks = seen(page, 'docks').getByRole('button');
    const other = docks.and(page.locator('[aria-pressed=false]')).first();
    const name = (await other.getAttribute('aria-label'))!;
    await tap(other);
    await expect(page.getByRole('button', { name, exact: true, pressed: true })).toHaveCount(1);
    const { width, height } = (await docks.first().boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
});

test('First voyage speaks at the first island on a phone, and in the text view', async () => {
  for (const wishes of [PHONE, LANDSCAPE, {}]) {
    const textView = wishes !== PHONE && wishes !== LANDSCAPE;
    const { page } = await openPage(sea.browser, await sea.server.against(1), {
      ...wishes,
      settings: { notes: ['win'], textView },
    });
    await seen(page, 'keep').click();
    await expect(seen(page, 'note')).toContainText('Your first island');
    await seen(page, 'note').getByRole('button', { name: 'Got it' }).click();
    await seen(page, 'note').waitFor({ state: 'hidden' });
  }
});
