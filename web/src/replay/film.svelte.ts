/** A game to step through: the timeline, and frames fetched as they are needed. */
import { Refusal, tableInfo } from '../lib/api';
import type { Source } from './calls';
import * as api from './calls';
import { heldFor } from '../lib/session';
import type * as Wire from '../protocol/messages';

/** Frames come in packs, so that playing on rarely waits. */
const PACK = 40;

export type Viewer = 'all' | 'public' | number;

const sourceOf = (id: string, invitation: string | null): Source => {
  const found = /^record-(.+)$/.exec(id);
  if (found) return { kind: 'records', id: found[1]!, token: null };
  const held = heldFor(id);
  return { kind: 'tables', id, token: held?.tokens[0] ?? invitation ?? held?.invitation ?? null };
};

export class Film {
  replay = $state.raw<Wire.Replay | null>(null);
  frame = $state.raw<Wire.Frame | null>(null);
  /** How it ended: names of islands yet to be found, and who won. */
  final = $state.raw<Wire.Frame | null>(null);
  trouble = $state.raw<Refusal | null>(null);
  viewer = $state<Viewer>('all');
  /** Invitation code of the table, where it has one. */
  invitation = $state<string | null>(null);
  /** Spectators are admitted, so that a running game can be shared too. */
  watchable = $state(true);
  /** Number of events that have happened at the moment shown. */
  after = $state(0);
  readonly source: Source;
  /** Done when it is known how the game can be shared. */
  readonly terms: Promise<void>;
  #frames = new Map<string, Wire.Frame>();
  #asked = new Map<string, Promise<void>>();

  constructor(id: string, invitation: string | null) {
    this.source = sourceOf(id, invitation);
    this.invitation = invitation;
    this.terms = this.#askTerms();
  }

  /** A shared moment carries the invitation, so that it opens in any browser. */
  async #askTerms(): Promise<void> {
    if (this.source.kind !== 'tables' || this.invitation) return;
    try {
      const { code, settings } = await tableInfo(this.source.id, this.source.token);
      this.invitation = code;
      this.watchable = settings.spectators ?? true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  get length(): number {
    return this.replay?.events.length ?? 0;
  }

  /** The first moment there is something to see: tiles turned up and all hands dealt. */
  get first(): number {
    return Math.min(this.length, (this.replay?.setup.players.length ?? 0) + 1);
  }

  async open(viewer: Viewer, after: number | null): Promise<void> {
    this.viewer = viewer;
    try {
      this.replay = await api.replay(this.source, String(viewer));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // While a game runs only the own view, or what is public, is open.
      if (error.code === 'not_finished' && viewer !== 'public') return this.open('public', after);
      this.trouble = error;
      return;
    }
    this.#frames.clear();
    this.#asked.clear();
    await this.go(after ?? 0);
    this.final = await this.#fetch(this.length);
  }

  async go(after: number): Promise<void> {
    const wanted = Math.max(this.first, Math.min(this.length, after));
    this.after = wanted;
    const frame = this.#frames.get(this.#key(wanted)) ?? (await this.#fetch(wanted));
    if (frame && this.after === wanted) this.frame = frame;
    const ahead = wanted + PACK / 2;
    if (ahead < this.length && !this.#frames.has(this.#key(ahead))) void this.#fetch(ahead);
  }

  #key(after: number): string {
    return `${this.viewer}/${after}`;
  }

  async #fetch(after: number): Promise<Wire.Frame | null> {
    const start = Math.max(this.first, Math.floor(after / PACK) * PACK);
    const pack = this.#key(start);
    const viewer = String(this.viewer);
    // Anyone who asks while a pack is on its way waits for it too.
    if (!this.#asked.has(pack)) this.#asked.set(pack, this.#load(viewer, start, pack));
    await this.#asked.get(pack);
    return this.#frames.get(`${viewer}/${after}`) ?? null;
  }

  async #load(viewer: string, start: number, pack: string): Promise<void> {
    try {
      const { frames } = await api.frames(this.source, viewer, start, PACK);
      for (const frame of frames) this.#frames.set(`${viewer}/${frame.after}`, frame);
    } catch (error) {
      this.#asked.delete(pack);
      if (error instanceof Refusal) this.trouble = error;
    }
  }
}
