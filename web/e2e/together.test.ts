/** Two browsers at one table: joining, reloading, undoing, and a server that is killed. */
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { atOwnServer, openPage, type Watched } from './browser';
import { drawn, logOf, move, playTurn, seen, setUp, stage } from './player';
import { secretsIn } from './secrets';

const sea = atOwnServer();

const hand = (page: Page): Promise<(string | null)[]> =>
  page
    .locator('[data-testid=hand] [data-card]')
    .evaluateAll((all) => all.map((card) => card.getAttribute('data-card')));

/** A table made on the start page, and a friend who comes by its code. */
async function twoPlayers(): Promise<Watched[]> {
  const ana = await openPage(sea.browser, sea.server.url, { settings: { name: 'Ana' } });
  const form = ana.page.locator('section[aria-labelledby=create]');
  await form.locator('input[type=radio][value="2"]').check();
  await form.locator('input[type=checkbox]').uncheck();
  await seen(ana.page, 'more-settings').click();
  await seen(ana.page, 'hints-setting').selectOption('on'); // these two play what bots advise
  await seen(ana.page, 'create').click();
  const code = await seen(ana.page, 'invite-code').innerText();
  const ben = await openPage(sea.browser, sea.server.url);
  await seen(ben.page, 'join-code').fill(code);
  await seen(ben.page, 'join').click();
  await seen(ben.page, 'join-name').fill('Ben');
  await ben.page.locator('[data-testid^=sit-]').first().click();
  await ana.page.getByText('Ben').first().waitFor();
  await seen(ana.page, 'start').click();
  await Promise.all([seen(ana.page, 'table').waitFor(), seen(ben.page, 'table').waitFor()]);
  return [ana, ben];
}

/** The page whose turn it is. */
const mover = (pages: readonly Page[]): Promise<Page> =>
  Promise.any(pages.map((page) => stage(page).then(() => page)));

/** Takes a Ship card, docks where nothing is revealed, and leaves the confirming. False: it cannot. */
async function layOutDocking(page: Page): Promise<boolean> {
  const ship = page.locator('[data-testid=hand] [data-card=ship]:not([aria-disabled])').last();
  if ((await ship.count()) === 0) return false;
  await page.keyboard.press('1');
  await drawn(page);
  const coast = page.locator('.target.coast').first();
  if ((await coast.count()) > 0) {
    await coast.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('s');
    if (await seen(page, 'confirm').isEnabled()) return true;
  }
  await seen(page, 'cancel').click();
  return false;
}

/** Plays until someone can dock twice in a turn: once to take it back, once through a cut line. */
async function untilDocking(pages: readonly Page[]): Promise<Page> {
  for (;;) {
    const page = await mover(pages);
    if ((await hand(page)).filter((card) => card === 'ship').length >= 2 && (await hand(page)).length >= 4)
      if (await layOutDocking(page)) return page;
    await move(page);
  }
}

async function confirm(page: Page): Promise<void> {
  await seen(page, 'confirm').click();
  await seen(page, 'confirm').waitFor({ state: 'hidden' });
}

/** Both pages come to show the same log; which of them is told first is the network's affair. */
async function agree(logs: readonly (() => Promise<string[]>)[]): Promise<void> {
  const differ = async (): Promise<boolean> => {
    const [one, other] = await Promise.all(logs.map((log) => log()));
    return JSON.stringify(one) !== JSON.stringify(other);
  };
  await expect.poll(differ).toBe(false);
}

test('two browsers play each other through undo, reload and kill -9, and agree on every move', async () => {
  const both = await twoPlayers();
  const pages = both.map((one) => one.page);
  const log = (page: Page): Promise<string[]> => logOf(page, page === pages[0] ? 'Ana' : 'Ben');
  for (let turns = 0; turns < 4; turns++) await playTurn(await mover(pages));
  const page = await untilDocking(pages);
  const other = pages.find((one) => one !== page)!;
  const [cards, lines] = [await hand(page), await log(page)];

  // Undo gives card and log back, on both pages.
  await confirm(page);
  await expect.poll(() => log(page)).toHaveLength(lines.length + 1);
  await expect.poll(() => log(other)).toEqual(await log(page));
  await seen(page, 'undo').click();
  await expect.poll(() => log(page)).toEqual(lines);
  await expect.poll(() => log(other)).toEqual(lines);
  await expect.poll(() => hand(page)).toEqual(cards);

  // A reload in mid-turn keeps seat, hand, log and the way back.
  expect(await layOutDocking(page)).toBe(true);
  await confirm(page);
  const [held, told] = [await hand(page), await log(page)];
  await page.reload();
  expect(await stage(page)).toBe('turn');
  await expect.poll(() => log(page)).toEqual(told);
  await expect.poll(() => hand(page)).toEqual(held);
  await expect.poll(() => seen(page, 'undo').isEnabled()).toBe(true);

  // kill -9 with a move laid out: it is kept, sent when the server is back, and played once.
  await seen(page, 'undo').click();
  await expect.poll(() => hand(page)).toEqual(cards);
  expect(await layOutDocking(page)).toBe(true);
  await sea.server.kill();
  await Promise.all(pages.map((one) => seen(one, 'offline').waitFor()));
  expect(await log(page)).toEqual(lines);
  await seen(page, 'confirm').click();
  await expect.poll(() => seen(page, 'confirm').isDisabled()).toBe(true);
  await sea.server.start();
  await seen(page, 'confirm').waitFor({ state: 'hidden' });
  await Promise.all(pages.map((one) => seen(one, 'offline').waitFor({ state: 'hidden' })));
  await expect.poll(() => log(page)).toEqual(told);
  await expect.poll(() => log(other)).toEqual(told);

  // The game goes on, a server killed between two turns included.
  await playTurn(await mover(pages));
  await sea.server.kill();
  await sea.server.start();
  for (let turns = 0; turns < 3; turns++) await playTurn(await mover(pages));
  await mover(pages);
  await agree(pages.map((one) => () => log(one)));

  // To its end, where both see the same reckoning, each with a mark in the own row.
  while ((await stage(await mover(pages))) === 'turn') await playTurn(await mover(pages));
  await Promise.all(pages.map((one) => seen(one, 'end').waitFor()));
  const rows = await Promise.all(pages.map((one) => one.locator('.rank tbody').innerText()));
  const [mine, theirs] = rows.map((text) => text.replace(/^you\n/m, ''));
  expect(rows.map((text) => text.match(/^you$/gm)?.length)).toEqual([1, 1]);
  expect(mine).toEqual(theirs);
  const lengths = await Promise.all(pages.map((one) => seen(one, 'length').innerText()));
  expect(lengths[0]).toEqual(lengths[1]);
  for (const { received, troubles } of both) {
    expect(secretsIn(received)).toEqual([]);
    expect(troubles).toEqual([]);
  }
});

test('a game is asked for a hint, the hint is put away, and another idea comes', async () => {
  const { page } = await openPage(sea.browser, await sea.server.against(1));
  for (let turns = 0; turns < 2; turns++) await playTurn(page);
  expect(await stage(page)).toBe('turn');
  await seen(page, 'hint').click();
  const slip = page.locator('.slip .hint');
  await slip.waitFor();
  await slip.getByRole('button', { name: 'Another idea' }).click();
  await slip.waitFor();
  await page.keyboard.press('Escape');
  await slip.waitFor({ state: 'hidden' });
  await setUp(page);
});
