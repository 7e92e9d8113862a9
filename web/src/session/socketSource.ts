/** A table on a server: one socket that is kept alive, opened with the keys this browser holds. */
import { ServerMessage } from '../protocol/game_decoders';
import type { ClientMessage } from '../protocol/messages';
import { API } from '../lib/api';
import {
  BROWSER,
  Connection,
  type ConnectionEvents,
  type ConnectionState,
  socketAddress,
  type Surroundings,
} from './connection';
import type { Source, SourceListener } from './source';

export interface Keys {
  /** What to show, one after the other until one is taken. */
  readonly rings: readonly (readonly string[])[];
  /** Told which keys were not taken, once others were. */
  onrefused(keys: readonly string[]): void;
  /** The seats are void from now on. */
  onrevoked(): void;
}

export class SocketSource implements Source {
  #connection: Connection | null = null;
  #ring = 0;

  constructor(
    readonly table: string,
    readonly keys: Keys,
    readonly around: Surroundings = BROWSER,
  ) {}

  open(listener: SourceListener): void {
    const url = socketAddress(location, `${API}/tables/${encodeURIComponent(this.table)}/socket`);
    const tokens = [...(this.keys.rings[this.#ring] ?? [])];
    // Who comes with other keys is told everything again.
    let greeted = false;
    const events: ConnectionEvents = {
      onmessage: (message) => {
        if (message.type === 'welcome' && !greeted) {
          greeted = true;
          const refused = this.keys.rings.slice(0, this.#ring).flat();
          this.keys.onrefused(refused.filter((key) => !tokens.includes(key)));
        }
        listener.onmessage(message);
      },
      onstate: (state) => this.#onstate(state, listener),
      hello: () => {
        const { version, look } = listener.resume();
        return { tokens, seen: greeted ? version : null, look };
      },
    };
    this.#connection = new Connection(url, ServerMessage, events, this.around);
    this.#connection.open();
  }

  #onstate(state: ConnectionState, listener: SourceListener): void {
    if (state.kind === 'closed' && state.why === 'forbidden' && this.#ring + 1 < this.keys.rings.length) {
      this.#ring += 1;
      return this.open(listener);
    }
    if (state.kind === 'closed' && state.why === 'revoked') this.keys.onrevoked();
    listener.onconnection(state);
  }

  send(message: ClientMessage): void {
    this.#connection?.send(message);
  }

  close(): void {
    this.#connection?.close();
    this.#connection = null;
  }

  tryNow(): void {
    this.#connection?.tryNow();
  }
}
