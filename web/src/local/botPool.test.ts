/** Bots of a page in workers of their own. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BotPool } from './botPool';

type Order = { pack: string } | { job: string } | { stop: true };

/** A worker that says what a test lets it say. */
class FakeWorker {
  static all: FakeWorker[] = [];
  readonly heard: Order[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: (() => void) | null = null;
  ended = false;

  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(order: Order): void {
    this.heard.push(order);
  }
  terminate(): void {
    this.ended = true;
  }
  get jobs(): string[] {
    return this.heard.flatMap((order) => ('job' in order ? [order.job] : []));
  }
  ready(): void {
    this.onmessage?.({ data: { ready: true } });
  }
  share(share: number): void {
    this.onmessage?.({ data: { share } });
  }
  answer(answer: string): void {
    this.onmessage?.({ data: { answer } });
  }
}
const worker = (number: number): FakeWorker => FakeWorker.all[number]!;

beforeEach(() => {
  FakeWorker.all = [];
  vi.stubGlobal('Worker', FakeWorker);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the first worker starts before it is asked, and a job waits until it is ready', async () => {
  const pool = new BotPool('pack/', 2);
  pool.prepare();
  const answer = pool.think('a:0', 'job', 5);
  expect(FakeWorker.all).toHaveLength(1);
  expect(worker(0).jobs).toEqual([]);
  worker(0).ready();
  expect(worker(0).jobs).toEqual(['job']);
  worker(0).answer('move');
  expect(await answer).toBe('move');
});

test('a hint is searched on another core while a bot thinks, and waits where there is none', async () => {
  const two = new BotPool('pack/', 2);
  void two.think('a:1', 'bot', 5);
  worker(0).ready();
  void two.think('a:0', 'hint', 5);
  worker(1).ready();
  expect(FakeWorker.all.map((one) => one.jobs)).toEqual([['bot'], ['hint']]);

  FakeWorker.all = [];
  const one = new BotPool('pack/', 1);
  const bot = one.think('a:1', 'bot', 5);
  void one.think('a:0', 'hint', 5);
  worker(0).ready();
  expect(worker(0).jobs).toEqual(['bot']);
  worker(0).answer('move');
  expect(await bot).toBe('move');
  expect(worker(0).jobs).toEqual(['bot', 'hint']);
});

test('while another worker starts, a job takes the first that is free', () => {
  const pool = new BotPool('pack/', 2);
  void pool.think('hint:a:0', 'hint', 5);
  worker(0).ready();
  void pool.think('a:1', 'bot', 5);
  expect(FakeWorker.all).toHaveLength(2);
  worker(0).answer('move');
  expect(worker(0).jobs).toEqual(['hint', 'bot']);
  worker(1).ready();
  expect(worker(1).jobs).toEqual([]);
});

test('a bot thinks where it thought before, so that its moves do not depend on the number of cores', () => {
  const pool = new BotPool('pack/', 2);
  void pool.think('a:1', 'first', 5);
  worker(0).ready();
  void pool.think('b:1', 'elsewhere', 5);
  worker(1).ready();
  worker(1).answer('move');
  void pool.think('a:1', 'second', 5);
  expect(worker(1).jobs).toEqual(['elsewhere']);
  worker(0).answer('move');
  expect(worker(0).jobs).toEqual(['first', 'second']);
});

test('how far a bot is is told with the key of its job, until it has answered', () => {
  const told: [string, number][] = [];
  const pool = new BotPool('pack/', 1, (key, share) => told.push([key, share]));
  void pool.think('a:1', 'bot', 5);
  worker(0).ready();
  worker(0).share(0.25);
  worker(0).share(0.5);
  worker(0).answer('move');
  worker(0).share(0.75);
  expect(told).toEqual([
    ['a:1', 0.25],
    ['a:1', 0.5],
  ]);
});

test('a job that is stopped before its worker is ready is stopped as soon as it is asked', () => {
  const pool = new BotPool('pack/', 1);
  void pool.think('a:0', 'job', 5);
  pool.stop('a:');
  worker(0).ready();
  expect(worker(0).heard.slice(-2)).toEqual([{ job: 'job' }, { stop: true }]);
});

test('a worker that fails or takes too long is ended, and the next job gets a fresh one', async () => {
  const pool = new BotPool('pack/', 1);
  const first = pool.think('a:0', 'first', 5);
  worker(0).onerror?.();
  expect(await first).toBeNull();

  const second = pool.think('a:0', 'second', 5);
  worker(1).ready();
  vi.advanceTimersByTime(5000);
  expect(await second).toBeNull();
  expect(worker(1).ended).toBe(true);

  const third = pool.think('a:0', 'third', 5);
  worker(2).ready();
  worker(2).answer('move');
  expect(await third).toBe('move');
});
