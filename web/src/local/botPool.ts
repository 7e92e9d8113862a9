/**
 * Bots of a page think in workers of their own: one, and more where there are cores for them.
 * A job that takes too long ends its worker; the next job gets a fresh one.
 */
interface Job {
  readonly text: string;
  readonly seconds: number;
  readonly done: (answer: string | null) => void;
}

class BotWorker {
  #worker: Worker | null = null;
  #job: Job | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly pack: string,
    readonly free: () => void,
  ) {}

  get busy(): boolean {
    return this.#job !== null;
  }

  take(job: Job): void {
    this.#job = job;
    if (this.#worker) this.#ask();
    else this.#start();
  }

  #start(): void {
    const worker = new Worker(new URL('./bots.worker.ts', import.meta.url), { type: 'module' });
    this.#worker = worker;
    worker.onmessage = (event: MessageEvent<{ ready: true } | { answer: string }>) => {
      if ('ready' in event.data) this.#ask();
      else this.#end(event.data.answer);
    };
    worker.onerror = () => this.#lose();
    worker.postMessage({ pack: this.pack });
  }

  #ask(): void {
    const job = this.#job;
    if (!job) return;
    this.#worker?.postMessage({ job: job.text });
    this.#timer = setTimeout(() => this.#lose(), job.seconds * 1000);
  }

  #lose(): void {
    this.#worker?.terminate();
    this.#worker = null;
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

  /** The answer to a job, or null if its worker was lost. */
  think(text: string, seconds: number): Promise<string | null> {
    return new Promise((done) => {
      this.#waiting.push({ text, seconds, done });
      this.#hand();
    });
  }

  #hand(): void {
    while (this.#waiting.length > 0) {
      let worker = this.#workers.find((one) => !one.busy);
      if (!worker && this.#workers.length < this.most) {
        worker = new BotWorker(this.pack, () => this.#hand());
        this.#workers.push(worker);
      }
      if (!worker) return;
      worker.take(this.#waiting.shift()!);
    }
  }
}
