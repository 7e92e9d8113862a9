/** A finished game step by step, through any eyes, shared, branched, saved and opened again. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { atSea, openPage, type Watched } from './browser';
import { playToTheEnd, seen, stage } from './player';

const sea = atSea();
let table = '';
let record = '';

// One game is played once for all of these.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  const bot = { kind: 'bot' as const, bot: 'gentle' };
  const seats = [{ kind: 'mine' as const, name: 'Ana' }, bot];
  const made = await sea.server.table(seats, { max_rounds: 2, visibility: 'listed' });
  table = made.table.id;
  const { page } = await openPage(sea.browser, sea.server.seat(made));
  await playToTheEnd(page);
  const saving = page.waitForEvent('download');
  await seen(page, 'save-record').click();
  record = await readFile(await (await saving).path(), 'utf-8');
  await page.context().close();
});

const after = async (page: Page): Promise<number> =>
  Number(await seen(page, 'replay-screen').getAttribute('data-after'));
const shows = (page: Page, event: number): Promise<void> => expect.poll(() => after(page)).toBe(event);

async function open(moment = ''): Promise<Watched> {
  const watched = await openPage(sea.browser, `${sea.server.url}/#/replay/${table}${moment}`);
  await seen(watched.page, 'replay-screen').waitFor();
  return watched;
}

test('every first island is listed under the setup, before round 1', async () => {
  const { page } = await open('?event=0');
  const listed = (await page.locator('ol.events > li').allInnerTexts()).map((line) =>
    line.replace(/\s+/g, ' '),
  );
  const landed = listed.flatMap((line, at) => (/ lands? on /.test(line) ? [at] : []));
  expect(landed).toHaveLength(2);
  expect(Math.max(...landed)).toBeLessThan(listed.findIndex((line) => /^round 1$/i.test(line.trim())));
});

test('a replay steps by events, turns and rounds, jumps by a click, and plays', async () => {
  const { page, troubles } = await open('?event=0');
  const timeline = seen(page, 'timeline');
  await timeline.focus();
  const end = Number(await timeline.getAttribute('aria-valuemax'));
  const first = await after(page);
  await page.keyboard.press('ArrowRight');
  await shows(page, first + 1);
  await page.keyboard.press('ArrowLeft');
  await shows(page, first);
  await page.keyboard.press('End');
  await shows(page, end);
  await page.keyboard.press('Home');
  await shows(page, first);
  await page.keyboard.press('PageUp');
  await expect.poll(() => after(page)).toBeGreaterThan(first);
  const lines = page.locator('ol.events button');
  const number = Number(await lines.nth(5).locator('.number').innerText());
  await lines.nth(5).click();
  await shows(page, number);
  await seen(page, 'play').click();
  await expect.poll(() => after(page)).toBeGreaterThan(number);
  expect(troubles).toEqual([]);
});

test('seen by a seat, a replay holds no other hand, stock or wealth', async () => {
  const { page } = await open('?event=3'); // dealt, and nobody has spent a card yet
  await page.waitForLoadState('networkidle');
  const hidden = page.getByRole('img', { name: /hidden/i });
  expect(await hidden.count()).toBe(0);
  const asked: string[] = [];
  const answers: Promise<Answer>[] = [];
  // A page at rest may fetch scripts ahead.
  const told = (url: string): boolean => url.includes('/api/');
  page.on('request', (request) => told(request.url()) && asked.push(request.url()));
  page.on('response', (response) => told(response.url()) && answers.push(response.json() as Promise<Answer>));
  await seen(page, 'seen-0').click();
  await expect.poll(() => answers.length).toBeGreaterThanOrEqual(2);
  await expect.poll(() => page.locator('.hand-cards .back').count()).toBeGreaterThan(0);
  expect(await page.locator('[data-seat="0"] .hand-cards .back').count()).toBe(0);
  expect(await page.locator('[data-seat="1"] .hand-cards [title]').count()).toBe(0);
  expect(asked.filter((address) => !address.includes('viewer=0'))).toEqual([]);
  for (const answer of await Promise.all(answers)) expect(openedIn(answer)).toEqual([]);
});

interface Answer {
  readonly timeline?: { readonly wealth: (number | null)[] }[];
  readonly events?: { readonly type: string; readonly seat?: number; readonly drawn?: unknown }[];
  readonly frames?: { readonly hands?: unknown; readonly stocks?: unknown }[];
}

/** What an answer made for seat 0 tells about seat 1. */
function openedIn(answer: Answer): string[] {
  // With the last event the screens fall: what everybody has is public then.
  const running = (answer.timeline ?? []).slice(0, -1);
  return [
    ...running.filter((point) => (point.wealth[1] ?? null) !== null).map(() => 'wealth'),
    ...(answer.events ?? [])
      .filter((event) => event.type === 'end_turn' && event.seat === 1 && Array.isArray(event.drawn))
      .map(() => 'drawn cards'),
    ...(answer.frames ?? []).filter((frame) => frame.hands || frame.stocks).map(() => 'hands and stocks'),
  ];
}

/** The address that the page offers for the moment it shows. */
async function shared(page: Page): Promise<string> {
  await seen(page, 'share').click();
  return seen(page, 'share-dialog').locator('input').inputValue();
}

