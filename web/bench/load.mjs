/**
 * The first visit: bytes over the line without fonts (start page at most 108 KB, a table opened by its link
 * 164 KB), and how long until someone can press the first button (at most 1.5 s), with an empty cache, from our
 * own server. The middle of five visits counts.
 * Run after a build: npm run bench
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finish, judge, openBrowser } from './trace.mjs';

const VISITS = 5;
const TIME = 1500;

const data = mkdtempSync(join(tmpdir(), 'ilos-load-'));
const server = spawn('ilos', ['serve', '--no-browser', '--port', '0', '--data', data]);
const address = await new Promise((resolve, reject) => {
  let said = '';
  const listen = (chunk) => {
    said += chunk;
    const found = /http:\/\/[\d.]+:\d+/.exec(said);
    if (found) resolve(found[0]);
  };
  server.stdout.on('data', listen);
  server.stderr.on('data', listen);
  server.once('error', reject);
  server.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${said}`)));
});
const browser = await openBrowser();

/** One visit with nothing in the cache: bytes without fonts, and milliseconds until a control answers. */
async function visit(url, control) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const kinds = new Map();
  let bytes = 0;
  await devtools.send('Network.enable');
  devtools.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (kinds.get(requestId) !== 'Font') bytes += encodedDataLength;
  });
  // The page's own clock: when the control is there, and the main thread has answered once more.
  await page.addInitScript((selector) => {
    const look = () => {
      const found = document.querySelector(selector);
      if (found && !found.disabled) setTimeout(() => (globalThis.readyAt = performance.now()));
      else requestAnimationFrame(look);
    };
    look();
  }, control);
  await page.goto(url);
  await page.waitForFunction(() => globalThis.readyAt !== undefined);
  const time = await page.evaluate(() => globalThis.readyAt);
  await page.waitForLoadState('networkidle');
  await context.close();
  return { time, size: bytes / 1024 };
}

const middle = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
async function visits(name, url, control, limit) {
  const all = [];
  for (let i = 0; i < VISITS; i++) all.push(await visit(url, control));
  judge(`${name}: bytes without fonts`, middle(all.map((v) => v.size)), limit, 'KB');
  judge(`${name}: interactive`, middle(all.map((v) => v.time)), TIME, 'ms');
}

await visits('start page', `${address}/`, '[data-testid=set-sail]', 108);
const made = await fetch(`${address}/api/v1/tables`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({
    seats: [
      { kind: 'mine', name: 'Heron' },
      { kind: 'bot', bot: 'gentle' },
    ],
    settings: {},
    start: true,
  }),
}).then((answer) => answer.json());
await visits('table', `${address}/#/t/${made.table.id}?key=${made.keys[0].token}`, '[data-testid=keep]', 164);

await browser.close();
server.removeAllListeners('exit');
server.kill();
await new Promise((resolve) => server.once('exit', resolve));
rmSync(data, { recursive: true, force: true });
finish();
