/**
 * One table as one person has it before them, and how it changes: `reduce` is the only place where it does.
 * Pure and immutable: no DOM, no timers, no network. What is to be sent stands in `outbox`; when something
 * is to happen by itself is told by `nextTick`.
 */
import type * as Wire from '../protocol/messages';
import type { Draft, Ground } from '../game/ctrl';
import { EMPTY, settle } from '../game/ctrl';
import type { World } from '../game/world';
import { tileMap } from '../game/world';
import { memo } from '../lib/memo';
import type { ConnectionState } from './connection';
import { type Film, type FilmInput, type FilmIntent, filmTable, reduceFilm, stepFilm } from './film';
import type { TableState } from './table';
import { NOTHING, follows, movesIn, said, updated, welcomed } from './table';

export interface Refused {
  readonly code: Wire.RefusalCode;
  readonly version: number | null;
}
export interface Reaction {
  readonly seat: number | null;
  readonly reaction: Wire.Reaction;
  readonly key: number;
  readonly until: number;
}
/** Advice: what is shown, and what was asked for. */
export interface Advice {
  readonly hint: Wire.Hint | null;
  /** Since when an idea is waited for. */
  readonly askedAt: number | null;
  readonly rank: number;
  /** The idea shown before another one was asked for. */
  readonly last: Wire.Hint | null;
  /** The adviser has no other idea than those shown. */
  readonly exhausted: boolean;
}
/** A command under way; the controls wait for its outcome. */
export interface Pending {
  readonly id: string;
  /** The version that brings the outcome, once it is acknowledged. */
  readonly due: number | null;
}

export interface Session {
  readonly connection: ConnectionState;
  readonly table: TableState;
  /** Moves of others that are still to be shown, one after the other. */
  readonly queue: readonly Wire.Update[];
  /** Until then the next of them waits. */
  readonly pausedUntil: number | null;
  readonly draft: Draft;
  readonly advice: Advice;
  readonly pending: Pending | null;
  readonly refused: Refused | null;
  /** Hot seat: whose curtain is lifted. */
  readonly lifted: number | null;
  readonly unread: number;
  /** So many events had happened when the moves since the own last turn were put away. */
  readonly sinceRead: number;
  /** Who was last reminded that the table waits for them, until they move. */
  readonly nudge: Wire.Nudged | null;
  /** Seats whose connections were lost a moment ago, and when: they may be on their way back. */
  readonly lost: Readonly<Record<number, number>>;
  readonly reactions: readonly Reaction[];
  /** The game is stepped through instead of played. */
  readonly film: Film | null;
  /** Difference of the server's clock and the own one. */
  readonly skew: number;
  readonly outbox: readonly Wire.ClientMessage[];
}

const SILENT: Advice = { hint: null, askedAt: null, rank: 0, last: null, exhausted: false };

export const NEW_SESSION: Session = {
  connection: { kind: 'connecting' },
  table: NOTHING,
  queue: [],
  pausedUntil: null,
  draft: EMPTY,
  advice: SILENT,
  pending: null,
  refused: null,
  lifted: null,
  unread: 0,
  sinceRead: 0,
  nudge: null,
  lost: {},
  reactions: [],
  film: null,
  skew: 0,
  outbox: [],
};

/** What a person wants; ids come from outside, so that `reduce` stays pure. */
export type Intent =
  | { readonly type: 'draft'; readonly draft: Draft }
  | { readonly type: 'submit'; readonly id: string; readonly move: Wire.Move }
  | { readonly type: 'undo'; readonly id: string; readonly wholeTurn: boolean }
  | { readonly type: 'ask_hint'; readonly id: string; readonly another: boolean }
  | { readonly type: 'dismiss_hint' }
  | { readonly type: 'dismiss_refusal' }
  | { readonly type: 'lift'; readonly seat: number }
  | { readonly type: 'show_all' }
  | { readonly type: 'chat_read' }
  | { readonly type: 'since_read' }
  | { readonly type: 'mute'; readonly seat: number | null; readonly muted: boolean }
  /** Commands that change nothing here before the server has answered. */
  | { readonly type: 'send'; readonly message: Wire.ClientMessage };

