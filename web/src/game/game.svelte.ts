/**
 * A session that runs: hands what a source says and what a person wants to `reduce`, sends what is to be
 * sent, and wakes it when time has passed. What screens read is derived from the session; nobody assigns.
 */
import { newId } from '../lib/id';
import { untrack } from 'svelte';
import { t } from '../i18n/index.svelte';
import { REFUSAL } from '../i18n/keys';
import { announcer } from '../lib/announce.svelte';
import { type Held, drop, heldFor, hold, keyrings } from '../lib/session';
import { isStill, pace, settings } from '../lib/settings.svelte';
import type { Part } from '../lib/shuffle';
import type * as Wire from '../protocol/messages';
import type { Closing } from '../session/connection';
import type { Film, Viewer } from '../session/film';
import type { Input, Session } from '../session/session';
import * as session from '../session/session';
import { isOwn, place } from '../local/place.svelte';
import { OwnHints } from '../local/ownHints';
import { PageSource } from '../local/source';
import { SocketSource } from '../session/socketSource';
import type { Source } from '../session/source';
import type { TableState } from '../session/table';
import { takeBack } from '../table/takeBack';
import { tableModel } from '../table/model';
import type { Draft } from './ctrl';

export class Game {
  #session = $state.raw<Session>(session.NEW_SESSION);
  /** What this browser has shown for this table: seats, invitation, the host's key. */
  held = $state.raw<Held | null>(null);

  readonly table: string;
  #source: Source | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Told about every new event, for sounds, titles and notes. */
  onevents: (events: readonly Wire.Event[]) => void = () => {};

  constructor(table: string) {
    this.table = table;
    this.held = heldFor(table);
  }

