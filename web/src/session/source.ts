/**
 * Where the messages of a session come from and where its commands go. Every source speaks the protocol
 * (docs/protocol.md): the socket of a server, a replay, a recorded game, an engine inside the page.
 *
 * A source hands over messages in order, the first one a `welcome`; it answers every command that has an
 * `id` with `acknowledged`, `refused` or `hint`. It decides no rule and keeps no state of the table: that
 * is the work of `reduce`.
 */
import type { ClientMessage, ServerMessage } from '../protocol/messages';
import type { ConnectionState } from './connection';
import type { FilmInput, Viewer } from './film';

export interface Source {
  /** Begin; nothing is handed over before. */
  open(listener: SourceListener): void;
  send(message: ClientMessage): void;
  /** End; nothing is handed over afterwards. */
  close(): void;
  /** Do not wait for the next attempt to connect. A source that is always there leaves it out. */
  tryNow?(): void;
  /** Of a film: hand over this moment as this viewer. */
  seek?(viewer: Viewer, after: number): void;
}

export interface SourceListener {
  onmessage(message: ServerMessage): void;
  onconnection(state: ConnectionState): void;
  onfilm(input: FilmInput): void;
  /** What was shown last, so that only what is new has to be told. */
  resume(): { readonly version: number; readonly look: number | null };
}
