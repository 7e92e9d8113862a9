/** script in every text, on every page of a real browser: none runs, and no policy is touched. */
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import type { SeatPlan, TableCreated } from '../src/protocol/messages';
import { atOwnServer, openPage, type Watched } from './browser';
import { ADDRESSES, HOSTILE, NAMES } from './hostile';
import { seen } from './player';

const sea = atOwnServer();
const CHAT = 100; // lines that a page shows

/** What a page tried that it must not. */
async function violations({ page, troubles }: Watched): Promise<unknown[]> {
  const seenThere = await page.evaluate(() => (window as unknown as { violations: unknown[] }).violations);
  return [...seenThere, ...troubles];
}

/** A page that notes every script that runs and every breach of the policy. */
async function open(address: string, settings: Record<string, unknown> = {}): Promise<Watched> {
  const watched = await openPage(sea.browser, `${sea.server.url}/healthz`, { settings });
  await watched.page.addInitScript(() => {
    const noted: unknown[] = [];
    const note = (what: string) => (): void => void noted.push(what);
    Object.assign(window, { violations: noted, alert: note('alert ran'), a: note('a ran') });
    Object.defineProperty(window, 'ran', { set: note('an assignment ran') });
    document.addEventListener('securitypolicyviolation', (event) =>
      noted.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    );
  });
  await watched.page.goto(address.startsWith('http') ? address : `${sea.server.url}/${address}`);
  return watched;
}

/** Presses every control that opens something, so that tooltips, menus and dialogs are made too. */
async function lookAround(page: Page): Promise<void> {
  for (const title of await page.locator('[title]').all())
    await title.hover({ force: true, timeout: 2000 }).catch(() => null);
}

async function post(path: string, token: string, body: unknown): Promise<Response> {
  const answer = await fetch(`${sea.server.url}/api/v1${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer;
}

/** Seats whose names are hostile: one person and bots. */
const seats = (names: readonly string[]): SeatPlan[] =>
  names.map((name, i) => (i === 0 ? { kind: 'mine', name } : { kind: 'bot', bot: 'random', name }));

const groups = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));

test('there are about five hundred of them, all different', () => {
  expect(new Set(HOSTILE).size).toBeGreaterThanOrEqual(500);
  expect(NAMES.every((name) => name.length <= 24)).toBe(true);
});

test('a page that does run script is found out', async () => {
  const watched = await open('');
  await seen(watched.page, 'set-sail').waitFor();
  await watched.page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=alert(1)><p style="color:red">x</p>');
  });
  const found = async (): Promise<string> => (await violations(watched)).join('\n');
  await expect.poll(found).toMatch(/script-src-attr/);
  expect(await found()).toMatch(/style-src-attr/);
});

test('names and titles at the table, in lists, in the text view and on the page of the seat', async () => {
  const made: TableCreated[] = [];
  for (const names of groups(NAMES, 3)) {
    const title =
      HOSTILE.find((text) => text.length < 60 && text.includes(names[0]!.slice(1, 4))) ?? names[1]!;
    made.push(await sea.server.table(seats(names), { visibility: 'listed', title }));
    await sea.server.table([...seats(names), { kind: 'open' }], { visibility: 'listed', title }, false);
  }
  const lobby = await open('', { name: NAMES[2] });
  await lobby.page.getByText(NAMES[0]!).first().waitFor();
  await lookAround(lobby.page);
  expect(await violations(lobby)).toEqual([]);
  for (const [i, one] of made.entries()) {
    const watched = await open(sea.server.seat(one), { textView: i % 2 === 1 });
    await watched.page
      .getByText(one.table.seats.find((seat) => seat.kind === 'bot')!.name!)
      .first()
      .waitFor();
    await lookAround(watched.page);
    expect(await violations(watched)).toEqual([]);
    await watched.page.context().close();
  }
});

for (const [i, lines] of groups(HOSTILE, CHAT).entries())
  test(`chat, part ${String(i)}`, async () => {
    const made = await sea.server.table(seats(['Ana', 'Marlin']), { visibility: 'listed', first_player: 0 });
    const commands = `/tables/${made.table.id}/commands`;
    const token = made.keys[0]!.token;
    const move = { type: 'mulligan', discarded: [] };
    await post(commands, token, { type: 'submit_move', id: 'm', version: 2, move });
    for (const [n, text] of lines.entries())
      await post(commands, token, { type: 'say', id: `c${String(n)}`, text });
    for (const address of [sea.server.seat(made), `#/t/${made.table.id}?watch`]) {
      const watched = await open(address);
      await watched.page.getByRole('tab', { name: /chat/i }).first().click();
      await watched.page.getByText(lines.at(-1)!).first().waitFor();
      expect(await watched.page.locator('[data-testid=table] script').count()).toBe(0);
      expect(await violations(watched)).toEqual([]);
      await watched.page.context().close();
    }
  });

interface GameRecord {
  players: { name: string }[];
  fair?: unknown;
}

/** A whole game of bots, as its record. */
async function aRecord(): Promise<GameRecord> {
  const bots: SeatPlan[] = [1, 2, 3, 4, 5].map(() => ({ kind: 'bot', bot: 'random' }));
  const made = await sea.server.table(bots, { max_rounds: 1, visibility: 'listed' });
  const path = `${sea.server.url}/api/v1/tables/${made.table.id}`;
  const status = async (): Promise<string> =>
    ((await (await fetch(path)).json()) as { status: string }).status;
  await expect.poll(status).toBe('finished');
  const record = (await (await fetch(`${path}/record`)).json()) as GameRecord;
  delete record.fair;
  return record;
}

test('names in imported records, on the replay and in its pictures', async () => {
  const record = await aRecord();
  for (const names of groups(
    HOSTILE.filter((_, i) => i % 14 === 0),
    5,
  )) {
    const copy = structuredClone(record);
    copy.players.forEach((player, i) => (player.name = names[i % names.length]! + String(i)));
    const { record: id } = (await (await post('/records', '', copy)).json()) as { record: string };
    const watched = await open(`#/replay/record-${id}`);
    await watched.page.getByText(copy.players[1]!.name).filter({ visible: true }).first().waitFor();
    await lookAround(watched.page);
    expect(await violations(watched)).toEqual([]);
    await watched.page.context().close();
  }
});

for (const address of ADDRESSES)
  test(`the address ${address}`, async () => {
    const watched = await open(address);
    await watched.page.locator('#app > *').first().waitFor();
    expect((await violations(watched)).filter((one) => !/40[034]/.test(String(one)))).toEqual([]);
  });
