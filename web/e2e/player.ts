/** A person at the table who follows the hints: every move goes through the page's own controls. */
import type { Locator, Page } from 'playwright-core';

/** How a person works the page: with the mouse, by touch, or with the keyboard alone. */
export type Press = (target: Locator) => Promise<void>;
export const click: Press = (target) => target.click();
export const tap: Press = (target) => target.tap();

/** Walks with Tab to a control and presses Enter, as somebody without a mouse does. */
export const keyboard: Press = async (target) => {
  const page = target.page();
  await target.waitFor();
  for (let steps = 0; steps < 400; steps++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await page.keyboard.press('Enter');
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${target.toString()}`);
};

const seen = (page: Page, id: string): Locator => page.getByTestId(id).filter({ visible: true }).first();

/** Waits until this page is to move or the game is over; which of the two. */
export async function turnOrEnd(page: Page): Promise<'turn' | 'end'> {
  const state = await page.waitForFunction(
    () =>
      document.querySelector('[data-testid=end]')
        ? 'end'
        : document.title.startsWith('●')
          ? 'turn'
          : null,
    undefined,
    { timeout: 120_000, polling: 100 },
  );
  return (await state.jsonValue()) as 'turn' | 'end';
}

/** One move: the mulligan is kept, everything else is what the hint suggests. */
export async function move(page: Page, press: Press = click): Promise<void> {
  const before = await page.evaluate(() => document.title);
  if (await seen(page, 'keep').isVisible()) {
    await press(seen(page, 'keep'));
    await seen(page, 'keep').waitFor({ state: 'hidden' });
    return;
  }
  await press(seen(page, 'hint'));
  const setUp = seen(page, 'hint-set');
  await setUp.waitFor({ timeout: 60_000 });
  const ends = (await setUp.getAttribute('data-move')) === 'end_turn';
  await press(setUp);
  await press(seen(page, ends ? 'end-turn' : 'confirm'));
  await settled(page, before, press);
}

/** A question before something is revealed is answered; then the draft is gone. */
async function settled(page: Page, before: string, press: Press): Promise<void> {
  const yes = seen(page, 'yes');
  await page.waitForFunction(
    (title) =>
      document.querySelector('[data-testid=yes]') !== null ||
      document.querySelector('[data-testid=confirm]') === null ||
      document.title !== title,
    before,
    { polling: 50 },
  );
  if (await yes.isVisible()) {
    await press(yes);
    await yes.waitFor({ state: 'hidden' });
    await page.waitForFunction(() => document.querySelector('[data-testid=confirm]') === null);
  }
}

/** Plays on until the score screen; how many moves it took. */
export async function playToTheEnd(page: Page, press: Press = click): Promise<number> {
  let moves = 0;
  while ((await turnOrEnd(page)) === 'turn') {
    await move(page, press);
    moves += 1;
  }
  return moves;
}

/** From the start page to a table with one gentle bot. */
export async function setSail(page: Page, press: Press = click): Promise<void> {
  await seen(page, 'set-sail').waitFor();
  await page.getByRole('radio', { name: '1', exact: true }).check();
  await page.locator('input[type=radio][value=gentle]').check();
  await press(seen(page, 'set-sail'));
  await seen(page, 'table').waitFor();
}
