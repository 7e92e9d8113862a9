/**
 * The page's own tables, as the rest of the client sees them: requests with answers and sockets,
 * just like a server's. The worker behind it starts when it is first asked for something.
 */
import type { Socket } from '../session/connection';
import type { FromWorker, ToWorker } from './messages';

export interface PageAnswer {
  readonly status: number;
  readonly body: string;
}

class PageSocket implements Socket {
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(
    readonly number: number,
    readonly host: Host,
  ) {}

  send(text: string): void {
    this.host.post({ kind: 'send', socket: this.number, text });
  }

  close(): void {
    this.host.post({ kind: 'close', socket: this.number });
    this.host.closed(this.number, 1000);
  }
}

/** What becomes of the worker: it starts, is ready (and keeps games, or not), and may end. */
export type Stage = 'starting' | 'keeping' | 'forgetting' | 'ended';

const ABNORMAL = 1006; // what a WebSocket says when its other side is suddenly gone
/** Milliseconds for an answer; a worker that misses two in a row was ended by the browser. */
const PATIENCE = 8_000;

export class Host {
  #worker: Worker | null = null;
  #next = 1;
  /** What a worker that is not ready yet was told; a second one is told it again. */
  #early: ToWorker[] | null = null;
  #secondTry = false;
  readonly #asked = new Map<number, { resolve(answer: PageAnswer): void; reject(error: Error): void }>();
  readonly #sockets = new Map<number, PageSocket>();
  #missed = 0;
  #alarm: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly pack: string,
    readonly onstage: (stage: Stage) => void = () => {},
    readonly onroom: (left: boolean) => void = () => {},
    readonly onthinking: (job: string, share: number) => void = () => {},
    readonly make: () => Worker = () =>
      new Worker(new URL('./tables.worker.ts', import.meta.url), { type: 'module' }),
  ) {}

  request(method: string, path: string, tokens: readonly string[], body: string): Promise<PageAnswer> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      this.post({ kind: 'request', id, method, path, tokens, body });
    });
  }

  open(path: string): Socket {
    const socket = new PageSocket(this.#next++, this);
    this.#sockets.set(socket.number, socket);
    this.post({ kind: 'open', socket: socket.number, path });
    queueMicrotask(() => {
      if (!this.#sockets.has(socket.number)) return;
      socket.readyState = 1;
      socket.onopen?.();
    });
    return socket;
  }

  post(message: ToWorker): void {
    this.start();
    this.#early?.push(message);
    this.#worker?.postMessage(message);
    if (!this.#early && this.#alarm === undefined) this.#ping();
  }

  /** Browsers end workers without a word: one that is asked for something must show that it lives. */
  #ping(): void {
    this.#worker?.postMessage({ kind: 'ping' } satisfies ToWorker);
    this.#alarm = setTimeout(() => {
      this.#missed += 1;
      if (this.#missed < 2) this.#ping();
      else this.#lose('its worker does not answer');
    }, PATIENCE);
  }

  #calm(): void {
    clearTimeout(this.#alarm);
    this.#alarm = undefined;
    this.#missed = 0;
  }

  /** Start the worker, if there is none; it takes some seconds until it answers. */
  start(): void {
    if (this.#worker) return;
    const worker = this.make();
    this.#worker = worker;
    this.#early ??= [];
    worker.onmessage = (event: MessageEvent<FromWorker>) => this.#hear(event.data);
    worker.onerror = (event) => this.#lose(event.message);
    this.onstage('starting');
    worker.postMessage({ kind: 'start', pack: this.pack } satisfies ToWorker);
  }

  closed(number: number, code: number): void {
    const socket = this.#sockets.get(number);
    if (!socket) return;
    this.#sockets.delete(number);
    socket.readyState = 3;
    queueMicrotask(() => socket.onclose?.({ code }));
  }

  #hear(message: FromWorker): void {
    switch (message.kind) {
      case 'pong':
        return this.#calm();
      case 'room':
        return this.onroom(message.left);
      case 'thinking':
        return this.onthinking(message.job, message.share);
      case 'ready':
        this.#early = null;
        this.#secondTry = false;
        return this.onstage(message.kept ? 'keeping' : 'forgetting');
      case 'answer':
        this.#asked.get(message.id)?.resolve({ status: message.status, body: message.body });
        this.#asked.delete(message.id);
        return;
      case 'message':
        return this.#sockets.get(message.socket)?.onmessage?.({ data: message.text });
      case 'closed':
        return this.closed(message.socket, message.code);
      case 'failed':
        return this.#lose(message.why);
    }
  }

  /** The network went away while the worker was loading: by now its files may be kept. */
  #startAgain(early: readonly ToWorker[]): void {
    this.#secondTry = true;
    this.start();
    for (const message of early) this.#worker?.postMessage(message);
  }

  /** The worker is gone: what was asked fails, sockets close, and the next question starts another. */
  #lose(why: string): void {
    console.error(`The tables in this page have ended: ${why}`);
    this.#worker?.terminate();
    this.#worker = null;
    this.#calm();
    if (this.#early && !this.#secondTry) return this.#startAgain(this.#early);
    this.#early = null;
    this.#secondTry = false;
    this.onstage('ended');
    for (const asked of this.#asked.values()) asked.reject(new Error(why));
    this.#asked.clear();
    for (const number of [...this.#sockets.keys()]) this.closed(number, ABNORMAL);
  }
}
