/** One table as a screen sees it: what the server said, what the person is putting together, the line. */
import { untrack } from 'svelte';
import { API } from '../lib/api';
import { announcer } from '../lib/announce.svelte';
import { type Held, drop, heldFor, hold, keyrings } from '../lib/session';
import { isStill } from '../lib/settings.svelte';
import type * as Wire from '../protocol/messages';
import type { Draft, Ground } from './ctrl';
import { EMPTY, settle } from './ctrl';
import type { Closing, LineState } from './socket';
import { Line, socketAddress } from './socket';
import type { TableState } from './state';
import { NOTHING, follows, movesIn, said, updated, welcomed } from './state';
import type { GameEvent, Move } from './types';
import type { World } from './world';
import { tileMap } from './world';

export interface Refused {
  readonly code: Wire.RefusalCode;
  readonly message: string;
  readonly at: number;
}
export interface Reaction {
  readonly seat: number | null;
  readonly reaction: Wire.Reaction;
  readonly key: number;
}

/** Bots and opponents are shown one move at a time (design, section 7). */
const PACE = 450;
/** A bot that has not answered by then will not: the button may be pressed again. */
const HINT_PATIENCE = 20_000;

export class Game {
  #state = $state.raw<TableState>(NOTHING);
  get state(): TableState {
    return this.#state;
  }
  set state(next: TableState) {
    // Whoever sets it does not hang on it.
    untrack(() => {
      if (next.sight !== this.#state.sight) this.onsight();
    });
    this.#state = next;
  }
  draft = $state.raw<Draft>(EMPTY);
  line = $state.raw<LineState>({ kind: 'connecting' });
  refused = $state.raw<Refused | null>(null);
  hint = $state.raw<Wire.Hint | null>(null);
  hintPending = $state(false);
  /** The adviser has no other idea than those shown. */
  noMoreHints = $state(false);
  reactions = $state.raw<readonly Reaction[]>([]);
  /** Id of the deed under way; the controls wait for its answer. */
  pending = $state<string | null>(null);
  /** Hot seat: the seat whose sail hides the table, or `true` while nobody is at it yet. */
  lifted = $state<number | null>(null);
  unread = $state(0);
  /** Difference of server and own clock, so that clocks agree. */
  skew = $state(0);

  /** What this browser has shown for this table: seats, invitation, the host's key. */
  held = $state.raw<Held | null>(null);

  readonly #table: string;
  #line: Line | null = null;
  #keyrings: string[][] = [];
  /** Keys that the table did not take, to be dropped once it takes others. */
  #refused: string[] = [];
  /** The line has brought a welcome, so that only what is new is to be told. */
  #greeted = false;
  #queue: Wire.Update[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #counter = 0;
  #rank = 0;
  /** The idea shown before another one was asked for. */
  #lastHint: Wire.Hint | null = null;
  /** Version that brings the outcome of the acknowledged deed. */
  #due: number | null = null;
  /** Told before another position is seen. */
  onsight: () => void = () => {};
  /** Told about every new event, for sounds, titles and notes. */
  onevents: (events: readonly GameEvent[], own: boolean) => void = () => {};

  constructor(table: string) {
    this.#table = table;
    this.held = heldFor(table);
  }

  // Each by itself: the set-up stays the same from the first move to the last, and a line of chat
  // changes nothing on the table.
  readonly #setup = $derived(this.state.setup);
  readonly #sight = $derived(this.state.sight);
  readonly tiles = $derived(this.#setup ? tileMap(this.#setup) : new Map());
  readonly me = $derived(this.#sight?.seat ?? null);
  readonly world = $derived<World | null>(
    this.#setup && this.#sight
      ? { setup: this.#setup, view: this.#sight.view, tiles: this.tiles, me: this.me }
      : null,
  );
  /** The bot that plays this seat instead, after its person resigned, left or ran out of time. */
  readonly substitute = $derived.by(() => {
    const seat = this.state.info?.seats.find((s) => s.seat === this.me);
    return seat?.substitute ? { bot: seat.substitute, why: seat.why } : null;
  });
  readonly #choices = $derived(this.substitute ? null : (this.#sight?.choices ?? null));
  readonly ground = $derived<Ground | null>(
    this.#sight ? { view: this.#sight.view, choices: this.#choices, tiles: this.tiles } : null,
  );
  readonly myTurn = $derived(this.#choices !== null);
  readonly closed = $derived<Closing | null>(this.line.kind === 'closed' ? this.line.why : null);
  readonly offline = $derived(this.line.kind === 'waiting' || this.line.kind === 'connecting');
  readonly hotSeat = $derived(this.state.seats.length > 1);
  /** The sail is down: nothing of any hand or stock may be on the page. */
  readonly curtain = $derived(this.#curtain());

  #curtain(): { readonly seat: number } | null {
    if (!this.hotSeat || !this.state.sight || this.state.sight.view.phase === 'over') return null;
    const next = this.state.sight.view.to_move;
    if (next === null || !this.state.seats.includes(next)) return null;
    return this.lifted === next && this.me === next ? null : { seat: next };
  }

  // --- the line -------------------------------------------------------------------------------

  connect(): void {
    this.#keyrings = keyrings(this.held);
    this.#refused = [];
    this.#openLine();
  }

  #openLine(): void {
    const url = socketAddress(location, `${API}/tables/${encodeURIComponent(this.#table)}/socket`);
    const tokens = this.#keyrings[0] ?? [];
    this.#greeted = false;
    this.#line = new Line(url, {
      onmessage: (message) => this.receive(message),
      onstate: (state) => this.#onLine(state),
      hello: () => ({
        tokens,
        // Who comes with other keys is told everything again.
        seen: this.#greeted ? this.state.version : null,
        look: this.me,
      }),
    });
    this.#line.open();
  }

  #onLine(state: LineState): void {
    if (state.kind === 'closed' && state.why === 'forbidden' && this.#keyrings.length > 1) {
      const [refused = [], taken = []] = this.#keyrings;
      this.#keyrings.shift();
      this.#refused = [...this.#refused, ...refused].filter((key) => !taken.includes(key));
      return this.#openLine();
    }
    if (state.kind === 'closed' && state.why === 'revoked')
      this.held = drop(this.#table, this.held?.tokens ?? []);
    this.line = state;
    // A question that was under way when the line was cut gets no answer.
    if (state.kind !== 'live') this.#stopWaiting();
  }

  /** Sit down with a token that was just given; the table greets its holder again. */
  sitDown(token: string): void {
    this.keep({ tokens: [token] });
    this.close();
    this.connect();
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#queue = [];
    this.#stopWaiting();
    this.#line?.close();
    this.#line = null;
  }

  tryNow(): void {
    this.#line?.tryNow();
  }

  receive(message: Wire.ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        return this.#welcome(message);
      case 'update':
        return this.#enqueue(message);
      case 'acknowledged':
        this.#acknowledge(message);
        return;
      case 'refused':
        return this.#refuse(message);
      case 'said':
        this.state = said(this.state, message.line);
        if (message.line.seat !== this.me || this.me === null) this.unread += 1;
        return;
      case 'reacted':
        return this.#react(message);
      case 'presence_changed':
        this.state = { ...this.state, presence: message.presence };
        return;
      case 'heartbeat':
        this.skew = message.now - Date.now();
        if (message.version > this.#known()) this.#line?.send({ type: 'resync', seen: this.#known() });
        return;
      case 'hint':
        return this.#advise(message);
      case 'lobby_changed':
        return;
    }
  }

  #known(): number {
    return this.#queue.at(-1)?.version ?? this.state.version;
  }

  #welcome(welcome: Wire.Welcome): void {
    this.#queue = [];
    this.#greeted = true;
    if (this.#refused.length > 0) this.held = drop(this.#table, this.#refused);
    const before = this.state;
    this.state = welcomed(welcome);
    if (welcome.clocks) this.skew = welcome.clocks.now - Date.now();
    this.#arrived();
    const news = before.version > 0 ? this.state.events.slice(before.events.length) : [];
    this.#settle(news);
    if (news.length > 0) this.onevents(news, false);
    this.#lookAway();
  }

  /** Others' moves come one after the other; own ones at once. */
  #enqueue(update: Wire.Update): void {
    const known = this.#known();
    if (update.version <= known) return;
    if (update.version - update.changes.length !== known) {
      this.#line?.send({ type: 'resync', seen: known });
      return;
    }
    this.#queue.push(update);
    if (!this.#timer) this.#pump();
  }

  #pump(): void {
    this.#timer = null;
    const update = this.#queue.shift();
    if (!update) return;
    this.#apply(update);
    const paced = movesIn(update).some((played) => !this.state.seats.includes(played.seat));
    if (paced && !isStill() && typeof document !== 'undefined' && !document.hidden)
      this.#timer = setTimeout(() => this.#pump(), PACE);
    else this.#pump();
  }

