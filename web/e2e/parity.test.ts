/** What one screen offers, all offer: desktop, tablet, phone and text, at every decision of a real game. */
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import './runes';
import type { ServerMessage } from '../src/protocol/messages';
import { NEW_SESSION, reduce } from '../src/session/session';
import { type ActionId, tableModel } from '../src/table/model';
import { atSea, openPage } from './browser';
import { keptRecord } from './records';
import { drawn, move, seen, setUp, stage } from './player';

const sea = atSea();

type When = 'deciding' | 'advised' | 'put together' | 'over' | 'replay' | 'replay of a table';
/** When each thing is offered: what is new in the model has to find its place here. */
const WHEN: Readonly<Record<ActionId, When>> = {
  keep: 'deciding',
  swap: 'deciding',
  hint: 'deciding',
  undo: 'deciding',
  restart: 'deciding',
  'end-turn': 'deciding',
  'hint-set': 'advised',
  'hint-another': 'advised',
  confirm: 'put together',
  cancel: 'put together',
  suggest: 'put together',
  'to-score': 'over',
  'step-back': 'replay',
  play: 'replay',
  'step-on': 'replay',
  'save-replay': 'replay',
  share: 'replay',
  'play-on': 'replay',
  // The kept record of this test never was a table here.
  result: 'replay of a table',
};
const offeredWhen = (when: When): ActionId[] =>
  (Object.keys(WHEN) as ActionId[]).filter((id) => WHEN[id] === when).sort();
const DECIDING = offeredWhen('deciding');
const ADVISED = offeredWhen('advised');
const PUT_TOGETHER = offeredWhen('put together');
const REPLAYED = offeredWhen('replay');

const SCREENS = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
} as const;

/** Which of these can be pressed on the screen as it is; what a phone has no room for is in its menu. */
async function offered(page: Page, ids: readonly ActionId[]): Promise<ActionId[]> {
  await drawn(page);
  const found: ActionId[] = [];
  for (const id of ids) {
    const button = page.getByTestId(id).filter({ visible: true }).first();
    if ((await button.count()) > 0 && (await button.isEnabled())) found.push(id);
  }
  if (ids.includes('restart') && !found.includes('restart')) {
    const entries = await menuEntries(page);
    if (entries.includes('restart')) found.push('restart');
  }
  return found.sort();
}

/** The entries of the menu, in their order; none where a screen has no room for its button just now. */
async function menuEntries(page: Page): Promise<string[]> {
  const menu = seen(page, 'menu');
  if ((await menu.count()) === 0) return [];
  await menu.click();
  await seen(page, 'menu-dialog').waitFor();
  const ids = await page
    .getByTestId('menu-dialog')
    .locator('button[data-testid^=menu-]')
    .evaluateAll((all) => all.map((entry) => entry.getAttribute('data-testid')!.slice('menu-'.length)));
  await page.keyboard.press('Escape');
  await seen(page, 'menu-dialog').waitFor({ state: 'hidden' });
  return ids;
}

/** What is said above the board, in its order. */
const noticesOn = (page: Page): Promise<string[]> =>
  page
    .getByTestId('notices')
    .locator('> [data-testid]')
    .filter({ visible: true })
    .evaluateAll((all) => all.map((notice) => notice.getAttribute('data-testid')!));

/** Looks at every screen in turn, and ends on the desktop. */
async function onEachScreen<Found>(page: Page, look: () => Promise<Found>): Promise<Record<string, Found>> {
  const found: Record<string, Found> = {};
  for (const [name, size] of Object.entries(SCREENS)) {
    await page.setViewportSize(size);
    await page.locator(`[data-layout=${name}]`).waitFor();
    await drawn(page);
    found[name] = await look();
  }
  await page.setViewportSize(SCREENS.desktop);
  await seen(page, 'text-view').click();
  await seen(page, 'text-view-screen').waitFor();
  found.text = await look();
  await seen(page, 'chart-view').click();
  await page.locator('[data-layout=desktop]').waitFor();
  return found;
}

const onEveryScreen = (page: Page, ids: readonly ActionId[]): Promise<Record<string, ActionId[]>> =>
  onEachScreen(page, () => offered(page, ids));

const alike = <Found>(actions: Found): Record<string, Found> =>
  Object.fromEntries([...Object.keys(SCREENS), 'text'].map((name) => [name, actions]));

