/**
 * Answers jobs (lines of JSON on the standard input) with the page's own `BotPool`, all asked for at once:
 *
 *     node tests/pack/pool.mjs WORKERS
 */
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Worker as Thread } from 'node:worker_threads';
import { runnerImport } from '../../web/node_modules/vite/dist/node/index.js';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const most = Number(process.argv[2]);
/** By thread: how many jobs it has answered. Nobody is told of an answer before all of them work. */
const answered = [];
const held = [];
let ready = 0;

/** A Web Worker, as far as the pool uses one. */
globalThis.Worker = class {
  constructor() {
    this.thread = new Thread(path('bot_thread.mjs'));
    const number = answered.push(0) - 1;
    this.thread.on('message', (data) => {
      if ('answer' in data) answered[number] += 1;
      else ready += 1;
      const tell = () => this.onmessage({ data });
      if ('answer' in data && ready < most) held.push(tell);
      else tell();
      if (ready === most) for (const one of held.splice(0)) one();
    });
    this.thread.on('error', (error) => {
      console.error(error);
      process.exit(1);
    });
  }
  postMessage(message) {
    this.thread.postMessage(message);
  }
  terminate() {
    void this.thread.terminate();
  }
};

const { module } = await runnerImport(path('../../web/src/local/botPool.ts'), { logLevel: 'error' });
const pool = new module.BotPool(path('../../build/pack'), most);
const jobs = (await text(process.stdin)).trim().split('\n').map((line) => JSON.parse(line));
const answers = await Promise.all(jobs.map((job) => pool.think(job.key, job.text, 600)));
for (const answer of answers) console.log(answer);
console.log(JSON.stringify(answered));
process.exit(0);
