/** Friends meet at a table: everything they use is copied from what a page shows. */
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { atOwnServer, openPage, type Watched, type Wishes } from './browser';
import { PHONE } from './layout';
import { type Press, click, seen, tap } from './player';

const sea = atOwnServer();

/** A table of so many seats made on the start page; unlisted, unless asked otherwise. */
async function host(seats: number, listed = false): Promise<Watched> {
  const ana = await openPage(sea.browser, sea.server.url, { settings: { name: 'Ana' } });
  const form = ana.page.locator('section[aria-labelledby=create]');
  await form.locator(`input[type=radio][value="${String(seats)}"]`).check();
  await form.locator('input[type=checkbox]').setChecked(listed);
  await seen(ana.page, 'create').click();
  await ana.page.getByRole('textbox', { name: 'Link of the table' }).waitFor();
  return ana;
}

const invitation = (page: Page): Promise<string> =>
  page.getByRole('textbox', { name: 'Link of the table' }).inputValue();
const sitHere = (page: Page): Promise<number> => page.getByRole('button', { name: 'Sit here' }).count();

/** Opens an invitation in a browser of its own. */
const guest = (link: string, wishes: Wishes = {}): Promise<Watched> => openPage(sea.browser, link, wishes);

async function sitDown(page: Page, name: string): Promise<void> {
  // The start page has a field of that name too: wait until it is gone.
  await page.getByRole('button', { name: 'Sit here' }).first().waitFor();
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await page.getByRole('button', { name: 'Sit here' }).first().click();
  await page.getByRole('button', { name: 'Leave' }).waitFor();
}

/** What a page says of the person of this name: here, or not. */
const presence = (page: Page, name: string): Promise<string> =>
  page.getByRole('listitem').filter({ hasText: name }).locator('small').innerText();

test('a guest sits down, is seated at once, and the host sees them here', async () => {
  const ana = await host(2);
  const ben = await guest(await invitation(ana.page));
  await sitDown(ben.page, 'Ben');
  expect(await presence(ben.page, 'Ben')).toBe('here');
  await expect.poll(() => presence(ana.page, 'Ben')).toBe('here');
  expect(await presence(ben.page, 'Ana')).toBe('here');
  await seen(ana.page, 'start').click();
  for (const { page } of [ana, ben]) await seen(page, 'table').waitFor();
  expect([...ana.troubles, ...ben.troubles]).toEqual([]);
});

test('a guest in a hurry sits down without a name, and the host frees every seat but the own', async () => {
  const ana = await host(2);
  const ben = await guest(await invitation(ana.page));
  await ben.page.getByRole('button', { name: 'Sit here' }).click();
  await ben.page.getByRole('button', { name: 'Leave' }).waitFor();
  const own = ben.page.getByRole('listitem').filter({ hasText: 'you' });
  await expect(own).toContainText('here');
  await expect(ana.page.getByRole('listitem').filter({ hasText: 'Ana' })).toContainText('you');
  await expect(ana.page.getByRole('button', { name: 'Free the seat' })).toHaveCount(1);
  await expect(seen(ben.page, 'terms')).toContainText(
    'in the English edition a ship in a hideout draws no card',
  );
  await expect(ben.page.getByRole('link', { name: 'How to play' })).toHaveAttribute('href', '#/how');
  expect([...ana.troubles, ...ben.troubles]).toEqual([]);
});

test('with seats left, one browser holds one of them, in every window', async () => {
  const ana = await host(4);
  const link = await invitation(ana.page);
  const ben = await guest(link);
  const window = await ben.page.context().newPage();
  await window.goto(link);
  await window.getByRole('button', { name: 'Sit here' }).first().waitFor();
  await sitDown(ben.page, 'Ben');
  expect(await sitHere(ben.page)).toBe(0);
  // The other window was open before; it finds the seat instead of taking a second one.
  await sitDown(window, 'Ben again');
  expect(await sitHere(window)).toBe(0);
  await expect.poll(() => ana.page.getByRole('listitem').filter({ hasText: 'Ben' }).count()).toBe(1);
  expect(ben.troubles).toEqual([]);
});

test('who leaves is gone for the host too, and comes back by the same invitation', async () => {
  const ana = await host(2);
  const ben = await guest(await invitation(ana.page));
  await sitDown(ben.page, 'Ben');
  await ben.page.context().setOffline(true);
  await ben.page.close();
  await expect.poll(() => presence(ana.page, 'Ben')).toBe('not here just now');
  await ana.page.getByRole('listitem').filter({ hasText: 'Ben' }).getByRole('button').click();
  await expect.poll(() => ana.page.getByText('Ben').count()).toBe(0);
  // The browser still holds the key of a seat that was freed: the invitation opens the table all the same.
  await ben.page.context().setOffline(false);
  const again = await ben.page.context().newPage();
  await again.goto(await invitation(ana.page));
  await sitDown(again, 'Ben');
  await expect.poll(() => presence(ana.page, 'Ben')).toBe('here');
});

