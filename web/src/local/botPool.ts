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

/** What a worker says: that it may be asked, how far it is, and what it found. */
type FromBot = { readonly ready: true } | { readonly share: number } | { readonly answer: string };

class BotWorker {
  #worker: Worker | null = null;
  #ready = false;
  #job: Job | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Keys it has thought for: it still knows what it thought. */
  readonly known = new Set<string>();

  constructor(
    readonly pack: string,
    /** Called when it may take a job; or was lost, perhaps before it ever could. */
    readonly onfree: (wasReady: boolean) => void,
    readonly onshare: (job: string, share: number) => void,
  ) {}

  get job(): Job | null {
    return this.#job;
  }
  get isStarting(): boolean {
    return this.#worker !== null && !this.#ready;
  }
  get isFree(): boolean {
    return this.#ready && this.#job === null;
  }

  take(job: Job): void {
    this.#job = job;
    this.known.add(job.key);
    this.#worker?.postMessage({ job: job.text });
    if (job.stopped) this.stop();
    this.#timer = setTimeout(() => this.#lose(), job.seconds * 1000);
  }

  stop(): void {
    this.#worker?.postMessage({ stop: true });
  }

  /** Start Python, which takes a moment. */
  start(): void {
    if (this.#worker) return;
    const worker = new Worker(new URL('./bots.worker.ts', import.meta.url), { type: 'module' });
    this.#worker = worker;
    worker.onmessage = (event: MessageEvent<FromBot>) => {
      if ('answer' in event.data) return this.#end(event.data.answer);
      if ('share' in event.data) return this.#tell(event.data.share);
      this.#ready = true;
      this.onfree(true);
    };
    worker.onerror = () => this.#lose();
    worker.postMessage({ pack: this.pack });
  }

  #tell(share: number): void {
    if (this.#job) this.onshare(this.#job.key, share);
  }

  #lose(): void {
    const wasReady = this.#ready;
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = false;
    this.known.clear();
    this.#end(null, wasReady);
  }

  #end(answer: string | null, wasReady = true): void {
    clearTimeout(this.#timer);
    const job = this.#job;
    this.#job = null;
    job?.done(answer);
    this.onfree(wasReady);
  }
}

export class BotPool {
  readonly #workers: BotWorker[] = [];
  #waiting: Job[] = [];

  constructor(
    readonly pack: string,
    readonly most: number,
    /** Hears the key of a job and the share of it that is done. */
    readonly onshare: (key: string, share: number) => void = () => {},
  ) {}

  /** Start the first worker before it has anything to do, so that the first bot need not wait for it. */
  prepare(): void {
    this.#startOne();
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

  /** Jobs go to the first worker that is free; those of a key always to the same, as long as it lives. */
  #hand(): void {
    for (const job of [...this.#waiting]) {
      const worker = this.#knowing(job) ?? this.#workers.find((one) => one.isFree);
      if (!worker?.isFree) continue;
      this.#waiting.splice(this.#waiting.indexOf(job), 1);
      worker.take(job);
    }
    if (this.#waiting.some((job) => !this.#knowing(job))) this.#startOne();
  }

  #knowing(job: Job): BotWorker | undefined {
    return this.#workers.find((one) => one.known.has(job.key));
  }

  /** One more worker, if there may be and none is on its way. */
  #startOne(): void {
    if (this.#workers.some((one) => one.isStarting)) return;
    const idle = this.#workers.find((one) => !one.isFree && one.job === null);
    if (idle) return idle.start();
    if (this.#workers.length === this.most) return;
    const onfree = (wasReady: boolean): void => {
      if (!wasReady) this.#giveUp();
      this.#hand();
    };
    const worker = new BotWorker(this.pack, onfree, this.onshare);
    this.#workers.push(worker);
    worker.start();
  }

  /** A worker that cannot even start: nobody waits for another. */
  #giveUp(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const job of waiting) job.done(null);
  }
}