export type Input =
  | Intent
  | FilmInput
  | FilmIntent
  | { readonly type: 'message'; readonly message: Wire.ServerMessage }
  | { readonly type: 'connection'; readonly state: ConnectionState }
  /** A sample: the table as it is, without a history of messages. */
  | { readonly type: 'show'; readonly table: Partial<TableState> }
  /** Time has passed. */
  | { readonly type: 'tick' };

export interface Moment {
  readonly now: number;
  /** Milliseconds between others' moves; 0 where nothing may move, or nobody looks. */
  readonly pace: number;
}

/** A bot that has not answered by then will not: the button may be pressed again. */
export const HINT_PATIENCE = 20_000;
const REACTION_STAYS = 4000;
/** Who has not come back by then is away. */
const RECONNECTS = 30_000;

export function reduce(session: Session, input: Input, moment: Moment): Session {
  switch (input.type) {
    case 'message':
      return receive(session, input.message, moment);
    case 'connection':
      // A question that was under way when the line was cut gets no answer.
      return {
        ...session,
        connection: input.state,
        advice: input.state.kind === 'live' ? session.advice : { ...session.advice, askedAt: null },
      };
    case 'show':
      return { ...session, table: { ...session.table, ...input.table } };
    case 'film':
    case 'frame':
    case 'go':
    case 'see_as':
    case 'play_film':
    case 'film_speed':
      return shownFilm(session, reduceFilm(session.film, input, moment.now));
    case 'tick':
      return tick(session, moment);
    case 'draft':
      return { ...session, draft: input.draft, refused: null };
    case 'submit':
      return submit(session, input.id, input.move, moment);
    case 'undo':
      return undo(session, input.id, input.wholeTurn);
    case 'ask_hint':
      return askHint(session, input.id, input.another, moment.now);
    case 'dismiss_hint':
      return { ...session, advice: { ...session.advice, hint: null } };
    case 'dismiss_refusal':
      return { ...session, refused: null };
    case 'lift': {
      const lifted = { ...session, lifted: input.seat, draft: EMPTY };
      return me(session) === input.seat ? lifted : send(lifted, { type: 'look', seat: input.seat });
    }
    case 'show_all':
      return showAll(session, moment);
    case 'chat_read':
      return session.unread === 0 ? session : { ...session, unread: 0 };
    case 'since_read':
      return { ...session, sinceRead: session.table.events.length };
    case 'mute':
      return mute(session, input.seat, input.muted);
    case 'send':
      return send(session, input.message);
  }
}

/** When a `tick` is due; null: nothing happens by itself. */
export function nextTick(session: Session): number | null {
  const { pausedUntil, advice, reactions } = session;
  const times = reactions.map((reaction) => reaction.until);
  times.push(...Object.values(session.lost).map((at) => at + RECONNECTS));
  if (pausedUntil !== null) times.push(pausedUntil);
  if (advice.askedAt !== null) times.push(advice.askedAt + HINT_PATIENCE);
  if (session.film?.stepAt != null) times.push(session.film.stepAt);
  return times.length > 0 ? Math.min(...times) : null;
}

// --- what follows from a session ---------------------------------------------------------------

/** The seat looked through. */
const me = ({ table }: Session): number | null => table.playerView?.seat ?? null;

/** The bot that plays this seat instead, after its person resigned, left or ran out of time. */
export function substitute({
  info,
  playerView,
}: TableState): { bot: string; why: Wire.SeatInfo['why'] } | null {
  const seat = info?.seats.find((s) => s.seat === (playerView?.seat ?? null));
  return seat?.substitute ? { bot: seat.substitute, why: seat.why } : null;
}

const tilesOf = memo(tileMap);

/** The same object while setup and view are: what is worked out from it need not be again. */
export const worldOf = memo(
  (setup: TableState['setup'], playerView: TableState['playerView']): World | null =>
    setup && playerView ? { setup, view: playerView.view, tiles: tilesOf(setup), me: playerView.seat } : null,
);