test('a shared address opens at its very moment', async () => {
  const { page } = await open('?event=9&seat=0');
  await shows(page, 9);
  const address = await shared(page);
  expect(address).toContain('event=9');
  const guest = await openPage(sea.browser, address);
  await seen(guest.page, 'replay-screen').waitFor();
  await shows(guest.page, 9);
  expect(await seen(guest.page, 'seen-0').getAttribute('aria-pressed')).toBe('true');
});

test('a moment of a game against bots opens in any browser, all revealed', async () => {
  const player = await openPage(sea.browser, await sea.server.against(1, { max_rounds: 1 }));
  await playToTheEnd(player.page);
  await seen(player.page, 'replay').click();
  await seen(player.page, 'replay-screen').waitFor();
  const lines = player.page.locator('ol.events button');
  const moment = Number(await lines.nth(4).locator('.number').innerText());
  await lines.nth(4).click();
  await shows(player.page, moment);
  const guest = await openPage(sea.browser, await shared(player.page));
  await seen(guest.page, 'replay-screen').waitFor();
  await shows(guest.page, moment);
  expect(await guest.page.getByRole('img', { name: /hidden/i }).count()).toBe(0);
  // The address bar of the guest can be passed on as well.
  await expect.poll(() => guest.page.url()).toContain(`event=${String(moment)}`);
  const friend = await openPage(sea.browser, guest.page.url());
  await seen(friend.page, 'replay-screen').waitFor();
  await shows(friend.page, moment);
  expect([...player.troubles, ...guest.troubles, ...friend.troubles]).toEqual([]);
});

test('a game is played on from any moment, and the record stays as it was', async () => {
  const { page, troubles } = await open('?event=12');
  await shows(page, 12);
  await seen(page, 'play-on').click();
  await seen(page, 'play-on-start').click();
  await seen(page, 'table').waitFor();
  expect(await stage(page)).toBe('turn');
  const again = await fetch(`${sea.server.url}/api/v1/tables/${table}/replay?viewer=all`);
  const { events } = (await again.json()) as { events: unknown[] };
  expect(events).toHaveLength((JSON.parse(record) as { events: unknown[] }).events.length);
  expect(troubles).toEqual([]);
});

async function importing(text: string, name = 'game.json'): Promise<Watched> {
  const watched = await openPage(sea.browser, sea.server.url);
  await watched.page
    .getByTestId('record-file')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  return watched;
}

/** How many events the replay on the page has. */
const length = (page: Page): Promise<string | null> => seen(page, 'timeline').getAttribute('aria-valuemax');

test('a saved record is opened from its file', async () => {
  const { page, troubles } = await importing(record);
  await seen(page, 'replay-screen').waitFor();
  const events = (JSON.parse(record) as { events: unknown[] }).events.length;
  await expect.poll(() => length(page)).toBe(String(events));
  expect(troubles).toEqual([]);
});

test('of a file with several games one is chosen, and a line that holds none is named', async () => {
  const other = JSON.parse(record) as { players: { name: string }[]; fair?: unknown };
  other.players[0]!.name = 'Someone else';
  delete other.fair;
  const lines = [record, JSON.stringify(other), record.slice(0, 300)];
  const { page, troubles } = await importing(lines.join('\n'), 'games.jsonl');
  expect(await page.getByTestId('record-file').getAttribute('accept')).toContain('.jsonl');
  const dialog = seen(page, 'choose-game');
  await dialog.getByText('Line 3 of the file is not valid JSON').waitFor();
  await dialog.getByRole('listbox').selectOption({ index: 1 });
  await seen(page, 'open-game').click();
  await seen(page, 'replay-screen').waitFor();
  await page.getByText('Someone else').first().waitFor();
  expect(troubles).toEqual([]);
});

test('a game that breaks a rule is named by its line, its event and the rule', async () => {
  const bad = JSON.parse(record) as { events: { type: string; seat: number }[] };
  const turn = bad.events.findIndex((event) => event.type === 'end_turn');
  bad.events[turn]!.seat = 1 - bad.events[turn]!.seat;
  const { page } = await importing([record, JSON.stringify(bad)].join('\n'), 'games.jsonl');
  await seen(page, 'choose-game').getByRole('listbox').selectOption({ index: 1 });
  await seen(page, 'open-game').click();
  const words = await page.getByRole('alert').first().innerText();
  expect(words).toMatch(/^Line 2 of the file/);
  expect(words).toMatch(/event \d+ breaks rule \d/i);
});

test('a bad record is refused with the number of the event and the rule', async () => {
  const bad = JSON.parse(record) as { events: { type: string; seat: number }[] };
  const turn = bad.events.findIndex((event) => event.type === 'end_turn');
  bad.events[turn]!.seat = 1 - bad.events[turn]!.seat;
  const { page } = await importing(JSON.stringify(bad));
  const words = await page.getByRole('alert').first().innerText();
  expect(words).toMatch(new RegExp(`event ${String(turn)}|event ${String(turn + 1)}`, 'i'));
  expect(words).toMatch(/\d\.\d|rule|section/i);
});

test('a file that is no record is refused in words', async () => {
  const { page, troubles } = await importing('not a record');
  const words = await page.getByRole('alert').first().innerText();
  expect(words).toBe('Line 1 of the file is not valid JSON: it goes wrong at column 1.');
  expect(troubles).toEqual([]);
});
