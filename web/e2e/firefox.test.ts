/** One whole game in Firefox, driven over WebDriver BiDi: the other tests know Chromium only. */
import { expect, test } from '@playwright/test';
import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core';
import { CALM } from './browser';
import { PATIENCE } from './player';
import { Host } from './server';

const server = new Host(process.env.ILOS_E2E_SERVER);
let firefox: Browser;
test.beforeAll(async () => {
  const executablePath = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
  firefox = await puppeteer.launch({ browser: 'firefox', executablePath });
});
test.afterAll(() => firefox.close());

/** Clicks what is on the screen under a test id, once it can be pressed, is at rest and nothing covers it. */
async function press(page: Page, id: string): Promise<void> {
  const found = await page.waitForFunction(
    (wanted) => {
      const button = [...document.querySelectorAll<HTMLButtonElement>(`[data-testid=${wanted}]`)].find(
        (copy) => copy.offsetParent !== null && !copy.disabled,
      );
      if (!button) return null;
      const { x, y, width, height } = button.getBoundingClientRect();
      const place = [x, y, width, height].join();
      const rests = button.dataset.restsAt === place;
      button.dataset.restsAt = place;
      return rests && button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
        ? button
        : null;
    },
    { timeout: PATIENCE, polling: 50 },
    id,
  );
  await (found as ElementHandle<HTMLButtonElement>).click();
}

/** What the page wants of the person next. */
async function stage(page: Page): Promise<'end' | 'first hand' | 'question' | 'move'> {
  const found = await page.waitForFunction(
    () => {
      const shown = (id: string): HTMLButtonElement | undefined =>
        [...document.querySelectorAll<HTMLButtonElement>(`[data-testid=${id}]`)].find(
          (button) => button.offsetParent !== null,
        );
      if (document.querySelector('[data-testid=end]')) return 'end';
      if (shown('yes')) return 'question';
      if (!document.title.startsWith('●')) return null;
      // A hand that is already kept waits for the server's answer.
      const keep = shown('keep');
      if (keep) return keep.disabled ? null : 'first hand';
      const hint = shown('hint');
      return hint && !hint.disabled && !shown('confirm') ? 'move' : null;
    },
    { timeout: PATIENCE, polling: 50 },
  );
  return (await found.jsonValue()) as 'end' | 'first hand' | 'question' | 'move';
}

/** Plays what the hint suggests. */
async function follow(page: Page): Promise<void> {
  await press(page, 'hint');
  const ready = await page.waitForSelector('[data-testid=hint-set]', { visible: true, timeout: PATIENCE });
  const kind = await ready!.evaluate((button) => button.getAttribute('data-move'));
  await press(page, 'hint-set');
  await press(page, kind === 'end_turn' ? 'end-turn' : 'confirm');
}

test('a whole game is played in Firefox, and the page complains of nothing', async () => {
  const page = await firefox.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  await page.setViewport({ width: 1440, height: 900 });
  await page.evaluateOnNewDocument(
    (kept) => {
      if (location.protocol === 'http:') localStorage.setItem('ilos.settings', kept);
    },
    JSON.stringify({ ...CALM, language: 'en' }),
  );
  const made = await server.table([
    { kind: 'mine', name: 'Heron' },
    { kind: 'bot', bot: 'gentle' },
  ]);
  await page.goto(server.seat(made));
  let moves = 0;
  for (let next = await stage(page); next !== 'end'; next = await stage(page)) {
    if (next === 'question') await press(page, 'yes');
    else if (next === 'first hand') await press(page, 'keep');
    else {
      await follow(page);
      moves += 1;
    }
  }
  // How many moves it takes is the luck of the cards: each of them stands in the record, and nothing else.
  const record = await fetch(`${server.url}/api/v1/tables/${made.table.id}/record`, {
    headers: { Authorization: `Bearer ${made.keys[0]!.token}` },
  });
  const { players, events } = (await record.json()) as {
    players: { name: string }[];
    events: { type: string; seat?: number }[];
  };
  const me = players.findIndex(({ name }) => name === 'Heron');
  const dealt = ['deal', 'mulligan'];
  const mine = events.filter(({ type, seat }) => seat === me && !dealt.includes(type));
  expect(moves).toBe(mine.length);
  const score = await page.$eval('[data-testid=end]', (end) => end.textContent);
  expect(score).toMatch(/You (win!|share the victory!|came second)/);
  expect(troubles).toEqual([]);
});
