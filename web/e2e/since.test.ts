/** What others did is told and replayed, as fast as a person wants it. */
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { atSea, openPage } from './browser';
import { PATIENCE, playTurn, seen, stage } from './player';
import { still } from './still';

const sea = atSea();

/** In the page: how many ships, pioneers and buildings the board shows. */
const countPieces = (): number =>
  [...document.querySelectorAll('.board use')].filter((use) =>
    /^#(ship|pioneer|fort|trading_post)-/.test(use.getAttribute('href') ?? ''),
  ).length;
const onBoard = (page: Page): Promise<number> => page.evaluate(countPieces);

interface Shown {
  captions: string[];
  fewest: number;
  over: boolean;
}
/** Presses Play and writes down, as the page changes, each caption and the emptiest board, until it is over. */
async function watchPlay(page: Page): Promise<Shown> {
  await page.evaluate((count) => {
    const pieces = new Function(`return (${count})()`) as () => number;
    const shown: Shown = { captions: [], fewest: Infinity, over: false };
    const look = (): void => {
      const caption = document.querySelector('[data-testid=since-caption]')?.textContent ?? null;
      if (caption !== null && caption !== shown.captions.at(-1)) shown.captions.push(caption);
      shown.over = caption === null && shown.captions.length > 0;
      if (!shown.over) shown.fewest = Math.min(shown.fewest, pieces());
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    Object.assign(window, { shown });
  }, countPieces.toString());
  await seen(page, 'since-play').click();
  const over = await page.waitForFunction(
    () => {
      const { shown } = window as unknown as { shown: Shown };
      return shown.over ? shown : null;
    },
    undefined,
    { timeout: PATIENCE },
  );
  return (await over.jsonValue()) as Shown;
}

/** Without what is said twice in a row. */
const distinct = (lines: readonly string[]): string[] => lines.filter((line, i) => line !== lines[i - 1]);

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
    settings: { speed: 'fast' },
  });
  await untilTold(page);
  const strip = seen(page, 'since');
  const words = await strip.locator('.move').allInnerTexts();
  expect(words.length).toBeGreaterThan(0);
  for (const word of words) expect(word).toMatch(/\w{4}/);
  await still(page);
  const now = await onBoard(page);
  const sentences = await strip
    .locator('.move')
    .evaluateAll((chips) => chips.map((chip) => chip.getAttribute('title')));
  const { captions, fewest } = await watchPlay(page);
  expect(captions).toEqual(distinct(sentences.map(String)));
  // The board goes back to before these moves, and comes to now again.
  if (words.filter((word) => /Plantation|Gold mine|Building|Ruins/.test(word)).length > 1)
    expect(fewest).toBeLessThan(now);
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
