/**
 * A server's table whose hints are found in this page when the pack is kept here, so that they cost the
 * host nothing. The page asks for what its seat may see, and nothing else; whatever fails, the server is asked.
 */
import { hintInPage } from './hintInPage';
import type { AskHint, ClientMessage } from '../protocol/messages';
import type { Source, SourceListener } from '../session/source';
import { packIsKept } from './place.svelte';

export class OwnHints implements Source {
  #listener: SourceListener | null = null;

  constructor(
    readonly table: Source,
    readonly id: string,
    readonly tokens: () => readonly string[],
  ) {}

  open(listener: SourceListener): void {
    this.#listener = listener;
    this.table.open(listener);
  }

  send(message: ClientMessage): void {
    if (message.type === 'ask_hint') void this.#ask(message);
    else this.table.send(message);
  }

  async #ask(command: AskHint): Promise<void> {
    const found = (await packIsKept())
      ? await hintInPage(this.id, this.tokens(), command).catch(() => null)
      : null;
    if (found) this.#listener?.onmessage(found);
    else this.table.send(command);
  }

  close(): void {
    this.#listener = null;
    this.table.close();
  }

  tryNow(): void {
    this.table.tryNow?.();
  }
}