  // Each by itself: the set-up stays the same from the first move to the last, and a line of chat
  // changes nothing on the table.
  readonly state = $derived(this.#session.table);
  readonly draft = $derived(this.#session.draft);
  readonly connection = $derived(this.#session.connection);
  readonly refused = $derived(this.#session.refused);
  readonly reactions = $derived(this.#session.reactions);
  readonly unread = $derived(this.#session.unread);
  readonly skew = $derived(this.#session.skew);
  readonly pending = $derived(this.#session.pending !== null);
  readonly #advice = $derived(this.#session.advice);
  readonly hint = $derived(this.#advice.hint);
  readonly hintPending = $derived(this.#advice.askedAt !== null);
  readonly noMoreHints = $derived(this.#advice.exhausted);

  readonly #setup = $derived(this.state.setup);
  readonly #playerView = $derived(this.state.playerView);
  readonly me = $derived(this.#playerView?.seat ?? null);
  readonly nudge = $derived(this.#session.nudge);
  readonly lost = $derived(this.#session.lost);
  readonly substitute = $derived(session.substitute(this.state));
  readonly #substituted = $derived(this.substitute !== null);
  readonly world = $derived(session.worldOf(this.#setup, this.#playerView));
  readonly ground = $derived(session.groundOf(this.#setup, this.#playerView, this.#substituted));
  readonly myTurn = $derived(session.isMyTurn(this.state));
  readonly hotSeat = $derived(session.isHotSeat(this.#session));
  /** How many events would be left if the own last move were taken back; null when that cannot be asked for. */
  readonly takeBack = $derived(takeBack(this.#session));
  readonly alone = $derived(session.isAlone(this.#session));
  readonly curtain = $derived(session.curtain(this.#session));
  readonly film = $derived(this.#session.film);
  readonly closed = $derived<Closing | null>(this.connection.kind === 'closed' ? this.connection.why : null);
  readonly offline = $derived(this.connection.kind === 'waiting' || this.connection.kind === 'connecting');

  /** What every screen shows and offers. */
  readonly model = $derived.by(() =>
    tableModel(this.#session, {
      own: isOwn(this.table),
      full: place.full,
      textView: settings.textView,
      host: Boolean(this.held?.host),
    }),
  );

  /** The one way in for everything that happens. */
  dispatch(input: Input): void {
    // Who says something does not depend on what was there before.
    untrack(() => {
      const before = this.#session;
      const seen = !isStill() && globalThis.document?.hidden === false;
      const moment = { now: Date.now(), pace: seen ? pace() : 0 };
      const reduced = session.reduce(before, input, moment);
      if (reduced === before) return;
      const { outbox } = reduced;
      const after = outbox.length > 0 ? { ...reduced, outbox: [] } : reduced;
      this.#session = after;
      for (const message of outbox) this.#source?.send(message);
      this.#seek(before.film, after.film);
      if (after.refused && after.refused !== before.refused) announcer.say(t(REFUSAL[after.refused.code]));
      const events = session.newEvents(before, after);
      if (events.length > 0 && input.type !== 'show' && !after.film) this.onevents(events);
      this.#wakeLater();
    });
  }

  /** Another moment of the film is wanted. */
  #seek(before: Film | null, film: Film | null): void {
    if (!film || (['replay', 'viewer', 'after'] as const).every((key) => film[key] === before?.[key])) return;
    this.#source?.seek?.(film.viewer, film.after);
  }

  #wakeLater(): void {
    clearTimeout(this.#timer);
    const at = session.nextTick(this.#session);
    if (at !== null) this.#timer = setTimeout(() => this.dispatch({ type: 'tick' }), at - Date.now());
  }

  // --- the source -------------------------------------------------------------------------------

  /** Opens a source; by default the table's socket on the server. */
  connect(source?: Source): void {
    this.#source = source ?? this.#ownSource();
    this.#source.open({
      onmessage: (message) => this.receive(message),
      onconnection: (state) => this.dispatch({ type: 'connection', state }),
      onfilm: (input) => this.dispatch(input),
      resume: () => ({ version: this.state.version, look: this.me }),
    });
  }

  #ownSource(): Source {
    if (isOwn(this.table)) return new PageSource(this.table, this.#keys());
    return new OwnHints(
      new SocketSource(this.table, this.#keys()),
      this.table,
      () => this.held?.tokens ?? [],
    );
  }

  #keys(): ConstructorParameters<typeof SocketSource>[1] {
    return {
      rings: keyrings(this.held),
      onrefused: (keys) => {
        if (keys.length > 0) this.held = drop(this.table, keys);
      },
      onrevoked: () => {
        this.held = drop(this.table, this.held?.tokens ?? []);
      },
    };
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  tryNow(): void {
    this.#source?.tryNow?.();
  }

  receive(message: Wire.ServerMessage): void {
    this.dispatch({ type: 'message', message });
  }

  /** A sample instead of messages. */
  show(table: Partial<TableState>): void {
    this.dispatch({ type: 'show', table });
  }

  /** Sit down with a token that was just given; the table greets its holder again. */
  sitDown(token: string, part?: Part): void {
    this.keep({ tokens: [token], part });
    this.close();
    this.connect();
  }

  /** Take a personal link's token or an invitation into the browser's store. */
  keep(more: { tokens?: string[]; invitation?: string | null; part?: Part }): void {
    this.held = hold(this.table, more, Date.now());
  }

  // --- what a person wants ----------------------------------------------------------------------

  #send(message: Wire.ClientMessage): void {
    this.dispatch({ type: 'send', message });
  }

  setDraft(draft: Draft): void {
    this.dispatch({ type: 'draft', draft });
  }
  submit(move: Wire.Move): void {
    this.dispatch({ type: 'submit', id: newId(), move });
  }
  undo(wholeTurn = false): void {
    this.dispatch({ type: 'undo', id: newId(), wholeTurn });
  }
  /** Ask for an idea, or for another one than that shown. */
  askHint(another = false): void {
    this.dispatch({ type: 'ask_hint', id: newId(), another });
  }
  dismissHint(): void {
    this.dispatch({ type: 'dismiss_hint' });
  }
  dismissRefusal(): void {
    this.dispatch({ type: 'dismiss_refusal' });
  }
  /** Show everything that has happened at once. */
  skip(): void {
    this.dispatch({ type: 'show_all' });
  }
  lift(seat: number): void {
    this.dispatch({ type: 'lift', seat });
  }
  sinceRead(): void {
    this.dispatch({ type: 'since_read' });
  }
  chatRead(): void {
    this.dispatch({ type: 'chat_read' });
  }
  mute(seat: number | null, muted: boolean): void {
    this.dispatch({ type: 'mute', seat, muted });
  }
  go(after: number): void {
    this.dispatch({ type: 'go', after });
  }
  seeAs(viewer: Viewer): void {
    this.dispatch({ type: 'see_as', viewer });
  }
  playFilm(playing: boolean): void {
    this.dispatch({ type: 'play_film', playing });
  }
  filmSpeed(speed: number): void {
    this.dispatch({ type: 'film_speed', speed });
  }
  proposeUndo(): void {
    const events = this.takeBack;
    if (events === null) return;
    this.#send({ type: 'propose_undo', id: newId(), version: this.state.version, events });
  }
  proposeEnd(): void {
    this.#send({ type: 'propose_end', id: newId() });
  }
  vote(proposal: number, agree: boolean): void {
    this.#send({ type: 'vote', id: newId(), proposal, agree });
  }
  resign(): void {
    this.#send({ type: 'resign', id: newId() });
  }
  remind(seat: number): void {
    this.#send({ type: 'nudge', id: newId(), seat });
  }
  comeBack(): void {
    this.#send({ type: 'return', id: newId() });
  }
  rematch(): void {
    this.#send({ type: 'rematch', id: newId() });
  }
  say(text: string): void {
    this.#send({ type: 'say', id: newId(), text });
  }
  react(reaction: Wire.Reaction): void {
    this.#send({ type: 'react', id: newId(), reaction });
  }
}
