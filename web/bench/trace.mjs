/** A Chromium, what its main thread did by trace, and figures with limits. */
import { chromium } from 'playwright-core';
import FLAGS from '../chromium-flags.json' with { type: 'json' };

const CATEGORIES =
  '__metadata,devtools.timeline,disabled-by-default-devtools.timeline,disabled-by-default-devtools.timeline.frame,toplevel';

export const openBrowser = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });

/** Runs something under a trace; the cost of each frame in ms of main-thread work, and of what. */
export async function traced(devtools, run) {
  const events = [];
  const collect = ({ value }) => events.push(...value);
  devtools.on('Tracing.dataCollected', collect);
  const done = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES.split(',') },
  });
  await run();
  await devtools.send('Tracing.end');
  await done;
  devtools.off('Tracing.dataCollected', collect);
  return frames(events);
}

/** Thread time: what the page itself used, whatever else the machine was doing. */
const used = (event) => event.tdur ?? event.dur;

/** Microseconds after which work is none of the frame before. */
const PAUSE = 50_000;

function frames(events) {
  const main = events.find(
    (e) =>
      e.name === 'thread_name' &&
      e.args.name === 'CrRendererMain' &&
      events.some((f) => f.pid === e.pid && f.name === 'BeginMainThreadFrame'),
  );
  const own = events.filter((e) => main && e.pid === main.pid && e.tid === main.tid);
  const begins = own
    .filter((e) => e.name === 'BeginMainThreadFrame')
    .map((e) => e.ts)
    .sort((a, b) => a - b);
  const spans = own.filter((e) => e.ph === 'X').sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  const all = [];
  const open = [];
  let next = 0;
  let frame = null;
  for (const span of spans) {
    span.self = used(span);
    while (open.length && open.at(-1).ts + open.at(-1).dur <= span.ts) open.pop();
    if (open.length) open.at(-1).self -= used(span);
    else {
      // A frame is the work since the last one was drawn: input first, then drawing. After a pause
      // work without a frame counts as one too.
      while (begins[next] < span.ts) next += 1;
      const draws = begins[next] <= span.ts + span.dur;
      if (!frame || (draws && frame.drawn) || span.ts - frame.start > PAUSE) {
        frame = { start: span.ts, drawn: false, cost: 0, causes: {} };
        all.push(frame);
      }
      frame.drawn ||= draws;
      frame.cost += used(span) / 1000;
    }
    span.frame = frame;
    open.push(span);
  }
  for (const { name, self, frame: of } of spans) of.causes[name] = (of.causes[name] ?? 0) + self / 1000;
  return all.sort((a, b) => a.cost - b.cost);
}

const ms = (n) => n.toFixed(1).padStart(5);
const at = (list, share) => list[Math.min(list.length - 1, Math.floor(list.length * share))];
const causesOf = ({ causes }) =>
  Object.entries(causes)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 4)
    .map(([name, cost]) => `${name.replace('ThreadControllerImpl::RunTask', 'tasks')} ${cost.toFixed(1)}`)
    .join(', ');

let missed = 0;
/** Says and judges one figure. */
export function judge(name, value, limit, unit) {
  const good = value <= limit;
  if (!good) missed += 1;
  console.log(`${good ? 'ok  ' : 'OVER'} ${name.padEnd(30)} ${value.toFixed(0)} of ${limit} ${unit}`);
}
/** The same for a figure that should be high. */
export function atLeast(name, value, limit, unit) {
  const good = value >= limit;
  if (!good) missed += 1;
  console.log(`${good ? 'ok  ' : 'LOW '} ${name.padEnd(30)} ${value.toFixed(0)}, at least ${limit} ${unit}`);
}
/**
 * Says what frames cost and judges 95 of 100 of them, and the dearest by `worst`: a single frame of a
 * movement may cost more, when the browser collects its garbage, but never so much that one is missed.
 */
export function report(name, all, limit, worst = limit) {
  const costs = all.map((f) => f.cost);
  const [p95, most] = [at(costs, 0.95) ?? 0, at(costs, 1) ?? 0];
  const good = p95 <= limit && most <= worst;
  if (!good) missed += 1;
  console.log(
    `${good ? 'ok  ' : 'OVER'} ${name.padEnd(30)} limit ${String(limit).padStart(2)} ms  frames ${String(all.length).padStart(3)}` +
      `  median ${ms(at(costs, 0.5) ?? 0)}  p95 ${ms(p95)}  most ${ms(most)}  (${all.length ? causesOf(all.at(-1)) : 'nothing'})`,
  );
}
export function finish() {
  if (missed) console.log(`${missed} over their limits`);
  process.exitCode = missed ? 1 : 0;
}
