/** axe finds nothing to mend, on any screen. */
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { violations } from './axe';
import { atSea, openPage } from './browser';
import { PHONE } from './layout';
import { playToTheEnd, playTurn, seen, setUp, stage, tap } from './player';

const sea = atSea();

/** Asserts that axe finds nothing; names the screen where it does. */
async function clean(page: Page, screen: string): Promise<void> {
  expect({ screen, found: await violations(page) }).toEqual({ screen, found: [] });
}

test('start page, settings, hot seat, how to play and notices', async () => {
  const { page } = await openPage(sea.browser, sea.server.url);
  await seen(page, 'set-sail').waitFor();
  await clean(page, 'start page');
  await seen(page, 'settings').click();
  await seen(page, 'settings-dialog').waitFor();
  await clean(page, 'settings');
  for (const [address, id] of [
    ['hotseat', 'hotseat-start'],
    ['how', 'how'],
    ['t/nowhere', 'notice'],
  ] as const) {
    await page.goto(`${sea.server.url}/#/${address}`);
    await page.reload();
    await seen(page, id).waitFor();
    await clean(page, address);
  }
});

test('waiting room, full table and spectator', async () => {
  const ana = { kind: 'mine' as const, name: 'Ana' };
  const bot = { kind: 'bot' as const, bot: 'gentle' };
  const room = await sea.server.table([ana, { kind: 'open' }], { visibility: 'listed' }, false);
  const { page } = await openPage(sea.browser, `${sea.server.url}/#/t/${room.table.id}`);
  await seen(page, 'join-name').waitFor();
  await clean(page, 'waiting room');
  const made = await sea.server.table([ana, bot], { visibility: 'listed' });
  await page.goto(`${sea.server.url}/#/t/${made.table.id}`);
  await page.locator('[data-kind=full]').waitFor();
  await clean(page, 'full table');
  await page.locator('main .button').first().click();
  await seen(page, 'watch-bar').waitFor();
  await clean(page, 'spectator');
});

test('a game from the first hand to the reckoning and its replay, at a desk', async () => {
  const { page } = await openPage(sea.browser, await sea.server.against(2, { max_rounds: 2 }));
  await seen(page, 'keep').waitFor();
  await clean(page, 'first hand');
  await playTurn(page);
  await playTurn(page);
  await stage(page);
  await clean(page, 'table');
  await setUp(page);
  await clean(page, 'a move laid out');
  await page.keyboard.press('Escape');
  for (const dialog of ['menu', 'help', 'settings']) {
    await seen(page, dialog).click();
    await seen(page, `${dialog}-dialog`).waitFor();
    await clean(page, dialog);
    await page.keyboard.press('Escape');
    await seen(page, `${dialog}-dialog`).waitFor({ state: 'hidden' });
  }
  await page.keyboard.press('?');
  await seen(page, 'keys-dialog').waitFor();
  await clean(page, 'keys');
  await page.keyboard.press('Escape');
  await seen(page, 'text-view').click();
  await seen(page, 'text-view-screen').waitFor();
  await clean(page, 'text view');
  await seen(page, 'chart-view').click();
  await playToTheEnd(page);
  await clean(page, 'reckoning');
  await seen(page, 'replay').click();
  await seen(page, 'replay-screen').waitFor();
  await clean(page, 'replay');
});

test('the table on a phone with each of its tabs, and on a tablet', async () => {
  const { page } = await openPage(sea.browser, await sea.server.against(4), PHONE);
  await seen(page, 'keep').waitFor();
  await clean(page, 'first hand on a phone');
  await playTurn(page, tap);
  await playTurn(page, tap);
  await stage(page);
  for (const tab of ['players', 'market', 'tiles', 'log', 'hand']) {
    await tap(seen(page, `tab-${tab}`));
    await clean(page, `phone, ${tab}`);
  }
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.locator('[data-layout=tablet]').waitFor();
  await clean(page, 'tablet');
});

test('the night chart', async () => {
  const settings = { night: 'on' };
  const { page } = await openPage(sea.browser, await sea.server.against(1), { settings });
  await playTurn(page);
  await playTurn(page);
  await stage(page);
  await clean(page, 'table at night');
  // No bright scrollbar, on the page or in a panel.
  const bars = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('.panel')].map(
      (place) => getComputedStyle(place).scrollbarColor,
    ),
  );
  expect(new Set(bars)).toEqual(new Set(['rgb(143, 163, 154) rgb(18, 40, 51)']));
});

test('the curtain of a hot seat', async () => {
  const { page } = await openPage(sea.browser, `${sea.server.url}/#/hotseat`);
  await seen(page, 'hotseat-start').click();
  await seen(page, 'lift').waitFor();
  await clean(page, 'curtain');
});

test('forced colours show every choice', async () => {
  const { page } = await openPage(sea.browser, sea.server.url, { forcedColors: 'active' });
  /** How many things are chosen, and how many of them have no outline. */
  const unmarked = (): Promise<{ chosen: number; without: string[] }> =>
    page.evaluate(() => {
      const all = [
        ...document.querySelectorAll(
          '[aria-pressed=true], [aria-selected=true], label:has(input[type=radio]:checked), .prices .now, .steps .on',
        ),
      ].filter((one) => one.checkVisibility());
      const bare = all.filter((one) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(one);
        return outlineStyle !== 'solid' || parseFloat(outlineWidth) < 3;
      });
      return { chosen: all.length, without: bare.map((one) => one.outerHTML.slice(0, 120)) };
    });
  await seen(page, 'set-sail').waitFor();
  const start = await unmarked();
  expect(start.without).toEqual([]);
  expect(start.chosen).toBeGreaterThan(3);
  await page.goto(await sea.server.against(1));
  await page.reload();
  await seen(page, 'keep').waitFor();
  await page.locator('.mulligan .card').first().click();
  const table = await unmarked();
  expect(table.without).toEqual([]);
  expect(table.chosen).toBeGreaterThan(5);
  await seen(page, 'text-view').click();
  await seen(page, 'text-view-screen').waitFor();
  expect((await unmarked()).without).toEqual([]);
});