/** What there is to choose from; nothing for a seat that a bot plays. */
export function groundOf(
  setup: TableState['setup'],
  playerView: TableState['playerView'],
  substituted: boolean,
): Ground | null {
  if (!playerView) return null;
  const choices = substituted ? null : playerView.choices;
  return { view: playerView.view, choices, tiles: setup ? tilesOf(setup) : new Map() };
}

export const isMyTurn = (table: TableState): boolean =>
  !substitute(table) && (table.playerView?.choices ?? null) !== null;

/** Whether a person is still to decide the mulligan. */
export function isChoosing({ info, events }: TableState, seat: number): boolean {
  const person = info?.seats[seat];
  const made = events.some((event) => event.type === 'mulligan' && event.seat === seat);
  return person?.kind === 'human' && person.substitute === null && !person.decided && !made;
}

export const isHotSeat = ({ table }: Session): boolean => table.seats.length > 1;

/** Against bots: there is nobody to invite, and nobody to agree with. */
export const isAlone = ({ table }: Session): boolean =>
  table.seats.length === 1 && (table.info?.seats.filter((seat) => seat.kind !== 'bot').length ?? 0) < 2;

/**
 * Hot seat: whose curtain is down; `wait` until it is known who is next. Nothing of any hand or stock may
 * be on the page then.
 */
export function curtain(session: Session): number | 'wait' | null {
  const { playerView, seats } = session.table;
  if (!isHotSeat(session) || !playerView || playerView.view.phase === 'over') return null;
  const next = playerView.view.to_move;
  const local = next !== null && seats.includes(next);
  if (session.lifted === null && (session.pending || (!local && playerView.seat !== null))) return 'wait';
  if (!local || (session.lifted === next && playerView.seat === next)) return null;
  return next;
}

/** Events that are new after a change, for sounds, titles and notes. */
export function newEvents(before: Session, after: Session): readonly Wire.Event[] {
  const known = before.table;
  return known.version > 0 ? after.table.events.slice(known.events.length) : [];
}

// --- messages ----------------------------------------------------------------------------------

const send = (session: Session, message: Wire.ClientMessage): Session => ({
  ...session,
  outbox: [...session.outbox, message],
});

/** The version that will be shown when everything is shown that has come. */
const known = (session: Session): number => session.queue.at(-1)?.version ?? session.table.version;

const resync = (session: Session, seen: number | null): Session => send(session, { type: 'resync', seen });

function receive(session: Session, message: Wire.ServerMessage, moment: Moment): Session {
  switch (message.type) {
    case 'welcome':
      return welcome(session, message, moment);
    case 'update':
      return enqueue(session, message, moment);
    case 'acknowledged':
      return acknowledge(session, message);
    case 'refused':
      return refuse(session, message);
    case 'said':
      return hear(session, message.line, moment.now);
    case 'nudged':
      return { ...session, nudge: message };
    case 'presence_changed':
      return present(session, message.presence, moment.now);
    case 'heartbeat': {
      const beaten = { ...session, skew: message.now - moment.now };
      return message.version > known(session) ? resync(beaten, known(session)) : beaten;
    }
    case 'hint':
      return advise(session, message, moment);
    case 'lobby_changed':
      return session;
  }
}

/** Who has gone is thought to be on the way back for a while. */
function present(session: Session, presence: Wire.Presence, now: number): Session {
  const { table } = session;
  const before = Object.entries(session.lost).filter(([seat]) => !presence.online.includes(Number(seat)));
  const gone = table.presence.online.filter((seat) => !presence.online.includes(seat));
  const lost = Object.fromEntries([...before, ...gone.map((seat) => [seat, now] as const)]);
  return { ...session, lost, table: { ...table, presence } };
}

function welcome(session: Session, message: Wire.Welcome, { now }: Moment): Session {
  const greeted: Session = {
    ...session,
    queue: [],
    pausedUntil: null,
    table: welcomed(message),
    skew: message.clocks ? message.clocks.now - now : session.skew,
  };
  return lookAway(settled(session, arrived(greeted)));
}

