/** My games: what was played is listed with its result, filtered, counted, deleted, and taken along. */
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { atSea, openPage, type Watched } from './browser';
import { sideways } from './layout';
import { playToTheEnd, seen } from './player';

const sea = atSea();

async function resign(page: Page): Promise<void> {
  await seen(page, 'menu').click();
  await seen(page, 'menu-resign').click();
  await seen(page, 'yes').click();
}

/** A person with a finished and a running game against bots, at the list of them. */
async function withGames(
  wishes: Parameters<typeof openPage>[2] = {},
  finish: (page: Page) => Promise<unknown> = resign,
): Promise<Watched> {
  const watched = await openPage(sea.browser, await sea.server.against(1, { max_rounds: 2 }), wishes);
  const { page } = watched;
  await finish(page);
  await seen(page, 'end').waitFor();
  await page.goto(await sea.server.against(2));
  await seen(page, 'table').waitFor();
  await page.goto(`${sea.server.url}/#/`);
  await seen(page, 'all-games').click();
  await expect(page.getByTestId('game')).toHaveCount(2);
  return watched;
}
const games = (page: Page, text: RegExp): ReturnType<Page['locator']> =>
  page.getByTestId('game').filter({ hasText: text });

test('every game is listed with names, date, level, result and length, and counted', async () => {
  const began = Date.now();
  const { page, troubles } = await withGames({}, playToTheEnd);
  const year = String(new Date().getFullYear());
  const over = games(page, /Place [12] of 2, \d+ points/);
  await expect(over).toHaveCount(1);
  for (const text of ['Heron', year, 'Gentle', '2 rounds']) await expect(over).toContainText(text);
  const minutes = Number(/(\d+) min/.exec(await over.innerText())?.[1]);
  expect(minutes).toBeGreaterThan(0);
  expect(minutes).toBeLessThanOrEqual(Math.ceil((Date.now() - began) / 60_000));
  await expect(seen(page, 'wins')).toHaveText(/^[01] \/ 1$/);
  await page.getByRole('radio', { name: 'Running' }).check({ force: true });
  await expect(page.getByTestId('game')).toHaveCount(1);
  await seen(page, 'filter-name').fill('nobody');
  await expect(page.getByTestId('game')).toHaveCount(0);
  expect(troubles).toEqual([]);
});

test('a running game is given up, a finished one deleted, after a question', async () => {
  const { page } = await withGames();
  await expect(games(page, /Left to a bot/)).toHaveCount(1);
  await games(page, /Running|Your turn/)
    .getByTestId('remove-game')
    .click();
  await seen(page, 'remove-dialog').getByRole('button', { name: 'Give up' }).click();
  await expect(page.getByTestId('game')).toHaveCount(1);
  await page.getByTestId('remove-game').click();
  await seen(page, 'remove-yes').click();
  await expect(page.getByTestId('game')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('No game fits.')).toBeVisible();
});

test('a link takes the games to another browser, and its keys do not stay in the address', async () => {
  const { page } = await withGames();
  const link = await page.getByRole('textbox', { name: 'My games on another device' }).inputValue();
  const other = await openPage(sea.browser, link);
  await expect(other.page.getByTestId('game')).toHaveCount(2);
  expect(other.page.url()).not.toContain('keys');
  await games(other.page, /Running|Your turn/)
    .getByTestId('open-game')
    .click();
  await seen(other.page, 'table').waitFor();
  expect(other.troubles).toEqual([]);
});

test('a German phone shows the list without scrolling sideways', async () => {
  const { page } = await withGames({ viewport: { width: 390, height: 844 }, settings: { language: 'de' } });
  expect(await sideways(page)).toEqual([]);
});