/** The table model of everything the page has been told, worked out here again. */
function modelOf(received: readonly string[]): ReturnType<typeof tableModel> {
  const messages = received.map((text) => JSON.parse(text) as Partial<ServerMessage>);
  const told = messages.filter((message): message is ServerMessage => message.type !== undefined);
  const session = told.reduce(
    (before, message) => reduce(before, { type: 'message', message }, { now: 0, pace: 0 }),
    reduce(NEW_SESSION, { type: 'connection', state: { kind: 'live' } }, { now: 0, pace: 0 }),
  );
  return tableModel(session);
}

test('every screen offers what the table model says, from the first hand to the end', async () => {
  const { page, received, troubles } = await openPage(
    sea.browser,
    await sea.server.against(1, { max_rounds: 2 }),
  );
  let decisions = 0;
  const said: string[] = [];
  while ((await stage(page)) === 'turn') {
    // The first hand can be decided while the bot still thinks about its own; a hint comes with the turn.
    await seen(page, 'hint').waitFor();
    const shown = await onEveryScreen(page, DECIDING);
    // Read after the screens: the test may be told later than the page.
    const { actions } = modelOf(received);
    const can = DECIDING.filter((id) => actions[id]?.enabled);
    expect(can.length).toBeGreaterThan(0);
    expect(shown).toEqual(alike(can));
    if (decisions < 4) {
      await seen(page, 'hint').click();
      await seen(page, 'hint-set').waitFor();
      expect(await onEveryScreen(page, ADVISED)).toEqual(alike(ADVISED));
      await page.keyboard.press('Escape');
    }
    if (decisions < 6) {
      const { menu, notices } = modelOf(received);
      const entries = menu.map(({ id }) => id);
      const told = notices.map(({ id }) => id);
      expect(await onEachScreen(page, () => menuEntries(page))).toEqual(alike(entries));
      // A phone has room for the most urgent one.
      const expected = { ...alike(told), phone: told.slice(0, 1) };
      expect(await onEachScreen(page, () => noticesOn(page))).toEqual(expected);
      said.push(...told);
    }
    if (!actions.keep && actions['end-turn'] && decisions < 8) {
      const kind = await setUp(page);
      const laid = await offered(page, PUT_TOGETHER);
      if (kind !== 'end_turn') expect(laid).toContain('confirm');
      expect(await onEveryScreen(page, PUT_TOGETHER)).toEqual(alike(laid));
      await page.keyboard.press('Escape');
    }
    await move(page);
    decisions += 1;
  }
  expect(decisions).toBeGreaterThan(3);
  expect(said).toContain('since');
  expect(troubles).toEqual([]);
});

test('a replay is the same on every screen: what can be done, the moment, every hand', async () => {
  const address = `${sea.server.url}/#/replay/${await keptRecord(sea.server.url)}?event=9`;
  const { page, troubles } = await openPage(sea.browser, address);
  await page.locator('[data-testid=replay-screen][data-after="9"]').waitFor();
  expect(await onEveryScreen(page, REPLAYED)).toEqual(alike(REPLAYED));
  // The moment and the eyes are the session's: another screen shows the same.
  await seen(page, 'step-on').click();
  const after = async (): Promise<number> =>
    Number(await seen(page, 'replay-screen').getAttribute('data-after'));
  await expect.poll(after).toBeGreaterThan(9);
  const moment = await after();
  await seen(page, 'seen-0').click();
  await page.setViewportSize(SCREENS.phone);
  await page.locator('[data-layout=phone]').waitFor();
  expect(await after()).toBe(moment);
  await seen(page, 'tab-players').click();
  expect(await seen(page, 'seen-0').getAttribute('aria-pressed')).toBe('true');
  expect(await page.getByRole('img', { name: /hidden/i }).count()).toBe(1);
  await page.setViewportSize(SCREENS.desktop);
  await seen(page, 'text-view').click();
  await seen(page, 'holdings')
    .getByText(/hidden/)
    .waitFor();
  await seen(page, 'timeline').press('End');
  await expect.poll(after).toBeGreaterThan(moment);
  await page.locator('ol.events button').nth(5).click();
  await expect.poll(after).toBe(Number(await page.locator('ol.events .number').nth(5).innerText()));
  expect(troubles).toEqual([]);
});
