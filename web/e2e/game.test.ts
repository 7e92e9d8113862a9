/** A whole game against a bot, from the start page to the score screen. */
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { atSea, openPage } from './browser';
import { move, playToTheEnd, playTurn, seen, setSail, setUp, stage } from './player';
import { secretsIn } from './secrets';

const sea = atSea();

test('a newcomer plays a whole game against a bot, and nothing secret reaches the page', async () => {
  const { page, received, troubles } = await openPage(sea.browser, sea.server.url);
  await setSail(page);
  expect(await playToTheEnd(page)).toBeGreaterThan(10);
  expect(await seen(page, 'rank-1').count()).toBe(1);
  expect(received.length).toBeGreaterThan(20);
  expect(secretsIn(received)).toEqual([]);
  expect(troubles).toEqual([]);
});

test('the search for secrets finds an open hand, a stock and a seed', () => {
  const view = {
    viewer: 0,
    phase: 'turns',
    hand: {},
    seats: [
      { hand: 5, stock: {} },
      { hand: 5, stock: {} },
    ],
  };
  const drawn = { type: 'end_turn', seat: 1, drawn: ['ship'], taken: [{ seat: 2, card: 'ship' }] };
  expect(secretsIn([JSON.stringify({ view })])).toEqual(['stock of seat 1']);
  expect(secretsIn([JSON.stringify({ changes: [{ events: [drawn] }] })])).toHaveLength(2);
  expect(secretsIn([JSON.stringify({ fair: { secret: 'ab12' } })])).toEqual(['a seed is told']);
});

test('the first voyage begins with how one wins, and speaks at every first step', async () => {
  const { page, troubles } = await openPage(sea.browser, sea.server.url, {
    settings: { notes: [], speed: null },
  });
  await seen(page, 'first-voyage').click();
  const welcome = seen(page, 'welcome');
  await expect(welcome.getByRole('listitem')).toHaveCount(3);
  expect(await welcome.getByRole('link').getAttribute('href')).toBe('#/how');
  await seen(page, 'welcome-start').click();
  await welcome.waitFor({ state: 'hidden' });

  // Advice on the first hand stands where it is chosen; the first island has a note.
  await stage(page);
  await expect(seen(page, 'mulligan-lead')).toContainText('plantations');
  await move(page);
  await stage(page);
  const note = seen(page, 'note');
  await expect(note).toHaveAttribute('data-note', 'island');
  await note.getByRole('button').first().click();
  await move(page);
  for (let moves = 0; moves < 12 && !(await note.isVisible()); moves++) await move(page);
  expect(await note.getAttribute('data-note')).not.toBe('island');
  expect(troubles).toEqual([]);
});

test('how to play is offered before a game, in it and after it', async () => {
  const { page } = await openPage(sea.browser, sea.server.url);
  const link = page.locator('a[href="#/how"]').filter({ visible: true });
  await seen(page, 'first-voyage').waitFor();
  expect(await link.count()).toBeGreaterThan(0);
  const table = await sea.server.table(
    [
      { kind: 'mine', name: 'Ana' },
      { kind: 'bot', bot: 'gentle' },
    ],
    {
      max_rounds: 1,
    },
  );
  const { page: ana } = await openPage(sea.browser, sea.server.seat(table));
  await stage(ana);
  await ana.getByTestId('help').filter({ visible: true }).first().click();
  await ana.locator('a[href="#/how"]').filter({ visible: true }).first().waitFor();
  await ana.keyboard.press('Escape');
  await playToTheEnd(ana);
  await ana.locator('[data-testid=end] a[href="#/how"]').waitFor();
});

test('a payment made for a person says what it gives up', async () => {
  const { page, troubles } = await openPage(sea.browser, sea.server.url);
  await setSail(page);
  for (const part of ['mulligan', 'first island']) expect(await playTurn(page), part).toBe('turn');
  // What a hint sets up is paid for; the cards are taken back to be suggested once more.
  await stage(page);
  expect(await setUp(page)).not.toBe('end_turn');
  const slot = page.locator('[data-testid=tray] button');
  while ((await slot.count()) > 0) await slot.first().click();
  await seen(page, 'suggest').click();
  expect((await seen(page, 'payment').innerText()).length).toBeGreaterThan(20);
  expect(troubles).toEqual([]);
});

async function resign(page: Page): Promise<void> {
  await seen(page, 'menu').click();
  await seen(page, 'menu-resign').click();
  await seen(page, 'yes').click();
}

test('who resigns is told so, and the page does not say it is their turn', async () => {
  const people = ['Ana', 'Ben'].map((name) => ({ kind: 'mine' as const, name }));
  const made = await sea.server.table(people, { max_rounds: 2, first_player: 0 });
  const ana = await openPage(sea.browser, sea.server.seat(made));
  const ben = await openPage(sea.browser, sea.server.seat(made, 1));
  for (let turns = 0; turns < 2; turns++) for (const { page } of [ana, ben]) await playTurn(page);
  expect(await stage(ana.page)).toBe('turn');
  await resign(ana.page);
  await seen(ana.page, 'substitute').waitFor();

  // A bot plays on for Ana, and the game waits for Ben.
  expect(await stage(ben.page)).toBe('turn');
  await expect.poll(() => ana.page.title()).not.toContain('●');
  expect(await seen(ana.page, 'end-turn').isDisabled()).toBe(true);
  expect(await ana.page.getByTestId('come-back').count()).toBe(0);

  // When he has enough of it too, bots play it to its end.
  await resign(ben.page);
  for (const { page, troubles } of [ana, ben]) {
    await seen(page, 'end').waitFor();
    expect(troubles).toEqual([]);
  }
});
