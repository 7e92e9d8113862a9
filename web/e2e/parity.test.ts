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

const DECIDING: readonly ActionId[] = ['keep', 'swap', 'hint', 'undo', 'restart', 'end-turn'];
const ADVISED: readonly ActionId[] = ['hint-set', 'hint-another'];
const PUT_TOGETHER: readonly ActionId[] = ['confirm', 'cancel', 'suggest'];

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
  if (ids.includes('restart') && !found.includes('restart') && (await inMenu(page, 'menu-restart')))
    found.push('restart');
  return found.sort();
}

async function inMenu(page: Page, entry: string): Promise<boolean> {
  const menu = seen(page, 'menu');
  if ((await menu.count()) === 0) return false;
  await menu.click();
  await seen(page, 'menu-dialog').waitFor();
  const there = (await page.getByTestId(entry).count()) > 0;
  await page.keyboard.press('Escape');
  await seen(page, 'menu-dialog').waitFor({ state: 'hidden' });
  return there;
}

/** Looks at every screen in turn, and ends on the desktop. */
async function onEveryScreen(page: Page, ids: readonly ActionId[]): Promise<Record<string, ActionId[]>> {
  const found: Record<string, ActionId[]> = {};
  for (const [name, size] of Object.entries(SCREENS)) {
    await page.setViewportSize(size);
    await page.locator(`[data-layout=${name}]`).waitFor();
    found[name] = await offered(page, ids);
  }
  await page.setViewportSize(SCREENS.desktop);
  await seen(page, 'text-view').click();
  await seen(page, 'text-view-screen').waitFor();
  found.text = await offered(page, ids);
  await seen(page, 'chart-view').click();
  await page.locator('[data-layout=desktop]').waitFor();
  return found;
}

const alike = (actions: ActionId[]): Record<string, ActionId[]> =>
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
  while ((await stage(page)) === 'turn') {
    // The first hand can be decided while the bot still thinks about its own; a hint comes with the turn.
    await seen(page, 'hint').waitFor();
    const { actions } = modelOf(received);
    const can = DECIDING.filter((id) => actions[id]?.enabled).sort();
    expect(can.length).toBeGreaterThan(0);
    expect(await onEveryScreen(page, DECIDING)).toEqual(alike(can));
    if (decisions < 4) {
      await seen(page, 'hint').click();
      await seen(page, 'hint-set').waitFor();
      expect(await onEveryScreen(page, ADVISED)).toEqual(alike([...ADVISED].sort()));
      await page.keyboard.press('Escape');
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
  expect(troubles).toEqual([]);
});

const REPLAYED: readonly ActionId[] = ['step-back', 'play', 'step-on', 'save-replay', 'share', 'play-on'];

test('a replay is the same on every screen: what can be done, the moment, every hand', async () => {
  const address = `${sea.server.url}/#/replay/${await keptRecord(sea.server.url)}?event=9`;
  const { page, troubles } = await openPage(sea.browser, address);
  await page.locator('[data-testid=replay-screen][data-after="9"]').waitFor();
  const all = [...REPLAYED].sort();
  expect(await onEveryScreen(page, REPLAYED)).toEqual(alike(all));
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
