/** Watching, and pages for when something goes otherwise. */
import { expect, test } from '@playwright/test';
import { atOwnServer, openPage } from './browser';
import { logOf, move, playToTheEnd, playTurn, seen, stage } from './player';
import { secretsIn } from './secrets';

const sea = atOwnServer();
const OPEN = { kind: 'open' as const };
const GENTLE = { kind: 'bot' as const, bot: 'gentle' };

test('a spectator follows a game live, sees no hand, and plays nothing', async () => {
  const made = await sea.server.table([{ kind: 'mine', name: 'Ana' }, GENTLE], { visibility: 'listed' });
  const player = await openPage(sea.browser, sea.server.seat(made));
  const watcher = await openPage(sea.browser, `${sea.server.url}/#/t/${made.table.id}`);
  await watcher.page.locator('[data-kind=full] .button').first().click();
  await seen(watcher.page, 'watch-bar').waitFor();
  for (let turns = 0; turns < 4; turns++) await playTurn(player.page);
  const log = (page: typeof player.page): Promise<string[]> => logOf(page, 'Ana');
  await stage(player.page);
  await expect.poll(() => log(watcher.page)).toEqual(await log(player.page));
  expect(
    await watcher.page.locator('[data-card], [data-testid=confirm], [data-testid=end-turn]').count(),
  ).toBe(0);
  expect(secretsIn(watcher.received)).toEqual([]);
  expect(watcher.troubles).toEqual([]);
});

test('an unknown link says so and shows the way on', async () => {
  const { page, troubles } = await openPage(sea.browser, `${sea.server.url}/#/t/nowhere`);
  await seen(page, 'notice').waitFor();
  expect(await seen(page, 'notice').getAttribute('data-kind')).toBe('unknown');
  await page.locator('a.button.primary').click();
  await seen(page, 'set-sail').waitFor();
  expect(troubles).toEqual([]);
});

test('an address that means nothing is an unknown link too', async () => {
  const { page } = await openPage(sea.browser, `${sea.server.url}/#/atlantis`);
  await seen(page, 'notice').waitFor();
});

test('someone who comes to a full table is told so, and may watch it', async () => {
  const made = await sea.server.table([{ kind: 'mine', name: 'Ana' }, GENTLE], { visibility: 'listed' });
  const { page, troubles } = await openPage(sea.browser, `${sea.server.url}/#/t/${made.table.id}`);
  await seen(page, 'notice').waitFor();
  expect(await seen(page, 'notice').getAttribute('data-kind')).toBe('full');
  await page.locator('main .button').first().click();
  await seen(page, 'watch-bar').waitFor();
  expect(troubles).toEqual([]);
});

test('someone without an invitation is told that a table is private', async () => {
  const made = await sea.server.table(
    [{ kind: 'mine', name: 'Ana' }, OPEN],
    { visibility: 'private' },
    false,
  );
  const { page } = await openPage(sea.browser, `${sea.server.url}/#/t/${made.table.id}`);
  await seen(page, 'notice').waitFor();
  expect(['forbidden', 'unknown']).toContain(await seen(page, 'notice').getAttribute('data-kind'));
});

test('someone who comes to a finished game is shown its replay', async () => {
  const made = await sea.server.table([{ kind: 'mine', name: 'Ana' }, GENTLE], {
    visibility: 'listed',
    max_rounds: 1,
  });
  const player = await openPage(sea.browser, sea.server.seat(made));
  await playToTheEnd(player.page);
  const { page, troubles } = await openPage(sea.browser, `${sea.server.url}/#/t/${made.table.id}`);
  await seen(page, 'notice').waitFor();
  expect(await seen(page, 'notice').getAttribute('data-kind')).toBe('finished');
  await page.locator('main .button').first().click();
  await seen(page, 'replay-screen').waitFor();
  expect(troubles).toEqual([]);
});

test('a finished game opens on its reckoning, with its replay and a new game one click away', async () => {
  const link = await sea.server.against(1, { max_rounds: 1 });
  const { page, troubles } = await openPage(sea.browser, link);
  await playToTheEnd(page);
  await page.reload();
  await seen(page, 'end').waitFor();
  expect(await seen(page, 'replay').isVisible()).toBe(true);
  await seen(page, 'rematch').click();
  await seen(page, 'keep').waitFor();
  expect(troubles).toEqual([]);
});

test('a lost connection keeps the board, says so, and resumes by itself', async () => {
  const { page, troubles } = await openPage(sea.browser, await sea.server.against(1));
  await playTurn(page);
  expect(await stage(page)).toBe('turn');
  await sea.server.kill();
  await seen(page, 'offline').waitFor();
  expect(await seen(page, 'table').isVisible()).toBe(true);
  expect(await page.locator('[data-testid=hand] [data-card]').count()).toBeGreaterThan(0);
  await sea.server.start();
  await seen(page, 'offline').waitFor({ state: 'hidden' });
  await move(page);
  expect(troubles).toEqual([]);
});

test('a screen that cannot be loaded gives way to a friendly page, and a reload mends it', async () => {
  const { page } = await openPage(sea.browser, sea.server.url);
  await seen(page, 'set-sail').waitFor();
  await page.route('**/HowTo-*.js', (route) => route.abort());
  await page.goto(`${sea.server.url}/#/how`);
  await seen(page, 'crash').waitFor();
  await page.unroute('**/HowTo-*.js');
  await seen(page, 'crash').getByRole('button', { name: 'Reload and go on' }).click();
  await seen(page, 'how').waitFor();
});

test('an old tab after an upgrade is told to reload', async () => {
  const { page } = await openPage(sea.browser, sea.server.url);
  const link = await sea.server.against(1);
  await page.routeWebSocket(/socket/, (socket) => {
    socket.onMessage(() => void socket.close({ code: 4001, reason: 'protocol' }));
  });
  await page.goto(link);
  await seen(page, 'notice').waitFor();
  expect(await seen(page, 'notice').getAttribute('data-kind')).toBe('upgrade');
});
