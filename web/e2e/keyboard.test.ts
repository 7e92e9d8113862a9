/** Without a mouse: a whole game in the text view, and the keys of the chart. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { atSea, openPage } from './browser';
import { drawn, keyboard, move, playToTheEnd, playTurn, seen, setSail, stage, walkTo } from './player';

const sea = atSea();

/** From the first focus on: what had it in the moments when it fell to the page as a whole. */
async function watchFocus(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const lost: string[] = [];
    Object.assign(window, { lost });
    let last: Element | null = null;
    document.addEventListener('focusin', ({ target }) => {
      last = target as Element;
    });
    const look = (): void => {
      // Tab leaves the page behind its last button: that one is still there.
      const there = last?.checkVisibility() && !last.matches(':disabled');
      if (last && !there && document.activeElement === document.body) lost.push(last.outerHTML.slice(0, 160));
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => (window as unknown as { lost: string[] }).lost);
}

test('a whole game is played with the keyboard alone, in the text view', async () => {
  const { page, troubles } = await openPage(sea.browser, sea.server.url);
  const lost = await watchFocus(page);
  await setSail(page, keyboard);
  await keyboard(seen(page, 'text-view'));
  await seen(page, 'text-view-screen').waitFor();
  expect(await playToTheEnd(page, keyboard)).toBeGreaterThan(10);
  expect(await seen(page, 'rank-1').count()).toBe(1);
  expect(await lost()).toEqual([]);
  expect(troubles).toEqual([]);
});

test('on the chart the focus is never lost either: first hand, island, moves, dialogs, views', async () => {
  const { page } = await openPage(sea.browser, await sea.server.against(1, { max_rounds: 2 }));
  await seen(page, 'keep').waitFor();
  const lost = await watchFocus(page);
  for (const [key, dialog] of [
    ['?', 'keys-dialog'],
    ['', 'settings'],
    ['', 'help'],
  ] as const) {
    if (key) await page.keyboard.press(key);
    else await keyboard(seen(page, dialog));
    const shown = seen(page, key ? dialog : `${dialog}-dialog`);
    await shown.waitFor();
    await page.keyboard.press('Escape');
    await shown.waitFor({ state: 'hidden' });
  }
  await keyboard(seen(page, 'text-view'));
  await seen(page, 'text-view-screen').waitFor();
  await keyboard(seen(page, 'chart-view'));
  await seen(page, 'keep').waitFor();
  await playToTheEnd(page, keyboard);
  expect(await lost()).toEqual([]);
});

const chosen = (page: Page): Promise<string | null> =>
  page.evaluate(
    () => document.querySelector('[data-card][data-state=chosen]')?.getAttribute('data-card') ?? null,
  );
const focused = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('data-key') ?? null);
/** The rotation of the ghost, and whether it fits. */
const ghost = (page: Page): Promise<{ rotation: number; fits: boolean }> =>
  page.locator('.turner .dots i').evaluateAll((dots) => {
    const rotation = dots.findIndex((dot) => dot.classList.contains('now'));
    return { rotation, fits: dots[rotation]?.classList.contains('fits') ?? false };
  });
const lines = (page: Page): Promise<number> => page.locator('[role=log] li:not(.yours)').count();

/** The face-up tiles that fit somewhere. */
const tiles = (page: Page): Locator => page.locator('[data-testid^=tile-][aria-disabled=false]');

/** Plays by hints until a Ship card can be paid for, dock somewhere, and explore. */
async function untilShip(page: Page): Promise<void> {
  for (;;) {
    await stage(page);
    const ships = page.locator('[data-testid=hand] [data-card=ship]:not([aria-disabled])');
    const all = page.locator('[data-testid=hand] [data-card]');
    if ((await ships.count()) > 0 && (await all.count()) > 1) {
      await page.keyboard.press('1');
      await drawn(page);
      const found = (await page.locator('.target.coast').count()) > 0 && (await tiles(page).count()) > 0;
      await page.keyboard.press('Escape');
      if (found) return;
    }
    await move(page);
  }
}

test('the chart is played with its keys: choose, walk, turn, pay, confirm, undo and back', async () => {
  const { page, troubles } = await openPage(sea.browser, await sea.server.against(1));
  await playTurn(page);
  await playTurn(page);
  await untilShip(page);

  // 1 takes the Ship card, Escape puts it back, arrows walk the targets.
  await page.keyboard.press('1');
  await expect.poll(() => chosen(page)).toBe('ship');
  await page.keyboard.press('Escape');
  await expect.poll(() => chosen(page)).toBeNull();
  await page.keyboard.press('1');
  await drawn(page);
  await page.keyboard.press('ArrowRight');
  const first = await focused(page);
  expect(first).not.toBeNull();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  expect(await focused(page)).toBe(first);

  // A tile: T, Tab and Enter take it, arrows and Enter lay it, E and Q turn it.
  await page.keyboard.press('t');
  await walkTo(tiles(page).first());
  await page.keyboard.press('Enter');
  await drawn(page);
  await page.keyboard.press('ArrowRight');
  if ((await page.locator('.turner').count()) === 0) await page.keyboard.press('Enter');
  await page.locator('.turner').waitFor();
  const { rotation } = await ghost(page);
  await page.keyboard.press('Shift+E');
  await expect.poll(async () => (await ghost(page)).rotation).toBe((rotation + 1) % 6);
  await page.keyboard.press('Shift+Q');
  await expect.poll(async () => (await ghost(page)).rotation).toBe(rotation);
  await page.keyboard.press('e');
  await expect.poll(async () => (await ghost(page)).fits).toBe(true);
  for (let steps = 0; steps < 4 && (await chosen(page)) !== null; steps++)
    await page.keyboard.press('Escape');
  expect(await chosen(page)).toBeNull();

  // Docking: Enter chooses, the payment comes along, Enter confirms; Z takes it back.
  const before = await lines(page);
  await page.keyboard.press('1');
  await drawn(page);
  for (let steps = 0; steps < 60; steps++) {
    await page.keyboard.press('ArrowRight');
    if (await page.evaluate(() => document.activeElement?.classList.contains('coast'))) break;
  }
  await page.keyboard.press('Enter');
  await expect.poll(() => seen(page, 'confirm').isEnabled()).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(() => lines(page)).toBe(before + 1);
  await page.keyboard.press('z');
  await expect.poll(() => lines(page)).toBe(before);
  await page.keyboard.press('?');
  await seen(page, 'keys-dialog').waitFor();
  await page.keyboard.press('Escape');
  await seen(page, 'keys-dialog').waitFor({ state: 'hidden' });
  expect(troubles).toEqual([]);
});
