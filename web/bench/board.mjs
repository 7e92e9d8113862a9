/**
 * What the board costs the page: main-thread work per frame while panning and zooming over
 * twenty tiles (at most 8 ms), and for a change of the position (at most 16 ms), read from a
 * Chromium trace; for the board alone and for the whole table of five merchants round it.
 * A move, and a card taken up or put back, is drawn in steps, panels, hand and prompt first, then the
 * board: every frame of a change is judged, from the key to the end of all that moves.
 * Everything is done on three fresh pages and the calmest of them counts: other work on the
 * machine makes every instruction dearer, and is none of the page's.
 * Run: npm run bench
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview } from 'vite';
import { finish, openBrowser, report as say, traced } from './trace.mjs';

const MOVING = 8;
const CHANGE = 16;
const ROUNDS = 3;

const root = join(import.meta.dirname, '..');
const outDir = mkdtempSync(join(tmpdir(), 'ilos-bench-'));
await build({
  root,
  logLevel: 'error',
  build: { outDir, emptyOutDir: true, rolldownOptions: { input: join(root, 'kit.html') } },
});
const server = await preview({ root, logLevel: 'error', build: { outDir }, preview: { port: 0 } });
const address = server.resolvedUrls.local[0];
const browser = await openBrowser();

/** The calmest round of each figure so far, with its limits. */
const figures = new Map();
function report(name, frames, limit, worst) {
  const most = frames.at(-1)?.cost ?? 0;
  const before = figures.get(name);
  if (!before || most < (before.frames.at(-1)?.cost ?? 0)) figures.set(name, { frames, limit, worst });
}

/** A page of the kit at rest, and a trace of what it does. */
async function open(hash) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const devtools = await page.context().newCDPSession(page);
  await page.goto(`${address}kit.html#${hash}`);
  await page.waitForSelector('.board:not(.opening)');
  await page.waitForTimeout(1500);
  return { page, trace: (run) => traced(devtools, run) };
}

/** A point of the board near its middle that no panel and no note lies over. */
const openWater = (page) =>
  page.evaluate(() => {
    const near = [0, 40, -40, 80, -80, 120, -120, 160, -160];
    for (const dy of near)
      for (const dx of near) {
        const [x, y] = [700 + dx, 400 + dy];
        if (document.elementFromPoint(x, y)?.closest('.board')) return [x, y];
      }
    throw new Error('the board is covered');
  });

async function camera(name, { page, trace }, fit) {
  const wait = (ms) => page.waitForTimeout(ms);
  const place = () => page.evaluate(() => document.querySelector('.stage').style.transform);
  /** What a movement costs; one that moves nothing would cost nothing. */
  const moving = async (run) => {
    const [x, y] = await openWater(page);
    await page.mouse.move(x, y);
    await wait(100);
    const before = await place();
    const frames = await trace(() => run(x, y));
    if ((await place()) === before) throw new Error(`${name}: the board did not move`);
    return frames;
  };
  const pan = async (x, y) => {
    await page.mouse.down();
    for (let i = 0; i < 90; i++) {
      await page.mouse.move(x + 160 * Math.sin(i / 9), y + 90 * Math.sin(i / 7));
      await wait(16);
    }
    await page.mouse.up();
  };
  const zoom = async () => {
    for (let i = 0; i < 70; i++) {
      await page.mouse.wheel(0, i % 40 < 20 ? -60 : 60);
      await wait(16);
    }
  };
  report(`${name}: pan`, await moving(pan), MOVING, CHANGE);
  await wait(700);
  report(`${name}: zoom`, await moving(zoom), MOVING, CHANGE);
  report(`${name}: zoom comes to rest`, await trace(() => wait(700)), CHANGE);
  await wait(500);
  report(`${name}: nothing happens`, await trace(() => wait(1500)), MOVING);
  await fit();
  await wait(800);
}

async function change(name, { page, trace }, run) {
  report(
    name,
    await trace(async () => {
      await run();
      await page.waitForTimeout(900);
    }),
    CHANGE,
  );
}
async function changes(name, at) {
  for (const what of ['sail', 'plant', 'lift', 'lay'])
    await change(`${name}: ${what}`, at, () => at.page.evaluate((w) => globalThis.kit.act(w), what));
}

// A card chosen shows all its targets; Escape puts it back. The first time the browser compiles.
const CARDS = ['1', '2'];

for (let round = 0; round < ROUNDS; round++) {
  const board = await open('board,five');
  await camera('board', board, () => board.page.evaluate(() => globalThis.kit.board.fitAll(false)));
  await changes('board', board);
  await board.page.close();

  const ghost = await open('board,explore');
  for (const time of ['first', 'second'])
    await change(`board: ghost turns, ${time} time`, ghost, () =>
      ghost.page.evaluate(() => document.querySelector('.turner button').click()),
    );
  await ghost.page.close();

  const table = await open('play,LATE');
  await camera('table', table, () => table.page.click('.zoom button:last-child'));
  for (const key of CARDS.flatMap((card) => [card, 'Escape'])) {
    await table.page.keyboard.press(key);
    await table.page.waitForTimeout(900);
  }
  for (const card of CARDS) {
    await change(`table: key ${card}`, table, () => table.page.keyboard.press(card));
    await change(`table: Escape after ${card}`, table, () => table.page.keyboard.press('Escape'));
  }
  await changes('table', table);
  await table.page.close();
}
for (const [name, { frames, limit, worst }] of figures) say(name, frames, limit, worst);

await browser.close();
await server.close();
rmSync(outDir, { recursive: true });
finish();