  /** Show everything that has happened at once. */
  skip(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    while (this.#queue.length > 0) this.#apply(this.#queue.shift()!);
  }

  #apply(update: Wire.Update): void {
    if (!follows(this.state, update)) return;
    const before = this.state;
    this.state = updated(before, update);
    if (update.clocks) this.skew = update.clocks.now - Date.now();
    // The set-up comes with a welcome only, so the start of a game asks for one.
    if (!this.state.setup && update.changes.some((change) => change.type === 'started'))
      this.#line?.send({ type: 'resync', seen: null });
    this.#arrived();
    const moved = this.state.events.length !== before.events.length || update.sight !== null;
    const news = this.state.events.slice(before.events.length);
    if (moved) {
      this.#settle(news);
      this.hint = null;
    }
    const own = movesIn(update).every((played) => played.seat === this.me);
    if (news.length > 0) this.onevents(news, own);
    this.#lookAway();
  }

  /** A draft that was played is gone; any other keeps what still stands. */
  #settle(news: readonly GameEvent[]): void {
    const played = news.some((event) => 'seat' in event && event.seat === this.me);
    if (this.ground) this.draft = played ? EMPTY : settle(this.ground, this.draft);
  }

  #refuse(refused: Wire.Refused): void {
    if (this.pending === refused.id) this.pending = null;
    this.#stopWaiting();
    // Whoever wants another idea and gets none keeps the one they had.
    if (refused.code === 'no_hint' && this.#lastHint?.version === this.state.version) {
      this.hint = this.#lastHint;
      this.noMoreHints = true;
      return;
    }
    this.refused = { code: refused.code, message: refused.message, at: Date.now() };
    announcer.say(refused.message);
    if (refused.code === 'stale' || (refused.version ?? 0) > this.#known())
      this.#line?.send({ type: 'resync', seen: null });
  }

  /** A deed is done when its outcome is on the page: until then the controls wait. */
  #acknowledge(answer: Wire.Acknowledged): void {
    if (this.pending !== answer.id) return;
    if (answer.version > this.state.version) this.#due = answer.version;
    else this.pending = null;
  }

  #arrived(): void {
    if (this.#due === null || this.state.version < this.#due) return;
    this.#due = null;
    this.pending = null;
  }

  /** A hint speaks of one position: everything before it is shown first, and an old one is let go. */
  #advise(hint: Wire.Hint): void {
    this.#stopWaiting();
    this.skip();
    if (hint.version === this.state.version && this.myTurn) this.hint = hint;
  }

  #react(message: Wire.Reacted): void {
    if (this.state.muted.includes(message.seat ?? -1)) return;
    const key = ++this.#counter;
    this.reactions = [...this.reactions, { seat: message.seat, reaction: message.reaction, key }];
    setTimeout(() => (this.reactions = this.reactions.filter((r) => r.key !== key)), 4000);
  }

  // --- hot seat ----------------------------------------------------------------------------------

  /** While nobody at this device is to move, only what is public is asked for. */
  #lookAway(): void {
    const sight = this.state.sight;
    if (!this.hotSeat || !sight || sight.view.phase === 'over' || this.me === null) return;
    if (sight.view.to_move !== this.me) {
      this.lifted = null;
      this.#line?.send({ type: 'look', seat: null });
    }
  }

  lift(seat: number): void {
    this.lifted = seat;
    this.draft = EMPTY;
    if (this.me !== seat) this.#line?.send({ type: 'look', seat });
  }

  look(seat: number | null): void {
    this.#line?.send({ type: 'look', seat });
  }

  // --- deeds ---------------------------------------------------------------------------------------

  #id(): string {
    return crypto.randomUUID?.() ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  }

  submit(move: Move): void {
    if (this.pending) return;
    this.skip();
    const id = this.#id();
    this.pending = id;
    this.refused = null;
    if (move.type === 'end_turn' || move.type === 'mulligan') this.lifted = this.hotSeat ? null : this.lifted;
    this.#line?.send({
      type: 'submit_move',
      id,
      version: this.state.version,
      move: move as Wire.Move,
    });
  }

  undo(wholeTurn = false): void {
    if (this.pending) return;
    const id = this.#id();
    this.pending = id;
    this.draft = EMPTY;
    this.#line?.send({ type: 'undo', id, version: this.state.version, whole_turn: wholeTurn });
  }

  proposeUndo(events: number): void {
    this.#line?.send({ type: 'propose_undo', id: this.#id(), version: this.state.version, events });
  }

  proposeEnd(): void {
    this.#line?.send({ type: 'propose_end', id: this.#id() });
  }

  vote(proposal: number, agree: boolean): void {
    this.#line?.send({ type: 'vote', id: this.#id(), proposal, agree });
  }

  resign(): void {
    this.#line?.send({ type: 'resign', id: this.#id() });
  }

  comeBack(): void {
    this.#line?.send({ type: 'return', id: this.#id() });
  }

  rematch(): void {
    this.#line?.send({ type: 'rematch', id: this.#id() });
  }

  say(text: string): void {
    this.#line?.send({ type: 'say', id: this.#id(), text });
  }

  react(reaction: Wire.Reaction): void {
    this.#line?.send({ type: 'react', reaction });
  }

  mute(seat: number | null, muted: boolean): void {
    this.#line?.send({ type: 'mute', seat, muted });
    const entry = seat ?? -1;
    const others = this.state.muted.filter((m) => m !== entry);
    this.state = { ...this.state, muted: muted ? [...others, entry] : others };
  }

  /** Ask for an idea, or for another one than that shown. */
  askHint(another = false): void {
    if (!this.myTurn || this.pending || this.hintPending) return;
    const rank = another ? this.#rank + 1 : 0;
    this.#rank = rank;
    this.#lastHint = another ? this.hint : null;
    this.hintPending = true;
    this.noMoreHints = false;
    this.hint = null;
    this.refused = null;
    this.#line?.send({ type: 'ask_hint', id: this.#id(), rank });
    this.#patience = setTimeout(() => {
      this.#stopWaiting();
      this.refused = { code: 'no_hint', message: '', at: Date.now() };
    }, HINT_PATIENCE);
  }

  #stopWaiting(): void {
    clearTimeout(this.#patience);
    this.hintPending = false;
  }

  /** Take a personal link's token or an invitation into the browser's keeping. */
  keep(more: { tokens?: string[]; invitation?: string | null }): void {
    this.held = hold(this.#table, more, Date.now());
  }

  get table(): string {
    return this.#table;
  }
}
