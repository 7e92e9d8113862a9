/** What others did is told and replayed, as fast as a person wants it. */
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { atSea, openPage } from './browser';
import { drawn, playTurn, seen, stage } from './player';
import { still } from './still';

const sea = atSea();

/** How many ships, pioneers and buildings the board shows. */
const onBoard = (page: Page): Promise<number> =>
  page
    .locator('.board')
    .evaluate(
      (board) =>
        [...board.querySelectorAll('use')].filter((use) =>
          /^#(ship|pioneer|fort|trading_post)-/.test(use.getAttribute('href') ?? ''),
        ).length,
    );

/** Plays until others have moved since the last own turn and it is the own one again. */
async function untilTold(page: Page): Promise<void> {
  for (let turns = 0; turns < 8; turns++) {
    await playTurn(page);
    await stage(page);
    if (await seen(page, 'since').isVisible()) return;
  }
}

test('since your last turn: each move is a word, and Play shows them on the board with a caption', async () => {
  const { page, troubles } = await openPage(sea.browser, await sea.server.against(3), {
    settings: { speed: 'slow' },
  });
  await untilTold(page);
  const strip = seen(page, 'since');
  const words = await strip.locator('.mv').allInnerTexts();
  expect(words.length).toBeGreaterThan(0);
  for (const word of words) expect(word).toMatch(/\w{4}/);
  await still(page);
  const now = await onBoard(page);
  await seen(page, 'since-play').click();
  const caption = seen(page, 'since-caption');
  await caption.waitFor();
  // The board goes back to before these moves, and comes to now again.
  let fewest = now;
  const told = new Set<string>();
  while (await caption.isVisible()) {
    told.add(await caption.innerText({ timeout: 2000 }).catch(() => ''));
    fewest = Math.min(fewest, await onBoard(page));
    await drawn(page);
  }
  if (words.filter((word) => /Plantation|Gold mine|Building|Ruins/.test(word)).length > 1)
    expect(fewest).toBeLessThan(now);
  told.delete('');
  expect(told.size).toBe(words.length);
  await expect.poll(() => onBoard(page)).toBe(now);
  expect(troubles).toEqual([]);
});

test('the speed of bots is a setting', async () => {
  const { page } = await openPage(sea.browser, await sea.server.against(1));
  await seen(page, 'menu').click();
  await seen(page, 'menu-settings').click();
  const group = page.getByRole('group', { name: 'Speed of bots and animations' });
  for (const name of ['Slow', 'Normal', 'Fast', 'Instant']) await group.getByRole('radio', { name }).check();
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => localStorage.getItem('ilos.settings'))).toContain('"speed":"instant"');
});