/** Others' moves come one after the other; own ones at once. */
function enqueue(session: Session, update: Wire.Update, moment: Moment): Session {
  const last = known(session);
  if (update.version <= last) return session;
  if (update.version - update.changes.length !== last) return resync(session, last);
  return pump({ ...session, queue: [...session.queue, update] }, moment);
}

/** Shows what is due of what has come. */
function pump(session: Session, moment: Moment): Session {
  let next = session;
  if (next.pausedUntil !== null && next.pausedUntil <= moment.now) next = { ...next, pausedUntil: null };
  while (next.pausedUntil === null && next.queue.length > 0) {
    const [update, ...queue] = next.queue;
    next = apply({ ...next, queue }, update!, moment);
    const others = movesIn(update!).some((played) => !next.table.seats.includes(played.seat));
    // Bots and opponents are shown one move at a time.
    if (others && moment.pace > 0) next = { ...next, pausedUntil: moment.now + moment.pace };
  }
  return next;
}

/** Shows everything that has happened at once. */
function showAll(session: Session, moment: Moment): Session {
  return pump({ ...session, pausedUntil: null }, { ...moment, pace: 0 });
}

function apply(session: Session, update: Wire.Update, { now }: Moment): Session {
  if (!follows(session.table, update)) return session;
  let next: Session = {
    ...session,
    table: updated(session.table, update),
    skew: update.clocks ? update.clocks.now - now : session.skew,
  };
  // The set-up comes with a welcome only, so the start of a game asks for one.
  if (!next.table.setup && update.changes.some((change) => change.type === 'started'))
    next = resync(next, null);
  next = arrived(next);
  if (next.table.events.length !== session.table.events.length) next = { ...next, nudge: null };
  const moved = next.table.events.length !== session.table.events.length || update.player_view !== null;
  if (moved) next = settled(session, { ...next, advice: { ...next.advice, hint: null } });
  return lookAway(next);
}

/** A draft that was played is gone; any other keeps what still stands. */
function settled(before: Session, session: Session): Session {
  const { setup, playerView } = session.table;
  const ground = groundOf(setup, playerView, substitute(session.table) !== null);
  if (!ground) return session;
  const seat = me(session);
  const played = newEvents(before, session).some((event) => 'seat' in event && event.seat === seat);
  return { ...session, draft: played ? EMPTY : settle(ground, session.draft) };
}

/** A command is done when its outcome is shown: until then the controls wait. */
function acknowledge(session: Session, answer: Wire.Acknowledged): Session {
  if (session.pending?.id !== answer.id) return session;
  const due = answer.version > session.table.version;
  return { ...session, pending: due ? { id: answer.id, due: answer.version } : null };
}

function arrived(session: Session): Session {
  const due = session.pending?.due ?? null;
  return due !== null && session.table.version >= due ? { ...session, pending: null } : session;
}

function refuse(session: Session, refused: Wire.Refused): Session {
  const answered: Session = {
    ...session,
    pending: session.pending?.id === refused.id ? null : session.pending,
    advice: { ...session.advice, askedAt: null },
  };
  const { last } = session.advice;
  // Who wants another idea and gets none keeps the one they had.
  if (refused.code === 'no_hint' && last?.version === session.table.version)
    return { ...answered, advice: { ...answered.advice, hint: last, exhausted: true } };
  const told = { ...answered, refused: { code: refused.code, version: refused.version } };
  const behind = refused.code === 'stale' || (refused.version ?? 0) > known(session);
  return behind ? resync(told, null) : told;
}

/** A hint speaks of one position: everything before it is shown first, and an old one is dropped. */
function advise(session: Session, hint: Wire.Hint, moment: Moment): Session {
  const shown = showAll(session, moment);
  const fits = hint.version === shown.table.version && isMyTurn(shown.table);
  return {
    ...shown,
    advice: { ...shown.advice, askedAt: null, hint: fits ? hint : shown.advice.hint },
    // One that comes after all takes the place of the word that none would come.
    refused: fits && shown.refused?.code === 'no_hint' ? null : shown.refused,
  };
}

