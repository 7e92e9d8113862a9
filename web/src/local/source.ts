/** A table of this page: the same socket and the same messages as a server's, to a worker. */
import type { ClientMessage } from '../protocol/messages';
import { BROWSER } from '../session/connection';
import { type Keys, SocketSource } from '../session/socketSource';
import type { Source, SourceListener } from '../session/source';
import { ownTables } from './place.svelte';

export class PageSource implements Source {
  #socket: SocketSource | null = null;
  #closed = false;

  constructor(
    readonly table: string,
    readonly keys: Keys,
  ) {}

  open(listener: SourceListener): void {
    listener.onconnection({ kind: 'connecting' });
    void ownTables().then((host) => {
      if (this.#closed) return;
      const path = `tables/${encodeURIComponent(this.table)}/socket`;
      const around = { ...BROWSER, open: () => host.open(path) };
      this.#socket = new SocketSource(this.table, this.keys, around);
      this.#socket.open(listener);
    });
  }

  send(message: ClientMessage): void {
    this.#socket?.send(message);
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }

  tryNow(): void {
    this.#socket?.tryNow();
  }
}
