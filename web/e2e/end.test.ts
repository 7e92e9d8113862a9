/** The end of a game: what it tells, where it leads, and the next game with the same people. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import type { TableSettings } from '../src/protocol/messages';
import { atSea, openPage, type Watched } from './browser';
import { PHONE } from './layout';
import { playToTheEnd, seen } from './player';

const sea = atSea();
const SHORT: TableSettings = { max_rounds: 4 };

/** Gives the seat to a bot, so that the game comes to its end without further clicks. */
async function resign(page: Page): Promise<void> {
  await seen(page, 'menu').click();
  await seen(page, 'menu-resign').click();
  await seen(page, 'yes').click();
}

async function finished(bots: number, wishes: Parameters<typeof openPage>[2] = {}): Promise<Watched> {
  const watched = await openPage(sea.browser, await sea.server.against(bots, SHORT), wishes);
  await resign(watched.page);
  await seen(watched.page, 'end').waitFor();
  return watched;
}

/** Two people at a table of two, each in a browser of their own. */
async function twoPlayers(settings: TableSettings = SHORT): Promise<Watched[]> {
  const seats = [{ kind: 'mine' as const, name: 'Ana' }, { kind: 'open' as const }];
  const made = await sea.server.table(seats, settings, false);
  const ana = await openPage(sea.browser, sea.server.url);
  await ana.page.evaluate(
    ([table, token, host]) =>
      localStorage.setItem('ilos.tables', JSON.stringify([{ table, tokens: [token], host, at: 1 }])),
    [made.table.id, made.keys[0]!.token, made.host],
  );
  await ana.page.goto(`${sea.server.url}/#/t/${made.table.id}`);
  const link = await ana.page.getByRole('textbox', { name: 'Link of the table' }).inputValue();
  const ben = await openPage(sea.browser, link);
  await ben.page.getByRole('textbox', { name: 'Your name' }).fill('Ben');
  await ben.page.getByRole('button', { name: 'Sit here' }).click();
  await ana.page.getByText('Ben').first().waitFor();
  await seen(ana.page, 'start').click();
  for (const { page } of [ana, ben]) await seen(page, 'table').waitFor();
  return [ana, ben];
}

test('who resigned has not won, whatever the bot in the seat did', async () => {
  const { page } = await finished(1);
  await expect(seen(page, 'headline')).not.toHaveText(/^You/);
  await expect(seen(page, 'finished-by-bot')).toHaveText('You left: a bot finished the game in your seat.');
});

test('the headline says where one came, how far behind, and what decided it', async () => {
  const { page, troubles } = await openPage(sea.browser, await sea.server.against(3, { max_rounds: 2 }));
  await playToTheEnd(page);
  await expect.poll(() => seen(page, 'headline').innerText()).toMatch(/^You (win!|share|came \w+, .+\.$)/);
  const headline = await seen(page, 'headline').innerText();
  const values = await Promise.all(
    [0, 1, 2, 3].map(async (seat) => Number(await seen(page, `value-${seat}`).innerText())),
  );
  const mine = page.locator('tr[aria-current]');
  const own = Number(await mine.locator('td.total').innerText());
  const behind = Math.max(...values) - own;
  if (behind > 0) expect(headline).toContain(` ${behind} behind: `);
  await expect(mine.getByText('you', { exact: true })).toBeVisible();

  // The graph has a legend, and a round of it opens the replay there.
  const legend = page.locator('.legend');
  for (const value of values) await expect(legend).toContainText(String(value));
  await seen(page, 'other-chart').click();
  await expect(legend).toContainText('pigment');
  await seen(page, 'round-2').click();
  await seen(page, 'replay-screen').waitFor();
  await expect(page.locator('.events [aria-current]')).toBeVisible();
  await page.goBack();
  if ((await page.getByTestId('decided').count()) > 0) {
    await seen(page, 'decided').click();
    await seen(page, 'replay-screen').waitFor();
  }
  expect(troubles).toEqual([]);
});

test('the result is shared as a link that opens elsewhere, and as a picture', async () => {
  const { page, troubles } = await finished(1);
  await seen(page, 'share').click();
  // Those who get the picture read who won, and are not called "you".
  await expect(seen(page, 'picture')).toHaveAttribute('alt', /: .+ wins?$/);
  const saved = page.waitForEvent('download');
  await seen(page, 'save-picture').click();
  const file = await readFile(await (await saved).path());
  expect(file.subarray(1, 4).toString()).toBe('PNG');
  expect(file.readUInt32BE(16)).toBe(1200);
  const link = await page.getByRole('textbox', { name: 'Link to the replay' }).inputValue();
  const friend = await openPage(sea.browser, link);
  await seen(friend.page, 'replay-screen').waitFor();
  expect([...troubles, ...friend.troubles]).toEqual([]);
});

test('a rematch is offered, seen by the other, accepted with one click, and begins', async () => {
  const [ana, ben] = (await twoPlayers()) as [Watched, Watched];
  const pages = [ana.page, ben.page];
  for (const page of pages) await resign(page);
  for (const page of pages) await seen(page, 'end').waitFor();

  // They still talk to each other.
  await seen(ben.page, 'chat-input').fill('Well fought');
  await ben.page.keyboard.press('Enter');
  await expect(ana.page.getByRole('log').getByText('Well fought')).toBeVisible();
  await ana.page.getByRole('button', { name: 'Quick messages' }).click();
  // It stays over the name for a moment only: who looks for it looks from before.
  await Promise.all([
    expect(ben.page.locator('.said')).toHaveText('Good game!'),
    ana.page.getByRole('button', { name: 'Good game!' }).click(),
  ]);
  for (const page of pages) await expect(page.getByRole('log').getByText('Good game!')).toBeVisible();

  // The guest offers; the host accepts, and both sit at the new game.
  const before = ben.page.url();
  await ben.page.getByRole('button', { name: 'Offer a rematch' }).click();
  await expect(seen(ana.page, 'rematch-offer')).toHaveText('Ben offers a rematch.');
  await ana.page.getByRole('button', { name: 'Accept the rematch' }).click();
  for (const page of pages) {
    await seen(page, 'table').waitFor();
    expect(page.url()).not.toBe(before);
  }
  expect([...ana.troubles, ...ben.troubles]).toEqual([]);
});

test('after an agreed end a rematch is offered too', async () => {
  const [ana, ben] = (await twoPlayers()) as [Watched, Watched];
  await seen(ana.page, 'menu').click();
  await seen(ana.page, 'menu-propose-end').click();
  await seen(ana.page, 'yes').click();
  await seen(ben.page, 'proposal').getByRole('button', { name: 'Agree' }).click();
  for (const { page } of [ana, ben])
    await expect(seen(page, 'notice')).toContainText('Ana offered to end it here, and everybody agreed.');
  await ana.page.getByRole('button', { name: 'Offer a rematch' }).click();
  await expect(seen(ana.page, 'waiting-for')).toContainText('Ben was asked for a rematch');
  await expect(seen(ana.page, 'start')).toBeDisabled();
  await expect(seen(ben.page, 'rematch-offer')).toHaveText('Ana offers a rematch.');
  await ben.page.getByRole('button', { name: 'Accept the rematch' }).click();
  for (const { page } of [ana, ben]) await seen(page, 'table').waitFor();
});

test('on a phone the end fits the width, in German', async () => {
  const { page } = await finished(2, { ...PHONE, settings: { language: 'de' } });
  await seen(page, 'headline').waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
});