/** A line of chat; a quick reaction is also shown beside its sender for a while. */
function hear(session: Session, line: Wire.ChatLine, now: number): Session {
  const { number: key, seat, reaction } = line;
  const own = seat !== null && session.table.seats.includes(seat);
  const heard = { ...session, table: said(session.table, line), unread: session.unread + (own ? 0 : 1) };
  if (!reaction || session.table.muted.includes(seat ?? -1)) return heard;
  const shown = { seat, reaction, key, until: now + REACTION_STAYS };
  return { ...heard, reactions: [...session.reactions.filter((known) => known.key !== key), shown] };
}

/** Hot seat: while nobody at this device is to move, only what is public is asked for. */
function lookAway(session: Session): Session {
  const { playerView } = session.table;
  if (!isHotSeat(session) || !playerView || playerView.view.phase === 'over' || playerView.seat === null)
    return session;
  const next = playerView.view.to_move;
  // Who lifted the curtain has asked for the next view already; what comes before it was sent earlier.
  if (next === playerView.seat || (next !== null && next === session.lifted)) return session;
  return send({ ...session, lifted: null }, { type: 'look', seat: null });
}

/** The table follows the moment of the film. */
function shownFilm(session: Session, film: Film | null): Session {
  if (film === session.film) return session;
  const moved = film && film.frame !== session.film?.frame;
  return { ...session, film, table: moved ? { ...session.table, ...filmTable(film) } : session.table };
}

function tick(session: Session, moment: Moment): Session {
  let next = shownFilm(session, stepFilm(session.film, moment.now));
  if (Object.values(next.lost).some((at) => at + RECONNECTS <= moment.now)) {
    const still = Object.entries(next.lost).filter(([, at]) => at + RECONNECTS > moment.now);
    next = { ...next, lost: Object.fromEntries(still) };
  }
  if (next.reactions.some((reaction) => reaction.until <= moment.now))
    next = { ...next, reactions: next.reactions.filter((reaction) => reaction.until > moment.now) };
  const { askedAt } = next.advice;
  if (askedAt !== null && askedAt + HINT_PATIENCE <= moment.now)
    next = {
      ...next,
      advice: { ...next.advice, askedAt: null },
      refused: { code: 'no_hint', version: null },
    };
  return pump(next, moment);
}

// --- intents -----------------------------------------------------------------------------------

function submit(session: Session, id: string, move: Wire.Move, moment: Moment): Session {
  if (session.pending) return session;
  const shown = showAll(session, moment);
  const hidden = isHotSeat(shown) && (move.type === 'end_turn' || move.type === 'mulligan');
  return send(
    {
      ...shown,
      pending: { id, due: null },
      refused: null,
      draft: move.type === 'end_turn' ? EMPTY : shown.draft,
      lifted: hidden ? null : shown.lifted,
    },
    { type: 'submit_move', id, version: shown.table.version, move: move },
  );
}

function undo(session: Session, id: string, wholeTurn: boolean): Session {
  if (session.pending) return session;
  return send(
    { ...session, pending: { id, due: null }, draft: EMPTY },
    { type: 'undo', id, version: session.table.version, whole_turn: wholeTurn },
  );
}

/** Ask for an idea, or for another one than that shown. */
function askHint(session: Session, id: string, another: boolean, now: number): Session {
  const { advice } = session;
  if (!isMyTurn(session.table) || session.pending || advice.askedAt !== null) return session;
  const rank = another ? advice.rank + 1 : 0;
  const asked: Advice = {
    hint: null,
    askedAt: now,
    rank,
    last: another ? advice.hint : null,
    exhausted: false,
  };
  return send({ ...session, advice: asked, refused: null }, { type: 'ask_hint', id, rank });
}

function mute(session: Session, seat: number | null, muted: boolean): Session {
  const entry = seat ?? -1;
  const others = session.table.muted.filter((known) => known !== entry);
  const table = { ...session.table, muted: muted ? [...others, entry] : others };
  return send({ ...session, table }, { type: 'mute', seat, muted });
}
