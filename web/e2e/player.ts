/** A person at the table who follows the hints: every move goes through the page's own controls. */
import type { Locator, Page } from '@playwright/test';

/** How a person works the page: with the mouse, by touch, or with the keyboard alone. */
export type Press = (target: Locator) => Promise<void>;
export const click: Press = (target) => target.click();
export const tap: Press = (target) => target.tap();

/** Walks with Tab to a control and presses Enter, as someone without a mouse does. */
export const keyboard: Press = async (target) => {
  await walkTo(target);
  await target.page().keyboard.press('Enter');
};

/** Tab until the control has the focus. */
export async function walkTo(target: Locator): Promise<void> {
  const page = target.page();
  await target.waitFor();
  for (let steps = 0; steps < 400; steps++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${target.toString()}`);
}

/** What is on the screen under a test id; of several copies the visible one. */
export const seen = (page: Page, id: string): Locator =>
  page.getByTestId(id).filter({ visible: true }).first();

/** Generous, for busy machines: waits end as soon as their condition holds. */
export const PATIENCE = 120_000;

/** Until what the page has been told is drawn: the board follows a frame behind the hand. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );

export type Stage = 'turn' | 'end' | 'curtain';

/** Waits until this page is to move, a curtain is down, or the game is over. */
export async function stage(page: Page): Promise<Stage> {
  const state = await page.waitForFunction(
    () => {
      if (document.querySelector('[data-testid=end]')) return 'end';
      if (document.querySelector('[data-testid=lift]')) return 'curtain';
      return document.title.startsWith('●') ? 'turn' : null;
    },
    undefined,
    { timeout: PATIENCE, polling: 50 },
  );
  return (await state.jsonValue()) as Stage;
}

/** One move: the first hand is kept, everything else is what the hint suggests. What it was. */
export async function move(page: Page, press: Press = click): Promise<string> {
  await stage(page);
  const keep = seen(page, 'keep');
  // The title may be told before the table is drawn: the controls come together.
  await keep.or(seen(page, 'hint')).first().waitFor();
  if (await keep.isVisible()) {
    await press(keep);
    await keep.waitFor({ state: 'hidden' });
    return 'mulligan';
  }
  const kind = await setUp(page, press);
  await press(seen(page, kind === 'end_turn' ? 'end-turn' : 'confirm'));
  await settled(page, press);
  return kind;
}

/** Asks for a hint and lays it out, but does not confirm it. The kind of move it is. */
export async function setUp(page: Page, press: Press = click): Promise<string> {
  await press(seen(page, 'hint'));
  const ready = seen(page, 'hint-set');
  await ready.waitFor();
  const kind = (await ready.getAttribute('data-move')) ?? '';
  await press(ready);
  return kind;
}

/** A question before something is revealed is answered; then the outcome is on the page. */
async function settled(page: Page, press: Press): Promise<void> {
  const state = await page.waitForFunction(
    () => {
      const on = (id: string): HTMLButtonElement | undefined =>
        [...document.querySelectorAll<HTMLButtonElement>(`[data-testid=${id}]`)].find(
          (button) => button.offsetParent !== null,
        );
      if (document.querySelector('[data-testid=yes]')) return 'asked';
      if (!document.title.startsWith('●') || document.querySelector('[data-testid=end]')) return 'done';
      const end = on('end-turn');
      return !on('confirm') && (!end || !end.disabled) ? 'done' : null;
    },
    undefined,
    { timeout: PATIENCE, polling: 20 },
  );
  if ((await state.jsonValue()) !== 'asked') return;
  const yes = seen(page, 'yes');
  await press(yes);
  await yes.waitFor({ state: 'hidden' });
  await settled(page, press);
}

/** Plays on until the score screen, looking at the page before every move; how many moves it took. */
export async function playToTheEnd(
  page: Page,
  press: Press = click,
  look: () => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  let moves = 0;
  while ((await stage(page)) === 'turn') {
    await look();
    await move(page, press);
    moves += 1;
  }
  await look();
  return moves;
}

/** Moves until its turn, or its part of the setup, is done; or the game is over. */
export async function playTurn(page: Page, press: Press = click): Promise<Stage> {
  for (;;) {
    const now = await stage(page);
    if (now !== 'turn') return now;
    const kind = await move(page, press);
    if (kind === 'end_turn' || kind === 'mulligan' || kind === 'first_island') return now;
  }
}

/** One of a few choices side by side. */
async function choose(page: Page, value: string, press: Press): Promise<void> {
  const radio = page.locator(`section[aria-labelledby=play-now] input[type=radio][value="${value}"]`);
  if (press !== keyboard) return press(radio);
  const group = `input[type=radio][name="${(await radio.getAttribute('name')) ?? ''}"]`;
  await walkTo(page.locator(`${group}:checked`));
  for (let steps = 0; steps < 5 && !(await radio.isChecked()); steps++)
    await page.keyboard.press('ArrowRight');
}

/** From the start page to a table with one gentle bot. */
export async function setSail(page: Page, press: Press = click): Promise<void> {
  await seen(page, 'set-sail').waitFor();
  await choose(page, '1', press);
  await choose(page, 'gentle', press);
  await press(seen(page, 'set-sail'));
  await seen(page, 'table').waitFor();
}

/**
 * The lines of the log as anybody tells them, without the one that says whose turn it is: a page
 * says "You dock" of its own moves where others read "Ana docks".
 */
export async function logOf(page: Page, me: string): Promise<string[]> {
  const lines = await page.locator('[role=log] li:not(.yours)').allInnerTexts();
  return lines.map((line) =>
    line
      .replace(/^You\b/, me)
      .replace(/ies\b/g, 'y')
      .replace(/(es|s|e)\b/g, ''),
  );
}
