/**
 * The line to the server: keeps one WebSocket alive, says hello with what was seen last, tries again
 * after a cut with growing random waits, and sends a command whose fate is unknown again under its id.
 */
import { type Shape, decode } from '../lib/decode';
import { report } from '../lib/report';
import type { ClientMessage, ServerMessage } from '../protocol/messages';
import { PROTOCOL } from '../protocol/messages';

export type ConnectionState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'waiting'; readonly tries: number; readonly at: number }
  | { readonly kind: 'closed'; readonly why: Closing };
/** Closings that trying again would not cure. */
export type Closing = 'upgrade' | 'forbidden' | 'unknown' | 'revoked' | 'unreachable';

const FINAL: Readonly<Record<number, Closing>> = {
  4001: 'upgrade',
  4003: 'forbidden',
  4004: 'unknown',
  4009: 'revoked',
};

export interface ConnectionEvents {
  onmessage(message: ServerMessage): void;
  onstate(state: ConnectionState): void;
  /** What the first message says: tokens and the last version seen. */
  hello(): { tokens: string[]; seen: number | null; look: number | null };
}

/** The part of a WebSocket that a connection uses; tables in the page have one too. */
export interface Socket {
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  onerror: (() => void) | null;
  send(text: string): void;
  close(): void;
}

/** What a line needs from its surroundings; tests hand in their own. */
export interface Surroundings {
  open(url: string): Socket;
  now(): number;
  random(): number;
  wait(run: () => void, milliseconds: number): () => void;
}

export const BROWSER: Surroundings = {
  open: (url) => new WebSocket(url) as Socket,
  now: () => Date.now(),
  random: () => Math.random(),
  wait: (run, milliseconds) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

const SILENCE = 15_000; // a heartbeat comes every ten seconds
const ANSWER = 10_000;

export class Connection {
  #socket: Socket | null = null;
  #tries = 0;
  #stop: () => void = () => {};
  #silence: () => void = () => {};
  #ended = false;
  readonly #unanswered = new Map<string, ClientMessage>();

  constructor(
    readonly url: string,
    readonly shape: Shape<ServerMessage>,
    readonly events: ConnectionEvents,
    readonly around: Surroundings = BROWSER,
  ) {}

  open(): void {
    this.#stop();
    if (this.#ended) return;
    this.events.onstate({ kind: 'connecting' });
    const socket = this.around.open(this.url);
    this.#socket = socket;
    socket.onopen = () => {
      const { tokens, seen, look } = this.events.hello();
      this.#post({ type: 'hello', protocol: PROTOCOL, tokens, seen, look });
      this.#listen();
    };
    socket.onmessage = (event) => this.#hear(String(event.data));
    socket.onclose = (event) => this.#lost(socket, event.code);
    // The close that follows tells the same; a handler keeps the console quiet.
    socket.onerror = () => {};
  }

  close(): void {
    this.#ended = true;
    this.#stop();
    this.#silence();
    this.#socket?.close();
  }

  get unsent(): number {
    return this.#unanswered.size;
  }

  /** Send; a command with an id is kept until its answer came. */
  send(message: ClientMessage): void {
    if ('id' in message) this.#unanswered.set(message.id, message);
    this.#post(message);
  }

  drop(id: string): void {
    this.#unanswered.delete(id);
  }

  tryNow(): void {
    if (!this.#socket || this.#socket.readyState > WebSocket.OPEN) this.open();
  }

  #post(message: ClientMessage): void {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(message));
  }

  #hear(text: string): void {
    this.#listen();
    const message = this.#read(text);
    if (!message) return;
    if (message.type === 'acknowledged' || message.type === 'hint') this.#unanswered.delete(message.id);
    if (message.type === 'refused' && message.id) this.#unanswered.delete(message.id);
    const greeted = message.type === 'welcome' || message.type === 'update';
    if (greeted && this.#tries >= 0) {
      this.#tries = -1;
      this.events.onstate({ kind: 'live' });
      for (const command of this.#unanswered.values()) this.#post(command);
    }
    this.events.onmessage(message);
  }

  /** The message; a page that cannot read what the server says is too old for it. */
  #read(text: string): ServerMessage | null {
    try {
      return decode(this.shape, JSON.parse(text));
    } catch (error) {
      report('a message of the server cannot be read', error);
      this.close();
      this.events.onstate({ kind: 'closed', why: 'upgrade' });
      return null;
    }
  }

  /** Ask when the line was silent; connect again when no answer comes. */
  #listen(): void {
    this.#silence();
    this.#silence = this.around.wait(() => {
      this.#post({ type: 'ping' });
      this.#silence = this.around.wait(() => this.#socket?.close(), ANSWER);
    }, SILENCE);
  }

  #lost(socket: Socket, code: number): void {
    if (socket !== this.#socket || this.#ended) return;
    this.#silence();
    this.#socket = null;
    const why = FINAL[code];
    if (why) {
      this.#ended = true;
      this.events.onstate({ kind: 'closed', why });
      return;
    }
    this.#tries = Math.max(0, this.#tries) + 1;
    const longest = Math.min(30_000, 800 * 2 ** this.#tries);
    const wait = 200 + this.around.random() * longest;
    this.events.onstate({ kind: 'waiting', tries: this.#tries, at: this.around.now() + wait });
    this.#stop = this.around.wait(() => this.open(), wait);
  }
}

export function socketAddress(page: Location, path: string): string {
  const base = new URL(path, page.href.replace(/#.*$/, ''));
  base.protocol = base.protocol === 'https:' ? 'wss:' : 'ws:';
  return base.href;
}