test('an invitation works wherever it is shown: to a guest, to someone seated, during the game', async () => {
  const ana = await host(4);
  const ben = await guest(await invitation(ana.page));
  await sitDown(ben.page, 'Ben');
  const cleo = await guest(await invitation(ben.page));
  await cleo.page.getByRole('button', { name: 'Sit here' }).first().waitFor();
  const dora = await guest(await invitation(cleo.page));
  await sitDown(dora.page, 'Dora');
  await sitDown(cleo.page, 'Cleo');
  await seen(ana.page, 'start').click();
  await seen(ben.page, 'table').waitFor();
  await seen(ben.page, 'menu').click();
  await seen(ben.page, 'menu-dialog').getByRole('button', { name: 'Invite' }).click();
  const watcher = await guest(
    await seen(ben.page, 'invite-dialog').getByRole('textbox').first().inputValue(),
  );
  await watcher.page.getByRole('button', { name: 'Watch' }).click();
  await seen(watcher.page, 'watch-bar').waitFor();
  const all = [ana, ben, cleo, dora, watcher];
  expect(all.flatMap(({ troubles }) => troubles)).toEqual([]);
});

test('in the waiting room people talk; a code of six letters and a QR code lead there too', async () => {
  const ana = await host(2);
  const link = await invitation(ana.page);
  expect(await seen(ana.page, 'qr').getAttribute('data-value')).toBe(link);
  const code = await seen(ana.page, 'invite-code').innerText();
  expect(code).toMatch(/^[a-z2-9]{6}$/);
  const ben = await openPage(sea.browser, sea.server.url);
  await seen(ben.page, 'join-code').fill(code.toUpperCase());
  await seen(ben.page, 'join').click();
  await sitDown(ben.page, 'Ben');
  await seen(ben.page, 'chat-input').fill('Hello Ana');
  await ben.page.keyboard.press('Enter');
  await expect(ana.page.getByRole('log')).toContainText('Hello Ana');
  await seen(ana.page, 'chat-input').fill('Shall we?');
  await ana.page.keyboard.press('Enter');
  await expect(ben.page.getByRole('log')).toContainText('Shall we?');
  // What was said before is still there when the game has begun.
  await seen(ana.page, 'start').click();
  await seen(ben.page, 'table').waitFor();
  expect([...ana.troubles, ...ben.troubles]).toEqual([]);
});

test('all choose their first hands at the same time, and nobody sees what another chose before', async () => {
  const ana = await host(2);
  const ben = await guest(await invitation(ana.page));
  await sitDown(ben.page, 'Ben');
  await seen(ana.page, 'start').click();
  const pages = [ana.page, ben.page];
  for (const page of pages) await seen(page, 'keep').waitFor();
  // Hints are an option of the table; these two chose none.
  for (const page of pages) expect(await page.getByTestId('hint').count()).toBe(0);

  const first = await Promise.any(
    pages.map(async (page) => {
      await page.locator('.top-bar .seat.on', { hasText: 'Your turn' }).waitFor();
      return page;
    }),
  );
  const other = first === ana.page ? ben.page : ana.page;
  const [mine, theirs] = first === ana.page ? ['Ana', 'Ben'] : ['Ben', 'Ana'];
  await other.locator('.mulligan .card').first().click();
  await seen(other, 'swap').click();
  await expect(seen(other, 'mulligan-wait')).toHaveText(`Your hand is chosen. Waiting for ${mine}.`);
  await expect(first.locator('.opponent')).toContainText('has chosen');
  await expect(first.locator('[role=log]')).not.toContainText('swap');
  // The decision is kept by the server, not by the page.
  await other.reload();
  await expect(seen(other, 'mulligan-wait')).toContainText('Your hand is chosen.');
  await seen(first, 'keep').click();
  for (const page of pages) await seen(page, 'mulligan').waitFor({ state: 'hidden' });
  await expect(first.locator('[role=log]')).toContainText(`${theirs} swap`);
  expect([...ana.troubles, ...ben.troubles]).toEqual([]);
});

