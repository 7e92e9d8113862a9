/**
 * What the board costs the page: main-thread work per frame while panning and zooming
 * over twenty tiles, and for a change of the position, read from a Chromium trace.
 * Run: node bench/board.mjs [path of chromium]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { build, preview } from 'vite';

const executablePath = process.argv[2] ?? '/usr/bin/chromium';
const root = join(import.meta.dirname, '..');
const outDir = mkdtempSync(join(tmpdir(), 'ilos-bench-'));
await build({
  root,
  logLevel: 'error',
  build: { outDir, emptyOutDir: true, rolldownOptions: { input: join(root, 'kit.html') } },
});
const server = await preview({ root, logLevel: 'error', build: { outDir }, preview: { port: 0 } });
const address = server.resolvedUrls.local[0];

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const browser = await chromium.launch({ executablePath, args: flags });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
const devtools = await page.context().newCDPSession(page);

/** Runs something under a trace; gives back the main-thread time of each frame in ms. */
async function traced(run) {
  const events = [];
  const collect = ({ value }) => events.push(...value);
  devtools.on('Tracing.dataCollected', collect);
  const done = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
  const categories =
    '__metadata,devtools.timeline,disabled-by-default-devtools.timeline,disabled-by-default-devtools.timeline.frame,toplevel';
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories.split(',') },
  });
  await run();
  await devtools.send('Tracing.end');
  await done;
  devtools.off('Tracing.dataCollected', collect);
  return frames(events);
}
function frames(events) {
  const main = events.find(
    (e) =>
      e.name === 'thread_name' &&
      e.args.name === 'CrRendererMain' &&
      events.some((f) => f.pid === e.pid && f.name === 'BeginMainThreadFrame'),
  );
  const own = events.filter((e) => main && e.pid === main.pid && e.tid === main.tid);
  const starts = own
    .filter((e) => e.name === 'BeginMainThreadFrame')
    .map((e) => e.ts)
    .sort((a, b) => a - b);
  const tasks = own.filter((e) => e.name === 'RunTask' && e.dur);
  const costs = starts.map(() => 0);
  // Thread time: what the page itself used, whatever else the machine was doing.
  for (const task of tasks) {
    const i = Math.max(
      0,
      starts.findLastIndex((s) => s <= task.ts + task.dur),
    );
    if (starts.length) costs[i] += (task.tdur ?? task.dur) / 1000;
  }
  return costs.sort((a, b) => a - b);
}
const at = (list, share) => list[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0;
function report(name, costs) {
  const mean = costs.reduce((s, c) => s + c, 0) / (costs.length || 1);
  const f = (n) => n.toFixed(1).padStart(6);
  console.log(
    `${name.padEnd(24)} frames ${String(costs.length).padStart(4)}  mean ${f(mean)}  median ${f(at(costs, 0.5))}  p95 ${f(at(costs, 0.95))}  most ${f(at(costs, 1))} ms`,
  );
}
const wait = (ms) => page.waitForTimeout(ms);

await page.goto(`${address}kit.html#board,five`);
await page.waitForSelector('body[data-ready=yes]');
await wait(800);

await page.mouse.move(700, 450);
report(
  'pan',
  await traced(async () => {
    await page.mouse.down();
    for (let i = 0; i < 90; i++) {
      await page.mouse.move(700 + 160 * Math.sin(i / 9), 450 + 90 * Math.cos(i / 7));
      await wait(16);
    }
    await page.mouse.up();
  }),
);
report(
  'zoom',
  await traced(async () => {
    for (let i = 0; i < 70; i++) {
      await page.mouse.wheel(0, i % 40 < 20 ? -60 : 60);
      await wait(16);
    }
  }),
);
report('zoom comes to rest', await traced(() => wait(700)));
report('nothing happens', await traced(() => wait(1500)));
await page.evaluate(() => globalThis.kit.board.fitAll(false));
await wait(800);
for (const what of ['sail', 'plant', 'lift', 'lay'])
  report(
    `change: ${what}`,
    await traced(async () => {
      await page.evaluate((w) => globalThis.kit.act(w), what);
      await wait(700);
    }),
  );
await page.goto(`${address}kit.html#board,explore`);
await page.waitForSelector('.turner');
await wait(1500);
for (const n of ['first', 'second'])
  report(
    `ghost turns, ${n} time`,
    await traced(async () => {
      await page.evaluate(() => document.querySelector('.turner button').click());
      await wait(500);
    }),
  );
const load = await page.evaluate(async () => {
  const [entry] = performance.getEntriesByType('navigation');
  return entry.domContentLoadedEventEnd;
});
console.log(`page loaded after ${load.toFixed(0)} ms`);

await browser.close();
await server.close();
rmSync(outDir, { recursive: true });
