/** Two people at one device: the curtain falls between their turns and hides everything. */
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { atSea, openPage } from './browser';
import { move, playTurn, seen, stage } from './player';

const sea = atSea();

/** Everything on the page that belongs to a hand, a stock or a choice. */
const private_ = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '[data-card], [data-testid=hand], [data-testid=ledger], [data-testid=worth], [data-testid=keep], .target',
      ),
    ].map((element) => element.outerHTML.slice(0, 120)),
  );

async function lift(page: Page): Promise<string> {
  const button = seen(page, 'lift');
  const words = await button.innerText();
  await button.click();
  await seen(page, 'table').waitFor();
  await stage(page);
  return words;
}

test('two people share a device, and nothing of a hand is on the page while the curtain is down', async () => {
  const { page, troubles } = await openPage(sea.browser, `${sea.server.url}/#/hotseat`);
  await seen(page, 'hotseat-name-0').fill('Ana');
  await seen(page, 'hotseat-name-1').fill('Ben');
  await seen(page, 'hotseat-start').click();
  const names = new Set<string>();
  for (let turns = 0; turns < 8; turns++) {
    expect(await stage(page)).toBe('curtain');
    expect(await private_(page)).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-testid')))
      .toBe('lift');
    names.add(await lift(page));
    expect((await private_(page)).length).toBeGreaterThan(0);
    await playTurn(page);
  }
  expect(names.size).toBe(2);
  expect([...names].join()).toMatch(/Ana/);
  expect([...names].join()).toMatch(/Ben/);
  expect(troubles).toEqual([]);
});

test('a reload behind the curtain keeps it down', async () => {
  const { page } = await openPage(sea.browser, `${sea.server.url}/#/hotseat`);
  await seen(page, 'hotseat-start').click();
  await lift(page);
  await move(page);
  expect(await stage(page)).toBe('curtain');
  await page.reload();
  expect(await stage(page)).toBe('curtain');
  expect(await private_(page)).toEqual([]);
});

test('a bot plays along at a shared device, and the curtain falls only for people', async () => {
  const { page, troubles } = await openPage(sea.browser, `${sea.server.url}/#/hotseat`);
  await seen(page, 'hotseat-name-0').fill('Ana');
  await seen(page, 'hotseat-name-1').fill('Ben');
  await page.getByRole('group', { name: 'Bots playing along' }).getByRole('radio', { name: '1' }).check();
  await page.getByRole('group', { name: 'Bots', exact: true }).getByRole('radio', { name: 'Gentle' }).check();
  await seen(page, 'hotseat-start').click();
  const names = new Set<string>();
  for (let turns = 0; turns < 6; turns++) {
    expect(await stage(page)).toBe('curtain');
    expect(await private_(page)).toEqual([]);
    names.add(await lift(page));
    await playTurn(page);
  }
  expect(names.size).toBe(2);
  expect(troubles).toEqual([]);
});