test('who is waited for is reminded, seen reconnecting, and replaced by a bot until they come back', async () => {
  const ana = await host(2);
  const ben = await guest(await invitation(ana.page));
  await sitDown(ben.page, 'Ben');
  await seen(ana.page, 'start').click();
  for (const { page } of [ana, ben]) await seen(page, 'keep').waitFor();
  await seen(ana.page, 'menu').click();
  await seen(ana.page, 'remind').click();
  await expect(seen(ben.page, 'nudge')).toHaveText('Ana is waiting for your move.');
  await expect(seen(ana.page, 'nudge')).toContainText('remind');

  const address = ben.page.url();
  await ben.page.goto('about:blank');
  await expect(ana.page.locator('.opponent.away')).toContainText('reconnecting');
  await seen(ana.page, 'menu').click();
  await seen(ana.page, 'let-bot-play').click();
  await expect(ana.page.locator('.opponent')).toContainText('plays on');
  await seen(ana.page, 'menu').click();
  await expect(seen(ana.page, 'menu-dialog')).toContainText('The seat is kept for Ben until');
  await ana.page.keyboard.press('Escape');

  // Ben comes back by himself, or, once he has given up, by anybody with the link.
  await ben.page.goto(address);
  await seen(ben.page, 'come-back').click();
  await seen(ben.page, 'come-back').waitFor({ state: 'hidden' });
  await seen(ben.page, 'menu').click();
  await seen(ben.page, 'menu-resign').click();
  await seen(ben.page, 'yes').click();
  await seen(ben.page, 'substitute').waitFor();
  await seen(ana.page, 'menu').click();
  await seen(ana.page, 'offer-seat').click();
  const link = await seen(ana.page, 'offer-link').getByRole('textbox').inputValue();
  const cleo = await guest(link);
  await seen(cleo.page, 'take-over-name').fill('Cleo');
  await seen(cleo.page, 'take-over-sit').click();
  await seen(cleo.page, 'table').waitFor();
  await ana.page.keyboard.press('Escape');
  await expect(ana.page.locator('.opponent')).toContainText('Cleo');
  expect([...ana.troubles, ...cleo.troubles]).toEqual([]);
});

test('with the host gone, who waits is offered a bot, and told when it may come', async () => {
  const ana = await host(2);
  const ben = await guest(await invitation(ana.page));
  await sitDown(ben.page, 'Ben');
  await seen(ana.page, 'start').click();
  for (const { page } of [ana, ben]) await seen(page, 'keep').waitFor();
  await ana.page.goto('about:blank');
  await expect(ben.page.locator('.opponent.away')).toContainText('reconnecting');
  await seen(ben.page, 'menu').click();
  await seen(ben.page, 'let-bot-play').click();
  await expect(seen(ben.page, 'menu-dialog').getByRole('alert')).toHaveText(
    'A bot can play for someone who is away once the table has waited ten minutes for them.',
  );
});

const LANDSCAPE = { ...PHONE, viewport: { width: 844, height: 390 } };

for (const [held, wishes] of [
  ['upright', PHONE],
  ['sideways', LANDSCAPE],
] as const)
  test(`on a phone held ${held} news reaches the first hand and a half-made move`, async () => {
    const ana = await host(2);
    const { page, troubles } = await guest(await invitation(ana.page), wishes);
    await sitDown(page, 'Ben');
    await seen(ana.page, 'start').click();
    for (const one of [ana.page, page]) await seen(one, 'keep').waitFor();

    await seen(ana.page, 'menu').click();
    await seen(ana.page, 'remind').click();
    await expect(seen(page, 'nudge')).toHaveText('Ana is waiting for your move.');
    await ana.page.keyboard.press('Escape');

    await sea.server.kill();
    await expect(seen(page, 'offline')).toContainText('Reconnecting');
    await sea.server.start();
    await seen(page, 'offline').waitFor({ state: 'hidden' });

    // What was swapped in is told where the tiles lie over the hand.
    await tap(page.locator('.mulligan .card').first());
    await tap(seen(page, 'swap'));
    await seen(ana.page, 'keep').click();
    await expect(seen(page, 'new-cards')).toHaveText(
      /^\s*New in your hand: (Ship|Plantation|Gold mine|Building|Ruins|Market)\s*$/,
    );

    // What is urgent comes over the board, where it has room; with a tile taken up the row for news is in use.
    const [first, second] = await Promise.any(
      [ana.page, page].map(async (one) => {
        await one.locator('.tiles button[aria-disabled=false]').first().waitFor();
        return one === page ? [page] : [ana.page, page];
      }),
    );
    if (second) {
      await layFirst(first!, click);
      await confirmed(first!);
    }
    for (const prepare of [async () => undefined, () => layFirst(page, tap)]) {
      await prepare();
      await seen(ana.page, 'menu').click();
      await seen(ana.page, 'menu-propose-end').click();
      await seen(ana.page, 'yes').click();
      await expect(seen(page, 'proposal')).toContainText('Ana');
      expect(await page.locator('.sheet').getByTestId('proposal').count()).toBe(0);
      await tap(seen(page, 'proposal').getByRole('button').first());
      await seen(page, 'proposal').waitFor({ state: 'hidden' });
    }
    expect(await seen(page, 'confirm').isEnabled()).toBe(true);
    expect([...ana.troubles, ...troubles]).toEqual([]);
  });

/** Takes the first tile that fits and lays it where it may lie. */
async function layFirst(page: Page, press: Press): Promise<void> {
  await press(page.locator('.tiles button[aria-disabled=false]').first());
  const cell = page.locator('.target.cell').first();
  await page.locator('.target.cell, [data-ghost]').first().waitFor();
  if ((await page.locator('[data-ghost]').count()) === 0) await cell.press('Enter');
  await page.locator('[data-ghost]').waitFor();
}
async function confirmed(page: Page): Promise<void> {
  await seen(page, 'confirm').click();
  await seen(page, 'confirm').waitFor({ state: 'hidden' });
}
