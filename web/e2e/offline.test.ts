/** The page as plain files without any server: played, closed, and opened again with the network cut. */
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { openPage, watch } from './browser';
import { Files } from './files';
import { move, PATIENCE, playTurn, seen, setSail, stage } from './player';

const files = new Files('../build/static');
test.beforeAll(() => files.start());
test.afterAll(() => files.stop());

/** Whether the service worker has everything: page and pack. */
const kept = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const listed = (await (await fetch('pack/pack.json')).json()) as { files: Record<string, unknown> };
    const cache = await caches.open('ilos-files');
    const there = (await cache.keys()).map((request) => new URL(request.url).pathname.slice(1));
    const wanted = [
      'index.html',
      'pack/pack.json',
      ...Object.keys(listed.files).map((name) => `pack/${name}`),
    ];
    return wanted.every((path) => there.includes(path));
  });

const logged = (page: Page): Promise<number> => page.locator('[role=log] li').count();

test('with the network cut, bots are played against, and the game goes on after its tab was closed', async ({
  browser,
}) => {
  const visit = await openPage(browser, files.url, { serviceWorkers: 'allow' });
  await expect.poll(() => kept(visit.page), { timeout: PATIENCE }).toBe(true);
  const context = visit.page.context();
  await visit.page.close();
  await files.stop();

  const first = watch(await context.newPage());
  await first.page.goto(files.url);
  // Python's own start may take long where many tests share a machine.
  await first.page.waitForSelector('[data-testid=in-page][data-ready=true]', { timeout: 5 * PATIENCE });
  await setSail(first.page);
  expect(await move(first.page)).toBe('mulligan');
  await playTurn(first.page);
  await stage(first.page);
  const before = await logged(first.page);
  const address = first.page.url();
  await first.page.close();

  const second = watch(await context.newPage());
  await second.page.goto(address);
  await stage(second.page);
  expect(await logged(second.page)).toBe(before);
  await playTurn(second.page);
  await stage(second.page);
  expect(await logged(second.page)).toBeGreaterThan(before);

  // It is among "My games", too.
  await second.page.goto(files.url);
  await seen(second.page, 'continue').click();
  expect(await stage(second.page)).toBe('turn');
  expect([...visit.troubles, ...first.troubles, ...second.troubles]).toEqual([]);
  await context.close();
});
