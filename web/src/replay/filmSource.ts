/** A game to step through as a source of a session: the timeline, and frames fetched as they are needed. */
import { Refusal, tableInfo } from '../lib/api';
import { heldFor } from '../lib/session';
import { isOwn } from '../local/place.svelte';
import type * as Wire from '../protocol/messages';
import { type FilmTerms, type GameAddress, type Viewer, firstMoment } from '../session/film';
import type { Source, SourceListener } from '../session/source';
import * as api from './calls';

/** Frames come in packs, so that playing on rarely waits. */
const PACK = 40;

export interface Opening {
  readonly viewer: Viewer;
  readonly after: number;
  readonly invitation: string | null;
  readonly embedded: boolean;
}

function gameOf(id: string, invitation: string | null): GameAddress {
  const found = /^record-(.+)$/.exec(id);
  if (found) return { kind: 'records', id: found[1]!, token: null };
  const held = heldFor(id);
  return { kind: 'tables', id, token: held?.tokens[0] ?? invitation ?? held?.invitation ?? null };
}

export class FilmSource implements Source {
  readonly game: GameAddress;
  #listener: SourceListener | null = null;
  #viewer: Viewer | null = null;
  #first = 0;
  #length = 0;
  #packs = new Map<number, Promise<readonly Wire.Frame[]>>();

  constructor(
    id: string,
    private readonly opening: Opening,
  ) {
    this.game = gameOf(id, opening.invitation);
  }

  open(listener: SourceListener): void {
    this.#listener = listener;
    void this.#load(this.opening.viewer);
  }
  close(): void {
    this.#listener = null;
  }
  /** Nothing can be done in a game that is only looked at. */
  send(): void {}

  /** This moment is wanted, as this viewer. */
  seek(viewer: Viewer, after: number): void {
    if (viewer !== this.#viewer) void this.#load(viewer);
    else void this.#show(after);
  }

  async #load(viewer: Viewer): Promise<void> {
    this.#viewer = viewer;
    this.#packs.clear();
    try {
      const [replay, terms] = await Promise.all([api.replay(this.game, String(viewer)), this.#terms()]);
      if (viewer !== this.#viewer) return;
      this.#length = replay.events.length;
      this.#first = firstMoment({ replay });
      const shareable = replay.finished || terms.shareable;
      const { after } = this.opening;
      this.#listener?.onconnection({ kind: 'live' });
      this.#listener?.onfilm({ type: 'film', replay, viewer, after, terms: { ...terms, shareable } });
      await this.#show(this.#length);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // While a game runs only the own view, or what is public, is open.
      if (error.code === 'not_finished' && viewer !== 'public') return this.#load('public');
      const why = error.code === 'unreachable' ? 'unreachable' : 'unknown';
      this.#listener?.onconnection({ kind: 'closed', why });
    }
  }

  /** A shared moment carries the invitation, so that it opens in any browser. */
  #known: Promise<FilmTerms> | null = null;
  #terms(): Promise<FilmTerms> {
    return (this.#known ??= this.#askTerms());
  }
  async #askTerms(): Promise<FilmTerms> {
    const { invitation, embedded } = this.opening;
    const { game } = this;
    const { kind, id, token } = game;
    const terms = { game, invitation, embedded, shareable: !isOwn(id) };
    if (kind !== 'tables' || invitation) return terms;
    try {
      const { code, settings } = await tableInfo(id, token);
      return { ...terms, invitation: code, shareable: terms.shareable && (settings.spectators ?? true) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return terms;
    }
  }

  async #show(after: number): Promise<void> {
    const viewer = this.#viewer!;
    const frames = await this.#pack(after);
    const frame = frames.find((one) => one.after === after);
    if (frame && viewer === this.#viewer) this.#listener?.onfilm({ type: 'frame', viewer, frame });
    const ahead = after + PACK / 2;
    if (ahead < this.#length) void this.#pack(ahead);
  }
  /** Anyone who asks while a pack is on its way waits for it too. */
  #pack(after: number): Promise<readonly Wire.Frame[]> {
    const start = Math.max(this.#first, Math.floor(after / PACK) * PACK);
    const known = this.#packs.get(start);
    if (known) return known;
    const coming = this.#fetch(start);
    this.#packs.set(start, coming);
    return coming;
  }
  async #fetch(start: number): Promise<readonly Wire.Frame[]> {
    try {
      return (await api.frames(this.game, String(this.#viewer), start, PACK)).frames;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#packs.delete(start); // it is asked for again with the next step
      return [];
    }
  }
}
