/**
 * Bots of a page think in workers of their own: one, and more where there are cores for them.
 * They think in slices, so that they hear when they are to stop and answer with the best they have.
 * A job that takes too long all the same ends its worker; the next job gets a fresh one.
 */
interface Job {
  readonly key: string;
  readonly text: string;
  readonly seconds: number;
  readonly done: (answer: string | null) => void;
  stopped: boolean;
}

class BotWorker {
  #worker: Worker | null = null;
  #ready = false;
  #job: Job | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly pack: string,
    readonly free: () => void,
  ) {}

  get job(): Job | null {
    return this.#job;
  }

  take(job: Job): void {
    this.#job = job;
    if (this.#ready) this.#ask();
    else this.start();
  }

  stop(): void {
    if (this.#job) this.#job.stopped = true;
    this.#worker?.postMessage({ stop: true });
  }

  /** Start Python, which takes a moment; a job that comes meanwhile waits for it. */
  start(): void {
    if (this.#worker) return;
    const worker = new Worker(new URL('./bots.worker.ts', import.meta.url), { type: 'module' });
    this.#worker = worker;
    worker.onmessage = (event: MessageEvent<{ ready: true } | { answer: string }>) => {
      if ('answer' in event.data) return this.#end(event.data.answer);
      this.#ready = true;
      this.#ask();
    };
    worker.onerror = () => this.#lose();
    worker.postMessage({ pack: this.pack });
  }

  #ask(): void {
    const job = this.#job;
    if (!job) return;
    this.#worker?.postMessage({ job: job.text });
    if (job.stopped) this.stop();
    this.#timer = setTimeout(() => this.#lose(), job.seconds * 1000);
  }

  #lose(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = false;
    this.#end(null);
  }

  #end(answer: string | null): void {
    clearTimeout(this.#timer);
    const job = this.#job;
    this.#job = null;
    job?.done(answer);
    this.free();
  }
}

export class BotPool {
  readonly #workers: BotWorker[] = [];
  readonly #waiting: Job[] = [];

  constructor(
    readonly pack: string,
    readonly most: number,
  ) {}

  /** Start the first worker before it has anything to do, so that the first bot need not wait for it. */
  prepare(): void {
    this.#idle()?.start();
  }

  /** The answer to a job, or null if its worker was lost. */
  think(key: string, text: string, seconds: number): Promise<string | null> {
    return new Promise((done) => {
      this.#waiting.push({ key, text, seconds, done, stopped: false });
      this.#hand();
    });
  }

  /** End jobs whose keys begin so: they are answered with the best that was found. */
  stop(prefix: string): void {
    for (const job of this.#waiting) if (job.key.startsWith(prefix)) job.stopped = true;
    for (const worker of this.#workers) if (worker.job?.key.startsWith(prefix)) worker.stop();
  }

  #hand(): void {
    while (this.#waiting.length > 0) {
      const worker = this.#idle();
      if (!worker) return;
      worker.take(this.#waiting.shift()!);
    }
  }

  /** A worker without a job, one more if there may be; none if all are busy. */
  #idle(): BotWorker | undefined {
    const idle = this.#workers.find((one) => one.job === null);
    if (idle || this.#workers.length === this.most) return idle;
    const worker = new BotWorker(this.pack, () => this.#hand());
    this.#workers.push(worker);
    return worker;
  }
}
