/**
 * The game inside the page: the pack's size (at most 8 MB), how long from opening the page to the first
 * move with nothing kept (10 s) and with everything kept (3 s), how long an expert takes for a move (5 s)
 * and what the main thread does in the dearest frame meanwhile, that of its move included (8 ms), and how fast bots search beside the native
 * engine in the same run (at least 55 %).
 * Run after `make static`: npm run bench
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { atLeast, finish, judge, openBrowser, report, traced } from './trace.mjs';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const folder = path('../../build/static');
if (!existsSync(`${folder}/pack/pack.json`)) throw new Error('build/static is missing: run `make static`');

const { bytes, files } = JSON.parse(readFileSync(`${folder}/pack/pack.json`, 'utf8'));
judge('pack: size', bytes / 1000, 8000, 'KB');

const words = ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', folder];
const server = spawn('python', words, { stdio: ['ignore', 'pipe', 'ignore'] });
const port = await new Promise((resolve) =>
  server.stdout.on('data', (chunk) => {
    const found = /port (\d+)/.exec(String(chunk));
    if (found) resolve(found[1]);
  }),
);
const VISITS = 5;
const browser = await openBrowser();
const context = await browser.newContext({
  viewport: { width: 1440, height: 900 },
  reducedMotion: 'reduce',
  locale: 'en-GB',
});
const shown = (page, id) => page.getByTestId(id).filter({ visible: true }).first();

/** Opens the page and plays as it proposes; milliseconds until the first hand can be kept. */
async function firstMove(...choices) {
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const started = performance.now();
  await page.goto(`http://127.0.0.1:${port}/`);
  for (const value of choices)
    await page.locator(`section[aria-labelledby=play-now] input[type=radio][value="${value}"]`).check();
  await shown(page, 'set-sail').click();
  await shown(page, 'keep').waitFor();
  return { page, time: performance.now() - started };
}

/** Until the service worker keeps the whole pack. */
async function allKept(page) {
  const missing = () =>
    page.evaluate(
      async (names) => {
        const kept = await Promise.all(names.map((name) => caches.match(name, { ignoreSearch: true })));
        return kept.includes(undefined);
      },
      Object.keys(files).map((name) => `pack/${name}`),
    );
  while (await missing()) await page.waitForTimeout(100);
}

const cold = await firstMove();
judge('first move, nothing kept', cold.time, 10_000, 'ms');
await allKept(cold.page);
await cold.page.close();
// Who begins is drawn by lot, and bots take their time: the visit in which the person begins counts.
const times = [];
for (let visit = 0; visit < VISITS; visit++) {
  const warm = await firstMove('1');
  times.push(warm.time);
  await warm.page.close();
}
judge('first move, everything kept', Math.min(...times), 3000, 'ms');

const { page } = await firstMove('1', 'expert');

/** Until a person is to move. */
const myTurn = () => page.waitForFunction(() => document.title.startsWith('●'), undefined, { polling: 50 });
await shown(page, 'welcome-start').click();
await shown(page, 'keep').click();
await shown(page, 'keep').waitFor({ state: 'hidden' });
await myTurn();
await shown(page, 'hint').click();
await shown(page, 'hint-set').click();
const devtools = await context.newCDPSession(page);
// Something moves all the time, so that every frame is drawn and counted.
await page.evaluate(() =>
  requestAnimationFrame(function again() {
    requestAnimationFrame(again);
  }),
);
const started = performance.now();
await shown(page, 'confirm').click();
await page.waitForFunction(() => !document.title.startsWith('●'), undefined, { polling: 20 });
await page.waitForTimeout(300); // the own move is drawn, which `board.mjs` judges
const lines = await page.locator('[role=log] li').count();
const frames = await traced(devtools, () =>
  page.waitForFunction(
    (before) => document.querySelectorAll('[role=log] li').length > before || document.title.startsWith('●'),
    lines,
  ),
);
await myTurn();
judge('expert: its first island', performance.now() - started, 5000, 'ms');
report('frames while it thinks', frames, 8);
await browser.close();
server.kill();

/** Simulations a second, natively and in WebAssembly by turns; the best of each counts. */
const measured = (command, ...rest) => Number(spawnSync(command, rest, { encoding: 'utf8' }).stdout.trim());
const rates = { native: 0, page: 0 };
process.env.PYTHONPATH = path('../../tests');
for (let turn = 0; turn < 3; turn++) {
  rates.native = Math.max(rates.native, measured('python', path('../../tests/pack/speed.py')));
  rates.page = Math.max(rates.page, measured('node', path('../../tests/pack/run.mjs'), 'pack/speed.py'));
}
console.log(`     simulations a second: ${rates.page} in WebAssembly, ${rates.native} natively`);
atLeast('simulations, of native', (100 * rates.page) / rates.native, 55, '%');
finish();
