/** Whole games in French and German: every word from the catalogue, nothing clipped. */
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { atSea, openPage } from './browser';
import { PHONE, clipped, sideways } from './layout';
import { click, playToTheEnd, seen, tap } from './player';
import { strays, type Tongue } from './words';

const sea = atSea();
const SHORT = { max_rounds: 4 };

/** Collects what is wrong with the words of a page, each fault once. */
function reader(
  page: Page,
  tongue: Tongue,
  narrow: boolean,
): { look: () => Promise<void>; faults: Set<string> } {
  const faults = new Set<string>();
  const look = async (): Promise<void> => {
    for (const text of await strays(page, tongue)) faults.add(`stray words: ${text}`);
    if (!narrow) return;
    for (const text of [...(await clipped(page)), ...(await sideways(page))]) faults.add(text);
  };
  return { look, faults };
}

test('a game in French is French from the start page to the reckoning', async () => {
  const { page, troubles } = await openPage(sea.browser, sea.server.url);
  await seen(page, 'lang-fr').click();
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  const { look, faults } = reader(page, 'fr', false);
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('fr');
  // The rules are those of the French box, and the form says what that changes.
  await seen(page, 'more-settings').click();
  await expect.poll(() => seen(page, 'edition').inputValue()).toBe('fr');
  await look();
  await page.goto(await sea.server.against(2, SHORT));
  await playToTheEnd(page, click, look);
  await page.goto(`${sea.server.url}/#/how`);
  await seen(page, 'how').waitFor();
  await look();
  expect([...faults]).toEqual([]);
  expect(troubles).toEqual([]);
});

test('a game in German on a phone clips no word', async () => {
  const settings = { language: 'de' };
  const { page, troubles } = await openPage(sea.browser, await sea.server.against(4, SHORT), {
    ...PHONE,
    settings,
  });
  const { look, faults } = reader(page, 'de', true);
  await playToTheEnd(page, tap, look);
  expect([...faults]).toEqual([]);
  expect(troubles).toEqual([]);
});

test('on no page before a game does anything stick out of a narrow window, in any language', async () => {
  const waiting = sea.server.seat(
    await sea.server.table([{ kind: 'mine', name: 'Ana' }, { kind: 'open' }, { kind: 'open' }], {}, false),
  );
  const faults = new Set<string>();
  for (const language of ['en', 'fr', 'de']) {
    // A table that waits, so that there is one to continue.
    const { page } = await openPage(sea.browser, waiting, { ...PHONE, settings: { language } });
    const look = async (where: string): Promise<void> => {
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        for (const fault of [...(await clipped(page)), ...(await sideways(page))])
          faults.add(`${where} ${language} ${width}: ${fault}`);
      }
    };
    await seen(page, 'qr').waitFor();
    await look('waiting room with the invitation');
    for (const [address, there] of [
      ['', 'continue'],
      ['#/hotseat', 'hotseat-start'],
      ['#/games', 'open-game'],
      ['#/how', 'how'],
    ] as const) {
      await page.goto(`${sea.server.url}/${address}`);
      await seen(page, there).waitFor();
      await look(address);
    }
    await page.goto(`${sea.server.url}/#/`);
    await tap(seen(page, 'settings'));
    await seen(page, 'settings-dialog').waitFor();
    await look('settings');
  }
  expect([...faults]).toEqual([]);
});

test('the menus, help and tabs of a German phone clip no word', async () => {
  const settings = { language: 'de' };
  const { page } = await openPage(sea.browser, await sea.server.against(1), { ...PHONE, settings });
  const { look, faults } = reader(page, 'de', true);
  await tap(seen(page, 'keep'));
  for (const tab of ['players', 'market', 'tiles', 'log', 'hand']) {
    await tap(seen(page, `tab-${tab}`));
    await look();
  }
  await tap(seen(page, 'menu'));
  await seen(page, 'menu-dialog').waitFor();
  await look();
  await tap(seen(page, 'menu-rules'));
  await seen(page, 'help-dialog').waitFor();
  await look();
  await page.goto(`${sea.server.url}/#/t/nowhere`);
  await seen(page, 'notice').waitFor();
  await look();
  expect([...faults]).toEqual([]);
});
